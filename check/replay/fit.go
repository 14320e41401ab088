package replay

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/lanes"
)

// The host code may launch a kernel for some arguments only. Small arguments that are chosen without regard to the host
// code often contradict it. So a sample's arguments are changed until they fit:
//
//	assert(n % 16 == 0); k<<<g, 128>>>(n);     n = 4 becomes 16
//	k<<<1, n>>>(n);                            n becomes the size of the block

// mostPowers bounds the powers of two that are tried as arguments. mostFitted bounds the size of all numbers that are
// tried.
const (
	mostPowers = 12
	mostFitted = 1 << 20
)

// fit changes arguments of the sample one by one. It continues as long as each change makes more premises hold. It does
// not change arguments that the attempt gives.
func (s *sample) fit() {
	for left := s.broken(); len(left) > 0 && s.mend(left[0], len(left)); {
		left = s.broken()
	}
}

// broken returns the premises that do not hold.
func (s *sample) broken() []*cfg.Premise {
	return slices.DeleteFunc(slices.Clone(s.Premises), func(p *cfg.Premise) bool { return p.Holds(s.Leaf) })
}

// mend looks for a value of one argument in the premise p, such that p holds and fewer premises are broken. before is
// the number of premises that were broken. It changes the argument and reports true if it finds one.
func (s *sample) mend(p *cfg.Premise, before int) bool {
	leaves := leavesOf(p)
	for _, leaf := range leaves {
		i := slices.IndexFunc(s.Args, func(a lanes.ArgValue) bool { return leaf.Param != nil && a.Name == leaf.Name() })
		if leaf.Param == nil {
			continue
		}
		if _, isGiven := s.given[leaf.Name()]; isGiven {
			continue
		}
		if types.IsPointer(leaf.Type()) && s.mendPointer(p, leaf.Name(), i, before) {
			return true
		}
		if i < 0 || types.IsPointer(leaf.Type()) {
			continue
		}
		value := s.Args[i].Value
		for _, s.Args[i].Value = range s.candidates(leaves, value) {
			if p.Holds(s.Leaf) && len(s.broken()) < before {
				return true
			}
		}
		s.Args[i].Value = value
	}
	return false
}

// mendPointer makes a null pointer valid, or a valid one null, if then the premise p holds and fewer than `before`
// premises are broken. It reports whether it did. A null pointer is the argument at index i of the sample. A valid
// pointer is none of its arguments, and i is negative.
func (s *sample) mendPointer(p *cfg.Premise, name string, i, before int) bool {
	old := s.Args
	if i < 0 {
		s.Args = append(slices.Clone(old), lanes.ArgValue{Name: name})
	} else {
		s.Args = slices.Delete(slices.Clone(old), i, i+1)
	}
	if p.Holds(s.Leaf) && len(s.broken()) < before {
		return true
	}
	s.Args = old
	return false
}

// candidates returns values to try for an argument with the given value: the known leaves of a premise with their
// neighbours, and products of these. It adds, for each of these numbers, the next multiple from value on. It also adds
// powers of two.
func (s *sample) candidates(leaves []*cfg.Premise, value uint64) []uint64 {
	var factors []uint64
	for _, leaf := range leaves {
		n, isKnown := leaf.Value, true
		if !leaf.IsConstant() {
			n, isKnown = s.Leaf(leaf)
		}
		if isKnown {
			factors = append(factors, uint64(n), uint64(n)+1, uint64(n)-1)
		}
	}
	list := newDifferentNumbers(factors)
	for _, a := range factors {
		for _, b := range list.all {
			list.add(a * b)
		}
	}
	for _, n := range list.all {
		if n > 1 && n < plainEnough {
			list.add((value + n - 1) / n * n)
		}
	}
	for n := range mostPowers {
		list.add(1 << n)
	}
	return slices.DeleteFunc(list.all, func(n uint64) bool { return n > mostFitted })
}

// differentNumbers is a list of numbers without repetition, each small as a signed word. A premise that joins several
// launches may contain one constant many times. Each repetition would double the number of products.
type differentNumbers struct {
	all  []uint64
	seen map[uint64]bool
}

func newDifferentNumbers(list []uint64) *differentNumbers {
	made := &differentNumbers{seen: map[uint64]bool{}}
	for _, n := range list {
		made.add(n)
	}
	return made
}

// add appends n if it is small and new.
func (l *differentNumbers) add(n uint64) {
	if size := max(int64(n), -int64(n)); size >= 0 && size <= mostFitted && !l.seen[n] {
		l.seen[n] = true
		l.all = append(l.all, n)
	}
}

// leavesOf returns the parameters, registers and constants in a premise. It returns none if the premise is no formula.
func leavesOf(p *cfg.Premise) (leaves []*cfg.Premise) {
	switch {
	case p.Allows != nil:
		return nil
	case p.Op == operator.NoOp:
		return []*cfg.Premise{p}
	}
	for _, a := range p.Args {
		leaves = append(leaves, leavesOf(a)...)
	}
	return leaves
}
