package cfg

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// A Launch is a kernel that host code starts with a block of a shape.
type Launch struct {
	// Kernel is nil where none is known that may be launched.
	Kernel *types.Func
	// Block has an extent of 0 where it is not known, and is nil where none is.
	Block *[3]int
	// Extents are what the arithmetic shows of those that are not known.
	Extents [3]warp.Extent
	// Named reports a kernel that is only named in host code, and launched from
	// device code or elsewhere.
	Named bool
	// Possible reports one of several kernels that may be launched here: none is known to be.
	Possible bool
	// Premises hold of what the kernel is given here.
	Premises []*Premise
	// Why says what hides the block where it is not known whole.
	Why string
	Pos source.Pos
}

// IsKnown reports a launch whose block is known whole.
func (l *Launch) IsKnown() bool { return l.Block != nil && !slices.Contains(l.Block[:], 0) }
