package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// explainLanes writes what the interpreter knows about each collective in each context and about each access to shared
// memory that may race, with the verdict of each rule.
func explainLanes(w io.Writer, program *cfg.Program, model warp.Model) {
	result := lanes.Analyze(program, lanes.Options{
		Model: model, Races: true, BlockRaces: true,
		See: func(facts []*lanes.Fact) {
			for _, f := range facts {
				explainFact(w, f)
			}
		},
	})
	for _, n := range result.Notes {
		fmt.Fprintf(w, "%s: not modelled: %s\n", at(n.Pos), n.Reason)
	}
}

func explainFact(w io.Writer, f *lanes.Fact) {
	what := "access to shared memory"
	if !f.IsOfAccess() {
		what = f.Site.Collective.Name
	}
	fmt.Fprintf(w, "%s: %s in %s, %s\n", at(f.Pos), what, f.Context.Root.Name, circumstances(&f.Context))
	e := f.Explain()
	explainBeliefs(w, "  arrives when", e.Guard)
	explainBeliefs(w, "  mask", f.MaskInHex())
	explainBeliefs(w, "  has left when", e.Left)
	for _, r := range e.Races {
		fmt.Fprintf(w, "  lanes %v may race with %s for %s\n", r.Lanes, at(r.Earlier), r.Object)
		explainBeliefs(w, "    from byte", r.At)
	}
	for _, l := range e.Loops {
		fmt.Fprintf(w, "  loop at %s, in iteration k\n", at(l.Pos))
		explainBeliefs(w, "    goes on when", l.Stays)
		for _, v := range l.Variables {
			fmt.Fprintf(w, "    invariant: %s\n", v)
		}
	}
	if !f.Imprecision.IsNone() {
		fmt.Fprintf(w, "  not exact: %s\n", f.Imprecision.Reason)
	}
	for _, rule := range rules.All() {
		if rule.Ask == nil || rule.OfAccesses != f.IsOfAccess() || rule.OfWarps != f.IsBetweenWarps() {
			continue
		}
		for _, v := range rule.Ask(f) {
			explainVerdict(w, rule, &v)
		}
	}
}

// mostBeliefs is the number of groups of lanes that are printed for one vector of formulas.
const mostBeliefs = 4

func explainBeliefs(w io.Writer, heading string, list []lanes.Belief) {
	for i, b := range list {
		if i == mostBeliefs {
			fmt.Fprintf(w, "%s: ... for %d groups of lanes more\n", heading, len(list)-i)
			return
		}
		fmt.Fprintf(w, "%s: lanes %v: %s\n", heading, b.Lanes, b.Text)
	}
}

var certainties = map[lanes.Certainty]string{
	lanes.Definite:    "definite: in every execution that comes here",
	lanes.Potential:   "potential: in some execution",
	lanes.Undecided:   "undecided",
	lanes.Unconfirmed: "unconfirmed: perhaps in some execution",
}

// reasons holds the words for why a verdict is undecided.
var reasons = map[lanes.Openness]string{
	lanes.OutOfBudget: "a budget ran out",
	lanes.NotPerLane:  "only values that differ from lane to lane would break it",
}

func explainVerdict(w io.Writer, rule *rules.Rule, v *lanes.Verdict) {
	fmt.Fprintf(w, "  %s is broken, %s\n", rule.Key, certainties[v.Certainty])
	if v.Certainty == lanes.Undecided {
		fmt.Fprintf(w, "    because %s\n", reasons[v.Open])
	} else {
		fmt.Fprintf(w, "    by lanes %v; lanes %v arrive, %v are elsewhere, %v have exited\n",
			v.Lanes, v.Arrives, v.Elsewhere, v.Exited)
	}
	for _, s := range v.Splits {
		fmt.Fprintf(w, "    lanes part at %s\n", at(s.Pos))
	}
	for _, p := range v.Related {
		fmt.Fprintf(w, "    with %s\n", at(p))
	}
	if !v.Reservation.IsNone() {
		fmt.Fprintf(w, "    not exact: %s\n", v.Reservation)
	}
	if len(v.RestsOn) > 0 {
		fmt.Fprintf(w, "    depends on %s\n", strings.Join(v.RestsOn, ", "))
	}
}

// circumstances describes a context in words: the execution model of the lanes, the shape of the block if it is known,
// and each call on the path from the root to the collective or access that the context is for.
func circumstances(c *lanes.Context) string {
	s := c.Model.String() + " model"
	if c.Shape != nil {
		s += ", block " + c.Shape.String()
	}
	for _, p := range c.Path {
		s += ", called at " + at(p)
	}
	return s
}

func at(p source.Pos) string { return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column) }
