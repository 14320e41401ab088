package warpgen

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"
)

// BlockProgram generates kernels, as text, of several warps. The lanes of a warp stay together. Each warp computes
// values that differ between warps, or are the same in the whole block. These values decide whether and how often the
// warp reaches barriers. Every loop ends, no two threads race, and the kernel is
//
//	__global__ void k(const int *d, int *q, volatile int *f, int n)
func BlockProgram() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		g := &blockGenerator{t: t, budget: 4 + rapid.IntRange(0, 8).Draw(t, "size")}
		body := g.statements(3)
		return "__device__ int warpValue(int x) { return __shfl_sync(~0u, x, 0); }\n" +
			"__device__ void wait() { __syncthreads(); }\n" +
			"__global__ void k(const int *d, int *q, volatile int *f, int n) {\n" +
			"__shared__ int own[32];\n__shared__ int one, fixed;\n" +
			"int w = threadIdx.x / 32, lane = threadIdx.x % 32, a = 0, b = 1, c = n, fuel = 0;\n" +
			body + "}\n"
	})
}

// blockGenerator draws the body of a kernel.
type blockGenerator struct {
	t      *rapid.T
	budget int
	loops  int
	inLoop bool
}

func (g *blockGenerator) below(n int) int { return rapid.IntRange(0, n-1).Draw(g.t, "") }

func (g *blockGenerator) oneOf(list ...string) string { return list[g.below(len(list))] }

func (g *blockGenerator) statements(depth int) string {
	var all strings.Builder
	if g.below(5) < 2 {
		all.WriteString("__syncthreads();\n")
	}
	for range 1 + g.below(4) {
		if g.budget--; g.budget < 0 {
			break
		}
		all.WriteString(g.statement(depth))
	}
	return all.String() + g.leave()
}

func (g *blockGenerator) statement(depth int) string {
	kind := g.below(10)
	switch {
	case kind < 4 || depth == 0 && kind < 7:
		return g.assignment()
	case kind < 6 || depth == 0:
		return g.oneOf("__syncthreads();\n", "__syncthreads();\n", "wait();\n")
	case kind < 7 && g.below(4) == 0:
		return fmt.Sprintf("switch (%s) {\ncase 0:\n%s%scase 1:\n%s%sdefault:\n;\n%s}\n", g.simple(),
			g.statements(depth-1), g.end(), g.statements(depth-1), g.end(), g.statements(depth-1))
	case kind < 7:
		return fmt.Sprintf("if (%s) {\n%s} else {\n%s}\n", g.condition(), g.statements(depth-1), g.statements(depth-1))
	case kind < 8:
		return fmt.Sprintf("if (%s) {\n%s}\n", g.condition(), g.statements(depth-1))
	}
	return g.loop(depth)
}

// leave draws a statement that ends the iteration, the loop or the kernel, mostly with a condition. It may draw
// nothing.
func (g *blockGenerator) leave() string {
	kind := g.below(10)
	switch {
	case kind < 2 && g.inLoop:
		return fmt.Sprintf("if (%s) %s;\n", g.condition(), g.oneOf("break", "break", "continue"))
	case kind == 2:
		return fmt.Sprintf("if (%s) return;\n", g.condition())
	case kind == 3 && g.below(3) == 0:
		return "return;\n"
	}
	return ""
}

// end draws the end of a case of a switch. If it is empty, the next case follows.
func (g *blockGenerator) end() string { return g.oneOf("break;\n", "break;\n", "return;\n", "") }

func (g *blockGenerator) variable() string { return g.oneOf("a", "b", "c") }

// simple draws a value that is the same in all lanes of a warp.
func (g *blockGenerator) simple() string {
	return g.oneOf("n", "1", "2", "w", "a", "b", "c", "d[0]", "d[w]", "d[a & 31]", "d[b & 31]", "(int)blockDim.x / 32")
}

func (g *blockGenerator) condition() string {
	return fmt.Sprintf("%s %s %s", g.simple(), g.oneOf(">", "<", "==", "!="), g.oneOf("0", "1", "2", "n", "a"))
}

// assignment draws statements that assign a value to a variable. The value differs between warps, or is the same in the
// block.
func (g *blockGenerator) assignment() string {
	x, y := g.variable(), g.simple()
	switch g.below(15) {
	case 0:
		return fmt.Sprintf("%s = lane == 0 ? atomicAdd(q, 1) : 0;\n%s = warpValue(%s);\n", x, x, x)
	case 1:
		return fmt.Sprintf("%s = __any_sync(~0u, d[%s] > %s);\n", x, g.oneOf("threadIdx.x", "lane"), y)
	case 2:
		return fmt.Sprintf("%s = __popc(__ballot_sync(~0u, d[%s] > %s)) & 3;\n", x, g.oneOf("threadIdx.x", "lane"), y)
	case 3:
		return fmt.Sprintf("%s = __reduce_max_sync(~0u, d[%s]);\n", x, g.oneOf("threadIdx.x", "lane", "w"))
	case 4:
		return fmt.Sprintf("%s = __shfl_sync(~0u, d[%s], %s & 31);\n", x, g.oneOf("threadIdx.x", "lane"), y)
	case 5:
		return fmt.Sprintf("%s = warpValue(*f);\n", x)
	case 6:
		return fmt.Sprintf("if (lane == 0) own[w] = %s;\n__syncwarp();\n%s = own[w];\n__syncwarp();\n", y, x)
	case 7:
		return fmt.Sprintf("if (threadIdx.x == 0) one = %s;\n__syncthreads();\n%s = one;\n__syncthreads();\n", y, x)
	case 8:
		return fmt.Sprintf("if (threadIdx.x == 0) one = atomicAdd(q, 1);\n__syncthreads();\n%s = one;\n__syncthreads();\n", x)
	case 9:
		return fmt.Sprintf("%s = __syncthreads_%s(%s);\n", x, g.oneOf("or", "and", "count"), g.condition())
	case 10:
		return fmt.Sprintf("if (%s) fixed = 1;\n__syncthreads();\n%s = fixed;\n__syncthreads();\n%s",
			g.oneOf("threadIdx.x == 0", "lane == 5", g.condition()), x, g.oneOf("", fmt.Sprintf("if (w < %s) __syncthreads();\n", x)))
	case 11, 12:
		return fmt.Sprintf("%s += %s;\n", x, y)
	}
	return fmt.Sprintf("%s = %s;\n", x, y)
}

// loop draws a loop with a few iterations.
func (g *blockGenerator) loop(depth int) string {
	g.loops++
	inLoop := g.inLoop
	g.inLoop = true
	defer func() { g.inLoop = inLoop }()
	i := fmt.Sprint("i", g.loops)
	body := g.statements(depth - 1)
	switch g.below(5) {
	case 0:
		return fmt.Sprintf("for (int %s = 0; %s < (%s & 3); ++%s) {\n%s}\n", i, i, g.simple(), i, body)
	case 1:
		return fmt.Sprintf("for (int %s = %s; %s < n; %s += blockDim.x / 32) {\n%s}\n", i, g.oneOf("w", "0", "blockIdx.x"), i, i, body)
	case 2:
		return fmt.Sprintf("do {\n%s} while (%s && ++fuel < 5);\n", body, g.condition())
	case 3:
		return fmt.Sprintf("for (int %s = 0; %s < 4; ++%s) {\n%s}\n", i, i, i, body)
	}
	return fmt.Sprintf("while (%s && fuel++ < 5) {\n%s}\n", g.condition(), body)
}
