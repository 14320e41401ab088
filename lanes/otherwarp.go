package lanes

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/warp"
)

// One warp is interpreted, and a block barrier is for all warps of the block. What
// another warp does is what this one does with the other's thread numbers, and with what
// is loaded at the addresses that these give. The rest that is not known (what a loop may
// carry along, what an atomic returns) is taken to be the same for both, so that
//
//	if (threadIdx.x < 64) __syncthreads();
//
// is found, and a loop with a barrier in which all warps turn as often is not. A verdict
// that takes such a rest of the other warp to be the same is never definite.

// otherWarp says of this warp's formulas what they are for another warp.
type otherWarp struct {
	view *term.Rewriter
	away vec // the lanes that do not come to the barrier
}

// otherOrigin is where a thread number of another warp comes from.
type otherOrigin struct{ reg cfg.SpecialReg }

// otherWarps are the warps of a known block, or one that stands for any.
func (in *interp) otherWarps(p *phase) []*otherWarp {
	var list []*otherWarp
	if !in.launch.shape.Known() {
		list = append(list, &otherWarp{view: in.t.NewRewriter(in.ofOther)})
	} else {
		for w := range in.launch.warps {
			list = append(list, &otherWarp{view: in.asWarp(w)})
		}
	}
	elsewhere := build(p.elsewhere)
	for _, w := range list {
		exists := w.view.Rewrite(in.premise())
		w.away = map1(elsewhere, func(x *term.Term) *term.Term { return in.t.And(exists, w.view.Rewrite(x)) })
	}
	return list
}

// ofOther gives another warp thread numbers of its own.
func (in *interp) ofOther(x *term.Term) *term.Term {
	if tellsWarps(x) {
		return in.t.Var("other "+x.Name, x.Bits, x.Lo, x.Hi, otherOrigin{x.Origin.(specialOrigin).reg})
	}
	return x
}

// tellsWarps reports a launch register that tells the warps of a block apart.
func tellsWarps(x *term.Term) bool {
	o, special := x.Origin.(specialOrigin)
	return special && slices.Contains([]cfg.SpecialReg{cfg.TidX, cfg.TidY, cfg.TidZ, cfg.WarpID}, o.reg)
}

// otherWarpAway: some lane comes to a barrier, and lanes of another warp of the block do
// not.
func (p *phase) otherWarpAway() offence {
	t := p.in.t
	o := offence{lanes: uniform(t.False), mask: noMask}
	if !term.Any([]*term.Term{p.reach}, tellsWarps) {
		return o
	}
	o.others = p.in.otherWarps(p)
	o.sure = o.lanes
	for _, w := range o.others {
		o.lanes = p.in.or(o.lanes, map1(w.away, func(x *term.Term) *term.Term { return t.And(p.reach, x) }))
		o.sure = p.in.or(o.sure, map1(w.away, func(x *term.Term) *term.Term {
			if isOwn(x) {
				return t.False
			}
			return t.And(p.reach, x)
		}))
	}
	return o
}

// isOwn reports a formula about a warp with unknowns that may be others for each warp and
// that its thread numbers do not tell.
func isOwn(f *term.Term) bool {
	return term.Any([]*term.Term{f}, func(x *term.Term) bool {
		return (x.Op == term.Var || x.Op == term.Opaque) && x.Origin == nil
	})
}

// proved are the offenders that a definite verdict may rest on.
func (o *offence) proved() vec {
	if o.others == nil {
		return o.lanes
	}
	return o.sure
}

// otherPicture is the other warp of an execution, and the lanes of it that stay away.
func (o *offence) otherPicture(l *launch, e *execution) (index int, lanes warp.Lanes) {
	for _, w := range o.others {
		if lanes := evaluate(e, w.away); lanes != 0 {
			at := func(reg cfg.SpecialReg) int { return int(e.Value(w.view.Rewrite(l.registers[reg].at(0)))) }
			return warpOf(at), lanes
		}
	}
	return 0, 0
}
