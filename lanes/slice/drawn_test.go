package slice_test

import (
	"fmt"
	"hash/fnv"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/internal/tracetest"
	"github.com/warpcheck/warpcheck/internal/treetest"
	"github.com/warpcheck/warpcheck/lanes/exec"
	"github.com/warpcheck/warpcheck/lanes/slice"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/sim"
	"github.com/warpcheck/warpcheck/warp"
)

// kernel is a kernel that is being drawn: it computes words, moves pointers and writes memory, and its collectives
// depend on some of that.
type kernel struct {
	treetest.Draw
	loops int
}

const functions = `
__device__ int less(int x, int y) { if (x > y) return x - y; return y + 3; }
__device__ int *other(int *p, int *q, int by) { if (by & 1) return p; return q; }
__device__ void change(int *p, int by) { if (by > 9) { *p = 4; return; } *p = *p * 2 + by; }
__device__ void move(int **at, int *to) { *at = to; }
__device__ int twice(int x) { int y = x; change(&y, x); return y; }
__device__ void leave(int x) { if (x > 90) __trap(); }
__device__ int meet(int x, unsigned y) { int z = x + 1; if (x & 1) return __shfl_sync(y, x, 3, 32); return z; }
`

// place draws a place that holds a word.
func (k *kernel) place() string {
	return k.Of("u", "v", "x", "y", "a[1]", "a[m]", "b[lane & 3]", "*p", "*q", "**pp", "s[lane]", "few[m]", "d[lane]")
}

func (k *kernel) value(depth int) string {
	if depth == 0 {
		return k.Of("lane", "m", "7", "12", "1", k.place(), k.place())
	}
	one, two := k.value(depth-1), k.value(depth-1)
	switch k.Rand.IntN(8) {
	case 0, 1:
		return fmt.Sprintf("(%s %s %s)", one, k.Of("+", "-", "&", "|", "^", "<", "=="), two)
	case 2:
		return fmt.Sprintf("less(%s, %s)", one, two)
	case 3:
		return fmt.Sprintf("twice(%s)", one)
	case 4:
		return fmt.Sprintf("*other(%s, %s, %s)", k.pointer(), k.pointer(), one)
	case 5:
		return fmt.Sprintf("(%s > 3 ? %s : %s)", k.place(), one, two)
	case 6:
		return fmt.Sprintf("%s(%s)", k.Of("__popc", "__ffs", "-", "!"), one)
	}
	return one
}

func (k *kernel) pointer() string {
	return k.Of("&u", "&v", "&x", "&a[1]", "&b[m]", "a", "p", "q", "*pp")
}

func (k *kernel) statements(depth int) string {
	return k.Lines(2, func() string { return k.statement(depth) })
}

func (k *kernel) statement(depth int) string {
	kinds := 10
	if depth > 0 {
		kinds = 16
	}
	switch k.Rand.IntN(kinds) {
	case 0, 1, 2:
		return fmt.Sprintf("%s %s %s;", k.place(), k.Of("=", "=", "+="), k.value(2))
	case 3:
		return fmt.Sprintf("change(%s, %s);", k.pointer(), k.value(1))
	case 4:
		return fmt.Sprintf("%s = %s;", k.Of("p", "q", "*pp"), k.pointer())
	case 5:
		return fmt.Sprintf("%s;", k.Of("pp = &p", "pp = &q", "move(&p, "+k.pointer()+")", "move(pp, "+k.pointer()+")"))
	case 6:
		return fmt.Sprintf("u = meet(%s, %s);", k.value(1), k.mask())
	case 7:
		return k.Of("__syncthreads();", "leave("+k.value(0)+");")
	case 8, 9:
		return fmt.Sprintf("%s = __shfl_sync(%s, %s, %s, 32);", k.Of("x", "y", "a[2]"), k.mask(), k.value(1), k.value(0))
	case 10, 11:
		return fmt.Sprintf("if (%s) {\n%s}", k.value(1), k.statements(depth-1))
	case 12:
		return fmt.Sprintf("if (%s) {\n%s} else {\n%s}", k.value(1), k.statements(depth-1), k.statements(depth-1))
	case 13:
		return fmt.Sprintf("if (%s) return;", k.value(1))
	case 14:
		return fmt.Sprintf("switch (%s & 3) { case 0: %scase 1: %sbreak; default: %s}", k.place(), k.statements(depth-1), k.statements(depth-1), k.statements(depth-1))
	}
	k.loops++
	return fmt.Sprintf("for (int i%[1]d = 0; i%[1]d < %[2]s; i%[1]d++) {\n%[3]s}", k.loops, k.Of("2", "3", "m"), k.statements(depth-1))
}

func (k *kernel) mask() string {
	return k.Of("~0u", "0xffffu", k.value(1), "1u << lane", k.place())
}

func draw(seed uint64) string {
	k := &kernel{Draw: treetest.NewDraw(seed, 1)}
	return functions + "__global__ void k(int *d, int n) {\n" +
		"  __shared__ int s[32]; __shared__ int few[4];\n" +
		"  int lane = threadIdx.x & 31, m = n & 3, u = 1, v = lane, x = m, y = 5, a[4], b[4];\n" +
		"  int *p = a; int *q = &v; int **pp = &q;\n" +
		"  for (int i = 0; i < 4; i++) { a[i] = i; b[i] = lane; }\n" + k.statements(2) + "}"
}

// TestSlicesOfDrawnKernels: the slice and the whole kernel give the same lanes and operands at each collective, and the
// slices are small.
func TestSlicesOfDrawnKernels(t *testing.T) {
	const most = 30623
	slice.Strict = true
	defer func() { slice.Strict = false }()
	instrs := 0
	for seed := range uint64(100) {
		text := draw(seed)
		root := rootOf(treetest.Program(t, text))
		instrs += size(slice.Of(root, exec.NewFunctions().Policy()), root)
		sliced, whole := tracetest.Both(t, text)
		if len(sliced.Log.Events) != len(whole.Log.Events) {
			t.Fatalf("seed %d: %d events, not %d\n%s", seed, len(sliced.Log.Events), len(whole.Log.Events), text)
		}
		for m := range uint64(4) {
			got, want := worldOf(sliced, m), worldOf(whole, m)
			for i, e := range sliced.Log.Events {
				f := whole.Log.Events[i]
				if e.Instr != f.Instr || e.Imprecision != f.Imprecision {
					t.Fatalf("seed %d: event %d is %v (%s), not %v (%s)\n%s", seed, i, e.Instr, e.Imprecision.Reason, f.Instr, f.Imprecision.Reason, text)
				}
				arrive := got.lanes(e.Guard)
				if arrive != want.lanes(f.Guard) {
					t.Fatalf("seed %d, n = %d, line %d: arrive %v, not %v\n%s", seed, m, e.Instr.Pos.Line, arrive, want.lanes(f.Guard), text)
				}
				for name, operands := range map[string][2]vector.Vec{"mask": {e.Mask, f.Mask}, "source": {e.Source, f.Source}, "width": {e.Width, f.Width}} {
					for l := range warp.Size {
						if arrive.Has(l) && !operands[0].IsNone() && got.value(operands[0].At(l)) != want.value(operands[1].At(l)) {
							t.Fatalf("seed %d, n = %d, line %d: %s of lane %d is %v, not %v\n%s", seed, m, e.Instr.Pos.Line, name, l, operands[0].At(l), operands[1].At(l), text)
						}
					}
				}
			}
		}
	}
	if instrs > most {
		t.Errorf("%d instructions are in the slices, no more than %d have to be", instrs, most)
	}
}

func rootOf(p *cfg.Program) *cfg.Func {
	return p.Roots[slices.IndexFunc(p.Roots, func(f *cfg.Func) bool { return f.Kernel })]
}

// size counts the instructions that are executed in a call and in the calls in it.
func size(c *slice.Call, f *cfg.Func) (n int) {
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if c.Runs(i) {
				n++
			}
			if inner := c.At(i); inner != nil {
				n += size(inner, i.Callee)
			}
		}
		if !c.Decides(b) {
			n--
		}
	}
	return n
}

// drawAccesses draws a kernel of accesses to shared memory and barriers.
func drawAccesses(seed uint64) string {
	k := &kernel{Draw: treetest.NewDraw(seed, 2)}
	index := func() string {
		return k.Of("lane", "lane", "lane", "lane ^ 1", "lane / 2", "31 - lane", "0", "m")
	}
	var statement func(depth int) string
	statements := func(depth int) string {
		var all strings.Builder
		for range 1 + k.Rand.IntN(3) {
			all.WriteString(statement(depth) + "\n")
		}
		return all.String()
	}
	statement = func(depth int) string {
		kinds := 11
		if depth > 0 {
			kinds = 17
		}
		switch k.Rand.IntN(kinds) {
		case 0:
			return fmt.Sprintf("s[%s] = v + %d;", index(), k.Rand.IntN(9))
		case 1:
			return fmt.Sprintf("v += s[%s];", index())
		case 2:
			return fmt.Sprintf("r[%s] = v + %d;", index(), k.Rand.IntN(9))
		case 3:
			return fmt.Sprintf("v = r[%s];", index())
		case 4:
			return fmt.Sprintf("put(%s, %s, v);", k.Of("s", "r", "p"), index())
		case 5:
			return fmt.Sprintf("v = get(%s, %s);", k.Of("s", "r", "p"), index())
		case 6:
			return "p = " + k.Of("s", "r", "&s[2]", "v > 9 ? s : r") + ";"
		case 7:
			return fmt.Sprintf("p[%s] = %d;", index(), k.Rand.IntN(9))
		case 8, 9:
			return k.Of("__syncthreads();", "__syncwarp(~0u);", "both();", "__syncwarp(4294967295u);")
		case 10:
			return k.Of("__syncwarp(1u << lane);", "v = __shfl_sync(~0u, v, 3, 32);", "some(lane);", "x = lane;")
		case 11, 12:
			return fmt.Sprintf("if (%s) {\n%s}", k.Of("lane < 16", "m", "m > 1", "lane == 3", "v > 5"), statements(depth-1))
		case 13:
			return fmt.Sprintf("if (%s) {\n%s} else {\n%s}", k.Of("lane < 16", "m", "lane == 3"), statements(depth-1), statements(depth-1))
		case 14:
			return fmt.Sprintf("if (%s) { %s return; }", k.Of("lane < 16", "m", "lane == 3"), statement(0))
		}
		k.loops++
		return fmt.Sprintf("for (int i%[1]d = 0; i%[1]d < %[2]s; i%[1]d++) {\n%[3]s}", k.loops, k.Of("2", "m"), statements(depth-1))
	}
	return `
__device__ void put(int *p, int i, int x) { p[i] = x; }
__device__ int get(int *p, int i) { int x = p[i]; return x; }
__device__ void both() { __syncwarp(~0u); }
__device__ void some(int x) { if (x > 3) return; __syncthreads(); }
__global__ void k(int *d, int n) {
  __shared__ int s[64]; __shared__ int r[64];
  int lane = threadIdx.x & 31, m = n & 3, v = lane, x = 0; int *p = s;
` + statements(2) + "d[lane] = v + x; }"
}

// TestConflictsOfDrawnKernels: accesses that race in some execution may conflict, and few others may.
func TestConflictsOfDrawnKernels(t *testing.T) {
	const most = 397
	all := 0
	for seed := range uint64(250) {
		text := drawAccesses(seed)
		root := rootOf(treetest.Program(t, text))
		c, found := slice.OfShared(root, exec.NewFunctions().Policy())
		if found {
			all += count(c, root)
		}
		for m := range uint64(4) {
			out := sim.Run(sim.Input{Func: root, Shape: warp.Shape{warp.Size, 1, 1}, Model: warp.Independent, Args: map[string]uint64{"n": m}, Races: true})
			for _, r := range out.Races() {
				for _, at := range []*cfg.Instr{r.Earlier.Site, r.Later.Site} {
					if !found || !conflicts(c, root, at) {
						t.Fatalf("seed %d, n = %d: line %d and line %d race\n%s", seed, m, r.Earlier.Site.Pos.Line, r.Later.Site.Pos.Line, text)
					}
				}
			}
		}
	}
	if all > most {
		t.Errorf("%d accesses may conflict, no more than %d may", all, most)
	}
}

// conflicts reports whether an access may conflict in some call.
func conflicts(c *slice.Call, f *cfg.Func, at *cfg.Instr) bool {
	return c.Conflicts(at) || inCalls(c, f, func(inner *slice.Call, f *cfg.Func) bool { return conflicts(inner, f, at) })
}

// count counts the accesses that may conflict.
func count(c *slice.Call, f *cfg.Func) (n int) {
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if c.Conflicts(i) {
				n++
			}
		}
	}
	inCalls(c, f, func(inner *slice.Call, f *cfg.Func) bool { n += count(inner, f); return false })
	return n
}

// inCalls reports whether the function is returns true for some call inside c.
func inCalls(c *slice.Call, f *cfg.Func, is func(*slice.Call, *cfg.Func) bool) bool {
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if inner := c.At(i); inner != nil && is(inner, i.Callee) {
				return true
			}
		}
	}
	return false
}

// world assigns values to the unknowns of a trace, by their names.
type world struct {
	*trace.Trace
	*term.Evaluator
	n     uint64
	model term.Model
}

func worldOf(tr *trace.Trace, n uint64) *world {
	m := term.Model{}
	return &world{tr, term.NewEvaluator(m), n, m}
}

// versions matches the numbers of memory versions and of collectives in the names of unknowns. A slice may number them
// differently than the whole kernel.
var versions = regexp.MustCompile(`#\d+| to \d+`)

func (w *world) value(x *term.Term) uint64 {
	for _, u := range w.Terms.All(x, term.OpsOf(term.Var, term.Opaque)) {
		if _, known := w.model[u]; known {
			continue
		}
		h := fnv.New64()
		fmt.Fprint(h, versions.ReplaceAllString(u.Name, ""), w.n)
		w.model[u] = u.Lo
		if many := u.Hi - u.Lo; many > 0 {
			w.model[u] += h.Sum64() % many
		}
		if u.Name == "n" {
			w.model[u] = w.n
		}
	}
	return w.Evaluator.Value(x)
}

func (w *world) lanes(v vector.Vec) (lanes warp.Lanes) {
	for l := range warp.Size {
		if w.value(v.At(l)) != 0 {
			lanes |= 1 << l
		}
	}
	return lanes
}
