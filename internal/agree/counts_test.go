package agree

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"

	"github.com/warpcheck/warpcheck/sim"
	"github.com/warpcheck/warpcheck/warp"
)

// drawCounts draws a kernel whose warps meet at barriers with a number of threads. The interpreter is compared with
// runs of whole blocks.
func drawCounts(t *rapid.T) subject {
	warps := rapid.IntRange(2, 4).Draw(t, "warps")
	g := &blockKernel{t: t, warps: warps}
	source := "__global__ void k(const int *__restrict__ d, int n, int m) {\n  int w = threadIdx.x / 32;\n" +
		rapid.SampledFrom([]string{"", "if (w == 1 && n == 2) return;\n"}).Draw(t, "return") + g.statements(2, 3) + "}\n"
	shape := warp.Shape{warps * warp.Size, 1, 1}
	var inputs []sim.Input
	for n := range 5 {
		for m := range 3 {
			d := rapid.Uint32().Draw(t, "d")
			inputs = append(inputs, sim.Input{Shape: shape, Model: warp.Independent,
				Args:   map[string]uint64{"n": uint64(n), "m": uint64(m)},
				Memory: func(_ string, offset int64, _ int) uint64 { return uint64(d >> (offset / 4 % 32) & 1) }})
		}
	}
	return subject{text: source, check: func(p lowered) error {
		return compareBlocks(p, []warp.Shape{shape}, inputs)
	}}
}

// blockKernel draws the body of a kernel.
type blockKernel struct {
	t     *rapid.T
	warps int
	loops int
}

// statements draws up to most statements, with up to depth levels below them.
func (g *blockKernel) statements(depth, most int) string {
	return upTo(g.t, most, func() string { return g.statement(depth) })
}

// upTo draws from one to most parts, and joins them.
func upTo(t *rapid.T, most int, part func() string) string {
	var all strings.Builder
	for range rapid.IntRange(1, most).Draw(t, "parts") {
		all.WriteString(part())
	}
	return all.String()
}

// loop writes a loop around a body; number makes the name of its variable unique.
func loop(number int, turns, body string) string {
	return fmt.Sprintf("for (int i%[1]d = 0; i%[1]d < %[2]s; i%[1]d++) {\n%[3]s}\n", number, turns, body)
}

func (g *blockKernel) statement(depth int) string {
	kinds := 4
	if depth > 0 {
		kinds = 8
	}
	switch rapid.IntRange(0, kinds-1).Draw(g.t, "statement") {
	case 0, 1:
		return g.barrier("sync")
	case 2:
		return g.barrier("arrive")
	case 3:
		return rapid.SampledFrom([]string{"__syncthreads();\n", g.barrier("sync")}).Draw(g.t, "other")
	case 4, 5:
		return fmt.Sprintf("if (%s) {\n%s} else {\n%s}\n", g.condition(), g.statements(depth-1, 3), g.statements(depth-1, 3))
	case 6:
		return fmt.Sprintf("if (%s) {\n%s}\n", g.condition(), g.statements(depth-1, 2))
	}
	g.loops++
	turns := rapid.SampledFrom([]string{"n", "m", "n - 1", "n + 1", "2", "7"}).Draw(g.t, "turns")
	number := g.loops // the number of this loop, because the body has more loops
	return loop(number, turns, g.statements(depth-1, 2))
}

func (g *blockKernel) barrier(kind string) string {
	name := rapid.SampledFrom([]string{"1", "1", "2", "1 + w / 2", "1 + w % 2"}).Draw(g.t, "name")
	threads := rapid.SampledFrom([]int{64, 64, 32 * g.warps, 96}).Draw(g.t, "threads")
	return fmt.Sprintf("asm volatile(\"bar.%s %%0, %%1;\" ::\"r\"(%s), \"r\"(%d));\n", kind, name, threads)
}

func (g *blockKernel) condition() string {
	return rapid.SampledFrom([]string{"w == 0", "w < 2", "w % 2", "n > 1", "m == 1", "w == 0 && n > 2", "d[w] > 0"}).Draw(g.t, "condition")
}
