package rules

import (
	"fmt"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/internal/ptx"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/rules/unfenced"
)

const asyncProxyFenceKey = "async-proxy-fence"

var asyncProxyFence = &Rule{
	Key:   asyncProxyFenceKey,
	Code:  "WC407",
	Title: "Threads and an asynchronous copy or product are not ordered in shared memory",
	Text: `A bulk copy or a reduction out of shared memory (` + "`cp.async.bulk`" + `, TMA stores) and the products of ` + "`wgmma` and `tcgen05`" + ` read
shared memory by the asynchronous proxy. What threads stored there by ordinary stores they see only behind a
` + "`fence.proxy.async`" + `. A barrier alone does not suffice: the copy may bring what was there before, in a few runs only.

Each thread that stores makes the fence behind its stores and before the barrier that the reader waits for. In C++ the
fence is ` + "`cuda::ptx::fence_proxy_async(cuda::ptx::space_shared)`" + `, ` + "`cde::fence_proxy_async_shared_cta()`" + ` or asm. Fences for
global memory (` + "`fence.proxy.async.global`" + `) and ` + "`wgmma.fence`" + ` do not cover it. A fence that only the reading thread makes
behind the barrier is not reported: well-known kernels rely on it.

Also reported are stores, and copies, to bytes that a copy or product may still read; reads of and stores to bytes that a copy
may still bring, before a wait for its mbarrier or group; and copies into bytes that are in use.`,
	Bad: `__global__ void bad(float *out, const float *in) {
  __shared__ alignas(128) float s[128];
  s[threadIdx.x] = 2 * in[threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) {
    unsigned from = (unsigned)__cvta_generic_to_shared(s);
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 512;" ::"l"(out), "r"(from) : "memory");
    asm volatile("cp.async.bulk.commit_group;");
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
  }
}

void launch(float *out, const float *in) { bad<<<1, 128>>>(out, in); }
`,
	Good: `__global__ void good(float *out, const float *in) {
  __shared__ alignas(128) float s[128];
  s[threadIdx.x] = 2 * in[threadIdx.x];
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    unsigned from = (unsigned)__cvta_generic_to_shared(s);
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 512;" ::"l"(out), "r"(from) : "memory");
    asm volatile("cp.async.bulk.commit_group;");
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
  }
}

void launch(float *out, const float *in) { good<<<1, 128>>>(out, in); }
`,
	Severity: Error,
	Default:  true,
	Program:  findUnfencedReads,
}

var potentiallyAsyncProxyFence = &Rule{
	Key:         "potentially-async-proxy-fence",
	Code:        "WC408",
	PotentialOf: asyncProxyFenceKey,
	Title:       "Threads and an asynchronous copy or product may not be ordered in shared memory",
	Text: `As async-proxy-fence, for some value of what the analyser does not know: an argument or loaded data decides whether a
thread stores to what is read, or makes the fence. The finding comes with such a value (the witness).

So is a bulk copy into shared memory that threads have read by ordinary reads, with no proxy fence behind the reads: the copy
may write the bytes before they are read.`,
	Bad: `__global__ void bad(float *out, const float *in, int fences) {
  __shared__ alignas(128) float s[128];
  s[threadIdx.x] = 2 * in[threadIdx.x];
  if (fences > 1)
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    unsigned from = (unsigned)__cvta_generic_to_shared(s);
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 512;" ::"l"(out), "r"(from) : "memory");
    asm volatile("cp.async.bulk.commit_group;");
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
  }
}

void launch(float *out, const float *in, int fences) { bad<<<1, 128>>>(out, in, fences); }
`,
	Good: `__global__ void good(float *out, const float *in, int twice) {
  __shared__ alignas(128) float s[128];
  s[threadIdx.x] = twice > 1 ? 2 * in[threadIdx.x] : in[threadIdx.x];
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    unsigned from = (unsigned)__cvta_generic_to_shared(s);
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 512;" ::"l"(out), "r"(from) : "memory");
    asm volatile("cp.async.bulk.commit_group;");
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
  }
}

void launch(float *out, const float *in, int twice) { good<<<1, 128>>>(out, in, twice); }
`,
	Severity: Warning,
	Question: "a proxy fence stands between the stores and what an engine reads",
}

// findUnfencedReads returns claims that runs decide. There is one for each read of shared memory by an asynchronous
// engine, for each copy that fills shared memory, and for each store that may overwrite bytes that a copy reads.
func findUnfencedReads(program *cfg.Program) (found []Claim) {
	for _, read := range unfenced.Find(program) {
		if at := whereCalled(read.At, read.Calls); !at.Pos.System {
			found = append(found, Claim{Finding: unfencedRead(&read, at), Place: Place{read.In, read.At}, Proof: unfencedProof{&read}})
		}
	}
	return found
}

// readWords names the engine that reads. The key states what its instruction does.
var readWords = map[ptx.Action]string{ptx.Copies: "The copy", ptx.Reduces: "The reduction", ptx.Multiplies: "The product"}

// unfencedRead returns the finding about a place as it is before a run has shown its fault.
func unfencedRead(read *unfenced.Read, at *cfg.Instr) Finding {
	words := wordsOfFault(read, &Unfenced{})
	f := ofProgram(asyncProxyFenceKey, Error, read.Root.Name, at.Pos, words.text, words.mark)
	f.Help = words.help
	f.Calls = callsTo(at, read.Calls)
	return f
}

// faultWords holds the texts of a finding: the message, the labels at its place and at the other place, and the advice.
type faultWords struct{ text, mark, other, help string }

const (
	helpToAwait = "let each thread wait for the mbarrier of the copy, for the phase in which the copy completes, or put a barrier behind the wait of another thread"
	helpToOrder = "put a barrier between: __syncthreads(), or an mbarrier at which the threads arrive behind their accesses and for which the copying thread waits"
	helpToFill  = "wait for the mbarrier of the first copy (for the group of a copy out of shared memory or of a product) before this one"
)

// wordsOfFault returns the texts of a finding about the fault that a run has shown at a place.
func wordsOfFault(read *unfenced.Read, shown *Unfenced) faultWords {
	root, engine := read.Root.Name, ""
	if read.Kind == unfenced.Reads || read.Kind == unfenced.Fills {
		engine = readWords[read.At.Engine.Does]
	}
	switch {
	case shown.Fault == unfenced.Refilled:
		return refillWords(root, shown.Other)
	case shown.Fault == unfenced.Overwritten && read.Kind == unfenced.Fills:
		return faultWords{fmt.Sprintf("The copy fills shared memory in %s that another copy or a product may still read", root), "written here by the asynchronous proxy", "read here by the asynchronous proxy", helpToFill}
	case shown.Fault == unfenced.ReachedEarly:
		return earlyWords(read, engine, shown.Other)
	case read.Kind == unfenced.Reads:
		return faultWords{fmt.Sprintf("%s reads shared memory that %s stores without a proxy fence", engine, root), "read here by the asynchronous proxy",
			"stored here", "put fence.proxy.async.shared::cta behind the stores, before the barrier"}
	case read.Kind == unfenced.Fills:
		return faultWords{fmt.Sprintf("%s fills shared memory that %s has read before without a proxy fence", engine, root), "written here by the asynchronous proxy",
			"read here", "put fence.proxy.async.shared::cta behind the reads, before what the copy waits for"}
	}
	return faultWords{fmt.Sprintf("Stores to shared memory in %s that a bulk copy or product may still read", root), "stored here", "read here by the asynchronous proxy",
		"let the thread that commits the copy wait (cp.async.bulk.wait_group.read; each warp for its products: wgmma.wait_group), " +
			"and put a barrier between that and the stores of other threads"}
}

// refillWords returns the texts about a copy into bytes that the instruction `other` uses.
func refillWords(root string, other *cfg.Instr) faultWords {
	words := faultWords{"The copy fills shared memory in %s that threads may still read", "written here by the asynchronous proxy", "read here", helpToOrder}
	switch {
	case unfenced.FillsByEngine(other):
		words.text, words.other, words.help = "The copy fills shared memory in %s that another copy may still fill", "filled here", helpToFill
	case unfenced.MayStore(other):
		words.text, words.other = "The copy fills shared memory in %s to which threads may still store", "stored here"
	}
	words.text = fmt.Sprintf(words.text, root)
	return words
}

// earlyWords returns the texts about an access to bytes that the instruction `other`, a copy or a store, may not have made.
func earlyWords(read *unfenced.Read, engine string, other *cfg.Instr) faultWords {
	root := read.Root.Name
	switch {
	case other.IsCopyByLanes():
		return lateWords(read, engine)
	case read.Kind == unfenced.Reads && !unfenced.FillsByEngine(other):
		return faultWords{fmt.Sprintf("%s reads shared memory in %s that threads may not have stored yet", engine, root), "read here by the asynchronous proxy", "stored here",
			"put fence.proxy.async.shared::cta and then a barrier behind the stores"}
	case read.Kind == unfenced.Reads:
		return faultWords{fmt.Sprintf("%s reads shared memory in %s that a bulk copy may not have brought yet", engine, root), "read here by the asynchronous proxy", "filled here", helpToAwait}
	case read.Kind == unfenced.Overwrites:
		return faultWords{fmt.Sprintf("Stores to shared memory in %s that a bulk copy may still fill", root), "stored here", "filled here", helpToAwait}
	}
	return faultWords{fmt.Sprintf("Reads shared memory in %s that a bulk copy may not have brought yet", root), "read here", "filled here", helpToAwait}
}

// lateWords returns the texts about an access to bytes that a copy of cp.async may not have brought.
func lateWords(read *unfenced.Read, engine string) faultWords {
	root, help := read.Root.Name, "wait for the group of the copy before (cp.async.wait_group, __pipeline_wait_prior), and commit it before the wait"
	switch read.Kind {
	case unfenced.Reads:
		return faultWords{fmt.Sprintf("%s reads shared memory in %s that an asynchronous copy may not have brought yet", engine, root), "read here by the asynchronous proxy", "copied here", help}
	case unfenced.Overwrites:
		return faultWords{fmt.Sprintf("Stores to shared memory in %s that an asynchronous copy may still fill", root), "stored here", "copied here", help}
	}
	return faultWords{fmt.Sprintf("Reads shared memory in %s that an asynchronous copy may not have brought yet", root), "read here", "copied here", help}
}

// unfencedProof proves a claim about a place of package unfenced by a run that has a fault there.
type unfencedProof struct{ read *unfenced.Read }

func (p unfencedProof) needsPlace() bool { return false }

func (p unfencedProof) root() *cfg.Func { return p.read.Root }

// judge reports whether the finding is kept. It is kept if a run shows it. A finding that no run shows becomes
// unconfirmed, and is kept only if the kernel stores to shared memory and has no proxy fence at all.
func (p unfencedProof) judge(r Runs, c *Claim, _ lanes.Reservation) bool {
	if r.Unfenced == nil {
		return false
	}
	shown := r.Unfenced(p.read)
	if shown == nil {
		c.unconfirm(lanes.Reservation{Cause: lanes.Approximated, Text: "no run that was tried reads stored bytes here"})
		c.Key = potentialKeyOf(c.Key)
		return p.read.IsBare
	}
	words := wordsOfFault(p.read, shown)
	c.Message, c.Labels[0].Text, c.Help = words.text, words.mark, words.help
	c.Cases = []Case{{Text: c.Message}}
	if !shown.Other.Pos.System {
		c.Related = append(c.Related, Related{Pos: shown.Other.Pos, Text: words.other})
	}
	if !shown.Always || p.read.Kind == unfenced.Fills && shown.Fault == unfenced.Unfenced {
		c.makePotential()
	}
	c.show(shown.Witness)
	return true
}
