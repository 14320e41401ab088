package lanes

import (
	"slices"

	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
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

var takenAlike = trace.Imprecision{Kind: trace.TakenAlike, Reason: "what is not known is taken to be the same in all lanes"}

// uniformFirst is the answer to a question in which a potential verdict does not rest on values
// per lane of what may be the same in all lanes, in the blocks of the context and their samples.
func (f *Fact) uniformFirst(ask func(*Fact) []Verdict) []Verdict {
	return f.inPossible(ask, f.uniform(ask))
}

// uniform is the answer in the blocks of the context.
func (f *Fact) uniform(ask func(*Fact) []Verdict) []Verdict {
	found := ask(f)
	j := f.rendezvous.j
	if len(j.trace.Memory.VariedNames()) == 0 || !slices.ContainsFunc(found, isPotential) {
		return found
	}
	kept := slices.DeleteFunc(slices.Clone(found), isPotential)
	facts, done := j.alikeFacts()
	if !done {
		return append(kept, Verdict{Certainty: Undecided, Open: OutOfBudget, RestsOn: f.perLane(), Splits: f.rendezvous.maySplit()})
	}
	var again []Verdict
	for _, g := range facts {
		if f.isOf(g) {
			again = append(again, ask(g)...)
		}
	}
	if len(again) == 0 {
		return append(kept, Verdict{Certainty: Undecided, Open: NotPerLane, RestsOn: f.perLane(), Splits: f.rendezvous.maySplit()})
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
		s.Alike = true
		if other, ranOut := interpret(s); ranOut == nil {
			j.alikes = append([]*Fact{}, other.facts(nil)...)
		}
	}
	return j.alikes, j.alikes != nil
}

// perLane names what the lanes of a fact or its masks are made of that may be the same in all
// lanes, or all of it in the root where none of that has a name.
func (f *Fact) perLane() []string {
	p := f.rendezvous
	names := p.j.variedIn(p.event.Guard)
	if len(names) == 0 && p.event.Masked {
		names = p.j.variedIn(p.event.Mask)
	}
	if len(names) == 0 {
		names = slices.Sorted(slices.Values(p.j.trace.Memory.VariedNames()))
	}
	return names
}

// variedIn names what a vector is made of that may be the same in all lanes.
func (j *judge) variedIn(v vector.Vec) []string {
	var names []string
	term.Any(v.List(), func(x *term.Term) bool {
		if name := inputName(x); slices.Contains(j.trace.Memory.VariedNames(), name) {
			names = append(names, name)
		}
		return false
	})
	slices.Sort(names)
	return slices.Compact(names)
}
