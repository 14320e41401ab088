package cfg

import "github.com/warpcheck/warpcheck/source"

// Called is an instruction that a kernel may execute, with the calls through which the kernel reaches it.
type Called struct {
	Root, In *Func
	// At is the instruction. Calls lists the calls from the root to the function of the instruction.
	At    *Instr
	Calls []*Instr
}

// Path returns the places of the calls from the root to the instruction.
func (c *Called) Path() []source.Pos { return PlacesOf(c.Calls) }

// mostCalls bounds the nesting of the calls that a search follows.
const mostCalls = 12

// InKernels returns the instructions for which accepts returns true, in kernels and in the functions that they call.
// limit bounds their number. An instruction is listed once for each call path to it, in the order of the text of each
// function.
func (p *Program) InKernels(accepts func(*Instr) bool, limit int) []Called {
	s := search{accepts: accepts, leads: LeadingTo(accepts), limit: limit}
	for _, root := range p.Roots {
		s.inKernel(root)
	}
	return s.found
}

// InEachKernel returns the instructions for which accepts returns true, in the kernels for which isIn returns true and
// in the functions that these call. limit bounds how many it returns for each kernel.
func (p *Program) InEachKernel(isIn func(*Func) bool, accepts func(*Instr) bool, limit int) []Called {
	s := search{accepts: accepts, leads: LeadingTo(accepts)}
	for _, root := range p.Roots {
		if isIn(root) {
			s.limit = len(s.found) + limit
			s.inKernel(root)
		}
	}
	return s.found
}

// search looks for instructions for which accepts returns true. leads reports whether a function, or one of its direct
// or indirect callees, has such an instruction.
type search struct {
	accepts func(*Instr) bool
	leads   func(*Func) bool
	limit   int
	found   []Called
}

// inKernel adds the instructions of a root and of the functions that it calls, if the root is a kernel.
func (s *search) inKernel(root *Func) {
	if root.Kernel && s.leads(root) {
		s.walk(root, root, nil)
	}
}

// walk searches fn, and each callee at its call, in the order of the text. It appends accepted instructions to s.found
// until there are s.limit. It follows at most mostCalls nested calls. calls is the call path from root to fn.
func (s *search) walk(root, fn *Func, calls []*Instr) {
	for _, block := range fn.Blocks {
		for _, in := range block.Instrs {
			switch {
			case len(s.found) == s.limit:
				return
			case s.accepts(in):
				s.found = append(s.found, Called{root, fn, in, calls})
			case in.Op == Call && len(calls) < mostCalls && s.leads(in.Callee):
				s.walk(root, in.Callee, append(calls[:len(calls):len(calls)], in))
			}
		}
	}
}
