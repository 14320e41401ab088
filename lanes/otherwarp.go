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
	view   *term.Rewriter
	exists *term.Term
	away   vec // the lanes that do not come to the barrier
}

// otherOrigin is where a thread number of another warp comes from.
type otherOrigin struct{ reg cfg.SpecialReg }

// otherWarps are the warps of a known block, or one that stands for any.
func (in *interp) otherWarps() []*otherWarp {
	var list []*otherWarp
	if !in.launch.shape.Known() {
		return append(list, in.other(in.t.NewRewriter(in.ofOther)))
	}
	for w := range in.launch.warps {
		list = append(list, in.other(in.asWarp(w)))
	}
	return list
}

// other is the warp of which a view tells.
func (in *interp) other(view *term.Rewriter) *otherWarp {
	return &otherWarp{view: view, exists: view.Rewrite(in.premise())}
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

// otherWarpAway: some lane comes to a barrier, and lanes of another warp of the block, or
// of the tile, do not.
func (p *phase) otherWarpAway() offence {
	if !term.Any([]*term.Term{p.reach}, tellsWarps) {
		return offence{lanes: uniform(p.in.t.False), mask: noMask}
	}
	elsewhere, tile := build(p.elsewhere), p.tile()
	return p.acrossWarps(func(w *otherWarp) vec {
		concerns := p.in.t.Eq(tile, w.view.Rewrite(tile))
		return map1(elsewhere, func(x *term.Term) *term.Term { return p.in.t.And(concerns, w.view.Rewrite(x)) })
	})
}

// tile is the number of the warp's tile among those that a barrier is for, 0 where it is
// for the whole block.
func (p *phase) tile() *term.Term {
	t := p.in.t
	if c := p.instr.Collective; c.Tile > 0 {
		return t.UDiv(p.in.launch.number, t.Const(32, uint64(max(c.Tile/warp.Size, 1))))
	}
	return t.Const(32, 0)
}

// otherWarpUnlike: some lane waits for the whole block at a barrier of one name, and lanes
// of another warp at one of another name.
func (p *phase) otherWarpUnlike() offence {
	if !p.instr.Collective.IsForAll() || !term.Any(p.name.list(), tellsWarps) {
		return offence{lanes: uniform(p.in.t.False), mask: noMask}
	}
	here := p.ofFirst(p.name)
	o := p.acrossWarps(func(w *otherWarp) vec {
		view := func(x *term.Term) *term.Term { return w.view.Rewrite(x) }
		return p.in.and(map1(p.guard, view), p.in.differs(map1(p.name, view), here))
	})
	o.unlike = true
	return o
}

// acrossWarps: some lane comes to a barrier, and lanes of another warp are away from it.
func (p *phase) acrossWarps(away func(*otherWarp) vec) offence {
	t := p.in.t
	o := offence{lanes: uniform(t.False), mask: noMask, others: p.in.otherWarps()}
	for _, w := range o.others {
		w.away = map1(away(w), func(x *term.Term) *term.Term { return t.And(w.exists, x) })
		o.lanes = p.in.or(o.lanes, map1(w.away, func(x *term.Term) *term.Term { return t.And(p.reach, x) }))
	}
	o.sure = later(1, func() vec { return p.surelyAway(away, o.others) })
	return o
}

// surelyAway are the lanes of other warps that are away whatever the warps do not have in
// common. Where any warp is one of them, so are the first and the last, which every block has.
func (p *phase) surelyAway(away func(*otherWarp) vec, others []*otherWarp) vec {
	if !p.in.launch.shape.Known() {
		others = append(others, p.in.other(p.in.asWarp(0)), p.in.other(p.in.asLastWarp()))
	}
	t, sure := p.in.t, uniform(p.in.t.False)
	for _, w := range others {
		sure = p.in.or(sure, map1(away(w), func(x *term.Term) *term.Term {
			if isOwn(x) {
				return t.False
			}
			return t.And(w.exists, p.reach, x)
		}))
	}
	return sure
}

// isOwn reports a formula about a warp with unknowns that may be others for each warp and
// that its thread numbers do not tell.
func isOwn(f *term.Term) bool {
	return term.Any([]*term.Term{f}, func(x *term.Term) bool {
		return (x.Op == term.Var || x.Op == term.Opaque) && !comesFromOutside(x)
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
