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
	// Block is the shape of the block, with 0 for an unknown extent. It is nil if no extent is known.
	Block *[3]int
	// Extents has, for each unknown extent, the limits that follow from the host's arithmetic.
	Extents [3]warp.Extent
	// Named: host code only names the kernel, which is launched from device code or elsewhere.
	Named bool
	// Possible: it is not known which kernel the launch starts, and Kernel is one of the candidates.
	Possible bool
	// Premises lists conditions that the arguments of the kernel satisfy at this launch.
	Premises []*Premise
	// Params lists the parameters of the kernel, to which Premises refer.
	Params []*types.Var
	// ByOtherUnit: this unit defines the kernel, and another unit launches it.
	ByOtherUnit bool
	// Declared lists the launch bounds of the kernel's declarations in that other unit.
	Declared []types.LaunchBounds
	// Why states, for people, why the block is not fully known.
	Why string
	Pos source.Pos
}

// IsKnown reports whether all extents of the block are known.
func (l *Launch) IsKnown() bool { return l.Block != nil && !slices.Contains(l.Block[:], 0) }
