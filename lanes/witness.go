package lanes

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/internal/integer"
	"github.com/warpcheck/warpcheck/lanes/grid"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/prove"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/warp"
)

// witness takes a concrete input from a model of the solver: the launch, the arguments, and the cells of memory that
// the execution reads.
func (j *judge) witness(p *rendezvous, e *prove.Execution) *Witness {
	w := &Witness{Root: j.trace.Root, Site: p.event.Instr, Path: p.event.Calls(), Model: j.trace.Model, Special: map[cfg.SpecialReg]uint32{},
		Premises: j.trace.Launch.Premises}
	w.setBlock(j.trace.Launch, e)
	for _, x := range sortedUnknowns(e.Model) {
		switch o := x.Origin.(type) {
		case memory.ArgOrigin:
			w.Args = append(w.Args, ArgValue{o.Name, e.Model[x], o.Signed})
		case memory.TemplateOrigin:
			if o.Name != "" {
				w.Args = append(w.Args, ArgValue{Name: o.Name, Value: plainConstant(e.Model[x])})
			}
		case memory.AddressOrigin:
			if e.Model[x] == 0 {
				w.Args = append(w.Args, ArgValue{Name: o.Name})
			}
		case trace.TogetherOrigin:
			w.addTogether(o, uint8(e.Model[x]))
		case memory.Origin:
			if object, offset, ok := j.cell(e, x); ok {
				w.addMemory(MemoryValue{object, offset, o.Size, e.Model[x], o.Signed})
			}
		case grid.Origin:
			if j.trace.Launch.IsRead(o.Reg) {
				w.setSpecial(j.trace.Launch, o.Reg, e)
			}
		}
	}
	if j.trace.Launch.HasClusters() {
		w.setPlace(j, e)
	}
	return w
}

// Untried returns a witness of the fact, without values for arguments and memory. Runs choose these where the solver
// has found no input. It returns nil if there is no block to run, or if the places of clusters matter.
func (f *Fact) Untried() *Witness {
	if f.rendezvous == nil || f.rendezvous.j.trace.Launch.HasClusters() {
		return nil
	}
	shape := f.shapeToTry()
	if !shape.IsLaunchable() {
		return nil
	}
	w := &Witness{Root: f.Context.Root, Site: f.rendezvous.event.Instr, Path: f.rendezvous.event.Calls(), Model: f.Context.Model,
		Special: map[cfg.SpecialReg]uint32{}, Premises: f.rendezvous.j.trace.Launch.Premises, Shape: shape}
	if f.betweenWarps {
		w.RacesWith = new(int)
	}
	return w
}

// shapeToTry returns the block in which runs may try a question. It is the block of the launch. If the host computes
// the block, it is the first sample, for a race between warps the first sample with several warps. If no launch is
// known and the kernel reads one dimension, it is two warps in a row. Otherwise the block has no threads.
func (f *Fact) shapeToTry() warp.Shape {
	launch := f.rendezvous.j.trace.Launch
	switch {
	case f.Context.Shape != nil && f.Context.Size == nil:
		return *f.Context.Shape
	case f.Context.Size != nil:
		for _, s := range launch.AllSamples() {
			if !f.betweenWarps || s.Threads() > warp.Size {
				return s
			}
		}
	case launch.IsInOneRow() && !f.Context.Root.Decl.Pattern: // in a template, the arguments of the template may decide the block
		return warp.Shape{2 * warp.Size, 1, 1}
	}
	return warp.Shape{}
}

// plainConstant replaces v, a template constant that the solver found, by a constant that programs are likelier to use.
// It is the largest power of two up to v, or the warp size if v exceeds the largest block. A run then shows whether the
// rule is broken with the replaced constant too.
func plainConstant(v uint64) uint64 {
	switch {
	case v <= 1:
		return v
	case v > warp.MaxThreads:
		return warp.Size
	}
	return 1 << (bits.Len64(v) - 1)
}

// IsGiven reports whether all premises hold for the arguments, the block and the grid of the witness.
func (w *Witness) IsGiven() bool {
	return !slices.ContainsFunc(w.Premises, func(p *cfg.Premise) bool { return !p.Holds(w.Leaf) })
}

// somewhere is the value that a premise uses for a pointer that is not null.
const somewhere = 1 << 32

// Leaf returns the value of a parameter or a launch register. It returns false if the witness has none. A pointer
// counts as not null unless the witness has the value 0 for it.
func (w *Witness) Leaf(p *cfg.Premise) (int64, bool) {
	if p.IsReg {
		switch p.Reg {
		case cfg.NTidX, cfg.NTidY, cfg.NTidZ:
			return int64(w.Shape[p.Reg-cfg.NTidX]), true
		}
		v, isKnown := w.Special[p.Reg]
		return int64(v), isKnown
	}
	t := p.Type()
	i := slices.IndexFunc(w.Args, func(a ArgValue) bool { return a.Name == p.Name() })
	if i < 0 {
		return somewhere, types.IsPointer(t)
	}
	return integer.Wrap(int64(w.Args[i].Value), t), true
}

// setPlace sets the position of the block in a grid of clusters.
func (w *Witness) setPlace(j *judge, e *prove.Execution) {
	at, extent := j.trace.Launch.PlaceInGrid(func(reg cfg.SpecialReg) int { return int(e.Value(j.trace.Launch.Register(reg).At(0))) })
	for i, d := range grid.Axes {
		if j.trace.Launch.IsClustered(d) {
			w.Special[d.At], w.Special[d.Grid] = uint32(at[i]), uint32(extent[i])
			w.Special[d.Cluster] = uint32(e.Value(j.trace.Launch.Register(d.Cluster).At(0)))
		}
	}
}

func sortedUnknowns(m term.Model) []*term.Term {
	var list []*term.Term
	for x := range m {
		list = append(list, x)
	}
	slices.SortFunc(list, func(a, b *term.Term) int { return cmp.Compare(a.ID, b.ID) })
	return list
}

// cell returns the object and the byte offset at which an execution reads x, an unknown of memory. ok is false if
// only the address is known.
func (j *judge) cell(e *prove.Execution, x *term.Term) (object string, offset int64, ok bool) {
	if o := x.Origin.(memory.Origin); o.Object != "" {
		return o.Object, int64(e.Value(x.Args[1])), true
	}
	return j.pointee(e, x.Args[1])
}

// pointee returns the object and the offset to which a pointer points in an execution. If branches choose one of
// several objects, it is the chosen one. If the pointer is itself read from memory, its target is named
// "object@offset". ok is false if the memory does not belong to the input.
func (j *judge) pointee(e *prove.Execution, pointer *term.Term) (object string, offset int64, ok bool) {
	_, read := pointer.Origin.(memory.Origin)
	address, taken := pointer.Origin.(memory.ObjectOrigin)
	switch {
	case pointer.Op == term.Ite && e.Holds(pointer.Args[0]):
		return j.pointee(e, pointer.Args[1])
	case pointer.Op == term.Ite:
		return j.pointee(e, pointer.Args[2])
	case read:
		object, offset, ok = j.cell(e, pointer)
		return fmt.Sprintf("%s@%d", object, offset), 0, ok
	case taken:
		return address.Of.Name, 0, address.Of.IsInput()
	case pointer.Op != term.Add:
		return "", 0, false
	}
	sum := pointer.K
	for i, part := range pointer.Args {
		if base, inner, found := j.pointee(e, part); found && !ok && pointer.Coefs[i] == 1 {
			object, ok = base, true
			sum += uint64(inner)
			continue
		}
		sum += pointer.Coefs[i] * e.Value(part)
	}
	return object, int64(sum), ok
}

// addMemory adds the initial value of a cell. It does nothing if the witness has one already, because the program
// itself has written the later values.
func (w *Witness) addMemory(v MemoryValue) {
	for _, o := range w.Memory {
		if o.Object == v.Object && o.Offset == v.Offset {
			return
		}
	}
	w.Memory = append(w.Memory, v)
}

// setSpecial sets a register of the grid or the device. The registers of the block follow from its shape.
func (w *Witness) setSpecial(l *grid.Launch, reg cfg.SpecialReg, e *prove.Execution) {
	switch reg {
	case cfg.CtaidX, cfg.CtaidY, cfg.CtaidZ, cfg.NCtaidX, cfg.NCtaidY, cfg.NCtaidZ,
		cfg.ClusterX, cfg.ClusterY, cfg.ClusterZ, cfg.DynamicShared, cfg.SmID, cfg.NSmID:
		w.Special[reg] = uint32(e.Value(l.Register(reg).At(0)))
	}
}

// setBlock sets the shape and the warp, as in the model of the execution.
func (w *Witness) setBlock(l *grid.Launch, e *prove.Execution) {
	at := func(reg cfg.SpecialReg) int { return int(e.Value(l.Register(reg).At(0))) }
	w.Shape = warp.Shape{at(cfg.NTidX), at(cfg.NTidY), at(cfg.NTidZ)}
	w.Warp = grid.WarpOf(at)
}
