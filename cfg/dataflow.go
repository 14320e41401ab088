package cfg

// Dataflow finds the instructions from which the values of a function are computed, also through variables. The order
// of stores and loads does not count.
type Dataflow struct {
	// stored holds, for each variable, the values that are stored in it by its name.
	stored map[*Object][]*Instr
}

// Dataflow collects the stores of f, once for all queries.
func (f *Func) Dataflow() *Dataflow {
	d := &Dataflow{map[*Object][]*Instr{}}
	for _, block := range f.Blocks {
		for _, in := range block.Instrs {
			if in.Op == Store && in.Args[0].Op == Addr {
				o := in.Args[0].Object
				d.stored[o] = append(d.stored[o], in.Args[1])
			}
		}
	}
	return d
}

// Stored returns the values that are stored in a variable by its name, in program order.
func (d *Dataflow) Stored(o *Object) []*Instr { return d.stored[o] }

// Origins returns the given instructions and all instructions that they are computed from.
func (d *Dataflow) Origins(of ...*Instr) map[*Instr]bool {
	origins := map[*Instr]bool{}
	for len(of) > 0 {
		v := of[len(of)-1]
		if of = of[:len(of)-1]; origins[v] {
			continue
		}
		origins[v] = true
		if v.Op == Load && v.Args[0].Op == Addr {
			of = append(of, d.stored[v.Args[0].Object]...)
		} else {
			of = append(of, v.Args...)
		}
	}
	return origins
}
