package cfg

import "slices"

// Dataflow finds the instructions from which values of a function are computed. It follows values that are stored in
// variables and loaded again, whatever the order of stores and loads.
type Dataflow struct {
	// stored holds, for each variable, the values that are stored in it by its name. Stores through pointers are left
	// out.
	stored map[*Object][]*Instr
}

// Dataflow collects the stores of f, once for all queries.
func (f *Func) Dataflow() *Dataflow {
	d := &Dataflow{map[*Object][]*Instr{}}
	for _, block := range f.Blocks {
		for _, instr := range block.Instrs {
			if instr.Op == Store && instr.Args[0].Op == Addr {
				o := instr.Args[0].Object
				d.stored[o] = append(d.stored[o], instr.Args[1])
			}
		}
	}
	return d
}

// Dataflows holds the data flow of functions, each collected when it is first asked for.
type Dataflows map[*Func]*Dataflow

// Of returns the data flow of f.
func (d Dataflows) Of(f *Func) *Dataflow {
	if d[f] == nil {
		d[f] = f.Dataflow()
	}
	return d[f]
}

// Stored returns the values that are stored in a variable by its name, in program order.
func (d *Dataflow) Stored(o *Object) []*Instr { return d.stored[o] }

// Origins returns the given instructions, and all instructions from which their values are computed.
func (d *Dataflow) Origins(instrs ...*Instr) map[*Instr]bool {
	origins := map[*Instr]bool{}
	instrs = slices.Clone(instrs) // the arguments of an instruction may be passed as they are
	for len(instrs) > 0 {
		v := instrs[len(instrs)-1]
		if instrs = instrs[:len(instrs)-1]; origins[v] {
			continue
		}
		origins[v] = true
		if v.Op == Load && v.Args[0].Op == Addr {
			instrs = append(instrs, d.stored[v.Args[0].Object]...)
		} else {
			instrs = append(instrs, v.Args...)
		}
	}
	return origins
}
