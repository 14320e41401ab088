package rules

import (
	"fmt"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes"
)

const deprecatedKey = "deprecated-intrinsic"

// deprecatedIntrinsic looks at every function with a body: code that no kernel
// reaches today is moved to a new architecture all the same. What the
// preprocessor keeps for CUDA before 9 is not in the tree.
var deprecatedIntrinsic = &Rule{
	Key:   deprecatedKey,
	Title: "A warp intrinsic without _sync",
	Text: `The intrinsics without a mask rely on a warp that runs in lockstep. CUDA 9 deprecated
them; from sm_70 on nothing says which lanes take part, and the shuffles do not compile.

Call the form with ` + "`_sync`" + ` and name the lanes that take part: 0xffffffff where the
whole warp makes the call, and otherwise a mask taken with ` + "`__ballot_sync`" + ` before
the lanes part.`,
	Bad: `__global__ void bad(int *out) {
  int lane = threadIdx.x & 31;
  out[threadIdx.x] = __shfl_down(lane, 8);
}
`,
	Good: `__global__ void good(int *out) {
  int lane = threadIdx.x & 31;
  out[threadIdx.x] = __shfl_down_sync(0xffffffff, lane, 8);
}
`,
	Severity: Warning,
	Default:  true,
	Program:  findDeprecated,
}

func findDeprecated(program *cfg.Program) []Finding {
	var found []Finding
	for _, function := range program.Funcs {
		for _, block := range function.Blocks {
			for _, instr := range block.Instrs {
				if instr.Collective != nil && instr.Collective.Legacy && !instr.Pos.System {
					found = append(found, deprecated(function, instr))
				}
			}
		}
	}
	return found
}

func deprecated(function *cfg.Func, call *cfg.Instr) Finding {
	name := call.Collective.Name
	text := fmt.Sprintf("%s is deprecated and undefined on sm_70 and above; use %s_sync with the "+
		"mask of the lanes that take part", name, name)
	return Finding{
		Key: deprecatedKey, Severity: Warning, Certainty: lanes.Definite,
		Pos: call.Pos, MacroDefinition: call.Pos.Macro,
		Message: text,
		Kernels: []string{function.Name},
		Cases:   []Case{{Text: text}},
		Labels:  []Label{{Pos: call.Pos, Text: "relies on lockstep", Primary: true}},
		Help:    fmt.Sprintf("where the whole warp arrives, write %s_sync(0xffffffff, ...)", name),
	}
}
