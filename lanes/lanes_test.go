package lanes_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/lanes/exec"
	"github.com/warpcheck/warpcheck/warp"
)

const (
	evenLanes warp.Lanes = 0x55555555
	lowLanes  warp.Lanes = 0x0000ffff
)

// analyse interprets a kernel with the given body in its one context.
func analyse(t *testing.T, body string, opts lanes.Options) []*lanes.Fact {
	t.Helper()
	source := "__global__ void kernel(const int *d, int *out, int *next, int n) {\n" +
		"int lane = threadIdx.x & 31;\nint v = lane;\n" + body + "\nout[threadIdx.x] = v;\n}\n"
	result := lanes.Analyze(lower(t, source), opts)
	for _, note := range result.Notes {
		t.Errorf("%d: %s", note.Pos.Line, note.Reason)
	}
	return result.Facts
}

// inBlock returns the options for one block shape.
func inBlock(threads int) lanes.Options {
	return lanes.Options{Shapes: func(*cfg.Func) []warp.Shape { return []warp.Shape{{threads, 1, 1}} }}
}

// only returns the one verdict on a question.
func only(t *testing.T, verdicts []lanes.Verdict) lanes.Verdict {
	t.Helper()
	if len(verdicts) != 1 {
		t.Fatalf("%d verdicts, want one", len(verdicts))
	}
	return verdicts[0]
}

// TestPictures checks which lanes arrive, are elsewhere or have exited at a kernel's last collective.
func TestPictures(t *testing.T) {
	for _, c := range []struct {
		name, body                        string
		lanes, arrives, elsewhere, exited warp.Lanes
		splits                            int
	}{
		{"the others pass by", "if (lane < 16) __syncwarp();",
			^lowLanes, lowLanes, ^lowLanes, 0, 1},
		{"some have exited", "if (lane % 2) return; if (lane < 16) __syncwarp();",
			evenLanes &^ lowLanes, evenLanes & lowLanes, evenLanes &^ lowLanes, ^evenLanes, 2},
		{"another class does not meet", "if (lane < 16) v = __any_sync(~0u, v); else __syncwarp();",
			lowLanes, ^lowLanes, lowLanes, 0, 1},
		{"the early iterations of a loop", "for (int i = 0; i < 2; i++) if (lane < 16 * i) __syncwarp();",
			^lowLanes, lowLanes, ^lowLanes, 0, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			facts := analyse(t, c.body, inBlock(32))
			v := only(t, facts[len(facts)-1].NotParticipating())
			got := [4]warp.Lanes{v.Lanes, v.Arrives, v.Elsewhere, v.Exited}
			if want := [4]warp.Lanes{c.lanes, c.arrives, c.elsewhere, c.exited}; got != want {
				t.Errorf("offend, arrive, elsewhere, exited: %v, want %v", got, want)
			}
			if v.Certainty != lanes.Definite || len(v.Splits) != c.splits {
				t.Errorf("certainty %v, splits %v", v.Certainty, v.Splits)
			}
		})
	}
}

// TestLaunchBounds checks that no witness has a larger block than the kernel's bound.
func TestLaunchBounds(t *testing.T) {
	for _, c := range []struct {
		bound int
		cond  string
	}{
		{5, "threadIdx.x > 0"},
		{32, "threadIdx.x < n"},
		{100, "threadIdx.x < 65"},
		{128, "threadIdx.y == 1 && threadIdx.z == 1 && threadIdx.x < n"},
		{256, "threadIdx.y == 3 && threadIdx.x >= 40"},
	} {
		source := fmt.Sprintf("__global__ void __launch_bounds__(%d) kernel(int n, unsigned m) { if (%s) __syncwarp(m); }",
			c.bound, c.cond)
		verdict := only(t, lanes.Analyze(lower(t, source), lanes.Options{}).Facts[0].NotParticipating())
		if verdict.Witness == nil || verdict.Witness.Shape.Threads() > c.bound {
			t.Errorf("at most %d threads: witness %+v", c.bound, verdict.Witness)
		}
	}
}

// TestWitnessNamesMemory checks that the objects in a witness are objects that the machine knows, also if a pointer was
// chosen or read from memory.
func TestWitnessNamesMemory(t *testing.T) {
	for _, c := range []struct{ pointer, object string }{
		{"n > 0 ? d : next + 5", "d"},
		{"n == 0 ? d : next + 5", "next"},
		{"*(n > 0 ? (int *const *)d : (int *const *)next)", "d@0"},
	} {
		facts := analyse(t, "const int *p = "+c.pointer+"; if (n == 1 && p[lane] > n) __syncwarp();", inBlock(32))
		verdict := only(t, facts[0].NotParticipating())
		named := slices.ContainsFunc(verdict.Witness.Memory, func(m lanes.MemoryValue) bool {
			return m.Object == c.object && m.Value != 0
		})
		if !named {
			t.Errorf("%s: the witness says nothing of %s: %v", c.pointer, c.object, verdict.Witness.Memory)
		}
	}
}

// TestSilence lists kernels about which no question has an answer, because the interpreter knows something exactly.
func TestSilence(t *testing.T) {
	for _, c := range []struct{ name, body string }{
		{"a ballot is its guard",
			"unsigned m = __ballot_sync(~0u, d[lane] > 0); if (d[lane] > 0) __syncwarp(m);"},
		{"the complement of a ballot is the other side",
			"unsigned m = __ballot_sync(~0u, v < d[lane]); if (v < d[lane]) __syncwarp(m); else __syncwarp(~m);"},
		{"i - lane is uniform in a strided loop",
			"for (int i = lane; i - lane < n; i += 32) __syncwarp();"},
		{"the lowest lane of a mask is in it",
			"unsigned m = __ballot_sync(~0u, d[lane] > 0);" +
				"if (d[lane] > 0) v = __shfl_sync(m, v, __ffs(m) - 1);"},
		{"a queue's lanes leave together",
			"int i = 0; for (;;) { if (lane == 0) i = atomicAdd(next, 1);" +
				"i = __shfl_sync(~0u, i, 0); if (i >= n) break; }"},
		{"the set of lanes still in a loop",
			"unsigned m = ~0u; while (m = __ballot_sync(m, v < d[lane]), v < d[lane]) v++;"},
		{"a group of equal values",
			"unsigned m = __match_any_sync(~0u, d[lane]); __syncwarp(m);"},
		{"two sides of one class and mask meet",
			"if (lane < 16) v = __any_sync(~0u, v); else v = __any_sync(~0u, 1);"},
		{"a bound of whole rows",
			"for (int i = threadIdx.x; i < (n + 31) / 32 * 32; i += 32) __syncwarp();"},
		{"the side of a ballot that a lane is on",
			"unsigned yes = __ballot_sync(~0u, v < d[lane]), mine = v < d[lane] ? yes : ~yes;" +
				"if (v < d[lane]) __syncwarp(mine);"},
		{"a lane number that both sides add",
			"for (int i = n + lane; i < d[0] + lane; i++) __syncwarp();"},
		{"a member by its rank",
			"unsigned m = __ballot_sync(~0u, d[lane] > 0), at = __fns(m, 0, n);" +
				"if (d[lane] > 0 && at < 32) v = __shfl_sync(m, v, at);"},
		{"exited lanes may be named", "if (lane >= n) return; __syncwarp();"},
	} {
		t.Run(c.name, func(t *testing.T) {
			facts := analyse(t, c.body, lanes.Options{})
			if len(facts) == 0 {
				t.Fatal("no facts")
			}
			for _, v := range askAll(facts) {
				t.Errorf("lanes %v, mask %#x, certainty %v: %+v", v.Lanes, v.Mask, v.Certainty, v)
			}
		})
	}
}

// TestModels checks what only some models forbid: sides of a branch that meet, exited lanes.
func TestModels(t *testing.T) {
	for _, c := range []struct {
		name, body string
		offenders  map[warp.Model]warp.Lanes
	}{
		{"two sides", "if (lane < 16) v = __any_sync(~0u, v); else v = __any_sync(~0u, 1);",
			map[warp.Model]warp.Lanes{warp.Lockstep: ^lowLanes, warp.Strict: ^lowLanes}},
		{"exited", "if (lane >= 16) return; __syncwarp();",
			map[warp.Model]warp.Lanes{warp.Lockstep: ^lowLanes}},
	} {
		for _, model := range []warp.Model{warp.Independent, warp.Lockstep, warp.Strict} {
			t.Run(fmt.Sprint(c.name, "/", model), func(t *testing.T) {
				facts := analyse(t, c.body, lanes.Options{Model: model})
				var offenders warp.Lanes
				for _, v := range facts[0].NotParticipating() {
					offenders |= v.Lanes
				}
				if offenders != c.offenders[model] {
					t.Errorf("offenders %v, want %v", offenders, c.offenders[model])
				}
			})
		}
	}
}

// TestIterations counts executions: a loop with a known bound is unrolled and each iteration is exact; one with an
// unknown bound is summarised by a single iteration.
func TestIterations(t *testing.T) {
	for _, c := range []struct {
		name, body string
		facts      int
	}{
		{"a constant bound", "for (int o = 16; o > 0; o /= 2) v += __shfl_down_sync(~0u, v, o);", 5},
		{"a bound per lane that is known", "for (int i = lane; i < 96; i += 32) __syncwarp();", 3},
		{"a uniform unknown bound", "for (int i = 0; i < n; i++) __syncwarp();", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			facts := analyse(t, c.body, lanes.Options{})
			if len(facts) != c.facts {
				t.Errorf("%d facts, want %d", len(facts), c.facts)
			}
			for _, f := range facts {
				if !f.Imprecision.IsNone() || len(f.NotParticipating()) > 0 {
					t.Errorf("not exact: %q, %v", f.Imprecision.Reason, f.NotParticipating())
				}
			}
		})
	}
}

// TestCertainty checks what makes a verdict definite, and what prevents that.
func TestCertainty(t *testing.T) {
	for _, c := range []struct {
		name, body string
		opts       lanes.Options
		want       lanes.Certainty
	}{
		{"in every warp", "if (lane < 16) __syncwarp();", lanes.Options{}, lanes.Definite},
		{"for some data", "if (d[lane] > 0) __syncwarp();", inBlock(32), lanes.Potential},
		{"always in one warp of a known block", "if (threadIdx.x < 48) __syncwarp();", inBlock(64), lanes.Definite},
		{"in one warp of an unknown block", "if (threadIdx.x < 48) __syncwarp();", lanes.Options{}, lanes.Potential},
		{"not in a likely block of rows of 16", "v = threadIdx.y; if (lane < 16) __syncwarp();",
			lanes.Options{}, lanes.Potential},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := only(t, analyse(t, c.body, c.opts)[0].NotParticipating())
			if v.Certainty != c.want {
				t.Errorf("certainty %v, want %v: %+v", v.Certainty, c.want, v)
			}
			if (v.Witness == nil) != (c.want == lanes.Definite) {
				t.Errorf("witness %+v", v.Witness)
			}
		})
	}
}

// TestDefiniteExample: a definite verdict whose lanes and masks depend on data has one execution as its example.
func TestDefiniteExample(t *testing.T) {
	body := "unsigned m = __match_any_sync(~0u, d[lane] & 1); if (lane == __ffs(m) - 1) __syncwarp(m);"
	facts := analyse(t, body, inBlock(32))
	v := only(t, facts[len(facts)-1].NotParticipating())
	if v.Certainty != lanes.Definite || v.Witness == nil || v.Lanes&warp.Lanes(v.Mask) == 0 {
		t.Errorf("%+v", v)
	}
}

// TestWitness checks the one input that the condition allows.
func TestWitness(t *testing.T) {
	body := "if (n == 77 && d[3] == 5 && blockIdx.x == 9 && lane < d[0]) v = __shfl_sync(~0u, v, 0);"
	fact := analyse(t, body, inBlock(64))[0]
	v := only(t, fact.NotParticipating())
	w := v.Witness
	if w == nil {
		t.Fatalf("no witness: %+v", v)
	}
	if want := []lanes.ArgValue{{Name: "n", Value: 77, Signed: 32}}; !reflect.DeepEqual(w.Args, want) {
		t.Errorf("arguments %v, want %v", w.Args, want)
	}
	cells := map[int64]uint64{}
	for _, m := range w.Memory {
		if m.Object != "d" || m.Size != 4 {
			t.Errorf("a cell that the kernel does not read: %+v", m)
		}
		cells[m.Offset] = m.Value
	}
	bound := int32(cells[0])
	if cells[12] != 5 || bound < 1 || bound > 31 {
		t.Errorf("memory %v", w.Memory)
	}
	if want := warp.Lanes(1)<<bound - 1; v.Arrives != want || v.Lanes != ^want {
		t.Errorf("with d[0] = %d lanes %v arrive and %v offend", bound, v.Arrives, v.Lanes)
	}
	if w.Shape != (warp.Shape{64, 1, 1}) || w.Site != fact.Site || w.Special[cfg.CtaidX] != 9 {
		t.Errorf("shape %v, site %v, registers %v", w.Shape, w.Site, w.Special)
	}
}

// TestApproximateReason: a verdict that rests on an imprecise value states that.
func TestApproximateReason(t *testing.T) {
	body := "int i = 0; asm(\"mystery %0;\" : \"=r\"(i)); if (i == 4 && lane < 16) __syncwarp();"
	result := lanes.Analyze(lower(t, "__global__ void kernel() { int lane = threadIdx.x & 31; "+body+"}"), inBlock(32))
	v := only(t, result.Facts[0].NotParticipating())
	if v.Certainty != lanes.Potential || v.Reservation.String() != "not shown to be reached: it depends on a value that is not computed" {
		t.Errorf("certainty %v, %v", v.Certainty, v.Reservation)
	}
	if len(result.Notes) == 0 {
		t.Error("no note")
	}
}

// TestHeavyLoop: the summary of a loop is kept if unrolling the loop fails afterwards.
func TestHeavyLoop(t *testing.T) {
	work := "v++;"
	for depth := range 5 {
		work = fmt.Sprintf("for (int a%[1]d = 0; a%[1]d < d[%[1]d]; a%[1]d++) { %[2]s v++; }", depth, work)
	}
	facts := analyse(t, "unsigned m = ~0u; for (int i = 0; d[i] > 0; i++) { __syncwarp(m); m >>= 1;"+work+"}",
		inBlock(32))
	if v := only(t, facts[len(facts)-1].NotInMask()); v.Certainty != lanes.Potential {
		t.Errorf("certainty %v", v.Certainty)
	}
}

// TestBudget: a root that is not finished has no facts, and a note that states that.
func TestBudget(t *testing.T) {
	p := lower(t, kernel(repeat(20, "v += %[1]d;"), "__syncwarp(v);"))
	r := lanes.Analyze(p, lanes.Options{Steps: 30})
	if len(r.Facts) != 0 || len(r.Notes) != 1 || !r.Notes[0].Budget {
		t.Errorf("%d facts, notes %v", len(r.Facts), r.Notes)
	}
}

// TestWorkBudget: a root that takes too much work has no facts, or its facts are undecided if no work was left for
// their questions. A note states that, and the next root is analysed.
func TestWorkBudget(t *testing.T) {
	p := lower(t, kernel("if (d[lane] * d[lane + 32] % 7 == d[lane + 64]) __syncwarp(__ballot_sync(~0u, v > n));")+
		"__global__ void next() { __syncwarp(); }")
	analyse := func(work int) (*lanes.Result, []*lanes.Fact) {
		var undecided []*lanes.Fact
		r := lanes.Analyze(p, lanes.Options{Work: work, See: func(facts []*lanes.Fact) {
			askAll(facts)
			for _, f := range facts {
				if f.Undecided {
					undecided = append(undecided, f)
				}
			}
		}})
		return r, undecided
	}
	whole, _ := analyse(0)
	if len(whole.Notes) != 0 || whole.Roots != 2 {
		t.Fatalf("%d roots, notes %v", whole.Roots, whole.Notes)
	}
	for _, c := range []struct{ work, facts, undecided int }{
		{whole.Work / 100, 1, 0}, {whole.Work - 1, len(whole.Facts), 1}, {2 * whole.Work, len(whole.Facts), 0}} {
		r, undecided := analyse(c.work)
		if len(r.Facts) != c.facts || len(undecided) < c.undecided {
			t.Errorf("work %d: %d facts, %d undecided, want %d and %d", c.work, len(r.Facts), len(undecided), c.facts, c.undecided)
		}
		if ended := len(r.Notes) == 1 && r.Notes[0].Budget && r.Notes[0].Root.Name == "kernel"; ended != (c.work < whole.Work) {
			t.Errorf("work %d: notes %v", c.work, r.Notes)
		}
	}
}

// TestHardQuestion: a question that takes too much work leaves work for the other questions.
func TestHardQuestion(t *testing.T) {
	p := lower(t, kernel("if (d[lane] * d[lane + 32] % 7 == d[lane + 64]) __syncwarp(__ballot_sync(~0u, v * d[lane + 96] % 11 > n));",
		"if (lane == 3) __syncwarp();"))
	analyse := func(work int) (undecided, definite bool, r *lanes.Result) {
		r = lanes.Analyze(p, lanes.Options{Work: work, See: func(facts []*lanes.Fact) {
			definite = slices.ContainsFunc(askAll(facts), func(v lanes.Verdict) bool { return v.Certainty == lanes.Definite })
			undecided = slices.ContainsFunc(facts, func(f *lanes.Fact) bool { return f.Undecided })
		}})
		return undecided, definite, r
	}
	_, _, whole := analyse(0)
	if undecided, definite, r := analyse(whole.Work * 7 / 8); !undecided || !definite || len(r.Notes) != 1 {
		t.Errorf("undecided %v, definite %v, notes %v", undecided, definite, r.Notes)
	}
}

// TestWorkOfUnit: once the roots of a program have taken all the work that they may together, the remaining roots are
// not analysed, and each has a note.
func TestWorkOfUnit(t *testing.T) {
	p := lower(t, "__global__ void a() { __syncwarp(); } __global__ void b() { __syncwarp(); } __global__ void c() { __syncwarp(); }")
	whole := lanes.Analyze(p, lanes.Options{})
	r := lanes.Analyze(p, lanes.Options{AllWork: whole.Work + 1})
	ended := func(n lanes.Note) bool { return n.Budget && n.Reason != "" }
	if whole.Roots != 3 || r.Roots != 2 || len(r.Notes) != 2 || !ended(r.Notes[0]) || !ended(r.Notes[1]) {
		t.Errorf("%d of %d roots, notes %v", r.Roots, whole.Roots, r.Notes)
	}
}

// TestEffort: an effort raises the limits that an analysis ends at by default, and no limit that is given.
func TestEffort(t *testing.T) {
	const whole = "__global__ void k(int *o) { o[0] = __shfl_sync(~0u, o[1], 0); }"
	p := lower(t, whole)
	one, given := 0, lanes.Analyze(p, lanes.Options{Work: 1, Effort: 8})
	if len(given.Notes) != 1 || !given.Notes[0].Limited || given.Notes[0].Judged {
		t.Errorf("a limit that is given: %v", given.Notes)
	}
	for effort := range exec.Effort(3) {
		lanes.Analyze(p, lanes.Options{Effort: effort, See: func(facts []*lanes.Fact) { one += len(facts) }})
		if most := exec.NewMeter(1, effort).MaxTaken; most != max(int(effort), 1)*exec.NewMeter(1, 1).MaxTaken {
			t.Errorf("%d bytes of terms with effort %d", most, effort)
		}
	}
	if one != 3 {
		t.Errorf("%d facts in three analyses", one)
	}
}

// TestWorkOfInstances: the instances of one template leave a part of the work, so that a function behind them is
// analysed.
func TestWorkOfInstances(t *testing.T) {
	source := "template <int N> __global__ void many() { __syncwarp(); }\n__global__ void other() { __syncwarp(); }\nvoid host() {"
	for i := range 8 {
		source += fmt.Sprintf(" many<%d><<<1, 32>>>();", i)
	}
	p := lower(t, source+" other<<<1, 32>>>(); }")
	whole := lanes.Analyze(p, lanes.Options{})
	r := lanes.Analyze(p, lanes.Options{AllWork: 6 * whole.Work})
	var seen []string
	for _, f := range r.Facts {
		seen = append(seen, f.Context.Root.Name)
	}
	if whole.Roots != 9 || len(seen) == 9 || len(r.Notes) == 0 || !slices.Contains(seen, "other") {
		t.Errorf("%d of %d roots, facts in %v, notes %v", r.Roots, whole.Roots, seen, r.Notes)
	}
}

// TestWorkOfWarps: the look at single warps may run out of work at any point; then only its answer is missing.
func TestWorkOfWarps(t *testing.T) {
	p := lower(t, kernel("int p = 0; do { while (p < threadIdx.x / 32) ++p; __syncthreads(); } while (++p < 2);")+
		"void host(int *d) { kernel<<<1, 128>>>(d, d, 1); }")
	definite := false
	analyse := func(work int) *lanes.Result {
		return lanes.Analyze(p, lanes.Options{Work: work, See: func(facts []*lanes.Fact) {
			definite = slices.ContainsFunc(askAll(facts), func(v lanes.Verdict) bool { return v.Certainty == lanes.Definite })
		}})
	}
	whole := analyse(0)
	if !definite {
		t.Fatal("not told")
	}
	for work := 2 * whole.Work; work < 400*whole.Work; work += work / 8 {
		if r := analyse(work); len(r.Notes) > 0 {
			t.Fatalf("work %d: notes %v", work, r.Notes)
		}
	}
	if !definite {
		t.Error("not told with much work")
	}
}

// TestUnreadResults: results of collectives that nobody reads are not computed.
func TestUnreadResults(t *testing.T) {
	iterations := func(body string) int {
		p := lower(t, kernel("for (int i = 0; i < 32; i++) {", body, "}"))
		r := lanes.Analyze(p, lanes.Options{})
		return r.Work
	}
	usual := iterations("__syncwarp();")
	for _, body := range []string{
		"v = __match_any_sync(~0u, v);",
		"int all; v = __match_all_sync(~0u, v, &all);",
		"v = __match_any_sync(~0u, v); if (d[i] > 0) v = __reduce_max_sync(~0u, v);",
	} {
		if work := iterations(body); work > 100*usual {
			t.Errorf("%s takes %d units of work, a barrier %d", body, work, usual)
		}
	}
}

// TestWorkOfContexts: after one context ran out of work, the next gets a quarter of it, and ends for the same reason.
func TestWorkOfContexts(t *testing.T) {
	p := lower(t, kernel("if (d[lane] > n) __syncwarp(__ballot_sync(~0u, v > n));")+
		"void host(int *d) { kernel<<<1, 32>>>(d, d, 1); kernel<<<1, 64>>>(d, d, 1); }")
	r := lanes.Analyze(p, lanes.Options{Work: 400})
	if r.Roots != 2 || len(r.Notes) != 2 || !strings.Contains(r.Notes[0].Reason, "than 400 ") || r.Notes[1] != r.Notes[0] {
		t.Errorf("%d roots, notes %v", r.Roots, r.Notes)
	}
	if r.AllWork > 2*(400+100) {
		t.Errorf("%d units of work, want those of one and a quarter contexts", r.AllWork)
	}
}

// orderly has facts from branches, calls and the iterations of a loop.
const orderly = `__device__ int add(int v) { return v + __shfl_xor_sync(~0u, v, 1); }
__global__ void kernel(const int *d, int *out) {
  int lane = threadIdx.x & 31, v = d[lane];
  v = add(v);
  if (lane < 16) v += __shfl_xor_sync(~0u, v, 2);
  for (int i = 0; i < 2; i++) {
    v = add(v);
    if (d[lane] > i) __syncwarp();
  }
  if (d[lane] > 9) v = add(v); else __syncwarp();
  out[lane] = v;
}`

// TestOrder: facts come in program order, a loop iteration by iteration.
func TestOrder(t *testing.T) {
	var got []string
	for _, f := range lanes.Analyze(lower(t, orderly), lanes.Options{}).Facts {
		at := fmt.Sprint(f.Pos.Line)
		for _, call := range f.Context.Path {
			at = fmt.Sprint(call.Line, ">", at)
		}
		got = append(got, at)
	}
	if want := "4>1 5 7>1 8 7>1 8 10>1 10"; strings.Join(got, " ") != want {
		t.Errorf("facts at %v, want %s", got, want)
	}
}

// TestTwoRuns gives equal facts and verdicts, witnesses included.
func TestTwoRuns(t *testing.T) {
	p := lower(t, orderly)
	run := func() []lanes.Verdict { return askAll(lanes.Analyze(p, lanes.Options{}).Facts) }
	first := run()
	if len(first) == 0 {
		t.Fatal("no verdicts to compare")
	}
	for range 5 {
		if second := run(); !reflect.DeepEqual(first, second) {
			t.Fatalf("%+v\nand then\n%+v", first, second)
		}
	}
}

// TestMasksOfPictures: lanes that pass one mask are shown together, wherever they are among the others.
func TestMasksOfPictures(t *testing.T) {
	for body, want := range map[string][]lanes.LanesWithMask{
		`__syncwarp();`: {{Lanes: warp.All, Mask: warp.All}},
		`__syncwarp(lane % 2 ? 0xaaaaaaaau : 0x55555555u);`:                   {{Lanes: evenLanes, Mask: evenLanes}, {Lanes: ^evenLanes, Mask: ^evenLanes}},
		`if (lane < 16) __syncwarp(lane == 3 ? 0xffffu : lane == 7 ? 8 : 7);`: {{Lanes: lowLanes &^ (1<<3 | 1<<7), Mask: 7}, {Lanes: 1 << 3, Mask: lowLanes}, {Lanes: 1 << 7, Mask: 8}},
		`__syncwarp(n);`: nil,
	} {
		if got := analyse(t, body, inBlock(32))[0].Picture().Masks; !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", body, got, want)
		}
	}
}

// TestConditionsOfPictures checks what is known about lanes that arrive for some inputs only.
func TestConditionsOfPictures(t *testing.T) {
	for _, c := range []struct{ name, body, want string }{
		{"holds", "if (data[lane] > 0)\n __syncwarp();", "[[1 1]]"},
		{"fails", "if (data[lane] > 0)\n return;\n__syncwarp();", "[[1 2]]"},
		{"the other side", "if (data[lane] > 0) v++;\nelse\n __syncwarp();", "[[1 2]]"},
		{"two", "if (data[0] > lane)\n return;\nif (data[lane])\n __syncwarp();", "[[1 2] [3 1]]"},
		{"one for all lanes parts none", "if (v > 3)\n return;\nif (data[lane])\n __syncwarp();", "[[3 1]]"},
		{"a constant one is shown by the lanes", "if (lane < 16)\nif (data[lane])\n __syncwarp();", "[[2 1]]"},
		{"sides that have met again", "if (data[lane]) v++;\n__syncwarp();", "[]"},
		{"a switch", "switch (data[lane]) {\ncase 1: case 2: __syncwarp();\n}", "[[1 0]]"},
		{"a loop", "for (int i = 0; i < data[lane]; i++)\n __syncwarp();", "[[1 1]]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			source := "__global__ void kernel(int *data, int v) { int lane = threadIdx.x & 31;\n" + c.body + "}"
			facts := lanes.Analyze(lower(t, source), inBlock(32)).Facts
			got := [][2]int{}
			for _, condition := range facts[len(facts)-1].Picture().Conditions {
				got = append(got, [2]int{condition.Pos.Line - 1, int(condition.Needs)})
			}
			if fmt.Sprint(got) != c.want {
				t.Errorf("conditions %v, want %v", got, c.want)
			}
		})
	}
}

// TestConstantWidth: whether a constant is a valid width is decided even if other questions have taken all the work of
// a root.
func TestConstantWidth(t *testing.T) {
	p := lower(t, kernel("if (d[lane] > n) v = __shfl_sync(__ballot_sync(~0u, v > n), v, n, 16);"))
	asked := 0
	for work := 1000; work < 4_000_000; work += work / 8 {
		lanes.Analyze(p, lanes.Options{Work: work, See: func(facts []*lanes.Fact) {
			askAll(facts)
			for _, f := range facts {
				asked++
				f.Undecided = false // it was set by another question
				if found := f.Width(); len(found) > 0 || f.Undecided {
					t.Fatalf("work %d: %v, undecided %t", work, found, f.Undecided)
				}
			}
		}})
	}
	if asked == 0 {
		t.Error("no fact with so little work")
	}
}
