package report

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/warpcheck/warpcheck/source"
	"pgregory.net/rapid"
)

func TestCells(t *testing.T) {
	line := "\tä 日x"
	c := newCells(line)
	if c.text != "    ä 日x" {
		t.Errorf("text %q", c.text)
	}
	for what, cell := range map[string]int{"ä": 4, "日": 6, "x": 8} {
		if got := c.offset(strings.Index(line, what)); got != cell {
			t.Errorf("%s stands at cell %d, want %d", what, got, cell)
		}
	}
	if got := c.offset(len(line) + 2); got != 11 {
		t.Errorf("two bytes beyond the end is cell %d, want 11", got)
	}
}

func TestUTF16Column(t *testing.T) {
	line := "a😀b"
	for offset, want := range map[int]int{0: 1, 1: 2, 5: 4, 6: 5, 8: 7} {
		if got := utf16Column(line, offset); got != want {
			t.Errorf("offset %d is column %d, want %d", offset, got, want)
		}
	}
}

func TestSpan(t *testing.T) {
	line := "  tile.shfl_down(v, 1);  "
	for _, c := range []struct {
		pos        source.Pos
		start, end int
	}{
		{source.Pos{Line: 1, Column: 3, EndLine: 1, EndColumn: 23}, 2, 22},
		{source.Pos{Line: 1, Column: 3, EndLine: 2, EndColumn: 4}, 2, 23},
		{source.Pos{Line: 1, Column: 3}, 2, 16},
		{source.Pos{Line: 1, Column: 99}, 25, 26},
	} {
		if start, end := span(line, c.pos); start != c.start || end != c.end {
			t.Errorf("%+v covers %d-%d, want %d-%d", c.pos, start, end, c.start, c.end)
		}
	}
}

// Whatever a source contains, the shown text is valid UTF-8, has no control characters, and the cells of its offsets
// are in order.
func TestShownSourceIsSafe(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		line := string(rapid.SliceOf(rapid.Byte()).Draw(t, "line"))
		c := newCells(line)
		if !utf8.ValidString(c.text) || strings.ContainsFunc(c.text, func(r rune) bool {
			return r < ' ' || r == 0x7f || r >= 0x80 && r < 0xa0
		}) {
			t.Fatalf("shown as %q", c.text)
		}
		if !slices.IsSorted(c.at) {
			t.Fatalf("cells go back: %v", c.at)
		}
	})
}

// A region stays in its line, and is never empty.
func TestRegionIsOneLine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		line := rapid.StringMatching(`[a-z\t ä😀()]{0,20}`).Draw(t, "line")
		small := rapid.IntRange(0, 30)
		pos := source.Pos{File: "f", Line: 1, Column: small.Draw(t, "column"),
			EndLine: small.Draw(t, "end line"), EndColumn: small.Draw(t, "end column")}
		files := newSources(&Report{Sources: func(string) ([]byte, error) { return []byte(line), nil }})
		if got := files.region(pos); got.line != 1 || got.column < 1 || got.endColumn <= got.column {
			t.Fatalf("region %+v of %+v in %q", got, pos, line)
		}
	})
}

// The values are from the tests of GitHub's upload action.
func TestLineHashes(t *testing.T) {
	lines := []string{
		"271789c17abda88f:1", "54703d4cd895b18:1", "180aee12dab6264:1", "a23a3dc5e078b07b:1",
	}
	for text, want := range map[string][]string{
		"":                         {"c129715d7a2bc9a3:1"},
		" a\nb\n  \t\tc\n d":       lines,
		" a\r\nb\r\n  \t\tc\r\n d": lines,
	} {
		if got := lineHashes(text); !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

// A line keeps its fingerprint if unrelated lines are inserted above it.
func TestFingerprintSurvivesMoves(t *testing.T) {
	body := strings.Repeat("int x;\n", 3) + "__syncwarp();\n" + strings.Repeat("y();\n", 60)
	before := lineHashes(body)
	after := lineHashes("// new\n\n" + body)
	if !slices.Equal(before, after[2:]) {
		t.Error("fingerprints moved with the lines")
	}
}
