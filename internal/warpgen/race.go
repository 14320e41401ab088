package warpgen

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"
)

// RaceProgram generates kernels, as text, whose lanes access shared memory at addresses of many forms, with and without
// barriers between the accesses. Every loop ends, masks are mostly right, and the kernel is
//
//	__global__ void k(const int *d, int n, int *out)
func RaceProgram() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		g := &raceGenerator{textGenerator: textGenerator{t: t, budget: 3 + rapid.IntRange(0, 9).Draw(t, "size")}, mask: fullMask}
		var body strings.Builder
		for g.budget > 0 {
			body.WriteString(g.statements(3))
		}
		return "struct Pair { int a, b; };\n" +
			"__device__ void put(int *p, int i, int v) { p[i] = v; }\n" +
			"__device__ int get(const int *p, int i) { return p[i]; }\n" +
			"__global__ void k(const int *d, int n, int *out) {\n" +
			"__shared__ int s[96], m[8][33];\n__shared__ unsigned char c[128];\n__shared__ Pair p[64];\n" +
			"int t = threadIdx.x, lane = t & 31, x = lane, y = 1;\n" +
			body.String() + "out[t] = x + y;\n}\n"
	})
}

const fullMask = "0xffffffffu"

// textGenerator draws program texts.
type textGenerator struct {
	t      *rapid.T
	budget int
	names  int
}

func (g *textGenerator) below(n int) int { return rapid.IntRange(0, n-1).Draw(g.t, "") }

func (g *textGenerator) oneOf(list ...string) string { return list[g.below(len(list))] }

func (g *textGenerator) name(prefix string) string {
	g.names++
	return fmt.Sprint(prefix, g.names)
}

// raceGenerator draws the body of a kernel.
type raceGenerator struct {
	textGenerator
	// mask is the text of the mask of the lanes that arrive here, or "" if they are not known.
	mask string
	// counters lists the variables of the loops that contain the statement.
	counters []string
	// parted reports whether some threads of the block may be on another path.
	parted bool
}

// statements draws a few statements, often with a barrier after one.
func (g *raceGenerator) statements(depth int) string {
	var all strings.Builder
	for range 1 + g.below(4) {
		if g.budget--; g.budget < 0 {
			break
		}
		all.WriteString(g.statement(depth))
		if g.below(10) < 4 {
			all.WriteString(g.sync())
		}
	}
	return all.String()
}

func (g *raceGenerator) statement(depth int) string {
	kind := g.below(20)
	switch {
	case kind < 5:
		return g.store()
	case kind < 9:
		return g.load()
	case kind < 11:
		return fmt.Sprintf("s[%s] += s[%s];\n", g.index(), g.index())
	case kind < 12:
		return fmt.Sprintf("%satomicAdd(&s[%s], %s);\n", g.oneOf("", "x = "), g.index(), g.value())
	case kind < 13:
		return fmt.Sprintf("%s = %s;\n", g.oneOf("x", "y"), g.value())
	case kind < 14 && g.mask != "":
		return fmt.Sprintf("y = __ballot_sync(%s, %s);\n", g.mask, g.condition())
	case depth == 0:
		return g.store()
	case kind < 17:
		return g.branch(depth)
	case kind < 18 && depth == 3 && g.below(3) == 0:
		return fmt.Sprintf("if (%s) return;\n", g.condition())
	}
	return g.loop(depth)
}

// sync draws a barrier of the lanes that arrive here. It returns "" if these lanes are not known.
func (g *raceGenerator) sync() string {
	switch {
	case g.mask == "":
		return ""
	case g.mask == fullMask && g.below(8) == 0:
		return "__syncwarp(lane < 16 ? 0xffffu : 0xffff0000u);\n"
	case g.mask == fullMask && !g.parted && g.below(6) == 0:
		return "__syncthreads();\n"
	}
	return fmt.Sprintf("__syncwarp(%s);\n", g.mask)
}

func (g *raceGenerator) store() string {
	i, v := g.index(), g.value()
	return g.oneOf(
		fmt.Sprintf("s[%s] = %s;\n", i, v), fmt.Sprintf("s[%s] = %s;\n", i, v),
		fmt.Sprintf("s[%s] = %s;\n", i, v), fmt.Sprintf("c[%s] = %s;\n", i, v),
		fmt.Sprintf("p[(%s) & 63].%s = %s;\n", i, g.oneOf("a", "b"), v),
		fmt.Sprintf("m[%s] = %s;\n", g.cell(), v),
		fmt.Sprintf("put(s, %s, %s);\n", i, v),
		fmt.Sprintf("((volatile int *)s)[%s] = %s;\n", i, v),
		fmt.Sprintf("*(int2 *)&s[2 * ((%s) & 31)] = make_int2(%s, %s);\n", i, v, g.value()),
	)
}

func (g *raceGenerator) load() string {
	i, x := g.index(), g.oneOf("x", "y")
	return g.oneOf(
		fmt.Sprintf("%s = s[%s];\n", x, i), fmt.Sprintf("%s = s[%s];\n", x, i),
		fmt.Sprintf("%s += s[%s];\n", x, i), fmt.Sprintf("%s = c[%s];\n", x, i),
		fmt.Sprintf("%s = p[(%s) & 63].%s;\n", x, i, g.oneOf("a", "b")),
		fmt.Sprintf("%s = m[%s];\n", x, g.cell()),
		fmt.Sprintf("%s = get(s, %s);\n", x, i),
		fmt.Sprintf("%s = *(int *)&c[4 * ((%s) & 31)];\n", x, i),
		fmt.Sprintf("%s = ((volatile int *)s)[%s];\n", x, i),
	)
}

// index draws an index, which mostly differs between lanes.
func (g *raceGenerator) index() string {
	if len(g.counters) > 0 && g.below(3) == 0 {
		i := g.counters[g.below(len(g.counters))]
		return strings.ReplaceAll(g.oneOf("(lane + I) & 63", "I & 31", "lane ^ (I & 31)", "(I * 32 + lane) & 63", "(lane * 2 + I) & 63"), "I", i)
	}
	return g.oneOf("lane", "lane", "lane", "t", "t", "lane ^ 1", "lane ^ 8", "lane ^ 16", "lane + 16", "(lane + 1) & 31",
		"31 - lane", "lane / 2", "lane * 2", "lane * 2 + 1", "lane & 7", "0", "5", "n & 31", "d[lane] & 31", "x & 31",
		"lane + (n & 31)", "t / 32 * 32 + (lane ^ 4)", "(lane * n) & 31", "lane % 8 * 4 + lane / 8")
}

// cell draws the two subscripts of an element of the matrix m.
func (g *raceGenerator) cell() string {
	return g.oneOf("lane % 8][lane / 8", "lane / 8][lane % 8", "lane & 7][lane", "n & 7][lane", "0][lane", "lane / 4][lane % 4 * 8")
}

func (g *raceGenerator) value() string {
	return g.oneOf("lane", "lane", "t", "0", "1", "n", "x", "y", "x + 1", "d[lane]")
}

func (g *raceGenerator) condition() string {
	condition, _ := g.test()
	return condition
}

// test draws a condition, and the mask of the lanes for which it is true. The mask is "" if only a ballot can compute
// it.
func (g *raceGenerator) test() (condition, mask string) {
	tests := [][2]string{
		{"lane < 16", "0xffffu"}, {"lane < 8", "0xffu"}, {"lane == 0", "1u"}, {"lane >= 16", "0xffff0000u"},
		{"lane % 2 == 0", "0x55555555u"}, {"(lane & 8) != 0", "0xff00ff00u"}, {"lane < 31", "0x7fffffffu"},
		{"n > 0", fullMask}, {"n == 2", fullMask}, {"(n & 1) == 0", fullMask}, {"d[0] > 0", fullMask},
		{"d[lane] > 0", ""}, {"lane < n", ""}, {"x > 3", ""}, {"y == 0", ""},
	}
	test := tests[g.below(len(tests))]
	return test[0], test[1]
}

// branch draws an if at which lanes may diverge. The mask of each side is a constant, is computed by a ballot before
// the if, or is not known.
func (g *raceGenerator) branch(depth int) string {
	outer, parted := g.mask, g.parted
	defer func() { g.mask, g.parted = outer, parted }()
	condition, mask := g.test()
	before, other := "", ""
	switch {
	case mask == fullMask:
		mask, other = outer, outer
	case outer == fullMask && mask != "":
		other = "~" + mask
	case outer != "":
		mask = g.name("m")
		before = fmt.Sprintf("unsigned %s = __ballot_sync(%s, %s);\n", mask, outer, condition)
		other = fmt.Sprintf("(%s & ~%s)", outer, mask)
	default:
		mask = ""
	}
	g.parted = g.parted || mask != outer || strings.Contains(condition, "d[")
	g.mask = mask
	text := fmt.Sprintf("%sif (%s) {\n%s}", before, condition, g.statements(depth-1))
	if g.below(5) < 2 {
		g.mask = other
		text += fmt.Sprintf(" else {\n%s}", g.statements(depth-1))
	}
	return text + "\n"
}

// loop draws a loop. The loop runs equally often in all lanes, or it is not known which lanes execute its body.
func (g *raceGenerator) loop(depth int) string {
	outer, parted, counters := g.mask, g.parted, len(g.counters)
	defer func() { g.mask, g.parted, g.counters = outer, parted, g.counters[:counters] }()
	i := g.name("i")
	g.counters = append(g.counters, i)
	head := ""
	switch g.below(8) {
	case 0, 1:
		head = fmt.Sprintf("for (int %s = 16; %[1]s > 0; %[1]s %s)", i, g.oneOf("/= 2", ">>= 1"))
		if g.below(2) == 0 {
			return fmt.Sprintf("%s {\nif (lane < %s) s[lane] += s[lane + %[2]s];\n%s}\n", head, i, g.sync())
		}
	case 2, 3:
		head = fmt.Sprintf("for (int %s = 0; %[1]s < %d; ++%[1]s)", i, 1+g.below(4))
	case 4:
		head = fmt.Sprintf("for (int %s = 0; %[1]s < n; ++%[1]s)", i)
	case 5:
		head = fmt.Sprintf("for (int %s = 0; %[1]s < (d[0] & 3); ++%[1]s)", i)
		g.parted = true
	case 6:
		head = fmt.Sprintf("for (int %s = 0; %[1]s < (%s & 3); ++%[1]s)", i, g.oneOf("lane", "x", "d[lane]"))
		g.mask, g.parted = "", true
	case 7:
		head = fmt.Sprintf("for (int %s = lane; %[1]s < n; %[1]s += 32)", i)
		g.mask, g.parted = "", true
	}
	return fmt.Sprintf("%s {\n%s}\n", head, g.statements(depth-1))
}
