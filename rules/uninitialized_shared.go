package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/internal/distinct"
	"github.com/warpcheck/warpcheck/internal/linetext"
	"github.com/warpcheck/warpcheck/internal/nearest"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/rules/unwritten"
)

const uninitializedSharedKey = "uninitialized-shared"

var uninitializedShared = &Rule{
	Key:   uninitializedSharedKey,
	Code:  "WC602",
	Title: "Shared memory is read that no thread of the block has written",
	Text: `Shared memory holds anything when a block begins: what an earlier block has left there, or another kernel. CUDA runs no
constructor of a ` + "`__shared__`" + ` variable and clears none. What a thread reads before any thread of its block has written
it differs from run to run.

An atomic that returns or keeps the old value reads as well: a counter that nothing clears before the first
` + "`atomicAdd`" + ` begins at any number. A write that another thread may make in time is a race, and no matter of this rule.

Write the cells before, by as many threads as there are cells, and put ` + "`__syncthreads()`" + ` behind.`,
	Bad: `__global__ void bad(int *out, const int *in) {
  __shared__ int count;
  if (in[threadIdx.x] > 0)
    atomicAdd(&count, 1);
  __syncthreads();
  if (threadIdx.x == 0)
    out[blockIdx.x] = count;
}

void launch(int *out, const int *in) { bad<<<1, 256>>>(out, in); }
`,
	Good: `__global__ void good(int *out, const int *in) {
  __shared__ int count;
  if (threadIdx.x == 0)
    count = 0;
  __syncthreads();
  if (in[threadIdx.x] > 0)
    atomicAdd(&count, 1);
  __syncthreads();
  if (threadIdx.x == 0)
    out[blockIdx.x] = count;
}

void launch(int *out, const int *in) { good<<<1, 256>>>(out, in); }
`,
	Guideline: "Directive 1.3",
	Evidence:  LeftInShared,
	Severity:  Error,
	Default:   true,
	OnRequest: true,
	Program:   findUnwrittenReads,
}

var potentiallyUninitializedShared = &Rule{
	Key:         "potentially-uninitialized-shared",
	Code:        "WC603",
	PotentialOf: uninitializedSharedKey,
	Guideline:   "Directive 1.3",
	Title:       "Shared memory may be read that no thread of the block has written",
	Text: `As uninitialized-shared, for some value of what the analyser does not know: an argument or loaded data decides which
cells are written or read. The finding comes with such a value (the witness).`,
	Bad: `__global__ void bad(int *out, const int *in, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < n)
    s[t] = in[t];
  __syncthreads();
  out[t] = s[63 - t];
}

void launch(int *out, const int *in, int n) { bad<<<1, 64>>>(out, in, n); }
`,
	Good: `__global__ void good(int *out, const int *in, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t < n ? in[t] : 0;
  __syncthreads();
  out[t] = s[63 - t];
}

void launch(int *out, const int *in, int n) { good<<<1, 64>>>(out, in, n); }
`,
	Severity: Warning,
	Question: "each cell of shared memory is written before it is read",
}

// findUnwrittenReads returns a claim for each read of shared memory that may find unwritten bytes. Runs decide which
// claims are reported.
func findUnwrittenReads(program *cfg.Program) (found []Claim) {
	for _, read := range unwritten.Find(program) {
		if at := whereCalled(read.At, read.Calls); !at.Pos.System {
			found = append(found, Claim{Finding: unwrittenRead(&read, at), Place: Place{read.In, read.At}, Proof: unwrittenProof{&read}})
		}
	}
	return found
}

func unwrittenRead(read *unwritten.Read, at *cfg.Instr) Finding {
	name := "shared memory"
	if read.Object != nil {
		name = read.In.NameOf(read.Object)
	}
	f := ofProgram(uninitializedSharedKey, Error, read.Root.Name, at.Pos, unwrittenText(read, "Reads", name), "read here")
	f.Help = "write each cell that is read, and put __syncthreads() between the writes and the read, where all threads of the block come"
	f.Calls = callsTo(at, read.Calls)
	if read.Object != nil {
		f.Remedies = []Remedy{{Kind: FillWhole}}
	}
	return f
}

// unwrittenText returns the message about a read of the variable name. verb is the beginning of the message, such as
// "Reads" or "May read".
func unwrittenText(read *unwritten.Read, verb, name string) string {
	return fmt.Sprintf("%s %s in %s, which no thread of the block has written before", verb, name, read.Root.Name)
}

// unwrittenProof is the proof of a claim about a read. It is a run in which the read finds bytes that no thread has
// written, with an effect.
type unwrittenProof struct{ read *unwritten.Read }

func (p unwrittenProof) needsPlace() bool { return false }

func (p unwrittenProof) root() *cfg.Func { return p.read.Root }

// judge reports whether the finding is kept. It is kept if a run shows it. If no run shows it, the finding becomes
// unconfirmed, and is kept only if nothing can have written the variable (IsFirst).
func (p unwrittenProof) judge(r Runs, c *Claim, _ lanes.Reservation) bool {
	if r.Unwritten == nil {
		return false
	}
	shown, verb := r.Unwritten(p.read), "Reads"
	if shown == nil {
		c.unconfirm(lanes.Reservation{Cause: lanes.Approximated, Text: "no run that was tried uses what it finds here"})
		c.Key = potentialKeyOf(c.Key)
		return p.read.IsFirst
	}
	if !shown.Always && !p.read.IsFirst {
		c.makePotential()
		verb = "May read"
		if p.read.IsIndexedByData() {
			c.unconfirm(lanes.Reservation{Cause: lanes.Approximated, Text: "data of the program choose the element, and may choose written ones alone"})
		}
	}
	c.Message = unwrittenText(p.read, verb, shown.Element)
	c.Cases = []Case{{Text: c.Message}}
	c.Labels = []Label{{Pos: c.Pos, Text: fmt.Sprintf("thread %d reads %s", shown.Thread, shown.Element), Primary: true}}
	if pointer := p.pointer(); pointer != "" && !strings.HasPrefix(shown.Element, pointer) {
		c.Labels[0].Text += " through " + pointer
	}
	c.show(shown.Witness)
	if bound := p.read.Bound(); bound != nil && !bound.At.Pos.System {
		c.Related = append(c.Related, Related{Pos: bound.At.Pos, Text: boundWords[bound.Holds]})
	} else if stores := p.stores(); len(stores) > 0 {
		for _, store := range stores {
			c.Related = append(c.Related, Related{Pos: store.Pos, Text: "written here, but not this element before it is read"})
		}
		c.Help = p.storeHelp(c, shown, stores)
	}
	if c.Certainty == lanes.Potential && len(shown.Witness.Args) > 0 {
		c.Help += "; or, if no launch has arguments like those of the example, state what they keep, in __builtin_assume(...) where the kernel begins"
	}
	return true
}

// storeHelp advises how one of the stores can write the element that is read. If some path to the read avoids one of
// the stores, the condition of this store may be wrong as well as its index.
func (p unwrittenProof) storeHelp(c *Claim, shown *Unwritten, stores []*cfg.Instr) string {
	if isPassedBy := func(in *cfg.Instr) bool { return !in.Block.Dominates(p.read.At.Block) }; !slices.ContainsFunc(stores, isPassedBy) {
		return fmt.Sprintf("write %s, too, or keep threads from reading it: compare the index in %s with what a block of %s writes in %s, and put __syncthreads() between",
			shown.Element, linetext.Of(c.Pos), count(shown.Witness.Shape.Threads(), "thread"), linetext.Of(stores[0].Pos))
	}
	return fmt.Sprintf("let some thread write this element on each path to %s: compare the conditions and the index of %s, and put __syncthreads() between", linetext.Of(c.Pos), linesOf(stores))
}

// linesOf lists the lines of instructions of one file, each once: "line 3 and line 7".
func linesOf(list []*cfg.Instr) string {
	var lines []string
	for _, in := range list {
		lines = distinct.Append(lines, linetext.Of(in.Pos))
	}
	return nearest.Enumerate(lines)
}

// pointer returns the name of the pointer or of the array through which the read goes. It returns "" if there is none.
func (p unwrittenProof) pointer() string {
	if pointer := p.read.At.Through(); pointer != nil && !p.read.At.Pos.System {
		return pointer.Name()
	}
	return ""
}

// mostStores bounds the stores that a finding names.
const mostStores = 4

// stores returns the instructions in the function of the read that store through the same pointer or to the same variable,
// in the order of the text. One of them may be meant to write the bytes that are read.
func (p unwrittenProof) stores() (list []*cfg.Instr) {
	name := p.pointer()
	for _, block := range p.read.In.Blocks {
		for _, in := range block.Instrs {
			if in.Op != cfg.Store || in.Pos.System || in.Pos.File != p.read.At.Pos.File || slices.ContainsFunc(list, func(known *cfg.Instr) bool { return known.Pos.IsAt(in.Pos) }) {
				continue
			}
			pointer, base := in.Through(), in.Args[0].Base()
			isSame := p.read.Object != nil && base.Op == cfg.Addr && base.Object == p.read.Object
			if isSame || name != "" && pointer != nil && pointer.Name() == name {
				list = append(list, in)
			}
		}
	}
	slices.SortFunc(list, func(a, b *cfg.Instr) int {
		return cmp.Or(cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Pos.Column, b.Pos.Column))
	})
	return list[:min(len(list), mostStores)]
}

var boundWords = map[bool]string{true: "written only where this holds", false: "written only where this does not hold"}
