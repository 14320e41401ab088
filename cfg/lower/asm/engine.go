package asm

import (
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/internal/ptx"
)

// engine describes an instruction of an asynchronous engine, or returns nil for any other instruction. args lists the
// addresses that the instruction may write. further lists the instruction's other operands, in the order of their
// numbers.
func (a *assembler) engine(s *ptx.Statement, args []*cfg.Instr) (e *cfg.Engine, further []*cfg.Instr) {
	row := ptx.AsynchronousOf(s.Opcode)
	if row == nil {
		return nil, nil
	}
	e = &cfg.Engine{Asynchronous: row, Opcode: s.Opcode, Source: -1, Target: -1, Barrier: -1, Bytes: -1, Count: -1, Phase: -1}
	r := engineRoles{a, e, len(args), nil}
	switch row.Does {
	case ptx.Copies, ptx.Reduces:
		r.copy(s)
	case ptx.Multiplies:
		r.describes(s.Operands, 1, 2)
	case ptx.AwaitsGroup:
		e.Left = a.groupsLeft(s)
	case ptx.InitialisesBarrier, ptx.EndsBarrier, ptx.ExpectsBytes, ptx.CompletesBytes, ptx.Arrives, ptx.AwaitsPhase:
		r.barrier(s)
	}
	return e, r.further
}

// engineRoles adds the operands of an instruction to its Engine.
type engineRoles struct {
	*assembler
	engine *cfg.Engine
	// addresses is the number of operands that are addresses. They precede the other operands. They are the memory
	// operands in order, without the second memory operand of a copy.
	addresses int
	further   []*cfg.Instr
}

// add adds an operand and returns its number.
func (r *engineRoles) add(v *cfg.Instr) int {
	r.further = append(r.further, v)
	return r.addresses + len(r.further) - 1
}

// copy adds the operands of a copy or a reduction. Its opcode names the space of the target, and then the space of
// the source. A tensor in global memory is described by a map, and its number of bytes is not known:
//
//	cp.async.bulk.shared::cluster.global... [to], [from], bytes, [barrier];
//	cp.async.bulk.tensor.2d.global.shared::cta... [map, {x, y}], [from];
func (r *engineRoles) copy(s *ptx.Statement) {
	e := r.engine
	if e.Proxy != ptx.AsyncProxy {
		return
	}
	if s.Is("tcgen05", "cp") {
		r.describes(s.Operands, 1)
		return
	}
	var spaces []string
	for _, part := range s.Opcode {
		if space, _, _ := strings.Cut(part, "::"); space == "shared" || space == "global" {
			spaces = append(spaces, space)
		}
	}
	memory := slices.DeleteFunc(slices.Clone(s.Operands), func(o ptx.Operand) bool { return o.Kind != ptx.Memory || len(o.Elems) == 0 })
	if len(spaces) < 2 || len(memory) < 2 {
		return
	}
	if spaces[0] == "shared" {
		e.Target = 0
	}
	if spaces[1] == "shared" {
		e.Source = r.add(r.address(memory[1], registerTypes["s8"], 0))
	}
	if !s.Has("tensor") && len(s.Operands) > 2 && s.Operands[2].Kind != ptx.Memory {
		e.Bytes = r.add(r.read(s.Operands[2], types.Int64))
	}
	if len(memory) > 2 {
		e.Barrier = 1
	}
}

// describes adds operands that describe a matrix in shared memory, among the operands with the given numbers. A
// matrix in registers is a vector instead, and a matrix in tensor memory an address.
func (r *engineRoles) describes(operands []ptx.Operand, numbers ...int) {
	for _, n := range numbers {
		if n < len(operands) && operands[n].Kind != ptx.Vector && operands[n].Kind != ptx.Memory {
			r.engine.Descriptors = append(r.engine.Descriptors, r.add(r.read(operands[n], types.Int64)))
		}
	}
}

// barrier adds the operands of an mbarrier instruction: the address, and then a number.
//
//	mbarrier.init.shared.b64 [barrier], count;
//	mbarrier.arrive.expect_tx.shared.b64 state, [barrier], bytes;
//	mbarrier.try_wait.parity.shared.b64 done, [barrier], parity, hint;
func (r *engineRoles) barrier(s *ptx.Statement) {
	at := slices.IndexFunc(s.Operands, isAddress)
	if at < 0 {
		return
	}
	e := r.engine
	e.Barrier = 0
	if at+1 >= len(s.Operands) {
		return
	}
	number := r.add(r.read(s.Operands[at+1], types.Int64))
	switch {
	case e.Does == ptx.ExpectsBytes, e.Does == ptx.CompletesBytes, e.Has("expect_tx"):
		e.Bytes = number
	case e.Does == ptx.AwaitsPhase:
		e.Phase = number
	default:
		e.Count = number
	}
}
