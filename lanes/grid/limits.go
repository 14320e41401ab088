package grid

import "github.com/warpcheck/warpcheck/warp"

// The limits of a launch that are not in the program.
const (
	// maxMultiprocessors is more than any device has: a smaller number would hide what a larger
	// device does.
	maxMultiprocessors = 1024
	// maxCluster is the most blocks of a cluster that any device allows.
	maxCluster = 16
	// mostSizes bounds the shapes of a launch that are contexts of their own, where only some
	// sizes of its extents are possible: each is interpreted by itself.
	mostSizes = 32
	// mostSamples are the blocks that are looked at where those that the host computes have several dimensions:
	// one of a part of a warp, and one of more.
	mostSamples = 2
	// mostSizesTried bounds the sizes of an extent that are tried for a sample: a small one shows what there is.
	mostSizesTried = 2*warp.Size + 1
	// mostPossible bounds the contexts of a kernel that launches may mean whose kernel is not known.
	mostPossible = 8
)
