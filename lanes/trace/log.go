package trace

import "slices"

// Mark is how much a log held at some point: what was recorded since can be read, kept or forgotten.
type Mark struct{ events, retired, branches, summaries, accesses, uses int }

// Marked is the mark of all that is recorded so far.
func (l *Log) Marked() Mark {
	return Mark{len(l.Events), len(l.Retired), len(l.Branches), len(l.Summaries), len(l.Accesses), len(l.Uses)}
}

// Since is what was recorded after a mark. It shares its entries with the log: BackTo frees them.
func (l *Log) Since(m Mark) Log {
	return Log{l.Events[m.events:], l.Retired[m.retired:], l.Branches[m.branches:], l.Summaries[m.summaries:],
		l.Accesses[m.accesses:], l.Uses[m.uses:]}
}

// Clone copies a log, so that it lasts when that which it was taken from is set back.
func (l *Log) Clone() Log {
	return Log{slices.Clone(l.Events), slices.Clone(l.Retired), slices.Clone(l.Branches), slices.Clone(l.Summaries),
		slices.Clone(l.Accesses), slices.Clone(l.Uses)}
}

// BackTo forgets what was recorded after a mark.
func (l *Log) BackTo(m Mark) {
	l.Events, l.Retired, l.Branches = l.Events[:m.events], l.Retired[:m.retired], l.Branches[:m.branches]
	l.Summaries, l.Accesses, l.Uses = l.Summaries[:m.summaries], l.Accesses[:m.accesses], l.Uses[:m.uses]
}

// PutBack appends what another log recorded.
func (l *Log) PutBack(other Log) {
	l.Events = append(l.Events, other.Events...)
	l.Retired = append(l.Retired, other.Retired...)
	l.Branches = append(l.Branches, other.Branches...)
	l.Summaries = append(l.Summaries, other.Summaries...)
	l.Accesses = append(l.Accesses, other.Accesses...)
	l.Uses = append(l.Uses, other.Uses...)
}
