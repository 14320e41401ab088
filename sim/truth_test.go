package sim_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/internal/parsetest"
	"github.com/warpcheck/warpcheck/sim"
	"github.com/warpcheck/warpcheck/warp"
)

// row is one line of the table of what a GPU does: a kernel body and, for each model, the violations, as "line kind
// lanes" with lines counted from the body. If strict or lockstep is "same", it equals independent.
type row struct {
	name  string
	body  string
	input sim.Input

	independent, lockstep, strict []string
}

// same is the entry of a model with the same violations as the independent model.
var same = []string{"same"}

func args(name string, v uint64) sim.Input {
	return sim.Input{Args: map[string]uint64{name: v}}
}

// alternating is memory whose ints are 1 and -1 in alternation.
func alternating(_ string, offset int64, _ int) uint64 {
	return uint64(uint32(1 - offset/4%2*2))
}

var rows = []row{
	{
		name: "1 a mask per branch",
		body: "if (threadIdx.x == 0)\n __syncwarp(~0u);\n else\n __syncwarp(~1u);",
		independent: []string{
			"2 not participating 1-31", "4 divergent mask 1-31"},
		lockstep: same, strict: same,
	},
	{
		name: "2 a mask per lane and an exited lane",
		body: "unsigned m; if (threadIdx.x == 0) m = ~0u; else if (threadIdx.x == 1) return; " +
			"else m = ~1u;\n" +
			"__syncwarp(m);",
		independent: []string{"2 divergent mask 2-31"},
		lockstep:    []string{"2 not participating 1", "2 not participating 1", "2 divergent mask 2-31"},
		strict:      same,
	},
	{
		name: "3 row 1 and a barrier",
		body: "if (threadIdx.x == 0)\n __syncwarp(~0u);\n else\n __syncwarp(~1u);\n __syncthreads();",
		independent: []string{
			"2 not participating 1-31", "4 divergent mask 1-31"},
		lockstep: same, strict: same,
	},
	{
		name: "4 row 2 and a barrier",
		body: "unsigned m; if (threadIdx.x == 0) m = ~0u; else if (threadIdx.x == 1) return; " +
			"else m = ~1u;\n" +
			"__syncwarp(m);\n __syncthreads();",
		independent: []string{"2 divergent mask 2-31"},
		lockstep:    []string{"2 not participating 1", "2 not participating 1", "2 divergent mask 2-31"},
		strict:      same,
	},
	{
		name:     "5 exited lanes",
		body:     "int t = threadIdx.x; if (t > n) return;\n out[t] = __all_sync(FULL, t > 3);",
		input:    args("n", 19),
		lockstep: []string{"2 not participating 20-31"}, strict: same,
	},
	{
		name:  "5 no exited lanes",
		body:  "int t = threadIdx.x; if (t > n) return;\n out[t] = __all_sync(FULL, t > 3);",
		input: args("n", 31), lockstep: same, strict: same,
	},
	{
		name: "7 a ballot before the branch",
		body: "for (int i = L; i - L < n; i += 32) { unsigned a = __ballot_sync(FULL, i < n);\n" +
			"if (i < n) { unsigned b = __ballot_sync(a, i > 7); if (L == 0) out[i/32] = b; } }",
		input: args("n", 50), lockstep: same, strict: same,
	},
	{
		name: "8 the same call in two branches",
		body: "if (L < 16)\n v = __shfl_xor_sync(FULL, v, 16);\n else\n v = " +
			"__shfl_xor_sync(FULL, v, 16);",
		lockstep: []string{
			"2 not participating 16-31", "4 not participating 0-15"},
		strict: []string{
			"2 not participating 16-31", "4 not participating 0-15"},
	},
	{
		name:        "9 the full mask in a branch",
		body:        "if (L < 16)\n v = __shfl_xor_sync(FULL, v, 8);",
		independent: []string{"2 not participating 16-31"},
		lockstep:    same, strict: same,
	},
	{
		name:        "10 row 9 and a barrier",
		body:        "if (L < 16)\n v = __shfl_xor_sync(FULL, v, 8);\n __syncthreads();",
		independent: []string{"2 not participating 16-31"},
		lockstep:    same, strict: same,
	},
	{
		name:     "11 the half mask in a branch",
		body:     "if (L < 16)\n v = __shfl_xor_sync(0xffffu, v, 8);",
		lockstep: same, strict: same,
	},
	{
		name:        "12 a caller that is not named",
		body:        "out[L] = __ballot_sync(0xfffffffeu, L & 1);",
		independent: []string{"1 not in mask 0"},
		lockstep:    same, strict: same,
	},
	{
		name: "13 masks by half",
		body: "unsigned m = L < 16 ? FULL : 0xffffu;\n out[L] = __ballot_sync(m, 1);",
		independent: []string{
			"2 divergent mask 16-31", "2 not in mask 16-31"},
		lockstep: same, strict: same,
	},
	{
		name: "14 a ballot against an any",
		body: "unsigned r; if (L < 16)\n r = __ballot_sync(FULL, 1);\n else\n r = " +
			"__any_sync(FULL, 1);\n out[L] = r;",
		independent: []string{
			"2 not participating 16-31", "4 not participating 0-15"},
		lockstep: same, strict: same,
	},
	{
		name: "15 an xor against a down",
		body: "if (L < 16)\n v = __shfl_xor_sync(FULL, v, 1);\n else\n v = __shfl_down_sync(FULL, v, 1);",
		independent: []string{
			"2 not participating 16-31", "4 not participating 0-15"},
		lockstep: same, strict: same,
	},
	{
		name: "16 an xor of two distances",
		body: "if (L < 16)\n v = __shfl_xor_sync(FULL, v, 16);\n else\n v = __shfl_xor_sync(FULL, v, 8);",
		lockstep: []string{
			"2 not participating 16-31", "4 not participating 0-15"},
		strict: []string{
			"2 not participating 16-31", "4 not participating 0-15"},
	},
	{
		name:     "17 disjoint masks",
		body:     "if (L < 16) __syncwarp(0xffffu); else __syncwarp(0xffff0000u);",
		lockstep: same, strict: same,
	},
	{
		name: "18 a trip count per lane",
		body: "int s = 0; for (int i = 0; i < (int)L % 4; ++i)\n s += __shfl_sync(FULL, i, " +
			"0);\n out[L] = s;",
		independent: []string{
			"2 not participating 0, 4, 8, 12, 16, 20, 24, 28",
			"2 not participating 0-1, 4-5, 8-9, 12-13, 16-17, 20-21, 24-25, 28-29",
			"2 not participating 0-2, 4-6, 8-10, 12-14, 16-18, 20-22, 24-26, 28-30"},
		lockstep: same, strict: same,
	},
	{
		name: "19 groups of a match",
		body: "unsigned m = __match_any_sync(FULL, L / 5); int lead = __ffs(m) - 1; v = " +
			"__shfl_sync(m, v, lead);",
		lockstep: same, strict: same,
	},
	{
		name: "20 a ballot and a reduction",
		body: "unsigned m = __ballot_sync(FULL, threadIdx.x < n);\n" +
			"if (threadIdx.x < n) { for (int o = 16; o > 0; o /= 2) v += __shfl_down_sync(m, v, o); }",
		input: args("n", 30),
		independent: []string{
			"2 source not in mask 14-15", "2 source not in mask 22-23",
			"2 source not in mask 26-27", "2 source not in mask 28-29", "2 source not in mask 29"},
		lockstep: same, strict: same,
	},
	{
		name:  "21 a branch on data",
		body:  "if (d[L] > 0)\n v = __shfl_xor_sync(FULL, v, 2);\n __syncthreads();",
		input: sim.Input{Memory: alternating},
		independent: []string{"2 not participating 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, " +
			"25, 27, 29, 31"},
		lockstep: same, strict: same,
	},
	{
		name:  "22 a uniform branch",
		body:  "if (n > 3) v = __shfl_xor_sync(FULL, v, 1);",
		input: args("n", 4), lockstep: same, strict: same,
	},
	{
		name:        "23 a source outside the mask",
		body:        "if (L < 16)\n v = __shfl_sync(0xffffu, v, 20);",
		independent: []string{"2 source not in mask 0-15"},
		lockstep:    same, strict: same,
	},
	{
		name:        "a lane that is not named and reads itself",
		body:        "v = __shfl_sync(0xfffffffeu, v, L == 0 ? 0 : 1);",
		independent: []string{"1 not in mask 0"},
		lockstep:    same, strict: same,
	},
	{
		name:        "an arrival for nobody",
		body:        "asm volatile(\"bar.arrive 1, %0;\" :: \"r\"(n));",
		independent: []string{"1 barrier 0-31"},
		lockstep:    same, strict: same,
	},
	{
		name:        "24 width twelve",
		body:        "v = __shfl_down_sync(FULL, v, 1, 12);",
		independent: []string{"1 width 0-31"},
		lockstep:    same, strict: same,
	},
	{
		name:        "25 a barrier in a branch",
		body:        "if (threadIdx.x < 16)\n __syncthreads();",
		input:       sim.Input{Shape: warp.Shape{64, 1, 1}},
		independent: []string{"2 barrier 16-31"},
		lockstep:    same, strict: same,
	},
	{
		name:     "26 an exit before a barrier",
		body:     "if (threadIdx.x >= 48) return; __syncthreads();",
		input:    sim.Input{Shape: warp.Shape{64, 1, 1}, Warp: 1},
		lockstep: same, strict: same,
	},
	{
		name:        "27 a barrier in both branches",
		body:        "if (threadIdx.x < 16)\n __syncthreads();\n else\n __syncthreads();",
		input:       sim.Input{Shape: warp.Shape{64, 1, 1}},
		independent: []string{"2 barrier 16-31", "4 barrier 0-15"},
		lockstep:    same, strict: same,
	},
}

const prologue = "#define FULL 0xffffffff\n#define L (threadIdx.x & 31)\n" +
	"__global__ void kernel(int n, const int *d, int *out) { int v = L;\n"

// lower parses and lowers CUDA source and returns its last kernel.
func lower(t *testing.T, source string) *cfg.Func {
	t.Helper()
	roots := parsetest.Program(t, source).Roots
	if len(roots) == 0 {
		t.Fatal("no kernel")
	}
	return roots[len(roots)-1]
}

// kernelsOf returns the last kernel of each text. Each text is put into a namespace: parsing them together takes little
// longer than parsing one.
func kernelsOf(t *testing.T, before string, texts []string) []*cfg.Func {
	t.Helper()
	all, kernels := before+"\n", make([]*cfg.Func, len(texts))
	for i, text := range texts {
		all += fmt.Sprintf("namespace text%d {\n%s\n}\n", i, text)
	}
	for _, f := range parsetest.Program(t, all).Roots {
		if i := 0; f.Kernel {
			if _, err := fmt.Sscanf(f.Name, "text%d::", &i); err != nil {
				t.Fatal(err)
			}
			kernels[i] = f
		}
	}
	return kernels
}

func TestTruthTable(t *testing.T) {
	texts := make([]string, len(rows))
	for i, r := range rows {
		texts[i] = prologue + r.body + "\nout[L] = v; }"
	}
	kernels := kernelsOf(t, "", texts)
	for i, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			fn := kernels[i]
			for model, want := range map[warp.Model][]string{
				warp.Independent: r.independent, warp.Lockstep: r.lockstep, warp.Strict: r.strict,
			} {
				if slices.Equal(want, same) {
					want = r.independent
				}
				in := r.input
				in.Func, in.Model = fn, model
				if in.Shape == (warp.Shape{}) {
					in.Shape = warp.Shape{32, 1, 1}
				}
				out := sim.Run(in)
				if out.Unknown != "" || out.OutOfSteps {
					t.Fatalf("%v: %q, out of steps %v", model, out.Unknown, out.OutOfSteps)
				}
				if got := found(fn, out); !slices.Equal(got, want) {
					t.Errorf("%v: got\n\t%s\nwant\n\t%s", model,
						strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
				}
			}
		})
	}
}

// found lists the violations in the form of the rows.
func found(fn *cfg.Func, out *sim.Outcome) []string {
	var got []string
	for _, v := range out.Violations {
		got = append(got, fmt.Sprintf("%d %v %v", v.Rendezvous.Site.Pos.Line-fn.Decl.Pos.Line, v.Kind, v.Lanes))
	}
	return got
}
