package cfg

// Dataflow finds what the values of a function are computed from, also through variables, whenever
// these are stored.
type Dataflow struct {
	// stored are the values that are stored in each variable by its name.
	stored map[*Object][]*Instr
}

// Dataflow reads the stores of a function once for all that is asked of it.
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

// Stored are the values that are stored in a variable by its name, in the order of the program.
func (d *Dataflow) Stored(o *Object) []*Instr { return d.stored[o] }

// Origins are the instructions that some are computed from, and these themselves.
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
