package cfg

import "slices"

// The lanes that part at a branch meet again at its immediate post-dominator, which may lie in
// the midst of a loop, with a path back to the header that does not pass it:
//
//	for (;;) { if (a) { b; continue; } collective(); if (c) break; }
//
// Lanes with a iterate again while the others wait at the collective. So these are two loops,
// one in the other, which are one natural loop as they share the header:
//
//	for (;;) { while (a) b; collective(); if (c) break; }
//
// separateLoops gives each of them a header of its own. Blocks of both loops, as the ++i of
//
//	for (;; ++i) { if (a) continue; collective(); if (c) break; }
//
// are copied: one is of the inner loop and one of the outer.
func separateLoops(f *Func) {
	for range maxSeparations {
		s := shared(f)
		if s == nil {
			return
		}
		if !s.canCopy() {
			break
		}
		s.separate()
		order(f)
		connect(f)
		number(f)
		setDominators(f)
		findLoops(f)
	}
	f.Irreducible = f.Irreducible || shared(f) != nil
}

// maxSeparations bounds the loops of a function that are made, and maxCopied the blocks that are
// copied for one: programs that people write have few.
const (
	maxSeparations = 32
	maxCopied      = 256
)

// sharing is a header that two loops have: in one of them lanes go round while others
// wait where that loop ends.
type sharing struct {
	fn   *Func
	loop *Loop
	// inner are the blocks before the end of the inner loop, outer those after it.
	inner, outer map[*Block]bool
}

// shared is a loop that is two, nil where there is none with a collective.
func shared(f *Func) *sharing {
	loops := slices.DeleteFunc(slices.Clone(f.Loops), func(l *Loop) bool {
		return !slices.ContainsFunc(l.Blocks, func(blk *Block) bool { return executesCollective(blk, nil) })
	})
	if f.Irreducible || len(loops) == 0 {
		return nil
	}
	joinRounds(f, nil) // as if a collective could come everywhere
	for _, l := range loops {
		for end := l.Header.Join; end != nil && end != l.Header && end.Loop.Within(l); end = end.Join {
			s := &sharing{f, l, l.between(l.Header, end), l.between(end, l.Header)}
			if slices.ContainsFunc(l.Latches, func(latch *Block) bool { return s.inner[latch] }) {
				return s
			}
		}
	}
	return nil
}

// between are the blocks of a loop that from reaches without passing end.
func (l *Loop) between(from, end *Block) map[*Block]bool {
	in, work := map[*Block]bool{}, []*Block{from}
	for len(work) > 0 {
		blk := work[len(work)-1]
		work = work[:len(work)-1]
		if blk != end && !in[blk] && blk.Loop.Within(l) {
			in[blk] = true
			work = append(work, blk.Succs...)
		}
	}
	return in
}

// isCopied reports a block of both loops.
func (s *sharing) isCopied(blk *Block) bool { return s.inner[blk] && s.outer[blk] }

// canCopy reports that what the copied blocks compute is used by themselves only.
func (s *sharing) canCopy() bool {
	copied := 0
	for _, blk := range s.fn.Blocks {
		if s.isCopied(blk) {
			copied++
			continue
		}
		for _, use := range blk.uses() {
			if s.isCopied(use.Block) {
				return false
			}
		}
	}
	return copied <= maxCopied
}

// uses are the values that the instructions and the end of a block take.
func (blk *Block) uses() []*Instr {
	var list []*Instr
	for _, in := range blk.Instrs {
		list = append(list, in.Args...)
	}
	if blk.Term.Cond != nil {
		list = append(list, blk.Term.Cond)
	}
	return list
}

// separate gives the outer loop a header of its own, and copies of the blocks that are in both
// loops.
func (s *sharing) separate() {
	header := &Block{Term: Terminator{Kind: Jump, Targets: []*Block{s.loop.Header}, Pos: s.loop.Header.Term.Pos}}
	copies := s.copies()
	for _, blk := range s.fn.Blocks {
		for i, to := range blk.Term.Targets {
			if s.outer[blk] && copies[to] != nil && !s.isCopied(blk) {
				blk.Term.Targets[i] = copies[to]
			}
			if to == s.loop.Header && !s.inner[blk] {
				blk.Term.Targets[i] = header
			}
		}
	}
	for _, made := range copies {
		for i, to := range made.Term.Targets {
			switch {
			case to == s.loop.Header:
				made.Term.Targets[i] = header
			case copies[to] != nil:
				made.Term.Targets[i] = copies[to]
			}
		}
	}
	if s.fn.Blocks[0] == s.loop.Header {
		s.fn.Blocks[0] = header
	}
}

// copies maps the blocks of both loops to their copies.
func (s *sharing) copies() map[*Block]*Block {
	blocks, values := map[*Block]*Block{}, map[*Instr]*Instr{}
	for _, blk := range s.fn.Blocks {
		if !s.isCopied(blk) {
			continue
		}
		made := &Block{Term: blk.Term}
		made.Term.Targets = slices.Clone(blk.Term.Targets)
		for _, in := range blk.Instrs {
			same := *in
			same.Written = in.AsWritten()
			values[in] = &same
			made.Instrs = append(made.Instrs, &same)
		}
		blocks[blk] = made
	}
	copied := func(in *Instr) *Instr {
		if values[in] != nil {
			return values[in]
		}
		return in
	}
	for _, made := range blocks {
		for _, in := range made.Instrs {
			in.Args = slices.Clone(in.Args)
			for i, arg := range in.Args {
				in.Args[i] = copied(arg)
			}
		}
		made.Term.Cond = copied(made.Term.Cond)
	}
	return blocks
}

// AsWritten is the instruction itself or, of a copy, what it was copied from: the same place
// in the program.
func (in *Instr) AsWritten() *Instr {
	if in.Written != nil {
		return in.Written
	}
	return in
}
