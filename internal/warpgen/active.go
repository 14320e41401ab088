package warpgen

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"
)

// ActiveProgram generates kernels, as text, that use the value of __activemask() as a mask and store a result computed
// with it. Some results depend on which lanes run together, others do not. The kernel is
//
//	__global__ void k(const int *d, int n, int *count, unsigned *out)
func ActiveProgram() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		g := &activeGenerator{textGenerator{t: t}}
		var body strings.Builder
		for range 1 + rapid.IntRange(0, 2).Draw(t, "size") {
			body.WriteString(g.statement(2))
		}
		return "struct Group { unsigned mask; int size; };\n" +
			"__device__ unsigned together() { return __activemask(); }\n" +
			"__device__ unsigned neighbour(unsigned m, int x) { return __shfl_xor_sync(m, x, 1); }\n" +
			"__device__ unsigned same(unsigned m, int x) { return __match_any_sync(m, x); }\n" +
			"__global__ void k(const int *d, int n, int *count, unsigned *out) {\n" +
			"int lane = threadIdx.x & 31, x = d[lane];\nunsigned y = lane;\n" +
			body.String() + "}\n"
	})
}

// activeGenerator draws the body of a kernel.
type activeGenerator struct{ textGenerator }

func (g *activeGenerator) statement(depth int) string {
	if depth == 0 || g.below(3) == 0 {
		m := g.name("m")
		return g.mask(m) + strings.ReplaceAll(g.use(), "M", m) + fmt.Sprintf("out[%d + lane] = y;\n", 32*g.names)
	}
	condition := g.oneOf("lane < 16", "lane >= 4", "(lane & 2) == 0", "n > 0", "x > 0")
	return fmt.Sprintf("if (%s) {\n%s}\n", condition, g.statement(depth-1))
}

// mask draws the declaration of a variable m with the value of __activemask(), read directly or indirectly.
func (g *activeGenerator) mask(m string) string {
	return fmt.Sprintf(g.oneOf("unsigned %s = __activemask();\n", "unsigned %s = together();\n",
		"unsigned %s = __activemask() & ~0u;\n", "unsigned %s;\nasm volatile(\"activemask.b32 %%0;\" : \"=r\"(%[1]s));\n",
		"Group group%s;\ngroup%[1]s.mask = __activemask();\nunsigned %[1]s = group%[1]s.mask;\n"), m)
}

// use draws a use of the mask M. The results of the first four uses do not depend on which lanes run together. The
// others read lanes of the same path that may be missing.
func (g *activeGenerator) use() string {
	return g.oneOf(
		"if (lane == __ffs(M) - 1) atomicAdd(count, __popc(M));\n",
		"y = __shfl_sync(M, n, __ffs(M) - 1);\n",
		"unsigned gM = __match_any_sync(M, x & 1);\ny = __shfl_sync(gM, x & 1, __ffs(gM) - 1);\n",
		"unsigned gM = same(M, x);\nif (lane == __ffs(gM) - 1) atomicAdd(count + 1 + (x & 3), __popc(gM));\n",
		"y = __shfl_sync(M, x + lane, 4);\n", "y = __shfl_sync(M, x + lane, 9);\n",
		"y = __shfl_xor_sync(M, x + lane, 1);\n", "y = __shfl_down_sync(M, lane, 1);\n", "y = neighbour(M, x + lane);\n",
		"y = __ballot_sync(M, lane != 7);\n", "y = __popc(__ballot_sync(M, lane != 7));\n",
		"y = __any_sync(M, (lane & 4) != 0);\n", "y = __all_sync(M, (lane & 4) == 0);\n", "y = __reduce_add_sync(M, lane + 1);\n",
		"y = __popc(__ballot_sync(M, lane != 7) & ((1u << lane) - 1));\n",
	)
}
