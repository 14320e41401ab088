// Package language compares both engines with a C++ compiler, on functions that we wrote and on random ones: make fuzz
// FUZZ=TestFuzzFunctions FUZZPKG=./internal/language.
package language

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/internal/parsetest"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/sim"
	"github.com/warpcheck/warpcheck/warp"
)

// The functions of testdata/language compute a number for each lane. A C++ compiler computes it too, and both engines
// must get the same.

var perLane = regexp.MustCompile(`(?m)^__device__ unsigned (\w+)\(unsigned lane\) \{`)

func TestLanguage(t *testing.T) {
	files, err := filepath.Glob("../../testdata/language/*.cu")
	if err != nil || len(files) == 0 {
		t.Fatalf("no files: %v", err)
	}
	for _, f := range files {
		t.Run(strings.TrimSuffix(filepath.Base(f), ".cu"), func(t *testing.T) { testLanguage(t, f) })
	}
}

func testLanguage(t *testing.T, file string) {
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text := string(source)
	var names []string
	for _, m := range perLane.FindAllStringSubmatch(text, -1) {
		names = append(names, m[1])
	}
	want := compiled(t, text, names)
	program := parsetest.Program(t, text+comparing(names, want))
	facts := lanes.Analyze(program, lanes.Options{Shapes: func(*cfg.Func) []warp.Shape { return []warp.Shape{{32, 1, 1}} }}).Facts
	for i, name := range names {
		kernel := kernelOf(program, "run_"+name)
		input := sim.Input{Func: kernel, Shape: warp.Shape{32, 1, 1}}
		if got := simulated(t, input); got != want[i] {
			t.Errorf("%s: the machine computes\n%v, a compiler\n%v", name, got, want[i])
		}
		for _, way := range []string{"run_", "run_with_"} {
			if takenForPossible(facts, kernelOf(program, way+name)) != 1 {
				t.Errorf("%s%s: the interpreter rules out what a compiler computes: %v", way, name, want[i])
			}
		}
	}
}

type numbers [warp.Size]uint32

// compiled runs the functions as C++, and returns their results.
func compiled(t *testing.T, text string, names []string) []numbers {
	var calls strings.Builder
	for _, n := range names {
		fmt.Fprintf(&calls, "    std::printf(\"%%u \", %s(lane));\n", n)
	}
	return run(t, text, calls.String(), len(names))
}

// run compiles a text as C++ and runs calls for each lane. Each of the calls prints a number; there are count of them.
func run(t *testing.T, text, calls string, count int) []numbers {
	dir := t.TempDir()
	unit, binary := filepath.Join(dir, "unit.cc"), filepath.Join(dir, "unit")
	whole := "#define __device__\n#include <cstdio>\n" + text +
		"int main() {\n  for (unsigned lane = 0; lane < 32; lane++) {\n" + calls + "    std::puts(\"\");\n  }\n}\n"
	if err := os.WriteFile(unit, []byte(whole), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("c++", "-std=c++17", "-w", "-fwrapv", "-o", binary, unit).CombinedOutput(); err != nil {
		t.Fatalf("c++: %v\n%s", err, out)
	}
	out, err := exec.Command(binary).Output()
	if err != nil {
		t.Fatal(err)
	}
	want := make([]numbers, count)
	for lane, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		for i, field := range strings.Fields(line) {
			v, err := strconv.ParseUint(field, 10, 32)
			if err != nil {
				t.Fatal(err)
			}
			want[i][lane] = uint32(v)
		}
	}
	return want
}

// comparing writes two kernels for each function. In each a lane that computes the wanted number reaches a __syncwarp. In
// one kernel the function gets the lane number. In the other it gets the lane number plus a word of memory, of which
// only the later condition says that it is 0. One lane always arrives: if none did, no rule would be broken.
func comparing(names []string, want []numbers) string {
	var b strings.Builder
	for i, n := range names {
		fmt.Fprintf(&b, `
__global__ void run_%[1]s() {
  const unsigned want[32] = {%[2]s};
  unsigned lane = threadIdx.x, got = %[1]s(lane);
  __shfl_sync(1u << lane, got, lane);
  if (got == want[lane] || lane == 31) __syncwarp();
}
__global__ void run_with_%[1]s(const unsigned *none) {
  const unsigned want[32] = {%[2]s};
  unsigned lane = threadIdx.x, more = none[lane], got = %[1]s(lane + more);
  if (more == 0 && got == want[lane] || lane == 0) __syncwarp();
}
`, n, list(want[i]))
	}
	return b.String()
}

// list writes numbers with commas between.
func list(n numbers) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(n), " ", ", "), "[]")
}

func kernelOf(program *cfg.Program, name string) *cfg.Func {
	for _, f := range program.Funcs {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// simulated returns the values with which the lanes reach the first collective, as the machine computes them.
func simulated(t *testing.T, in sim.Input) (got numbers) {
	out := sim.Run(in)
	if out.Unknown != "" || out.OutOfSteps || len(out.Notes) > 0 || len(out.Rendezvous) == 0 {
		t.Errorf("%s: unknown %q, out of steps %v, notes %v", in.Func.Name, out.Unknown, out.OutOfSteps, out.Notes)
		return got
	}
	for l, v := range out.Rendezvous[0].Values {
		got[l] = uint32(v)
	}
	return got
}

// takenForPossible counts the __syncwarps of a kernel at which, as far as the interpreter knows, every lane may arrive.
func takenForPossible(facts []*lanes.Fact, kernel *cfg.Func) int {
	count := 0
	for _, f := range facts {
		if f.Context.Root != kernel || f.Site.Collective.Class.Kind != cfg.SyncWarp {
			continue
		}
		definite := func(v lanes.Verdict) bool { return v.Certainty == lanes.Definite }
		if !slices.ContainsFunc(f.NotParticipating(), definite) {
			count++
		}
	}
	return count
}
