package cfg

// Before returns the instructions that some path from the entry may execute before the first execution of at.
func (f *Func) Before(at *Instr) (list []*Instr) {
	leads := map[*Block]bool{at.Block: true}
	for todo := []*Block{at.Block}; len(todo) > 0; todo = todo[1:] {
		for _, before := range todo[0].Preds {
			if !leads[before] {
				leads[before] = true
				todo = append(todo, before)
			}
		}
	}
	seen := map[*Block]bool{f.Blocks[0]: true}
	for todo := f.Blocks[:1:1]; len(todo) > 0; todo = todo[1:] {
		b := todo[0]
		for _, in := range b.Instrs {
			if in == at {
				break
			}
			list = append(list, in)
		}
		for _, next := range b.Succs {
			if b != at.Block && leads[next] && !seen[next] {
				seen[next] = true
				todo = append(todo, next)
			}
		}
	}
	return list
}
