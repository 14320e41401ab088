// Package reproduce writes a finding as a CUDA program that anyone with a GPU can compile and run.
//
// The program is one file: a runtime (runtime.cuh), the text of the checked file, and a main function that launches the
// kernel with the launch, the arguments and the memory of the finding's run ([rules.Run]). The runtime deduces the
// types of the parameters from the kernel, so the program does not name them. The evidence for a finding depends on its
// rule ([rules.Evidence]):
//
//   - For most rules the calls of collectives are logged. Macros with the names of CUDA's functions stand before the
//     text of the file, so that headers of the project are logged, too. The program compares the logs of a warp as the
//     rule asks, and draws the lanes.
//   - For a race of two warps the kernel runs twice. In each run one of the two warps is late at its access.
//     The race is shown if the two runs leave different memory. If an access is in a header, the program holds a copy
//     of the header.
//   - For a read of shared memory that nobody has written the kernel runs twice. Before each run another kernel fills the
//     shared memory of the device. The read is shown if the two runs leave different memory.
//   - Lanes of one warp run together on today's devices, and no delay separates them. Only
//     compute-sanitizer shows such a race.
//
// A kernel that does not end within its limit is shown to hang. The first lines of the program are the commands that
// compile it, run it, and run it under compute-sanitizer.
package reproduce

import (
	"bytes"
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/internal/legible"
	"github.com/warpcheck/warpcheck/rules"
)

// runtime is the part of a program that is the same for all findings.
//
//go:embed runtime.cuh
var runtime string

// secondsToEnd is how long a program waits for its kernel. A kernel that does not hang takes milliseconds, or longer if
// a warp is late in a loop.
const secondsToEnd = 10

// Options states how the program is compiled.
type Options struct {
	// Arch is the architecture that the commands name: "sm_90".
	Arch string
	// Flags lists compiler flags that the checked file needs.
	Flags []string
	// Name is the name of the program's file in the commands. Source is the folder of the checked file, as seen from the
	// folder of the program. It is "" if both are run from the working folder.
	Name, Source string
	// Read reads the headers that the program may hold copies of. If it is nil, it has none.
	Read func(path string) ([]byte, error)
}

// FirstLine is the first line of each program.
const FirstLine = "// A program that shows a finding on a GPU, written by warpcheck reproduce.\n"

// ErrNoRun is the error for a finding that has no run.
var ErrNoRun = errors.New("no launch of a kernel shows this finding: it is about the text, or of PTX")

// Program returns the text of a program that shows a finding. It reads the finding's Key, Message, Pos and Run. text is
// the content of the file that Run.Source names. It returns an error if the kernel cannot be named in C++, or if
// nothing that a device does shows the finding.
func Program(f *rules.Finding, text []byte, o Options) (string, error) {
	if f.Run == nil {
		return "", ErrNoRun
	}
	kernel, err := kernelOf(f.Run)
	if err != nil {
		return "", err
	}
	data, err := dataOf(f.Run)
	if err != nil {
		return "", err
	}
	evidence := evidenceOf(f)
	delayed, count := withDelays(f, evidence, text, o.Flags, o.Read)
	var b strings.Builder
	b.WriteString(introduction(f, evidence, o))
	if evidence == rules.OrderOfWarps && count == 0 {
		b.WriteString("// The program cannot delay the accesses, which are in a macro or in a file that several lines include: only the sanitizer may show the race.\n")
	}
	fmt.Fprintf(&b, "#define WARPCHECK_FILE %q\n#define WARPCHECK_SECONDS %d\n", filepath.Base(f.Pos.File), secondsToEnd)
	b.WriteString(headersFor(text))
	b.WriteString(runtime)
	fmt.Fprintf(&b, "#line 1 %q\n", f.Run.Source)
	b.Write(delayed)
	fmt.Fprintf(&b, "\n#undef main\n#line 1 \"main\"\nint main() {\n  auto kernel = %s;\n", kernel)
	fmt.Fprintf(&b, "  warpcheck::Run<decltype(kernel)> run(kernel, %s);\n", launchOf(f, evidence))
	b.WriteString(data)
	b.WriteString("  return run.show();\n}\n")
	return b.String(), nil
}

// headersFor returns the lines that include the CUDA headers whose functions have the names of the runtime's macros:
// these must come before the macros. The headers for small floats are included if the text includes anything, because
// any header may include them.
func headersFor(text []byte) string {
	headers := ""
	if bytes.Contains(text, []byte("#include")) {
		headers = "#include <cuda_bf16.h>\n#include <cuda_fp16.h>\n"
	}
	if bytes.Contains(text, []byte("cooperative_groups")) {
		headers += "#include <cooperative_groups.h>\n"
	}
	return headers
}

// evidenceOf returns the kind of evidence that shows a finding.
func evidenceOf(f *rules.Finding) rules.Evidence {
	if rule := rules.ByKey(f.Key); rule != nil {
		return rule.Definite().Evidence
	}
	return rules.NoEvidence
}

// faults maps kinds of evidence to their names in the runtime.
var faults = map[rules.Evidence]string{
	rules.NoEvidence: "nothing", rules.LanesAbsent: "lanes_absent", rules.MasksUnequal: "masks_unequal",
	rules.LaneNotInMask: "lane_not_in_mask", rules.SourceAbsent: "source_absent", rules.WidthInvalid: "width_invalid",
	rules.ThreadsAbsent: "threads_absent", rules.OrderOfWarps: "order_of_warps", rules.OrderOfLanes: "order_of_lanes",
	rules.LeftInShared: "left_in_shared",
}

// toolFor returns the tool of compute-sanitizer that may name a finding. It returns "" if none can: initcheck looks at
// global memory alone.
func toolFor(e rules.Evidence) string {
	switch e {
	case rules.OrderOfWarps, rules.OrderOfLanes:
		return "racecheck"
	case rules.LeftInShared:
		return ""
	}
	return "synccheck"
}

// introduction returns the first lines of a program: the finding, and the commands.
func introduction(f *rules.Finding, e rules.Evidence, o Options) string {
	program := strings.TrimSuffix(o.Name, filepath.Ext(o.Name))
	compile := []string{"nvcc", "-std=c++17", "-arch=" + o.Arch, "-lineinfo", "--expt-relaxed-constexpr", "--extended-lambda", "-Xlinker", "--unresolved-symbols=ignore-all"}
	compile = slices.Concat(compile, f.Run.Flags, o.Flags, []string{"-I" + cmp.Or(o.Source, filepath.Dir(f.Run.Source)), "-o", program, o.Name})
	lines := []string{
		fmt.Sprintf("%s:%d: %s [%s]", f.Pos.File, f.Pos.Line, f.Message, f.Key),
		"", "Compile and run it in its folder:", "",
		"  " + legible.Command(compile), "  ./" + program,
	}
	if tool := toolFor(e); tool != "" {
		lines = append(lines, fmt.Sprintf("  timeout 60 compute-sanitizer --tool %s ./%s", tool, program))
	}
	lines = append(lines, "", "The program ends with 0 if it shows the finding, with 1 if it does not, with 3 if it cannot run.")
	var b strings.Builder
	b.WriteString(FirstLine)
	for _, line := range lines {
		b.WriteString(strings.TrimRight("// "+oneLine(line), " ") + "\n")
	}
	return b.String()
}

// oneLine returns text in a form that is safe in a comment of one line: line ends become blanks, and it does not end
// with a backslash.
func oneLine(text string) string {
	return strings.TrimRight(strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' }), " "), "\\")
}

// kernelOf returns a C++ expression that names the kernel, with its template arguments.
func kernelOf(r *rules.Run) (string, error) {
	name := strings.NewReplacer("(anonymous namespace)::", "", "(anonymous)::", "").Replace(r.Kernel)
	switch {
	case strings.ContainsAny(name, "($"):
		return "", fmt.Errorf("%s cannot be named in a program: its type has no name", r.Kernel)
	case r.IsTemplate:
		return "", fmt.Errorf("%s is a template that nothing instantiates: name a source that does, behind the place", r.Kernel)
	case !r.IsKernel && slices.Contains(r.Parameters, "this"):
		return "", fmt.Errorf("%s is a method that no known kernel calls: name a source that does, behind the place", r.Kernel)
	case !r.IsKernel:
		return fmt.Sprintf("warpcheck::kernel_of<&%s>(&%[1]s)", name), nil
	}
	return "&" + name, nil
}

// launchOf returns the runtime's description of a finding and its launch.
func launchOf(f *rules.Finding, e rules.Evidence) string {
	r := f.Run
	other := -1
	if r.Other != nil {
		other = *r.Other
	}
	dynamic := int64(-1)
	if r.Dynamic != nil {
		dynamic = int64(*r.Dynamic)
	}
	grid, at := r.Grid, r.At
	for i := range grid {
		grid[i] = max(grid[i], at[i]+1)
	}
	return fmt.Sprintf("{warpcheck::%s, %d, %d, %d, %d, {%d, %d, %d}, {%d, %d, %d}, {%d, %d, %d}, %d}",
		faults[e], f.Pos.Line, max(f.Pos.Line, f.Pos.EndLine), r.Warp, other,
		grid[0], grid[1], grid[2], r.Block[0], r.Block[1], r.Block[2], at[0], at[1], at[2], dynamic)
}
