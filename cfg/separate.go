package cfg

import "slices"

// Lanes that diverge at a branch meet again at its immediate post-dominator. This block may be in the middle of a loop,
// while another path returns to the header without passing through it:
//
//	for (;;) { if (a) { b; continue; } collective(); if (c) break; }
//
// Lanes for which a is true iterate again while the others wait at the collective. So there are two nested loops. They
// have the same header, and so are one natural loop:
//
//	for (;;) { while (a) b; collective(); if (c) break; }
//
// separateLoops gives each of the two loops a header of its own. Blocks that belong to both loops, such as the ++i of
//
//	for (;; ++i) { if (a) continue; collective(); if (c) break; }
//
// are copied, so that each loop has its own copy.
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

// maxSeparations bounds the loops of a function that are separated. maxCopied bounds the blocks that are copied for
// one loop. Code that people write needs few.
const (
	maxSeparations = 32
	maxCopied      = 256
)

// sharing is a natural loop that consists of two loops with one header: some lanes iterate again in the inner loop
// while others wait at its end.
type sharing struct {
	fn   *Func
	loop *Loop
	// inner holds the blocks from the header to the end of the inner loop. outer holds the blocks from that end back to
	// the header.
	inner, outer map[*Block]bool
}

// shared returns a natural loop that has a collective and consists of two loops with one header. It returns nil if
// there is none.
func shared(f *Func) *sharing {
	loops := slices.DeleteFunc(slices.Clone(f.Loops), func(l *Loop) bool {
		return !slices.ContainsFunc(l.Blocks, func(blk *Block) bool { return executesCollective(blk, nil) })
	})
	if f.Irreducible || len(loops) == 0 {
		return nil
	}
	joinRounds(f, nil) // as if every block could reach a collective
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

// between returns the blocks of the loop that start reaches on paths that do not pass through end.
func (l *Loop) between(start, end *Block) map[*Block]bool {
	in, work := map[*Block]bool{}, []*Block{start}
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

// isCopied reports whether blk belongs to both loops.
func (s *sharing) isCopied(blk *Block) bool { return s.inner[blk] && s.outer[blk] }

// canCopy reports whether few blocks have to be copied, and no other block uses a value that they compute.
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

// uses returns all values that the instructions and the terminator of blk use.
func (blk *Block) uses() []*Instr {
	var list []*Instr
	for _, instr := range blk.Instrs {
		list = append(list, instr.Args...)
	}
	if blk.Term.Cond != nil {
		list = append(list, blk.Term.Cond)
	}
	return list
}

// separate makes a new header for the outer loop. It gives the outer loop copies of the blocks that belong to both
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

// copies returns a copy of each block that belongs to both loops.
func (s *sharing) copies() map[*Block]*Block {
	blocks, values := map[*Block]*Block{}, map[*Instr]*Instr{}
	for _, blk := range s.fn.Blocks {
		if !s.isCopied(blk) {
			continue
		}
		made := &Block{Term: blk.Term}
		made.Term.Targets = slices.Clone(blk.Term.Targets)
		for _, instr := range blk.Instrs {
			same := *instr
			same.CopyOf = instr.AsWritten()
			values[instr] = &same
			made.Instrs = append(made.Instrs, &same)
		}
		blocks[blk] = made
	}
	copied := func(instr *Instr) *Instr {
		if values[instr] != nil {
			return values[instr]
		}
		return instr
	}
	for _, made := range blocks {
		for _, instr := range made.Instrs {
			instr.Args = slices.Clone(instr.Args)
			for i, arg := range instr.Args {
				instr.Args[i] = copied(arg)
			}
		}
		made.Term.Cond = copied(made.Term.Cond)
	}
	return blocks
}

// AsWritten returns the instruction that the receiver is a copy of (CopyOf), or the receiver itself if it is not a
// copy. A copy and its original are one place in the program.
func (in *Instr) AsWritten() *Instr {
	if in.CopyOf != nil {
		return in.CopyOf
	}
	return in
}
