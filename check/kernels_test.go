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
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/load"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/warp"
)

// A kernel under testdata/kernels says in comments what must be found:
//
//	// want KEY "regexp"               a definite finding, always
//	// want? KEY "regexp"              with the potential rules on
//	// want[lockstep,strict] KEY "..." under these models only
//	// want-open KEY "regexp"          a question that is not decided, with the potential rules on
//
// A comment behind code speaks of its line, one that stands alone of the next
// line of code. A finding that no comment wants fails as well.
var wantComment = regexp.MustCompile(`^\s*want(-open)?(\?)?(?:\[([a-z,]+)\])? (\S+) "(.*)"\s*$`)

// want is one expectation.
type want struct {
	line      int
	key       string
	message   *regexp.Regexp
	potential bool
	open      bool
	models    []string
}

func readWants(t *testing.T, file string) []want {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	found := comments(string(text))
	var wants []want
	for i, c := range found {
		if !strings.HasPrefix(strings.TrimSpace(c.text), "want") {
			continue
		}
		m := wantComment.FindStringSubmatch(c.text)
		if m == nil {
			t.Fatalf("%s:%d: not an expectation: %s", file, c.line, c.text)
		}
		if rules.ByKey(m[4]) == nil {
			t.Fatalf("%s:%d: no such rule: %s", file, c.line, m[4])
		}
		w := want{line: coveredLine(found, i), key: m[4], potential: m[1]+m[2] != "", open: m[1] != "",
			message: regexp.MustCompile(m[5])}
		if m[3] != "" {
			w.models = strings.Split(m[3], ",")
		}
		wants = append(wants, w)
	}
	return wants
}

// under keeps what is expected under a model, with the potential rules on or off.
func under(wants []want, model warp.Model, potential bool) []want {
	return slices.DeleteFunc(slices.Clone(wants), func(w want) bool {
		return w.potential && !potential ||
			w.models != nil && !slices.Contains(w.models, model.String())
	})
}

// kernelFolder has the kernels, in folders that say what they exercise.
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
	for _, file := range kernelFiles(t) {
		t.Run(strings.TrimPrefix(file, kernelFolder), func(t *testing.T) {
			t.Parallel()
			testModels(t, file)
		})
	}
}

// trees are those of one file.
type trees map[warp.Arch]*ast.Unit

// testModels checks a file under each model.
func testModels(t *testing.T, file string) {
	wants, parsed := readWants(t, file), trees{}
	for _, model := range []warp.Model{warp.Independent, warp.Lockstep, warp.Strict} {
		for _, potential := range []bool{false, true} {
			if !potential && model != warp.Independent {
				continue // what hides findings does not ask for the model
			}
			t.Run(fmt.Sprintf("%s/potential=%t", model, potential), func(t *testing.T) {
				compare(t, checkUnder(t, file, model, potential, parsed), under(wants, model, potential))
			})
		}
	}
}

// checkUnder checks one file under one model. It is parsed once for each architecture.
func checkUnder(t *testing.T, file string, model warp.Model, potential bool, parsed trees) []rules.Finding {
	t.Helper()
	settings := &config.Config{
		Arch: config.Strings{"sm_70"}, StrictProgramPoint: model == warp.Strict, Potential: potential,
	}
	if model == warp.Lockstep {
		settings.Arch = config.Strings{"sm_60"}
	}
	outcome, err := parsed.check(t.Context(), file, settings)
	if err != nil {
		t.Fatal(err)
	}
	for _, notice := range outcome.Notices {
		t.Errorf("notice: %s:%d: %s", notice.Pos.File, notice.Pos.Line, notice.Text)
	}
	coverage := outcome.Stats.Collectives
	if coverage.NotAnalysed > 0 {
		t.Errorf("not analysed: %v", coverage.Reasons)
	}
	return append(outcome.Findings, outcome.Undecided...)
}

// check is a run over one file for one architecture, which parses it if no run before did.
func (parsed trees) check(ctx context.Context, file string, settings *config.Config) (*Outcome, error) {
	c, err := newChecker(Options{Options: load.Options{
		Paths:  []string{file},
		Config: func(string) (*config.Config, error) { return settings, nil },
	}})
	if err != nil {
		return nil, err
	}
	inputs, err := c.loader.Inputs(ctx)
	if err != nil {
		return nil, err
	}
	jobs, err := c.loader.Jobs(ctx, inputs[0])
	if err != nil {
		return nil, err
	}
	u := newAnalysis(jobs[0], c.request(jobs[0]))
	if parsed[u.Arch] == nil {
		if parsed[u.Arch], err = u.Read(); err != nil {
			return nil, err
		}
	}
	u.check(parsed[u.Arch])
	return c.merge(inputs, []*unit{{Job: u.Job, Unit: u.finished()}})
}

// compare matches findings and expectations one to one.
func compare(t *testing.T, findings []rules.Finding, wants []want) {
	t.Helper()
	for _, f := range findings {
		i := slices.IndexFunc(wants, func(w want) bool {
			return w.line == f.Pos.Line && w.key == f.Key && w.open == f.IsUndecided() && w.message.MatchString(fmt.Sprint(f.Message, " ", f.Contexts))
		})
		if i < 0 {
			t.Errorf("unexpected: %d: %s [%s]", f.Pos.Line, f.Message, f.Key)
			continue
		}
		wants = slices.Delete(wants, i, i+1)
	}
	for _, w := range wants {
		t.Errorf("missing: %d: %s %q", w.line, w.key, w.message)
	}
}
