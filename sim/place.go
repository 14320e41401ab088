package sim

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
)

// place is the place of an instruction in the unrolled program. instr is the index of the instruction in its block.
// For the terminator it is the number of instructions.
type place struct {
	frame *frame
	block *cfg.Block
	// iters holds the iteration numbers of the loops around the block, outermost loop first.
	iters []int
	instr int
	// call is the place of the call that made the frame, nil for the root's frame.
	call *place
	// departures lists the loops that a retired lane left when it returned early. In the graph, the last block of the
	// lane is not in these loops, but it counts as part of one of their iterations (cfg.Block.IterationOf).
	departures []departure
}

// departure records that a lane left a loop in iteration iter.
type departure struct {
	loop *cfg.Loop
	iter int
}

// reaches reports whether control can flow from the place q to the later place p. A place does not reach itself.
func (q place) reaches(p place) bool {
	qs, ps := q.chain(), p.chain()
	i := 0
	for i+1 < len(qs) && i+1 < len(ps) && qs[i+1].isInFrameOf(ps[i+1]) && slices.Equal(qs[i].iters, ps[i].iters) {
		i++
	}
	return qs[i].reachesLocally(ps[i])
}

// isInFrameOf reports whether the frames of q and p are calls of the same function along the same call path. The two
// frames may belong to two warps.
func (q place) isInFrameOf(p place) bool {
	return q.frame.fn == p.frame.fn && q.frame.path == p.frame.path
}

// incomparable reports whether no lane can pass both places.
func (q place) incomparable(p place) bool { return !q.reaches(p) && !p.reaches(q) }

// iterationsSince returns the difference of the iteration numbers of p and q. It compares the outermost loop in which
// the numbers differ. It returns 0 if there is no such loop.
func (q place) iterationsSince(p place) int {
	qs, ps := q.chain(), p.chain()
	for i := range min(len(qs), len(ps)) {
		for k := range min(len(qs[i].iters), len(ps[i].iters)) {
			if d := qs[i].iters[k] - ps[i].iters[k]; d != 0 {
				return max(d, -d)
			}
		}
		if qs[i].block != ps[i].block || qs[i].instr != ps[i].instr {
			break
		}
	}
	return 0
}

// isBehindInText reports whether q is after p in the source text. If they are in two functions, the calls in their
// common caller are compared.
func (q place) isBehindInText(p place) bool {
	return compareTexts(append(q.frame.calls(), q.instruction()), append(p.frame.calls(), p.instruction())) > 0
}

// compareTexts compares two lists of instructions by the source text. Each list holds the calls from the root to an
// instruction, and the instruction. The first pair of different elements decides. The result is negative if `one` is
// before `other`, positive if it is after, and 0 if they are equal.
func compareTexts(one, other []*cfg.Instr) int {
	for i := range min(len(one), len(other)) {
		if d := cfg.CompareText(one[i], other[i]); d != 0 {
			return d
		}
	}
	return 0
}

// calls returns the calls from the root to a frame.
func (f *frame) calls() []*cfg.Instr {
	if f.parent == nil {
		return nil
	}
	return append(f.parent.calls(), f.call.instruction())
}

// instruction returns the instruction at the place, which must not be a terminator.
func (q place) instruction() *cfg.Instr { return q.block.Instrs[q.instr] }

// chain returns the places of the calls from the root down to q, and q itself as the last one.
func (q place) chain() []place {
	if q.call == nil {
		return []place{q}
	}
	return append(q.call.chain(), q)
}

// reachesLocally reports whether control can flow from q to p, a place in the same frame. If both are in a loop, the
// place in the earlier iteration reaches the other place, because every block of a loop can reach the next iteration.
func (q place) reachesLocally(p place) bool {
	var common []*cfg.Loop // the loops around both blocks, innermost first
	for l := q.block.Loop; l != nil; l = l.Parent {
		if _, ok := p.iteration(l); ok {
			common = append(common, l)
		}
	}
	for i := len(common) - 1; i >= 0; i-- {
		qi, _ := q.iteration(common[i])
		pi, _ := p.iteration(common[i])
		if qi != pi {
			return qi < pi
		}
	}
	if q.block == p.block {
		return q.instr < p.instr
	}
	return q.frame.nest.flows(q.block, p.block, common)
}

// iteration returns the number of the iteration of the loop l that contains the place q. It returns false if q is in no
// iteration of l.
func (q place) iteration(l *cfg.Loop) (int, bool) {
	if contains(l, q.block) {
		return q.iters[l.Depth-1], true
	}
	for _, d := range q.departures {
		if d.loop == l {
			return d.iter, true
		}
	}
	return 0, false
}

// flowKey is the key of the cache of flows. shared is the number of loops with an iteration that contains both places.
// It identifies these loops, because they are the outermost ones around the block `from`.
type flowKey struct {
	from, to *cfg.Block
	shared   int
}

// flows reports whether control can flow from one block to another without a new iteration of the given shared loops.
func (n *nest) flows(from, to *cfg.Block, shared []*cfg.Loop) bool {
	key := flowKey{from, to, len(shared)}
	if known, ok := n.flow[key]; ok {
		return known
	}
	seen := make([]bool, len(n.fn.Blocks))
	for _, l := range shared {
		seen[l.Header.Index] = true
	}
	var find func(b *cfg.Block) bool
	find = func(b *cfg.Block) bool {
		for _, t := range b.Succs {
			if !seen[t.Index] {
				seen[t.Index] = true
				if t == to || find(t) {
					return true
				}
			}
		}
		return false
	}
	n.flow[key] = find(from)
	return n.flow[key]
}
