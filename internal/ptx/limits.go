package ptx

// Limits on what a text may declare and nest. No compiler or person writes PTX beyond them. A statement beyond a limit,
// and those after it, have an Err.
const (
	// maxReplication limits n in r<n>, maxSymbols all declarations of a text: a few bytes declare thousands of
	// registers.
	maxReplication = 4096
	maxSymbols     = 1 << 16
	// maxNesting limits scopes in scopes, and operands in operands. The parser recurses into operands, and a branch
	// looks for its label in each scope around it.
	maxNesting = 64
)
