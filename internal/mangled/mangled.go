// Package mangled reads names as compilers write them to object files and PTX: _ZN2ns4scanIiLi4EEEvPi is ns::scan<int, 4>.
// Numba and Julia write their names so, too. Parameters are left out.
package mangled

import (
	"regexp"

	"github.com/ianlancetaylor/demangle"
)

// Plain returns a name as it is written in the source, without parameters. For a variable in a function, it returns
// only the name of the variable. It returns a name unchanged if the name is not mangled, or if it cannot be read.
func Plain(name string) string {
	if len(name) > longest {
		return name
	}
	tree, err := demangle.ToAST(name, demangle.NoParams, demangle.NoRust)
	if err != nil {
		return name
	}
	if local, is := tree.(*demangle.Qualified); is && local.LocalName {
		tree = local.Name
	}
	return tag.ReplaceAllString(demangle.ASTToString(tree, demangle.NoParams, demangle.NoClones), "")
}

// tag matches the tag in a name that identifies the version of a library or, in Numba, of a function.
var tag = regexp.MustCompile(`\[abi:[^\]]*\]`)

// longest is the length of the longest name that is read. It bounds the recursion, because types contain types.
const longest = 4096
