package sim

import (
	"bufio"
	"fmt"
	"io"

	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// Draw pictures an outcome, rendezvous by rendezvous, lane 0 leftmost:
//
//	reduce.cu:42:9 __shfl_down_sync, execution 1
//	  lanes  ################....xxxxxxxxxxxx
//	  mask   ################################  by lanes 0-15: 0xffffffff
//	  ! not participating: lanes 16-19, mask 0xffffffff
//	! race: byte 4 of s, lane 0 at reduce.cu:50:3, lane 1 at reduce.cu:48:3 before
//
// In the row of lanes, # stands for a lane that arrives, + for one that arrives from another side of a branch, . for
// one that is elsewhere, and x for one that has exited. A mask row is drawn for every mask passed.
func Draw(w io.Writer, outcome *Outcome) error {
	b := bufio.NewWriter(w)
	for _, p := range outcome.Rendezvous {
		drawRendezvous(b, p)
		for _, v := range outcome.Violations {
			if v.Rendezvous == p {
				fmt.Fprintf(b, "  ! %s\n", v)
			}
		}
	}
	if len(outcome.Rendezvous) == 0 {
		fmt.Fprintln(b, "no collective was executed")
	}
	for _, r := range outcome.Races() {
		fmt.Fprintf(b, "! %s\n", r)
	}
	if outcome.Exited != 0 {
		fmt.Fprintf(b, "lanes %v left the kernel early\n", outcome.Exited)
	}
	for _, name := range outcome.Notes {
		fmt.Fprintf(b, "note: %s has no body and yields 0\n", name)
	}
	if outcome.Unknown != "" {
		fmt.Fprintf(b, "not to be trusted: the run reached %s\n", outcome.Unknown)
	}
	if outcome.OutOfSteps {
		fmt.Fprintln(b, "stopped: out of steps, so no rule was checked")
	}
	return b.Flush()
}

// DrawWaits lists the warps of a block that wait in vain. Such a warp waits at a barrier that another warp does not
// reach, or waits for ever in some order of arrival. DrawWaits writes nothing if the run of some warp cannot be
// trusted.
func DrawWaits(w io.Writer, block *Block) error {
	b := bufio.NewWriter(w)
	if block.IsComplete() {
		may := "may wait"
		if block.Always {
			may = "waits"
		}
		for _, d := range block.Deserted {
			fmt.Fprintf(b, "warp %d waits at %s %s %s\n",
				d.Warp, at(d.Rendezvous.Site.Pos), d.Rendezvous.Site.Collective.Name, d.why())
		}
		for _, at := range block.Waits {
			fmt.Fprintf(b, "warp %d %s for ever: %s\n", at.Warp, may, at)
		}
	}
	return b.Flush()
}

// why describes what warp Other does instead of waiting at the barrier.
func (d Desertion) why() string {
	if d.Meanwhile == nil {
		return fmt.Sprintf("more often than warp %d comes there", d.Other)
	}
	return fmt.Sprintf("while warp %d waits at %s", d.Other, at(d.Meanwhile.Site.Pos))
}

// String describes where a warp waits, and how many warps the barrier waits for.
func (w Waiting) String() string {
	op := w.Rendezvous.op()
	s := fmt.Sprintf("%s %s, execution %d, of barrier %d", at(w.Rendezvous.Site.Pos), w.Rendezvous.Site.Collective.Name, w.Rendezvous.Index+1, op.Name)
	switch {
	case w.OtherNumber > 0:
		s += fmt.Sprintf(" for %d warps, where another comes for %d", op.Warps, w.OtherNumber)
	case op.Warps > 0:
		s += fmt.Sprintf(" with %d of %d warps", w.Arrived, op.Warps)
	}
	return s
}

func drawRendezvous(b *bufio.Writer, p *Rendezvous) {
	fmt.Fprintf(b, "%s %s, execution %d", at(p.Site.Pos), p.Site.Collective.Name, p.Index+1)
	for i := len(p.Path) - 1; i >= 0; i-- {
		fmt.Fprintf(b, ", called at %s", at(p.Path[i]))
	}
	fmt.Fprintf(b, "\n  lanes  %s\n", p.states())
	if p.Site.Collective.BeyondWarp {
		return
	}
	var done warp.Lanes
	for l := range lanesOf(p.Converged) {
		if !done.Has(l) {
			peers := p.withMask(p.Masks[l])
			done |= peers
			fmt.Fprintf(b, "  mask   %s  by lanes %v: 0x%08x\n",
				warp.Lanes(p.Masks[l]).Draw(), peers, p.Masks[l])
		}
	}
}

// states returns the row that pictures the state of each lane.
func (p *Rendezvous) states() string {
	row := make([]byte, warp.Size)
	for l := range row {
		switch {
		case p.Converged.Has(l):
			row[l] = '#'
		case p.Arrive.Has(l):
			row[l] = '+'
		case p.Exited.Has(l):
			row[l] = 'x'
		default:
			row[l] = '.'
		}
	}
	return string(row)
}

func at(p source.Pos) string { return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column) }

// String describes the violation, for drawings and test failures.
func (v Violation) String() string {
	s := fmt.Sprintf("%s: lanes %v", v.Kind, v.Lanes)
	if v.Kind != Barrier {
		s += fmt.Sprintf(", mask 0x%08x", v.Mask)
	}
	switch v.Kind {
	case DivergentMask:
		s += fmt.Sprintf(", union 0x%08x", v.Union)
	case SourceNotInMask:
		s += fmt.Sprintf(", reading lanes %v", v.Sources)
	case Width:
		s += fmt.Sprintf(", width %d", int32(v.Width))
	}
	return s
}

// String describes the race, for drawings and test failures.
func (r Race) String() string {
	return fmt.Sprintf("race: byte %d of %s, lane %d at %s, lane %d at %s before", r.Offset, r.Object.Name,
		r.Later.Lane, at(r.Later.Site.Pos), r.Earlier.Lane, at(r.Earlier.Site.Pos))
}
