package lanes

import (
	"fmt"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
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
	j := f.phase.j
	if len(j.memory.VariedNames()) == 0 || !slices.ContainsFunc(found, isPotential) {
		return found
	}
	kept := slices.DeleteFunc(slices.Clone(found), isPotential)
	facts, done := j.alikeFacts()
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
func (j *judge) alikeFacts() (facts []*Fact, done bool) {
	if !j.likened {
		j.likened = true
		s := j.again()
		s.alike = true
		if other, ranOut := interpret(s); ranOut == "" {
			j.alikes = append([]*Fact{}, other.facts(nil)...)
		}
	}
	return j.alikes, j.alikes != nil
}

// perLane names what the lanes of a fact or its masks are made of that may be the same in all
// lanes, or all of it in the root where none of that has a name.
func (f *Fact) perLane() []string {
	p := f.phase
	names := p.j.variedIn(p.guard)
	if len(names) == 0 && p.masked {
		names = p.j.variedIn(p.mask)
	}
	if len(names) == 0 {
		names = slices.Sorted(slices.Values(p.j.memory.VariedNames()))
	}
	return names
}

// variedIn names what a vector is made of that may be the same in all lanes.
func (j *judge) variedIn(v vector.Vec) []string {
	var names []string
	term.Any(v.List(), func(x *term.Term) bool {
		if name := inputName(x); slices.Contains(j.memory.VariedNames(), name) {
			names = append(names, name)
		}
		return false
	})
	slices.Sort(names)
	return slices.Compact(names)
}

// mayBeAlike reports an instruction of which the result and what it writes are the same in all
// lanes where its operands are, as far as anyone can tell: what does not parse, and what depends
// on a template's arguments.
func mayBeAlike(fr *frame, i *cfg.Instr) bool {
	return i.Alike || fr.fn.Decl.Pattern && !i.Foreign && (i.Op == cfg.Unknown || i.Op == cfg.Extern)
}

// unmodelled is what an instruction without a model yields; operands are those that it is made of
// where they are the same in all lanes.
func (in *interp) unmodelled(fr *frame, i *cfg.Instr, operands []vector.Vec, same bool) memory.Value {
	switch {
	case same:
	case i.Op != cfg.Unknown:
		return in.memory.Input(i.Text, i.Type)
	case mayBeAlike(fr, i):
		in.memory.Unknowns++
		return in.memory.UnknownOf(fmt.Sprintf("?%s!%d", i.Text, in.memory.Unknowns), i.Type, memory.UnparsedOrigin{Name: nameOf(i)}, false)
	default:
		return in.memory.Imprecise(i.Text, i.Type)
	}
	in.memory.Unknowns++
	return in.made(in.memory.UnknownOf(fmt.Sprintf("?%s!%d", i.Text, in.memory.Unknowns), i.Type, memory.Approximation{}, true), feed{of: operands})
}

// uniformOperands are the operands of an instruction that is taken to do the same in all lanes;
// false for others.
func (in *interp) uniformOperands(fr *frame, i *cfg.Instr, guard vector.Vec) (operands []vector.Vec, same bool) {
	if !mayBeAlike(fr, i) {
		return nil, false
	}
	if !in.memory.Alike {
		in.memory.Vary(nameOf(i))
		return nil, false
	}
	for n := range i.Args {
		words, uniformly := in.memory.UniformWords(in.arg(fr, i, n), guard)
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

// havocAlike is havoc by an instruction that is taken to do the same in all lanes, if it is.
func (in *interp) havocAlike(fr *frame, i *cfg.Instr, guard vector.Vec, st *memory.State, same bool) {
	if same && (guard == in.alive || guard.IsUniform()) {
		defer in.memory.KeepAlike()()
	}
	in.havoc(fr, i, st)
}
