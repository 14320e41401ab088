package ptx

// Limits on what a text may declare and nest. No compiler or person writes PTX beyond them. A statement beyond a limit,
// and those after it, have an Err.
const (
	// maxReplication limits n in r<n>. maxSymbols limits all declarations of a text, because a few bytes declare
	// thousands of registers.
	maxReplication = 4096
	maxSymbols     = 1 << 16
	// maxNesting limits the depth of nested scopes and of nested operands. The parser recurses into operands, and a
	// branch looks for its label in each scope around it.
	maxNesting = 64
	// maxCallers limits the calls around inlined code.
	maxCallers = 16
)
