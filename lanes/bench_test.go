package lanes_test

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes"
)

// dimension is a family of kernels that grow in one direction only. A kernel of size n has n collectives unless its
// function states another number.
type dimension struct {
	name     string
	smallest int
	kernel   func(n int) string
}

var dimensions = []dimension{
	{"nested-branches", 8, nestedBranches},
	{"right-row", 8, func(n int) string { return kernel(row(n, "~0u")) }},
	{"wrong-row", 8, func(n int) string { return kernel("if (d[lane] > 0) {", row(n, "~0u"), "}") }},
	{"sides-that-meet", 8, func(n int) string { return sides(n, "~0u", "~0u") }},
	{"sides-apart", 2, func(n int) string { return sides(n, "m", "~m") }},
	{"atoms", 8, atoms},
	{"calls", 5, calls},
	{"unrolled-iterations", 7, unrolled},
	{"nested-loops", 1, nestedLoops},
	{"nested-divergent-loops", 1, nestedDivergentLoops},
}

// BenchmarkGrowth measures the analysis, all questions included, of kernels of growing size. times-linear is the time
// for each unit of size, relative to the smallest kernel: 1.0 is linear; 2, 4 and 8 at the doubled sizes is quadratic.
func BenchmarkGrowth(b *testing.B) {
	for _, d := range dimensions {
		smallest := math.NaN() // if only a larger size is measured
		for n := d.smallest; n <= 8*d.smallest; n *= 2 {
			b.Run(fmt.Sprintf("%s/%d", d.name, n), func(b *testing.B) {
				shortest, undecided := fastest(b, lower(b, d.kernel(n)))
				each := shortest / float64(n)
				if n == d.smallest {
					smallest = each
				}
				b.ReportMetric(each/smallest, "times-linear")
				b.ReportMetric(float64(undecided), "undecided")
			})
		}
	}
}

// fastest returns the shortest time in seconds that the analysis took, because other programs on the machine only ever
// make it longer. It also returns how many questions the solver gave up. Giving up bounds the time.
func fastest(b *testing.B, p *cfg.Program) (shortest float64, undecided int) {
	shortest = math.Inf(1)
	for b.Loop() {
		start := time.Now()
		result := lanes.Analyze(p, lanes.Options{})
		verdicts := askAll(result.Facts)
		shortest = min(shortest, time.Since(start).Seconds())
		for _, note := range result.Notes {
			b.Fatal(note.Reason) // the time of an incomplete analysis means nothing
		}
		undecided = countUndecided(verdicts)
	}
	return shortest, undecided
}

func countUndecided(verdicts []lanes.Verdict) (n int) {
	for _, v := range verdicts {
		if v.Certainty == lanes.Undecided {
			n++
		}
	}
	return n
}

// kernel returns a kernel with the statements, which may use the lane, v and the data d.
func kernel(statements ...string) string {
	return "__global__ void kernel(const int *d, int *out, int n) {\n" +
		"int lane = threadIdx.x & 31, v = d[lane];\n" +
		strings.Join(statements, "\n") + "\nout[threadIdx.x] = v;\n}\n"
}

// repeat writes a line for each i below n; %[1]d in it is i.
func repeat(n int, line string) string {
	var lines []string
	for i := range n {
		lines = append(lines, fmt.Sprintf(line, i))
	}
	return strings.Join(lines, "\n")
}

func row(n int, mask string) string {
	return repeat(n, "v += __shfl_xor_sync("+mask+", v, 1 << %[1]d %% 5);")
}

// nestedBranches takes the mask of each branch from a ballot before it.
func nestedBranches(n int) string {
	return kernel("unsigned m = ~0u;",
		repeat(n, "m = __ballot_sync(m, d[lane + 32 * %[1]d] > 0);\nif (d[lane + 32 * %[1]d] > 0) {"),
		strings.Repeat("}", n))
}

func sides(n int, yes, no string) string {
	return kernel("unsigned m = __ballot_sync(~0u, d[lane] > 0);",
		"if (d[lane] > 0) {", row(n/2, yes), "} else {", row(n/2, no), "}")
}

// atoms has one condition of n unknowns for each lane, and two collectives.
func atoms(n int) string {
	return kernel("bool c = false;", repeat(n, "c = c && d[lane + 64 * %[1]d] > 0 || d[lane + 64 * %[1]d + 32] < n;"),
		"unsigned m = __ballot_sync(~0u, c);", "if (c) v = __shfl_xor_sync(m, v, 1);")
}

// calls has n functions. Each function calls the next one.
func calls(n int) string {
	var functions []string
	inner := "v"
	for i := range n {
		functions = append(functions, fmt.Sprintf("__device__ int f%d(int v) {\n"+
			"v += __shfl_xor_sync(~0u, v, 1);\nreturn %s;\n}\n", i, inner))
		inner = fmt.Sprintf("f%d(v)", i)
	}
	return strings.Join(functions, "") + kernel("v = "+inner+";")
}

func unrolled(n int) string {
	return kernel(fmt.Sprintf("for (int i = 0; i < %d; i++) v += __shfl_xor_sync(~0u, v, 1 << i %% 5);", n))
}

// nestedLoops have numbers of iterations that are unknown, and the same for all lanes.
func nestedLoops(n int) string {
	return kernel(repeat(n, "for (int i%[1]d = 0; i%[1]d < d[%[1]d]; i%[1]d++) {\nv += __shfl_xor_sync(~0u, v, 1);"),
		strings.Repeat("}", n))
}

// nestedDivergentLoops have numbers of iterations that differ between lanes. Every mask is wrong.
func nestedDivergentLoops(n int) string {
	return kernel(repeat(n,
		"for (int i%[1]d = 0; i%[1]d < d[lane + %[1]d]; i%[1]d++) {\nv += __shfl_xor_sync(~0u, v, 1);"),
		strings.Repeat("}", n))
}
