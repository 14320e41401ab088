package modules

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/warpcheck/warpcheck/config"
	"github.com/warpcheck/warpcheck/load"
	"github.com/warpcheck/warpcheck/warp"
)

// two has two modules: the kernel of the first stands in a source file, that of the second has a directive that is not
// understood.
const two = `.version 7.5
.target sm_75
.address_size 64
.visible .entry _ZN2ns5firstEPi()
{
	.loc 1 2 3
	bar.sync 0;
	.loc 1 99 3
	bar.warp.sync -1;
	.loc 2 1 1
	bar.warp.sync -1;
	ret;
}
.file 1 "/build/elsewhere/k.cu"
.file 2 "missing.cu"
.version 7.5
.target sm_80
.address_size 64
.strange 5;
.visible .entry second()
{
	cp.async.wait_all;
	ret;
}
`

// read reads the two modules in a folder with the source file. settings are the settings of the run.
func read(t *testing.T, settings config.Config) (unit *Unit, job *load.Job, folder string) {
	t.Helper()
	folder = t.TempDir()
	for name, text := range map[string]string{"k.ptx": two, "k.cu": "__global__ void first() {\n  __syncthreads();\n}\n"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	loader, err := load.New(load.Options{
		Paths: []string{filepath.Join(folder, "k.ptx")}, Config: func(string) (*config.Config, error) { return &settings, nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	inputs, err := loader.Inputs(t.Context())
	if err != nil || len(inputs) != 1 {
		t.Fatal(inputs, err)
	}
	jobs, err := loader.Jobs(t.Context(), inputs[0])
	if err != nil || len(jobs) == 0 {
		t.Fatal(jobs, err)
	}
	if unit, err = Read(jobs[0]); err != nil {
		t.Fatal(err)
	}
	return unit, jobs[0], folder
}

// TestTarget looks for which architecture a file is read.
func TestTarget(t *testing.T) {
	for named, want := range map[string]warp.Arch{"": 75, "sm_90": 90} {
		settings := config.Config{}
		if named != "" {
			settings.Arch = config.Strings{named}
		}
		if unit, job, _ := read(t, settings); job.Arch != want || job.AnyArch || unit.Program().Arch != want {
			t.Errorf("%q: the file is read for %v", named, job.Arch)
		}
	}
}

// TestPlaces looks where instructions stand: in the source that is found beside the PTX and has the line, else in the PTX.
func TestPlaces(t *testing.T) {
	unit, _, folder := read(t, config.Config{})
	var got []string
	for _, f := range unit.Program().Funcs {
		for _, b := range f.Blocks {
			for _, i := range b.Instrs {
				if i.Collective != nil || i.Pos.Line == 2 {
					got = append(got, fmt.Sprintf("%s:%d", filepath.Base(i.Pos.File), i.Pos.Line))
				}
			}
		}
	}
	slices.Sort(got)
	if got = slices.Compact(got); !slices.Equal(got, []string{"k.cu:2", "k.ptx:11", "k.ptx:9"}) {
		t.Errorf("instructions stand at %v", got)
	}
	if files := unit.Files(); !slices.Equal(files.Read, []string{filepath.Join(folder, "k.ptx"), filepath.Join(folder, "k.cu")}) {
		t.Errorf("the files %v were read", files.Read)
	}
}

// TestModules looks at what is known of several modules: the names of their kernels, and the messages.
func TestModules(t *testing.T) {
	unit, _, folder := read(t, config.Config{})
	var names []string
	for _, root := range unit.Program().Roots {
		names = append(names, root.Name)
	}
	if !slices.Equal(names, []string{"ns::first", "second"}) {
		t.Errorf("the kernels are %v", names)
	}
	messages := unit.Messages()
	if len(messages) != 1 || messages[0].Pos.File != filepath.Join(folder, "k.ptx") || messages[0].Pos.Line != 19 {
		t.Errorf("the messages are %v", messages)
	}
	if messages[0].Text != "the directive .strange is not understood" {
		t.Errorf("the message is %q", messages[0].Text)
	}
}
