package cfg

// Finish completes a program whose functions have their instructions and terminators: it computes all fields of [Func],
// [Block] and [Object] that the lowering does not set.
func (p *Program) Finish() {
	for _, f := range p.Funcs {
		finish(f)
	}
	markEscapes(p)
	markStored(p)
	collectiveFree := collectiveFreeFuncs(p)
	for _, f := range p.Funcs {
		setJoins(f, collectiveFree)
		setIterations(f)
	}
}

// finish makes the final graph of a function from the blocks of the lowering. It redirects jumps past empty blocks,
// drops unreachable blocks, and merges blocks that always follow each other. Then it orders the blocks, numbers the
// instructions, and finds dominators and loops.
func finish(f *Func) {
	order(f)
	threadEmpty(f)
	order(f)
	mergeLines(f)
	order(f)
	connect(f)
	number(f)
	setDominators(f)
	findLoops(f)
	separateLoops(f)
	findCallees(f)
}

// collectiveFreeFuncs returns the functions from which no collective is reachable.
func collectiveFreeFuncs(p *Program) map[*Func]bool {
	collectiveFree := map[*Func]bool{}
	for _, f := range p.Funcs {
		collectiveFree[f] = !hasCollective(f)
	}
	for changed := true; changed; {
		changed = false
		for _, f := range p.Funcs {
			for _, c := range f.Callees {
				if collectiveFree[f] && !collectiveFree[c] {
					collectiveFree[f], changed = false, true
				}
			}
		}
	}
	return collectiveFree
}

func hasCollective(f *Func) bool {
	for _, blk := range f.Blocks {
		for _, instr := range blk.Instrs {
			if instr.Op == Collective_ {
				return true
			}
		}
	}
	return false
}
