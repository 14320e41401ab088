package report

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/warpcheck/warpcheck/internal/golden"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// at is a position within one line of a file; end is exclusive.
func at(file string, line, column, end int) source.Pos {
	return source.Pos{File: file, Line: line, Column: column, EndLine: line, EndColumn: end}
}

// sample has a definite finding, a potential one in a macro on a line with tabs and wide characters, and one that spans
// files.
func sample() *Report {
	call := at("reduce.cu", 7, 10, 44)
	text := "Lane(s) 16-31 named in sync mask 0b11111111111111111111111111111111 but do not " +
		"participate in context(s) "
	var contexts []rules.Context
	for _, block := range []string{"128", "256", "32", "512", "64"} {
		contexts = append(contexts, rules.Context{Root: "reduce", IsKernel: true, Block: block, Arch: "sm_70"})
	}
	alone := []rules.Context{{Root: "reduce", IsKernel: true, Arch: "sm_70"}}
	definite := rules.Finding{
		Key: "not_participating_lane_in_mask", Severity: rules.Error, Certainty: lanes.Definite,
		Pos: call, Message: text + rules.Fold(contexts), Contexts: contexts,
		Kernels: []string{"reduce"},
		Cases:   []rules.Case{{Text: text + "{contexts}", Contexts: contexts}},
		Labels: []rules.Label{
			{Pos: at("reduce.cu", 6, 7, 16), Text: "lanes 16-31 skip this branch"},
			{Pos: call, Text: "reached by lanes 0-15", Primary: true},
		},
		Walk: []rules.Stage{
			{Pos: at("reduce.cu", 6, 7, 16), Text: "lanes 16-31 skip this branch", Here: 0xffff, Away: 0xffff0000},
			{Pos: call, Text: "reached by lanes 0-15", Here: 0xffff, Away: 0xffff0000, Awaited: 0xffff0000},
		},
		Rows: []rules.Row{{Name: "mask", Lanes: warp.All}, {Name: "arrives", Lanes: 0xffff}},
		Help: "pass 0x0000ffff, or move the call out of the branch",
		Repair: &rules.Repair{Text: "pass 0x0000ffff", Edits: []rules.Edit{
			{File: "reduce.cu", Offset: 157, Removed: len("0xffffffff"), Text: "0x0000ffff"}}},
	}
	wide := at("reduce.cu", 9, 29, 55)
	wide.Macro = &source.Pos{File: "warp.cuh", Line: 1, Column: 1}
	message := "Lane(s) 3 participate but are potentially not named in the sync mask " +
		"0b00000000000000000000000000000111 in context(s) reduce [sm_70]"
	potential := rules.Finding{
		Key: "participating_lane_potentially_not_in_mask", Severity: rules.Warning,
		Pos: wide, MacroDefinition: wide.Macro, Message: message,
		Contexts: alone, Kernels: []string{"reduce"},
		Labels:  []rules.Label{{Pos: wide, Text: "reached by all lanes", Primary: true}},
		Witness: []string{"block 32, warp 0", "mask = 7", "all lanes arrive"}, Unrepaired: rules.InMacro,
	}
	barrier := at("warp.cuh", 3, 5, 20)
	spread := rules.Finding{
		Key: "potentially-divergent-syncthreads", Severity: rules.Note,
		Pos: barrier, Message: "part of the block may not reach __syncthreads in context(s) f",
		Contexts: []rules.Context{{Root: "f", Arch: "sm_70", Calls: []rules.Call{{Name: "add", Pos: at("reduce.cu", 10, 3, 16)}}}}, Kernels: []string{"f"},
		Labels: []rules.Label{
			{Pos: at("reduce.cu", 6, 7, 16), Text: "lanes may part here"},
			{Pos: barrier, Text: "reached by lane 0", Primary: true},
		},
		Condition: "whether it is compiled depends on HAVE_ADD",
		Calls:     []rules.Related{{Pos: at("reduce.cu", 10, 3, 16), Text: "calls add"}},
		Related: []rules.Related{
			{Pos: at("warp.cuh", 2, 7, 11), Text: "the other threads wait here"},
		},
	}
	vote := at("reduce.cu", 9, 29, 55)
	open := rules.Finding{
		Key: "potentially_divergent_mask", Severity: rules.Note, Certainty: lanes.Undecided, Pos: vote,
		Message:  "Not decided whether participating lanes agree on the sync mask in context(s) reduce [sm_70]",
		Contexts: alone, Kernels: []string{"reduce"},
		Labels: []rules.Label{{Pos: vote, Text: "here", Primary: true}},
		Help:   "check it by hand",
	}
	unconfirmed := open
	unconfirmed.Key, unconfirmed.Certainty = "potentially_not_participating_lane_in_mask", lanes.Unconfirmed
	unconfirmed.Message = "Lane(s) 1 named in sync mask 0b00000000000000000000000000000011 but potentially do not participate in context(s) reduce [sm_70]"
	unconfirmed.Unconfirmed = "not shown to be reached: it depends on what add returns"
	return &Report{
		Findings: []rules.Finding{definite, potential, spread}, Unconfirmed: []rules.Finding{unconfirmed}, Undecided: []rules.Finding{open},
		Suppressed: []rules.Suppressed{
			{Finding: potential, By: rules.SilencedByComment, Pos: at("reduce.cu", 8, 3, 9), Reason: "the mask is checked"},
			{Finding: spread},
		},
		Notices: []rules.Notice{
			{Severity: rules.Error, Pos: at("broken.cu", 1, 2, 3), Text: "expected ';'", Incomplete: true},
			{Severity: rules.Note, Text: "recursion in f is not modelled"},
		},
		Stats: Stats{Files: 3, Kernels: 1, Collectives: 3, Suppressed: 1, Hidden: 2, Unconfirmed: 1, Undecided: 1, Failed: 1},
		Sources: func(path string) ([]byte, error) {
			return os.ReadFile(filepath.Join("testdata", path))
		},
		Version: "v1.2.3",
	}
}

func render(t *testing.T, format Format, r *Report) string {
	t.Helper()
	var out bytes.Buffer
	if err := format(&out, r); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestGolden(t *testing.T) {
	for _, name := range Names() {
		format, err := ByName(name)
		if err != nil {
			t.Fatal(err)
		}
		golden.Compare(t, filepath.Join("testdata", name+".golden"), []byte(render(t, format, sample())))
		empty := &Report{Version: "v1.2.3"}
		golden.Compare(t, filepath.Join("testdata", name+"-empty.golden"), []byte(render(t, format, empty)))
	}
}

func TestGoldenColour(t *testing.T) {
	r := sample()
	r.Palette = Colours
	golden.Compare(t, filepath.Join("testdata", "full-colour.golden"), []byte(render(t, Full, r)))
}

func TestUnreadableSource(t *testing.T) {
	r := sample()
	r.Sources = func(string) ([]byte, error) { return nil, errors.New("gone") }
	for _, name := range Names() {
		if name == StatisticsName {
			continue // it has no messages
		}
		format, _ := ByName(name)
		if out := render(t, format, r); !strings.Contains(out, "16-31") {
			t.Errorf("%s without source lost the message:\n%s", name, out)
		}
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestWriteErrorIsReported(t *testing.T) {
	for _, name := range Names() {
		format, _ := ByName(name)
		if err := format(failing{}, sample()); err == nil {
			t.Errorf("%s: no error from a writer that fails", name)
		}
	}
}

func TestByNameUnknown(t *testing.T) {
	_, err := ByName("xml")
	if err == nil || !strings.Contains(err.Error(), "sarif") {
		t.Errorf("error %v does not list the formats", err)
	}
}

// If a finding has many cases, the full format shows a few and JSON all.
func TestCasesAreCapped(t *testing.T) {
	r := sample()
	f := &r.Findings[0]
	for i := range 6 {
		f.Cases = append(f.Cases, rules.Case{Text: fmt.Sprintf("case %d of {contexts}", i),
			Contexts: f.Contexts})
	}
	full := render(t, Full, r)
	if !strings.Contains(full, "note: case 2 of reduce [block 32 or 64 or 3 more, sm_70]\n") ||
		strings.Contains(full, "case 3") || !strings.Contains(full, "note: 3 more cases (-f json lists all)\n") {
		t.Errorf("cases in full: %s", full)
	}
	if out := render(t, JSON, r); !strings.Contains(out, "case 5 of reduce") {
		t.Errorf("cases in JSON: %s", out)
	}
}

func TestQuietAndSeconds(t *testing.T) {
	r := sample()
	r.Stats.Seconds = 0.25
	if out := render(t, Concise, r); !strings.HasSuffix(out, ", 0.2 s\n") {
		t.Errorf("no seconds in the last line: %q", out)
	}
	r.Quiet = true
	if out := render(t, Concise, r); strings.Contains(out, "3 files") {
		t.Errorf("quiet shows the last line: %q", out)
	}
}

func TestSummary(t *testing.T) {
	r := &Report{Stats: Stats{Files: 1, Kernels: 2, Collectives: 9, Hidden: 4, MostlyMissed: 1, Failed: 2}}
	for _, severity := range []rules.Severity{rules.Error, rules.Warning, rules.Warning} {
		r.Findings = append(r.Findings, rules.Finding{Severity: severity})
	}
	want := "1 file, 2 kernels, 9 collectives, 1 error, 2 warnings, " +
		"4 potential hidden (--potential shows those that a run confirms), 1 file mostly not analysed (-v lists the collectives), 2 units incomplete (not counted as errors)"
	if got := summary(r); got != want {
		t.Errorf("last line %q", got)
	}
}

func TestPathsAreRelativeToRoot(t *testing.T) {
	r := &Report{Root: "/home/me/project"}
	for file, want := range map[string]string{
		"/home/me/project/src/a.cu": "src/a.cu",
		"/home/me/other/a.cu":       "/home/me/other/a.cu",
		"src/a.cu":                  "src/a.cu",
	} {
		if got := r.path(file); got != want {
			t.Errorf("path(%q) = %q, want %q", file, got, want)
		}
	}
}

func TestGitHubPathsAreRelativeToTheRepository(t *testing.T) {
	r := &Report{Root: "/home/me/project/src", Repository: func(string) string { return "/home/me/project" }}
	for file, want := range map[string]string{
		"a.cu":                      "src/a.cu",
		"./-a.cu":                   "src/-a.cu",
		"../include/a.cuh":          "include/a.cuh",
		"/home/me/project/src/a.cu": "src/a.cu",
		"/home/me/other/a.cu":       "/home/me/other/a.cu",
	} {
		if got := r.inRepository(file); got != want {
			t.Errorf("inRepository(%q) = %q, want %q", file, got, want)
		}
	}
	if got := (&Report{Root: "/home/me"}).inRepository("a.cu"); got != "a.cu" {
		t.Errorf("without a repository: %q", got)
	}
}

func TestChoosePalette(t *testing.T) {
	set := func(string) string { return "1" }
	dumb := func(string) string { return "" }
	unset := func(name string) string { return map[string]string{"TERM": "xterm"}[name] }
	for _, c := range []struct {
		mode     string
		terminal bool
		getenv   func(string) string
		colours  bool
	}{
		{"always", false, set, true}, {"never", true, unset, false},
		{"auto", true, unset, true}, {"auto", false, unset, false}, {"auto", true, set, false}, {"auto", true, dumb, false},
	} {
		got, err := ChoosePalette(c.mode, c.terminal, c.getenv)
		if err != nil || (got == Colours) != c.colours {
			t.Errorf("%+v: colours %v, error %v", c, got == Colours, err)
		}
	}
	if _, err := ChoosePalette("sometimes", true, unset); err == nil {
		t.Error("an unknown mode is no error")
	}
}
