package grid

// The limits of a launch that no program tells.
const (
	// maxMultiprocessors is more than any device has: a smaller number would hide what a larger
	// device does.
	maxMultiprocessors = 1024
	// maxCluster is the most blocks of a cluster that any device allows.
	maxCluster = 16
	// mostSizes bounds the shapes of a launch that are contexts of their own, where only some
	// sizes of its extents are possible: each is interpreted by itself.
	mostSizes = 32
)
