package load

import (
	"path"
	"slices"

	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/frontend/command"
	"github.com/warpcheck/warpcheck/frontend/headers"
)

// Thrust's headers include most of CUB's, and the headers of many libraries include Thrust's. So a file may use
// cub::BlockScan although it includes only thrust/sort.h, or only a header of a library that is not found. Few units
// need both. So the stand-ins for Thrust do not include those for CUB.

// cubFirst returns the flag that includes CUB's stand-ins before a file.
func cubFirst() command.Flag { return command.HeaderFlag(path.Join(headers.Folder, "cub", "cub.cuh")) }

// addCUB adds CUB's stand-ins if errors of the unit show that the namespace cub is missing. It reports whether it has
// added them.
func (j *Job) addCUB(tree *ast.Unit) bool {
	flag := cubFirst()
	if j.toolkit != "" || slices.Contains(j.before, flag) || !slices.Contains(missedBy(tree), "cub") {
		return false
	}
	j.before = append(slices.Clip(j.before), flag)
	j.note("read after CUB's headers, whose names it uses")
	return true
}
