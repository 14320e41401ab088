package lanes

import (
	"cmp"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/warp"
)

// witness reads a concrete input off a model of the solver: the launch, the
// arguments, and the cells of memory that the execution reads.
func (in *interp) witness(p *phase, e *execution) *Witness {
	w := &Witness{Root: in.root, Site: p.instr, Model: in.model, Special: map[cfg.SpecialReg]uint32{}}
	w.setBlock(in.launch, e)
	for _, x := range sortedUnknowns(e.model) {
		switch o := x.Origin.(type) {
		case argOrigin:
			w.Args = append(w.Args, ArgValue{o.name, e.model[x], o.signed})
		case memoryOrigin:
			w.addMemory(MemoryValue{o.object, int64(e.Value(x.Args[1])), o.size, e.model[x], o.signed})
		case specialOrigin:
			w.setSpecial(in.launch, o.reg, e)
		}
	}
	return w
}

func sortedUnknowns(m term.Model) []*term.Term {
	var list []*term.Term
	for x := range m {
		list = append(list, x)
	}
	slices.SortFunc(list, func(a, b *term.Term) int { return cmp.Compare(a.ID, b.ID) })
	return list
}

// addMemory keeps the first value of a cell: a later version of memory is the
// program's own work.
func (w *Witness) addMemory(v MemoryValue) {
	for _, o := range w.Memory {
		if o.Object == v.Object && o.Offset == v.Offset {
			return
		}
	}
	w.Memory = append(w.Memory, v)
}

// setSpecial sets the grid's registers; those of the block follow from its shape.
func (w *Witness) setSpecial(l *launch, reg cfg.SpecialReg, e *execution) {
	switch reg {
	case cfg.CtaidX, cfg.CtaidY, cfg.CtaidZ, cfg.NCtaidX, cfg.NCtaidY, cfg.NCtaidZ:
		w.Special[reg] = uint32(e.Value(l.registers[reg].at(0)))
	}
}

// setBlock sets the shape and the warp: those known, or one that fits the
// launch of the model.
func (w *Witness) setBlock(l *launch, e *execution) {
	at := func(reg cfg.SpecialReg) int { return int(e.Value(l.registers[reg].at(0))) }
	w.Shape = warp.Shape{at(cfg.NTidX), at(cfg.NTidY), at(cfg.NTidZ)}
	w.Warp = l.warpOf(at)
}

// warpOf is the index of a warp in its block, from the registers of its first lane: in an
// assumed block that of threadIdx.x/32 in the row of threadIdx.y and z.
func (l *launch) warpOf(at func(cfg.SpecialReg) int) int {
	if l.shape != nil {
		return at(cfg.WarpID)
	}
	row := at(cfg.TidY) + at(cfg.NTidY)*at(cfg.TidZ)
	return at(cfg.TidX)/warp.Size + at(cfg.NTidX)/warp.Size*row
}
