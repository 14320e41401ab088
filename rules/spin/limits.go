package spin

// largestBlock is the largest number of threads of a block. Conditions are computed for each of them.
const largestBlock = 1024

// deepest bounds the depth to which the operands of a computation are followed. Expressions in source code are rarely
// nested deeper than this. Only variables that are computed from themselves are.
const deepest = 64

// deepestCall bounds the nesting of followed calls. A class of locks that uses a class of atomics needs four. maxSteps
// bounds the instructions that are examined in a function and its followed calls. maxInlined bounds the instructions of
// a value after its variables are inlined. Inlining a variable that is computed from itself would have no end. In a
// chain of variables that each use the previous one twice, the number of instructions doubles with each variable.
const (
	deepestCall = 5
	maxSteps    = 5000
	maxInlined  = 1000
)

// mostBlocks bounds the basic blocks of a function in which threads are followed from block to block. Kernels with
// locks have a few dozen.
const mostBlocks = 256
