package lanes_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/internal/treetest"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/sim"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// The tests draw small kernels that depend on nothing but the thread and n & 3, so four runs of the concrete machine
// are all executions. It is then known of each collective whether a fault is definite, potential or absent. Without
// loops the verdict must be exactly that; with loops it must not be stronger.

// drawn is a kernel while it is drawn.
type drawn struct {
	treetest.Draw
	loops, votes, stores int
	// follows: conditions may test exchanged values.
	follows bool
}

// condition returns a condition that lanes, warps or executions differ in.
func (d *drawn) condition() string {
	simple := func() string {
		switch d.Rand.IntN(7) {
		case 0, 1:
			return fmt.Sprintf("lane %s %d", d.Of("<", ">=", "==", "!="), d.number(1, 4, 8, 16, 31))
		case 2:
			return fmt.Sprintf("(lane & %d) %s 0", d.number(1, 2, 16, 24), d.Of("==", "!="))
		case 3, 4:
			return fmt.Sprintf("m %s %d", d.Of("<", "==", ">", "!="), d.Rand.IntN(4))
		case 5:
			return d.Of("lane < 8 * m", "lane % 4 == m", "(lane >> m & 1) == 0", "lane - m < 16")
		}
		if d.follows {
			return d.Of("v > 5", "v == m", "v < lane", "u < 9", "(v & 4) == 0", "a[m] > 2", "u > v")
		}
		return "lane < 16"
	}
	switch d.Rand.IntN(5) {
	case 0:
		return simple() + " && " + simple()
	case 1:
		return simple() + " || " + simple()
	}
	return simple()
}

func (d *drawn) number(list ...int) int { return list[d.Rand.IntN(len(list))] }

// mask returns a mask that is right at some places.
func (d *drawn) mask() string {
	if d.votes > 0 && d.Rand.IntN(4) == 0 {
		return "b"
	}
	return d.Of("~0u", "~0u", "0xffffu", "0xffff0000u", "0x55555555u", "0xffu", "1u << lane", "lane < 16 ? 0xffffu : 0xffff0000u",
		"(1u << 8 * m) - 1u", "~0u << m", "m == 1 ? 0xffu : ~0u", "3u << (lane & 30)")
}

// collective returns a collective of the warp.
func (d *drawn) collective() string {
	switch d.Rand.IntN(6) {
	case 0, 1:
		return fmt.Sprintf("__syncwarp(%s);", d.mask())
	case 2:
		return fmt.Sprintf("v = __shfl_xor_sync(%s, v, %d, %s);", d.mask(), d.number(1, 2, 8, 16), d.Of("32", "32", "16", "8"))
	case 3:
		return fmt.Sprintf("v = __shfl_sync(%s, v, %s, 32);", d.mask(), d.Of("0", "m", "lane / 2", "lane + 1", "31"))
	case 4:
		return fmt.Sprintf("v = __shfl_%s_sync(%s, v, %s, %s);", d.Of("down", "up"), d.mask(), d.Of("1", "4", "m"), d.Of("32", "16"))
	}
	if condition := d.condition(); d.Rand.IntN(2) == 0 {
		d.votes++
		return fmt.Sprintf("b = __ballot_sync(%s, %s);", d.mask(), condition)
	}
	return fmt.Sprintf("v = __any_sync(%s, v == %d);", d.mask(), d.Rand.IntN(3))
}

// statements returns statements nested up to a depth; leaf returns statements without nesting.
func (d *drawn) statements(depth int, leaf func() string) string {
	var all strings.Builder
	for range 1 + d.Rand.IntN(2) {
		all.WriteString(d.statement(depth, leaf))
	}
	return all.String()
}

func (d *drawn) statement(depth int, leaf func() string) string {
	if depth == 0 {
		return leaf() + "\n"
	}
	inner := func() string { return d.statements(depth-1, leaf) }
	switch d.Rand.IntN(10) {
	case 0, 1:
		return fmt.Sprintf("if (%s) {\n%s}\n", d.condition(), inner())
	case 2, 3:
		return fmt.Sprintf("if (%s) {\n%s} else {\n%s}\n", d.condition(), inner(), inner())
	case 4:
		return fmt.Sprintf("if (%s) return;\n", d.condition())
	case 5:
		return fmt.Sprintf("switch (lane %% 3) { case 0: %scase 1: %sbreak; default: %s}\n", inner(), inner(), inner())
	case 6:
		if d.loops >= 0 {
			d.loops++
			return fmt.Sprintf("for (int i%d = 0; i%d < %s; i%d++) {\n%s}\n", d.loops, d.loops, d.Of("m", "lane % 3", "m + 1"), d.loops, inner())
		}
	}
	return leaf() + "\n"
}

// value returns an expression for a word.
func (d *drawn) value(depth int) string {
	if depth == 0 || d.Rand.IntN(4) == 0 {
		return d.Of("lane", "m", "v", "u", "a[m]", "a[lane & 3]", fmt.Sprint(d.number(0, 1, 3, 5, 31, 100)))
	}
	one, other := d.value(depth-1), d.value(depth-1)
	switch d.Rand.IntN(6) {
	case 0, 1:
		return fmt.Sprintf("(%s %s %s)", one, d.Of("+", "-", "&", "|", "^", "<", "==", "&&", ">="), other)
	case 2:
		return fmt.Sprintf("(%s %s %d)", one, d.Of("*", "/", "%"), d.number(2, 3, 4, 8, 16))
	case 3:
		return fmt.Sprintf("(%s %s %s)", one, d.Of("<<", ">>"), d.Of("1", "2", "5", "m"))
	case 4:
		return fmt.Sprintf("%s(%s)", d.Of("__popc", "__ffs", "__clz", "__brev", "-", "~", "!"), one)
	}
	return fmt.Sprintf("(%s ? %s : %s)", d.condition(), one, other)
}

// computation returns an assignment.
func (d *drawn) computation() string {
	switch d.Rand.IntN(8) {
	case 0, 1:
		return fmt.Sprintf("v = %s;", d.value(2))
	case 2:
		return fmt.Sprintf("u = %s;", d.value(2))
	case 3:
		return fmt.Sprintf("a[%s & 3] = %s;", d.value(1), d.value(1))
	case 4:
		return fmt.Sprintf("v = %s(v, %s);", d.Of("less", "meet"), d.value(1))
	case 5:
		return fmt.Sprintf("change(%s, %s);", d.Of("&v", "&a[1]", "&a[m]"), d.value(1))
	}
	return d.collective()
}

// functions are called by computations.
const functions = `
__device__ int less(int x, int y) { if (x > y) return x - y; return y + 3; }
__device__ void change(int *p, int by) { *p = *p * 2 + by; }
__device__ int meet(int x, int y) { if (y & 1) return x; __syncwarp(~0u); return x + y; }
`

// around returns a kernel with the statements.
func around(statements string) string {
	return functions + "__global__ void k(int *d, int n) {\n  int lane = threadIdx.x & 31, m = n & 3, v = lane, a[4];\n  unsigned b = ~0u, u = lane;\n" +
		"for (int i = 0; i < 4; i++) a[i] = i;\n" + statements + "  d[threadIdx.x] = v + b + u + a[m];\n}"
}

// verdict is what is true of a site, or what the interpreter states.
type verdict int

const (
	right verdict = iota
	potential
	definite
)

func (v verdict) String() string { return [...]string{"right", "potential", "definite"}[v] }

// place is an instruction with the calls on the path to it.
type place struct {
	site *cfg.Instr
	path string
}

func placeOf(site *cfg.Instr, path []source.Pos) place { return place{site, fmt.Sprint(path)} }

// asked is a question about a place.
type asked struct {
	about string
	at    place
}

// truth is what happens in all executions.
type truth struct {
	reached map[place]int
	broken  map[asked]int
	// late are collectives that some execution reaches after a fault, or together with one.
	late map[place]bool
	// shown are the faults of all executions, except races.
	shown map[asked][]picture
	// isBroken: there is a fault. The values of the lanes after the fault are not known.
	isBroken bool
}

// truthOf returns the truth about a kernel. see adds what one execution reaches, breaks, and reaches late.
func truthOf(t *testing.T, fn *cfg.Func, model warp.Model, see func(*sim.Outcome, *execution)) truth {
	t.Helper()
	all := truth{map[place]int{}, map[asked]int{}, map[place]bool{}, map[asked][]picture{}, false}
	for m := range uint64(4) {
		out := sim.Run(sim.Input{Func: fn, Shape: oneWarp, Model: model, Args: map[string]uint64{"n": m}, Races: true})
		if !out.IsComplete() {
			t.Fatal("the machine does not come to an end")
		}
		e := &execution{map[place]bool{}, map[asked]bool{}, all.late, all.shown}
		see(out, e)
		for at := range e.reached {
			all.reached[at]++
		}
		for q := range e.broken {
			all.broken[q]++
		}
		all.isBroken = all.isBroken || len(out.Violations) > 0
	}
	return all
}

var oneWarp = warp.Shape{warp.Size, 1, 1}

// execution is what happens in one execution.
type execution struct {
	reached map[place]bool
	broken  map[asked]bool
	late    map[place]bool
	shown   map[asked][]picture
}

// picture is what is shown of a fault: the lanes that offend, arrive, have exited and are elsewhere.
type picture struct{ lanes, arrives, exited, elsewhere warp.Lanes }

// isOneOf reports whether p shows a fault in the list. p may leave out some of the fault's offending lanes.
func (p picture) isOneOf(list []picture) bool {
	return slices.ContainsFunc(list, func(q picture) bool {
		some := p.lanes&^q.lanes == 0 && p.lanes != 0
		q.lanes = p.lanes
		return some && p == q
	})
}

// seeCollectives adds which rules a run breaks at which collectives.
func seeCollectives(out *sim.Outcome, e *execution) {
	first := len(out.Rendezvous)
	if len(out.Violations) > 0 {
		first = slices.Index(out.Rendezvous, out.Violations[0].Rendezvous)
	}
	for n, r := range out.Rendezvous {
		at := placeOf(r.Site, r.Path)
		e.reached[at] = true
		if n > first {
			e.late[at] = true
		}
	}
	for _, v := range out.Violations {
		r := v.Rendezvous
		q := asked{v.Kind.String(), placeOf(r.Site, r.Path)}
		e.broken[q] = true
		offend := warp.Lanes(0) // all lanes together: the machine may report each lane by itself
		for _, w := range out.Violations {
			if w.Kind == v.Kind && w.Rendezvous == r {
				offend |= w.Lanes
			}
		}
		e.shown[q] = append(e.shown[q], picture{offend, r.Converged, r.Exited, warp.All &^ r.Converged &^ r.Exited})
	}
}

// seeAccesses adds which accesses of a run race with earlier ones. A broken collective may order nothing.
func seeAccesses(out *sim.Outcome, e *execution) {
	for _, touch := range out.Touches {
		at := placeOf(touch.Site, touch.Path)
		e.reached[at] = true
		if len(out.Violations) > 0 {
			e.late[at] = true
		}
	}
	for _, r := range out.Races() {
		e.broken[asked{race, placeOf(r.Later.Site, r.Later.Path)}] = true
	}
}

// kernelOf returns the kernel of a program.
func kernelOf(program *cfg.Program) *cfg.Func {
	return program.Roots[slices.IndexFunc(program.Roots, func(f *cfg.Func) bool { return f.Kernel })]
}

// race is the name of the question about accesses.
const race = "race"

// of returns the right verdict on a question; false if there is no such question.
func (all truth) of(q asked, isExact bool) (verdict, bool) {
	reached, broken := all.reached[q.at], all.broken[q]
	switch {
	case all.late[q.at], reached == 0 && (all.isBroken || !isExact):
		return right, false
	case broken == 0:
		return right, true
	case broken < reached:
		return potential, true
	}
	return definite, true
}

// collectiveQuestions and accessQuestions are the questions about a site, by their names in the machine.
var (
	collectiveQuestions = map[string]func(*lanes.Fact) []lanes.Verdict{
		sim.NotParticipating.String(): (*lanes.Fact).NotParticipating, sim.DivergentMask.String(): (*lanes.Fact).DivergentMask,
		sim.NotInMask.String(): (*lanes.Fact).NotInMask, sim.SourceNotInMask.String(): (*lanes.Fact).SourceNotInMask,
	}
	accessQuestions = map[string]func(*lanes.Fact) []lanes.Verdict{race: (*lanes.Fact).MissingSyncwarp}
)

// said returns the verdicts of the interpreter.
func said(program *cfg.Program, questions map[string]func(*lanes.Fact) []lanes.Verdict, options lanes.Options) (map[asked]answer, error) {
	result := map[asked]answer{}
	var open error
	options.Shapes = func(*cfg.Func) []warp.Shape { return []warp.Shape{oneWarp} }
	options.Skip = func(f *cfg.Func) bool { return !f.Kernel }
	options.See = func(facts []*lanes.Fact) {
		for _, f := range facts {
			if f.IsOfAccess() != options.Races {
				continue
			}
			for about, ask := range questions {
				for _, v := range ask(f) {
					switch q := (asked{about, placeOf(f.Site, f.Context.Path)}); v.Certainty {
					case lanes.Definite:
						result[q] = answer{definite, pictureOf(&v)}
					case lanes.Potential:
						if result[q].verdict == right {
							result[q] = answer{potential, pictureOf(&v)}
						}
					default:
						open = fmt.Errorf("%s at line %d is undecided", about, f.Site.Pos.Line)
					}
				}
			}
		}
	}
	if r := lanes.Analyze(program, options); len(r.Notes) > 0 {
		return nil, fmt.Errorf("not analysed: %v", r.Notes)
	}
	return result, open
}

// answer is a verdict with its picture.
type answer struct {
	verdict
	picture
}

func pictureOf(v *lanes.Verdict) picture {
	return picture{v.Lanes, v.Arrives, v.Exited, v.Elsewhere}
}

// compare returns an error for the first question on which the verdict about a kernel differs from the truth over all
// its executions.
func compare(all truth, got map[asked]answer, questions map[string]func(*lanes.Fact) []lanes.Verdict, isExact bool) error {
	for at := range all.reached {
		for about := range questions {
			if q := (asked{about, at}); got[q].verdict == right {
				got[q] = answer{} // a question without a verdict is compared too
			}
		}
	}
	for q, told := range got {
		want, known := all.of(q, isExact)
		if known && told.verdict != want && (isExact && !all.isBroken || told.verdict != potential) { // potential is allowed in a loop, or behind a fault
			return fmt.Errorf("%v at line %d is called %v and is %v", q.about, q.at.site.Pos.Line, told.verdict, want)
		}
		if known && told.verdict != right && isExact && q.about != race && // of many races the machine reports the first
			!told.picture.isOneOf(all.shown[q]) {
			return fmt.Errorf("%v at line %d: no execution is as %+v: %+v", q.about, q.at.site.Pos.Line, told.picture, all.shown[q])
		}
	}
	return nil
}

// TestVerdictsOfAllExecutions compares verdicts on collectives with all possible executions.
func TestVerdictsOfAllExecutions(t *testing.T) { compareVerdicts(t, 0, 200, (*drawn).collective) }

// TestComputedVerdicts does the same for kernels that compute more.
func TestComputedVerdicts(t *testing.T) { compareVerdicts(t, 2, 400, (*drawn).computation) }

func compareVerdicts(t *testing.T, kind, programs uint64, leaf func(*drawn) string) {
	session := smt.NewSession()
	for seed := range programs {
		d := &drawn{Draw: treetest.NewDraw(seed, kind), loops: -1, follows: true}
		if seed%4 == 0 {
			d.loops = 0
		}
		source, model := around(d.statements(2, func() string { return leaf(d) })), warp.Model(seed%3)
		program := treetest.Program(t, source)
		got, err := said(program, collectiveQuestions, lanes.Options{Model: model, Session: session})
		if err == nil {
			err = compare(truthOf(t, kernelOf(program), model, seeCollectives), got, collectiveQuestions, d.loops < 1)
		}
		if err != nil {
			t.Fatalf("seed %d, %v: %v\n%s", seed, model, err, source)
		}
	}
}

// access returns an access to shared memory, or a statement that orders accesses.
func (d *drawn) access() string {
	switch d.Rand.IntN(8) {
	case 0, 1, 2:
		d.stores++ // whether two computed values are equal may be undecided
		return fmt.Sprintf("s[%s] = %d;", d.index(), d.stores%8)
	case 3, 4, 5:
		return fmt.Sprintf("v += s[%s];", d.index())
	case 6:
		return "__syncthreads();"
	}
	return fmt.Sprintf("__syncwarp(%s);", d.Of("~0u", "~0u", "~0u", "lane < 16 ? 0xffffu : 0xffff0000u", "1u << lane", "3u << (lane & 30)"))
}

func (d *drawn) index() string {
	return d.Of("lane", "lane", "lane ^ 1", "lane ^ m", "31 - lane", "lane / 2", "lane + 1", "0", "m", "lane + 32", "(lane + m) % 32", "2 * lane", "2 * lane + 1")
}

// TestRacesOfAllExecutions compares verdicts on accesses to shared memory with all possible executions.
func TestRacesOfAllExecutions(t *testing.T) {
	const programs = 200
	session := smt.NewSession()
	for seed := range uint64(programs) {
		d := &drawn{Draw: treetest.NewDraw(seed, 1), loops: -1}
		source, model := around("__shared__ int s[64];\n"+d.statements(2, d.access)), warp.Independent
		program := treetest.Program(t, source)
		got, err := said(program, accessQuestions, lanes.Options{Model: model, Session: session, Races: true})
		if err == nil {
			err = compare(truthOf(t, kernelOf(program), model, seeAccesses), got, accessQuestions, true)
		}
		if err != nil {
			t.Fatalf("seed %d, %v: %v\n%s", seed, model, err, source)
		}
	}
}
