package exec

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/uses"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/slice"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// Using names the instructions that may use an undefined result of one collective.
type Using struct {
	Site *cfg.Instr
	// At holds the instructions, and the ends of blocks, that may use the result.
	At slice.Asked
	// Calls holds the functions that may reach one of these instructions, and those through which the value passes.
	Calls map[*cfg.Func]bool
}

// site returns the collective whose undefined result is followed, nil if no uses are looked for.
func (u *Using) site() *cfg.Instr {
	if u == nil {
		return nil
	}
	return u.Site
}

// recordUse records an instruction that may make the undefined value visible to other threads. A store to a lane's own
// variable is no such use.
func (in *interp) recordUse(fr *frame, i *cfg.Instr, guard vector.Vec) {
	if in.setting.Using == nil || !in.setting.Using.At.Instrs[i] || guard.IsFalse() {
		return
	}
	u := &trace.Use{Instr: i, Guard: guard}
	first := 0
	if isAccess(i) {
		first = 1
		guard, at := in.seenAt(fr, i, guard)
		if guard.IsFalse() {
			return
		}
		u.Guard, u.Words = guard, append(u.Words, at)
	}
	for n := first; n < len(i.Args); n++ {
		if c := i.Collective; c == nil || n != c.Value || !uses.IsPassedOn(i) {
			in.bring(u, fr, i, n)
		}
	}
	in.log.Uses = append(in.log.Uses, u)
}

// isAccess reports whether an instruction reads or writes at an address that is its first operand.
func isAccess(i *cfg.Instr) bool {
	switch i.Op {
	case cfg.Load, cfg.Store, cfg.Atomic, cfg.Share:
		return true
	}
	return false
}

// seenAt returns the lanes that access memory other than their own, and the addresses.
func (in *interp) seenAt(fr *frame, i *cfg.Instr, guard vector.Vec) (accessing, addresses vector.Vec) {
	p := in.pointerOperand(fr, i)
	accessing = vector.Uniform(in.t.False)
	in.memory.Layout.EachObject(p, guard, func(p memory.Pointer, guard vector.Vec) {
		if p = in.memory.AsShared(p, guard); p.Object == nil || p.Object.Region != memory.Private {
			accessing = in.vectors.Or(accessing, guard)
		}
	})
	return accessing, in.memory.Layout.Address(p)
}

// bring adds the words of operand n to a use. If not all of these words are known, it marks the use as Open.
func (in *interp) bring(u *trace.Use, fr *frame, i *cfg.Instr, n int) {
	words, known := in.memory.AllWords(in.arg(fr, i, n), i.Args[n].Type)
	u.Words = append(u.Words, words...)
	u.Open = u.Open || !known
}

// recordEnd records the end of a block, a trap or a return, if it may make the undefined value visible to other
// threads.
func (in *interp) recordEnd(fr *frame, b *cfg.Block, guard vector.Vec) {
	if in.setting.Using == nil || !in.setting.Using.At.Ends[b] || guard.IsFalse() {
		return
	}
	u := &trace.Use{Guard: guard}
	if c := b.Term.Cond; c != nil {
		words, known := in.memory.AllWords(fr.values[c.ID], c.Type)
		u.Words, u.Open = words, !known
	}
	in.log.Uses = append(in.log.Uses, u)
}

// cutUses records that a call which may reach a use is not followed.
func (in *interp) cutUses(i *cfg.Instr, imprecision trace.Imprecision) {
	if u := in.setting.Using; u != nil && u.Calls[i.Callee] {
		in.Trace.Undefined.Cut = imprecision
	}
}
