package linetext

import (
	"slices"
	"testing"

	"github.com/warpcheck/warpcheck/source"
)

func TestMove(t *testing.T) {
	down := func(line int) (int, bool) { return line + 3, line < 20 }
	for _, c := range []struct {
		text, moved string
		ok          bool
	}{
		{"a value of line 7", "a value of line 10", true},
		{"line 7 of k.cuh, and line 19", "line 10 of k.cuh, and line 22", true},
		{"lane 7 of warp 3", "lane 7 of warp 3", true},
		{"byline 7, line x, line 7x", "byline 7, line x, line 7x", true},
		{"line 20", "line 23", false},
	} {
		if moved, ok := Move(c.text, down); ok != c.ok || moved != c.moved {
			t.Errorf("%q: %q, %v", c.text, moved, ok)
		}
	}
}

func TestCompare(t *testing.T) {
	texts := []string{"a value of line 10", "n", "a value of line 9", Of(source.Pos{Line: 100}), "line 99", "line 9 of b", "line 9 of a"}
	slices.SortFunc(texts, Compare)
	want := []string{"a value of line 9", "a value of line 10", "line 9 of a", "line 9 of b", "line 99", "line 100", "n"}
	if !slices.Equal(texts, want) {
		t.Error(texts)
	}
}
