package trace

import "slices"

// Mark holds the length of each list of a log at some point. With a mark, the entries that were recorded after this
// point can be read (Since) or removed (BackTo).
type Mark struct{ events, retired, branches, summaries, accesses, links, uses int }

// Marked returns the mark of everything that is recorded so far.
func (l *Log) Marked() Mark {
	return Mark{len(l.Events), len(l.Retired), len(l.Branches), len(l.Summaries), len(l.Accesses), len(l.Links), len(l.Uses)}
}

// Since returns the entries recorded after m. The lists share memory with the log, so after a call of BackTo new
// entries may overwrite them.
func (l *Log) Since(m Mark) Log {
	return Log{l.Events[m.events:], l.Retired[m.retired:], l.Branches[m.branches:], l.Summaries[m.summaries:],
		l.Accesses[m.accesses:], l.Links[m.links:], l.Uses[m.uses:]}
}

// Clone copies a log, so that the copy stays valid when BackTo shortens the original.
func (l *Log) Clone() Log {
	return Log{slices.Clone(l.Events), slices.Clone(l.Retired), slices.Clone(l.Branches), slices.Clone(l.Summaries),
		slices.Clone(l.Accesses), slices.Clone(l.Links), slices.Clone(l.Uses)}
}

// BackTo removes the entries recorded after a mark.
func (l *Log) BackTo(m Mark) {
	l.Events, l.Retired, l.Branches = l.Events[:m.events], l.Retired[:m.retired], l.Branches[:m.branches]
	l.Summaries, l.Accesses = l.Summaries[:m.summaries], l.Accesses[:m.accesses]
	l.Links, l.Uses = l.Links[:m.links], l.Uses[:m.uses]
}

// PutBack appends the entries of removed, which BackTo had removed.
func (l *Log) PutBack(removed Log) {
	l.Events = append(l.Events, removed.Events...)
	l.Retired = append(l.Retired, removed.Retired...)
	l.Branches = append(l.Branches, removed.Branches...)
	l.Summaries = append(l.Summaries, removed.Summaries...)
	l.Accesses = append(l.Accesses, removed.Accesses...)
	l.Links = append(l.Links, removed.Links...)
	l.Uses = append(l.Uses, removed.Uses...)
}
