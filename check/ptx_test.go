package check

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/warpcheck/warpcheck/config"
	"github.com/warpcheck/warpcheck/internal/golden"
	"github.com/warpcheck/warpcheck/internal/mangled"
	"github.com/warpcheck/warpcheck/internal/ptx"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/warp"
)

// compileToPTX compiles a file to PTX, without a toolkit, and leaves barriers where they stand: clang would make one of two
// equal calls on both sides of a branch. It returns "" if the file uses more of CUDA than builtins.h has.
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
	args := []string{"-x", "cuda", "--cuda-device-only", "--cuda-gpu-arch=sm_70", "-Xclang", "-target-feature", "-Xclang", "+ptx75",
		"-nocudainc", "-nocudalib", "-fms-extensions", "-std=c++17", "-w", "-O2", "-g1", "-S", "-include", builtins, full, "-o", out}
	for _, merges := range []string{"-sink-common-insts=0", "-hoist-common-insts=0", "-enable-tail-merge=0"} {
		args = append(args, "-mllvm", merges)
	}
	if exec.Command(clang, args...).Run() != nil {
		return ""
	}
	return out
}

// plainName returns the name of a function without namespaces, template arguments and parameters.
func plainName(name string) string {
	name, _, _ = strings.Cut(mangled.Plain(name), "<")
	return name[strings.LastIndex(name, ":")+1:]
}

// unconfirmed stands before the key of an unconfirmed finding.
const unconfirmed = "unconfirmed "

// verdicts are the keys of the rules about masks and barriers that each kernel breaks, by the kernel's plain name.
func verdicts(outcome *Outcome, kernels map[string]bool) map[string][]string {
	of := map[string]map[string]bool{}
	for i, f := range slices.Concat(outcome.Findings, outcome.Unconfirmed) {
		if !isOfMasksOrBarriers(f.Key) {
			continue
		}
		key := f.Key
		if i >= len(outcome.Findings) {
			key = unconfirmed + key
		}
		for _, k := range f.Kernels {
			name := plainName(k)
			if of[name] == nil {
				of[name] = map[string]bool{}
			}
			of[name][key] = true
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

// listOfDifferences has a line for each kernel whose verdicts in source and PTX differ, with the reason. The test
// itself finds the reasons below. Other reasons are written by hand.
const listOfDifferences = "testdata/source_and_ptx"

// The reasons for different verdicts that the test finds itself.
const (
	// ofTheEnd: the verdicts agree after the PTX is changed so that a branch to the end of the kernel is no early
	// return.
	ofTheEnd = "clang joins the end of the kernel with an early return, so that lanes that skip to it have left"
	// ofWhatIsOpen: the verdicts agree if unconfirmed findings are ignored.
	ofWhatIsOpen = "one of the two leaves a question open"
	// ofTheBlock: the host computes the block of a launch, and the PTX has no finding.
	ofTheBlock = "PTX does not have the block that the host computes"
	// ofProof: the PTX breaks the definite rule where the source breaks its potential twin.
	ofProof = "what a run shows of the source is proved of the PTX"
)

// TestSourceAndPTX compares what is found in kernels with what is found in the PTX that clang makes of them. It is a second
// opinion on how C++ is lowered.
func TestSourceAndPTX(t *testing.T) {
	clang, err := exec.LookPath("clang-15")
	if err != nil {
		t.Skip("clang 15 is not installed, and each clang writes PTX of its own")
	}
	known, found := readDifferences(t), map[string]string{}
	compared, exact, collectives := 0, 0, 0
	folders := []string{"truth", "barriers", "masks"}
	if testing.Short() {
		folders = folders[:1]
	}
	for _, file := range kernelFiles(t) {
		if !slices.Contains(folders, filepath.Base(filepath.Dir(file))) {
			continue
		}
		c := comparison{file: strings.TrimPrefix(file, kernelFolder)}
		if !c.make(t, clang) {
			t.Logf("%s: does not compile with builtins.h", file)
			continue
		}
		exact, collectives = exact+c.exact, collectives+c.collectives
		for name := range c.ptx {
			compared++
			reason, key := c.reason(t, name), c.file+" "+name
			if reason == "" && !c.agrees(name) {
				reason = known[key]
			}
			if reason != "" {
				found[key] = reason
			}
			if reason != known[key] || reason == "" && !c.agrees(name) {
				t.Errorf("%s: source %v, PTX %v, for the reason %q, want %q", key, c.source[name], c.ptx[name], reason, known[key])
			}
		}
	}
	t.Logf("%d kernels were compared, %d differ; %d of %d collectives are exact", compared, len(found), exact, collectives)
	if compared < 25 || exact*100 < collectives*95 {
		t.Errorf("%d kernels were compared, and %d of %d collectives are exact", compared, exact, collectives)
	}
	if !testing.Short() {
		compareDifferences(t, found)
	}
}

// readDifferences returns the reasons in the list, by the file and the kernel.
func readDifferences(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile(listOfDifferences)
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]string{}
	for line := range strings.Lines(string(text)) {
		if kernel, reason, is := strings.Cut(strings.TrimSpace(line), ": "); is && !strings.HasPrefix(kernel, "#") {
			known[kernel] = reason
		}
	}
	return known
}

// compareDifferences compares the differences that were found with the list.
func compareDifferences(t *testing.T, found map[string]string) {
	t.Helper()
	var list strings.Builder
	list.WriteString("# Kernels whose verdicts on masks and barriers differ in source and PTX, with the reason (check/ptx_test.go).\n")
	for _, kernel := range slices.Sorted(maps.Keys(found)) {
		fmt.Fprintf(&list, "%s: %s\n", kernel, found[kernel])
	}
	golden.Compare(t, listOfDifferences, []byte(list.String()))
}

// comparison holds what is found in a file and in its PTX.
type comparison struct {
	file string
	// source and ptx are the keys of findings by kernel. end has the keys for the PTX that keepEnds has changed.
	source, ptx, end map[string][]string
	// isOpen are the kernels with an unknown block.
	isOpen             map[string]bool
	exact, collectives int
}

// make checks the file and its PTX, with the blocks of the file's launches. It returns false if the file does not compile.
func (c *comparison) make(t *testing.T, clang string) bool {
	t.Helper()
	module := compileToPTX(t, clang, kernelFolder+c.file, t.TempDir())
	if module == "" {
		return false
	}
	settings, trees := setting{warp.Independent, true}, newTrees()
	source, err := trees.check(t.Context(), kernelFolder+c.file, settings.configured())
	if err != nil {
		t.Fatal(err)
	}
	configured, isOpen := settings.configured(), map[string]bool{}
	for _, tree := range trees.of {
		for _, l := range tree.Program().Launches {
			switch {
			case l.Kernel == nil:
			case l.IsKnown():
				name := plainName(l.Kernel.Qualified)
				for _, glob := range []string{name, "*::" + name} {
					configured.Launch = append(configured.Launch, config.Launch{Kernel: glob, Block: l.Block[:]})
				}
			default:
				isOpen[plainName(l.Kernel.Qualified)] = true
			}
		}
	}
	kernels := kernelsOf(t, module)
	compiled := checkPTX(t, module, configured)
	c.isOpen, c.source, c.ptx = isOpen, verdicts(source, kernels), verdicts(compiled, kernels)
	c.exact, c.collectives = compiled.Stats.Collectives.Exact, compiled.Stats.Collectives.Found
	for name := range kernels {
		if c.end == nil && !c.agrees(name) {
			keepEnds(t, module)
			c.end = verdicts(checkPTX(t, module, configured), kernels)
		}
	}
	return true
}

// checkPTX checks a file of PTX.
func checkPTX(t *testing.T, module string, configured *config.Config) *Outcome {
	t.Helper()
	outcome, err := newTrees().check(t.Context(), module, configured)
	if err != nil {
		t.Fatal(err)
	}
	return outcome
}

// keepEnds puts an instruction before each ret of a file, so that a branch to it is no early return.
func keepEnds(t *testing.T, module string) {
	t.Helper()
	text, err := os.ReadFile(module)
	if err != nil {
		t.Fatal(err)
	}
	kept := strings.ReplaceAll(string(text), "\tret;", "\t{ .reg .b32 %atEnd; mov.b32 %atEnd, 0; }\n\tret;")
	if err := os.WriteFile(module, []byte(kept), 0o600); err != nil {
		t.Fatal(err)
	}
}

// agrees reports whether source and PTX of a kernel break the same rules. It ignores whether a run confirms a finding,
// because that depends on the example that is tried.
func (c *comparison) agrees(name string) bool { return areSame(c.source[name], c.ptx[name]) }

// areSame reports whether the keys are the same. It does not distinguish confirmed and unconfirmed findings.
func areSame(some, others []string) bool {
	plain := func(keys []string) (list []string) {
		for _, key := range keys {
			list = append(list, strings.TrimPrefix(key, unconfirmed))
		}
		slices.Sort(list)
		return slices.Compact(list)
	}
	return slices.Equal(plain(some), plain(others))
}

// reason returns why the verdicts on a kernel differ, "" if they do not, or for a reason that has to be written by hand.
func (c *comparison) reason(t *testing.T, name string) string {
	t.Helper()
	source, compiled := c.source[name], c.ptx[name]
	switch {
	case c.agrees(name):
		return ""
	case areSame(source, c.end[name]):
		return ofTheEnd
	case slices.Equal(decided(source), decided(compiled)) || slices.Equal(decided(source), decided(c.end[name])):
		return ofWhatIsOpen
	case c.isOpen[name] && len(compiled) == 0:
		return ofTheBlock
	case isProofOf(compiled, source):
		return ofProof
	}
	return ""
}

// decided returns the keys without those of unconfirmed findings.
func decided(keys []string) []string {
	return slices.DeleteFunc(slices.Clone(keys), func(key string) bool { return strings.HasPrefix(key, unconfirmed) })
}

// isProofOf reports whether each key in definite is a definite rule, and the key at the same index in potential is its
// potential twin.
func isProofOf(definite, potential []string) bool {
	if len(definite) != len(potential) {
		return false
	}
	for i, key := range potential {
		if r := rules.ByKey(key); r == nil || r.PotentialOf == "" || r.PotentialOf != definite[i] {
			return false
		}
	}
	return len(definite) > 0
}

// kernelsOf returns the plain names of the kernels in a file of PTX.
func kernelsOf(t *testing.T, module string) map[string]bool {
	t.Helper()
	text, err := os.ReadFile(module)
	if err != nil {
		t.Fatal(err)
	}
	modules, err := ptx.ParseModules(string(text), "")
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
