package sim

import (
	"slices"

	"github.com/warpcheck/warpcheck/barrier"
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/warp"
)

// Block is what the warps of a block do on one input. The machine runs one warp, so this is a
// run of each, and their barriers run together (package barrier) on what these came to.
type Block struct {
	Warps []*Outcome
	// Waits are the phases that some order of arrival leaves a warp waiting at for ever, in
	// the order of the warps. Always: every order leaves some warp waiting.
	Waits  []Waiting
	Always bool
	// Deserted are the barriers of the whole block that some warp waits at and another leaves
	// out, each once.
	Deserted []Desertion
}

// Desertion is a barrier that a warp comes to more often than another one.
type Desertion struct {
	Phase       *Phase
	Warp, Other int
}

// Waiting is a warp that waits for ever.
type Waiting struct {
	Warp  int
	Phase *Phase
	barrier.Wait
}

// RunBlock runs all warps of a block, whichever the input names.
func RunBlock(in Input) *Block {
	b := &Block{}
	for in.Warp = 0; in.Warp*warp.Size < in.Shape.Threads(); in.Warp++ {
		b.Warps = append(b.Warps, Run(in))
	}
	b.meet()
	b.desert()
	return b
}

// desert finds the barriers of the whole block that some warp leaves out.
func (b *Block) desert() {
	told := map[*cfg.Instr]bool{}
	for w, waits := range b.Warps {
		for _, p := range waits.Phases {
			site := p.Site
			if !site.Collective.IsForAll() || told[site] {
				continue
			}
			other := slices.IndexFunc(b.Warps, func(o *Outcome) bool {
				return Deserted(waits, o, func(q *Phase) bool { return q.Site == site })
			})
			if other >= 0 {
				told[site] = true
				b.Deserted = append(b.Deserted, Desertion{p, w, other})
			}
		}
	}
}

// IsComplete reports that each warp's run is to be trusted.
func (b *Block) IsComplete() bool {
	for _, o := range b.Warps {
		if !o.IsComplete() {
			return false
		}
	}
	return true
}

// IsComplete reports a run that is to be trusted.
func (o *Outcome) IsComplete() bool { return o.Unknown == "" && !o.OutOfSteps }

// HangsAt reports that some warp waits for ever under a name that a barrier has.
func (b *Block) HangsAt(site *cfg.Instr) bool {
	names := map[int]bool{}
	for _, o := range b.Warps {
		for _, p := range o.Phases {
			if p.Site == site && p.isNamed() {
				names[p.op().Name] = true
			}
		}
	}
	for _, w := range b.Waits {
		if names[w.Phase.op().Name] {
			return true
		}
	}
	return false
}

// meet runs the barriers that the warps came to.
func (b *Block) meet() {
	ways, phases := make([][]barrier.Op, len(b.Warps)), make([][]*Phase, len(b.Warps))
	for w, o := range b.Warps {
		for _, p := range o.Phases {
			if p.isNamed() {
				ways[w], phases[w] = append(ways[w], p.op()), append(phases[w], p)
			}
		}
	}
	out := barrier.Run(ways)
	b.Always = out.Hangs && !out.Passes && !out.Open
	for w := range ways {
		for i := range ways[w] {
			if how, waits := out.Waits[barrier.Step{Warp: w, Op: i}]; waits {
				b.Waits = append(b.Waits, Waiting{w, phases[w][i], how})
			}
		}
	}
}

// isNamed reports one of the barriers that a block has by number.
func (p *Phase) isNamed() bool { return p.Site.Collective.Block && p.Site.Collective.Tile == 0 }

// op is what the warp does at a named barrier, as its first lane asks.
func (p *Phase) op() barrier.Op {
	op := barrier.Op{Name: int(p.Barriers[p.first()] % barrier.Names), Arrives: p.Site.Collective.Class == cfg.BarrierArrive}
	if !p.Site.Collective.IsForAll() {
		op.Warps = int((p.Threads[p.first()] + warp.Size - 1) / warp.Size)
	}
	return op
}
