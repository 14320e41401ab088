package check

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/warpcheck/warpcheck/config"
	"github.com/warpcheck/warpcheck/internal/golden"
	"github.com/warpcheck/warpcheck/internal/labels"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/load"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/warp"
)

// without returns the rules that are off in a file, and their variants.
func without(file string) (keys []string) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil
	}
	off, _ := labels.Off(string(text))
	for _, key := range off {
		keys = append(keys, key, "potentially-"+key)
	}
	return keys
}

// want is one expectation (package labels). A finding that no label wants is a failure, too.
type want struct {
	line    int
	key     string
	message *regexp.Regexp
	// certainty is the expected certainty of the finding. A finding of a potential rule may have any that is not open.
	certainty lanes.Certainty
	models    []string
}

// wantedAs has the certainty for each mark of a label.
var wantedAs = map[labels.Mark]lanes.Certainty{labels.Definite: lanes.Definite, labels.Potential: lanes.Potential,
	labels.Unconfirmed: lanes.Unconfirmed, labels.Undecided: lanes.Undecided}

// isAs reports whether a finding has the expected certainty. Findings that are not open are distinguished by their
// keys.
func (w *want) isAs(f *rules.Finding) bool {
	if f.IsOpen() {
		return w.certainty == f.Certainty
	}
	return w.certainty != lanes.Unconfirmed && w.certainty != lanes.Undecided
}

func readWants(t *testing.T, file string) []want {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	found, err := labels.Read(string(text))
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	var wants []want
	for _, l := range found {
		if rules.ByKey(l.Key) == nil {
			t.Fatalf("%s:%d: no such rule: %s", file, l.Line, l.Key)
		}
		wants = append(wants, want{l.Line, l.Key, regexp.MustCompile(l.Message), wantedAs[l.Mark], l.Models})
	}
	return wants
}

// under returns the expectations that hold under a model, with the potential rules on or off.
func under(wants []want, model warp.Model, potential bool) []want {
	return slices.DeleteFunc(slices.Clone(wants), func(w want) bool {
		return w.certainty != lanes.Definite && !potential ||
			w.models != nil && !slices.Contains(w.models, model.String())
	})
}

// kernelFolder has the kernels, in folders that are named for what they test.
const kernelFolder = "../testdata/kernels/"

func kernelFiles(t *testing.T) []string {
	t.Helper()
	var files []string
	for _, pattern := range []string{"*.cu", "*/*.cu"} {
		found, err := filepath.Glob(kernelFolder + pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	if len(files) == 0 {
		t.Fatal("no kernels")
	}
	return files
}

func TestKernels(t *testing.T) {
	if golden.Updates() {
		t.Cleanup(func() { kept().write(t) })
	}
	for _, file := range kernelFiles(t) {
		t.Run(strings.TrimPrefix(file, kernelFolder), func(t *testing.T) {
			t.Parallel()
			testModels(t, file)
		})
	}
}

// trees are the parsed trees of one file, by architecture.
type trees struct {
	of map[warp.Arch]parsed
	// session is shared by all runs; if it is nil, each run has its own.
	session *smt.Session
}

func newTrees() trees { return trees{of: map[warp.Arch]parsed{}} }

// setting is a model with the potential rules on or off, under which a kernel is checked.
type setting struct {
	model     warp.Model
	potential bool
}

func (s setting) String() string { return fmt.Sprintf("%s/potential=%t", s.model, s.potential) }

func (s setting) configured() *config.Config {
	c := &config.Config{
		Arch: config.Strings{"sm_70"}, StrictProgramPoint: s.model == warp.Strict, Potential: s.potential, Undecided: s.potential,
	}
	if s.model == warp.Lockstep {
		c.Arch = config.Strings{"sm_60"}
	}
	return c
}

// settings has all settings that are tested. The potential rules are off under one model only, because what hides
// findings does not depend on the model. With go test -short only the first setting is run for files whose expectations
// name no model.
var settings = []setting{
	{warp.Independent, true}, {warp.Lockstep, true}, {warp.Strict, true}, {warp.Independent, false},
}

// settingsOf returns the settings that a file with these expectations is checked under.
func settingsOf(wants []want) []setting {
	isOfModels := func(w want) bool { return w.models != nil }
	if testing.Short() && !golden.Updates() && !slices.ContainsFunc(wants, isOfModels) {
		return settings[:1]
	}
	return settings
}

// testModels checks a file under each setting.
func testModels(t *testing.T, file string) {
	wants, parsed := readWants(t, file), newTrees()
	parsed.session = smt.NewSession() // most questions are the same under all models
	done := 0
	for i, s := range settingsOf(wants) {
		t.Run(s.String(), func(t *testing.T) {
			counts, complaints := parsed.complaints(t.Context(), file, s, wants)
			if s.potential {
				complaints = append(complaints, kept().differences(file, s.model, counts, done == i)...)
			}
			for _, complaint := range complaints {
				t.Error(complaint)
			}
			done++
		})
	}
}

// complaints runs a file under a setting. It returns the line of the ledger for it, and what is not as expected.
func (parsed trees) complaints(ctx context.Context, file string, s setting, wants []want) (counted, []string) {
	counter, observers := newCounter(s.model), []func([]*lanes.Fact){}
	if s.potential {
		observers = append(observers, counter.observe)
	}
	settings := s.configured()
	settings.Enable, settings.Disable = offByDefault(wants), without(file)
	outcome, err := parsed.check(ctx, file, settings, observers...)
	if err != nil {
		return counted{}, []string{err.Error()}
	}
	found, complaints := findingsOf(outcome)
	return counter.counts(outcome), append(complaints, differences(found, under(wants, s.model, s.potential))...)
}

// offByDefault lists the rules that a file expects findings of, and that neither a default nor a setting turns on.
func offByDefault(wants []want) (keys config.Strings) {
	for _, w := range wants {
		if rule := rules.ByKey(w.key); !rule.Default && rule.PotentialOf == "" {
			keys = append(keys, rule.Key)
		}
	}
	return keys
}

// findingsOf returns the findings of a run over one file, and complaints about what a run should not report.
func findingsOf(outcome *Outcome) (found []rules.Finding, complaints []string) {
	for _, notice := range outcome.Notices {
		complaints = append(complaints, fmt.Sprintf("notice: %s:%d: %s", notice.Pos.File, notice.Pos.Line, notice.Text))
	}
	if coverage := outcome.Stats.Collectives; coverage.NotAnalysed > 0 {
		complaints = append(complaints, fmt.Sprintf("not analysed: %v", coverage.Reasons))
	}
	found = slices.Concat(outcome.Findings, outcome.Unconfirmed, outcome.Undecided)
	return found, append(complaints, tooLong(found)...)
}

// check runs over one file for one architecture. It parses the file if no earlier run has done so. The observers are
// called with the facts.
func (parsed trees) check(ctx context.Context, file string, settings *config.Config, observers ...func([]*lanes.Fact)) (*Outcome, error) {
	c, inputs, u, err := parsed.read(ctx, file, settings)
	if err != nil {
		return nil, err
	}
	u.observers = append(u.observers, observers...)
	u.check(parsed.of[u.Arch])
	return c.merge(inputs, []*unit{{Job: u.Job, Unit: u.finished()}})
}

// read does what a run does until the tree has been parsed.
func (parsed trees) read(ctx context.Context, file string, settings *config.Config) (*checker, []load.Input, *analysis, error) {
	c, err := newChecker(Options{Options: load.Options{
		Paths:  []string{file},
		Config: func(string) (*config.Config, error) { return settings, nil },
	}})
	if err != nil {
		return nil, nil, nil, err
	}
	inputs, err := c.loader.Inputs(ctx)
	if err != nil {
		return nil, nil, nil, err
	}
	jobs, err := c.loader.Jobs(ctx, inputs[0])
	if err != nil {
		return nil, nil, nil, err
	}
	u := newAnalysis(jobs[0], c.request(jobs[0]))
	u.keepsTree = true // for the other settings
	if parsed.session != nil {
		u.session = parsed.session
	}
	if parsed.of[u.Arch] == nil {
		parsed.of[u.Arch], err = parse(u.Job)
	}
	return c, inputs, u, err
}

// differences matches findings and expectations one to one.
func differences(findings []rules.Finding, wants []want) (differences []string) {
	for _, f := range findings {
		i := slices.IndexFunc(wants, func(w want) bool {
			return w.line == f.Pos.Line && w.key == f.Key && w.isAs(&f) && w.message.MatchString(fmt.Sprint(f.Message, " ", f.Contexts))
		})
		if i < 0 {
			differences = append(differences, fmt.Sprintf("unexpected: %d: %s [%s]", f.Pos.Line, f.Message, f.Key))
			continue
		}
		wants = slices.Delete(wants, i, i+1)
	}
	for _, w := range wants {
		differences = append(differences, fmt.Sprintf("missing: %d: %s %q", w.line, w.key, w.message))
	}
	return differences
}
