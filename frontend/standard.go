package frontend

import (
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/frontend/ast"
)

// clang 15 crashes on CUDA where C++20 asks for the implicit members of some classes of the
// standard library: std::map of a class that is no literal type. Such a file is read as
// C++17, and that is told.

// oldStandard is the newest standard with which clang 15 is not known to crash.
const oldStandard = "-std=gnu++17"

// isNewStandard reports a command line for C++20 or later.
func isNewStandard(args []string) bool {
	return slices.ContainsFunc(args, func(arg string) bool {
		_, year, found := strings.Cut(arg, "++")
		return isStandard(arg) && found && year > "17" && year < "9"
	})
}

// withOldStandard is a command line for C++17.
func withOldStandard(args []string) []string {
	older := slices.DeleteFunc(slices.Clone(args), isStandard)
	return slices.Insert(older, 1, oldStandard)
}

// asOldStandard tells of a unit how it was read.
func asOldStandard(unit *ast.Unit) *ast.Unit {
	unit.Diagnostics = append(unit.Diagnostics, ast.Diagnostic{
		Severity: ast.Error, Pos: ast.Pos{File: unit.File, Line: 1, Column: 1, EndLine: 1, EndColumn: 1},
		Text: "libclang crashes on this file as C++20 or later, so that it is read as C++17",
	})
	return unit
}
