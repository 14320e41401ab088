package ptx

// Limits on what a text may ask for. One that goes beyond them is no PTX that a compiler
// makes or a person writes, and its statements have an Err from there on.
const (
	// maxReplication bounds r<n>, maxSymbols all that a text declares: a few bytes declare
	// thousands of registers.
	maxReplication = 4096
	maxSymbols     = 1 << 16
	// maxNesting bounds the scopes in scopes and the operands in operands, which the parser
	// follows with its own stack; a branch looks for its label in each scope around it.
	maxNesting = 64
)
