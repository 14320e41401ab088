package cfg

// Rests reports a value that is computed from one of which on holds, within the function: by way
// of variables, too, whenever they are stored.
func (f *Func) Rests(v *Instr, on func(*Instr) bool) bool {
	stores := map[*Object][]*Instr{}
	for _, block := range f.Blocks {
		for _, in := range block.Instrs {
			if in.Op == Store && in.Args[0].Op == Addr {
				stores[in.Args[0].Object] = append(stores[in.Args[0].Object], in.Args[1])
			}
		}
	}
	seen := map[*Instr]bool{}
	var rests func(v *Instr) bool
	rests = func(v *Instr) bool {
		if on(v) {
			return true
		}
		if seen[v] {
			return false
		}
		seen[v] = true
		from := v.Args
		if v.Op == Load && v.Args[0].Op == Addr {
			from = stores[v.Args[0].Object]
		}
		for _, arg := range from {
			if rests(arg) {
				return true
			}
		}
		return false
	}
	return rests(v)
}
