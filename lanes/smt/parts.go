package smt

import "github.com/warpcheck/warpcheck/lanes/term"

// parts groups the conjuncts of f so that no two groups share an unknown. Each group can then be decided separately.
// The groups are ordered by their first conjuncts. The assumptions about the launch are mostly a separate group,
// which is the same in all questions about a root.
func (s *Solver) parts(f *term.Term) [][]*term.Term {
	if f.Op != term.And {
		return [][]*term.Term{{f}}
	}
	var related sets
	var of term.Memo[int] // the set of the unknowns under a term
	for _, x := range s.flatten([]*term.Term{f}, (*term.Term).IsUnknown) {
		if x.IsUnknown() {
			of.Put(x, related.add())
			continue
		}
		if x == f {
			break
		}
		for _, a := range x.Args {
			below, some := of.Get(a)
			before, seen := of.Get(x)
			switch {
			case some && seen:
				related.join(before, below)
			case some:
				of.Put(x, below)
			}
		}
	}
	var groups [][]*term.Term
	place := map[int]int{}
	for _, conjunct := range f.Args {
		set, _ := of.Get(conjunct)
		i, seen := place[related.find(set)]
		if !seen {
			i = len(groups)
			place[related.find(set)], groups = i, append(groups, nil)
		}
		groups[i] = append(groups[i], conjunct)
	}
	return groups
}

// sets holds disjoint sets of numbers from 0 on (union-find). The entry of a number is the representative of its set,
// or a number closer to it.
type sets []int

// add returns the number of a new set.
func (s *sets) add() int {
	*s = append(*s, len(*s))
	return len(*s) - 1
}

// find returns the representative of the set that x is in.
func (s sets) find(x int) int {
	for s[x] != x {
		s[x] = s[s[x]] // shortens the path for the next call
		x = s[x]
	}
	return x
}

// join unites the sets of x and y.
func (s sets) join(x, y int) { s[s.find(y)] = s.find(x) }
