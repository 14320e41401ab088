// Package parse reads one file as often as its errors ask for: package frontend reads it once.
//
// The first parse is enough for most files. Another one is made
//
//   - as C++20 or C++23, if the file has words of that and nothing names a standard (standard.go);
//   - with an older standard of C++, if clang crashed;
//   - with other text at places where clang refused what nvcc takes (amend.go);
//   - with lambdas around launches from device code, if clang refused these (refused.go);
//   - for the host code alone, if the device's view hides launches or what they are launched with (hostview.go; text
//     that only device code sees does not matter: sides.go).
//
// Package load knows which headers and folders a file needs.
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
	// Needed is the place of a word that needs the newer C++ as which the file is read.
	Needed source.Pos
	// Marks are the macros before functions that are read as specifiers, because no header that was found defines them
	// (absentmark.go).
	Marks []types.Guess
	// texts caches the texts of files before any edits. Readings of the same file share it.
	texts map[string][]byte
}

// Text returns the content of a file before edits.
func (r Reading) Text(file string) []byte {
	text, known := r.texts[file]
	if !known {
		text = r.Options.Text(file)
		r.texts[file] = text
	}
	return text
}

// once parses a file one time.
var once = frontend.Parse

// Start reads a file for the first time. Its errors are those of [frontend.Parse].
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

// Mend reads the file again, as often as needed, if clang refuses some of its code.
func (r Reading) Mend() Reading { return r.amended().launching() }

// Finish marks functions and variables whose text may differ in host code, and adds the view of host code to the unit
// (Unit.HostView). view is that view from an earlier reading, for any architecture, or nil.
func (r Reading) Finish(view *ast.Unit) *ast.Unit {
	r.markConditional()
	r.markGuessed()
	r.markShown()
	if r.OldStandard {
		reportOldStandard(r.Unit)
	}
	r.Unit.HostView = r.hostView(view)
	return r.Unit
}

// File reads a file, as often as needed. It is for callers that have no [Reading].
func File(o frontend.Options) (*ast.Unit, error) {
	r, err := Start(o)
	if err != nil {
		return nil, err
	}
	return r.Mend().Finish(nil), nil
}

// reportOldStandard adds an error that the unit was read with an older standard. It is the first error, because others
// may follow from that.
func reportOldStandard(unit *ast.Unit) {
	unit.Diagnostics = slices.Insert(unit.Diagnostics, 0, source.Diagnostic{
		Severity: source.Error, Pos: source.Pos{File: unit.File, Line: 1, Column: 1, EndLine: 1, EndColumn: 1},
		Text: "clang crashes on this file as C++20 or later, so that it is read as C++17",
	})
}
