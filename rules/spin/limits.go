package spin

// largestBlock is the largest number of threads that a block can have. Conditions are computed for each of them.
const largestBlock = 1024

// deepest is how deep the operands of a computation are followed. Expressions that people write are a few operands
// deep. Only variables that are computed from themselves go deeper.
const deepest = 64

// deepestCall is how deep nested calls are followed: a class of locks that uses a class of atomics takes four. maxSteps
// is how many instructions of a function are examined, those of followed calls included. maxInlined is how many
// instructions a value may have after inlining. Without it, a variable that is computed from itself has no end. In a
// chain of variables that each use the variable before twice, the number doubles with each variable.
const (
	deepestCall = 5
	maxSteps    = 5000
	maxInlined  = 1000
)

// mostBlocks is how many basic blocks a function may have for its threads to be followed from block to block; kernels
// with locks have a few dozen.
const mostBlocks = 256
