package lanes

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/lanes/exec"
	"github.com/warpcheck/warpcheck/lanes/race"
	"github.com/warpcheck/warpcheck/lanes/trace"
)

// A statement that adds to a cell, or subtracts from it, can become an atomic, because the order of additions does
// not change their sum:
//
//	bins[k]++;  bins[j] += 2;
//
// With an atomic, the value that another statement reads from the cell may depend on the order.

// Adds reports whether each access of a race is part of a statement that adds to a cell, such as s[k] += 1.
func (f *Fact) Adds() bool {
	if f.rendezvous == nil || f.races == nil {
		return false
	}
	adds := additionsIn(f.rendezvous.j.trace.Log.Accesses)
	isOther := func(c race.Conflict) bool { return !adds[c.Earlier.Instr] }
	return adds[f.rendezvous.event.Instr] && !slices.ContainsFunc(f.races.Conflicts(), isOther)
}

// OnlyAdds reports whether each statement that accesses the cell of the race adds to it. It looks at the statements of
// the race (Adds), and at those of all other accesses of the block that may conflict with them. OnlyAdds returns false
// if this takes too much work.
func (f *Fact) OnlyAdds() bool {
	if !f.Adds() {
		return false
	}
	j := f.rendezvous.j
	only := len(j.trace.Launch.Indices()) == 0 && !j.isOfOneWarp()
	exec.WithinBudget(func() {
		if across := j.acrossWarps(); !only && across != nil {
			adds := additionsIn(across.Accesses())
			only = !across.MayMeet(j.touchedBy(f.races), func(i *cfg.Instr) bool { return adds[i] })
		}
	})
	return only
}

// additionsIn returns the stores of statements such as s[k] += 1 (see addedTo), and the loads of the old value in the
// same statements.
func additionsIn(accesses []*trace.Access) map[*cfg.Instr]bool {
	adds := map[*cfg.Instr]bool{}
	for _, a := range accesses {
		if load := addedTo(a.Instr); load != nil {
			adds[a.Instr], adds[load] = true, true
		}
	}
	return adds
}

// addedTo returns the load of x if store writes x + y or x - y to x. It returns nil for other stores, and for types
// without an atomic addition.
func addedTo(store *cfg.Instr) *cfg.Instr {
	if store.Op != cfg.Store || store.Volatile || store.BitField() != nil {
		return nil
	}
	sum := store.Args[1].Unconverted()
	if sum.Op != cfg.Binary || sum.Operator != operator.Add && sum.Operator != operator.Sub {
		return nil
	}
	load := sum.Args[0].Unconverted()
	t := load.Type
	if load.Op != cfg.Load || load.Args[0] != store.Args[0] || t == nil || t.Kind != types.Int || t.Bits < 32 {
		return nil
	}
	return load
}
