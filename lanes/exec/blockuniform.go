package exec

import (
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// made notes what feeds the unknowns of a value.
func (in *interp) made(v memory.Value, f trace.Feed) memory.Value {
	if parts, ok := v.(memory.Aggregate); ok {
		for _, part := range parts.All() {
			in.made(part, f)
		}
	}
	if word, known := in.wordOf(v); known {
		in.Trace.FeedAll(word, f)
	}
	return v
}

// carries lists what a loop carries, once an iteration has confirmed the summary: the words in iteration k,
// and those at the end of it, if any lane goes round again. And who leaves in an iteration.
func (in *interp) carries(s *loopSummary, header, back edge, exits []edge, again bool) {
	s.Header = header.Guard
	for _, way := range exits {
		s.Exits = append(s.Exits, way.Guard)
	}
	for _, c := range s.sorted() {
		now := header.State.Cells[c]
		word, known := in.wordOf(now)
		if s.changes[c].kind < trace.ClassUniform || !known {
			continue
		}
		carried := trace.Carrying{Word: word}
		if again {
			if _, carried.Next, known = in.comparable(now, back.State.Cells[c]); !known {
				continue
			}
		}
		s.Carries = append(s.Carries, carried)
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
