package slice

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
)

// HasFlags reports whether the lanes of a root may signal each other by accesses.
func (c *Call) HasFlags() bool { return c.flags }

// hasFlags reports whether a root reads a value that may be a flag. The read must be a volatile load or an atomic, and
// its value must be used. Two cases do not count. A write to a flag alone signals nothing to threads that never read
// it. And memory that the root does not write is no flag between its threads:
//
//	if (*abort) return;        the host sets it
func (s *slicer) hasFlags(root *Call) bool {
	f := &flagSearch{s.dataflows, memories{known: map[*cfg.Object]bool{}}, memories{known: map[*cfg.Object]bool{}}}
	f.note(root)
	return f.readsFlag(root)
}

// flagSearch has the memory that a root writes and reads.
type flagSearch struct {
	dataflows     cfg.Dataflows
	written, read memories
}

// memories are variables of memory, and parameters that point to memory, that some instructions access. hasOther
// reports whether the instructions may access further memory.
type memories struct {
	known    map[*cfg.Object]bool
	hasOther bool
}

func (m *memories) add(o *cfg.Object) {
	if o == nil {
		m.hasOther = true
		return
	}
	m.known[o] = true
}

// mayHave reports whether the memory o may be among them. o is nil if it is not known.
func (m *memories) mayHave(o *cfg.Object) bool { return o == nil || m.hasOther || m.known[o] }

// note adds what a call accesses, and the calls in it.
func (s *flagSearch) note(c *Call) {
	for _, b := range c.Func.Blocks {
		for _, i := range b.Instrs {
			switch {
			case c.calls[i] != nil:
				s.note(c.calls[i])
			case i.Access() == cfg.NoAccess:
				s.noteFurther(i)
			case isLocal(i.Args[0]) || isParameter(i.Args[0]):
			default:
				if i.Access() != cfg.Writes {
					s.read.add(s.memoryOf(c, i.Args[0]))
				}
				if i.Access() != cfg.Reads {
					s.written.add(s.memoryOf(c, i.Args[0]))
				}
			}
		}
	}
}

// noteFurther notes that an instruction may access any memory, if it is not followed.
func (s *flagSearch) noteFurther(i *cfg.Instr) {
	switch i.Op {
	case cfg.Call, cfg.Extern, cfg.Unknown:
		s.read.hasOther, s.written.hasOther = true, true
	}
}

// memoryOf returns the shared or global variable of an address, or the parameter of the kernel that points to its
// memory. It returns nil if the address does not show this. Different parameters are assumed to point to different
// memory. A parameter that is set to another value may point anywhere.
func (s *flagSearch) memoryOf(c *Call, address *cfg.Instr) *cfg.Object {
	base := address.Base()
	switch {
	case base.Op == cfg.Addr && base.Object.Storage != types.Local && base.Object.Storage != types.Param:
		return base.Object
	case base.Op == cfg.Load && isParameter(base.Args[0]) && c.caller == nil && len(s.dataflows.Of(c.Func).Stored(base.Args[0].Object)) == 0:
		return base.Args[0].Object
	}
	return nil
}

// isParameter reports whether address is the address of a parameter to which no pointer points.
func isParameter(address *cfg.Instr) bool {
	return address.Op == cfg.Addr && address.Object.Storage == types.Param && !address.Object.Escapes
}

// readsFlag reports whether a call, or a call in it, reads a value that may be a flag.
func (s *flagSearch) readsFlag(c *Call) bool {
	for _, b := range c.Func.Blocks {
		for _, i := range b.Instrs {
			if c.calls[i] != nil && s.readsFlag(c.calls[i]) || s.isRead(c, i) && (useSearch{s, map[*cfg.Instr]bool{}}).of(c, i) {
				return true
			}
		}
	}
	return false
}

// isRead reports whether an instruction may read a value that another thread of the block has written.
func (s *flagSearch) isRead(c *Call, i *cfg.Instr) bool {
	return i.Op == cfg.Atomic || i.Op == cfg.Load && i.Volatile && s.written.mayHave(s.memoryOf(c, i.Args[0]))
}

// useSearch finds out whether a value is used. seen are the values that the search has visited.
type useSearch struct {
	*flagSearch
	seen map[*cfg.Instr]bool
}

// of reports whether a value is used. If it only serves to compute values or to set variables, one of these must be
// used.
func (u useSearch) of(c *Call, value *cfg.Instr) bool {
	if u.seen[value] {
		return false
	}
	u.seen[value] = true
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
// own value is used, a store to a local variable only if the variable is used, and a store to memory only if the root may
// read it.
func (u useSearch) uses(c *Call, i, operand *cfg.Instr) bool {
	switch i.Op {
	case cfg.Binary, cfg.Unary, cfg.Convert:
		return u.of(c, i)
	case cfg.Store:
		to := i.Args[0]
		if operand != to && isLocal(to) {
			return u.ofVariable(c, to.Object)
		}
		return operand == to || u.read.mayHave(u.memoryOf(c, to))
	}
	return true
}

// isLocal reports whether address is the address of a local variable to which no pointer points.
func isLocal(address *cfg.Instr) bool {
	return address.Op == cfg.Addr && address.Object.Storage == types.Local && !address.Object.Escapes
}

// ofVariable reports whether the value of a local variable is used. Any use of the variable other than a load or a
// store counts too.
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
