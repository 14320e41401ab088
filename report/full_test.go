package report

import (
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"github.com/warpcheck/warpcheck/rules"
)

// On a terminal every line but the first fits, and marks in a long line are in view.
func TestLinesFollowTheTerminal(t *testing.T) {
	for _, width := range []int{40, 60, 120} {
		testLinesOf(t, width)
	}
}

func testLinesOf(t *testing.T, width int) {
	t.Helper()
	line := strings.Repeat("x = 1; ", 40) + "__syncwarp(m); " + strings.Repeat("y = 2; ", 40)
	column := strings.Index(line, "__syncwarp") + 1
	call := at("k.cu", 1, column, column+len("__syncwarp(m)"))
	r := &Report{Width: width, Sources: func(string) ([]byte, error) { return []byte(line), nil },
		Findings: []rules.Finding{{Key: "divergent_mask", Severity: rules.Error, Pos: call, Message: "m",
			Labels: []rules.Label{{Pos: call, Text: "reached", Primary: true}},
			Help:   strings.Repeat("let every lane come ", 10)}}}
	lines := strings.Split(render(t, Full, r), "\n")
	for i, l := range lines[1 : len(lines)-2] {
		if len(l) > width {
			t.Errorf("width %d: line %d has %d cells: %s", width, i+2, len(l), l)
		}
	}
	source, under := lines[2], lines[3]
	from, length := strings.Index(under, "^"), strings.Count(under, "^")
	if from < 0 || from+length > len(source) || source[from:from+length] != "__syncwarp" {
		t.Errorf("width %d: the mark is beside the call:\n%s\n%s", width, source, under)
	}
}

// Two marks in a long line are both in view, and their texts fit.
func TestMarksOfANarrowTerminal(t *testing.T) {
	const width = 52
	line := "if (in[threadIdx.x] > 0) /* of all that there are */ __syncwarp(0xff);"
	branch, call := at("k.cu", 1, 5, 24), at("k.cu", 1, strings.Index(line, "__")+1, len(line))
	r := &Report{Width: width, Sources: func(string) ([]byte, error) { return []byte(line), nil },
		Findings: []rules.Finding{{Key: "divergent_mask", Severity: rules.Error, Pos: call, Message: "m",
			Labels: []rules.Label{{Pos: call, Text: "reached by lanes 1-19 in the example", Primary: true},
				{Pos: branch, Text: "lane 0 skips this branch in the example"}}}}}
	out := render(t, Full, r)
	for _, l := range strings.Split(out, "\n") {
		if len(l) > width && !strings.Contains(l, "error: m") && !strings.Contains(l, "0 files") {
			t.Errorf("%d cells: %s", len(l), l)
		}
	}
	if strings.Count(out, "1 | ") != 2 || !strings.Contains(out, "^^^^^^^^^^\n") {
		t.Errorf("a mark is out of view:\n%s", out)
	}
}

// Another place of a finding is marked in its source line if that can be read, else named below.
func TestOtherPlacesAreMarked(t *testing.T) {
	lines := "s[i] = x;\n\ny = s[j];\n"
	call, other, hidden := at("k.cu", 3, 5, 6), at("k.cu", 1, 1, 2), at("h.cuh", 8, 1, 2)
	r := &Report{Sources: func(file string) ([]byte, error) {
		if file != "k.cu" {
			return nil, fs.ErrNotExist
		}
		return []byte(lines), nil
	}, Findings: []rules.Finding{{Key: "missing-syncwarp", Severity: rules.Error, Pos: call, Message: "m",
		Labels:  []rules.Label{{Pos: call, Text: "reached", Primary: true}},
		Related: []rules.Related{{Pos: other, Text: "the earlier access is here"}, {Pos: hidden, Text: "in a header"}}}}}
	want := "1 | s[i] = x;\n  | - the earlier access is here\n3 | y = s[j];\n  |     ^ reached\n  = note: in a header: h.cuh:8:1\n"
	if out := render(t, Full, r); !strings.Contains(out, want) {
		t.Errorf("got\n%swant\n%s", out, want)
	}
}

// A case with one context names it once.
func TestCasesOfOneContext(t *testing.T) {
	contexts := []rules.Context{{Root: "k", IsKernel: true, Block: "32", Arch: "sm_70"}, {Root: "k", IsKernel: true, Block: "64", Arch: "sm_70"}}
	f := rules.Finding{Key: "missing-syncwarp", Severity: rules.Error, Pos: at("k.cu", 1, 1, 2), Message: "m", Contexts: contexts}
	for i := range contexts {
		f.Cases = append(f.Cases, rules.Case{Text: fmt.Sprintf("case %d in {kernels}", i+1), Contexts: contexts[i : i+1]})
	}
	want := "  = note: in k [block 32, sm_70]\n  = note: case 2 in k [block 64, sm_70]\n\n"
	if out := render(t, Full, &Report{Findings: []rules.Finding{f}}); !strings.Contains(out, want) {
		t.Errorf("got\n%swant\n%s", out, want)
	}
}

// Without a terminal the text of the help stays on one line.
func TestLinesWithoutTerminal(t *testing.T) {
	r := sample()
	r.Findings[0].Help = strings.Repeat("word ", 100)
	if out := render(t, Full, r); !strings.Contains(out, fmt.Sprint("help: ", r.Findings[0].Help)) {
		t.Errorf("help is broken: %s", out)
	}
}
