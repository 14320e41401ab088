package lanes

import (
	"slices"

	"github.com/warpcheck/warpcheck/internal/linetext"
	"github.com/warpcheck/warpcheck/lanes/grid"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/term"
)

// undecided returns the verdict on a question whose formula f the solver did not decide. To explain the verdict, it
// lists the branches on the path and the inputs of the program on which f depends.
func (p *rendezvous) undecided(f *term.Term) Verdict {
	return Verdict{Certainty: Undecided, Open: OutOfBudget, RestsOn: p.j.inputs(f), Splits: p.maySplit(),
		RestsOnBlock: !p.j.trace.Launch.Shape.Known() && term.Any(p.event.Guard.List(), grid.DependsOnShape)}
}

// inputs lists the inputs that a formula depends on, by their names in the program: arguments, memory, template
// arguments, and operations with unknown results. Launch registers are left out, because nearly every formula depends
// on them.
func (j *judge) inputs(f *term.Term) []string {
	var names []string
	term.Any([]*term.Term{j.prover.Unknowns.Unbroken(f)}, func(x *term.Term) bool {
		if x.IsUnknown() {
			if name := inputName(x); name != "" && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
		return false
	})
	slices.SortFunc(names, linetext.Compare)
	return names
}

// inputName returns the name that an unknown has in the program, "" if it has none.
func inputName(x *term.Term) string {
	switch o := x.Origin.(type) {
	case memory.ArgOrigin:
		return o.Name
	case memory.AddressOrigin:
		return o.Name
	case memory.Origin:
		return o.Object
	case memory.LaneArgument:
		return o.Name
	case memory.TemplateOrigin:
		return o.Name
	case memory.UnparsedOrigin:
		return o.Name
	case memory.ResultOrigin:
		return o.Operation
	case memory.ShuffleOrigin:
		if !o.Approximate {
			return "shfl"
		}
	}
	return ""
}
