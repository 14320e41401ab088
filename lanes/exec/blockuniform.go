package exec

import (
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/trace"
)

// made notes what feeds the unknowns of a value.
func (in *interp) made(v memory.Value, f trace.Feed) memory.Value {
	if parts, ok := v.(memory.Aggregate); ok {
		for _, part := range parts.All() {
			in.made(part, f)
		}
	}
	if word, known := in.memory.WordOf(v); known {
		in.Trace.FeedAll(word, f)
	}
	return v
}
