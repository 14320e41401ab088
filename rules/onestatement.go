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
	var statements [][]Finding
	for _, f := range findings {
		at := slices.IndexFunc(statements, func(of []Finding) bool { return of[0].isInStatementOf(&f) })
		if at < 0 {
			statements = append(statements, []Finding{f})
			continue
		}
		statements[at] = append(statements[at], f)
	}
	var reported []Finding
	for _, races := range statements {
		reported = append(reported, joined(races))
	}
	slices.SortStableFunc(reported, Compare)
	return reported
}

// joined joins the races of one statement. If there are several, they are numbered in the texts about their accesses.
func joined(races []Finding) Finding {
	first := max(slices.IndexFunc(races, func(f Finding) bool { return !f.racesWithinStatement() }), 0)
	f := races[first]
	if len(races) > 1 {
		f.markFirst()
	}
	for n, other := range slices.Delete(slices.Clone(races), first, first+1) {
		f.absorb(&other, n+2)
	}
	return f
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

// markFirst writes in the texts about the accesses of a finding that its race is the first of several.
func (f *Finding) markFirst() {
	f.Related, f.Labels = slices.Clone(f.Related), slices.Clone(f.Labels)
	for i := range f.Related {
		if r := &f.Related[i]; r.IsEarlier {
			r.Text = numbered(1, r.Text)
		}
	}
	for i := range f.Labels {
		if l := &f.Labels[i]; l.Primary {
			l.Text = numbered(1, l.Text)
		}
	}
}

// numbered puts the number of a race in front of a text about it.
func numbered(race int, text string) string { return fmt.Sprintf("(%d) %s", race, text) }

// absorb adds another finding of the same statement to f, as the race with a number, and joins their helps and their
// repairs. If one of them has no repair, f has none afterwards.
func (f *Finding) absorb(other *Finding, number int) {
	f.Related = append(slices.Clone(f.Related), Related{Pos: other.Pos, Text: numbered(number, other.Cases[0].withoutContexts())})
	beside := slices.Clone(other.Related)
	for i := range beside {
		beside[i].Text = numbered(number, beside[i].Text)
	}
	f.addRelated(beside)
	if f.Help != other.Help && f.Advice.Text == "" && other.Advice.Text == "" {
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

// with returns a repair that makes the edits of both repairs.
func (r *Repair) with(other *Repair) *Repair {
	both := *r
	both.Unsafe = r.Unsafe || other.Unsafe
	both.Edits = distinct.Append(slices.Clone(r.Edits), other.Edits...)
	return &both
}
