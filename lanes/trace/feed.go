package trace

import (
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// Feed is what an unknown is computed of. Feeds without terms tell that it is block-uniform.
type Feed struct {
	Of []vector.Vec
	// Tile is the number of threads of the tile that it is the same for, 0 for the whole block.
	Tile int
	// Loop is the summarised loop in an iteration of which the terms are read, nil for the place where
	// the unknown is; Control tells that what decides on the loop's iterations feeds it.
	Loop    *Loop
	Control bool
}

// Feed notes what an unknown is computed of, besides its arguments.
func (tr *Trace) Feed(x *term.Term, f Feed) { tr.Fed[x] = f }

// FeedAll is Feed for the unknowns of a vector.
func (tr *Trace) FeedAll(unknown vector.Vec, f Feed) {
	for _, x := range unknown.Distinct() {
		tr.Feed(x, f)
	}
}

// IsOfBlock reports what a barrier of the block yields.
func (f Feed) IsOfBlock() bool { return f.Of == nil && f.Loop == nil }

// Carrying is a word that a loop carries, in iteration k, and what it is at the end of that; none where no lane
// goes round again.
type Carrying struct{ Word, Next vector.Vec }

// FeedOf is what an unknown is computed of, if that is known. What a loop carries is looked at here, loop by
// loop: most of it nobody asks about, and the words of all lanes would be made for it.
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

// summaryOf is the loop of a number, nil where a later trial took its place.
func (tr *Trace) summaryOf(number int) *Loop {
	if tr.numbered == nil {
		tr.numbered = map[int]*Loop{}
		for _, s := range tr.Log.Summaries {
			tr.numbered[s.Number] = s
		}
	}
	return tr.numbered[number]
}

// carriedBy says of each unknown that a loop carries, and of what it is as long as no collective was broken,
// what feeds it: its first word, and the one at the end of the iteration, if any.
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

// feed is what feeds an unknown of the word that has a given first value.
func (c Carrying) feed(s *Loop, first *term.Term) Feed {
	of := []vector.Vec{vector.Uniform(first)}
	if !c.Next.IsNone() {
		of = append(of, c.Next)
	}
	return Feed{Of: of, Loop: s}
}
