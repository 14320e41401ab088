package together

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
)

// mostParts is the largest number of elements of a variable whose values are kept separately after a loop that has
// written them. Nested loops multiply this number.
const mostParts = 1 << 8

// forget makes some indices in the state `now` unknown: those whose names use a variable for which isWritten is true.
// The variable is written, or its scope ends, so the name then stands for another value. Values that were stored at the
// index are then in an unknown element.
func (f *frame) forget(now state, isWritten func(*cfg.Object) bool) {
	if f.isNamed(isWritten) {
		f.rewrite(now, f.forgetting(isWritten))
	}
}

// isNamed reports whether some index that the analysis knows by a name, such as i + 1, uses a variable for which
// isWritten is true.
func (a *analysis) isNamed(isWritten func(*cfg.Object) bool) bool {
	for _, n := range a.names {
		if slices.ContainsFunc(n.objects, isWritten) {
			return true
		}
	}
	return false
}

func (f *frame) forgetting(isWritten func(*cfg.Object) bool) func(step) step {
	return func(s step) step {
		if s.name != nil && slices.ContainsFunc(s.name.objects, isWritten) {
			return step{isAny: true, span: s.span}
		}
		return s
	}
}

// forgetGiven forgets the names with variables that a call may write because it gets their addresses.
func (f *frame) forgetGiven(instr *cfg.Instr, now state) {
	if len(f.names) == 0 {
		return
	}
	visible := f.visibleTo(instr, now)
	f.forget(now, func(o *cfg.Object) bool { return visible[o] })
}

// forgetLocals forgets the values that are named by variables of the function, because the function has returned.
func (f *frame) forgetLocals() {
	f.forget(f.after, func(o *cfg.Object) bool { return o.Func == f.fn })
	f.result = f.rewritten(f.result, f.forgetting(func(o *cfg.Object) bool { return o.Func == f.fn }))
}

// rewrite applies change to all steps of paths, in the variables of the state `now` and in the values of instructions.
func (f *frame) rewrite(now state, change func(step) step) {
	for object, v := range now {
		now[object] = f.rewritten(v, change)
	}
	for id, v := range f.values {
		f.values[id] = f.rewritten(v, change)
	}
}

func (f *frame) rewritten(v value, change func(step) step) value {
	v.points = f.pointsRewritten(v.points, change)
	if v.parts == nil {
		return v
	}
	parts := map[*path]value{}
	for p, part := range v.parts {
		p, part = f.paths.each(p, change), f.rewritten(part, change)
		if other, isHeld := parts[p]; isHeld {
			part = part.join(other)
		}
		parts[p] = part
	}
	v.parts = parts
	return v
}

func (f *frame) pointsRewritten(points map[place]bool, change func(step) step) map[place]bool {
	if len(points) == 0 {
		return points
	}
	all := map[place]bool{}
	for p := range points {
		all[place{p.object, f.paths.each(p.path, change)}] = true
	}
	return all
}

// leaving returns the state on the edge between two blocks. At the end of a loop it may know all elements that the loop
// has written, as here:
//
//	for (int i = 0; i < 4; ++i) m[i] = __activemask();
//
// The counter of the loop must be the index, and nothing else in the loop may write the array. The state after this
// loop is the state at the end of its iterations. It is nil until an iteration was executed.
func (f *frame) leaving(now state, from, to *cfg.Block) state {
	for loop := from.Loop; loop != nil && !slices.Contains(loop.Blocks, to); loop = loop.Parent {
		c, isCounted := f.counterOf(loop)
		if isCounted && loop.Header == from && len(c.values) > 0 && onlyReads(from) {
			now = f.rounds[loop]
		}
		if isCounted && now != nil {
			now = f.behind(loop, now)
		}
	}
	return now
}

// goneRound is called for each edge back to the header of a loop. It joins `now`, the state on this edge, into the
// state at the end of the loop's iterations.
func (f *frame) goneRound(from, to *cfg.Block, now state) {
	for _, loop := range f.fn.Loops {
		if loop.Header == to && slices.Contains(loop.Latches, from) {
			if f.rounds[loop] == nil {
				f.rounds[loop] = state{}
			}
			f.rounds[loop].join(now)
		}
	}
}

// onlyReads reports whether a block writes no variable.
func onlyReads(b *cfg.Block) bool {
	return !slices.ContainsFunc(b.Instrs, func(instr *cfg.Instr) bool {
		switch instr.Op {
		case cfg.Const, cfg.Addr, cfg.Load, cfg.Convert, cfg.Binary, cfg.Unary:
			return false
		}
		return true
	})
}

// behind returns the state after a loop. now is the state on the edge out of the loop.
func (f *frame) behind(loop *cfg.Loop, now state) state {
	after := state{}
	for object, v := range now {
		after[object] = f.spread(loop, object, v)
	}
	f.rewrite(state{}, withoutSpan(loop))
	return after
}

// withoutSpan returns a function that removes the span of a loop from a step.
func withoutSpan(loop *cfg.Loop) func(step) step {
	return func(s step) step {
		if s.span != nil && s.span.loop == loop {
			s.span = nil
		}
		return s
	}
}

// spread returns the content of a variable after a loop. v is its value on the edge out of the loop. If a single store
// in the loop writes the variable, each element that an iteration wrote has the value of this store.
func (f *frame) spread(loop *cfg.Loop, object *cfg.Object, v value) value {
	rest := map[*path]value{}
	written := map[*path]value{}
	for p, part := range v.parts {
		if s := p.spanIn(loop); s != nil && len(v.parts)+len(s.values) <= mostParts && f.isAlone(object, loop) {
			written[p] = part
		} else {
			rest[p] = part
		}
	}
	if len(written) > 0 {
		v = ofParts(rest)
	}
	v = f.rewritten(v, withoutSpan(loop))
	for p, part := range written {
		part = f.rewritten(part, withoutSpan(loop))
		for _, index := range p.spanIn(loop).values {
			v = v.with(f.paths.each(p, func(s step) step {
				if s.span != nil && s.span.loop == loop {
					return step{index: index}
				}
				return s
			}), part, true)
		}
	}
	return v
}

// spanIn returns the indices that the loop has written, if exactly one step of the path has a span of the loop, and
// this step has isAny. Otherwise it returns nil.
func (p *path) spanIn(loop *cfg.Loop) (found *span) {
	for _, s := range p.steps() {
		if s.span == nil || s.span.loop != loop {
			continue
		}
		if found != nil || !s.isAny {
			return nil
		}
		found = s.span
	}
	return found
}

// isAlone reports whether one store is all that writes a variable in a loop.
func (f *frame) isAlone(object *cfg.Object, loop *cfg.Loop) bool {
	writes := 0
	for _, b := range loop.Blocks {
		for _, instr := range b.Instrs {
			switch instr.Op {
			case cfg.Load, cfg.IndexAddr, cfg.FieldAddr, cfg.Convert, cfg.Binary:
				continue
			case cfg.Alloc:
				if instr.Object == object {
					return false
				}
			}
			for i, arg := range instr.Args {
				if !f.values[arg.ID].pointsTo(object) {
					continue
				}
				if instr.Op != cfg.Store || i > 0 {
					return false
				}
				writes++
			}
		}
	}
	return writes == 1 && !object.Escapes
}

func (v value) pointsTo(object *cfg.Object) bool {
	for p := range v.points {
		if p.object == object {
			return true
		}
	}
	return false
}
