package slice

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
)

// HasFlags reports whether the lanes of a root may signal each other by accesses.
func (c *Call) HasFlags() bool { return c.flags }

// hasFlags reports whether a call, or a call in it, reads what may be a flag: by a volatile load, or by an atomic whose
// result is used. A thread that only writes a flag signals nothing to threads that never look at it.
func hasFlags(c *Call) bool {
	for _, b := range c.Func.Blocks {
		for _, i := range b.Instrs {
			if readsFlag(c, i) || c.calls[i] != nil && hasFlags(c.calls[i]) {
				return true
			}
		}
	}
	return false
}

func readsFlag(c *Call, i *cfg.Instr) bool {
	switch i.Op {
	case cfg.Load:
		return i.Volatile
	case cfg.Atomic:
		return (useSearch{}).of(c, i)
	}
	return false
}

// useSearch finds out whether a value is used. It holds the values that the search has visited.
type useSearch map[*cfg.Instr]bool

// of reports whether a value is used. It is not used if it only serves to compute values, or to set variables, that are
// themselves not used.
func (u useSearch) of(c *Call, value *cfg.Instr) bool {
	if u[value] {
		return false
	}
	u[value] = true
	for _, b := range c.Func.Blocks {
		for _, i := range b.Instrs {
			if slices.Contains(i.Args, value) && u.uses(c, i, value) {
				return true
			}
		}
		if b.Term.Cond == value && (b.Term.Kind != cfg.Return || c.caller != nil && u.of(c.caller, c.site)) {
			return true
		}
	}
	return false
}

// uses reports whether the instruction i makes use of operand, one of its operands. A computation does so only if its
// own value is used, and a store to a local variable only if the variable is used.
func (u useSearch) uses(c *Call, i, operand *cfg.Instr) bool {
	switch i.Op {
	case cfg.Binary, cfg.Unary, cfg.Convert:
		return u.of(c, i)
	case cfg.Store:
		to := i.Args[0]
		return operand == to || !isLocal(to) || u.ofVariable(c, to.Object)
	}
	return true
}

// isLocal reports whether address is the address of a local variable that no pointer points to.
func isLocal(address *cfg.Instr) bool {
	return address.Op == cfg.Addr && address.Object.Storage == types.Local && !address.Object.Escapes
}

// ofVariable reports whether the value of a local variable is used, or the variable is used other than in loads and
// stores.
func (u useSearch) ofVariable(c *Call, o *cfg.Object) bool {
	for _, b := range c.Func.Blocks {
		for _, i := range b.Instrs {
			n := slices.IndexFunc(i.Args, func(a *cfg.Instr) bool { return a.Op == cfg.Addr && a.Object == o })
			if n < 0 || i.Op == cfg.Store && n == 0 {
				continue
			}
			if i.Op != cfg.Load || u.of(c, i) {
				return true
			}
		}
	}
	return false
}
