package check

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/warpcheck/warpcheck/config"
	"github.com/warpcheck/warpcheck/load"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/warp"
)

// A panic in one unit is a notice that names its place, and nothing more.
func TestPanicIsANotice(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.cu")
	if err := os.WriteFile(path, []byte("__global__ void k() {}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	u := newAnalysis(&load.Job{Input: load.Input{Path: path}, Arch: 70}, request{}) // no territory: run will panic
	u.run()
	if !u.Failed || len(u.Notices) != 1 || !u.Notices[0].Incomplete {
		t.Fatalf("got %+v", u.Notices)
	}
	text := u.Notices[0].Text
	if !strings.Contains(text, "internal error, please report it") || !strings.Contains(text, ".go:") {
		t.Errorf("got %q", text)
	}
}

func TestModel(t *testing.T) {
	for _, test := range []struct {
		arch   warp.Arch
		strict bool
		want   warp.Model
	}{{61, true, warp.Lockstep}, {70, false, warp.Independent}, {90, true, warp.Strict}} {
		if got := Model(test.arch, test.strict); got != test.want {
			t.Errorf("sm_%d, strict %t: %v", test.arch, test.strict, got)
		}
	}
}

func TestSelection(t *testing.T) {
	c := &config.Config{Disable: config.Strings{"divergent"}, Enable: config.Strings{"potentially_divergent_mask"}}
	s := Selection{Enable: []string{"divergent-sync"}}
	on, err := s.enabled(c)
	if err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]bool{
		"divergent_mask": false, "divergent-syncthreads": true, "potentially_divergent_mask": true,
		"not_participating_lane_in_mask": true, "potentially_not_participating_lane_in_mask": false,
	} {
		if on[key] != want {
			t.Errorf("%s: %t", key, on[key])
		}
	}
	s = Selection{Only: []string{"*not_in_mask"}}
	if on, _ = s.enabled(&config.Config{}); !on["source_lane_not_in_mask"] || on["divergent_mask"] {
		t.Errorf("--only: %v", on)
	}
	s = Selection{Disable: []string{"*"}}
	if _, err := s.enabled(&config.Config{}); err == nil {
		t.Error("--disable may turn off all rules")
	}
	if _, err := s.enabled(&config.Config{Disable: config.Strings{"*"}}); err == nil {
		t.Error("a configuration may turn off all rules")
	}
	s = Selection{Only: []string{"divergent_mask"}}
	if _, err := s.enabled(&config.Config{Disable: config.Strings{"*"}}); err != nil {
		t.Errorf("the command line has the last word: %v", err)
	}
}

// TestSortedOut tests whether a finding is reported. This depends on the rules that are on, and on suppressions.
func TestSortedOut(t *testing.T) {
	const rule, potential = "divergent_mask", "potentially_divergent_mask"
	of := func(key string, suppressed bool) arranged {
		return arranged{Finding: rules.Finding{Key: key}, suppressed: suppressed}
	}
	for _, c := range []struct {
		about                   string
		one                     arranged
		on                      []string
		shown, silenced, hidden int
	}{
		{"a rule that is on", of(rule, false), []string{rule}, 1, 0, 0},
		{"one that is silenced", of(rule, true), []string{rule}, 0, 1, 0},
		{"one that is off", of(rule, false), nil, 0, 0, 0},
		{"one that is off and silenced", of(rule, true), nil, 0, 0, 0},
		{"a potential one that is off", of(potential, false), []string{rule}, 0, 0, 1},
		{"a potential one that is off and silenced", of(potential, true), []string{rule}, 0, 0, 0},
		{"a potential one of a rule that is off", of(potential, false), nil, 0, 0, 0},
	} {
		on := map[string]bool{}
		for _, key := range c.on {
			on[key] = true
		}
		var s sortedOut
		s.add([]arranged{c.one}, on, false)
		if len(s.shown) != c.shown || len(s.silenced) != c.silenced || len(s.hidden) != c.hidden {
			t.Errorf("%s: %d shown, %d silenced, %d hidden", c.about, len(s.shown), len(s.silenced), len(s.hidden))
		}
	}
}

// Every collective of a unit is counted, with the reason if it is not analysed exactly.
func TestAccounting(t *testing.T) {
	source := `
__device__ int helper(int v) { return __shfl_sync(0xffffffffu, v, 0); }
__global__ void k(int *out, int n) {
  out[0] = helper(n) + helper(n + 1);
  unsigned all = __ballot_sync(0xffffffffu, n);
  out[1] = all;
  asm volatile("bar.warp.sync 0xffffffff;");
  __syncthreads();
  if (false)
    __syncwarp();
}
void run(int *out, int n) {
  k<<<1, 32>>>(out, n);
  k<<<1, n>>>(out, n);
}
`
	outcome, err := Run(context.Background(), Options{Options: load.Options{
		Paths: []string{"a.cu"}, Unsaved: []load.Unsaved{{Path: "a.cu", Text: []byte(source)}},
		Config: func(string) (*config.Config, error) { return &config.Config{}, nil },
	}})
	if err != nil {
		t.Fatal(err)
	}
	c := outcome.Stats.Collectives
	if c.Found != 4 || c.Exact != 3 || c.NotReached != 1 || len(c.Reasons) != 1 || c.Reasons[0].Line != 10 {
		t.Errorf("collectives: %+v", c)
	}
	if b := outcome.Stats.Barriers; b.Found != 1 || b.Exact != 1 {
		t.Errorf("barriers: %+v", b)
	}
	if l := outcome.Stats.Launches; l.Found != 2 || l.Known != 1 || l.Reasons[0].Line != 14 {
		t.Errorf("launches: %+v", l)
	}
	if outcome.Stats.Kernels != 1 || outcome.Stats.DeviceFunctions != 1 {
		t.Errorf("functions: %+v", outcome.Stats)
	}
}

// An interrupted run says what it has not analysed. It names the file once if the file's architectures have not been
// looked up yet.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	outcome, err := Run(ctx, Options{Options: load.Options{
		Paths:   []string{"a.cu"},
		Unsaved: []load.Unsaved{{Path: "a.cu", Text: []byte("__global__ void k() { __syncwarp(1); }\n")}},
		Config: func(string) (*config.Config, error) {
			cancel()
			return &config.Config{Arch: config.Strings{"sm_61,sm_70"}}, nil
		},
	}})
	if err != nil {
		t.Fatal(err)
	}
	s := outcome.Stats
	if s.Units != 1 || s.FailedUnits != 1 || len(s.Interrupted) != 1 || s.Interrupted[0].File != "a.cu" {
		t.Errorf("%+v", s)
	}
	if !outcome.IsIncomplete || len(outcome.Notices) != 1 ||
		outcome.Notices[0].Text != "interrupted: 1 of 1 units are not analysed (-v lists them)" {
		t.Errorf("%+v", outcome.Notices)
	}
}

// An interruption ends the reading of compile commands, too, and every file that has not been reached is reported.
func TestInterruptedCommands(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.cu": "__global__ void k() {}\n", "flags": "-DX",
		"compile_commands.json": `[{"file": "a.cu", "arguments": ["nvcc", "@flags", "-c", "a.cu"]}]`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	source := filepath.Join(dir, "a.cu")
	outcome, err := Run(ctx, Options{Options: load.Options{Paths: []string{source},
		Config: func(string) (*config.Config, error) { return &config.Config{}, nil }}})
	if err != nil {
		t.Fatal(err)
	}
	if reported := outcome.Stats.Interrupted; len(reported) != 1 || reported[0].File != source || !outcome.IsIncomplete {
		t.Errorf("%+v, %+v", reported, outcome.Notices)
	}
}

// An interruption keeps what is done, and does not wait for jobs that still run.
func TestRunJobs(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	release := make(chan bool)
	defer close(release)
	done := runJobs(ctx, 1, 3, func(i int) {
		if i == 1 {
			cancel()
			<-release
		}
	})
	if !slices.Equal(done, []bool{true, false, false}) {
		t.Errorf("interrupted: %v", done)
	}
	if done := runJobs(context.Background(), 2, 3, func(int) {}); slices.Contains(done, false) {
		t.Errorf("not interrupted: %v", done)
	}
}

// The findings of the units that are done are reported although the others are given up.
func TestFindingsOfAnInterruptedRun(t *testing.T) {
	settings := &config.Config{Arch: config.Strings{"sm_61,sm_70"}}
	text := "__global__ void k() { if (threadIdx.x % 32 < 16) __syncwarp(); }\n"
	c, err := newChecker(Options{Options: load.Options{
		Paths: []string{"a.cu"}, Unsaved: []load.Unsaved{{Path: "a.cu", Text: []byte(text)}},
		Config: func(string) (*config.Config, error) { return settings, nil }}})
	if err != nil {
		t.Fatal(err)
	}
	inputs, err := c.loader.Inputs(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	jobs, err := c.loader.Jobs(t.Context(), inputs[0])
	if err != nil || len(jobs) != 2 {
		t.Fatal(len(jobs), err)
	}
	done, left := &unit{Job: jobs[0], asked: c.request(jobs[0])}, &unit{Job: jobs[1]}
	outcome, err := c.merge(inputs, append(done.with(c.obtain(t.Context(), done)), left.givenUp()))
	if err != nil {
		t.Fatal(err)
	}
	if len(outcome.Findings) != 1 || !outcome.IsIncomplete || outcome.Stats.FailedUnits != 1 ||
		outcome.Notices[len(outcome.Notices)-1].Text !=
			"interrupted: 1 of 2 units are not analysed (-v lists them)" {
		t.Errorf("%d findings, %+v", len(outcome.Findings), outcome.Notices)
	}
}
