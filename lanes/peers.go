package lanes

import (
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/warp"
)

// Lanes that name each other because they have something in common go the same way where
// the way depends on nothing else:
//
//	peers = __match_any_sync(~0u, key); if (key > n) { __syncwarp(peers); }
//
// Lane l names lane o where key(l) = key(o). With the one put for the other, that l comes
// and o does not is key(l) > n and not key(l) > n. To a solver that is a question about 32
// keys, each compared with all others.

// peersCome reports that no lane that arrives names one that is absent, by what the lanes
// have in common where one names the other.
func (p *phase) peersCome(absent func(o int) *term.Term) bool {
	if p.mask.UniformWhere(p.guard) != nil {
		return false
	}
	t := p.in.t
	for o := range warp.Size {
		away := absent(o)
		for l := 0; l < warp.Size && !away.IsFalse(); l++ {
			names := t.And(p.names(l, o), away)
			if !names.IsFalse() && !p.in.contradictory(p.in.unbroken(t.And(names, t.Not(p.arrives(l, o))))) {
				return false
			}
		}
	}
	return true
}

// readsPeer reports a source of lane l that is l or is named by it, whichever lane it is:
//
//	k = __shfl_sync(~0u, key, leader); same = __ballot_sync(~0u, key == k); __shfl_sync(same, v, leader)
func (p *phase) readsPeer(l int, source *term.Term) bool {
	t := p.in.t
	if source.IsConst() {
		return false // which is for inMask to say
	}
	for o := range warp.Size {
		unnamed := t.And(p.guard.At(l), t.Not(t.Bit(p.mask.At(l), o)), t.Eq(source, t.Const(32, uint64(o))))
		if o != l && !unnamed.IsFalse() && !p.in.contradictory(p.in.unbroken(unnamed)) {
			return false
		}
	}
	return true
}

// contradictory reports a conjunction that is false once what it says to be equal is put
// for each other.
func (in *interp) contradictory(f *term.Term) bool {
	for range maxEqualities {
		var found bool
		if f, found = in.substituted(f); !found {
			break
		}
	}
	return f.IsFalse()
}

// substituted is a conjunction in which one of two terms that it says to be equal is put
// for the other. That is the younger one, which is no part of the older; of several the
// oldest, so that what is computed of it is not put away before.
func (in *interp) substituted(f *term.Term) (g *term.Term, found bool) {
	var part, by *term.Term
	for _, x := range conjuncts(f) {
		u, v := equality(in.t, x)
		if u == nil {
			continue
		}
		if v.IsConst() || !u.IsConst() && v.ID < u.ID {
			u, v = v, u
		}
		if part == nil || v.ID < part.ID {
			part, by = v, u
		}
	}
	if part == nil {
		return f, false
	}
	if part.Op == term.Not {
		part, by = part.Args[0], in.t.Not(by)
	}
	return in.readsKnown(in.t.Replace(f, []*term.Term{part}, []*term.Term{by})), true
}

// readsKnown is a formula where what is read of a lane that is known by now is the value
// that this lane has.
func (in *interp) readsKnown(f *term.Term) *term.Term {
	return in.t.NewRewriter(func(x *term.Term) *term.Term {
		if _, read := x.Origin.(memory.ShuffleOrigin); read && x.Args[warp.Size].IsConst() {
			return x.Args[x.Args[warp.Size].K]
		}
		return x
	}).Rewrite(f)
}
