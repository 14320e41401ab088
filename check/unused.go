package check

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/sim"
	"github.com/warpcheck/warpcheck/warp"
)

// What a shuffle yields whose source lane does not take part may be any value. It has no effect
// where the kernel does the same whatever it is: the machine runs it with several inputs, with
// each of these values and those that turn a comparison (turned.go), and compares what others see
// of the runs (sim.Outcome.Effects).

// undefinedValues are tried for what is undefined, as words and as floats: zero, large numbers of
// both signs, all bits set, which is no number. Each lane has another one of the last. What the
// code asks for by name is tried as well (namedValues).
var undefinedValues = []func(lane int) uint64{
	func(int) uint64 { return 0 },
	func(int) uint64 { return 0x4b7fffff_4b7fffff },
	func(int) uint64 { return 0xcb7fffff_cb7fffff },
	func(int) uint64 { return ^uint64(0) },
	func(lane int) uint64 { return 0x9e3779b97f4a7c15 * uint64(lane+1) },
}

const (
	// unusedInputs is how many inputs under which the rule is broken have to show that nothing
	// uses the value, and unusedAttempts how many are tried for that in a warp. One of several
	// warps that none of the first unusedMisses brings there is left out.
	unusedInputs   = 4
	unusedAttempts = 16
	unusedMisses   = 4
	// unusedSteps bounds one of the runs and unitUnusedSteps those for a unit, in instructions of
	// a warp.
	unusedSteps     = 1 << 14
	unitUnusedSteps = 1 << 22
	// mostNamedValues is how many of the numbers that a kernel compares with are tried.
	mostNamedValues = 4
)

// unusedAt is a shuffle of a kernel in a block, and the warps that may come there: the first,
// and how many.
type unusedAt struct {
	root         *cfg.Func
	site         *cfg.Instr
	shape        warp.Shape
	first, count int
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
	at := unusedAt{w.Root, w.Site, w.Shape, w.Warp, 1}
	if v.Witness == nil && v.InWarp == nil {
		at.count = (w.Shape.Threads() + warp.Size - 1) / warp.Size
	}
	known, ok := r.unused[at]
	if !ok {
		known = r.hasNoEffect(fact, w, at)
		r.unused[at] = known
	}
	return known
}

// inputOf is the witness of a verdict, or an input for one that needs none, in the warp that it
// names or else the first.
func inputOf(fact *lanes.Fact, v *lanes.Verdict) *lanes.Witness {
	if v.Witness != nil {
		return v.Witness
	}
	c := &fact.Context
	w := &lanes.Witness{Root: c.Root, Site: fact.Site, Shape: warp.Shape{2 * warp.Size, 1, 1}, Model: c.Model}
	if c.Shape != nil && c.Shape.IsLaunchable() {
		w.Shape = *c.Shape
	}
	if v.InWarp != nil {
		w.Warp = *v.InWarp
	}
	return w
}

// hasNoEffect reports that enough inputs show no effect, and none in any warp shows one: what
// the one discards another may store.
func (r *replayer) hasNoEffect(fact *lanes.Fact, w *lanes.Witness, at unusedAt) bool {
	shown, values := 0, slices.Concat(undefinedValues, namedValues(w.Root))
	for i := range at.count {
		in := *w
		in.Warp = at.first + i
		more, same := r.showsNoEffect(fact, &in, values, max(1, unusedInputs-shown), at.count > 1)
		if !same {
			return false
		}
		shown += more
	}
	return shown >= unusedInputs
}

// showsNoEffect is how many of the wanted inputs bring the warp to the shuffle, and whether its
// value has an effect under none of them.
func (r *replayer) showsNoEffect(fact *lanes.Fact, w *lanes.Witness, values []func(lane int) uint64, wanted int, isOneOfMany bool) (shown int, same bool) {
	for i, a := range attempts(fact, w) {
		isHopeless := i == unusedAttempts || isOneOfMany && i == unusedMisses && shown == 0
		if isHopeless || r.leftForUnused <= 0 || shown == wanted {
			break
		}
		reached, same := r.compare(w, a, values)
		if !same {
			return shown, false
		}
		if reached {
			shown++
		}
	}
	return shown, true
}

// compare runs an input with each of the values for what is undefined, and with those that turn a comparison
// that came out the same with all, and reports whether the shuffle reads one, and whether all runs do the same.
func (r *replayer) compare(w *lanes.Witness, a attempt, values []func(lane int) uint64) (reached, same bool) {
	first := r.runUndefined(w, a, values[0])
	if !showsEffects(first) || !breaksSourceAt(first, w.Site) {
		return false, true
	}
	asked := newTurns(first)
	agrees := func(value func(lane int) uint64) bool {
		o := r.runUndefined(w, a, value)
		asked.add(o)
		return o.IsComplete() && o.Effects == first.Effects
	}
	for _, value := range values[1:] {
		if !agrees(value) {
			return true, false
		}
	}
	for _, value := range asked.values() {
		if !agrees(value) {
			return true, false
		}
	}
	return true, true
}

// runUndefined runs an input with a value for what is undefined at the shuffle.
func (r *replayer) runUndefined(w *lanes.Witness, a attempt, value func(lane int) uint64) *sim.Outcome {
	in := newSample(w, a).input()
	in.Steps = unusedSteps
	in.Undefined = func(site *cfg.Instr, lane int) (uint64, bool) { return value(lane), site == w.Site }
	o := sim.Run(in)
	r.leftForUnused -= o.Steps
	return o
}

// namedValues are numbers that a kernel, or what it calls, asks whether a value is one of.
func namedValues(root *cfg.Func) (values []func(int) uint64) {
	tried, seen := map[int64]bool{0: true}, map[*cfg.Func]bool{}
	var walk func(f *cfg.Func)
	walk = func(f *cfg.Func) {
		if seen[f] {
			return
		}
		seen[f] = true
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				if number, isNamed := equalNumber(in); isNamed && !tried[number] && len(values) < mostNamedValues {
					tried[number] = true
					values = append(values, func(int) uint64 { return uint64(number) })
				}
				if in.Callee != nil {
					walk(in.Callee)
				}
			}
		}
	}
	walk(root)
	return values
}

// equalNumber is the number that an instruction compares with.
func equalNumber(in *cfg.Instr) (int64, bool) {
	if in.Op != cfg.Binary || in.Operator != ast.EQ && in.Operator != ast.NE {
		return 0, false
	}
	i := slices.IndexFunc(in.Args, func(a *cfg.Instr) bool { return a.Op == cfg.Const })
	if i < 0 {
		return 0, false
	}
	return in.Args[i].Int, true
}

// showsEffects reports a run of which all effects are seen: nobody knows what a function of a library
// without a body does with what it is given.
func showsEffects(o *sim.Outcome) bool { return o.IsComplete() && len(o.Notes) == 0 }

func breaksSourceAt(o *sim.Outcome, site *cfg.Instr) bool {
	return slices.ContainsFunc(o.Violations, func(v sim.Violation) bool {
		return v.Kind == sim.SourceNotInMask && v.Rendezvous.Site == site
	})
}
