package cfg

import "github.com/warpcheck/warpcheck/source"

// Called is an instruction that a kernel may execute, with the calls on the path from the kernel to it.
type Called struct {
	Root, In *Func
	// At is the instruction, Calls are the calls from the root to its function.
	At    *Instr
	Calls []*Instr
}

// Path returns the places of the calls from the root to the instruction.
func (c *Called) Path() []source.Pos { return PlacesOf(c.Calls) }

// mostCalls bounds the depth of the calls that InKernels follows.
const mostCalls = 12

// InKernels returns the instructions of kernels, and of the functions that they call, for which is returns true. It
// returns at most most of them. An instruction is listed once for each call path to it, in the order of the text of
// each function.
func (p *Program) InKernels(is func(*Instr) bool, most int) []Called {
	s := search{is: is, leads: LeadingTo(is), most: most}
	for _, root := range p.Roots {
		if root.Kernel && s.leads(root) {
			s.walk(root, root, nil)
		}
	}
	return s.found
}

// search looks for instructions for which is returns true. leads reports whether a function, or one that it calls, has
// such an instruction.
type search struct {
	is    func(*Instr) bool
	leads func(*Func) bool
	most  int
	found []Called
}

// walk adds the instructions of fn that s.is accepts, then those of the functions that fn calls. It stops at s.most
// instructions, and follows at most mostCalls nested calls. calls are the calls from root to fn.
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
