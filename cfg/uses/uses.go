// Package uses finds where a value may have an effect, and who decides whether it has: the launch alone, or what the
// program is given as well.
//
// The value of an instruction is followed forward through what is computed of it, through variables, calls and
// returns, and through what branches on it decide. An effect is what others may see: a store outside of the lane's own
// variables, an atomic, who comes to a collective with which operands, what a function gets that is not known, a branch.
//
//	v += __shfl_xor_sync(~0u, v, 4);
//	if (lane == 0) out[0] = v;           the launch says which lane stores
//	if (threadIdx.x < n) out[t] = v;     n does
//
// Where the launch decides who comes to each effect on the way, one run shows for all inputs which lanes have one.
// Where it does not, no number of runs shows that there is none.
package uses

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/frontend/ast"
)

// Effects are those that a value may have.
type Effects struct {
	// ByLaunch: who comes to each of them, once the value is there, the launch alone decides.
	ByLaunch bool
	// SomeByLaunch: so it is of one at least.
	SomeByLaunch bool
}

// maxBlocks bounds the blocks of the functions that are looked at: of more, it is not said that the launch decides.
const maxBlocks = 600

// Of are the effects that the value of an instruction may have in a kernel that leads to it.
func Of(root *cfg.Func, site *cfg.Instr) Effects {
	s := &search{root: root, site: site, values: map[*cfg.Instr]bool{}, objects: map[*cfg.Object]bool{}, returns: map[*cfg.Func]bool{},
		decided: map[*cfg.Block]bool{}, effects: map[*cfg.Block]bool{}, calls: map[*cfg.Func][]*cfg.Instr{},
		stores: map[*cfg.Object][]*cfg.Instr{}, fixed: map[*cfg.Instr]bool{}, ways: map[*cfg.Block]bool{},
		on: map[*cfg.Block]map[*cfg.Block]bool{}}
	if !s.collect(root) {
		return Effects{}
	}
	s.markSites()
	s.values[site] = true
	for s.changed = true; s.changed; {
		s.changed = false
		for _, f := range s.funcs {
			s.follow(f)
		}
	}
	clear(s.fixed) // what the value decides is known now
	e := Effects{ByLaunch: !s.isChosen}
	for b := range s.effects {
		byLaunch := s.isByLaunch(b, map[*cfg.Func]bool{})
		e.ByLaunch = e.ByLaunch && byLaunch
		e.SomeByLaunch = e.SomeByLaunch || byLaunch
	}
	for b := range s.ways {
		e.ByLaunch = e.ByLaunch && s.isByLaunch(b, map[*cfg.Func]bool{})
	}
	return e
}

// search follows a value through the functions of a kernel, each once for all of its calls.
type search struct {
	root   *cfg.Func
	site   *cfg.Instr
	funcs  []*cfg.Func
	funcOf map[*cfg.Block]*cfg.Func
	// values, objects and returns are made of the value; decided are blocks that are run because of it.
	values  map[*cfg.Instr]bool
	objects map[*cfg.Object]bool
	returns map[*cfg.Func]bool
	decided map[*cfg.Block]bool
	// escaped: it may stand in some variable of the lane that is reached through a pointer.
	escaped bool
	// isChosen: which element is read of an array that holds the value, the launch does not decide.
	isChosen bool
	// effects are the blocks with one, ways those in which the value is stored or exchanged.
	effects, ways map[*cfg.Block]bool
	changed       bool

	calls  map[*cfg.Func][]*cfg.Instr
	stores map[*cfg.Object][]*cfg.Instr
	// at are the blocks with the instruction, or with a call that leads to it.
	at map[*cfg.Block]bool
	// on are the branches that decide about blocks.
	on map[*cfg.Block]map[*cfg.Block]bool
	// fixed remembers which values the launch decides: true as long as that is being found out.
	fixed map[*cfg.Instr]bool
}

// collect lists the functions of a kernel, their calls and the stores to their variables; false where they are too many.
func (s *search) collect(root *cfg.Func) bool {
	s.funcOf = map[*cfg.Block]*cfg.Func{}
	var visit func(f *cfg.Func)
	visit = func(f *cfg.Func) {
		if slices.Contains(s.funcs, f) {
			return
		}
		s.funcs = append(s.funcs, f)
		for _, b := range f.Blocks {
			s.funcOf[b] = f
			for _, i := range b.Instrs {
				s.collectInstr(i)
			}
		}
		for _, callee := range f.Callees {
			visit(callee)
		}
	}
	visit(root)
	return len(s.funcOf) <= maxBlocks
}

func (s *search) collectInstr(i *cfg.Instr) {
	switch i.Op {
	case cfg.Call:
		s.calls[i.Callee] = append(s.calls[i.Callee], i)
	case cfg.Store:
		if o := base(i.Args[0]); o != nil {
			s.stores[o] = append(s.stores[o], i)
		}
	}
}

// markSites finds the blocks that the instruction is in, by way of calls as well.
func (s *search) markSites() {
	s.at = map[*cfg.Block]bool{}
	var mark func(b *cfg.Block)
	mark = func(b *cfg.Block) {
		if s.at[b] {
			return
		}
		s.at[b] = true
		for _, call := range s.calls[s.funcOf[b]] {
			mark(call.Block)
		}
	}
	mark(s.site.Block)
}

// follow goes once over a function.
func (s *search) follow(f *cfg.Func) {
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			s.pass(i)
		}
		c := b.Term.Cond
		switch {
		case b.Term.Kind == cfg.Return:
			if (c != nil && s.values[c] || s.decided[b]) && !s.returns[f] {
				s.returns[f], s.changed = true, true
			}
			if f == s.root && c != nil && s.values[c] {
				s.affect(b)
			}
		case c != nil && s.values[c]:
			s.decide(f, b)
		}
		if s.decided[b] && len(b.Succs) == 0 && b.Term.Kind != cfg.Return {
			s.affect(b)
		}
	}
}

// decide notes the blocks that a branch on the value decides about. What the sides do is an effect, if it is one by itself:
// here and behind.
func (s *search) decide(f *cfg.Func, branch *cfg.Block) {
	for _, b := range f.Blocks {
		if !s.decided[b] && s.deciders(f, b)[branch] {
			s.decided[b], s.changed = true, true
		}
	}
}

// pass follows the value through an instruction.
func (s *search) pass(i *cfg.Instr) {
	some := slices.ContainsFunc(i.Args, func(a *cfg.Instr) bool { return s.values[a] })
	isDecided := s.decided[i.Block]
	switch i.Op {
	case cfg.Store:
		if some || isDecided {
			s.store(i)
		}
	case cfg.Load:
		held := !s.isOutside(i.Args[0]) && s.isHeld(base(i.Args[0]))
		s.isChosen = s.isChosen || held && isThrough(i.Args[0]) && !s.isAtFixed(i.Args[0])
		s.make(i, some || held)
	case cfg.Call:
		s.call(i, isDecided)
	case cfg.Collective_:
		s.collective(i, isDecided)
	case cfg.Atomic, cfg.Extern, cfg.Unknown, cfg.Share:
		if some || isDecided {
			s.affect(i.Block)
		}
		s.make(i, some)
	default:
		s.make(i, some)
	}
}

// make notes what is made of the value.
func (s *search) make(i *cfg.Instr, is bool) {
	if is && i.Type != nil && !s.values[i] {
		s.values[i], s.changed = true, true
	}
}

func (s *search) affect(b *cfg.Block) {
	if !s.effects[b] {
		s.effects[b], s.changed = true, true
	}
}

// isHeld reports a variable that may hold the value; nil is any that a pointer leads to.
func (s *search) isHeld(o *cfg.Object) bool {
	return o != nil && (s.objects[o] || o.Escapes && s.escaped) || o == nil && s.escaped
}

// store notes where the value is stored, or may have been stored because of it.
func (s *search) store(i *cfg.Instr) {
	o := base(i.Args[0])
	s.ways[i.Block] = true
	if o == nil || !isOwn(o) {
		s.affect(i.Block)
	}
	switch {
	case o != nil && !s.objects[o]:
		s.objects[o], s.changed = true, true
	case o == nil && !s.escaped && !s.isOutside(i.Args[0]):
		s.escaped, s.changed = true, true
	}
	if o != nil && o.Escapes && !s.escaped {
		s.escaped, s.changed = true, true
	}
}

// call passes the value to the parameters of a function, and takes what comes back.
func (s *search) call(i *cfg.Instr, isDecided bool) {
	for n, p := range i.Callee.Params {
		if n < len(i.Args) && s.values[i.Args[n]] && !s.objects[p] {
			s.objects[p], s.changed = true, true
		}
	}
	if isDecided && len(i.Callee.Blocks) > 0 && !s.decided[i.Callee.Blocks[0]] {
		for _, b := range i.Callee.Blocks {
			s.decided[b] = true
		}
		s.changed = true
	}
	s.make(i, s.returns[i.Callee])
}

// collective passes the value on where it is what is exchanged. Where it says who exchanges it with whom, or
// whether, that is an effect.
func (s *search) collective(i *cfg.Instr, isDecided bool) {
	c := i.Collective
	for n, a := range i.Args {
		if s.values[a] && n != c.Value {
			s.affect(i.Block)
		}
	}
	if isDecided {
		s.affect(i.Block)
	}
	// Who reads what the launch alone decides, or else any lane may have it, and so the effect.
	passes := c.Value >= 0 && s.values[i.Args[c.Value]]
	if passes && i != s.site {
		s.ways[i.Block] = true
	}
	if passes && c.Source >= 0 && !s.isFixed(i.Args[c.Source]) {
		s.affect(i.Block)
	}
	s.make(i, passes)
}

// base is the variable that an address leads into by name, nil where it is reached through a pointer.
func base(at *cfg.Instr) *cfg.Object {
	for {
		switch at.Op {
		case cfg.Addr:
			return at.Object
		case cfg.FieldAddr, cfg.IndexAddr, cfg.Convert:
			at = at.Args[0]
		default:
			return nil
		}
	}
}

// isOutside reports an address behind a pointer that the kernel is given: no variable of a lane is there.
func (s *search) isOutside(at *cfg.Instr) bool {
	for at.Op == cfg.FieldAddr || at.Op == cfg.IndexAddr || at.Op == cfg.Convert {
		at = at.Args[0]
	}
	if at.Op != cfg.Load {
		return false
	}
	o := base(at.Args[0])
	return o != nil && o.Func == s.root && slices.Contains(s.root.Params, o) && len(s.stores[o]) == 0 && !o.Escapes
}

// isOwn reports a variable of the lane.
func isOwn(o *cfg.Object) bool { return o.Storage == ast.Local || o.Storage == ast.Param }
