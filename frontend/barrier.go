package frontend

import (
	"strings"

	"github.com/warpcheck/warpcheck/internal/pattern"
)

// barrierHeaders lists the headers in which toolkits define cuda::barrier for the threads of a block, newest toolkit
// first.
var barrierHeaders = []string{
	"cccl/cuda/__barrier/barrier_block_scope.h",
	"cuda/__barrier/barrier_block_scope.h",
	"cuda/std/detail/libcxx/include/__cuda/barrier.h",
}

var barrierDestructor = pattern.Of(`~barrier\(\)\s*\{`)

// withoutDestructor returns the text of a header with a trivial destructor for its barrier. clang rejects a __shared__
// variable whose class has any other destructor, and drops it from the tree. nvcc accepts the variable, and never
// destroys it. The number of lines stays the same.
func withoutDestructor(text string) string {
	at := barrierDestructor().FindStringIndex(text)
	if at == nil {
		return text
	}
	depth, end := 1, at[1]
	for ; depth > 0 && end < len(text); end++ {
		switch text[end] {
		case '{':
			depth++
		case '}':
			depth--
		}
	}
	lines := strings.Count(text[at[0]:end], "\n")
	return text[:at[0]] + "~barrier() = default;" + strings.Repeat("\n", lines) + text[end:]
}
