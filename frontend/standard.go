package frontend

import (
	"slices"
	"strings"
)

// clang 15 crashes on CUDA where C++20 asks for the implicit members of some classes of the
// standard library: std::map of a class that is no literal type. Such a file can be read as
// C++17.

// oldStandard is the newest standard with which clang 15 is not known to crash.
const oldStandard = "-std=gnu++17"

// IsNewStandard reports a file that is to be read as C++20 or later.
func (o Options) IsNewStandard() bool {
	return slices.ContainsFunc(arguments(o), func(arg string) bool {
		_, year, found := strings.Cut(arg, "++")
		return isStandard(arg) && found && year > "17" && year < "9"
	})
}

// withOldStandard is a command line for C++17.
func withOldStandard(args []string) []string {
	older := slices.DeleteFunc(slices.Clone(args), isStandard)
	return slices.Insert(older, 1, oldStandard)
}
