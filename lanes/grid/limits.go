package grid

import "github.com/warpcheck/warpcheck/warp"

// Limits of devices that no program states, and limits of the shapes and contexts that the analysis tries.
const (
	// maxMultiprocessors exceeds the number of multiprocessors of any device. A smaller number would exclude executions
	// of a larger device.
	maxMultiprocessors = 1024
	// maxCluster is the largest number of blocks in a cluster that any device allows.
	maxCluster = 16
	// mostSizes bounds the shapes of a launch, if the host's arithmetic allows several. Each shape is interpreted
	// separately.
	mostSizes = 32
	// mostSamples is the number of samples of blocks that have several dimensions and computed extents: a block of less
	// than a warp, and one of more.
	mostSamples = 2
	// mostSizesTried bounds the sizes of an extent that are tried for a sample. Small sizes suffice, because they show
	// the same faults as larger ones.
	mostSizesTried = 2*warp.Size + 1
	// mostPossible bounds the contexts of a kernel that come from launches of unknown kernels.
	mostPossible = 8
)
