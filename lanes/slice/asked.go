package slice

import "github.com/warpcheck/warpcheck/cfg"

// Asked holds instructions and ends of blocks. The slice needs to know which lanes execute them, and with which
// operands.
type Asked struct {
	Instrs map[*cfg.Instr]bool
	Ends   map[*cfg.Block]bool
}

// OfAsked returns the slice of a root for the instructions and block ends in asked, in addition to what verdicts depend
// on. It returns nil if the root is too large. It follows all functions up to the policy's depth of calls.
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

// askEach demands those instructions and block ends in asked that belong to c, or to a call in it.
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
