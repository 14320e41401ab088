package rules

import (
	"fmt"
	"slices"

	"github.com/warpcheck/warpcheck/internal/distinct"
)

// OncePerStatement joins the races of one statement in the same kernels into one finding. For example, both the load
// and the store of s[i] += s[i + 8] may race. It keeps the first race with another statement, and adds the others as
// related places. findings must be in the order of [Compare], and must have their repairs already. The result is in
// that order, too.
func OncePerStatement(findings []Finding) []Finding {
	var reported []Finding
	for _, f := range findings {
		found := slices.IndexFunc(reported, func(r Finding) bool { return r.isInStatementOf(&f) })
		if found < 0 {
			reported = append(reported, f)
			continue
		}
		if reported[found].racesWithinStatement() && !f.racesWithinStatement() {
			reported[found], f = f, reported[found]
		}
		reported[found].absorb(&f)
	}
	for i := range reported {
		reported[i].numberRaces()
	}
	slices.SortStableFunc(reported, Compare)
	return reported
}

// racesWithinStatement reports whether an earlier access is in the statement of the finding.
func (f *Finding) racesWithinStatement() bool {
	return slices.ContainsFunc(f.Related, func(r Related) bool { return f.Statement.Holds(r.Pos) })
}

// isInStatementOf reports whether the findings f and other are races at accesses of one statement, in the same kernels,
// with the same certainty.
func (f *Finding) isInStatementOf(other *Finding) bool {
	return f.isOfAccess() && f.Statement.Line != 0 && f.Statement.IsAt(other.Statement) && f.Key == other.Key &&
		f.Certainty == other.Certainty && slices.Equal(f.Kernels, other.Kernels)
}

func (f *Finding) isOfAccess() bool {
	rule := ByKey(f.Key)
	return rule != nil && rule.Definite().OfAccesses
}

// absorb adds another finding of the same statement to f, and joins their helps and their repairs. If one of them has
// no repair, f has none afterwards.
func (f *Finding) absorb(other *Finding) {
	last := f.lastRace()
	f.Related = append(slices.Clone(f.Related), Related{Pos: other.Pos, Text: other.Cases[0].withoutContexts(), Race: last + 1})
	beside := slices.Clone(other.Related)
	for i := range beside {
		beside[i].Race += last + 1
	}
	f.addRelated(beside)
	if f.Help != other.Help && f.Advice == "" && other.Advice == "" {
		f.Help += "; and " + other.Help
	}
	switch {
	case f.Repair == nil:
	case other.Repair == nil:
		f.Repair, f.Unrepaired = nil, other.Unrepaired
	default:
		f.Repair = f.Repair.with(other.Repair)
	}
}

// lastRace returns the number of the races that were joined with that of the finding.
func (f *Finding) lastRace() (last int) {
	for _, r := range f.Related {
		last = max(last, r.Race)
	}
	return last
}

// numberRaces writes in the texts of a finding of several races to which of them each access belongs.
func (f *Finding) numberRaces() {
	if f.lastRace() == 0 {
		return
	}
	f.Related, f.Labels = slices.Clone(f.Related), slices.Clone(f.Labels)
	for i := range f.Related {
		if r := &f.Related[i]; r.Race > 0 || r.IsEarlier {
			r.Text = fmt.Sprintf("(%d) %s", r.Race+1, r.Text)
		}
	}
	for i := range f.Labels {
		if l := &f.Labels[i]; l.Primary {
			l.Text = "(1) " + l.Text
		}
	}
}

// with returns a repair that makes the edits of both repairs.
func (r *Repair) with(other *Repair) *Repair {
	both := *r
	both.Unsafe = r.Unsafe || other.Unsafe
	both.Edits = slices.Clone(r.Edits)
	for _, e := range other.Edits {
		both.Edits = distinct.Append(both.Edits, e)
	}
	return &both
}
