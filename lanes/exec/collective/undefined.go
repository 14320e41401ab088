package collective

import (
	"fmt"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// isOfSite reports an event whose undefined values are followed.
func (c *Collectives) isOfSite(e *trace.Event) bool { return c.setting.Used == e.Instr }

// beginUndefined notes where undefined values begin, in loops that are summarised: nothing older is made of one.
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

// undefined is the result of a collective with its undefined words marked, if they are followed: anything, in each
// lane. For a shuffle, noteUndefined marks them.
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

// noteUndefined notes that a word of a shuffle is undefined, and reports one that is followed.
func (e *Exchange) noteUndefined(x *term.Term) (isFollowed bool) {
	switch isFollowed = e.c.isOfSite(e.Event); {
	case isFollowed:
		e.trace.Undefined.Words[x] = true
	case e.c.setting.Used != nil:
		e.trace.Undefined.Others[x] = true
	}
	return isFollowed
}

// noteVote notes what lanes vote by.
func (c *Collectives) noteVote(kind cfg.ClassKind, by vector.Vec) {
	if c.setting.Used != nil && kind != cfg.VoteBallot {
		c.trace.Undefined.Votes = append(c.trace.Undefined.Votes, by)
	}
}
