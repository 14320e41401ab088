package meet

import (
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/warp"
)

// Lanes that name each other because they have equal keys take the same side of a branch that depends on the key alone:
//
//	peers = __match_any_sync(~0u, key); if (key > n) { __syncwarp(peers); }
//
// Lane l names lane o if key(l) = key(o). If key(l) replaces key(o) in the formula that l arrives and o does not, the
// formula becomes key(l) > n and not key(l) > n, which is false. Without the substitution, the solver compares each of
// 32 keys with all others.

// PeersArrive reports whether it is proved that no arriving lane names an absent lane. It returns false if all lanes
// pass one mask. absent(o) is the formula that lane o is absent. A lane does not count as absent if it meets the naming
// lane from another site. The proof uses a property of masks from keys: if one lane names another, their keys are
// equal. Keys are the terms that a mask compares between lanes, such as key in the example.
func (p *Rendezvous) PeersArrive(absent func(o int) *term.Term) bool {
	if p.Event.Mask.UniformWhere(p.Event.Guard) != nil {
		return false
	}
	t := p.m.t
	for o := range warp.Size {
		away := absent(o)
		for l := 0; l < warp.Size && !away.IsFalse(); l++ {
			names := t.And(p.Names(l, o), away)
			if !names.IsFalse() && !p.m.prover.Contradictory(p.m.prover.Unknowns.Unbroken(t.And(names, t.Not(p.arrives(l, o))))) {
				return false
			}
		}
	}
	return true
}

// ReadsPeer reports whether it is proved that lane l reads only from itself or from a lane that it names. source is the
// number of the lane from which l reads. For a constant source the result is false.
//
//	k = __shfl_sync(~0u, key, leader); same = __ballot_sync(~0u, key == k); __shfl_sync(same, v, leader)
func (p *Rendezvous) ReadsPeer(l int, source *term.Term) bool {
	t := p.m.t
	if source.IsConst() {
		return false // the caller decides constants by the mask
	}
	for o := range warp.Size {
		unnamed := t.And(p.Event.Guard.At(l), t.Not(t.Bit(p.Event.Mask.At(l), o)), t.Eq(source, t.Const(32, uint64(o))))
		if o != l && !unnamed.IsFalse() && !p.m.prover.Contradictory(p.m.prover.Unknowns.Unbroken(unnamed)) {
			return false
		}
	}
	return true
}
