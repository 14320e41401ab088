package exec

import (
	"slices"

	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// feeds says what an unknown is computed of, besides its arguments.
func (in *interp) feeds(x *term.Term, f trace.Feed) { in.Fed[x] = f }

// feedAll is feeds for the unknowns of a vector.
func (in *interp) feedAll(unknown vector.Vec, f trace.Feed) {
	for _, x := range unknown.Distinct() {
		in.feeds(x, f)
	}
}

// made is feed for the unknowns of a value.
func (in *interp) made(v memory.Value, f trace.Feed) memory.Value {
	if parts, ok := v.(memory.Aggregate); ok {
		for _, part := range parts {
			in.made(part, f)
		}
	}
	if word, known := in.wordOf(v); known {
		in.feedAll(word, f)
	}
	return v
}

// feedIterations says of all that a loop carries what feeds it, once an iteration has confirmed the
// summary: the first words, and those at the end of the iteration, if any. And who leaves in an iteration.
func (in *interp) feedIterations(s *loopSummary, header, back edge, exits []edge, again bool) {
	s.Header = header.guard
	for _, way := range exits {
		s.Exits = append(s.Exits, way.guard)
	}
	for _, c := range s.sorted() {
		now := header.st.Cells[c]
		word, known := in.wordOf(now)
		if s.changes[c].kind < trace.ClassUniform || !known {
			continue
		}
		var next vector.Vec
		if again {
			if _, next, known = in.comparable(now, back.st.Cells[c]); !known {
				continue
			}
		}
		for _, x := range in.carriedBy(s, word) {
			begins, _ := in.Carried(x)
			first := vector.Uniform(begins.First)
			if again {
				in.feeds(x, trace.Feed{Of: []vector.Vec{first, next}, Loop: s.Loop})
			} else {
				in.feeds(x, trace.Feed{Of: []vector.Vec{first}, Loop: s.Loop})
			}
		}
	}
}

// wordOf is a word, or where a pointer leads to.
func (in *interp) wordOf(v memory.Value) (vector.Vec, bool) {
	switch v := v.(type) {
	case vector.Vec:
		return v, true
	case memory.Pointer:
		if v.IsInside() {
			return v.Path[len(v.Path)-1].Bytes, true
		}
		return in.memory.Address(v), true
	}
	return vector.Vec{}, false
}

// carriedBy are the unknowns in a word that a loop carries, and what they are as long as no
// collective was broken.
func (in *interp) carriedBy(s *loopSummary, word vector.Vec) []*term.Term {
	var list []*term.Term
	var add func(x *term.Term) bool
	add = func(x *term.Term) bool {
		if c, carried := in.Carried(x); !carried || c.Loop != s.Number || c.IsNumber || slices.Contains(list, x) {
			return false
		}
		list = append(list, x)
		if y, assumed := in.Assumed(x); assumed {
			term.Any([]*term.Term{y}, add)
		}
		return false
	}
	term.Any(word.List(), add)
	return list
}
