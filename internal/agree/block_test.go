package agree

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/lower"
	"github.com/warpcheck/warpcheck/internal/parsetest"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/sim"
	"github.com/warpcheck/warpcheck/warp"
)

// TestBlocksAgree holds the interpreter against runs of whole blocks, on random kernels of
// warps that meet at barriers with a number of threads:
//
//   - where a block hangs on some input, in some order, the interpreter tells of some barrier,
//     or says that it is not exact about one;
//   - on every input with which some warp comes to a barrier that it calls definitely wrong,
//     the block hangs in every order, or a warp breaks the rule by itself.
func TestBlocksAgree(t *testing.T) {
	setDefault(t, "rapid.seed", "0", "1")
	setDefault(t, "rapid.checks", "100", "60")
	rapid.Check(t, func(rt *rapid.T) {
		warps := rapid.IntRange(2, 4).Draw(rt, "warps")
		g := &blockKernel{t: rt, warps: warps}
		source := "__global__ void k(const int *__restrict__ d, int n, int m) {\n  int w = threadIdx.x / 32;\n" +
			rapid.SampledFrom([]string{"", "if (w == 1 && n == 2) return;\n"}).Draw(rt, "return") + g.statements(2, 3) + "}\n"
		program := lower.Build(parsetest.Text(t, source))
		shape := warp.Shape{warps * warp.Size, 1, 1}
		said := askBlock(program, shape)
		for n := range 5 {
			for m := range 3 {
				d := rapid.Uint32().Draw(rt, "d")
				in := sim.Input{Func: program.Roots[0], Shape: shape, Model: warp.Independent,
					Args: map[string]uint64{"n": uint64(n), "m": uint64(m)},
					Memory: func(object string, offset int64, size int) uint64 {
						return uint64(d >> (offset / 4 % 32) & 1)
					}}
				if err := said.compare(sim.RunBlock(in)); err != nil {
					rt.Fatalf("%v with n = %d, m = %d, d = %#x in\n%s", err, n, m, d, source)
				}
			}
		}
	})
}

// blockKernel draws the body of a kernel.
type blockKernel struct {
	t     *rapid.T
	warps int
	loops int
}

// statements are up to so many, with so many levels below them.
func (g *blockKernel) statements(depth, most int) string {
	var all strings.Builder
	for range rapid.IntRange(1, most).Draw(g.t, "statements") {
		all.WriteString(g.statement(depth))
	}
	return all.String()
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
	return fmt.Sprintf("for (int i%d = 0; i%d < %s; i%d++) {\n%s}\n", g.loops, g.loops, turns, g.loops, g.statements(depth-1, 2))
}

func (g *blockKernel) barrier(kind string) string {
	name := rapid.SampledFrom([]string{"1", "1", "2", "1 + w / 2", "1 + w % 2"}).Draw(g.t, "name")
	threads := rapid.SampledFrom([]int{64, 64, 32 * g.warps, 96}).Draw(g.t, "threads")
	return fmt.Sprintf("asm volatile(\"bar.%s %%0, %%1;\" ::\"r\"(%s), \"r\"(%d));\n", kind, name, threads)
}

func (g *blockKernel) condition() string {
	return rapid.SampledFrom([]string{"w == 0", "w < 2", "w % 2", "n > 1", "m == 1", "w == 0 && n > 2", "d[w] > 0"}).Draw(g.t, "condition")
}

// blockClaims is what the interpreter says of a block's barriers.
type blockClaims struct {
	definite map[*cfg.Instr]bool
	// silent: it tells of no barrier, and is exact about all.
	silent bool
}

func askBlock(p *cfg.Program, s warp.Shape) blockClaims {
	r := lanes.Analyze(p, lanes.Options{Model: warp.Independent, QuerySteps: querySteps,
		Shapes: func(*cfg.Func) []warp.Shape { return []warp.Shape{s} }})
	c := blockClaims{map[*cfg.Instr]bool{}, len(r.Notes) == 0}
	for _, f := range r.Facts {
		found := f.Barrier()
		c.silent = c.silent && len(found) == 0 && f.Approximate == "" && !f.Undecided
		for _, v := range found {
			if v.Certainty == lanes.Definite {
				c.definite[f.Site] = true
			}
		}
	}
	return c
}

func (c blockClaims) compare(b *sim.Block) error {
	if !b.IsComplete() {
		return nil
	}
	if c.silent && len(b.Waits) > 0 {
		return fmt.Errorf("missed: a warp waits at %v", b.Waits[0])
	}
	if c.silent && len(b.Deserted) > 0 {
		d := b.Deserted[0]
		return fmt.Errorf("missed: warp %d waits at line %d for warp %d", d.Warp, d.Phase.Site.Pos.Line, d.Other)
	}
	for site := range c.definite {
		for _, o := range b.Warps {
			for _, p := range o.Phases {
				if p.Site == site && !b.Always && len(o.Violations) == 0 && !desertedBy(b, site) {
					return fmt.Errorf("false definite at %d:%d", site.Pos.Line, site.Pos.Column)
				}
			}
		}
	}
	return nil
}

// desertedBy reports a barrier that some warp of a block leaves out while another waits there.
func desertedBy(b *sim.Block, site *cfg.Instr) bool {
	for _, waits := range b.Warps {
		for _, other := range b.Warps {
			if sim.Deserted(waits, other, func(p *sim.Phase) bool { return p.Site == site }) {
				return true
			}
		}
	}
	return false
}
