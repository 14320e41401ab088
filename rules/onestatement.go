package rules

import (
	"slices"
)

// OncePerStatement makes one finding of the races that the accesses of one statement have in the same kernels, as the
// load and the store of s[i] += s[i + 8] do: one speaks, the first that races with an access of another statement, and
// the others are told beside it. Findings come and are returned in the order of [Compare]; it is asked when each has its
// repair.
func OncePerStatement(findings []Finding) []Finding {
	var told []Finding
	for _, f := range findings {
		speaker := slices.IndexFunc(told, func(one Finding) bool { return one.isInStatementOf(&f) })
		if speaker < 0 {
			told = append(told, f)
			continue
		}
		if told[speaker].racesWithinStatement() && !f.racesWithinStatement() {
			told[speaker], f = f, told[speaker]
		}
		told[speaker].tellBeside(&f)
	}
	slices.SortStableFunc(told, Compare)
	return told
}

// racesWithinStatement reports an earlier access in the same statement.
func (f *Finding) racesWithinStatement() bool {
	return slices.ContainsFunc(f.Related, func(r Related) bool { return f.Statement.Holds(r.Pos) })
}

// isInStatementOf reports accesses of one statement that race in the same kernels, as certainly.
func (f *Finding) isInStatementOf(other *Finding) bool {
	return f.isOfAccess() && f.Statement.Line != 0 && f.Statement.IsAt(other.Statement) && f.Key == other.Key &&
		f.Certainty == other.Certainty && slices.Equal(f.Kernels, other.Kernels)
}

func (f *Finding) isOfAccess() bool {
	rule := ByKey(f.Key)
	return rule != nil && rule.Definite().OfAccesses
}

// tellBeside adds another finding of the statement. There is a repair where each of them has one.
func (f *Finding) tellBeside(other *Finding) {
	f.Related = append(slices.Clone(f.Related), Related{Pos: other.Pos, Text: other.Message})
	f.addRelated(other.Related)
	switch {
	case f.Repair == nil:
	case other.Repair == nil:
		f.Repair, f.Unrepaired = nil, other.Unrepaired
	default:
		f.Repair = f.Repair.with(other.Repair)
	}
}

// with is one repair that makes the edits of two.
func (r *Repair) with(other *Repair) *Repair {
	both := *r
	both.Unsafe = r.Unsafe || other.Unsafe
	both.Edits = slices.Clone(r.Edits)
	for _, e := range other.Edits {
		if !slices.Contains(both.Edits, e) {
			both.Edits = append(both.Edits, e)
		}
	}
	return &both
}
