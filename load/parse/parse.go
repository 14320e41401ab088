// Package parse reads one file as often as its errors ask for: package frontend reads it once.
//
// The first parse is enough for most files. Another one is made
//
//   - where it has words of C++20, and nothing says as which C++ it is to be read, as that;
//   - where clang crashed, with an older standard of C++;
//   - where it refused what nvcc takes, with the text at that place as clang wants it (amend.go);
//   - where it refused launches from device code, with lambdas around them (refused.go);
//   - where the device's view hides launches or what they are launched with, for the host code
//     alone (hostview.go; what device code alone has is of no account: sides.go).
//
// Which headers and folders a file needs, package load knows.
package parse

import (
	"errors"
	"slices"

	"github.com/warpcheck/warpcheck/frontend"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/frontend/clang"
	"github.com/warpcheck/warpcheck/internal/pattern"
	"github.com/warpcheck/warpcheck/source"
)

// Reading is one way to read a file, and the tree that came of it.
type Reading struct {
	frontend.Options
	Unit *ast.Unit
	// texts are those of files that were asked for: as they are before what is mended, the same for
	// all readings that come of one.
	texts map[string][]byte
}

// Text is what a file holds before it is edited.
func (r Reading) Text(file string) []byte {
	text, known := r.texts[file]
	if !known {
		text = r.Options.Text(file)
		r.texts[file] = text
	}
	return text
}

// once is one parse.
var once = frontend.Parse

// Start is the first reading of a file. Its errors are those of [frontend.Parse].
func Start(o frontend.Options) (Reading, error) {
	unit, err := once(o)
	if errors.Is(err, clang.ErrCrashed) && o.IsNewStandard() {
		o.OldStandard = true
		unit, err = once(o)
	}
	r := Reading{o, unit, map[string][]byte{}}
	if err == nil && !o.NewStandard && o.HasNoStandard() && slices.ContainsFunc(unit.Diagnostics, isOfNewStandard) {
		return r.asNew(), nil
	}
	return r, err
}

// newWord is clang's error about a keyword of C++20, which older standards take for a type.
var newWord = pattern.Of(`^unknown type name '(concept|requires|consteval|constinit)'$`)

func isOfNewStandard(d source.Diagnostic) bool { return newWord().MatchString(d.Text) }

// asNew is the file as C++20, where more of it parses then.
func (r Reading) asNew() Reading {
	newer := r.Options
	newer.NewStandard = true
	unit, err := once(newer)
	if err != nil || len(unit.Diagnostics) >= len(r.Unit.Diagnostics) {
		return r
	}
	return Reading{newer, unit, map[string][]byte{}}
}

// Mend reads the file again where it has what clang refuses.
func (r Reading) Mend() Reading { return r.amended().launching() }

// Finish adds what host code sees in another way. Such a view that another reading of the file
// for the device has is given, as it does not depend on the architecture, or nil.
func (r Reading) Finish(view *ast.Unit) *ast.Unit {
	r.markConditional()
	r.markShown()
	if r.OldStandard {
		reportOldStandard(r.Unit)
	}
	r.Unit.HostView = r.hostView(view)
	return r.Unit
}

// File reads a file as it is.
func File(o frontend.Options) (*ast.Unit, error) {
	r, err := Start(o)
	if err != nil {
		return nil, err
	}
	return r.Mend().Finish(nil), nil
}

// reportOldStandard reports how a unit was read, before other errors: they may come of that.
func reportOldStandard(unit *ast.Unit) {
	unit.Diagnostics = slices.Insert(unit.Diagnostics, 0, source.Diagnostic{
		Severity: source.Error, Pos: source.Pos{File: unit.File, Line: 1, Column: 1, EndLine: 1, EndColumn: 1},
		Text: "clang crashes on this file as C++20 or later, so that it is read as C++17",
	})
}
