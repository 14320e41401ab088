// Package parse reads one file as often as its errors require. Package frontend reads it once.
//
// The first parse is enough for most files. There are further ones in these cases:
//
//   - as C++20 or C++23, if the file has words of that version and nothing names a version (standard.go);
//   - with an older version of C++, if clang crashed;
//   - with changed text at places where clang refuses code that nvcc accepts (amend.go);
//   - with the names of kernels that only calls of undeclared functions name (absentlaunch.go);
//   - with lambdas around launches in device code, if clang refused these launches (refused.go);
//   - for the host code only, if the device's view hides launches or the values with which they launch (hostview.go). Text
//     that only device code sees does not matter (sides.go).
//
// Package load finds out which headers and folders a file needs.
package parse

import (
	"errors"
	"slices"

	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/frontend/clang"
	"github.com/warpcheck/warpcheck/source"
)

// Reading is a reading of a file: the options, and the resulting tree.
type Reading struct {
	frontend.Options
	Unit *ast.Unit
	// Needed is the place of the word that is the reason for reading the file as a newer C++, such as C++20.
	Needed source.Pos
	// Marks lists the macros before functions that are read as specifiers. No header that was found defines them
	// (absentmark.go).
	Marks []types.Guess
	// Values lists the names that are read as constants. No header that was found declares them (absentname.go).
	Values []types.Guess
	// texts caches the unedited texts of files. Readings of the same file share it.
	texts map[string][]byte
}

// Text returns the unedited content of a file.
func (r Reading) Text(file string) []byte {
	text, known := r.texts[file]
	if !known {
		text = r.Options.Text(file)
		r.texts[file] = text
	}
	return text
}

// once parses a file once.
var once = frontend.Parse

// Start reads a file for the first time. It returns the errors of [frontend.Parse].
func Start(o frontend.Options) (Reading, error) {
	unit, err := once(o)
	if errors.Is(err, clang.ErrCrashed) && o.IsNewStandard() {
		o.OldStandard = true
		unit, err = once(o)
	}
	r := Reading{Options: o, Unit: unit, texts: map[string][]byte{}}
	if err != nil || !o.HasNoStandard() {
		return r, err
	}
	return r.newer(), nil
}

// Mend reads the file again, as often as needed, if clang refuses some of its code that nvcc accepts.
func (r Reading) Mend() Reading { return r.amended().launching().naming() }

// Finish marks functions whose code may differ in host code, and variables that host code may write. It adds the view
// of host code to the unit (Unit.HostView). The parameter view is the view from an earlier reading, for any
// architecture, or nil.
func (r Reading) Finish(view *ast.Unit) *ast.Unit {
	r.markConditional()
	r.markGuessed()
	r.markShown()
	r.markNamed()
	if r.OldStandard {
		reportOldStandard(r.Unit)
	}
	r.Unit.HostView = r.hostView(view)
	return r.Unit
}

// File reads a file, as often as needed. It is for callers without a [Reading].
func File(o frontend.Options) (*ast.Unit, error) {
	r, err := Start(o)
	if err != nil {
		return nil, err
	}
	return r.Mend().Finish(nil), nil
}

// reportOldStandard adds an error that the unit was read as an older C++. It is the first error, because it may have
// caused the others.
func reportOldStandard(unit *ast.Unit) {
	unit.Diagnostics = slices.Insert(unit.Diagnostics, 0, source.Diagnostic{
		Severity: source.Error, Pos: source.Pos{File: unit.File, Line: 1, Column: 1, EndLine: 1, EndColumn: 1},
		Text: "clang crashes on this file as C++20 or later, so that it is read as C++17",
	})
}
