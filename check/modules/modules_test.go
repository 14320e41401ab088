package modules

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/warpcheck/warpcheck/config"
	"github.com/warpcheck/warpcheck/load"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/source"
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
	jobs, folder := jobsOf(t, settings)
	unit, err := Read(jobs[0])
	if err != nil {
		t.Fatal(err)
	}
	return unit, jobs[0], folder
}

// jobsOf returns the jobs of the file with the two modules.
func jobsOf(t *testing.T, settings config.Config) (jobs []*load.Job, folder string) {
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
	jobs, err = loader.Jobs(t.Context(), inputs[0])
	if err != nil || len(jobs) == 0 {
		t.Fatal(jobs, err)
	}
	return jobs, folder
}

// named returns the settings of a run for an architecture.
func named(arch string) config.Config { return config.Config{Arch: config.Strings{arch}} }

// TestTargets looks for which architectures the kernels of a file are read: for the targets of their modules, or all for the
// architecture that the user names.
func TestTargets(t *testing.T) {
	for name, c := range map[string]struct {
		settings config.Config
		want     []string
	}{
		"own targets": {config.Config{}, []string{"sm_75 ns::first", "sm_80 second"}},
		"named":       {named("sm_90"), []string{"sm_90 ns::first", "sm_90 second"}},
	} {
		var got []string
		jobs, _ := jobsOf(t, c.settings)
		for _, job := range jobs {
			unit, err := Read(job)
			if err != nil || job.AnyArch || unit.Program().Arch != job.Arch {
				t.Fatal(err, job.Arch)
			}
			for _, root := range unit.Program().Roots {
				got = append(got, fmt.Sprint(job.Arch, " ", root.Name))
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: the kernels are %q, want %q", name, got, c.want)
		}
	}
}

// TestWritten looks for the instructions that a place in a source file stands for.
func TestWritten(t *testing.T) {
	unit, _, folder := read(t, config.Config{})
	source := source.Pos{File: filepath.Join(folder, "k.cu"), Line: 2, Column: 3}
	related := unit.Written(&rules.Finding{Key: "divergent-barrier", Pos: source, Kernels: []string{"ns::first"}})
	if len(related) != 1 || related[0].Pos.Line != 7 || related[0].Pos.File != filepath.Join(folder, "k.ptx") {
		t.Errorf("the instructions are %v", related)
	}
	if related = unit.Written(&rules.Finding{Pos: unit.lineOf(9)}); related != nil {
		t.Errorf("a place in the PTX has the instructions %v", related)
	}
}

// TestPlaces checks the places of instructions. They are in the source if it is found beside the PTX and has the line.
// Otherwise they are in the PTX.
func TestPlaces(t *testing.T) {
	unit, _, folder := read(t, named("sm_80"))
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

// TestModules checks what is read from a text with several modules: the names of their kernels, and the messages.
func TestModules(t *testing.T) {
	unit, _, folder := read(t, named("sm_80"))
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
