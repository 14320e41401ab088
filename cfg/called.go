package cfg

import "github.com/warpcheck/warpcheck/source"

// Called is an instruction that a kernel executes, in a function that some calls lead to.
type Called struct {
	Root, In *Func
	// At is the instruction, Calls are the calls from the root to its function.
	At    *Instr
	Calls []*Instr
}

// Path returns the places of the calls from the root to the instruction.
func (c *Called) Path() []source.Pos { return PlacesOf(c.Calls) }

// mostCalls bounds the calls that lead to an instruction.
const mostCalls = 12

// InKernels returns the instructions that a predicate accepts, at most as many, of the kernels of a program and of what they
// call: once for each way of calls, in the order of the text of each function.
func (p *Program) InKernels(is func(*Instr) bool, most int) []Called {
	s := search{is: is, leads: LeadingTo(is), most: most}
	for _, root := range p.Roots {
		if root.Kernel && s.leads(root) {
			s.walk(root, root, nil)
		}
	}
	return s.found
}

// search looks for instructions that is accepts. leads reports whether a function leads to one.
type search struct {
	is    func(*Instr) bool
	leads func(*Func) bool
	most  int
	found []Called
}

// walk adds the instructions of a function that a root calls, and of what it calls.
func (s *search) walk(root, fn *Func, calls []*Instr) {
	for _, block := range fn.Blocks {
		for _, in := range block.Instrs {
			switch {
			case len(s.found) == s.most:
				return
			case s.is(in):
				s.found = append(s.found, Called{root, fn, in, calls})
			case in.Op == Call && len(calls) < mostCalls && s.leads(in.Callee):
				s.walk(root, in.Callee, append(calls[:len(calls):len(calls)], in))
			}
		}
	}
}
