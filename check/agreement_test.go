package check

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/lower"
	"github.com/warpcheck/warpcheck/config"
	"github.com/warpcheck/warpcheck/host"
	"github.com/warpcheck/warpcheck/internal/agree"
	"github.com/warpcheck/warpcheck/internal/warpgen"
	"github.com/warpcheck/warpcheck/load"
)

// The programs under testdata/agreement were found by random tests: on each of them the two engines once disagreed.
func TestKeptPrograms(t *testing.T) {
	files, err := filepath.Glob("../testdata/agreement/*.cu")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs")
	}
	for _, file := range files {
		job, err := load.OnlyJob(t.Context(), load.Options{Paths: []string{file},
			Config: func(string) (*config.Config, error) { return &config.Config{}, nil }})
		if err != nil {
			t.Fatal(err)
		}
		tree, err := job.Read()
		if err != nil {
			t.Fatal(err)
		}
		program := lower.Build(tree, host.Launches(tree))
		kernel := program.Funcs[slices.IndexFunc(program.Funcs, func(f *cfg.Func) bool { return f.Kernel })]
		if err := agree.Check(program, kernel, warpgen.AllInputs()); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
}
