package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const labelledFile = `// Two kernels.
#include <cuda_runtime.h>
#define HALF 16
#define KERNEL(name, ...) __global__ void name(int *out) { __VA_ARGS__; }

struct Pair { int a, b; };

__device__ int sumOf(Pair p) { return p.a + p.b; }
__device__ int unrelated(int x) { return x; }

KERNEL(third, if (out[0]) { out[0] = 1; })
KERNEL(fourth, out[0] = 1)

// The first one.
template <int N>
__global__ void __launch_bounds__(64) first(int *out) {
  Pair p{1, N};
  if (threadIdx.x < HALF)
    __syncthreads();  // want divergent-syncthreads "threads 16-63"
  out[threadIdx.x] = sumOf(p);
}

__global__ void second(int *out) {
  // want? potentially-missing-syncwarp "for s"
  out[threadIdx.x] = unrelated(__any_sync(~0u, 1));
}

void start(int *out, int n) {
  if (n > 3) first<4><<<1, 64>>>(out);
  second<<<1, 32>>>(out);
}
`

func TestSplitKeepsTheText(t *testing.T) {
	var all strings.Builder
	var names []string
	for _, p := range split(labelledFile) {
		all.WriteString(p.text)
		if p.name != "" {
			names = append(names, p.name)
		}
	}
	if all.String() != labelledFile {
		t.Errorf("the parts are not the whole text: %q", all.String())
	}
	if want := []string{"sumOf", "unrelated", "first", "second", "start"}; !slices.Equal(names, want) {
		t.Errorf("got the names %v, want %v", names, want)
	}
}

// TestReport: the address of a public fault is in its tasks. What is wrong there is not in the kernel.
func TestReport(t *testing.T) {
	tasks := tasksOf("public/two", "// Reduced from https://example.org/pull/1\n// The barrier is missing.\n\n"+labelledFile)
	if len(tasks) != 2 || !strings.Contains(tasks[0].String(), "\n  report: https://example.org/pull/1\n") {
		t.Fatalf("got the tasks %v", tasks)
	}
	if strings.Contains(tasks[0].text, "Reduced") || strings.Contains(tasks[0].text, "missing") {
		t.Errorf("the kernel says what is wrong:\n%s", tasks[0].text)
	}
}

func TestTasksStandAlone(t *testing.T) {
	tasks := tasksOf("memory/two", labelledFile)
	if len(tasks) != 2 {
		t.Fatalf("got %d tasks, want 2", len(tasks))
	}
	first, second := tasks[0], tasks[1]
	for text, isWanted := range map[string]bool{"sumOf": true, "struct Pair": true, "first<4><<<1, 64>>>": true, "second": false, "unrelated": false, "want": false} {
		if strings.Contains(first.text, text) != isWanted {
			t.Errorf("the first kernel's text has %q: %t, in\n%s", text, !isWanted, first.text)
		}
	}
	if f := first.faults; len(f) != 1 || f[0].Rule != "divergent-syncthreads" || f[0].When != "always" || !strings.Contains(lineOf(first.text, f[0].Line), "__syncthreads") {
		t.Errorf("got the faults %+v in\n%s", f, first.text)
	}
	if f := second.faults; len(f) != 1 || f[0].Rule != "missing-syncwarp" || f[0].When != "for some input" || !strings.Contains(lineOf(second.text, f[0].Line), "__any_sync") {
		t.Errorf("got the faults %+v in\n%s", f, second.text)
	}
	if first.run != "calls(start)" {
		t.Errorf("the first kernel is run by %s", first.run)
	}
}

func lineOf(text string, number int) string { return strings.Split(text, "\n")[number-1] }

// The label of a helper that two kernels call may be about either.
func TestSharedLabelsAreLeftOut(t *testing.T) {
	text := "__device__ void sync() {\n  __syncthreads();  // want divergent-syncthreads \"x\"\n}\n" +
		"__global__ void a() { if (threadIdx.x < 3) sync(); }\n__global__ void b() { sync(); }\n"
	if tasks := tasksOf("x/y", text); len(tasks) != 0 {
		t.Errorf("got the tasks %+v", tasks)
	}
}

// What a kernel needs may look like a function (an alignment has parentheses), be named by nobody (using namespace), or
// launch a kernel itself.
func TestWhatAKernelNeedsIsKept(t *testing.T) {
	text := "using namespace somewhere;\nstruct alignas(64) Map {\n  int words[16];\n};\n" +
		"__global__ void a(const Map *m, int n) {\n  __syncthreads();\n  if (n) next(m);\n}\n" +
		"__global__ void b(int *p) {\n  __syncthreads();  // want divergent-syncthreads \"x\"\n}\n" +
		"__device__ void next(const Map *m) {\n  a<<<1, 32>>>(m, 0);\n  b<<<1, 32>>>(nullptr);\n}\n"
	tasks := tasksOf("x/y", text)
	if len(tasks) != 2 {
		t.Fatalf("got the tasks %+v", tasks)
	}
	for _, want := range []string{"using namespace somewhere;", "struct alignas(64) Map {", "};", "void next(const Map *m)", "a<<<1, 32>>>"} {
		if !strings.Contains(tasks[0].text, want) {
			t.Errorf("the first kernel's text lacks %q:\n%s", want, tasks[0].text)
		}
	}
	if strings.Contains(tasks[1].text, "a<<<") || tasks[1].run != "launches<64>(b)" {
		t.Errorf("the second kernel is run by %s:\n%s", tasks[1].run, tasks[1].text)
	}
}

// The suite is large, and a good part of it is right.
func TestSuiteIsLarge(t *testing.T) {
	suite := t.TempDir()
	if err := write("../../testdata/kernels", suite); err != nil {
		t.Fatal(err)
	}
	tasks, err := readSuite(suite)
	if err != nil {
		t.Fatal(err)
	}
	clean := 0
	for _, task := range tasks {
		if len(task.Options.Faults) == 0 {
			clean++
		}
	}
	if len(tasks) < 500 || clean < len(tasks)/2 || clean > 2*len(tasks)/3 {
		t.Errorf("%d kernels, %d of them clean", len(tasks), clean)
	}
}

// Each observation is of a kernel that the suite has had: its name is in the form of the suite.
func TestObservationsAreRead(t *testing.T) {
	observed, err := readObserved("../../bench/observed.tsv")
	if err != nil {
		t.Fatal(err)
	}
	if len(observed) < 500 {
		t.Errorf("%d observations", len(observed))
	}
	broken := filepath.Join(t.TempDir(), "broken.tsv")
	if err := os.WriteFile(broken, []byte("a\tb\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := readObserved(broken); err == nil {
		t.Error("a line with two columns is read")
	}
}

// Each answer of another tool is one that the score counts or leaves out.
func TestAnswersAreRead(t *testing.T) {
	answers, err := readAnswers("../../bench/others.tsv")
	if err != nil {
		t.Fatal(err)
	}
	if len(answers) < 100 {
		t.Errorf("%d answers", len(answers))
	}
	for name, answer := range answers {
		if !slices.Contains([]string{"ok", "named", "unknown", "unread"}, answer) {
			t.Errorf("%s: the answer %q", name, answer)
		}
	}
	if _, err := readAnswers("../../bench/observed.tsv"); err == nil {
		t.Error("lines with seven columns are read")
	}
}

// TestFindingsOfAnySuite: findings count wherever the suite lies, and a report of other files is an error.
func TestFindingsOfAnySuite(t *testing.T) {
	tasks := []definition{{name: "warps/halves-one"}}
	report := filepath.Join(t.TempDir(), "r.json")
	write := func(file string) {
		text := `{"tool": {"name": "warpcheck"}, "findings": [{"key": "missing-syncthreads", "path": "` + file + `", "certainty": "definite"}]}`
		if err := os.WriteFile(report, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, file := range []string{"bench/suite/warps/halves-one/kernel.cu", "/tmp/copied/warps/halves-one/kernel.cu", "warps/halves-one/kernel.cu"} {
		write(file)
		if named, err := readFindings(report, tasks); err != nil || !named["warps/halves-one"]["races"] {
			t.Errorf("%s: %v, %v", file, named, err)
		}
	}
	write("src/other.cu")
	if _, err := readFindings(report, tasks); err == nil {
		t.Error("a report of other files is scored")
	}
}

// TestASuiteReplacesASuiteAlone: a folder with other files is kept, and an earlier suite is replaced.
func TestASuiteReplacesASuiteAlone(t *testing.T) {
	kernels, folder := t.TempDir(), t.TempDir()
	if err := os.Mkdir(filepath.Join(kernels, "races"), 0o755); err != nil {
		t.Fatal(err)
	}
	text := "__global__ void k(int *out) { out[threadIdx.x] = __any_sync(~0u, 1); }\n"
	if err := os.WriteFile(filepath.Join(kernels, "races", "one.cu"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	mine, suite := filepath.Join(folder, "mine"), filepath.Join(folder, "suite")
	for _, made := range []string{suite, suite} {
		if err := write(kernels, made); err != nil {
			t.Error(err)
		}
	}
	if err := os.WriteFile(mine, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := write(kernels, folder); err == nil || !strings.Contains(err.Error(), "name a new folder") {
		t.Errorf("a folder with other files: error %v", err)
	}
	if _, err := os.Stat(mine); err != nil {
		t.Error(err)
	}
}
