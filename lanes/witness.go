package lanes

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/warp"
)

// witness reads a concrete input off a model of the solver: the launch, the
// arguments, and the cells of memory that the execution reads.
func (in *interp) witness(p *phase, found execution) *Witness {
	e := found.evaluator()
	w := &Witness{Root: in.root, Site: p.instr, Model: in.model, Special: map[cfg.SpecialReg]uint32{}}
	w.setBlock(in.launch, e)
	for _, x := range sortedUnknowns(found.model) {
		switch o := x.Origin.(type) {
		case argOrigin:
			w.Args = append(w.Args, ArgValue{o.name, found.model[x]})
		case memoryOrigin:
			if object, offset, ok := in.cell(e, o); ok {
				w.addMemory(MemoryValue{object, offset, o.size, found.model[x]})
			}
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

// cell is where an execution reads; false where only the address is known.
func (in *interp) cell(e *term.Evaluator, o memoryOrigin) (object string, offset int64, ok bool) {
	at := o.offset.at(o.lane)
	if o.object != "" {
		return o.object, int64(e.Value(at)), true
	}
	return in.pointee(e, at)
}

// pointee is what an address points into in an execution: whichever of several objects
// the branches chose, or what a pointer in memory leads to, which is named "object@offset".
func (in *interp) pointee(e *term.Evaluator, at *term.Term) (object string, offset int64, ok bool) {
	origin, read := at.Origin.(memoryOrigin)
	switch {
	case at.Op == term.Ite && e.Holds(at.Args[0]):
		return in.pointee(e, at.Args[1])
	case at.Op == term.Ite:
		return in.pointee(e, at.Args[2])
	case read:
		object, offset, ok = in.cell(e, origin)
		return fmt.Sprintf("%s@%d", object, offset), 0, ok
	case at.Op == term.Opaque && strings.HasPrefix(at.Name, "&"):
		return at.Name[1:], 0, in.isInput(at.Name[1:])
	case at.Op != term.Add:
		return "", 0, false
	}
	sum := at.K
	for i, part := range at.Args {
		if base, inner, found := in.pointee(e, part); found && !ok && at.Coefs[i] == 1 {
			object, ok = base, true
			sum += uint64(inner)
			continue
		}
		sum += at.Coefs[i] * e.Value(part)
	}
	return object, int64(sum), ok
}

// isInput reports the name of memory that is not the program's own: behind an argument,
// or a global.
func (in *interp) isInput(name string) bool {
	for decl := range in.globals {
		if decl.Name == name {
			return true
		}
	}
	return in.arguments[name] != nil
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

// setSpecial sets the registers of the grid and the device; those of the block follow from its shape.
func (w *Witness) setSpecial(l *launch, reg cfg.SpecialReg, e *term.Evaluator) {
	switch reg {
	case cfg.CtaidX, cfg.CtaidY, cfg.CtaidZ, cfg.NCtaidX, cfg.NCtaidY, cfg.NCtaidZ,
		cfg.DynamicShared, cfg.SmID, cfg.NSmID:
		w.Special[reg] = uint32(e.Value(l.registers[reg].at(0)))
	}
}

// setBlock sets the shape and the warp: those known, or one that fits the
// launch of the model, the warp of threadIdx.x/32 in the row of threadIdx.y and z.
func (w *Witness) setBlock(l *launch, e *term.Evaluator) {
	at := func(reg cfg.SpecialReg) int { return int(e.Value(l.registers[reg].at(0))) }
	if l.shape != nil {
		w.Shape, w.Warp = *l.shape, at(cfg.WarpID)
		return
	}
	w.Shape = warp.Shape{at(cfg.NTidX), at(cfg.NTidY), at(cfg.NTidZ)}
	row := at(cfg.TidY) + w.Shape[1]*at(cfg.TidZ)
	w.Warp = at(cfg.TidX)/warp.Size + w.Shape[0]/warp.Size*row
}
