package warpgen

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"
)

// FillProgram generates kernels, as text, that write parts of shared arrays, meet at a barrier of the block, and read
// parts, a few times. Some reads find memory that nobody has written. All threads reach each barrier. The kernel is
//
//	__global__ void k(const int *d, int n, int *out)
func FillProgram() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		g := &fillGenerator{textGenerator{t: t}}
		var body strings.Builder
		for range 1 + g.below(3) {
			for range 1 + g.below(3) {
				body.WriteString(g.guarded(g.write()))
			}
			body.WriteString("__syncthreads();\n")
			for range 1 + g.below(3) {
				body.WriteString(g.guarded(g.read()))
			}
			body.WriteString(g.oneOf("", "__syncthreads();\n"))
		}
		return "struct Item { int key, value; };\n" +
			"__device__ void fill(int *p, int from, int to, int v) { for (int i = from; i < to; ++i) p[i] = v; }\n" +
			"__global__ void k(const int *d, int n, int *out) {\n" +
			"__shared__ int s[96], r[2][64], count;\n__shared__ Item items[64];\n__shared__ unsigned char c[64];\n" +
			"int t = threadIdx.x, lane = t & 31, x = 0;\n" +
			body.String() + "out[t] = x;\n}\n"
	})
}

// fillGenerator draws the parts of a body.
type fillGenerator struct{ textGenerator }

// guarded draws a condition or a loop around a statement, or none.
func (g *fillGenerator) guarded(statement string) string {
	i := g.name("i")
	return g.oneOf(statement, statement, statement,
		fmt.Sprintf("if (%s) { %s}\n", g.oneOf("t < 20", "lane == 0", "t == 0", "t < n", "n > 2", "d[lane] > 0", "t >= 32"), statement),
		fmt.Sprintf("for (int %[1]s = 0; %[1]s < %[2]s; ++%[1]s) { %[3]s}\n", i, g.oneOf("2", "3", "n & 3"), strings.ReplaceAll(statement, "lane", "(lane + "+i+")")),
	)
}

func (g *fillGenerator) write() string {
	i, v := g.index(), g.value()
	return g.oneOf(
		fmt.Sprintf("s[%s] = %s;\n", i, v), fmt.Sprintf("s[%s] = %s;\n", i, v), fmt.Sprintf("r[%s][%s & 63] = %s;\n", g.oneOf("0", "1", "n & 1", "t & 1"), i, v),
		fmt.Sprintf("items[(%s) & 63].%s = %s;\n", i, g.oneOf("key", "value"), v), fmt.Sprintf("c[(%s) & 63] = %s;\n", i, v),
		fmt.Sprintf("for (int j = t; j < %s; j += %s) s[j] = %s;\n", g.oneOf("96", "64", "80", "n & 63"), g.oneOf("32", "blockDim.x"), v),
		fmt.Sprintf("if (t == 0) fill(s, %s, %s, %s);\n", g.oneOf("0", "8"), g.oneOf("32", "64", "96"), v),
		fmt.Sprintf("count = %s;\n", v), "atomicExch(&count, t);\n", fmt.Sprintf("out[%s] = %s;\n", g.oneOf("t", "blockIdx.x", "n & 31", "d[lane] & 31"), v),
	)
}

func (g *fillGenerator) read() string {
	i := g.index()
	return g.oneOf(
		fmt.Sprintf("x += s[%s];\n", i), fmt.Sprintf("x += s[%s];\n", i), fmt.Sprintf("x += r[%s][%s & 63];\n", g.oneOf("0", "1", "n & 1", "t & 1"), i),
		fmt.Sprintf("x ^= items[(%s) & 63].%s;\n", i, g.oneOf("key", "value")), fmt.Sprintf("x += c[(%s) & 63];\n", i),
		"x += count;\n", fmt.Sprintf("x = atomicAdd(&count, %s);\n", g.value()), fmt.Sprintf("atomicMax(&s[%s], %s);\n", i, g.value()),
		fmt.Sprintf("atomicAdd(&s[d[%s] & 63], 1);\n", g.oneOf("t", "0", "lane")),
		fmt.Sprintf("memcpy(out + 64 * (t + 1), s + %s, 4 * %s);\n", g.oneOf("0", "t", "lane"), g.oneOf("24", "20", "(n & 31)", "(t & 15)")),
		fmt.Sprintf("x += *(int *)&c[4 * ((%s) & 15)];\n", i), fmt.Sprintf("x += lane < 16 ? s[%s] : 0;\n", i),
		fmt.Sprintf("out[%s] = s[%s];\n", g.oneOf("t", "blockIdx.x", "n & 31", "d[lane] & 31"), i),
	)
}

// index draws an index below 96.
func (g *fillGenerator) index() string {
	return g.oneOf("t", "t", "t + 32", "t ^ 1", "lane", "lane * 2", "lane + 16", "31 - lane", "0", "40", "n & 31", "d[lane] & 63", "t / 2", "t + (n & 15)")
}

func (g *fillGenerator) value() string { return g.oneOf("t", "lane", "0", "n", "x", "d[lane]") }
