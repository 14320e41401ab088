package lanes

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// Picture shows which lanes arrive at a collective in a context. It shows their masks if these are the same in all
// executions. It is for a person who looks at a call. No decision reads it.
type Picture struct {
	// Always is the set of lanes that arrive in every execution. Never is the set of lanes that arrive in none. Whether
	// the other lanes arrive depends on data.
	Always, Never warp.Lanes
	// Masked reports whether lanes pass masks. Masks lists the masks that are known.
	Masked bool
	Masks  []LanesWithMask
	// Conditions lists the conditions on data that decide whether a lane arrives. A condition that is the same for
	// all lanes is left out.
	Conditions []Condition
}

// Condition is a branch on the path to a collective, with the outcome that its condition must have.
type Condition struct {
	Pos source.Pos
	// Needs is the outcome that the condition must have for a lane to arrive.
	Needs Need
}

// Need is the outcome of a condition in lanes that arrive.
type Need int

// The outcomes.
const (
	// AnyOutcome: lanes arrive whether the condition is true or false, or the branch is a switch.
	AnyOutcome Need = iota
	Holds
	Fails
)

// LanesWithMask is a mask with the lanes that pass it.
type LanesWithMask struct{ Lanes, Mask warp.Lanes }

// Picture returns the picture of a fact. It is empty if the interpretation was dropped.
func (f *Fact) Picture() Picture {
	p := f.rendezvous
	if p == nil {
		return Picture{}
	}
	drawn := Picture{Masked: p.event.Masked && !p.event.Instr.Collective.Warpgroup}
	for lane := range warp.Size {
		switch arrives := p.event.Guard.At(lane); {
		case arrives.IsTrue():
			drawn.Always |= 1 << lane
		case arrives.IsFalse():
			drawn.Never |= 1 << lane
		}
		if drawn.Masked && !drawn.Never.Has(lane) {
			if mask := p.event.Mask.At(lane); mask.IsConst() {
				drawn.add(lane, warp.Lanes(mask.K))
			}
		}
	}
	drawn.Conditions = p.conditions(warp.All &^ drawn.Always &^ drawn.Never)
	return drawn
}

// conditions returns conditions of branches on the path to the rendezvous. A condition is left out if it varies between
// executions for no lane of the set.
func (p *rendezvous) conditions(set warp.Lanes) []Condition {
	var list []Condition
	for _, b := range p.j.trace.Log.Branches {
		if !p.isOnWay(b) || !isVaried(b, set) {
			continue
		}
		if c := (Condition{b.Pos, p.need(b)}); c.Needs != AnyOutcome || p.parts(b, false) {
			if i := slices.IndexFunc(list, func(o Condition) bool { return o.Pos == c.Pos }); i < 0 {
				list = append(list, c)
			} else if list[i].Needs != c.Needs {
				list[i].Needs = AnyOutcome
			}
		}
	}
	return list
}

// isVaried reports whether, for some lane of a set, executions may differ in the condition of a branch.
func isVaried(b trace.Branching, set warp.Lanes) bool {
	for lane := range warp.Size {
		if set.Has(lane) && !b.Cond.At(lane).IsConst() {
			return true
		}
	}
	return false
}

// need returns the outcome of a branch that lanes at the rendezvous must have had.
func (p *rendezvous) need(b trace.Branching) Need {
	j := p.j
	switch {
	case b.Point.Block.Term.Kind == cfg.Switch:
		return AnyOutcome
	case isFalse(j.trace.Vectors.And(p.event.Guard, j.trace.Vectors.Not(b.Cond))):
		return Holds
	case isFalse(j.trace.Vectors.And(p.event.Guard, b.Cond)):
		return Fails
	}
	return AnyOutcome
}

// isFalse reports whether a formula is false in every lane.
func isFalse(v vector.Vec) bool {
	for lane := range warp.Size {
		if !v.At(lane).IsFalse() {
			return false
		}
	}
	return true
}

func (pic *Picture) add(lane int, mask warp.Lanes) {
	for i := range pic.Masks {
		if pic.Masks[i].Mask == mask {
			pic.Masks[i].Lanes |= 1 << lane
			return
		}
	}
	pic.Masks = append(pic.Masks, LanesWithMask{Lanes: 1 << lane, Mask: mask})
}
