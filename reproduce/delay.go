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

// withDelays returns the text of the checked file. For a race of two warps it puts a delay before each of the two
// accesses: a = s[i] becomes a = (warpcheck::delay<2>(), s[i]). An access in another file, or in a macro, is left as it
// is.
func withDelays(f *rules.Finding, e rules.Evidence, text []byte) []byte {
	if e != rules.OrderOfWarps || f.Run.Earlier == nil {
		return text
	}
	inserted := delays(f.Run.Source, text, f.Pos, 2)
	if !f.Pos.IsAt(*f.Run.Earlier) { // otherwise the warp that is late in the second run would be early in the first
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

// insertion is a text, and the offset at which it is inserted.
type insertion struct {
	at   int
	text string
}

// delays returns the text to insert at pos for a delay before the access there. number is the number of the access in
// the runtime. An asm statement is no expression, so its delay is a statement before it.
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
