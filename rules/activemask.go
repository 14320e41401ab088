package rules

import (
	"fmt"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/rules/spin"
	"github.com/warpcheck/warpcheck/rules/together"
	"github.com/warpcheck/warpcheck/source"
)

// ActiveMaskKey is the key of the rule about masks that are the value of __activemask().
const ActiveMaskKey = "activemask-as-mask"

var activeMaskAsMask = &Rule{
	Key:   ActiveMaskKey,
	Code:  "WC111",
	Title: "The value of __activemask() is taken for all lanes of the path",
	Text: `__activemask() returns the lanes that happen to run together: any lanes of this path,
with the caller among them. Nothing promises that the others of the path are there, so that a source
lane, a vote, a count or an order of all of them may come out differently on every run.

Take the mask with ` + "`__ballot_sync`" + ` before the lanes part, under the condition of the branch.
What a group does for itself is right with any lanes: to elect a leader, to count itself, to
broadcast from its leader, to part itself with ` + "`__match_any_sync`" + `, and to make one atomic for
all of it.`,
	Bad: `__global__ void bad(const int *in, unsigned *out) {
  int lane = threadIdx.x & 31;
  if (in[threadIdx.x] > 0) {
    unsigned mask = __activemask();
    out[threadIdx.x] = __ballot_sync(mask, in[threadIdx.x] > 7);
  }
}
`,
	Good: `__global__ void good(const int *in, unsigned *out) {
  unsigned mask = __ballot_sync(0xffffffff, in[threadIdx.x] > 0);
  if (in[threadIdx.x] > 0)
    out[threadIdx.x] = __ballot_sync(mask, in[threadIdx.x] > 7);
}
`,
	Severity: Error,
	Default:  true,
	Program:  findActiveMaskAsMask,
}

// reasonWords holds two phrases for each reason: the end of the message, and the label at the place where the mask has
// its effect.
var reasonWords = map[together.Reason]struct{ text, mark string }{
	together.FixedSource:  {"it reads a lane that the mask may lack", "reads from another lane"},
	together.Stored:       {"its result is stored as that of all", "stored here"},
	together.EndsLoop:     {"its result decides on the loop", "decides on the loop"},
	together.DecidesStore: {"its result decides on a store", "the store"},
	together.Added:        {"its result is added as that of all", "added here"},
	together.Waits:        {"it waits for no others", "waits here"},
}

func findActiveMaskAsMask(program *cfg.Program) []Claim {
	var found []Claim
	for _, use := range together.Find(program) {
		if !use.At.System {
			found = append(found, Claim{Finding: activeMaskFinding(&use), Place: Place{use.Function, use.Call}, Unshown: unsureOfMask(&use)})
		}
	}
	return found
}

func activeMaskFinding(use *together.Use) Finding {
	words := reasonWords[use.Reason]
	text, severity := fmt.Sprintf("%s has a mask of __activemask(), which may miss lanes, and %s", use.Call.Collective.Name, words.text), Error
	if !use.Proved {
		text, severity = unsureOfMask(use), Note
	}
	f := ofProgram(ActiveMaskKey, severity, use.Root.Name, use.At, text, "the mask names only the lanes that happened to run together")
	f.Help = "take the mask before the lanes part" + ballotOf("of the branch")
	if isTakenInLoop(use) {
		f.Help += "; if lanes leave the loop in different rounds, take it " + ballotsOfRounds
	}
	f.Help += "; where the whole warp comes, pass 0xffffffff"
	for _, source := range use.Sources {
		f.Related = append(f.Related, Related{Pos: source, Text: "the mask is taken here"})
	}
	f.Witness = groupsAt(use)
	if !use.Proved {
		f.Certainty, f.Unconfirmed = lanes.Unconfirmed, "which element of a local array is read is not known"
	}
	if !samePlace(use.Effect, use.At) {
		f.Related = append(f.Related, Related{Pos: use.Effect, Text: words.mark})
	}
	if use.Root.HasNoCaller() {
		f.Alone = []Function{FunctionOf(use.Root)}
	}
	return f
}

// isTakenInLoop reports whether a mask is taken in a loop around the call that uses it.
func isTakenInLoop(use *together.Use) bool {
	for loop := use.Call.Block.Loop; loop != nil; loop = loop.Parent {
		for _, b := range loop.Blocks {
			if slices.ContainsFunc(b.Instrs, func(in *cfg.Instr) bool { return slices.ContainsFunc(use.Sources, in.Pos.IsAt) }) {
				return true
			}
		}
	}
	return false
}

// unsureOfMask returns the message for a use of the mask, if this use is not proved to be wrong.
func unsureOfMask(use *together.Use) string {
	return fmt.Sprintf("%s may have a mask of __activemask(), and %s", use.Call.Collective.Name, reasonWords[use.Reason].text)
}

// groupsAt describes two groups of lanes that may reach a call and do not run together, for the witness of a finding.
// It returns nil if no such groups are known.
func groupsAt(use *together.Use) []string {
	lanes, w := spin.LanesAt(use.Function, use.Call.Block)
	if lanes == 0 || use.Call.Pos.System {
		return nil
	}
	alone := lanes & -lanes
	return []string{blockOf(w), fmt.Sprintf("%s comes by itself and %s behind it: __activemask() is %s and then %s", alone.Words(), (lanes &^ alone).Words(),
		alone.Hex(), (lanes &^ alone).Hex())}
}

func samePlace(a, b source.Pos) bool {
	return a.File == b.File && a.Line == b.Line && a.Column == b.Column
}
