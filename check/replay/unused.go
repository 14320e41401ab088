package replay

import (
	"cmp"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/uses"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/sim"
	"github.com/warpcheck/warpcheck/warp"
)

// A shuffle yields an undefined value if its source lane does not take part. Package lanes may prove (lanes.Fact.UseOf)
// that this value never has an effect, or always has one. (Runs cannot prove that a value never has an effect.)
//
//	if (lane == 0) out[0] = v;           no effect if lane 0 has a defined value
//	if (threadIdx.x < n) out[t] = v;     an effect for some n
//
// If nothing is proved, or if the value has an effect for some inputs only, the machine looks for an input with an
// effect. It runs the kernel with several inputs and several undefined values, and compares the effects of the runs
// (sim.Outcome.Effects). Some of the undefined values are chosen to change a comparison (turned.go).
//
// A loop that is not unrolled may prevent a proof. A finding is still definite if each run shows an effect, and the
// launch alone decides which lanes reach this effect (package uses). An effect in one run is then an effect in all.

// undefinedValues lists the values that are tried as the undefined value, which the program may read as words or as
// floats: zero, large numbers of both signs, all bits set (NaN), and a different number in each lane. Constants in the
// code are tried as well (namedValues).
var undefinedValues = []func(lane int) uint64{
	func(int) uint64 { return 0 },
	func(int) uint64 { return 0x4b7fffff_4b7fffff },
	func(int) uint64 { return 0xcb7fffff_cb7fffff },
	func(int) uint64 { return ^uint64(0) },
	func(lane int) uint64 { return 0x9e3779b97f4a7c15 * uint64(lane+1) },
}

const (
	// unusedInputs is the number of inputs that are compared. An input counts only if a warp reaches the shuffle with
	// it. If there are several warps, one that misses the shuffle with its first unusedMisses inputs is skipped.
	unusedInputs = 4
	unusedMisses = 4
	// These bound the number of instructions that warps execute: unusedSteps in one run, placeUnusedSteps in all runs
	// for a shuffle, and unitUnusedSteps in all runs for a unit.
	unusedSteps      = 1 << 14
	placeUnusedSteps = 1 << 22
	unitUnusedSteps  = 1 << 24
	// mostNamedValues bounds the constants of a kernel that are tried because it compares values with them.
	mostNamedValues = 4
)

// unusedAt is a shuffle of a kernel in a block shape. The warps with the indices first to first+count-1 may reach the
// shuffle.
type unusedAt struct {
	root         *cfg.Func
	site         *cfg.Instr
	shape        warp.Shape
	first, count int
}

// useFound states whether an undefined value has an effect. example is an input that shows an effect, nil if none was
// found.
type useFound struct {
	use     rules.Use
	example *lanes.Witness
}

// useOf reports whether the undefined values of a verdict about a shuffle have an effect. If no proof and no run shows
// that they have none, it assumes an effect. For UsedBySome it also returns an example, an input with an effect. A
// potential verdict has an example only if the settings require that runs confirm potential verdicts.
func (r *replayer) useOf(fact *lanes.Fact, v *lanes.Verdict) (use rules.Use, example *lanes.Witness) {
	defer func() {
		if recover() != nil {
			use, example = rules.Used, nil
		}
	}()
	proved, likely := fact.UseOf(v)
	switch proved {
	case lanes.NeverUsed:
		return rules.Unused, nil
	case lanes.AlwaysUsed:
		return rules.Used, nil
	}
	w := inputOf(fact, v)
	switch {
	case !w.Shape.IsLaunchable(), proved == lanes.UseUnknown && v.Certainty == lanes.Potential && !r.confirms:
		return rules.Used, nil
	case v.Certainty == lanes.Potential && !r.confirms:
		return rules.UsedBySome, nil
	}
	at := unusedAt{w.Root, w.Site, w.Shape, w.Warp, 1}
	if v.Witness == nil && v.InWarp == nil {
		at.count = (w.Shape.Threads() + warp.Size - 1) / warp.Size
	}
	known, ok := r.uses[at]
	if !ok {
		known = r.lookForUse(fact, w, at, likely, proved == lanes.SometimesUsed)
		r.uses[at] = known
	}
	if proved == lanes.SometimesUsed {
		return rules.UsedBySome, known.example
	}
	return known.use, known.example
}

// inputOf returns the witness of a verdict. If the verdict has none, inputOf returns a default input, in the warp that
// the verdict names. If it names no warp, the input is in the first warp.
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

// tried counts the inputs that were run. shown counts the inputs with which a warp reaches the shuffle, and used counts
// the inputs among these that show an effect of the shuffle's value.
type tried struct {
	shown, used int
	example     *lanes.Witness
	// isEnough reports whether the search may stop after one input with an effect. end is the part of the budget that must
	// be left for others: the search stops when no more than end is left.
	isEnough bool
	end      int
}

// lookForUse tries inputs in all warps, because one warp may store a value that another one discards. If likely is not
// nil, it is an input that probably shows an effect, and is tried first. If isProved is true, one input with an effect
// is enough.
func (r *replayer) lookForUse(fact *lanes.Fact, w *lanes.Witness, site unusedAt, likely *lanes.Witness, isProved bool) useFound {
	effects := uses.Of(w.Root, w.Site)
	values := slices.Concat(undefinedValues, namedValues(w.Root))
	t := tried{isEnough: isProved || effects.ByLaunch, end: max(r.leftForUnused-placeUnusedSteps, 0)}
	if likely != nil && likely.Shape.IsLaunchable() {
		t.add(r.compare(likely, attempt{shape: likely.Shape, withWitness: true}, values))
	}
	for i := 0; i < site.count && !t.isDone(t.shown); i++ {
		in := *w
		in.Warp = site.first + i
		r.try(&t, fact, &in, values, site.count > 1)
	}
	return t.found(effects)
}

// found returns what the inputs show. If the launch alone decides which lanes reach each effect (effects.ByLaunch), one
// input with an effect shows that all inputs have one. If it decides this for some effects only, each input must show
// an effect. If no input reaches the shuffle, the value counts as used.
func (t *tried) found(effects uses.Effects) useFound {
	switch {
	case t.shown == 0, effects.ByLaunch && t.used > 0, effects.SomeByLaunch && t.used == t.shown:
		return useFound{rules.Used, t.example}
	}
	return useFound{rules.UsedBySome, t.example}
}

// isDone reports whether enough inputs of a warp were tried. Some input must show an effect. If one is not enough,
// unusedInputs inputs must also reach the shuffle. earlier is the number of inputs in shown from earlier warps.
func (t *tried) isDone(earlier int) bool {
	return t.used > 0 && (t.isEnough || t.shown-earlier >= unusedInputs)
}

// try runs inputs of a warp. If isOneOfMany is true, it gives up when none of the first unusedMisses inputs reaches the
// shuffle.
func (r *replayer) try(t *tried, fact *lanes.Fact, w *lanes.Witness, values []func(lane int) uint64, isOneOfMany bool) {
	before := t.shown
	for i, a := range append(attempts(fact, w), ofThreads(w)...) {
		isHopeless := isOneOfMany && i == unusedMisses && t.shown == before
		if isHopeless || r.leftForUnused <= t.end || t.isDone(before) {
			return
		}
		t.add(r.compare(w, a, values))
	}
}

// add records what the runs of an input show: whether they reach the shuffle, and whether the undefined value makes no
// difference (same). It keeps the first example.
func (t *tried) add(example *lanes.Witness, reached, same bool) {
	if reached {
		t.shown++
	}
	if reached && !same {
		t.used++
		t.example = cmp.Or(t.example, example)
	}
}

// ofThreads returns attempts with special arguments: the numbers of the warp's first threads, the number of threads,
// the constants of the kernel, and small numbers that get smaller from argument to argument.
func ofThreads(w *lanes.Witness) (list []attempt) {
	first := uint64(w.Warp * warp.Size)
	args := []uint64{first, first + 1, first + 2, uint64(w.Shape.Threads())}
	for _, named := range namedValues(w.Root) {
		args = append(args, named(0))
	}
	for _, arg := range args {
		for fill := range fills {
			list = append(list, attempt{shape: w.Shape, fill: fill, arg: arg})
		}
	}
	for n := range uint64(mostCounted) {
		list = append(list, attempt{shape: w.Shape, arg: n, isFalling: true})
	}
	return list
}

// compare runs an input with each of the undefined values in values. If a comparison has the same result in all these
// runs, compare also tries undefined values that may change the result. reached reports whether the first run reads an
// undefined value at the shuffle and shows all its effects. same reports whether all runs have the same effects.
func (r *replayer) compare(w *lanes.Witness, a attempt, values []func(lane int) uint64) (example *lanes.Witness, reached, same bool) {
	first, example := r.runUndefined(w, a, values[0])
	if !showsEffects(first) || !breaksSourceAt(first, w.Site) {
		return nil, false, true
	}
	asked := newDecisions(first)
	agrees := func(value func(lane int) uint64) bool {
		o, _ := r.runUndefined(w, a, value)
		asked.add(o)
		return o.IsComplete() && o.Effects == first.Effects
	}
	for _, value := range values[1:] {
		if !agrees(value) {
			return example, true, false
		}
	}
	for _, value := range asked.values() {
		if !agrees(value) {
			return example, true, false
		}
	}
	return nil, true, true
}

// runUndefined runs an input. value is the result of the shuffle in lanes where it is undefined.
func (r *replayer) runUndefined(w *lanes.Witness, a attempt, value func(lane int) uint64) (*sim.Outcome, *lanes.Witness) {
	s := newSample(w, a)
	in := s.input()
	in.Steps = unusedSteps
	in.Undefined = func(site *cfg.Instr, lane int) (uint64, bool) { return value(lane), site == w.Site }
	o := sim.Run(in)
	r.leftForUnused -= o.Steps
	return o, s.Witness
}

// namedValues returns constants with which a kernel, or a function that it calls, compares values.
func namedValues(root *cfg.Func) (values []func(int) uint64) {
	tried, seen := map[int64]bool{0: true}, map[*cfg.Func]bool{}
	var walk func(f *cfg.Func)
	walk = func(f *cfg.Func) {
		if seen[f] {
			return
		}
		seen[f] = true
		for _, b := range f.Blocks {
			for _, instr := range b.Instrs {
				if number, isNamed := equalNumber(instr); isNamed && !tried[number] && len(values) < mostNamedValues {
					tried[number] = true
					values = append(values, func(int) uint64 { return uint64(number) })
				}
				if instr.Callee != nil {
					walk(instr.Callee)
				}
			}
		}
	}
	walk(root)
	return values
}

// equalNumber returns the constant with which an instruction tests for equality. It returns false for other
// instructions.
func equalNumber(instr *cfg.Instr) (int64, bool) {
	if instr.Op != cfg.Binary || instr.Operator != operator.EQ && instr.Operator != operator.NE {
		return 0, false
	}
	i := slices.IndexFunc(instr.Args, func(a *cfg.Instr) bool { return a.Op == cfg.Const })
	if i < 0 {
		return 0, false
	}
	return instr.Args[i].Int, true
}

// showsEffects reports whether all effects of a run are known. They are not if it calls a library function without a
// body, which may do anything with its arguments.
func showsEffects(o *sim.Outcome) bool { return o.IsComplete() && len(o.Notes) == 0 }

func breaksSourceAt(o *sim.Outcome, site *cfg.Instr) bool {
	return slices.ContainsFunc(o.Violations, func(v sim.Violation) bool {
		return v.Kind == sim.SourceNotInMask && v.Rendezvous.Site == site
	})
}
