package check

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/warpcheck/warpcheck/config"
	"github.com/warpcheck/warpcheck/internal/ptx"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/warp"
)

// clangOfPTX are the names of compilers that may write PTX.
var clangOfPTX = []string{"clang-15", "clang"}

// compileToPTX compiles a file to PTX, without a toolkit. It returns "" if the file uses more of CUDA than builtins.h has.
func compileToPTX(t *testing.T, clang, file, folder string) string {
	t.Helper()
	full, err := filepath.Abs(file)
	if err != nil {
		t.Fatal(err)
	}
	builtins, err := filepath.Abs("../testdata/ptx/builtins.h")
	if err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(folder, "kernel.ptx")
	cmd := exec.Command(clang, "-x", "cuda", "--cuda-device-only", "--cuda-gpu-arch=sm_70", "-Xclang", "-target-feature", "-Xclang", "+ptx75",
		"-nocudainc", "-nocudalib", "-fms-extensions", "-std=c++17", "-w", "-O2", "-g1", "-S", "-include", builtins, full, "-o", out)
	if cmd.Run() != nil {
		return ""
	}
	return out
}

// mangled is a kernel's name as clang writes it, with the plain name in it.
var mangled = regexp.MustCompile(`^_Z(?:N?L?)(\d+)(\w+)`)

// plainName returns the name of a function without namespaces, template arguments and parameters.
func plainName(name string) string {
	if m := mangled.FindStringSubmatch(name); m != nil {
		n := 0
		if _, err := fmt.Sscan(m[1], &n); err == nil && n <= len(m[2]) {
			return m[2][:n]
		}
	}
	name, _, _ = strings.Cut(name, "<")
	return name[strings.LastIndex(name, ":")+1:]
}

// verdicts are the keys of the rules about masks and barriers that each kernel breaks, by the kernel's plain name.
func verdicts(outcome *Outcome, kernels map[string]bool) map[string][]string {
	of := map[string]map[string]bool{}
	for _, f := range slices.Concat(outcome.Findings, outcome.Unconfirmed) {
		if !isOfMasksOrBarriers(f.Key) {
			continue
		}
		for _, k := range f.Kernels {
			name := plainName(k)
			if of[name] == nil {
				of[name] = map[string]bool{}
			}
			of[name][f.Key] = true
		}
	}
	all := map[string][]string{}
	for name := range kernels {
		all[name] = slices.Sorted(maps.Keys(of[name]))
	}
	return all
}

// isOfMasksOrBarriers reports whether a rule is about who takes part in a collective.
func isOfMasksOrBarriers(key string) bool {
	r := rules.ByKey(key)
	return r != nil && (r.Group().Name == "masks" || r.Group().Name == "barriers")
}

// differing are the kernels of testdata/kernels/truth whose verdicts differ in PTX, with the reason.
var differing = map[string]string{
	"row1":  "lanes that skip to the end of the kernel have exited in PTX",
	"row25": "lanes that skip to the end of the kernel have exited in PTX",
	"row27": "clang makes one barrier of two that stand on both sides of a branch",
}

// TestSourceAndPTX compares what is found in kernels with what is found in the PTX that clang makes of them.
func TestSourceAndPTX(t *testing.T) {
	clang := installedClang()
	if clang == "" {
		t.Skip("no clang that writes PTX is installed")
	}
	compared := 0
	for _, file := range kernelFiles(t) {
		if filepath.Base(filepath.Dir(file)) != "truth" {
			continue
		}
		module := compileToPTX(t, clang, file, t.TempDir())
		if module == "" {
			t.Logf("%s: does not compile with builtins.h", file)
			continue
		}
		ofSource, ofPTX := verdictsOfBoth(t, file, module)
		for name, got := range ofPTX {
			want := ofSource[name]
			if compared++; slices.Equal(want, got) == (differing[name] == "") {
				continue
			}
			t.Errorf("%s: %s: source %v, PTX %v, want a difference: %q", file, name, want, got, differing[name])
		}
	}
	if compared < 25 {
		t.Errorf("%d kernels were compared", compared)
	}
}

// installedClang returns a compiler that may write PTX, "" if there is none.
func installedClang() string {
	for _, name := range clangOfPTX {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// verdictsOfBoth checks a file and its PTX, with the blocks of the file's launches.
func verdictsOfBoth(t *testing.T, file, module string) (ofSource, ofPTX map[string][]string) {
	t.Helper()
	settings := setting{warp.Independent, true}
	trees := newTrees()
	source, err := trees.check(t.Context(), file, settings.configured())
	if err != nil {
		t.Fatal(err)
	}
	configured := settings.configured()
	for _, tree := range trees.of {
		for _, l := range tree.Program().Launches {
			if l.Kernel != nil && l.IsKnown() {
				name := plainName(l.Kernel.Qualified)
				configured.Launch = append(configured.Launch, config.Launch{Kernel: fmt.Sprintf("_Z*%d%s*", len(name), name), Block: l.Block[:]})
			}
		}
	}
	compiled, err := newTrees().check(t.Context(), module, configured)
	if err != nil {
		t.Fatal(err)
	}
	if c := compiled.Stats.Collectives; c.Exact != c.Found {
		t.Errorf("%s: of %d collectives of its PTX %d are exact: %v", file, c.Found, c.Exact, c.Reasons)
	}
	kernels := kernelsOf(t, module)
	return verdicts(source, kernels), verdicts(compiled, kernels)
}

// kernelsOf returns the plain names of the kernels in a file of PTX.
func kernelsOf(t *testing.T, module string) map[string]bool {
	t.Helper()
	text, err := os.ReadFile(module)
	if err != nil {
		t.Fatal(err)
	}
	modules, err := ptx.ParseModules(string(text))
	if err != nil {
		t.Fatal(err)
	}
	kernels := map[string]bool{}
	for _, f := range modules[0].Functions {
		if f.Entry {
			kernels[plainName(f.Name)] = true
		}
	}
	return kernels
}
