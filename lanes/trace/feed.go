package trace

import (
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// Feed is what an unknown is computed from. One without terms means that the unknown is block-uniform.
type Feed struct {
	Of []vector.Vec
	// Tile is the number of threads of the tile in which it is uniform, 0 for the whole block.
	Tile int
	// Loop is the summarised loop whose arbitrary iteration the terms are of, nil where they are of the unknown's own
	// place. Control adds the conditions that decide how often the loop iterates.
	Loop    *Loop
	Control bool
}

// Feed notes what an unknown is computed from, besides its arguments.
func (tr *Trace) Feed(x *term.Term, f Feed) { tr.Fed[x] = f }

// FeedAll is Feed for the unknowns of a vector.
func (tr *Trace) FeedAll(unknown vector.Vec, f Feed) {
	for _, x := range unknown.Distinct() {
		tr.Feed(x, f)
	}
}

// IsOfBlock reports the result of a barrier of the block.
func (f Feed) IsOfBlock() bool { return f.Of == nil && f.Loop == nil }

// Carrying is a loop-carried word in iteration k, and its value at the end of the iteration; none where no lane takes
// the back edge.
type Carrying struct{ Word, Next vector.Vec }

// FeedOf is what an unknown is computed from, if that is known. The feeds of loop-carried unknowns are made on demand,
// loop by loop: most are never asked for, and need the words of all lanes.
func (tr *Trace) FeedOf(x *term.Term) (Feed, bool) {
	if f, fed := tr.Fed[x]; fed {
		return f, true
	}
	c, carried := tr.Prover.Unknowns.Carried(x)
	if !carried || c.IsNumber {
		return Feed{}, false
	}
	s := tr.summaryOf(c.Loop)
	if s == nil {
		return Feed{}, false
	}
	if s.feeds == nil {
		s.feeds = tr.carriedBy(s)
	}
	f, fed := s.feeds[x]
	return f, fed
}

// summaryOf is the loop of a number, nil if a later trial replaced it.
func (tr *Trace) summaryOf(number int) *Loop {
	if tr.numbered == nil {
		tr.numbered = map[int]*Loop{}
		for _, s := range tr.Log.Summaries {
			tr.numbered[s.Number] = s
		}
	}
	return tr.numbered[number]
}

// carriedBy maps each loop-carried unknown, and the unknowns of its unbroken view, to its feed: its value at loop
// entry, and the one at the end of an iteration, if any.
func (tr *Trace) carriedBy(s *Loop) map[*term.Term]Feed {
	feeds := map[*term.Term]Feed{}
	for _, word := range s.Carries {
		var add func(x *term.Term) bool
		add = func(x *term.Term) bool {
			c, carried := tr.Prover.Unknowns.Carried(x)
			if !carried || c.Loop != s.Number || c.IsNumber {
				return false
			}
			if _, fed := feeds[x]; fed {
				return false
			}
			feeds[x] = word.feed(s, c.First)
			if y, assumed := tr.Prover.Unknowns.Assumed(x); assumed {
				term.Any([]*term.Term{y}, add)
			}
			return false
		}
		term.Any(word.Word.Distinct(), add)
	}
	return feeds
}

// feed makes the feed of an unknown of the word with the given value at loop entry.
func (c Carrying) feed(s *Loop, first *term.Term) Feed {
	of := []vector.Vec{vector.Uniform(first)}
	if !c.Next.IsNone() {
		of = append(of, c.Next)
	}
	return Feed{Of: of, Loop: s}
}
