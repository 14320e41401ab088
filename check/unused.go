package check

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/sim"
	"github.com/warpcheck/warpcheck/warp"
)

// What a shuffle yields whose source lane does not take part may be any value. It has no effect
// where the kernel does the same whatever it is: the machine runs it with several inputs, with
// each of these values, and compares what others see of the runs (sim.Outcome.Effects).

// undefinedValues are tried for what is undefined, as words and as floats: zero, large numbers of
// both signs, all bits set, which is no number. Each lane has another one of the last.
var undefinedValues = []func(lane int) uint64{
	func(int) uint64 { return 0 },
	func(int) uint64 { return 0x4b7fffff_4b7fffff },
	func(int) uint64 { return 0xcb7fffff_cb7fffff },
	func(int) uint64 { return ^uint64(0) },
	func(lane int) uint64 { return 0x9e3779b97f4a7c15 * uint64(lane+1) },
}

const (
	// unusedInputs is how many inputs under which the rule is broken have to show that nothing
	// uses the value, and unusedAttempts how many are tried for that.
	unusedInputs   = 4
	unusedAttempts = 16
	// unusedSteps bounds one of the runs and unitUnusedSteps those for a unit, in instructions of
	// a warp.
	unusedSteps     = 1 << 14
	unitUnusedSteps = 1 << 21
)

// unusedAt is a shuffle of a kernel in a block.
type unusedAt struct {
	root  *cfg.Func
	site  *cfg.Instr
	shape warp.Shape
}

// isUnused reports a verdict about a shuffle whose undefined values have no effect.
func (r *replayer) isUnused(fact *lanes.Fact, v *lanes.Verdict) (unused bool) {
	defer func() {
		if recover() != nil {
			unused = false
		}
	}()
	w := inputOf(fact, v)
	if !w.Shape.IsLaunchable() {
		return false
	}
	at := unusedAt{w.Root, w.Site, w.Shape}
	known, ok := r.unused[at]
	if !ok {
		known = r.hasNoEffect(fact, w)
		r.unused[at] = known
	}
	return known
}

// inputOf is the witness of a verdict, or an input for one that needs none.
func inputOf(fact *lanes.Fact, v *lanes.Verdict) *lanes.Witness {
	if v.Witness != nil {
		return v.Witness
	}
	c := &fact.Context
	w := &lanes.Witness{Root: c.Root, Site: fact.Site, Shape: warp.Shape{2 * warp.Size, 1, 1}, Model: c.Model}
	if c.Shape != nil && c.Shape.IsLaunchable() {
		w.Shape = *c.Shape
	}
	return w
}

func (r *replayer) hasNoEffect(fact *lanes.Fact, w *lanes.Witness) bool {
	shown := 0
	for i, a := range attempts(fact, w) {
		if i == unusedAttempts || r.leftForUnused <= 0 || shown == unusedInputs {
			break
		}
		reached, same := r.compare(w, a)
		if !same {
			return false
		}
		if reached {
			shown++
		}
	}
	return shown == unusedInputs
}

// compare runs an input with each of the undefined values, and reports whether the shuffle reads
// one, and whether all runs do the same.
func (r *replayer) compare(w *lanes.Witness, a attempt) (reached, same bool) {
	var first *sim.Outcome
	for _, value := range undefinedValues {
		in := newSample(w, a).input()
		in.Steps = unusedSteps
		in.Undefined = func(site *cfg.Instr, lane int) (uint64, bool) { return value(lane), site == w.Site }
		o := sim.Run(in)
		r.leftForUnused -= o.Steps
		switch {
		case first == nil && (!showsEffects(o) || !breaksSourceAt(o, w.Site)):
			return false, true
		case first == nil:
			first = o
		case !o.IsComplete() || o.Effects != first.Effects:
			return true, false
		}
	}
	return true, true
}

// showsEffects reports a run of which all effects are seen: nobody knows what a function of a library
// without a body does with what it is given.
func showsEffects(o *sim.Outcome) bool { return o.IsComplete() && len(o.Notes) == 0 }

func breaksSourceAt(o *sim.Outcome, site *cfg.Instr) bool {
	return slices.ContainsFunc(o.Violations, func(v sim.Violation) bool {
		return v.Kind == sim.SourceNotInMask && v.Rendezvous.Site == site
	})
}
