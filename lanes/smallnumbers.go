package lanes

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/exec"
	"github.com/warpcheck/warpcheck/lanes/grid"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/prove"
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/lanes/term"
)

// An example should be one that a program can have and that the concrete machine can run. But a solver may choose block
// 2005778 of a grid, or the billionth iteration. So this file looks for an example with smaller numbers.

// inSmallNumbers returns an execution that makes f true with small numbers (findInSmallNumbers). If a share of the work
// that is left does not suffice to look for one, it returns the given execution.
func (p *rendezvous) inSmallNumbers(f *term.Term, execution *prove.Execution) *prove.Execution {
	work, found := p.j.t.Work, execution
	end, ranOut := work.Attempt(), work.RanOut
	if exec.WithinBudget(func() { found = p.findInSmallNumbers(f, execution) }) != nil {
		work.RanOut = ranOut
	}
	end()
	return found
}

// findInSmallNumbers looks for an execution that makes f true with small arguments, positions in the grid and numbers
// of iterations. It prefers one without negative numbers. If the first few attempts fail, it returns the given
// execution.
func (p *rendezvous) findInSmallNumbers(f *term.Term, execution *prove.Execution) *prove.Execution {
	work := p.j.t.Work
	if p.j.small > work.Limit/smallShare {
		return execution
	}
	defer func(before int) { p.j.small += work.Done - before }(work.Done)
	numbers := slices.DeleteFunc(sortedUnknowns(execution.Model), func(x *term.Term) bool { return !p.j.mayBeSmall(x) })
	if !slices.ContainsFunc(numbers, func(x *term.Term) bool { return execution.Model[x] >= smallNumber }) {
		return execution
	}
	for _, below := range []uint64{0, smallNumber - 1} {
		small := p.j.t.And(f, p.j.hasBlockOf(execution))
		for _, x := range numbers {
			small = p.j.t.And(small, p.j.t.ULt(p.j.t.AddConst(x, below), p.j.t.Const(x.Bits, smallNumber+below)))
		}
		if p.j.prover.FindSimplest(small, p.j.trace.Launch.Plain) != smt.Yes {
			continue
		}
		if answer, found := p.meeting.Agreeing(small); answer == smt.Yes {
			return found
		}
	}
	return execution
}

// hasBlockOf returns the formula that the block has the same extents as in the given execution. A larger block would
// take longer to run.
func (j *judge) hasBlockOf(execution *prove.Execution) *term.Term {
	same := j.t.True
	for _, x := range sortedUnknowns(execution.Model) {
		if o, is := x.Origin.(grid.Origin); is && (o.Reg == cfg.NTidX || o.Reg == cfg.NTidY || o.Reg == cfg.NTidZ) {
			same = j.t.And(same, j.t.Eq(x, j.t.Const(x.Bits, execution.Model[x])))
		}
	}
	return same
}

// mayBeSmall reports whether an unknown is a launch register, an argument or the number of an iteration, and may have
// a small value.
func (j *judge) mayBeSmall(x *term.Term) bool {
	if x.Bits < 32 || x.Lo >= smallNumber {
		return false
	}
	switch x.Origin.(type) {
	case grid.Origin, memory.ArgOrigin:
		return true
	}
	return j.prover.Unknowns.IsNumber(x)
}
