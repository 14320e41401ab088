package cfg

import "slices"

// Dataflow finds the instructions from which values of a function are computed. It follows values through stores to
// variables and loads of them, and ignores the order of stores and loads.
type Dataflow struct {
	// stores holds, for each variable, the stores to it by its name. Stores through pointers are left out.
	stores map[*Object][]*Instr
	// shared holds the variables that may be written other than by a store to them by name: through a pointer, in a
	// callee, or in a part.
	shared map[*Object]bool
}

// Dataflow collects the stores of f, once for all queries.
func (f *Func) Dataflow() *Dataflow {
	d := &Dataflow{map[*Object][]*Instr{}, map[*Object]bool{}}
	pointees := f.pointees()
	f.eachUse(func(in *Instr, i int, arg *Instr) {
		if o := pointees[arg.ID]; o != nil && !isRead(in, i) && (in == nil || in.Op != Store || i != 0 || arg.Op != Addr) {
			d.shared[o] = true
		}
	})
	for _, block := range f.Blocks {
		for _, instr := range block.Instrs {
			if instr.Op == Store && instr.Args[0].Op == Addr {
				o := instr.Args[0].Object
				d.stores[o] = append(d.stores[o], instr)
			}
		}
	}
	return d
}

// isRead reports whether an instruction uses its argument i, an address, only to read from the object there.
func isRead(in *Instr, i int) bool {
	to := lentTo(in, i)
	return in != nil && in.Product == nil && reads(in, i) || to != nil && to.ReadOnly
}

// Dataflows caches the data flow of functions. An entry is collected at its first use.
type Dataflows map[*Func]*Dataflow

// Of returns the data flow of f.
func (d Dataflows) Of(f *Func) *Dataflow {
	if d[f] == nil {
		d[f] = f.Dataflow()
	}
	return d[f]
}

// Stores returns the instructions that store to a variable by its name, in program order.
func (d *Dataflow) Stores(o *Object) []*Instr { return d.stores[o] }

// Stored returns the values that are stored in a variable by its name, in program order.
func (d *Dataflow) Stored(o *Object) (values []*Instr) {
	for _, store := range d.stores[o] {
		values = append(values, store.Args[1])
	}
	return values
}

// IsStoredByName reports whether Stores lists all stores to a local variable or a parameter. It returns false if a
// store through a pointer is possible, or if a callee gets the variable by reference and may write it.
func (d *Dataflow) IsStoredByName(o *Object) bool { return !d.shared[o] }

// Origins returns the given instructions and all instructions from which their values are computed, directly or not.
func (d *Dataflow) Origins(instrs ...*Instr) map[*Instr]bool {
	origins := map[*Instr]bool{}
	instrs = slices.Clone(instrs) // the caller may pass the arguments of an instruction, which must not change
	for len(instrs) > 0 {
		v := instrs[len(instrs)-1]
		if instrs = instrs[:len(instrs)-1]; origins[v] {
			continue
		}
		origins[v] = true
		if v.Op == Load && v.Args[0].Op == Addr {
			instrs = append(instrs, d.Stored(v.Args[0].Object)...)
		} else {
			instrs = append(instrs, v.Args...)
		}
	}
	return origins
}
