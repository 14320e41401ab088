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

// A claim is a line of a kernel that says how much the trace knows of the lanes that come there:
//
//	surely(c);         c holds for each of them, in every execution
//	unlessBroken(c);   in every execution in which no collective was broken before, and not in every one
//	perhaps(c);        not even in these, and the concrete machine has one in which it does not hold
//	beyond(c);         it is not known, although the concrete machine has none
//
// With "mask m" in place of c it is that m names the lanes that come there, and no others; with "present m" that
// all come whom m names.

// knowledge is what a claim says.
type knowledge int

const (
	surely knowledge = iota
	unlessBroken
	unknown
)

var words = map[string]knowledge{"surely": surely, "unlessBroken": unlessBroken, "perhaps": unknown, "beyond": unknown}

// claim finds one.
var claim = regexp.MustCompile(`\b(surely|unlessBroken|perhaps|beyond)\((mask |present )?(.*)\);`)

// asCollectives makes a collective of each claim: for the lanes for which it does not hold, or with the mask.
func asCollectives(text string) string {
	return claim.ReplaceAllStringFunc(text, func(line string) string {
		if part := claim.FindStringSubmatch(line); part[2] == "" {
			return "if (!(" + part[3] + ")) __syncwarp(0);"
		} else {
			return "__syncwarp(" + part[3] + ");"
		}
	})
}

// claimed is a claim of a text and where it stands.
type claimed struct {
	line             int
	word, form, what string
}

// isAt reports the collective that stands for the claim.
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

// violations are formulas; if the claim is violated at an event, one of them holds.
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

// known is what a trace says of a claim.
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

// none reports that no formula holds, in a view, in any execution that reaches an event.
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

// disproved are the claims that do not hold on some input, before any other collective is broken.
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

// untilBrokenElsewhere are the rendezvous before the first that breaks a rule and is no claim.
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

// holds reports a rendezvous at which a claim about a mask holds: at that of another claim it does not.
func (c claimed) holds(r *sim.Rendezvous) bool {
	for l := range warp.Size {
		named := warp.Lanes(r.Masks[l])
		if r.Converged.Has(l) && (named&^r.Converged != 0 || c.form == "mask" && named != r.Converged) {
			return false
		}
	}
	return c.form != ""
}

// checkClaims holds what the trace of a kernel knows against its claims, and the claims against the concrete machine.
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
