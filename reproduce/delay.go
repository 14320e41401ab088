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

// withDelays returns the text of the checked file, and how many accesses are delayed in it. For a race of two warps it
// puts a delay before each of the two accesses: a = s[i] becomes a = (warpcheck::delay<2>(), s[i]). An access in a
// header is delayed in a copy of the header (unfold.go). The function read reads files. If it is nil, no header is
// read. An access in a macro, or in a header that cannot be copied, gets no delay.
func withDelays(f *rules.Finding, e rules.Evidence, text []byte, flags []string, read func(path string) ([]byte, error)) ([]byte, int) {
	if e != rules.OrderOfWarps || f.Run.Earlier == nil {
		return text, 0
	}
	late := map[int]source.Pos{2: f.Pos, 1: *f.Run.Earlier}
	if f.Pos.IsAt(*f.Run.Earlier) {
		delete(late, 1) // only one access is delayed then: otherwise the warp that is late in the second run would be early in the first
	}
	delayed := 0
	edit := func(file string, text []byte) []byte {
		made, count := delayedIn(file, text, late)
		delayed += count
		return made
	}
	headers := headersOf(f.Run.Source, late)
	if read == nil || len(headers) == 0 {
		text = edit(full(f.Run.Source), text)
		return text, delayed
	}
	u := newUnfolding(f.Run.Source, text, slices.Concat(f.Run.Flags, flags), read)
	headers = slices.DeleteFunc(headers, func(file string) bool { return !u.holds(file) })
	text = u.withHeaders(headers, edit)
	return text, delayed
}

// headersOf returns the files of accesses in other files than the source.
func headersOf(from string, late map[int]source.Pos) (list []string) {
	for _, number := range []int{1, 2} {
		if pos, is := late[number]; is && pos.Macro == nil && full(pos.File) != full(from) {
			list = append(list, full(pos.File))
		}
	}
	return list
}

// delayedIn returns the text of a file with delays before those of the accesses that are in the file, and their number.
func delayedIn(file string, text []byte, late map[int]source.Pos) (made []byte, count int) {
	var inserted []insertion
	for _, number := range []int{2, 1} {
		if pos, is := late[number]; is && full(pos.File) == file {
			some := delays(text, pos, number)
			inserted, count = append(inserted, some...), count+min(len(some), 1)
		}
	}
	slices.SortStableFunc(inserted, func(a, b insertion) int { return cmp.Compare(a.at, b.at) })
	from := 0
	for _, i := range inserted {
		made = append(append(made, text[from:i.at]...), i.text...)
		from = i.at
	}
	return append(made, text[from:]...), count
}

// insertion is a text, and the offset at which it is inserted.
type insertion struct {
	at   int
	text string
}

// delays returns the text to insert at pos for a delay before the access there. number is the number of the access in
// the runtime. An asm statement is no expression, so its delay is a statement before it.
func delays(text []byte, pos source.Pos, number int) []insertion {
	begin, end := lexical.Offset(text, pos.Line, pos.Column), lexical.Offset(text, pos.EndLine, pos.EndColumn)
	if pos.Macro != nil || begin < 0 || end <= begin {
		return nil
	}
	call := fmt.Sprintf("warpcheck::delay<%d>()", number)
	if bytes.HasPrefix(text[begin:], []byte("asm")) {
		return []insertion{{begin, call + "; "}}
	}
	return []insertion{{begin, "(" + call + ", "}, {end, ")"}}
}
