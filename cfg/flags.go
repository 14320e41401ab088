package cfg

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg/types"
)

// Flags holds the accesses by which threads may signal each other. watches may read a flag that another thread has set.
// signals may set a flag. An atomic may be both.
type Flags struct{ watches, signals map[*Instr]bool }

// Watches reports whether a thread may learn by i that another thread has set a flag.
func (f Flags) Watches(i *Instr) bool { return f.watches[i.AsWritten()] }

// Signals reports whether a thread may set a flag by i.
func (f Flags) Signals(i *Instr) bool { return f.signals[i.AsWritten()] }

// Any reports whether threads may signal each other.
func (f Flags) Any() bool { return len(f.watches) > 0 && len(f.signals) > 0 }

// Flags finds the accesses to flags in a root, and in functions that it calls. A watch is a volatile load or an atomic,
// and its value must be used. A signal is a volatile store or an atomic, to memory that some watch may read. A read
// whose value is not used does not count, because its thread learns nothing. A read of memory that the root does not
// write does not count either, because its threads cannot set a flag there:
//
//	if (*abort) return;        the host sets it
func (f *Func) Flags() Flags {
	s := &flagSearch{root: f, dataflows: Dataflows{}, written: memories{known: map[*Object]bool{}}, read: memories{known: map[*Object]bool{}}}
	s.list(f, map[*Func]bool{})
	found, watched := Flags{map[*Instr]bool{}, map[*Instr]bool{}}, memories{known: map[*Object]bool{}}
	s.each(s.note)
	s.each(func(f *Func, i *Instr) {
		if s.isRead(f, i) && (useSearch{s, map[*Instr]bool{}}).of(f, i) {
			found.watches[i.AsWritten()] = true
			watched.add(s.memoryOf(f, i.Args[0]))
		}
	})
	s.each(func(f *Func, i *Instr) {
		if i.isSignal() && watched.mayHave(s.memoryOf(f, i.Args[0])) {
			found.signals[i.AsWritten()] = true
		}
	})
	return found
}

// isSignal reports whether other threads may see immediately what the instruction writes: it is volatile or atomic.
func (in *Instr) isSignal() bool {
	return in.Op == Atomic && in.AtomicName() != "atomicLoad" || in.Op == Store && in.Volatile
}

// flagSearch holds the memory that a root writes and reads, and the root's functions.
type flagSearch struct {
	root          *Func
	functions     []*Func
	dataflows     Dataflows
	written, read memories
}

// memories is the memory that some instructions access: variables, and parameters that point to memory. hasOther
// reports whether the instructions may access further memory.
type memories struct {
	known    map[*Object]bool
	hasOther bool
}

func (m *memories) add(o *Object) {
	if o == nil {
		m.hasOther = true
		return
	}
	m.known[o] = true
}

// mayHave reports whether m may contain the memory o. o is nil if it is not known.
func (m *memories) mayHave(o *Object) bool { return o == nil || m.hasOther || m.known[o] }

// list adds a function and the functions that it calls.
func (s *flagSearch) list(f *Func, seen map[*Func]bool) {
	if seen[f] {
		return
	}
	seen[f] = true
	s.functions = append(s.functions, f)
	for _, callee := range f.Callees {
		s.list(callee, seen)
	}
}

// each calls see for each instruction of the functions.
func (s *flagSearch) each(see func(*Func, *Instr)) {
	for _, f := range s.functions {
		for _, b := range f.Blocks {
			for _, i := range b.Instrs {
				see(f, i)
			}
		}
	}
}

// note records the memory that an instruction accesses. An instruction that is not followed may access any memory.
func (s *flagSearch) note(f *Func, i *Instr) {
	switch {
	case i.Op == Call && i.Callee == nil, i.Op == Extern, i.Op == Unknown:
		s.read.hasOther, s.written.hasOther = true, true
	case i.Access() == NoAccess, isOwnVariable(i.Args[0]), isOwnParameter(i.Args[0]):
	default:
		if i.Access() != Writes {
			s.read.add(s.memoryOf(f, i.Args[0]))
		}
		if i.Access() != Reads {
			s.written.add(s.memoryOf(f, i.Args[0]))
		}
	}
}

// memoryOf returns the shared or global variable of an address, or the parameter of the kernel that points to its
// memory. It returns nil if the address does not show this. Different parameters are assumed to point to different
// memory. A parameter that is set to another value may point anywhere.
func (s *flagSearch) memoryOf(f *Func, address *Instr) *Object {
	base := address.Base()
	switch {
	case base.Op == Addr && base.Object.Storage != types.Local && base.Object.Storage != types.Param:
		return base.Object
	case base.Op == Load && isOwnParameter(base.Args[0]) && f == s.root && len(s.dataflows.Of(f).Stored(base.Args[0].Object)) == 0:
		return base.Args[0].Object
	}
	return nil
}

// isOwnParameter reports whether address is the address of a parameter that does not escape.
func isOwnParameter(address *Instr) bool {
	return address.Op == Addr && address.Object.Storage == types.Param && !address.Object.Escapes
}

// isOwnVariable reports whether address is the address of a local variable that does not escape.
func isOwnVariable(address *Instr) bool {
	return address.Op == Addr && address.Object.Storage == types.Local && !address.Object.Escapes
}

// isRead reports whether an instruction may read a value that another thread of the block has written.
func (s *flagSearch) isRead(f *Func, i *Instr) bool {
	return i.Op == Atomic || i.Op == Load && i.Volatile && s.written.mayHave(s.memoryOf(f, i.Args[0]))
}

// useSearch finds out whether a value is used. seen holds the values that the search has visited.
type useSearch struct {
	*flagSearch
	seen map[*Instr]bool
}

// of reports whether a value of f is used. If it only serves to compute values or to set variables, one of these must be
// used.
func (u useSearch) of(f *Func, value *Instr) bool {
	if u.seen[value] {
		return false
	}
	u.seen[value] = true
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if slices.Contains(i.Args, value) && u.uses(f, i, value) {
				return true
			}
		}
		if b.Term.Cond == value && (b.Term.Kind != Return || u.byCallers(f)) {
			return true
		}
	}
	return false
}

// byCallers reports whether a caller uses what f returns.
func (u useSearch) byCallers(f *Func) (used bool) {
	u.each(func(caller *Func, i *Instr) { used = used || i.Op == Call && i.Callee == f && u.of(caller, i) })
	return used
}

// uses reports whether the instruction i makes use of operand, one of its operands. A computation makes use of it only
// if its own value is used. A store to a local variable does only if the variable is used, and a store to memory only
// if the root may read it.
func (u useSearch) uses(f *Func, i, operand *Instr) bool {
	switch i.Op {
	case Binary, Unary, Convert:
		return u.of(f, i)
	case Store:
		to := i.Args[0]
		if operand != to && isOwnVariable(to) {
			return u.ofVariable(f, to.Object)
		}
		return operand == to || u.read.mayHave(u.memoryOf(f, to))
	}
	return true
}

// ofVariable reports whether the value of a local variable is used. Any use of the variable other than a load or a
// store counts too.
func (u useSearch) ofVariable(f *Func, o *Object) bool {
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			n := slices.IndexFunc(i.Args, func(a *Instr) bool { return a.Op == Addr && a.Object == o })
			if n < 0 || i.Op == Store && n == 0 {
				continue
			}
			if i.Op != Load || u.of(f, i) {
				return true
			}
		}
	}
	return false
}
