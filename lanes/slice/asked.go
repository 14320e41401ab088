package slice

import "github.com/warpcheck/warpcheck/cfg"

// Asked are instructions, and ends of blocks, that are asked for completely: who gets there, with which operands.
type Asked struct {
	Instrs map[*cfg.Instr]bool
	Ends   map[*cfg.Block]bool
}

// OfAsked is the slice of a root for some of its instructions, beside what verdicts rest on; nil where the root is too
// large to make it. All functions are followed that the depth of calls allows.
func OfAsked(root *cfg.Func, policy Policy, asked Asked) *Call {
	s, top := prepare(root, policy.followingAll(), true)
	switch {
	case top == nil:
		return nil
	case s.hasPattern:
		top.takeAll()
		top.finish()
		return top
	}
	s.askEach(top, asked)
	s.close(top)
	return top
}

// askEach asks for what is asked of a call and of those in it.
func (s *slicer) askEach(c *Call, asked Asked) {
	for _, b := range c.Func.Blocks {
		for _, i := range b.Instrs {
			switch {
			case asked.Instrs[i]:
				s.ask(c, i, runs|guarded)
				for _, operand := range i.Args {
					s.ask(c, operand, runs|whole|guarded|yields)
				}
			case c.calls[i] != nil:
				s.askEach(c.calls[i], asked)
			}
		}
		if asked.Ends[b] {
			s.enter(c)
			s.decide(c, b)
			s.ask(c, b.Term.Cond, runs|whole|guarded|yields)
		}
	}
}
