package taint

import (
	"github.com/warpcheck/warpcheck/lanes/grid"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
)

// dependence finds the unknowns that may be computed from an undefined value.
type dependence struct {
	tr *trace.Trace
	// known caches whether a term may be computed from an undefined value.
	known map[*term.Term]bool
	// controls caches, for each loop, the guards by which lanes take the back edge, leave the loop, or leave the kernel
	// in it.
	controls map[*trace.Loop][]*term.Term
}

func newDependence(tr *trace.Trace) *dependence {
	return &dependence{tr, map[*term.Term]bool{}, map[*trace.Loop][]*term.Term{}}
}

// has reports whether x may be computed from an undefined value, in one or more steps. If it is not known how an
// unknown is computed, it counts if it may depend on an undefined value (isAnything).
func (d *dependence) has(x *term.Term) bool {
	if is, known := d.known[x]; known {
		return is
	}
	seen, work := map[*term.Term]bool{}, []*term.Term{x}
	for len(work) > 0 {
		y := work[len(work)-1]
		work = work[:len(work)-1]
		if is, known := d.known[y]; y.IsConst() || seen[y] || known && !is {
			continue
		}
		seen[y] = true
		d.tr.Terms.Work.Spend(term.VisitWork)
		more, itself := d.fedBy(y)
		if itself || d.known[y] {
			d.known[x] = true
			return true
		}
		work = append(work, more...)
	}
	for y := range seen {
		d.known[y] = false
	}
	return false
}

// fedBy returns the terms that x is computed from. itself reports whether x is an undefined value, or may depend on
// an undefined value in an unknown manner (isAnything).
func (d *dependence) fedBy(x *term.Term) (sources []*term.Term, itself bool) {
	if x.Op != term.Var && x.Op != term.Opaque {
		return x.Args, false
	}
	if d.tr.Undefined.Words[x] {
		return nil, true
	}
	sources = append(sources, x.Args...)
	for _, s := range d.tr.Log.Summaries {
		if s.Made(x) && !isInput(x) {
			sources = append(sources, d.controlled(s)...)
		}
	}
	f, fed := d.tr.FeedOf(x)
	if !fed {
		return sources, d.isAnything(x)
	}
	if f.Control {
		sources = append(sources, d.controlled(f.Loop)...)
	}
	for _, v := range f.Of {
		sources = append(sources, v.Distinct()...)
	}
	return sources, false
}

// controlled lists the guards by which lanes take the back edge of the loop s, leave the loop, or leave the kernel in
// it.
func (d *dependence) controlled(s *trace.Loop) []*term.Term {
	list, known := d.controls[s]
	if known {
		return list
	}
	list = s.Round.Distinct()
	for _, way := range s.Exits {
		list = append(list, way.Distinct()...)
	}
	for _, way := range s.Retired {
		list = append(list, way.Distinct()...)
	}
	d.controls[s] = list
	return list
}

// isAnything reports whether x, an unknown that is not known to be computed from other terms, may depend on an
// undefined value. That is so if x is an approximation made after the undefined value. Other unknowns come from
// outside of the program, or from communication with other threads, which is itself a use.
func (d *dependence) isAnything(x *term.Term) bool {
	if x.ID < d.tr.Undefined.Since || d.tr.Undefined.Others[x] || d.tr.Prover.Unknowns.IsNumber(x) || isInput(x) {
		return false
	}
	switch x.Origin.(type) {
	case memory.Origin, memory.ResultOrigin, memory.UnparsedOrigin, memory.OwnOrigin, memory.TileOrigin:
		return false
	case memory.FloatOrder, memory.FloatFunction, memory.Unmodelled:
		return len(x.Args) == 0
	case memory.ThreadOrigin:
		return memory.IsImprecise(x)
	case memory.ShuffleOrigin:
		return len(x.Args) == 0
	case nil:
		return len(x.Args) == 0
	default:
		return true
	}
}

// isInput reports whether x is an unknown that has the same value in the whole execution.
func isInput(x *term.Term) bool {
	switch x.Origin.(type) {
	case memory.ArgOrigin, memory.AddressOrigin, memory.ObjectOrigin, memory.StringLiteral, memory.LaneArgument, memory.TemplateOrigin, grid.Origin:
		return true
	}
	return false
}
