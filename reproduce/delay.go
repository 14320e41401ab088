package reproduce

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"

	"github.com/warpcheck/warpcheck/internal/lexical"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/source"
)

// withDelays returns the text of the checked file. For a race of two warps each of the two accesses begins with a delay:
// a = s[i] becomes a = (warpcheck::delay<2>(), s[i]). An access in another file, or in a macro, is left as it is.
func withDelays(f *rules.Finding, e rules.Evidence, text []byte) []byte {
	if e != rules.OrderOfWarps || f.Run.Earlier == nil {
		return text
	}
	inserted := delays(f.Run.Source, text, f.Pos, 2)
	if !f.Pos.IsAt(*f.Run.Earlier) { // else the late warp of the second run is early in the first
		inserted = append(inserted, delays(f.Run.Source, text, *f.Run.Earlier, 1)...)
	}
	slices.SortStableFunc(inserted, func(a, b insertion) int { return cmp.Compare(a.at, b.at) })
	var made []byte
	from := 0
	for _, i := range inserted {
		made = append(append(made, text[from:i.at]...), i.text...)
		from = i.at
	}
	return append(made, text[from:]...)
}

// insertion is a text to insert at an offset.
type insertion struct {
	at   int
	text string
}

// delays returns what to insert for a delay before the access at pos, which has the given number in the runtime. An asm
// statement is no expression: its delay is a statement before it.
func delays(file string, text []byte, pos source.Pos, number int) []insertion {
	begin, end := lexical.Offset(text, pos.Line, pos.Column), lexical.Offset(text, pos.EndLine, pos.EndColumn)
	if pos.File != file || pos.Macro != nil || begin < 0 || end <= begin {
		return nil
	}
	call := fmt.Sprintf("warpcheck::delay<%d>()", number)
	if bytes.HasPrefix(text[begin:], []byte("asm")) {
		return []insertion{{begin, call + "; "}}
	}
	return []insertion{{begin, "(" + call + ", "}, {end, ")"}}
}
