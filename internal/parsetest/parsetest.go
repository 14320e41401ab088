// Package parsetest parses CUDA text for the tests of the packages that work on its tree.
package parsetest

import (
	"testing"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/lower"
	"github.com/warpcheck/warpcheck/frontend"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/frontend/headers"
	"github.com/warpcheck/warpcheck/host"
	"github.com/warpcheck/warpcheck/load/parse"
)

// Text parses CUDA source with the small headers that replace those of CUDA, for sm_70. It ends the test if the parser
// reports anything.
func Text(tb testing.TB, source string) *ast.Unit {
	tb.Helper()
	return read(tb, "test.cu", []byte(source))
}

// File parses the CUDA source in a file, with the small headers that replace those of CUDA, for sm_70. It ends the test
// if the parser reports anything.
func File(tb testing.TB, path string) *ast.Unit {
	tb.Helper()
	return read(tb, path, nil)
}

// Program parses CUDA source with the small headers that replace those of CUDA, for sm_70. It returns the lowered
// program, with the launches in the host code.
func Program(tb testing.TB, source string) *cfg.Program {
	tb.Helper()
	unit := Text(tb, source)
	return lower.Build(unit, host.Launches(unit))
}

func read(tb testing.TB, path string, source []byte) *ast.Unit {
	tb.Helper()
	unit, err := parse.File(frontend.Options{File: path, Source: source, Arch: 70, Headers: headers.Folder})
	if err != nil {
		tb.Fatal(err)
	}
	for _, d := range unit.Diagnostics {
		tb.Errorf("%s:%d:%d: %s", d.Pos.File, d.Pos.Line, d.Pos.Column, d.Text)
	}
	if tb.Failed() {
		tb.FailNow()
	}
	return unit
}
