package trace

import (
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// Feed states from which terms an unknown is computed. If it has no terms, the unknown is the same for the whole block,
// or for a tile.
type Feed struct {
	Of []vector.Vec
	// Tile is used if Of is empty. The unknown is then the same for all threads of a tile with this number of threads,
	// or of the whole block if Tile is 0.
	Tile int
	// Loop is the summarised loop to whose arbitrary iteration the terms belong. It is nil if the terms belong to the
	// same place as the unknown. Control reports whether the unknown also depends on the conditions that decide how
	// often the loop iterates.
	Loop    *Loop
	Control bool
}

// Feed records that x is computed from the terms of f, in addition to the arguments of x.
func (tr *Trace) Feed(x *term.Term, f Feed) { tr.Fed[x] = f }

// FeedAll records f as the feed of all unknowns in a vector.
func (tr *Trace) FeedAll(unknown vector.Vec, f Feed) {
	for _, x := range unknown.Distinct() {
		tr.Feed(x, f)
	}
}

// IsOfBlock reports whether the unknown is the result of a barrier of the block or of a tile.
func (f Feed) IsOfBlock() bool { return f.Of == nil && f.Loop == nil }

// Carrying is a loop-carried word. Word is its value in iteration k. Next is its value at the end of iteration k, or
// the empty vector if no lane takes the back edge.
type Carrying struct{ Word, Next vector.Vec }

// FeedOf returns the feed of x. It returns false if the feed is not known. The feeds of loop-carried unknowns are built
// when FeedOf needs them, loop by loop, because they need the words of all lanes and most of them are never used.
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

// summaryOf returns the summarised loop with the given number. It returns nil if the loop was interpreted again later
// and has a new number.
func (tr *Trace) summaryOf(number int) *Loop {
	if tr.numbered == nil {
		tr.numbered = map[int]*Loop{}
		for _, s := range tr.Log.Summaries {
			tr.numbered[s.Number] = s
		}
	}
	return tr.numbered[number]
}

// carriedBy returns the feeds of the unknowns that the loop s carries. An unknown is fed by the value at loop entry and
// by the value of its word at the end of an iteration, if some lane takes the back edge. An unknown x may be assumed to
// equal a term y as long as no collective was broken (Assumed). Then the unknowns in y get feeds too. Each is fed by
// its own value at loop entry, and by the value of the word of x at the end of an iteration.
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

// feed returns the feed of an unknown in the word c.Word. first is its value at loop entry.
func (c Carrying) feed(s *Loop, first *term.Term) Feed {
	of := []vector.Vec{vector.Uniform(first)}
	if !c.Next.IsNone() {
		of = append(of, c.Next)
	}
	return Feed{Of: of, Loop: s}
}
