// Package inflight finds accesses to registers of a matrix product (wgmma) that may still be computed, and products
// that begin without a fence of their registers.
//
//	fence(); product(acc, a, b); commit();
//	x = acc[0];                              the product is in flight
//	wait<0>();
//	y = acc[0];                              it is done
//
// The functions of a kernel are walked in the order of execution, and each call is entered. A state holds, for each
// product that was begun, the least and the greatest number of groups that were committed after it, over all paths. A
// wait that leaves n groups in flight ends the products that are followed by more than n commits. What holds on every
// path to an access is certain.
//
// A register is a variable, or a part of one, that an asm statement has as its operand. The walk follows addresses to
// the variable, through members, elements, parameters and results of functions. It ignores accesses at addresses that
// it cannot follow.
//
// A register is touched after an access to it, until a fence of registers (wgmma.fence). A product needs a fence before
// it if one of its registers is touched, or if it is the first product.
package inflight

import (
	"cmp"
	"maps"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/internal/ptx"
	"github.com/warpcheck/warpcheck/source"
)

// Kind is a kind of fault.
type Kind int

// The kinds of faults.
const (
	// Accessed: a register is accessed while a product with it is in flight.
	Accessed Kind = iota
	// Unfenced: no fence stands between the last access to a register of a product and this product.
	Unfenced
	// FirstUnfenced: a product begins without any fence before it.
	FirstUnfenced
)

// Fault is a place where registers of a product are used wrongly.
type Fault struct {
	Kind     Kind
	Root, In *cfg.Func
	// At is the access or the product. Calls lists the calls from the root to the function In.
	At    *cfg.Instr
	Calls []*cfg.Instr
	// OtherCalls lists the calls from the root to the function that contains Other.
	OtherCalls []*cfg.Instr
	// Other is the product in flight, or the earlier access that no fence follows. It is nil for FirstUnfenced.
	Other *cfg.Instr
	// Always reports whether every execution that reaches At by these calls has the fault.
	Always bool
	// Name is the name of the variable that holds the register.
	Name string
}

// Path returns the places of the calls from the root to the fault.
func (f *Fault) Path() []source.Pos { return cfg.PlacesOf(f.Calls) }

// maxDepth bounds the nesting of the calls that are followed. maxSteps bounds the number of instructions that are
// walked in one kernel. mostGroups is the largest number of committed groups that is counted.
const (
	maxDepth   = 48
	maxSteps   = 1 << 20
	mostGroups = 9
)

// Find returns the faults in the kernels of a program, in the order of the text.
func Find(program *cfg.Program) (faults []Fault) {
	leads := cfg.LeadingTo(isOfProducts)
	for _, root := range program.Roots {
		if root.Kernel && root.LeadsTo(multiplies) {
			w := &walk{root: root, found: map[faultKey]int{}, accesses: map[*cfg.Func]map[*cfg.Instr]bool{}, leadsToProducts: leads, registers: map[variable]bool{}}
			way := &call{fn: root}
			w.collect(way)
			w.function(way, newState())
			if w.steps <= maxSteps {
				faults = append(faults, w.faults...)
			}
		}
	}
	return faults
}

func multiplies(in *cfg.Instr) bool { return in.Product != nil && in.Product.Does == ptx.Multiplies }

func isOfProducts(in *cfg.Instr) bool { return in.Product != nil }

// walk is the state of the walk through one kernel.
type walk struct {
	root   *cfg.Func
	steps  int
	faults []Fault
	found  map[faultKey]int
	// seen is the fault found so far at the current instruction, nil if there is none.
	seen     *Fault
	accesses map[*cfg.Func]map[*cfg.Instr]bool
	// leadsToProducts reports whether a function, or one that it calls, has an instruction of wgmma.
	leadsToProducts func(*cfg.Func) bool
	// registers holds the variables that some product uses, whole or in part. Accesses to other variables are ignored.
	registers map[variable]bool
}

// variable is a variable in one call of its function, because each call has its own copy.
type variable struct {
	object *cfg.Object
	of     *call
}

type faultKey struct {
	kind Kind
	at   *cfg.Instr
	in   *call
}

// call is a path of calls from the root to the function fn. The field by is the last of these calls, nil for the root.
type call struct {
	fn     *cfg.Func
	by     *cfg.Instr
	parent *call
	depth  int
	made   map[*cfg.Instr]*call
	// before is the state at the entry of the function when it was last walked. behind is the state after that walk.
	// Both are nil if it was not walked.
	before, behind *state
}

// at returns the call path that extends c by one call.
func (c *call) at(by *cfg.Instr) *call {
	if c.made == nil {
		c.made = map[*cfg.Instr]*call{}
	}
	if c.made[by] == nil {
		c.made[by] = &call{fn: by.Callee, by: by, parent: c, depth: c.depth + 1}
	}
	return c.made[by]
}

// calls returns the calls from the root to the function.
func (c *call) calls() []*cfg.Instr {
	if c.parent == nil {
		return nil
	}
	return append(c.parent.calls(), c.by)
}

// collect records the variables that products use, in a function and in the functions that it calls.
func (w *walk) collect(c *call) {
	for _, b := range c.fn.Blocks {
		for _, in := range b.Instrs {
			w.steps++
			switch {
			case in.Product != nil:
				for _, a := range in.Args {
					if p := c.place(a); p != nil {
						w.registers[p.variable] = true
					}
				}
			case in.Op == cfg.Call && w.mayFollow(c, in) && w.leadsToProducts(in.Callee):
				w.collect(c.at(in))
			}
		}
	}
}

// function walks the function of c and returns the state after it. The state before it is `in`. It reuses its last
// result if that walk began in the same state.
func (w *walk) function(c *call, in *state) *state {
	if in.equal(c.before) {
		return c.behind.clone()
	}
	out := w.rounds(c, in)
	c.before, c.behind = in, out.clone()
	return out
}

// rounds walks the blocks of a function repeatedly until their states no longer change, and returns the state after the
// function.
func (w *walk) rounds(c *call, in *state) *state {
	entries := map[*cfg.Block]*state{c.fn.Blocks[0]: in}
	var out *state
	for again := true; again && w.steps <= maxSteps; {
		again, out = false, nil
		for _, b := range c.fn.Blocks {
			s := entries[b]
			if s == nil {
				continue
			}
			s = w.block(c, b, s.clone())
			if b.Term.Kind == cfg.Return {
				out = join(out, s)
			}
			for _, next := range b.Succs {
				joined := join(entries[next], s)
				again = again || !joined.equal(entries[next]) && next.Index <= b.Index
				entries[next] = joined
			}
		}
	}
	if out == nil {
		return newState()
	}
	return out
}

// block walks the instructions of the block b from the state s, and returns the state after it.
func (w *walk) block(c *call, b *cfg.Block, s *state) *state {
	accesses, known := w.accesses[c.fn]
	if !known {
		accesses = c.fn.RegisterAccesses()
		w.accesses[c.fn] = accesses
	}
	for _, in := range b.Instrs {
		w.steps++
		switch {
		case in.Product != nil:
			w.product(c, in, s)
		case accesses[in]:
			w.access(c, in, s)
		case in.Op == cfg.Call && w.isFollowed(c, in):
			s = w.function(c.at(in), s)
		case in.Op == cfg.Call && w.leadsToProducts(in.Callee), in.Hides, in.Foreign, in.Unread:
			s.doubt()
		}
	}
	return s
}

// isFollowed reports whether the walk enters a call: the limits allow it, and the callee reaches an instruction of
// wgmma or gets the address of a register.
func (w *walk) isFollowed(c *call, in *cfg.Instr) bool {
	return w.mayFollow(c, in) && (w.leadsToProducts(in.Callee) || slices.ContainsFunc(in.Args, func(a *cfg.Instr) bool {
		p := c.place(a)
		return p != nil && w.registers[p.variable]
	}))
}

// mayFollow reports whether the limits allow the walk to enter a call.
func (w *walk) mayFollow(c *call, in *cfg.Instr) bool {
	return c.depth < maxDepth && w.steps <= maxSteps && !isWithin(c, in.Callee)
}

// isWithin reports whether fn is active on the call path c. Another call of fn is then recursive.
func isWithin(c *call, fn *cfg.Func) bool {
	for ; c != nil; c = c.parent {
		if c.fn == fn {
			return true
		}
	}
	return false
}

// product applies an instruction of wgmma to the state.
func (w *walk) product(c *call, in *cfg.Instr, s *state) {
	switch in.Product.Does {
	case ptx.FencesRegisters:
		s.fence()
	case ptx.Commits:
		s.commit()
	case ptx.AwaitsGroup:
		s.wait(in.Product.Left)
	case ptx.Multiplies:
		var registers []place
		for _, a := range in.Args {
			if p := c.place(a); p != nil {
				p.size = sizeAt(a)
				registers = append(registers, *p)
			}
		}
		w.begin(c, in, s, registers)
	}
}

// begin applies the beginning of a product to the state, and reports its missing fence.
func (w *walk) begin(c *call, in *cfg.Instr, s *state, registers []place) {
	if !s.fencedOnAll {
		w.add(Fault{Kind: FirstUnfenced, At: in, Always: !s.fencedOnSome}, c)
	}
	for _, at := range sortedKeys(s.touched) {
		t := s.touched[at]
		if p := overlapping(registers, t.place); p != nil && s.fencedOnAll {
			w.see(Fault{Kind: Unfenced, At: in, Other: at.in, OtherCalls: at.from.calls(), Always: t.always && t.place.surelyMeets(*p), Name: t.place.name()})
		}
	}
	w.addSeen(c)
	s.flights[key{in, c}] = flight{always: true, registers: registers}
	s.fencedOnAll, s.fencedOnSome = true, true
}

// access applies to the state an instruction that accesses a variable with registers of products. It reports a fault if
// a product in flight uses the accessed registers, and marks these as touched.
func (w *walk) access(c *call, in *cfg.Instr, s *state) {
	p := c.place(in.Args[0])
	if p == nil || !w.registers[p.variable] {
		return
	}
	p.size = sizeAt(in.Args[0])
	for _, at := range sortedKeys(s.flights) {
		f := s.flights[at]
		if o := overlapping(f.registers, *p); o != nil {
			w.see(Fault{Kind: Accessed, At: in, Other: at.in, OtherCalls: at.from.calls(), Always: f.always && (p.surelyMeets(*o) || fill(f.registers, p.variable)), Name: p.name()})
		}
	}
	w.addSeen(c)
	s.touched[key{in, c}] = touch{*p, true}
}

// see records a fault at the current instruction. It keeps the first certain fault, or else the first one.
func (w *walk) see(f Fault) {
	if w.seen == nil || f.Always && !w.seen.Always {
		w.seen = &f
	}
}

// addSeen adds the fault that see has recorded to the faults of the walk.
func (w *walk) addSeen(c *call) {
	if w.seen != nil {
		w.add(*w.seen, c)
		w.seen = nil
	}
}

// add adds a fault. If the same fault was added before, it stays certain only if f is certain, too.
func (w *walk) add(f Fault, c *call) {
	f.Root, f.In, f.Calls = w.root, c.fn, c.calls()
	k := faultKey{f.Kind, f.At, c}
	if n, known := w.found[k]; known {
		w.faults[n].Always = w.faults[n].Always && f.Always
		return
	}
	w.found[k] = len(w.faults)
	w.faults = append(w.faults, f)
}

// sortedKeys lists the keys of m by the places of their instructions in the text.
func sortedKeys[V any](m map[key]V) []key {
	return slices.SortedFunc(maps.Keys(m), func(a, b key) int { return cmp.Or(cfg.CompareText(a.in, b.in), a.in.ID-b.in.ID) })
}
