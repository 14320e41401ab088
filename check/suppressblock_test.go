package check

import (
	"slices"
	"strings"
	"testing"

	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/source"
)

const suppressedBlocks = `// warpcheck:ignore-begin divergent_mask the lanes agree on it elsewhere
int a;
// warpcheck:ignore-begin races a block of one thread
int b;
// warpcheck:ignore-end races
int c; /* warpcheck:ignore-end */
int d;
// NOLINTBEGIN(warpcheck-divergent_mask, bugprone-x)
int e;
// NOLINTEND(bugprone-x, warpcheck-divergent_mask)
int f;
// warpcheck:ignore-end divergent_mask
// NOLINTBEGIN(warpcheck-divergent_mask)
int g;
`

// TestSuppressionsOfBlocks checks which lines a comment that begins a block covers, and that a block without an end
// covers none.
func TestSuppressionsOfBlocks(t *testing.T) {
	s := &suppressor{files: map[string][]*suppression{}, texts: map[string][]byte{"a.cu": []byte(suppressedBlocks)}}
	covered := map[string][]int{"divergent_mask": {2, 3, 4, 5, 6, 9}, "missing-syncwarp": {4}}
	for key, lines := range covered {
		for line := range strings.Count(suppressedBlocks, "\n") + 1 {
			f := rules.Finding{Key: key, Pos: source.Pos{File: "a.cu", Line: line, EndLine: line}}
			_, dropped := s.filter([]rules.Finding{f})
			isComment := strings.HasPrefix(strings.Split(suppressedBlocks+"\n", "\n")[max(line-1, 0)], "//")
			if want := slices.Contains(lines, line); !isComment && want != (len(dropped) == 1) {
				t.Errorf("%s in line %d: silenced is %v, want %v", key, line, !want, want)
			}
		}
	}
	var texts []string
	for _, n := range noticesOfAll(t, s, "divergent_mask", "missing-syncwarp") {
		texts = append(texts, n.Text)
	}
	want := []string{"ends no suppression: no comment before it begins one of divergent_mask", "has no end"}
	if len(texts) != len(want) || !strings.Contains(texts[0], want[0]) || !strings.Contains(texts[1], want[1]) {
		t.Errorf("got %q, want %q", texts, want)
	}
}
