package frontend

import (
	"fmt"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/frontend/command"
)

// spelledStandard maps the version of C++ in a command to the spelling of clang 15, which later versions of clang
// accept as well. A version that clang 15 does not know becomes its newest one.
var spelledStandard = map[string]string{
	"98": "98", "03": "03", "0x": "11", "11": "11", "1y": "14", "14": "14", "1z": "17", "17": "17",
	"2a": "20", "20": "20", "2b": "2b", "23": "2b", "2c": "2b", "26": "2b",
}

// withSpelledStandard returns a command line with each version of C++ in clang's spelling. It returns an error if a
// version of C++ does not exist, because clang would not report that.
func withSpelledStandard(args []string) ([]string, error) {
	args = slices.Clone(args)
	for i, arg := range args {
		if !isStandard(arg) {
			continue
		}
		_, asked, _ := strings.Cut(arg, "=")
		dialect, year, _ := strings.Cut(asked, "++")
		spelled, known := spelledStandard[year]
		if !known || dialect != "c" && dialect != "gnu" {
			return nil, fmt.Errorf("%s is no version of C++: write -std=c++14, -std=c++17 or -std=c++20", arg)
		}
		args[i] = "-std=" + dialect + "++" + spelled
	}
	return args, nil
}

// clang 15 crashes on CUDA when C++20 needs the implicit members of some classes of the standard library. One example
// are the nodes of a std::map of a class that is not a literal type. std::map has a stand-in for that reason
// (headers/include/ext). A file with another such class can be read as C++17.

// HasNoStandard reports whether no flag determines the version of C++ for the file.
func (o Options) HasNoStandard() bool {
	return !slices.ContainsFunc(slices.Concat(command.Words(o.Flags), o.Args), isStandard)
}

// Standard is a version of C++, by its year. 0 is the default of nvcc.
type Standard int

// The versions of C++ for files that need a newer one than the default.
const (
	CXX20 Standard = 20
	CXX23 Standard = 23
)

// assumedStandard returns the flag for the version of C++ of a file for which HasNoStandard is true: the default of
// nvcc, or a newer version.
func (o Options) assumedStandard() string {
	switch o.Newer {
	case CXX20:
		return "-std=gnu++20"
	case CXX23:
		return "-std=gnu++2b" // clang 15 knows C++23 by this name
	}
	return oldStandard
}

// oldStandard is the default of nvcc. It is the newest version that is not known to crash clang 15.
const oldStandard = "-std=gnu++17"

// IsNewStandard reports whether the file is read as C++20 or later.
func (o Options) IsNewStandard() bool {
	return slices.ContainsFunc(arguments(o), func(arg string) bool {
		_, year, found := strings.Cut(arg, "++")
		return isStandard(arg) && found && year > "17" && year < "9"
	})
}

// withOldStandard returns the command line with C++17 as its version.
func withOldStandard(args []string) []string {
	older := slices.DeleteFunc(slices.Clone(args), isStandard)
	return slices.Insert(older, 1, oldStandard)
}
