package lanes

import (
	"fmt"
	"maps"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/term"
)

// Some unknowns are the same in all lanes more likely than not, as what they are made of is:
// what does not parse, what depends on a template's arguments, an argument of a function that
// nobody calls. A root is interpreted with one of each lane its own, which silence and what is
// definite rest on. A verdict that is only potential then is asked for again with one for all
// lanes:
//
//	__device__ void f(int n) { if (n > 3) __syncthreads(); }              undecided
//	__device__ void g(int n) { if (threadIdx.x < n) __syncthreads(); }    potential, with n
//
// It is told with such an execution where there is one, and is undecided where there is none.

const takenAlike = "what is not known is taken to be the same in all lanes"

// uniformFirst is the answer to a question in which a potential verdict does not rest on values
// per lane of what may be the same in all lanes.
func (f *Fact) uniformFirst(ask func(*Fact) []Verdict) []Verdict {
	found := ask(f)
	in := f.phase.in
	if len(in.varied) == 0 || !slices.ContainsFunc(found, isPotential) {
		return found
	}
	kept := slices.DeleteFunc(slices.Clone(found), isPotential)
	facts, done := in.alikeFacts()
	if !done {
		return append(kept, Verdict{Certainty: Undecided, Open: OutOfBudget, RestsOn: f.perLane(), Splits: f.phase.maySplit()})
	}
	var again []Verdict
	for _, g := range facts {
		if f.isOf(g) {
			again = append(again, ask(g)...)
		}
	}
	if len(again) == 0 {
		return append(kept, Verdict{Certainty: Undecided, Open: NotPerLane, RestsOn: f.perLane(), Splits: f.phase.maySplit()})
	}
	return append(kept, strongest(again)...)
}

func isPotential(v Verdict) bool { return v.Certainty == Potential }

// alikeFacts are the facts of the same root where unknowns of uniform operands are uniform; done
// is false where they take too much work.
func (in *interp) alikeFacts() (facts []*Fact, done bool) {
	if !in.likened {
		in.likened = true
		other := in.again(in.launch.blocks)
		other.alike, other.unlike = true, map[*object]bool{}
		if other, ranOut := other.interpret(); ranOut == "" {
			in.alikes = append([]*Fact{}, other.facts(nil)...)
		}
	}
	return in.alikes, in.alikes != nil
}

// perLane names what the lanes of a fact or its masks are made of that may be the same in all
// lanes, or all of it in the root where none of that has a name.
func (f *Fact) perLane() []string {
	p := f.phase
	names := p.in.variedIn(p.guard)
	if len(names) == 0 && p.masked {
		names = p.in.variedIn(p.mask)
	}
	if len(names) == 0 {
		names = slices.Sorted(slices.Values(p.in.varied))
	}
	return names
}

// variedIn names what a vector is made of that may be the same in all lanes.
func (in *interp) variedIn(v vec) []string {
	var names []string
	term.Any(v.list(), func(x *term.Term) bool {
		if name := inputName(x); slices.Contains(in.varied, name) {
			names = append(names, name)
		}
		return false
	})
	slices.Sort(names)
	return slices.Compact(names)
}

// vary notes an unknown of each lane its own that may be the same in all.
func (in *interp) vary(name string) {
	if !slices.Contains(in.varied, name) {
		in.varied = append(in.varied, name)
	}
}

// mayBeAlike reports an instruction of which the result and what it writes are the same in all
// lanes where its operands are, as far as anyone can tell: what does not parse, and what depends
// on a template's arguments.
func mayBeAlike(fr *frame, i *cfg.Instr) bool {
	return i.Alike || fr.fn.Decl.Pattern && !i.Foreign && (i.Op == cfg.Unknown || i.Op == cfg.Extern)
}

// unmodelled is what an instruction without a model yields; operands are those that it is made of
// where they are the same in all lanes.
func (in *interp) unmodelled(fr *frame, i *cfg.Instr, operands []vec, same bool) value {
	switch {
	case same:
	case i.Op != cfg.Unknown:
		return in.open(i.Text, i.Type)
	case mayBeAlike(fr, i):
		in.unknowns++
		return in.unknownOf(fmt.Sprintf("?%s!%d", i.Text, in.unknowns), i.Type, unparsedOrigin{nameOf(i)}, false)
	default:
		return in.fresh(i.Text, i.Type)
	}
	in.unknowns++
	return in.made(in.unknownOf(fmt.Sprintf("?%s!%d", i.Text, in.unknowns), i.Type, approximation{}, true), feed{of: operands})
}

// uniformOperands are the operands of an instruction that is taken to do the same in all lanes;
// false for others.
func (in *interp) uniformOperands(fr *frame, i *cfg.Instr, guard vec) (operands []vec, same bool) {
	if !mayBeAlike(fr, i) {
		return nil, false
	}
	if !in.alike {
		in.vary(nameOf(i))
		return nil, false
	}
	for n := range i.Args {
		words, uniformly := in.uniformWords(in.arg(fr, i, n), guard)
		if !uniformly {
			return nil, false
		}
		operands = append(operands, words...)
	}
	return operands, true
}

// nameOf is what a person finds an instruction by.
func nameOf(i *cfg.Instr) string {
	if i.Op == cfg.Extern && i.Text != "" {
		return i.Text
	}
	return fmt.Sprintf("a value of line %d", i.Pos.Line)
}

// uniformWords are the words that a value is made of; false where it is not the same in all lanes
// of a guard.
func (in *interp) uniformWords(v value, guard vec) (words []vec, same bool) {
	switch v := v.(type) {
	case vec:
		x := v.uniformWhere(guard)
		if x == nil {
			return nil, false
		}
		return []vec{uniform(x)}, true
	case pointer:
		if v.obj != nil && in.unlike[v.obj] {
			return nil, false
		}
		return in.uniformWords(in.address(v), guard)
	case aggregate:
		for _, part := range v {
			more, uniformly := in.uniformWords(part, guard)
			if !uniformly {
				return nil, false
			}
			words = append(words, more...)
		}
		return words, len(v) > 0
	}
	return nil, false
}

// isAlike reports a private object that holds the same in all lanes.
func (in *interp) isAlike(o *object) bool {
	return in.alike && o != nil && o.region == private && !in.unlike[o]
}

// setUnlike notes that an object may not hold the same in all lanes.
func (in *interp) setUnlike(o *object) {
	if in.alike && o != nil {
		in.unlike[o] = true
	}
}

// differsBy notes that lanes of a guard store a value in an object.
func (in *interp) differsBy(o *object, v value, guard vec) {
	if !in.isAlike(o) {
		return
	}
	if _, same := in.uniformWords(v, guard); !same {
		in.setUnlike(o)
	}
}

// havocAlike is havoc by an instruction that is taken to do the same in all lanes, if it is.
func (in *interp) havocAlike(fr *frame, i *cfg.Instr, guard vec, st *state, same bool) {
	unlike := in.unlike
	if same = same && (guard == in.alive || guard.isUniform()); same {
		in.unlike = maps.Clone(unlike)
	}
	in.havoc(fr, i, st)
	if same {
		in.unlike = unlike
	}
}
