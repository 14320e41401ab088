package check

import (
	"flag"
	"path/filepath"
	"strings"
	"testing"

	"github.com/warpcheck/warpcheck/config"
	"github.com/warpcheck/warpcheck/load"
	"github.com/warpcheck/warpcheck/rules"
)

var oneIn = flag.Int("one-in", 12, "of how many kernel files one is repaired by TestRepairsEnd, of four times as many with -short; 1 for all")

// TestRepairsEnd tests that a file needs no further repairs after its rounds of repairs, and that no rule has new
// findings in it.
func TestRepairsEnd(t *testing.T) {
	files, err := filepath.Glob("../testdata/kernels/*/*.cu")
	if err != nil || len(files) == 0 {
		t.Fatal(len(files), "files:", err)
	}
	step := *oneIn
	if testing.Short() {
		step *= 4
	}
	for n, file := range files {
		if n%step != step/2 {
			continue
		}
		t.Run(strings.TrimPrefix(filepath.ToSlash(file), kernelFolder), func(t *testing.T) {
			before := repairOutcome(t, file)
			for level, of := range map[string]func(*Outcome) []Rewritten{
				"safe": func(o *Outcome) []Rewritten { return o.Repaired },
				"all":  func(o *Outcome) []Rewritten { return o.RepairedByGuess },
			} {
				if repaired := of(before); len(repaired) == 1 {
					checkRepaired(t, level, file, before, repaired[0].After, of)
				}
			}
		})
	}
}

// checkRepaired analyses the repaired text of a file.
func checkRepaired(t *testing.T, level, file string, before *Outcome, text []byte, of func(*Outcome) []Rewritten) {
	after := repairOutcome(t, file, load.Unsaved{Path: file, Text: text})
	for round := 1; len(of(after)) == 1; round++ {
		if round == RepairRounds {
			t.Errorf("%s: repaired again:\n%s", level, of(after)[0].After)
			break
		}
		after = repairOutcome(t, file, load.Unsaved{Path: file, Text: of(after)[0].After})
	}
	left := countOf(before.Findings)
	for key, n := range countOf(after.Findings) {
		if n > left[key] {
			t.Errorf("%s: %d findings %s, and %d before", level, n, key, left[key])
		}
	}
}

// repairOutcome returns the outcome of a run over a file with all rules and repairs.
func repairOutcome(t *testing.T, file string, texts ...load.Unsaved) *Outcome {
	o, err := Run(t.Context(), Options{Options: load.Options{Paths: []string{file}, Unsaved: texts,
		Config: func(string) (*config.Config, error) { return &config.Config{}, nil }},
		Repairs: true, Guesses: true, Selection: Selection{Enable: []string{"*"}, Disable: without(file), Potential: true}})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// countOf counts findings by their keys and kernels. It leaves out calls of collectives, which a repair may add.
func countOf(findings []rules.Finding) map[string]int {
	count := map[string]int{}
	for i := range findings {
		if findings[i].Forbidden != nil {
			continue
		}
		count[findings[i].Key+" in "+strings.Join(findings[i].Kernels, ", ")]++
	}
	return count
}
