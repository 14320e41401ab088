package rules

import (
	"fmt"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/internal/lexical"
)

const collectivesForbiddenKey = "collectives-forbidden"

var collectivesForbidden = &Rule{
	Key:   collectivesForbiddenKey,
	Code:  "WC801",
	Title: "A warp collective in a project that forbids them",
	Text: `For projects that use no collectives of a warp, or only those within a few wrappers. The rule is off until the
configuration turns it on. Its options say what is allowed: ` + "`allowed_calls`" + ` are globs for the names of collectives,
` + "`allowed_functions`" + ` globs for the functions that may call any, and with ` + "`only_reachable_calls`" + ` what no known kernel
reaches is left out. Barriers of the block are no collectives of a warp.

Call one of the project's wrappers, exchange the value through shared memory with a barrier of the block, or add the
function to those that are allowed.`,
	Bad: `__global__ void bad(int *out) { out[threadIdx.x] = __shfl_sync(0xffffffff, (int)threadIdx.x, 0); }

void launch(int *out) { bad<<<1, 32>>>(out); }
`,
	Good: `__global__ void good(int *out) {
  __shared__ int first;
  if (threadIdx.x == 0) first = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = first;
}

void launch(int *out) { good<<<1, 32>>>(out); }
`,
	Severity:  Warning,
	OnRequest: true,
	Program:   findForbidden,
}

// ForbiddenCall is a call of a collective in a function.
type ForbiddenCall struct {
	Call, Function string
}

// findForbidden returns a claim for each call of a warp collective. The configuration may allow some of the calls
// later.
func findForbidden(program *cfg.Program) (found []Claim) {
	reached := reachedByKernels(program)
	eachInstr(program, func(function *cfg.Func, instr *cfg.Instr) {
		c := instr.Collective
		if c == nil || c.BeyondWarp || instr.Pos.System {
			return
		}
		name := lexical.WithoutTemplateArguments(function.Name)
		f := ofProgram(collectivesForbiddenKey, Warning, function.Name, instr.Pos, fmt.Sprintf("%s calls %s", name, c.Name), "forbidden here")
		f.Help = "call a wrapper of the project, or allow the function by allowed_functions"
		f.Forbidden = &ForbiddenCall{c.Name, name}
		if !reached[function] {
			f.Alone = []Function{FunctionOf(function)}
		}
		found = append(found, Claim{Finding: f})
	})
	return found
}

// reachedByKernels returns the kernels with a known body, and the functions that they reach.
func reachedByKernels(program *cfg.Program) map[*cfg.Func]bool {
	kernels := slices.Clone(program.Roots)
	return cfg.Reached(slices.DeleteFunc(kernels, func(root *cfg.Func) bool { return !root.Kernel }))
}
