package cli

import (
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"syscall"
	"testing"
	"time"
)

// BenchmarkBounds measures the processor time and memory for programs that are made to be expensive: each must end
// because of a limit inside the analysis (exit 3 if something is left out), not because of the limits of the process.
// `make bench` runs it.
func BenchmarkBounds(b *testing.B) {
	for _, family := range families {
		b.Run(family.name, func(b *testing.B) {
			file := filepath.Join(b.TempDir(), family.name+".cu")
			if err := os.WriteFile(file, []byte(family.source()), 0o644); err != nil {
				b.Fatal(err)
			}
			debug.FreeOSMemory()
			forgetPeak()
			before := processorTime(b)
			c := Command{Stdout: io.Discard, Stderr: io.Discard}
			code := c.Main([]string{"warpcheck", "--potential", "-j", "1", file})
			b.ReportMetric((processorTime(b) - before).Seconds(), "cpu-s")
			b.ReportMetric(float64(peakMB()), "peak-MB")
			b.ReportMetric(float64(code), "exit")
		})
	}
}

func processorTime(b *testing.B) time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// family is a kind of program that is expensive in one respect.
type family struct {
	name   string
	source func() string
}

var families = []family{
	{"recursion", recursion},
	{"guarded_shuffles", func() string { return inKernel(repeat(3000, "if (in[%[1]d] > n) v += "+shuffle)) }},
	{"shuffles_guarded_by_each_other", func() string { return inKernel(repeat(3000, "if (v > %[1]d) v += "+shuffle)) }},
	{"nested_loops", func() string { return inKernel(nested("for (int i%[1]d = 0; i%[1]d < in[%[1]d]; i%[1]d++) {\n")) }},
	{"nested_loops_of_two", func() string { return inKernel(nested("for (int i%[1]d = 0; i%[1]d < 2; i%[1]d++) {\n")) }},
	{"cases", func() string {
		return inKernel("switch (v) {\n" + repeat(5000, "case %[1]d: v += "+shuffle+"break;\n") + "}\n")
	}},
	{"branches", func() string {
		return inKernel("int m = 0;\n" + repeat(5000, "if (in[threadIdx.x + %[1]d] > 0) m += %[1]d;\n") + "if (m > n) v += " + fmt.Sprintf(shuffle, 0))
	}},
	{"returns", func() string {
		return inKernel(repeat(5000, "if (in[threadIdx.x + %[1]d] == 0) return;\n") + "v += " + fmt.Sprintf(shuffle, 0))
	}},
	{"jumps", jumps},
	{"hash", func() string {
		rounds := strings.Repeat("v ^= v << 13; v ^= v >> 17; v ^= v << 5; v *= 0x9e3779b9u; ", 20)
		return inKernel(rounds + "v += __shfl_xor_sync(v, v, 1);")
	}},
}

const shuffle = "__shfl_xor_sync(0xffffffff, v, (%[1]d & 15) + 1);\n"

// inKernel is a kernel that computes a value in v and stores it.
func inKernel(body string) string {
	return "__global__ void k(unsigned *in, unsigned n) {\nunsigned v = in[threadIdx.x];\n" + body +
		"\nin[threadIdx.x] = v;\n}\n"
}

// repeat writes a line once for each number.
func repeat(times int, line string) string {
	var text strings.Builder
	for i := range times {
		fmt.Fprintf(&text, line, i)
	}
	return text.String()
}

// nested writes as many nested loops as the parser accepts.
func nested(head string) string {
	const depth = 250
	return repeat(depth, head) + "v += " + fmt.Sprintf(shuffle, 0) + strings.Repeat("}\n", depth)
}

// recursion writes functions that all call each other, and themselves.
func recursion() string {
	const functions = 50
	text := repeat(functions, "__device__ int f%d(int x);\n")
	for i := range functions {
		text += fmt.Sprintf("__device__ int f%d(int x) {\nif (x < 0) return __shfl_sync(0xffffffff, x, %d);\nreturn 0%s;\n}\n",
			i, i%32, repeat(functions, " + f%[1]d(x - %[1]d)"))
	}
	return text + "__global__ void k(int *in, int n) { in[threadIdx.x] = f0(n); }\n"
}

// jumps writes forward jumps that cross each other.
func jumps() string {
	const labels = 1500
	random := rand.New(rand.NewPCG(0, 0))
	text := ""
	for i := range labels {
		text += fmt.Sprintf("L%d: v++; if (v > %d) goto L%d; v += "+fmt.Sprintf(shuffle, i), i, i, i+1+random.IntN(labels-i))
	}
	return inKernel(text + fmt.Sprintf("L%d: v += ", labels) + fmt.Sprintf(shuffle, 0))
}
