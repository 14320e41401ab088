package exec

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/sim"
	"github.com/warpcheck/warpcheck/warp"
)

// A claim is a line of a kernel that states how much the trace knows about the lanes that reach it:
//
//	surely(c);         c holds for each of them, in every execution
//	unlessBroken(c);   c holds in every execution in which no collective was broken before, but not in every execution
//	perhaps(c);        c need not hold even then, and the concrete machine has an execution in which it does not
//	beyond(c);         it is not known whether c holds, although it does in all executions of the concrete machine
//
// With "mask m" in place of c, the claim is that m names exactly the lanes that reach it; with "present m", that all
// lanes that m names reach it.

// knowledge is how much a claim states.
type knowledge int

const (
	surely knowledge = iota
	unlessBroken
	unknown
)

var words = map[string]knowledge{"surely": surely, "unlessBroken": unlessBroken, "perhaps": unknown, "beyond": unknown}

// claim matches a claim.
var claim = regexp.MustCompile(`\b(surely|unlessBroken|perhaps|beyond)\((mask |present )?(.*)\);`)

// asCollectives replaces each claim by a collective, which lanes reach only if the claim does not hold for them, or
// which has the claim's mask.
func asCollectives(text string) string {
	return claim.ReplaceAllStringFunc(text, func(line string) string {
		if part := claim.FindStringSubmatch(line); part[2] == "" {
			return "if (!(" + part[3] + ")) __syncwarp(0);"
		} else {
			return "__syncwarp(" + part[3] + ");"
		}
	})
}

// claimed is a claim in a text, with its line.
type claimed struct {
	line             int
	word, form, what string
}

// isAt reports whether i is the collective that replaces the claim.
func (c claimed) isAt(i *cfg.Instr) bool {
	return i.Pos.Line == c.line && i.Op == cfg.Collective_ && i.Collective.Class.Kind == cfg.SyncWarp
}

func claimsOf(text string) (list []claimed) {
	for n, line := range strings.Split(text, "\n") {
		if part := claim.FindStringSubmatch(line); part != nil {
			list = append(list, claimed{n + 1, part[1], strings.TrimSpace(part[2]), part[3]})
		}
	}
	return list
}

// violations returns formulas: if the claim is violated at an event, one of them holds.
func (c claimed) violations(in *interp, e *trace.Event) (list []*term.Term) {
	if c.form == "" {
		return e.Guard.Distinct()
	}
	for l := range warp.Size {
		for o := range warp.Size {
			names := in.t.Bit(e.Mask.At(l), o)
			list = append(list, in.t.And(e.Guard.At(l), names, in.t.Not(e.Guard.At(o))))
			if c.form == "mask" {
				list = append(list, in.t.And(e.Guard.At(l), in.t.Not(names), e.Guard.At(o)))
			}
		}
	}
	return list
}

// known returns what a trace knows about a claim, and whether any lane reaches it.
func (c claimed) known(in *interp) (k knowledge, comes bool) {
	for _, e := range in.log.Events {
		if !c.isAt(e.Instr) {
			continue
		}
		comes = true
		unbroken := func(f *term.Term) *term.Term { return in.unknowns.Unbroken(f) }
		asItIs := func(f *term.Term) *term.Term { return f }
		switch bad := c.violations(in, e); {
		case none(in, e, bad, asItIs):
		case none(in, e, bad, unbroken):
			k = max(k, unlessBroken)
		default:
			k = unknown
		}
	}
	return k, comes
}

// none reports whether no formula holds, in a view, in any execution that reaches an event.
func none(in *interp, e *trace.Event, formulas []*term.Term, view func(*term.Term) *term.Term) bool {
	premise := in.Trace.Launch.Assumption
	for _, lanes := range in.memory.RuledOut() {
		premise = in.t.And(premise, in.t.Not(in.t.Or(lanes.List()...)))
	}
	never := func(f *term.Term) bool {
		f = view(in.prover.With(in.t.And(premise, f), e.Known))
		if in.prover.Contradictory(f) {
			return true
		}
		answer, _ := in.prover.Satisfiable(f)
		return answer == smt.No
	}
	return never(in.t.Or(formulas...)) || !slices.ContainsFunc(formulas, func(f *term.Term) bool { return !never(f) })
}

// claimInputs are tried one after the other.
var claimInputs = func() (list []input) {
	for _, data := range []func(i int64) uint32{
		func(int64) uint32 { return 0 },
		func(i int64) uint32 { return uint32(max(0, min(i, 40-i))) },
		func(i int64) uint32 { return uint32(i*7+1) % 4 },
		func(i int64) uint32 { return uint32(max(0, i-20)) % 3 },
	} {
		for _, n := range []int{5, 1, 0, -2, 48} {
			list = append(list, input{n, data})
		}
	}
	return list
}()

// disproved returns the claims that do not hold on some input, before any other collective is broken.
func disproved(root *cfg.Func, claims []claimed) map[claimed]bool {
	of := func(site *cfg.Instr) int {
		return slices.IndexFunc(claims, func(c claimed) bool { return c.isAt(site) })
	}
	found := map[claimed]bool{}
	for _, i := range claimInputs {
		for _, r := range untilBrokenElsewhere(i.simulate(root, oneWarp), of) {
			if n := of(r.Site); n >= 0 && !claims[n].holds(r) {
				found[claims[n]] = true
			}
		}
	}
	return found
}

// untilBrokenElsewhere returns the rendezvous before the first one that breaks a rule and replaces no claim.
func untilBrokenElsewhere(run *sim.Outcome, claim func(site *cfg.Instr) int) []*sim.Rendezvous {
	broken := map[*sim.Rendezvous]bool{}
	for _, v := range run.Violations {
		broken[v.Rendezvous] = claim(v.Rendezvous.Site) < 0
	}
	if n := slices.IndexFunc(run.Rendezvous, func(r *sim.Rendezvous) bool { return broken[r] }); n >= 0 {
		return run.Rendezvous[:n]
	}
	return run.Rendezvous
}

// holds reports whether a claim about a mask holds at a rendezvous. If the rendezvous replaces another claim, it does
// not.
func (c claimed) holds(r *sim.Rendezvous) bool {
	for l := range warp.Size {
		named := warp.Lanes(r.Masks[l])
		if r.Converged.Has(l) && (named&^r.Converged != 0 || c.form == "mask" && named != r.Converged) {
			return false
		}
	}
	return c.form != ""
}

// checkClaims compares what the trace of a kernel knows with its claims, and the claims with the concrete machine.
func checkClaims(t *testing.T, text string) {
	t.Helper()
	in, claims := interpretText(t, asCollectives(text), oneWarp, nil), claimsOf(text)
	wrong := disproved(in.Trace.Root, claims)
	for _, c := range claims {
		known, comes := c.known(in)
		about := fmt.Sprintf("%s(%s %s) in line %d", c.word, c.form, c.what, c.line)
		if known != words[c.word] || c.form != "" && !comes {
			t.Errorf("%s: known is %d, and that lanes come there %t", about, known, comes)
		}
		if wrong[c] != (c.word == "perhaps") {
			t.Errorf("%s: that it does not hold on some input is %t", about, wrong[c])
		}
	}
}
