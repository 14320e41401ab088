package frontend

import (
	"strings"

	"github.com/warpcheck/warpcheck/internal/pattern"
)

// barrierHeaders are where toolkits define cuda::barrier for the threads of a block,
// from the newest on.
var barrierHeaders = []string{
	"cccl/cuda/__barrier/barrier_block_scope.h",
	"cuda/__barrier/barrier_block_scope.h",
	"cuda/std/detail/libcxx/include/__cuda/barrier.h",
}

var barrierDestructor = pattern.Of(`~barrier\(\)\s*\{`)

// withoutDestructor is the text of a header whose barrier has a trivial destructor.
// clang refuses a __shared__ variable of a class that has another one, and drops it
// from the tree; nvcc takes it, and never destroys such a variable. Lines stay where
// they are.
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
