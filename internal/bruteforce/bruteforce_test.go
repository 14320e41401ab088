package bruteforce

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/warpcheck/warpcheck/check"
	"github.com/warpcheck/warpcheck/config"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/load"
	"github.com/warpcheck/warpcheck/rules"
)

// A verdict is the strongest result that a run reports for a kernel.
type verdict int

const (
	silent verdict = iota
	open           // not decided, or not shown
	potential
	definite
)

func (v verdict) String() string {
	return [...]string{"nothing", "an open question", "a potential finding", "a definite finding"}[v]
}

// findings are what a run reports about a text, and the questions that the run leaves open. The rules in the list
// without are turned off.
func findings(t *testing.T, arch, text string, without ...string) []rules.Finding {
	t.Helper()
	outcome, err := check.Run(context.Background(), check.Options{Options: load.Options{
		Paths: []string{"k.cu"}, Unsaved: []load.Unsaved{{Path: "k.cu", Text: []byte(text)}},
		Config: func(string) (*config.Config, error) {
			return &config.Config{Potential: true, Undecided: true, Arch: config.Strings{arch}, Disable: without}, nil
		},
	}})
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range outcome.Notices {
		t.Logf("%v", n)
	}
	return slices.Concat(outcome.Findings, outcome.Unconfirmed, outcome.Undecided)
}

// reported is the verdict for each kernel of a text, by the kernel's name, over the keys for which counts holds.
func reported(t *testing.T, text string, counts func(key string) bool) map[string]verdict {
	t.Helper()
	found := map[string]verdict{}
	for _, f := range findings(t, "sm_70", text) {
		if !counts(f.Key) {
			continue
		}
		for _, k := range f.Kernels {
			found[k] = max(found[k], verdictOf(&f))
		}
	}
	return found
}

func verdictOf(f *rules.Finding) verdict {
	switch {
	case f.Certainty == lanes.Definite:
		return definite
	case f.Certainty == lanes.Potential:
		return potential
	}
	return open
}

// compiled runs a text as C++ and returns the lines that it prints.
func compiled(t *testing.T, text string) []string {
	t.Helper()
	dir := t.TempDir()
	unit, binary := filepath.Join(dir, "unit.cc"), filepath.Join(dir, "unit")
	if err := os.WriteFile(unit, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("c++", "-std=c++17", "-O1", "-w", "-fwrapv", "-ffp-contract=off", "-o", binary, unit).CombinedOutput(); err != nil {
		t.Fatalf("c++: %v\n%s", err, out)
	}
	out, err := exec.Command(binary).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(out)), "\n")
}

// perUnit is how many programs are checked as one file.
const perUnit = 128

// TestReached compares the reports about faulty calls with the inputs that reach them. Its seeds are fixed, unless
// FUZZSEED names the first seed and PROGRAMS the number of programs.
func TestReached(t *testing.T) {
	first, count := asked(t)
	for _, k := range kinds {
		t.Run(k.name, func(t *testing.T) {
			n := count
			if n == 0 {
				n = k.fixed
			}
			tally := [2][4]int{}
			for seed := first; seed < first+n; seed += perUnit {
				k.compare(t, seed, min(perUnit, first+n-seed), &tally)
			}
			t.Logf("reached by no input: %v; by some: %v (silent, open, potential, definite)", tally[0], tally[1])
		})
	}
}

// compare checks the programs of consecutive seeds as one file.
func (k kind) compare(t *testing.T, first, count int, tally *[2][4]int) {
	programs := make([]program, count)
	kernels, functions, calls := strings.Builder{}, strings.Builder{}, strings.Builder{}
	for i := range programs {
		programs[i] = rapid.Custom(k.draw).Example(first + i)
		kernels.WriteString(programs[i].kernel(name(i)))
		functions.WriteString(programs[i].function(name(i)))
		fmt.Fprintf(&calls, "for (int n = 0; n < %d; n++) for (unsigned u = 0; u < %d; u++) std::putchar('0' + %s(n, u));\nstd::puts(\"\");\n",
			valuesOfN, valuesOfU, name(i))
	}
	computed := compiled(t, preludeOfFunctions+functions.String()+"int main() {\n"+calls.String()+"}\n")
	said := reported(t, preludeOfKernels+kernels.String(), func(key string) bool {
		return strings.HasSuffix(key, "not_participating_lane_in_mask")
	})
	for i, p := range programs {
		v, reached := said[name(i)], strings.Count(computed[i], "1")
		tally[min(reached, 1)][v]++
		switch {
		case reached == 0 && v >= potential:
			t.Errorf("seed %d: %v of a call that no input reaches:\n%s", first+i, v, p.kernel(name(i)))
		case reached > 0 && v == silent:
			t.Errorf("seed %d: nothing of a call that %d of %d inputs reach:\n%s", first+i, reached, len(computed[i]), p.kernel(name(i)))
		}
	}
}

func name(i int) string { return fmt.Sprint("k", i) }
