package collective

import (
	"fmt"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// isOfSite reports whether the analysis follows the undefined values of an event.
func (c *Collectives) isOfSite(e *trace.Event) bool { return c.setting.Used == e.Instr }

// beginUndefined records how many terms the table has before the first undefined value is made (Undefined.Since). For a
// collective in summarised loops, this is the number of terms before the outermost of these loops.
func (c *Collectives) beginUndefined(e *trace.Event, innermost *trace.Loop) {
	if !c.isOfSite(e) {
		return
	}
	since := c.t.Len()
	for s := innermost; s != nil; s = s.Around {
		since = s.Mark
	}
	c.trace.Undefined.Since = min(c.trace.Undefined.Since, since)
}

// undefined returns the result v of a collective. If the undefined words of this collective are followed, it returns
// instead an unknown in each lane, marked as undefined. For a shuffle, noteUndefined marks the words.
func (e *Exchange) undefined(v memory.Value) memory.Value {
	word, isWord := v.(vector.Vec)
	if !e.c.isOfSite(e.Event) || e.Instr.Collective.Class.Kind.IsShuffle() || !isWord {
		return v
	}
	return vector.Later(word.Bits(), func() vector.Vec {
		anything := e.vectors.PerLane(fmt.Sprintf("?undefined %d", e.Number), word.Bits(), memory.Approximation{})
		for _, x := range anything.List() {
			e.trace.Undefined.Words[x] = true
		}
		return anything
	})
}

// noteUndefined records that a word of a shuffle is undefined. It reports whether the uses of that word are recorded.
func (e *Exchange) noteUndefined(x *term.Term) (isFollowed bool) {
	switch isFollowed = e.c.isOfSite(e.Event); {
	case isFollowed:
		e.trace.Undefined.Words[x] = true
	case e.c.setting.Used != nil:
		e.trace.Undefined.Others[x] = true
	}
	return isFollowed
}

// noteVote records the predicate of a vote other than a ballot, if undefined values are followed.
func (c *Collectives) noteVote(kind cfg.ClassKind, predicate vector.Vec) {
	if c.setting.Used != nil && kind != cfg.VoteBallot {
		c.trace.Undefined.Votes = append(c.trace.Undefined.Votes, predicate)
	}
}
