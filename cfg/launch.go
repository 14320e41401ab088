package cfg

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// A Launch is a kernel that host code starts, with the shape of its block.
type Launch struct {
	// Kernel is nil if it is not known which kernel is launched.
	Kernel *types.Func
	// Block is the shape of the block: 0 for an extent that is not known, nil if none is known.
	Block *[3]int
	// Extents holds, for each extent that is not known, how the host's arithmetic limits it.
	Extents [3]warp.Extent
	// Named: whether host code only names the kernel, which is launched from device code or elsewhere.
	Named bool
	// Possible: whether it is not known which kernel is launched, and Kernel is one of those that may be.
	Possible bool
	// Premises are conditions that hold for the arguments of the kernel at this launch.
	Premises []*Premise
	// Params are the parameters of the kernel, as Premises name them.
	Params []*types.Var
	// Elsewhere: whether another unit launches the kernel, which this unit defines.
	Elsewhere bool
	// Declared are the launch bounds of the declarations in that other unit.
	Declared []types.LaunchBounds
	// Why states, for people, why the block is not fully known.
	Why string
	Pos source.Pos
}

// IsKnown reports whether all extents of the block are known.
func (l *Launch) IsKnown() bool { return l.Block != nil && !slices.Contains(l.Block[:], 0) }
