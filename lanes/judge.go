package lanes

import (
	"github.com/warpcheck/warpcheck/lanes/block"
	"github.com/warpcheck/warpcheck/lanes/exec"
	"github.com/warpcheck/warpcheck/lanes/grid"
	"github.com/warpcheck/warpcheck/lanes/meet"
	"github.com/warpcheck/warpcheck/lanes/prove"
	"github.com/warpcheck/warpcheck/lanes/race"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/warp"
)

// judge answers questions about one trace, and caches results that several questions need. If the trace does not decide
// a question, the root is interpreted again in another setting: one warp by itself, a block of another shape, or with
// unknowns that may be uniform assumed to be uniform.
type judge struct {
	meet *meet.Meetings
	// trace is the trace of the meetings. prover and t are the prover and the terms with which it was made.
	trace   *trace.Trace
	prover  *prove.Prover
	t       *term.Table
	setting exec.Setting
	// barriers answers questions about the barriers of the block.
	barriers *block.Judge
	// traces caches the barriers that each warp executes, in order. It is valid if hasBarrierTraces is set.
	traces           [][]*Fact
	hasBarrierTraces bool
	// elsewhere holds the facts of the root in other block shapes.
	elsewhere map[warp.Shape][]*Fact
	// likelyBlocks caches the races in other likely blocks with the same known extents, by the shape of the block.
	likelyBlocks map[warp.Shape]*inLikelyBlock
	// oneByOne is the work so far on questions about single formulas of a disjunction (rendezvous.oneByOne).
	oneByOne int
	// small is the work so far on examples with small numbers.
	small int
	// likely caches the facts in blocks that the kernel is likely to have.
	likely map[warp.Shape][]*Fact
	// isLikelyBlock reports whether the block is only a likely one: the kernel may be launched with it, but no such
	// launch is known. A verdict then is an example.
	isLikelyBlock bool
	// alikes holds the facts of the root under the assumption that unknowns which may be uniform are uniform. They are
	// valid if likened is set.
	alikes  []*Fact
	likened bool
	// perWarp caches the facts of each warp by itself.
	perWarp map[int]warpFacts
	// usings caches interpretations of the root that record the uses of undefined values, by collective and warp. An
	// entry is nil if the interpretation takes too much work.
	usings map[usedAt]*using
	// across compares the accesses of two warps of a block. It is valid if isAcross is set, and nil if the comparison
	// takes too much work.
	across   *race.Across
	isAcross bool
	// notCompared is the reason why some accesses that may race were not compared, nil if all were.
	notCompared error
}

// judgeOf returns a judge for a trace, which need not be complete yet.
func judgeOf(tr *trace.Trace, s exec.Setting) *judge {
	m := meet.Of(tr)
	return &judge{meet: m, trace: tr, prover: tr.Prover, t: tr.Terms, setting: s, barriers: block.Of(m), isLikelyBlock: s.Blocks.IsPossible,
		elsewhere: map[warp.Shape][]*Fact{}, likelyBlocks: map[warp.Shape]*inLikelyBlock{}, likely: map[warp.Shape][]*Fact{}, perWarp: map[int]warpFacts{}, usings: map[usedAt]*using{}}
}

// interpret interprets a root. It assumes at first that lanes at another site do not take part in a collective. If they
// prove able to take part, it interprets the root again without the assumption for this collective, until there are no
// more such collectives. It returns an error if a budget ran out.
func interpret(s exec.Setting) (j *judge, ranOut error) {
	ranOut = exec.WithinBudget(func() {
		for {
			in := exec.New(s)
			j = judgeOf(in.Trace, s)
			in.Run()
			j.meet.Relate()
			met := j.meet.Exchanges(s.SharedWithCalls)
			if len(met) == 0 {
				return
			}
			s.SharedWithCalls = met
		}
	})
	return j, ranOut
}

// isOfOneWarp reports whether the trace is of one warp of a block by itself, with loops unrolled further.
func (j *judge) isOfOneWarp() bool { return j.setting.Warp != grid.AnyWarp }

// rendezvous is a meeting of the trace, together with the judge that answers questions about it.
type rendezvous struct {
	meeting *meet.Rendezvous
	// event is the collective or access that the meeting is about.
	event *trace.Event
	j     *judge
}

// rendezvous gives a meeting the methods of the judge.
func (j *judge) rendezvous(p *meet.Rendezvous) *rendezvous {
	return &rendezvous{meeting: p, event: p.Event, j: j}
}
