package cfg

import "slices"

// Awaits holds the reads by which threads wait until another thread stores something. The loop of such a read repeats
// it at one address, has no barrier of the whole block, and ends depending on the value that is read:
//
//	while (flag == 0) ;                  waits
//	for (i = 0; i < 4; i++) x += s[i];   counts: s may be volatile, it is data
type Awaits map[*Instr]*Loop

// Awaits finds the reads by which threads wait, in f and in the functions that it calls. The read may be in a function
// that the loop calls.
func (f *Func) Awaits() Awaits {
	s := waitSearch{Awaits{}, Dataflows{}, LeadingTo((*Instr).HoldsBlock), map[*Func]bool{}}
	s.in(f)
	return s.found
}

// IsFor reports whether threads may wait, by the read, for the value that write stores. It returns false if a does not
// hold the read. It also returns false if write is in the loop that repeats the read, unless write is meant as a
// signal.
func (a Awaits) IsFor(read, write *Instr) bool {
	loop := a[read.AsWritten()]
	return loop != nil && (write.IsSignal() || !loop.holds(write))
}

// holds reports whether an instruction is in the loop. A copy (CopyOf) counts as in the loop if its original is.
func (l *Loop) holds(instr *Instr) bool {
	return slices.ContainsFunc(l.Blocks, func(b *Block) bool {
		return slices.ContainsFunc(b.Instrs, func(i *Instr) bool { return i.AsWritten() == instr.AsWritten() })
	})
}

type waitSearch struct {
	found     Awaits
	dataflows Dataflows
	holds     func(*Func) bool
	seen      map[*Func]bool
}

// in searches a function and the functions that it calls.
func (s *waitSearch) in(f *Func) {
	if s.seen[f] {
		return
	}
	s.seen[f] = true
	for _, l := range f.Loops {
		if !l.has((*Instr).HoldsBlock, s.holds) {
			s.inLoop(f, l)
		}
	}
	for _, callee := range f.Callees {
		s.in(callee)
	}
}

// inLoop records the reads from which l computes whether it continues. A read counts if every iteration repeats it at
// the same address. A call counts if every iteration passes it the same arguments.
func (s *waitSearch) inLoop(f *Func, l *Loop) {
	origins := s.dataflows.Of(f).Origins(l.exits()...)
	for _, b := range l.Blocks {
		for _, i := range b.Instrs {
			if origins[i] && (i.isPoll() || i.Op == Call) && s.isFixed(f, l, i.Args...) {
				s.add(i, l, 0)
			}
		}
	}
}

// exits returns the conditions of the branches that leave a loop.
func (l *Loop) exits() (conditions []*Instr) {
	for _, b := range l.Blocks {
		leaves := slices.ContainsFunc(b.Term.Targets, func(to *Block) bool { return !slices.Contains(l.Blocks, to) })
		if b.Term.Cond != nil && leaves {
			conditions = append(conditions, b.Term.Cond)
		}
	}
	return conditions
}

// add records that the loop l waits by the read i. i may also be a call. Then add records that l waits by the reads
// from which the callee computes its result. depth is the number of calls entered so far.
func (s *waitSearch) add(i *Instr, l *Loop, depth int) {
	switch {
	case i.isPoll():
		if known := s.found[i.AsWritten()]; known == nil || known.Depth < l.Depth {
			s.found[i.AsWritten()] = l
		}
	case i.Op == Call && i.Callee != nil && depth < mostCalls:
		var results []*Instr
		for _, b := range i.Callee.Blocks {
			if b.Term.Kind == Return && b.Term.Cond != nil {
				results = append(results, b.Term.Cond)
			}
		}
		for v := range s.dataflows.Of(i.Callee).Origins(results...) {
			s.add(v, l, depth+1)
		}
	}
}

// isPoll reports whether i may be repeated until another thread has stored something: it is a volatile load, or an atomic
// that reads, takes a lock, or changes nothing.
func (in *Instr) isPoll() bool {
	if in.Op != Atomic {
		return in.Op == Load && in.Volatile
	}
	switch in.AtomicName() {
	case "atomicLoad", "atomicCAS", "atomicExch":
		return true
	}
	return len(in.Args) > 1 && in.Args[1].Op == Const && in.Args[1].Int == 0
}

// isFixed reports whether every iteration of l computes the same values. It returns false if a value depends on a call,
// on an atomic or volatile load in l, or on a variable that l stores to by its name.
func (s *waitSearch) isFixed(f *Func, l *Loop, values ...*Instr) bool {
	for v := range s.dataflows.Of(f).Origins(values...) {
		if v.Op == Call || isWatch(v) && l.holds(v) || v.Op == Load && v.Args[0].Op == Addr && l.stores(v.Args[0].Object) {
			return false
		}
	}
	return true
}

// stores reports whether a loop stores to a variable by its name.
func (l *Loop) stores(o *Object) bool {
	return l.has(func(i *Instr) bool { return i.Op == Store && i.Args[0].Op == Addr && i.Args[0].Object == o }, func(*Func) bool { return false })
}
