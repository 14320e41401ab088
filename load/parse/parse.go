// Package parse reads one file as often as its errors ask for: package frontend reads it once.
//
// The first parse is enough for most files. Another one is made
//
//   - where libclang crashed, with an older standard of C++;
//   - where it refused what nvcc takes, with the text at that place as clang wants it (amend.go);
//   - where it refused launches from device code, with lambdas around them (refused.go);
//   - where the device's view hides launches or what they are launched with, for the host code
//     alone (hostview.go).
//
// Which headers and folders a file needs, package load knows.
package parse

import (
	"errors"

	"github.com/warpcheck/warpcheck/frontend"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/frontend/clang"
)

// reading is one way to read a file: what the parser is given.
type reading struct{ frontend.Options }

// once is one parse.
var once = frontend.Parse

func (r reading) parse() (*ast.Unit, error) { return once(r.Options) }

// File reads a file. Its errors are those of [frontend.Parse].
func File(o frontend.Options) (*ast.Unit, error) {
	r := reading{o}
	unit, err := r.parse()
	if errors.Is(err, clang.ErrCrashed) && r.IsNewStandard() {
		r.OldStandard = true
		unit, err = r.parse()
	}
	if err != nil {
		return nil, err
	}
	unit, r = amended(unit, r)
	unit, r = launching(unit, r)
	r.markConditional(unit)
	if r.OldStandard {
		tellOldStandard(unit)
	}
	unit.HostView = hostView(unit, r)
	return unit, nil
}

// tellOldStandard tells of a unit how it was read.
func tellOldStandard(unit *ast.Unit) {
	unit.Diagnostics = append(unit.Diagnostics, ast.Diagnostic{
		Severity: ast.Error, Pos: ast.Pos{File: unit.File, Line: 1, Column: 1, EndLine: 1, EndColumn: 1},
		Text: "libclang crashes on this file as C++20 or later, so that it is read as C++17",
	})
}
