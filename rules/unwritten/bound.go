package unwritten

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/operator"
)

// Bound is a comparison that decides which lanes write a variable:
//
//	if (t < n) s[t] = in[t];      only lanes below n write
//	if (t >= n) return;
//	s[t] = in[t];                 the same, where the comparison does not hold
type Bound struct {
	At *cfg.Instr
	// Holds is true if the variable is written where the comparison is true. It is false if the variable is written
	// where the comparison is false.
	Holds bool
}

// Bound takes the first write, in the text, of the variable that is read. It returns the innermost comparison on which
// this write depends. It returns nil in two cases: some write of the variable depends on no comparison, or a write may
// go through a pointer that is not followed.
func (r *Read) Bound() *Bound {
	if r.Object == nil {
		return nil
	}
	var first *Bound
	for _, fn := range cfg.InCallOrder([]*cfg.Func{r.Root}) {
		for _, block := range fn.Blocks {
			for _, in := range block.Instrs {
				use := useOf(in, r.Object)
				if use == unused {
					continue
				}
				bound := boundOf(block)
				if use == escapes || bound == nil {
					return nil
				}
				if first == nil {
					first = bound
				}
			}
		}
	}
	return first
}

// use is a kind of use that an instruction makes of a variable. Reads, atomics and the computation of addresses count
// as unused.
type use int

const (
	unused use = iota
	writes
	escapes
)

func useOf(in *cfg.Instr, o *cfg.Object) use {
	for n, arg := range in.Args {
		if base := arg.Base(); base.Op != cfg.Addr || base.Object != o {
			continue
		}
		switch {
		case n > 0:
			return escapes
		case in.Op == cfg.Store, in.Op == cfg.Share && in.Tile.Writes:
			return writes
		case in.Op != cfg.FieldAddr && in.Op != cfg.IndexAddr && in.Op != cfg.Convert && in.Op != cfg.Load && in.Op != cfg.Atomic && in.Op != cfg.Share:
			return escapes
		}
	}
	return unused
}

// boundOf returns the innermost comparison by <, <=, > or >= that decides whether a thread reaches a block, nil if
// there is none.
func boundOf(block *cfg.Block) *Bound {
	for branch := block.Idom; branch != nil; branch = branch.Idom {
		if branch.Term.Kind != cfg.If || !compares(branch.Term.Cond) {
			continue
		}
		for n, side := range branch.Term.Targets[:2] {
			if side.IsOneWay() && side.Dominates(block) {
				return &Bound{At: branch.Term.Cond, Holds: n == 0}
			}
		}
	}
	return nil
}

// compares reports whether an instruction compares two numbers by their order.
func compares(in *cfg.Instr) bool {
	switch in.Operator {
	case operator.LT, operator.LE, operator.GT, operator.GE:
		return in.Op == cfg.Binary
	}
	return false
}
