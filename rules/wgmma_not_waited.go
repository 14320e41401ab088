package rules

import (
	"fmt"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/internal/linetext"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/rules/inflight"
	"github.com/warpcheck/warpcheck/source"
)

const (
	wgmmaNotWaitedKey            = "wgmma-not-waited"
	potentiallyWgmmaNotWaitedKey = "potentially-wgmma-not-waited"
)

var wgmmaNotWaited = &Rule{
	Key:   wgmmaNotWaitedKey,
	Code:  "WC405",
	Title: "Registers of a product are used while it is computed, or without a fence before",
	Text: "A product of matrices by `wgmma.mma_async` goes on after the instruction. Until `wgmma.wait_group` has waited for its\n" +
		"group, its accumulators and the registers with a fragment of the matrix A must not be read or written: what they\n" +
		"hold is undefined. `wgmma.wait_group n` leaves the last n groups in flight, and a product is in no group before\n" +
		"`wgmma.commit_group`.\n\n" +
		"`wgmma.fence` must come before the first product, and between an access of registers and a product that uses them.\n" +
		"Products of one shape that add to the same accumulators need none between.\n\n" +
		"Wait before the access, or put the fence in front of the product.",
	Bad: `__global__ void bad(float *out, unsigned long long a, unsigned long long b) {
  float d[4] = {};
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
  asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "l"(a), "l"(b));
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
  out[threadIdx.x] = d[0];
}

void launch(float *out, unsigned long long a, unsigned long long b) { bad<<<1, 128>>>(out, a, b); }
`,
	Good: `__global__ void good(float *out, unsigned long long a, unsigned long long b) {
  float d[4] = {};
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
  asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "l"(a), "l"(b));
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
  asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
  out[threadIdx.x] = d[0];
}

void launch(float *out, unsigned long long a, unsigned long long b) { good<<<1, 128>>>(out, a, b); }
`,
	Severity: Error,
	Default:  true,
	Program:  findProductsInFlight,
}

var potentiallyWgmmaNotWaited = &Rule{
	Key:         potentiallyWgmmaNotWaitedKey,
	Code:        "WC406",
	PotentialOf: wgmmaNotWaitedKey,
	Title:       "Registers of a product may be used while it is computed, or without a fence",
	Text: `As wgmma-not-waited, for some value of what the analyser does not know: an argument or loaded data decides whether the
kernel waits. The finding comes with such a value (the witness).`,
	Bad: `__global__ void bad(float *out, unsigned long long a, unsigned long long b, int waits) {
  float d[4] = {};
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
  asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "l"(a), "l"(b));
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
  if (waits > 1)
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
  out[threadIdx.x] = d[0];
}

void launch(float *out, unsigned long long a, unsigned long long b, int waits) { bad<<<1, 128>>>(out, a, b, waits); }
`,
	Good: `__global__ void good(float *out, unsigned long long a, unsigned long long b, int waits) {
  float d[4] = {};
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
  asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "l"(a), "l"(b));
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
  asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
  out[threadIdx.x] = waits > 1 ? d[0] : 0;
}

void launch(float *out, unsigned long long a, unsigned long long b, int waits) { good<<<1, 128>>>(out, a, b, waits); }
`,
	Severity: Warning,
	Question: "no registers of a product are used before it is waited for",
}

// findProductsInFlight returns a claim for each access to registers of a product in flight, and for each product
// without a fence.
func findProductsInFlight(program *cfg.Program) (found []Claim) {
	for _, fault := range oncePerLine(inflight.Find(program)) {
		found = append(found, Claim{Finding: productFault(&fault), Place: Place{fault.In, fault.At}, Proof: flightProof{&fault}})
	}
	return found
}

// oncePerLine keeps one fault for each product and line of a kernel, preferably a certain one. For example, a sum of
// four accumulators in one line needs only one wait.
func oncePerLine(faults []inflight.Fault) (kept []inflight.Fault) {
	type cause struct {
		root  *cfg.Func
		kind  inflight.Kind
		other *cfg.Instr
		path  string
		file  string
		line  int
	}
	index := map[cause]int{}
	for _, f := range faults {
		key := cause{f.Root, f.Kind, f.Other, fmt.Sprint(f.Path()), f.At.Pos.File, f.At.Pos.Line}
		switch i, isKnown := index[key]; {
		case !isKnown:
			index[key] = len(kept)
			kept = append(kept, f)
		case f.Always && !kept[i].Always:
			kept[i] = f
		}
	}
	return kept
}

func productFault(fault *inflight.Fault) Finding {
	at := fault.At
	for n := len(fault.Calls) - 1; n >= 0 && at.Pos.System; n-- {
		at = fault.Calls[n]
	}
	name, text, help := fault.Name, "", ""
	if name == "" {
		name = "a register"
	}
	switch fault.Kind {
	case inflight.Accessed:
		text = fmt.Sprintf("Uses %s while the product of %s may still be computed, in %s", name, linetext.Of(otherPlace(fault)), fault.Root.Name)
		help = "commit the product and wait for its group (wgmma.wait_group) before"
	case inflight.Unfenced:
		text = fmt.Sprintf("Begins a product with %s, used in %s, with no wgmma.fence between, in %s", name, linetext.Of(otherPlace(fault)), fault.Root.Name)
		help = "put a wgmma.fence in front of the product, behind what it uses"
	case inflight.FirstUnfenced:
		text = fmt.Sprintf("Begins the first product of %s with no wgmma.fence before", fault.Root.Name)
		help = "put a wgmma.fence in front of the product"
	}
	key, severity := wgmmaNotWaitedKey, Error
	if !fault.Always {
		key, severity = potentiallyWgmmaNotWaitedKey, Warning
	}
	f := ofProgram(key, severity, fault.Root.Name, at.Pos, text, "before it is done")
	f.Help = help
	if fault.Other != nil {
		f.Related = []Related{{Pos: otherPlace(fault), Text: map[inflight.Kind]string{inflight.Accessed: "the product", inflight.Unfenced: "used here"}[fault.Kind]}}
	}
	f.Calls = callsTo(at, fault.Calls)
	return f
}

// otherPlace returns the place of the other instruction of a fault. If the other instruction is in another function, it
// returns the place of a call that reaches it. This call is in the innermost function on both call paths.
func otherPlace(fault *inflight.Fault) source.Pos {
	n := 0
	for n < min(len(fault.Calls), len(fault.OtherCalls)) && fault.Calls[n] == fault.OtherCalls[n] {
		n++
	}
	if n < len(fault.OtherCalls) {
		return fault.OtherCalls[n].Pos
	}
	return fault.Other.Pos
}

// flightProof is the proof of a claim about registers of a product. If each execution that reaches the place breaks the
// rule, the proof is a run that reaches the place. Otherwise it is a run that breaks the rule there.
type flightProof struct{ fault *inflight.Fault }

func (p flightProof) needsPlace() bool { return p.fault.Always }

// root returns nil, because whether an execution reaches the place is found out for all claims together.
func (p flightProof) root() *cfg.Func { return nil }

func (p flightProof) judge(r Runs, c *Claim, reservation lanes.Reservation) bool {
	switch shown := p.run(r, reservation); {
	case p.fault.Always && reservation.IsNone():
	case p.fault.Always && shown != nil:
		c.Witness = inputLines(shown)
	case p.fault.Always:
		c.unconfirm(reservation)
	case shown != nil:
		c.Certainty = lanes.Potential
		c.show(shown)
	default:
		c.unconfirm(lanes.Reservation{Cause: lanes.Approximated, Text: "no run that was tried uses the registers so"})
	}
	return true
}

// run returns the input of a run that uses the registers. It returns nil if none is found or none is needed.
func (p flightProof) run(r Runs, reservation lanes.Reservation) *lanes.Witness {
	if r.Flight == nil || p.fault.Always && reservation.IsNone() {
		return nil
	}
	return r.Flight(p.fault)
}
