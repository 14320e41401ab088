package spin

// largestBlock is the number of threads that a block has at most: conditions are computed for each.
const largestBlock = 1024

// deepest is the depth of computations that are followed. What people write has a few operands within
// operands; beyond it stand loops of variables.
const deepest = 64

// deepestCall is how many calls are looked into, one within the other: a class of locks over one of atomics takes four.
// maxSteps is how many instructions of a function are looked at, with those of what it calls, and maxInlined of how many
// a value is made that is followed through variables: one that is made of itself has no end, and each that uses another
// one twice doubles it.
const (
	deepestCall = 5
	maxSteps    = 5000
	maxInlined  = 1000
)

// mostBlocks is how many blocks a function has at most whose threads are followed from block to block; kernels with locks have a few
// dozen.
const mostBlocks = 256
