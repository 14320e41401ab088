package frontend

import (
	"bytes"
	"testing"

	"github.com/warpcheck/warpcheck/source"
	"pgregory.net/rapid"
)

// Each byte that the edits leave has the position in the tree that it has without them.
func TestEditsAreUndone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := []byte(rapid.StringMatching(`([abc]|\n){0,40}`).Draw(t, "text"))
		edits := Edits{}
		for range rapid.IntRange(0, 4).Draw(t, "edits") {
			from := rapid.IntRange(0, len(text)).Draw(t, "from")
			to := rapid.IntRange(from, len(text)).Draw(t, "to")
			edits.Add("f", text, Edit{from, to - from, rapid.StringMatching(`([XY]|\n){0,5}`).Draw(t, "put")})
		}
		if edits["f"] == nil {
			return
		}
		now, grown, from := edits.Apply("f"), 0, 0
		for _, one := range append(edits["f"].edits, Edit{Offset: len(text)}) {
			for at := from; at < one.Offset; at++ {
				pos, want := placeAt(now, at+grown), placeAt(text, at)
				if edits.undo(&pos); pos != want {
					t.Fatalf("byte %d of %q: %+v, want %+v", at+grown, now, pos, want)
				}
			}
			from, grown = one.end(), grown+len(one.Text)-one.Removed
		}
	})
}

// placeAt is the position of one byte.
func placeAt(text []byte, at int) source.Pos {
	line := 1 + bytes.Count(text[:at], []byte("\n"))
	column := at - bytes.LastIndexByte(text[:at], '\n')
	return source.Pos{File: "f", Line: line, Column: column, EndLine: line, EndColumn: column + 1, Offset: at}
}

func TestEditsThatOverlapAreRefused(t *testing.T) {
	edits := Edits{}
	text := []byte("0123456789")
	for _, c := range []struct {
		edit Edit
		want bool
	}{
		{Edit{2, 3, "x"}, true}, {Edit{5, 0, "y"}, true}, {Edit{2, 0, "z"}, false},
		{Edit{4, 1, "z"}, false}, {Edit{0, 3, "z"}, false}, {Edit{0, 2, "w"}, true},
	} {
		if got := edits.Add("f", text, c.edit); got != c.want {
			t.Errorf("adding %v: %v, want %v", c.edit, got, c.want)
		}
	}
	if got := string(edits.Apply("f")); got != "wxy56789" {
		t.Errorf("the edited text is %q", got)
	}
}

// A construct that ends before the first byte of an edited file ends there in the original file too.
func TestUndoneBeforeTheFirstByte(t *testing.T) {
	edits := Edits{}
	if !edits.Add("f", []byte("ab"), Edit{Offset: 1, Text: "X"}) {
		t.Fatal("no edit")
	}
	pos := source.Pos{File: "f", Line: 1, Column: 1, EndLine: 1, EndColumn: 1}
	want := pos
	if edits.undo(&pos); pos != want {
		t.Errorf("%+v, want %+v", pos, want)
	}
}
