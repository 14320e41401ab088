package sim

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/effect"
	"github.com/warpcheck/warpcheck/internal/ptx"
	"github.com/warpcheck/warpcheck/warp"
)

// This file runs instructions of asynchronous engines. A copy may end at any time between its issue and the wait for
// it, and the machine ends it at once. The machine computes neither the copied content nor the results of products. It
// gives them supposed values. mbarriers count arrivals and bytes (mbarrier.go). Accesses to shared memory through the
// generic proxy are compared with accesses through the asynchronous proxy (proxy.go).

// matrixBytes is the least number of bytes that an engine reads at the address of a descriptor or of a tensor.
const matrixBytes = 16

// openBytes is the assumed number of bytes that a copy of unknown size writes.
const openBytes = 1 << 16

// canRunEngine reports whether the machine runs an instruction of an asynchronous engine. It runs no instruction that
// reaches the memory of another block. It runs copies and products only if Input.Engines is set.
func (m *machine) canRunEngine(instr *cfg.Instr) bool {
	e := instr.Engine
	if e == nil || instr.Op != cfg.Extern || e.IsOfSeveralBlocks() {
		return false
	}
	switch e.Does {
	case ptx.Copies, ptx.Reduces, ptx.Multiplies:
		return m.in.Engines
	}
	return e.IsOfBarrier()
}

// runEngine runs an instruction of an asynchronous engine for some lanes. It returns false if the machine cannot run
// it.
func (m *machine) runEngine(f *frame, instr *cfg.Instr, lanes warp.Lanes) bool {
	if !m.canRunEngine(instr) {
		return false
	}
	e := instr.Engine
	for l := range lanesOf(lanes) {
		word := uint64(0)
		if e.Barrier >= 0 && e.Does != ptx.Copies {
			word = m.runBarrier(f, instr, l)
		} else {
			m.runCopy(f, instr, l)
		}
		if instr.Type != nil && !isAggregate(instr.Type) {
			f.setWord(instr, l, canonical(instr.Type, word))
		}
		if instr.Type != nil && e.Does == ptx.Multiplies && m.supposes() {
			m.markSupposed("what " + instr.Text + " yields")
		}
		m.follow(f, instr, l)
	}
	return true
}

// runCopy runs a copy, a reduction or a product of one lane.
func (m *machine) runCopy(f *frame, instr *cfg.Instr, l int) {
	e := instr.Engine
	bytes := f.numberOf(instr, l, e.Bytes, -1)
	m.readByEngine(f, instr, l, bytes)
	if e.Target >= 0 {
		m.filledByEngine(f, instr, l, bytes)
		m.writtenByEngine(m.fromWindow(f.word(instr.Args[e.Target], l)), bytes)
	}
	if e.Barrier < 0 {
		return
	}
	if b := m.barrierAt(m.fromWindow(f.word(instr.Args[e.Barrier], l))); b != nil {
		filled := extent{m.fromWindow(f.word(instr.Args[e.Target], l)), bytes}
		m.noteFill(f, instr, l, b, filled)
		m.fillsInPhase(b, filled)
		m.completeBytes(b, bytes)
	}
}

// writtenByEngine records that an engine has written shared memory. Later reads of the bytes need no proxy fence. The
// new content is supposed. If Input.Unwritten is set and Input.Opened is not, it is not supposed, because the machine
// has put content there that a real run might produce (fill). If the number of bytes is not known, all memory but the
// variables of lanes counts as supposed.
func (m *machine) writtenByEngine(addr uint64, bytes int64) {
	isOpen := bytes < 0 || bytes > openBytes
	switch {
	case isOpen:
		bytes = openBytes
		m.supposed.outside = anywhere
	case m.in.Unwritten && !m.in.Opened:
		m.markBytes(addr, bytes, false)
	default:
		m.markBytes(addr, bytes, true)
	}
	if m.supposed.first == "" {
		m.supposed.first = "what a copy brings"
	}
	m.forgetAccesses(addr, bytes)
}

// isHarmless reports whether the run goes on with supposed results for an instruction that the machine does not
// compute, such as a matrix product or the load of a matrix. The instruction must have no effect but its results. The
// input must set Engines and supply supposed values.
func (m *machine) isHarmless(instr *cfg.Instr) bool {
	return m.in.Engines && m.supposes() && instr.Effect.Writes == effect.None && !instr.Effect.Waits
}

// isOfBlock reports whether a register of a thread is the same in all blocks of one shape, in all launches.
func isOfBlock(reg cfg.SpecialReg) bool {
	switch reg {
	case cfg.TidX, cfg.TidY, cfg.TidZ, cfg.NTidX, cfg.NTidY, cfg.NTidZ, cfg.LaneID, cfg.WarpID, cfg.NWarpID,
		cfg.LaneMaskEQ, cfg.LaneMaskLT, cfg.LaneMaskLE, cfg.LaneMaskGT, cfg.LaneMaskGE:
		return true
	}
	return false
}

// firstWord returns the first operand of an instruction in lane l. It returns 0 if there is none, or if it is an
// aggregate.
func (f *frame) firstWord(instr *cfg.Instr, l int) uint64 {
	if len(instr.Args) == 0 || isAggregate(instr.Args[0].Type) {
		return 0
	}
	return f.word(instr.Args[0], l)
}
