package rules

import (
	"cmp"
	"fmt"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/internal/linetext"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/rules/early"
)

const pdlAccessBeforeWaitKey = "pdl-access-before-wait"

var pdlAccessBeforeWait = &Rule{
	Key:   pdlAccessBeforeWaitKey,
	Code:  "WC401",
	Title: "A kernel uses global memory before it waits for the grids that it depends on",
	Text: `With programmatic dependent launch a kernel may begin while the grids before it in the stream still run. Only
behind ` + "`cudaGridDependencySynchronize()`" + ` (` + "`griddepcontrol.wait`" + ` in PTX) it sees what they have written, and only there
they are done with what it overwrites. A read before the wait may find old values, a write may be lost, and that
happens in a few runs only.

A thread may rely on the wait of another thread behind a barrier of the block. Parameters, shared and constant memory,
variables that are const, and prefetches are no access. Memory that no earlier grid of the stream writes may be read
before (weights): silence those findings by a comment, or by a filter of the configuration that names the pointer.

Move the access behind the wait; leave there what needs no other grid: indices, barriers, shared memory.`,
	Bad: `__global__ void bad(float *out, const float *in) {
  float v = in[threadIdx.x];
  cudaGridDependencySynchronize();
  out[threadIdx.x] = 2 * v;
}

void launch(float *out, const float *in) { bad<<<1, 64>>>(out, in); }
`,
	Good: `__global__ void good(float *out, const float *in) {
  int i = threadIdx.x;
  cudaGridDependencySynchronize();
  out[i] = 2 * in[i];
}

void launch(float *out, const float *in) { good<<<1, 64>>>(out, in); }
`,
	Severity: Error,
	Default:  true,
	Program:  findEarlyAccesses,
}

var potentiallyPdlAccessBeforeWait = &Rule{
	Key:         "potentially-pdl-access-before-wait",
	Code:        "WC402",
	PotentialOf: pdlAccessBeforeWaitKey,
	Title:       "A kernel may use global memory before it waits for the grids that it depends on",
	Text: `As pdl-access-before-wait, for some value of what the analyser does not know: an argument or loaded data decides
whether the kernel waits before. The finding comes with such a value (the witness).`,
	Bad: `__global__ void bad(float *out, const float *in, int waits) {
  if (waits > 1)
    cudaGridDependencySynchronize();
  out[threadIdx.x] = 2 * in[threadIdx.x];
}

void launch(float *out, const float *in, int waits) { bad<<<1, 64>>>(out, in, waits); }
`,
	Good: `__global__ void good(float *out, const float *in, int waits) {
  cudaGridDependencySynchronize();
  out[threadIdx.x] = waits * in[threadIdx.x];
}

void launch(float *out, const float *in, int waits) { good<<<1, 64>>>(out, in, waits); }
`,
	Severity: Warning,
	Question: "the kernel waits for the grids that it depends on before it uses global memory",
}

// accessWords holds the first words of messages, by the kind of access.
var accessWords = [...]string{cfg.NoAccess: "Copies", cfg.Reads: "Reads", cfg.Writes: "Writes", cfg.Modifies: "Updates"}

// findEarlyAccesses returns a claim for each access that may be made before a wait for other grids. Runs decide which
// claims are reported.
func findEarlyAccesses(program *cfg.Program) (found []Claim) {
	for _, access := range early.Find(program) {
		if at := whereCalled(access.At, access.Calls); !at.Pos.System {
			found = append(found, Claim{Finding: earlyAccess(&access, at), Place: Place{access.In, access.At}, Proof: earlyProof{&access}})
		}
	}
	return found
}

// whereCalled returns the instruction `at` if it is in the user's code. Otherwise it returns the innermost call in the
// user's code on the path to the instruction. calls lists the calls from the root to the instruction.
func whereCalled(at *cfg.Instr, calls []*cfg.Instr) *cfg.Instr {
	for n := len(calls) - 1; n >= 0 && at.Pos.System; n-- {
		at = calls[n]
	}
	return at
}

// callsTo returns the calls in the user's code on the path from a root to an instruction, without the instruction
// itself.
func callsTo(at *cfg.Instr, calls []*cfg.Instr) (list []Related) {
	for _, call := range calls {
		if call != at && !call.Pos.System {
			list = append(list, Related{Pos: call.Pos, Text: "called here"})
		}
	}
	return list
}

func earlyAccess(access *early.Access, at *cfg.Instr) Finding {
	what := accessWords[access.At.Access()]
	if access.At.Global {
		what = "Copies"
	}
	text := fmt.Sprintf("%s %s before %s waits for earlier grids (%s)", what, early.NameOf(access.At), access.Root.Name, linetext.Of(access.Wait.Pos))
	key, severity := pdlAccessBeforeWaitKey, Error
	if !access.Always {
		key, severity = potentiallyPdlAccessBeforeWait.Key, Warning
	}
	f := ofProgram(key, severity, access.Root.Name, at.Pos, text, "before the wait")
	f.Help = "move the access behind the wait, or silence it where no earlier grid writes the memory"
	f.Related = []Related{{Pos: access.Wait.Pos, Text: "waits here"}}
	if passesByWait(access) {
		f.Labels[0].Text, f.Related[0].Text = "no wait comes before this in the example", "the example passes by this wait"
		f.Help = "let every thread that comes to the access wait before: take the wait out of its condition, or silence it where no earlier grid writes the memory"
	}
	f.Calls = callsTo(at, access.Calls)
	return f
}

// passesByWait reports whether an access is behind a wait in the text of its function, so that a run which makes the access
// early passes by this wait.
func passesByWait(access *early.Access) bool {
	at, wait := access.At, access.Wait
	return !at.Pos.System && at.Pos.File == wait.Pos.File && isOfFunctionOf(wait, at.Block) && wait.Pos.Line < at.Pos.Line
}

// earlyProof is the proof of a claim about an early access: a run that makes the access before any wait for other
// grids.
type earlyProof struct{ access *early.Access }

func (p earlyProof) needsPlace() bool { return false }

func (p earlyProof) root() *cfg.Func { return p.access.Root }

// judge reports whether the finding is kept. It is kept if a run shows it. If no run shows it, the finding becomes
// unconfirmed, and is kept only if the memory is surely global.
func (p earlyProof) judge(r Runs, c *Claim, _ lanes.Reservation) bool {
	if r.Early == nil {
		return p.access.IsGlobal
	}
	shown := r.Early(p.access)
	if shown == nil {
		c.unconfirm(lanes.Reservation{Cause: lanes.Approximated, Text: "no run that was tried comes here before it waits"})
		c.Key = cmp.Or(potentialKeyOf(c.Key), c.Key)
		return p.access.IsGlobal
	}
	if !p.access.Always {
		c.Certainty = lanes.Potential
	}
	c.show(shown)
	return true
}
