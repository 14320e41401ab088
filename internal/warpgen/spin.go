package warpgen

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"
)

// SpinProgram generates kernels, as text, in which lanes wait for locks and flags. Some of these loops end in no order
// of the lanes; all other loops end. The kernel is
//
//	__global__ void k(const int *d, int n, int *lock, volatile int *flag, int *out)
func SpinProgram() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		g := &spinGenerator{textGenerator{t: t, budget: 1 + rapid.IntRange(0, 3).Draw(t, "size")}}
		var body strings.Builder
		for g.budget > 0 {
			g.budget--
			body.WriteString(g.statement(mostGuards))
		}
		return "__device__ void take(int *l) { while (atomicCAS(l, 0, 1) != 0); }\n" +
			"__device__ void release(int *l) { atomicExch(l, 0); }\n" +
			"__global__ void k(const int *d, int n, int *lock, volatile int *flag, int *out) {\n" +
			"int t = threadIdx.x, lane = t & 31, x = lane;\n" +
			body.String() + "out[t] = x;\n}\n"
	})
}

// mostGuards is the largest number of nested branches around a lock. Statements that wait for a flag are in no such
// branch, so that all lanes reach them and some lanes set the flag.
const mostGuards = 2

// spinGenerator draws the body of a kernel.
type spinGenerator struct{ textGenerator }

func (g *spinGenerator) statement(depth int) string {
	kind := g.below(12)
	switch {
	case kind < 4:
		return g.lock()
	case kind < 6:
		return g.lockInside()
	case kind < 9 && depth == mostGuards:
		return g.flags()
	case kind < 11 && depth > 0:
		text := fmt.Sprintf("if (%s) {\n%s}", g.condition(depth), g.statement(depth-1))
		if g.below(3) == 0 {
			text += fmt.Sprintf(" else {\n%s}", g.statement(depth-1))
		}
		return text + "\n"
	}
	return "for (int i = 0; i < 2; ++i) {\nx += d[lane];\n}\n"
}

// which draws the index of the lock that a lane takes.
func (g *spinGenerator) which() string {
	return g.oneOf("0", "0", "lane", "t", "lane / 2", "lane & 1", "n & 3", "d[lane] & 3", "31 - lane", "lane * 2")
}

// condition draws a condition on lanes or on the inputs. depth is mostGuards in the outer one of two nested branches,
// and less in the inner one. Conditions on the inputs test n in the outer branch and d in the inner one, so that some
// input makes both true.
func (g *spinGenerator) condition(depth int) string {
	switch {
	case g.below(2) == 0:
		return g.laneTest()
	case depth == mostGuards:
		return g.oneOf("n > 0", "n == 2")
	}
	return g.oneOf("d[lane] > 0", "d[0] > 0")
}

// lock draws a loop that takes a lock, and after it a statement that frees the lock.
func (g *spinGenerator) lock() string {
	which := g.which()
	take := g.oneOf("while (atomicCAS(&lock[I], 0, 1) != 0);\n", "while (atomicExch(&lock[I], 1));\n",
		"do {\n} while (atomicCAS(&lock[I], 0, 1) == 1);\n", "for (int got = 1; got;) got = atomicCAS(&lock[I], 0, 1);\n",
		"take(lock + I);\n", "take(&lock[I]);\n")
	free := g.oneOf("atomicExch(&lock[I], 0);\n", "atomicExch(&lock[I], 0);\n", "release(&lock[I]);\n", "((volatile int *)lock)[I] = 0;\n")
	return strings.ReplaceAll(take+"x += 1;\n"+free, "I", "("+which+")")
}

// lockInside draws a loop that takes a lock and frees it in its body. It never draws `free; break;`, because in the
// control-flow graph the free would be outside the loop. The concrete machine runs that code only when all lanes have
// left the loop, so the lanes that wait for the lock would never get it.
func (g *spinGenerator) lockInside() string {
	way := g.oneOf(
		"for (bool done = false; !done;)\nif (atomicCAS(&lock[I], 0, 1) == 0) {\nx += 1;\natomicExch(&lock[I], 0);\ndone = true;\n}\n",
		"bool open = true;\ndo {\nif (!atomicExch(&lock[I], 1)) {\nx += 1;\natomicExch(&lock[I], 0);\nopen = false;\n}\n} while (open);\n")
	return "{\n" + strings.ReplaceAll(way, "I", "("+g.which()+")") + "}\n"
}

// laneTest draws a condition at which the lanes of a warp diverge.
func (g *spinGenerator) laneTest() string {
	return g.oneOf("lane == 0", "lane == 5", "lane < 2", "lane < 16", "lane >= 16", "(lane & 1) == 0", "lane != 0", "t < 8")
}

// flags draws statements in which lanes wait for a flag. The lanes on the other side of a branch set the flag, or each
// lane sets it before it waits. Each call uses new flags, because a program should not test a flag that is never set.
func (g *spinGenerator) flags() string {
	one, two := fmt.Sprintf("flag[%d]", g.number()), fmt.Sprintf("flag[%d]", g.number())
	wait := fmt.Sprintf(g.oneOf("while (!%s);\n", "while (%s == 0);\n", "do {\n} while (%s != 1);\n"), one)
	before := ""
	if g.below(4) == 0 {
		before = fmt.Sprintf("%s = %d;\n", one, g.below(2))
	}
	switch g.below(5) {
	case 0:
		return fmt.Sprintf("%sif (%s) {\n%s = 1;\n} else {\n%s}\n", before, g.laneTest(), one, wait)
	case 1:
		return fmt.Sprintf("%sif (%s) {\n%s} else {\n%s = 1;\n}\n", before, g.laneTest(), wait, one)
	case 2:
		return fmt.Sprintf("%sif (%s) {\n%s = 1;\n%s} else {\n%s = 1;\nwhile (!%s);\n}\n", before, g.laneTest(), two, wait, one, two)
	case 3:
		return fmt.Sprintf("if (%s) {\n%s = 1;\nx += 1;\n} else {\n%s = 1;\n%s}\n", g.laneTest(), one, one, wait)
	}
	return fmt.Sprintf("if (%s) {\n%s = 1;\n} else {\n%s = 1;\nx = 1;\n}\n%s", g.laneTest(), one, one, wait)
}

// number returns a new number at each call.
func (g *spinGenerator) number() int {
	g.names++
	return g.names
}
