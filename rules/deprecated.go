package rules

import (
	"fmt"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/source"
)

const deprecatedKey = "deprecated-intrinsic"

// deprecatedIntrinsic looks at every function with a body, because code that no kernel reaches today may be compiled
// for new architectures later. The program does not contain code that the preprocessor keeps only for CUDA before
// version 9.
var deprecatedIntrinsic = &Rule{
	Key:   deprecatedKey,
	Code:  "WC501",
	Title: "A warp intrinsic without _sync",
	Text: `The intrinsics without a mask rely on a warp that runs in lockstep. CUDA 9 deprecated
them; from sm_70 on nothing says which lanes take part, and the shuffles and the PTX forms do not
compile.

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

// findDeprecated returns one claim for each legacy call. If the text of the call is in the definition of a macro, that
// is the place of the finding, because the macro must be changed. The place is the use of the macro if the same text
// calls something that is not deprecated in another use.
func findDeprecated(program *cfg.Program) []Claim {
	var found []Claim
	mixed := otherwiseUsed(program)
	eachInstr(program, func(function *cfg.Func, instr *cfg.Instr) {
		if !isLegacy(instr) || instr.Pos.System {
			return
		}
		if macro := instr.Pos.Macro; macro != nil && !macro.System && !mixed[*macro] {
			found = append(found, Claim{Finding: deprecatedIn(*macro, function, instr)})
		} else {
			found = append(found, Claim{Finding: deprecated(function, instr)})
		}
	})
	return found
}

func eachInstr(program *cfg.Program, do func(*cfg.Func, *cfg.Instr)) {
	for _, function := range program.Funcs {
		for _, block := range function.Blocks {
			for _, instr := range block.Instrs {
				do(function, instr)
			}
		}
	}
}

func isLegacy(instr *cfg.Instr) bool {
	return instr.Collective != nil && instr.Collective.Legacy && instr.Collective.Successor != ""
}

// otherwiseUsed returns the places in definitions of macros where at least one use of the macro calls something that is
// not deprecated.
func otherwiseUsed(program *cfg.Program) map[source.Pos]bool {
	mixed := map[source.Pos]bool{}
	eachInstr(program, func(_ *cfg.Func, instr *cfg.Instr) {
		if instr.Pos.Macro != nil && isCall(instr) && !isLegacy(instr) {
			mixed[*instr.Pos.Macro] = true
		}
	})
	return mixed
}

func isCall(instr *cfg.Instr) bool {
	switch instr.Op {
	case cfg.Call, cfg.Extern, cfg.Pure, cfg.Collective_, cfg.Unknown:
		return true
	}
	return false
}

// UsedHere is the text at a use of a macro whose definition has a finding.
const UsedHere = "used here"

// deprecatedIn returns the finding at macro, a place in the definition of a macro. call is the instruction in a use of
// the macro.
func deprecatedIn(macro source.Pos, function *cfg.Func, call *cfg.Instr) Finding {
	f := deprecated(function, call)
	f.Pos, f.MacroDefinition = macro, nil
	f.Labels[0].Pos = macro
	f.Uses = []source.Pos{call.Pos}
	f.Related = []Related{{Pos: call.Pos, Text: UsedHere}}
	return f
}

func deprecated(function *cfg.Func, call *cfg.Instr) Finding {
	c := call.Collective
	what := "deprecated"
	if c.Class.Kind.IsShuffle() {
		what = "deprecated and undefined from sm_70 on"
	}
	text := fmt.Sprintf("%s is %s; use %s", c.Name, what, c.Successor)
	f := ofProgram(deprecatedKey, Warning, function.Name, call.Pos, text, "relies on lockstep")
	f.Help = fmt.Sprintf("use %s with the mask of the lanes that take part, 0xffffffff where the whole warp arrives", c.Successor)
	if isBallotOfAll(call) {
		f.Help += "; the guide replaces a ballot of all lanes by __activemask(), which names the lanes that run together by chance: " +
			"the ballot names those of its mask, wherever they are"
	}
	f.Remedies = nameInLegacy
	return f
}

// isBallotOfAll reports whether a call is __ballot of a constant that is not zero. The result is then the set of active
// lanes.
func isBallotOfAll(call *cfg.Instr) bool {
	c := call.Collective
	if c.Class.Kind != cfg.VoteBallot || c.Value < 0 || c.Value >= len(call.Args) {
		return false
	}
	vote := call.Args[c.Value].Unconverted()
	return vote.Op == cfg.Const && vote.Int != 0
}
