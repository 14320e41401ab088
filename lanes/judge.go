package lanes

import (
	"github.com/warpcheck/warpcheck/lanes/exec"
	"github.com/warpcheck/warpcheck/lanes/grid"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// judge answers the questions about one trace, and remembers what several of them ask. Where a
// trace does not tell, the root is interpreted once more under another setting: one warp by
// itself, a block of another shape, what may be the same in all lanes taken to be.
type judge struct {
	*trace.Trace
	t       *term.Table
	setting exec.Setting
	// rendezvous are those of the events, by their index; nil for calls that may hide collectives.
	rendezvous []*rendezvous
	// arrivalCounts are those of the barriers with a number.
	arrivalCounts map[countedName]*arrivalCounts
	// interleavings are what the warps come to, once it has been asked for.
	interleavings    *interleavings
	hasInterleavings bool
	// traces are the barriers that each warp comes to (barrierTraces), once hasBarrierTraces.
	traces           [][]*Fact
	hasBarrierTraces bool
	// eventOrders is a square matrix over the events, filled as it is asked; sides and leads
	// remember what it tells of one event.
	eventOrders []trace.Order
	sides       map[string]int
	sideOf      map[*trace.Event]int
	leads       map[leadAt]*lead
	// shared is what the guards of all lanes at an event have in common.
	shared map[*trace.Event]*term.Term
	// controls are what decides on the iterations of a loop.
	controls map[*trace.Loop][]read
	// assumption is the premise of all verdicts.
	assumption *term.Term
	// executed says for a collective on a chain of calls when some lane executes it.
	executed map[chained]*term.Term
	// elsewhere are the facts of the root in other block shapes.
	elsewhere map[warp.Shape][]*Fact
	// alikes are the facts of the root where what may be the same in all lanes is (likened), once
	// they have been asked for.
	alikes  []*Fact
	likened bool
	// comes remembers of guards whether the lanes of the one are lanes of the other, sums the
	// addresses and conditions as sums, and nextViews and earlierViews what terms of an iteration of a
	// loop are in the next one and in one before the last.
	comes                   map[[2]vector.Vec]bool
	sums                    *sums
	nextViews, earlierViews map[*trace.Loop]*term.Rewriter
	// open counts the pairs of accesses of which it is not known whether their order matters.
	open int
	// perWarp are the facts of each warp by itself, once they have been asked for.
	perWarp map[int]warpFacts
}

// judgeOf judges a trace that may not be complete yet.
func judgeOf(tr *trace.Trace, s exec.Setting) *judge {
	return &judge{Trace: tr, t: tr.Terms, setting: s, sides: map[string]int{}, sideOf: map[*trace.Event]int{}, leads: map[leadAt]*lead{},
		shared: map[*trace.Event]*term.Term{}, executed: map[chained]*term.Term{}, controls: map[*trace.Loop][]read{},
		comes: map[[2]vector.Vec]bool{}, sums: newSums(tr.Terms),
		nextViews: map[*trace.Loop]*term.Rewriter{}, earlierViews: map[*trace.Loop]*term.Rewriter{},
		arrivalCounts: map[countedName]*arrivalCounts{}, elsewhere: map[warp.Shape][]*Fact{}, perWarp: map[int]warpFacts{}}
}

// interpret runs a root, again where lanes met a collective from another site; with the
// reason why it ended before it was done, if it did.
func interpret(s exec.Setting) (j *judge, ranOut string) {
	ranOut = exec.WithinBudget(func() {
		for {
			in := exec.New(s)
			j = judgeOf(in.Trace, s)
			in.Run()
			j.relateAll()
			met := j.exchanges()
			if len(met) == 0 {
				return
			}
			s.Exchanging = met
		}
	})
	return j, ranOut
}

// isOfOneWarp reports a trace of one warp of a block, with loops further unrolled.
func (j *judge) isOfOneWarp() bool { return j.setting.Warp != grid.AnyWarp }

// rendezvousOf is the rendezvous of an event that is a collective.
func (j *judge) rendezvousOf(e *trace.Event) *rendezvous { return j.rendezvous[e.Index] }
