package check

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/warpcheck/warpcheck/config"
	"github.com/warpcheck/warpcheck/internal/baseline"
	"github.com/warpcheck/warpcheck/internal/golden"
	"github.com/warpcheck/warpcheck/load"
	"github.com/warpcheck/warpcheck/rules"
)

// outcomeTrees are scripts whose files test what becomes of the results of several units: what is merged, suppressed,
// covered by other units, left out, and counted.
var outcomeTrees = []string{"accounting", "another_arch", "architectures", "barrier_after_exit", "between_unknown_calls", "callers",
	"changes", "configuration", "launch_bounds", "launched_elsewhere", "left_out", "older_code", "open_calls", "quoting",
	"recursion", "repairs", "rule_options", "spellings", "suppressions", "through_sources", "undecided", "unknown_calls", "unread_asm",
	"unused_sources"}

// TestOutcomes compares the whole outcome of a run over the files of a script with testdata/outcomes, which -update
// writes. The script itself tests only some of it.
func TestOutcomes(t *testing.T) {
	folder, err := filepath.Abs("testdata/outcomes")
	if err != nil {
		t.Fatal(err)
	}
	scripts, err := filepath.Abs("../testdata/script")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range outcomeTrees {
		t.Run(name, func(t *testing.T) {
			unpack(t, filepath.Join(scripts, name+".txtar"))
			golden.Compare(t, filepath.Join(folder, name+".golden"), outcomeText(t))
		})
	}
}

// unpack writes the files of a script to a new folder, and makes it the working folder.
func unpack(t *testing.T, archive string) {
	t.Helper()
	parsed, err := txtar.ParseFile(archive)
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	for _, file := range parsed.Files {
		if err := os.MkdirAll(filepath.Dir(file.Name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file.Name, file.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// outcomeText returns the outcome of a run over the working folder with the potential rules on, and how it differs if
// the same results are merged with other options.
func outcomeText(t *testing.T) []byte {
	c, inputs, err := begin(t.Context(), Options{Selection: Selection{Potential: true}, Options: load.Options{
		Paths: []string{"."}, Config: governing(map[string]*config.Config{})}}, false)
	if err != nil {
		t.Fatal(err)
	}
	units, err := c.unitsOf(t.Context(), inputs)
	if err != nil {
		t.Fatal(err)
	}
	merge := func() *Outcome {
		o, err := c.merge(inputs, units)
		if err != nil {
			t.Fatal(err)
		}
		return o
	}
	whole := merge()
	lines := linesOf(whole)
	var b bytes.Buffer
	for _, line := range slices.Concat(lines, whole.Stats.Words()) {
		if !strings.HasPrefix(line, "sandbox") && !strings.HasPrefix(line, "roots") { // depends on the machine; is in the ledger
			fmt.Fprintln(&b, line)
		}
	}
	compare := func(title string) {
		fmt.Fprintf(&b, "\n# %s\n", title)
		writeDifference(&b, lines, linesOf(merge()))
	}
	c.options.BaselinePath, c.options.Baseline = "accepted.json", baseline.Contents{Findings: halfOf(whole.Entries.Findings)}
	compare("a baseline has every second one, and one that is gone")
	c.options.OfPart = true
	compare("that is a baseline of more than this run")
	c.options.BaselinePath, c.options.Baseline, c.options.OfPart = "", baseline.Contents{}, false
	c.options.Changed = func(_ string, first, last int) (bool, error) { return first <= 4 && 2 <= last, nil }
	compare("lines 2 to 4 are changed")
	c.options.Changed, c.options.Judge = nil, func(j Justification) error { return map[bool]error{true: errors.New("is long")}[len(j.Reason) > 12] }
	compare("reasons are judged")
	c.options.Judge, c.options.Potential = nil, false
	compare("without the potential rules")
	return bytes.ReplaceAll(b.Bytes(), []byte(workingFolder(t)), []byte("$WORK"))
}

// writeDifference writes the removed lines and the added lines.
func writeDifference(b *bytes.Buffer, before, now []string) {
	for _, line := range before {
		if !slices.Contains(now, line) {
			fmt.Fprintln(b, "-", line)
		}
	}
	for _, line := range now {
		if !slices.Contains(before, line) {
			fmt.Fprintln(b, "+", line)
		}
	}
}

// halfOf returns a baseline with every second entry, and with one that matches nothing.
func halfOf(entries []baseline.Entry) (half []baseline.Entry) {
	for i, e := range entries {
		if i%2 == 0 {
			half = append(half, e)
		}
	}
	if len(half) > 0 {
		gone := half[0]
		gone.Line = baseline.LineHash("gone")
		half = append(half, gone)
	}
	return half
}

// workingFolder returns the working folder as messages name it.
func workingFolder(t *testing.T) string {
	folder, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	return folder
}

// governing returns a function that finds the configuration for a path. It reads each file once.
func governing(known map[string]*config.Config) func(path string) (*config.Config, error) {
	return func(path string) (*config.Config, error) {
		name, err := config.Find(path)
		if c := known[name]; c != nil || err != nil {
			return c, err
		}
		c := &config.Config{}
		if name != "" {
			if c, err = config.Load(name, rules.All(), false); err != nil {
				return nil, err
			}
		}
		known[name] = c
		return c, nil
	}
}

// linesOf returns what is reported, one line for each thing.
func linesOf(o *Outcome) (lines []string) {
	add := func(format string, values ...any) { lines = append(lines, fmt.Sprintf(format, values...)) }
	list := func(title string, findings []rules.Finding) {
		for _, f := range findings {
			add("%s %s:%d:%d %s: %s %q", title, f.Pos.File, f.Pos.Line, f.Pos.Column, f.Key, f.Message, f.Notes())
		}
	}
	list("finding", o.Findings)
	list("undecided", o.Undecided)
	for _, s := range o.Suppressed {
		by := map[rules.Silencer]string{rules.SilencedByComment: "comment", rules.SilencedByBaseline: "baseline", rules.SilencedByConfiguration: "configuration"}
		list(fmt.Sprintf("silenced by %s, %q,", by[s.By], s.Reason), []rules.Finding{s.Finding})
	}
	for _, at := range o.Likely {
		add("likely %s:%d", at.File, at.Line)
	}
	for _, n := range o.Notices {
		add("notice %s:%d:%d %v incomplete=%t %s", n.Pos.File, n.Pos.Line, n.Pos.Column, n.Severity, n.Incomplete, n.Text)
	}
	for _, hint := range o.Hints {
		add("hint %s", hint)
	}
	s := &o.Stats
	add("suppressed %d, in the baseline %d of %d, unchanged %d, hidden %d, undecided %d, beside %d",
		s.Suppressed, s.Accepted, len(o.Entries.Findings), s.Unchanged, s.Hidden, s.Undecided, s.Beside)
	return lines
}
