// Package tracetest interprets kernels from texts (package treetest), for tests of code that judges a trace: without
// clang, and without a verdict.
package tracetest

import (
	"slices"
	"testing"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/internal/treetest"
	"github.com/warpcheck/warpcheck/lanes/exec"
	"github.com/warpcheck/warpcheck/lanes/grid"
	"github.com/warpcheck/warpcheck/lanes/slice"
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/warp"
)

// Collectives returns the trace of a kernel with the given statements, in a block of this shape. The statements may use
// the lane, the number n, and the ints in d.
func Collectives(tb testing.TB, statements string, shape warp.Shape) *trace.Trace {
	tb.Helper()
	s := setting(tb, statements, shape)
	s.Sliced = slice.Of(s.Root, s.Functions.Policy())
	return run(s)
}

// Accesses returns the trace of a kernel with the given statements (see Collectives) and its accesses to shared memory.
// It returns nil if the control-flow graph alone shows that no two of them can race.
func Accesses(tb testing.TB, statements string, shape warp.Shape) *trace.Trace {
	tb.Helper()
	s := setting(tb, statements, shape)
	sliced, found := slice.OfShared(s.Root, s.Functions.Policy())
	if !found {
		return nil
	}
	s.Racing, s.Sliced = true, sliced
	return run(s)
}

// Both returns two traces of the kernel in a text, for one warp: one of the kernel's slice, and one of the whole
// kernel.
func Both(tb testing.TB, source string) (sliced, whole *trace.Trace) {
	tb.Helper()
	program := treetest.Program(tb, source)
	s := settingOf(program, warp.Shape{warp.Size, 1, 1})
	whole = run(s)
	s.Sliced = slice.Of(s.Root, s.Functions.Policy())
	return run(s), whole
}

// Kernel returns the kernel with the given statements (see Collectives). It does not interpret the kernel.
func Kernel(tb testing.TB, statements string) *cfg.Func {
	tb.Helper()
	return programOf(tb, statements).Roots[0]
}

func programOf(tb testing.TB, statements string) *cfg.Program {
	return treetest.Program(tb, "__global__ void k(int *d, int n) {\n  int lane = threadIdx.x & 31;\n"+statements+"\n}")
}

func setting(tb testing.TB, statements string, shape warp.Shape) exec.Setting {
	return settingOf(programOf(tb, statements), shape)
}

// settingOf returns the setting for the kernel of a program.
func settingOf(program *cfg.Program, shape warp.Shape) exec.Setting {
	root := program.Roots[slices.IndexFunc(program.Roots, func(f *cfg.Func) bool { return f.Kernel })]
	return exec.Setting{Program: program, Root: root, Blocks: grid.Blocks{Shape: shape}, Warp: grid.AnyWarp,
		Model: warp.Independent, Functions: exec.NewFunctions(), Session: smt.NewSession(), Work: exec.NewMeter(1<<30, 1)}
}

func run(s exec.Setting) *trace.Trace {
	in := exec.New(s)
	in.Run()
	return in.Trace
}
