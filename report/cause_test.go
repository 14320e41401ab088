package report

import (
	"strings"
	"testing"

	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/source"
)

// parted is a finding at a line. The lanes diverge at a branch in another line.
func parted(line, branch int, certainty lanes.Certainty) rules.Finding {
	return rules.Finding{Key: "divergent_mask", Severity: rules.Error, Certainty: certainty, Message: "m", Kernels: []string{"k"},
		Pos: source.Pos{File: "a.cu", Line: line, Column: 5},
		Labels: []rules.Label{
			{Pos: source.Pos{File: "a.cu", Line: branch, Column: 7}, Text: "lanes 1-31 skip this branch"},
			{Pos: source.Pos{File: "a.cu", Line: line, Column: 5}, Primary: true},
		}}
}

func TestOneCauseIsOneFinding(t *testing.T) {
	macro := source.Pos{File: "m.cuh", Line: 1, Column: 9}
	written := func(file string, line int) rules.Finding {
		return rules.Finding{Key: "activemask-as-mask", Severity: rules.Error, Certainty: lanes.Definite, Message: "m",
			Pos: source.Pos{File: file, Line: line, Column: 1}, MacroDefinition: &macro}
	}
	other := parted(9, 2, lanes.Definite)
	other.Kernels = []string{"other"}
	r := &Report{Findings: []rules.Finding{
		parted(3, 2, lanes.Potential), parted(4, 2, lanes.Definite), parted(5, 2, lanes.Definite), parted(6, 2, lanes.Definite),
		parted(8, 7, lanes.Definite), other, written("a.cu", 20), written("b.cu", 3),
	}}
	var out strings.Builder
	if err := Full(&out, r); err != nil {
		t.Fatal(err)
	}
	var got []string
	for line := range strings.Lines(out.String()) {
		if strings.HasPrefix(line, "a.cu:") || strings.Contains(line, "more place") {
			got = append(got, strings.TrimSpace(line))
		}
	}
	want := []string{
		"a.cu:4:5: error: m [divergent_mask]", "= note: and 2 more places: line 5, line 6",
		"a.cu:8:5: error: m [divergent_mask]",
		"a.cu:9:5: error: m [divergent_mask]",
		"a.cu:20:1: error: m [activemask-as-mask]", "= note: and 1 more place: b.cu:3:1",
		"a.cu:3:5: error: m [divergent_mask]",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("findings\n%s\nand not\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if !strings.Contains(out.String(), "8 errors") {
		t.Errorf("the last line does not count all findings:\n%s", out.String())
	}
}
