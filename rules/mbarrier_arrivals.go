package rules

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/rules/arrivals"
	"github.com/warpcheck/warpcheck/warp"
)

const mbarrierArrivalsKey = "mbarrier-arrivals"

// barrierFunctions is the text of device functions that the rule's examples use.
const barrierFunctions = `__device__ unsigned at(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }

__device__ void wait(unsigned long long *bar, int parity) {
  unsigned done = 0;
  while (!done)
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                 : "=r"(done) : "r"(at(bar)), "r"(parity) : "memory");
}

__device__ void arrive(unsigned long long *bar) {
  asm volatile("{ .reg .b64 state; mbarrier.arrive.shared::cta.b64 state, [%0]; }" ::"r"(at(bar)) : "memory");
}

`

var mbarrierArrivals = &Rule{
	Key:   mbarrierArrivalsKey,
	Code:  "WC409",
	Title: "An mbarrier gets fewer or more arrivals than its phases need",
	Text: `A phase of an ` + "`mbarrier`" + ` completes when as many threads have arrived as it was initialised for, and as many bytes have come
as were expected. With fewer, a wait for it never ends. With more bytes, it may end too early. With more arrivals, the next
phase may end as well, and a thread that waits for the first one by its parity waits for ever.

Reported are counts outside of 1 to 1,048,575; waits that never end; arrivals that count for more than are missing; arrivals
that may complete a phase before a warp has seen the one before end, as nothing orders them behind its wait; bytes that are
expected behind the arrival that completes their phase; waits whose answer nobody looks at, before a read of what a copy
brings; uses before an initialisation or behind ` + "`mbarrier.inval`" + `; and a second initialisation.

Initialise the barrier with the number of threads that arrive, let one thread expect all bytes by one
` + "`mbarrier.arrive.expect_tx`" + `, and let producers wait for a second barrier, at which consumers arrive when done.`,
	Bad: barrierFunctions + `__global__ void bad(int *out) {
  __shared__ int s[32];
  __shared__ unsigned long long full;
  if (threadIdx.x == 0)
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 33;" ::"r"(at(&full)));
  __syncthreads();
  if (threadIdx.x >= 32) {
    s[threadIdx.x - 32] = threadIdx.x;
    arrive(&full);
  } else {
    wait(&full, 0);
    out[threadIdx.x] = s[31 - threadIdx.x];
  }
}

void launch(int *out) { bad<<<1, 64>>>(out); }
`,
	Good: barrierFunctions + `__global__ void good(int *out) {
  __shared__ int s[32];
  __shared__ unsigned long long full;
  if (threadIdx.x == 0)
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 32;" ::"r"(at(&full)));
  __syncthreads();
  if (threadIdx.x >= 32) {
    s[threadIdx.x - 32] = threadIdx.x;
    arrive(&full);
  } else {
    wait(&full, 0);
    out[threadIdx.x] = s[31 - threadIdx.x];
  }
}

void launch(int *out) { good<<<1, 64>>>(out); }
`,
	Severity: Error,
	Default:  true,
	Program:  findWrongArrivals,
}

var potentiallyMbarrierArrivals = &Rule{
	Key:         "potentially-mbarrier-arrivals",
	Code:        "WC410",
	PotentialOf: mbarrierArrivalsKey,
	Title:       "An mbarrier may get fewer or more arrivals than its phases need",
	Text: `As mbarrier-arrivals, for some value of what the analyser does not know: an argument or loaded data decides who arrives or
waits. The finding comes with such a value (the witness).`,
	Bad: barrierFunctions + `__global__ void bad(int *out, int n) {
  __shared__ unsigned long long full;
  if (threadIdx.x == 0)
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 64;" ::"r"(at(&full)));
  __syncthreads();
  if (threadIdx.x < n)
    arrive(&full);
  wait(&full, 0);
  out[threadIdx.x] = n;
}

void launch(int *out, int n) { bad<<<1, 64>>>(out, n); }
`,
	Good: barrierFunctions + `__global__ void good(int *out, int n) {
  __shared__ unsigned long long full;
  if (threadIdx.x == 0)
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 64;" ::"r"(at(&full)));
  __syncthreads();
  arrive(&full);
  wait(&full, 0);
  if (threadIdx.x < n)
    out[threadIdx.x] = n;
}

void launch(int *out, int n) { good<<<1, 64>>>(out, n); }
`,
	Severity: Warning,
	Question: "each phase of an mbarrier gets the arrivals that it needs",
}

// findWrongArrivals returns a claim for each mbarrier instruction. Runs decide which claims are reported.
func findWrongArrivals(program *cfg.Program) (found []Claim) {
	for _, use := range arrivals.Find(program) {
		at := whereCalled(use.At, use.Calls)
		if at.Pos.System {
			continue
		}
		f := ofProgram(mbarrierArrivalsKey, Error, use.Root.Name, at.Pos, "", "")
		f.Calls = callsTo(at, use.Calls)
		found = append(found, Claim{Finding: f, Place: Place{use.In, use.At}, Proof: arrivalsProof{&use}})
	}
	return found
}

// arrivalsProof is the proof of a claim about an mbarrier instruction: a run that uses the mbarrier wrongly there.
type arrivalsProof struct{ use *cfg.Called }

func (p arrivalsProof) needsPlace() bool { return false }

func (p arrivalsProof) root() *cfg.Func { return p.use.Root }

// judge reports whether the finding is kept. It is kept only if a run shows it, and then gets the texts of the fault in
// this run.
func (p arrivalsProof) judge(r Runs, c *Claim, _ lanes.Reservation) bool {
	if r.Arrivals == nil {
		return false
	}
	shown := r.Arrivals(p.use)
	if shown == nil {
		return false
	}
	if !shown.Always {
		c.makePotential()
	}
	c.Message, c.Labels[0].Text, c.Help = useText(p.use, shown), useMarks[shown.Kind], useHelp[shown.Kind]
	if shown.Kind == arrivals.NeverCompleted && p.use.At.Engine != nil && p.use.At.Engine.Has("parity") {
		c.Help += "; or wait for the parity of this phase: 0 for the first, 1 for the second, and so on in turn"
	}
	c.Cases = []Case{{Text: c.Message}}
	if shown.Other != nil {
		c.Related = append(c.Related, Related{Pos: shown.Other.Pos, Text: otherMarks[shown.Kind]})
	}
	c.show(shown.Witness)
	return true
}

var useMarks = [...]string{
	arrivals.WrongCount: "this count", arrivals.NeverCompleted: "waits here", arrivals.TooMany: "arrives here",
	arrivals.Overtakes: "arrives here", arrivals.ExpectsLate: "expected here",
	arrivals.Unheeded: "goes on here, whatever the answer is", arrivals.UsedEarly: "used here",
	arrivals.NeverInitialised: "used here", arrivals.InitialisedAgain: "initialised here",
	arrivals.UsedAfterEnd: "used here", arrivals.EndsEarly: "ended here",
}

// otherMarks holds the labels at the second place of a fault (Fault.Other).
var otherMarks = map[arrivals.Kind]string{
	arrivals.Overtakes: "waited for here", arrivals.Unheeded: "read here", arrivals.UsedEarly: "initialised here",
	arrivals.UsedAfterEnd: "ended here", arrivals.EndsEarly: "used here",
}

var useHelp = [...]string{
	arrivals.WrongCount:       "initialise the mbarrier with the number of threads that arrive in each phase",
	arrivals.NeverCompleted:   "let as many threads arrive, and as many bytes come, as the mbarrier is told to wait for",
	arrivals.TooMany:          "arrive for no more threads than the mbarrier was initialised with",
	arrivals.Overtakes:        "initialise the mbarrier with the number of threads that arrive, or arrive again only behind what the waiting threads signal when they have waited",
	arrivals.ExpectsLate:      "expect the bytes before or by the arrival (mbarrier.arrive.expect_tx)",
	arrivals.Unheeded:         "wait in a loop until the answer is true",
	arrivals.UsedEarly:        "put __syncthreads() behind the initialisation, or another barrier at which all users wait",
	arrivals.NeverInitialised: "initialise it (mbarrier.init, or init of cuda::barrier) by one thread, and put __syncthreads() behind that",
	arrivals.InitialisedAgain: "let one thread initialise it once, or end it by mbarrier.inval before",
	arrivals.UsedAfterEnd:     "put mbarrier.inval behind the last use, or initialise the mbarrier again",
	arrivals.EndsEarly:        "put __syncthreads() before mbarrier.inval, behind the waits of all threads",
}

// useText returns the message about a wrong use of an mbarrier.
func useText(use *cfg.Called, shown *arrivals.Fault) string {
	barrier := cmp.Or(shown.Barrier, "an mbarrier")
	may := func(is, may string) string {
		if shown.Always {
			return is
		}
		return may
	}
	switch shown.Kind {
	case arrivals.WrongCount:
		return fmt.Sprintf("Initialises %s for %d arrivals in %s: 1 to 1048575 are possible", barrier, shown.Count, use.Root.Name)
	case arrivals.NeverCompleted:
		if shown.Bytes < 0 {
			return fmt.Sprintf("Thread %d may go on too early, or never, in %s: %d bytes more come than a phase of %s expects", shown.Thread, use.Root.Name, -shown.Bytes, barrier)
		}
		return fmt.Sprintf("Thread %d %s for ever in %s for a phase of %s%s", shown.Thread, may("waits", "may wait"), use.Root.Name, barrier, missing(shown))
	case arrivals.TooMany:
		return fmt.Sprintf("Arrives at %s in %s for more threads than the %d that are missing", barrier, use.Root.Name, shown.Pending)
	case arrivals.Overtakes:
		return fmt.Sprintf("Arrives at %s in %s and may complete a phase before warp %d has seen the one before it end", barrier, use.Root.Name, shown.OtherThread/warp.Size)
	case arrivals.NeverInitialised:
		return fmt.Sprintf("Thread %d uses %s in %s, which no thread has initialised", shown.Thread, barrier, use.Root.Name)
	case arrivals.InitialisedAgain:
		return fmt.Sprintf("Thread %d initialises %s in %s, which has not been ended", shown.Thread, barrier, use.Root.Name)
	case arrivals.UsedAfterEnd:
		return fmt.Sprintf("Thread %d uses %s in %s behind its end", shown.Thread, barrier, use.Root.Name)
	case arrivals.EndsEarly:
		return fmt.Sprintf("Thread %d ends %s in %s, which thread %d may still use", shown.Thread, barrier, use.Root.Name, shown.OtherThread)
	case arrivals.UsedEarly:
		return fmt.Sprintf("Thread %d may use %s in %s before thread %d has initialised it", shown.Thread, barrier, use.Root.Name, shown.OtherThread)
	}
	if shown.Kind == arrivals.Unheeded {
		return fmt.Sprintf("Nobody looks at the answer of the wait for %s in %s, and thread %d %s too early", barrier, use.Root.Name, shown.Thread, may("reads", "may read"))
	}
	return fmt.Sprintf("Expects bytes at %s in %s behind the arrival that completes their phase", barrier, use.Root.Name)
}

// missing returns a phrase for the arrivals and bytes that a phase still lacks, or "" if there is nothing to state. It
// leaves out the arrivals if none has been made yet.
func missing(shown *arrivals.Fault) string {
	var lacks []string
	if shown.Pending > 0 && shown.Pending < shown.Count {
		lacks = append(lacks, fmt.Sprintf("%d of %d arrivals", shown.Pending, shown.Count))
	}
	if shown.Bytes > 0 {
		lacks = append(lacks, fmt.Sprintf("%d bytes", shown.Bytes))
	}
	if lacks == nil {
		return ""
	}
	return " that lacks " + strings.Join(lacks, " and ")
}
