package lanes

import (
	"slices"

	"github.com/warpcheck/warpcheck/internal/linetext"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// Some unknowns are probably uniform (the same in all lanes), because their operands are. They are results of
// expressions that do not parse or that depend on a template's arguments, and arguments of a function that is never
// called. A root is first interpreted with one unknown per lane for each of them, so that silence and definite verdicts
// do not depend on uniformity. If the answer to a question is a potential verdict, the question is asked again with one
// unknown for all lanes:
//
//	__device__ void f(int n) { if (n > 3) __syncthreads(); }              undecided
//	__device__ void g(int n) { if (threadIdx.x < n) __syncthreads(); }    potential, with n
//
// If the second answer is a potential verdict too, it is reported, with its execution. Otherwise the verdict is
// undecided.

var takenAlike = trace.Imprecision{Kind: trace.TakenAlike, Reason: "what is not known is taken to be the same in all lanes"}

// uniformFirst answers a question in the blocks of the context, and in their samples. If the result is a potential
// verdict, it has an execution in which every unknown that may be uniform is the same in all lanes. ask returns the
// verdicts on the question for a fact.
func (f *Fact) uniformFirst(ask func(*Fact) []Verdict) []Verdict {
	return f.inPossible(ask, f.uniform(ask))
}

// uniform asks a question in the blocks of the context. If the answer has potential verdicts, uniform asks again under
// the assumption that each unknown that may be uniform is uniform. The potential verdicts are replaced by the strongest
// verdict of the second answer. If there is none, they are replaced by an undecided verdict.
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

// alikeFacts interprets the root again, with uniform unknowns in place of those that are probably uniform, and returns
// the facts. done is false if that takes too much work.
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

// perLane names unknowns that may be uniform: those in the fact's guard. If the guard has none, it names those in the
// mask. If the mask has none either, it names all in the root.
func (f *Fact) perLane() []string {
	p := f.rendezvous
	names := p.j.variedIn(p.event.Guard)
	if len(names) == 0 && p.event.Masked {
		names = p.j.variedIn(p.event.Mask)
	}
	if len(names) == 0 {
		names = slices.SortedFunc(slices.Values(p.j.trace.Memory.VariedNames()), linetext.Compare)
	}
	return names
}

// variedIn names the unknowns in v that may be uniform.
func (j *judge) variedIn(v vector.Vec) []string {
	var names []string
	term.Any(v.List(), func(x *term.Term) bool {
		if name := inputName(x); slices.Contains(j.trace.Memory.VariedNames(), name) {
			names = append(names, name)
		}
		return false
	})
	slices.SortFunc(names, linetext.Compare)
	return slices.Compact(names)
}
