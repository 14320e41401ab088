package agree

import (
	"fmt"

	"pgregory.net/rapid"

	"github.com/warpcheck/warpcheck/sim"
	"github.com/warpcheck/warpcheck/warp"
)

// drawStored draws a kernel whose threads store to small shared variables which lanes will reach a collective, and with
// which mask. Barriers separate the stores from the loads.
func drawStored(t *rapid.T) subject {
	warps := rapid.IntRange(1, 3).Draw(t, "warps")
	g := &storing{t: t}
	source := `__global__ void k(const int *__restrict__ d, int n) {
  __shared__ int s[4];
  __shared__ unsigned masks[8];
  int lane = threadIdx.x % 32, w = threadIdx.x / 32, v = lane;
  unsigned b = __ballot_sync(~0u, d[lane] > 0);
` + g.phases(2, 4) + "}\n"
	shape := warp.Shape{warps * warp.Size, 1, 1}
	model := warp.Model(rapid.IntRange(0, 2).Draw(t, "model"))
	var inputs []sim.Input
	for n := range 4 {
		d := rapid.Uint32().Draw(t, "d")
		inputs = append(inputs, sim.Input{Shape: shape, Model: model, Args: map[string]uint64{"n": uint64(n)}, Memory: foundBy(d)})
	}
	return subject{
		text: fmt.Sprintf("// %v model, block %v\n%s", model, shape, source),
		check: func(p lowered) error {
			if err := CheckUnder(p.Program, p.kernel, View{model, shape}, inputs, p.session); err != nil {
				return err
			}
			for i := range inputs {
				inputs[i].Shape = warp.Shape{warp.Size, 1, 1}
			}
			return CheckUnder(p.Program, p.kernel, View{Model: model}, inputs, p.session)
		},
	}
}

// foundBy is a memory of bits. Shared variables have arbitrary values in it before any thread stores to them.
func foundBy(d uint32) func(object string, offset int64, size int) uint64 {
	return func(object string, offset int64, _ int) uint64 {
		switch bits := d >> (offset / 4 % 32); object {
		case "masks":
			return uint64(^d)
		case "s":
			return uint64(bits & 31)
		default:
			return uint64(bits & 1)
		}
	}
}

// storing draws the body of a kernel of drawStored.
type storing struct {
	t     *rapid.T
	loops int
}

func (g *storing) of(list ...string) string { return rapid.SampledFrom(list).Draw(g.t, "of") }

// phases draws up to most phases, inside up to depth levels of branches and loops.
func (g *storing) phases(depth, most int) string {
	return upTo(g.t, most, func() string { return g.phase(depth) })
}

// phase draws stores, a barrier, statements that depend on the stored values, and a barrier.
func (g *storing) phase(depth int) string {
	kinds := 5
	if depth > 0 {
		kinds = 7
	}
	switch rapid.IntRange(0, kinds-1).Draw(g.t, "phase") {
	case 0, 1, 2:
		stores := g.store()
		if rapid.Bool().Draw(g.t, "another") {
			stores += g.store()
		}
		return stores + "__syncthreads();\n" + g.use() + g.use() + "__syncthreads();\n"
	case 3:
		return "if (lane == " + g.of("0", "5", "d[0]") + ") masks[w] = " + g.of("b", "~0u", "0xffffu", "~b") + ";\n" +
			g.of("__syncwarp();\n", "__syncthreads();\n") + g.masked() + "__syncthreads();\n"
	case 4:
		return "masks[" + g.of("w", "0", "7 - w") + "] = " + g.of("b", "~0u", "1u << w") + ";\n" + "__syncthreads();\n" + g.masked() + "__syncthreads();\n"
	case 5:
		return fmt.Sprintf("if (n > %d) {\n%s} else {\n%s}\n", rapid.IntRange(0, 2).Draw(g.t, "than"), g.phases(depth-1, 2), g.phases(depth-1, 2))
	}
	g.loops++
	turns := g.of("n", "2", "n + 1")
	number := g.loops // the number of this loop, because the body has more loops
	return loop(number, turns, g.phases(depth-1, 2))
}

// store draws a store by one thread, by all threads, or by threads that n selects.
func (g *storing) store() string {
	what := fmt.Sprintf("s[%s] = %s;\n", g.of("0", "1", "0", "n & 1"), g.of("8", "16", "32", "16", "8 * n"))
	return g.of("", "if (threadIdx.x == 0) ", "if (threadIdx.x == blockDim.x - 1) ", "if (threadIdx.x == 0 && n > 1) ",
		"if (threadIdx.x == 32) ", "if (n == 2) ") + what
}

// use draws a statement that depends on a variable.
func (g *storing) use() string {
	x := "s[" + g.of("0", "1") + "]"
	switch rapid.IntRange(0, 4).Draw(g.t, "use") {
	case 0, 1:
		return fmt.Sprintf("if (lane < %s) __syncwarp(%s);\n", x, g.of("~0u", "0xff", "0xffff"))
	case 2:
		return fmt.Sprintf("if (%s > 8) v = __shfl_xor_sync(%s, v, 1);\n", x, g.of("~0u", "(unsigned)"+x))
	case 3:
		return fmt.Sprintf("for (int j = lane & 1; j < %s / 16; j++) v = __shfl_xor_sync(~0u, v, 1);\n", x)
	}
	return fmt.Sprintf("if (lane < 16) __syncwarp(%s == 16 ? 0xffffu : ~0u);\n", x)
}

// masked draws a statement that depends on the mask of a warp.
func (g *storing) masked() string {
	mask := "masks[" + g.of("w", "w", "0") + "]"
	return g.of(fmt.Sprintf("if (%s >> lane & 1) __syncwarp(%s);\n", mask, mask), fmt.Sprintf("__syncwarp(%s);\n", mask),
		fmt.Sprintf("if (b >> lane & 1) v = __shfl_sync(%s, v, 0);\n", mask))
}
