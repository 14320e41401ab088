// Package uses finds the places where a value may have an effect. It also finds whether the launch alone decides that
// the value has this effect, or whether the program's input does too. Package lanes finds which lanes reach these
// places with the value.
//
// The value of an instruction is followed forward: through values that are computed from it, through variables, calls
// and returns, and through blocks that run because of a branch on it. An effect is an action that others may see: a
// store outside of the lane's own variables, an atomic, the lanes and operands of a collective, the arguments of an
// unknown function, or a branch.
//
//	v += __shfl_xor_sync(~0u, v, 4);
//	if (lane == 0) out[0] = v;           the launch decides which lane stores
//	if (threadIdx.x < n) out[t] = v;     the input n decides
//
// If the launch decides which lanes reach each effect, one run shows for all inputs which lanes have an effect.
// Otherwise no number of runs proves that the value has no effect.
package uses

import (
	"maps"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
)

// Effects lists the places where others may notice the value of an instruction, such as a store, a collective or a
// branch. It also reports whether the launch alone decides which lanes reach these places.
type Effects struct {
	// Instrs is the set of instructions that may be effects. It is nil if the effects are not known. Ends is the set of
	// blocks whose terminators may be effects.
	Instrs map[*cfg.Instr]bool
	Ends   map[*cfg.Block]bool
	// Calls is the set of functions that reach an effect, and those to which the value is passed.
	Calls map[*cfg.Func]bool
	// ByLaunch: the launch alone decides which lanes reach each effect, once the value exists.
	ByLaunch bool
	// SomeByLaunch: the launch alone decides which lanes reach at least one of the effects.
	SomeByLaunch bool
}

// IsKnown reports whether the effects were found. They were not if the functions are too large, or if only stand-in
// headers use the value.
func (e Effects) IsKnown() bool { return e.Instrs != nil }

// maxBlocks bounds the blocks that are examined, in all functions of a kernel together. If there are more, the
// effects are not known.
const maxBlocks = 600

// Of returns the effects that the value of the instruction site may have in the kernel root. The effects are not known
// (IsKnown) if the kernel is too large, or if only stand-in headers use the value.
func Of(root *cfg.Func, site *cfg.Instr) Effects {
	s := &search{root: root, site: site, values: map[*cfg.Instr]bool{}, objects: map[*cfg.Object]bool{}, returns: map[*cfg.Func]bool{},
		decided: map[*cfg.Block]bool{}, effects: map[*cfg.Instr]bool{}, ends: map[*cfg.Block]bool{}, calls: map[*cfg.Func][]*cfg.Instr{},
		stores: map[*cfg.Object][]*cfg.Instr{}, fixed: map[*cfg.Instr]bool{}, ways: map[*cfg.Block]bool{},
		pointed: map[*cfg.Object]bool{}, decidersOf: map[*cfg.Block]map[*cfg.Block]bool{}}
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
	if s.staysInHeaders() {
		return Effects{}
	}
	clear(s.fixed) // isFixed may have used s.values while it was incomplete
	e := Effects{Instrs: s.effects, Ends: s.ends, Calls: s.leading(), ByLaunch: !s.isChosen}
	for b := range s.places() {
		byLaunch := s.isByLaunch(b, map[*cfg.Func]bool{})
		e.ByLaunch = e.ByLaunch && byLaunch
		e.SomeByLaunch = e.SomeByLaunch || byLaunch
	}
	for b := range s.ways {
		e.ByLaunch = e.ByLaunch && s.isByLaunch(b, map[*cfg.Func]bool{})
	}
	return e
}

// staysInHeaders reports whether the value is made in a stand-in header, and only instructions in such headers depend
// on it. A stand-in lacks the library's code that uses the value.
func (s *search) staysInHeaders() bool {
	for i := range s.values {
		if !i.Pos.System {
			return false
		}
	}
	return s.site.Pos.System
}

// search follows a value through the functions of a kernel. It follows the value once through each function, for all of
// its calls together.
type search struct {
	root   *cfg.Func
	site   *cfg.Instr
	funcs  []*cfg.Func
	funcOf map[*cfg.Block]*cfg.Func
	// values, objects and returns hold the instructions, variables and function results that depend on the value.
	// decided holds the blocks that run because of a branch on the value.
	values  map[*cfg.Instr]bool
	objects map[*cfg.Object]bool
	returns map[*cfg.Func]bool
	decided map[*cfg.Block]bool
	// escaped: a variable of the lane that is accessed through a pointer may hold the value.
	escaped bool
	// isChosen: the input decides how the value is selected. It decides which element of an array with the value is
	// read, or from which lane a shuffle takes the value.
	isChosen bool
	// effects lists the instructions that have an effect. ends lists the blocks whose terminators have one. ways lists
	// the blocks in which the value is stored or passed to other lanes.
	effects    map[*cfg.Instr]bool
	ends, ways map[*cfg.Block]bool
	changed    bool

	calls  map[*cfg.Func][]*cfg.Instr
	stores map[*cfg.Object][]*cfg.Instr
	// pointed holds the variables whose addresses are used for more than accesses to the variables themselves.
	pointed map[*cfg.Object]bool
	// valueBlocks holds the blocks with the instruction site, or with a call that reaches it.
	valueBlocks map[*cfg.Block]bool
	// decidersOf caches, for each block, the blocks with the branches that decide whether it runs.
	decidersOf map[*cfg.Block]map[*cfg.Block]bool
	// fixed caches whether the launch decides a value (isFixed). While this is computed for a value, its entry is true.
	fixed map[*cfg.Instr]bool
}

// collect lists the functions that root reaches, their calls, and the stores to their variables. It returns false if
// they have too many blocks.
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
	for n, at := range i.Args {
		if o := base(at); o != nil && !isInPlace(i, n) {
			s.pointed[o] = true
		}
	}
}

// isInPlace reports whether operand n of i is an address that i uses only to access the variable, or to compute the
// address of a part of it.
func isInPlace(i *cfg.Instr, n int) bool {
	switch i.Op {
	case cfg.Load, cfg.FieldAddr, cfg.IndexAddr, cfg.Convert, cfg.Store, cfg.Atomic:
		return n == 0
	}
	return false
}

// markSites finds the blocks with the instruction site, or with a call that reaches it (valueBlocks).
func (s *search) markSites() {
	s.valueBlocks = map[*cfg.Block]bool{}
	var mark func(b *cfg.Block)
	mark = func(b *cfg.Block) {
		if s.valueBlocks[b] {
			return
		}
		s.valueBlocks[b] = true
		for _, call := range s.calls[s.funcOf[b]] {
			mark(call.Block)
		}
	}
	mark(s.site.Block)
}

// follow makes one pass over the instructions of a function. It sets s.changed if it finds something new.
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
				s.end(b)
			}
		case c != nil && s.values[c]:
			s.decide(f, b)
		}
		if s.decided[b] && len(b.Succs) == 0 && b.Term.Kind != cfg.Return {
			s.end(b)
		}
	}
}

// decide records the blocks whose execution depends on the value, because branch, a branch on the value, decides
// whether they run. The effects in these blocks, and the values computed there, then depend on the value.
func (s *search) decide(f *cfg.Func, branch *cfg.Block) {
	for _, b := range f.Blocks {
		if !s.decided[b] && s.deciders(f, b)[branch] {
			s.decided[b], s.changed = true, true
		}
	}
}

// pass follows the value through the instruction i: to its result, to memory, or to an effect.
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
		s.addDependent(i, some || held)
		if some && base(i.Args[0]) == nil {
			s.affect(i)
		}
	case cfg.Call:
		s.call(i, isDecided)
	case cfg.Collective_:
		s.collective(i, isDecided)
	case cfg.Atomic, cfg.Extern, cfg.Unknown, cfg.Share:
		some = some || slices.ContainsFunc(i.Args, s.leadsToHeld)
		if some || isDecided {
			s.affect(i)
			s.spill(i)
		}
		s.addDependent(i, some)
	default:
		s.addDependent(i, some)
	}
}

// addDependent records, if depends is true, that the instruction i depends on the value.
func (s *search) addDependent(i *cfg.Instr, depends bool) {
	if depends && i.Type != nil && !s.values[i] {
		s.values[i], s.changed = true, true
	}
}

func (s *search) affect(i *cfg.Instr) {
	if !s.effects[i] {
		s.effects[i], s.changed = true, true
	}
}

func (s *search) end(b *cfg.Block) {
	if !s.ends[b] {
		s.ends[b], s.changed = true, true
	}
}

// places returns the blocks with an effect.
func (s *search) places() map[*cfg.Block]bool {
	all := maps.Clone(s.ends)
	for i := range s.effects {
		all[i.Block] = true
	}
	return all
}

// leading returns the set for Effects.Calls: the functions with an effect, their callers, and the functions that the
// value is passed to or returned from.
func (s *search) leading() map[*cfg.Func]bool {
	all := maps.Clone(s.returns)
	var mark func(f *cfg.Func)
	mark = func(f *cfg.Func) {
		if all[f] {
			return
		}
		all[f] = true
		for _, call := range s.calls[f] {
			mark(s.funcOf[call.Block])
		}
	}
	for b := range s.places() {
		mark(s.funcOf[b])
	}
	for o := range s.objects {
		if o.Func != nil {
			all[o.Func] = true
		}
	}
	return all
}

// leadsToHeld reports whether an address points to a variable that may hold the value.
func (s *search) leadsToHeld(addr *cfg.Instr) bool {
	return addr.Type != nil && addr.Type.Kind == types.Pointer && !s.isOutside(addr) && s.isHeld(base(addr))
}

// spill handles an instruction that is not followed and has the value as an operand: it may store the value to the
// targets of the operands that it may write.
func (s *search) spill(i *cfg.Instr) {
	for n, at := range i.Args {
		if !i.MayWrite(n) || at.Type == nil || at.Type.Kind != types.Pointer || s.isOutside(at) {
			continue
		}
		switch o := base(at); {
		case o == nil && !s.escaped:
			s.escaped, s.changed = true, true
		case o != nil && !s.objects[o]:
			s.objects[o], s.changed = true, true
		}
	}
}

// isHeld reports whether the variable o may hold the value. A nil o stands for any variable that is accessed through
// a pointer.
func (s *search) isHeld(o *cfg.Object) bool {
	return o != nil && (s.objects[o] || s.pointed[o] && s.escaped) || o == nil && s.escaped
}

// store handles a store of the value, or a store that runs because of the value: the variable may then hold the
// value. A store outside of the lane's own variables is an effect.
func (s *search) store(i *cfg.Instr) {
	o := base(i.Args[0])
	s.ways[i.Block] = true
	if !isOwnAt(i.Args[0]) {
		s.affect(i)
	}
	switch {
	case o != nil && !s.objects[o]:
		s.objects[o], s.changed = true, true
	case o == nil && !s.escaped && !s.isOutside(i.Args[0]):
		s.escaped, s.changed = true, true
	}
	if o != nil && s.pointed[o] && !s.escaped {
		s.escaped, s.changed = true, true
	}
}

// call follows the value through a call: to the parameters of the callee, and to the result of the call. If a branch on
// the value decides whether the call runs, all blocks of the callee depend on the value. isDecided reports whether
// there is such a branch.
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
	s.addDependent(i, s.returns[i.Callee])
}

// IsPassedOn reports whether a value that lanes exchange at the collective i is followed to the results of i. If it is
// not followed, the exchange counts as an effect.
func IsPassedOn(i *cfg.Instr) bool {
	switch kind := i.Collective.Class.Kind; {
	case i.Collective.BeyondWarp, i.Type == nil:
		return false
	case kind.IsShuffle(), kind.IsVote(), kind == cfg.MatchAny, kind == cfg.MatchAll:
		return true
	case kind == cfg.Redux, kind == cfg.GroupReduce:
		return i.Type.Kind == types.Int || i.Type.Kind == types.Float || i.Type.Kind == types.Bool
	}
	return false
}

// collective follows the value through a collective, to its result, if the lanes exchange the value there. If the value
// decides which lanes take part, or whether the collective runs, the collective is an effect. isDecided reports whether
// the value decides that the collective runs.
func (s *search) collective(i *cfg.Instr, isDecided bool) {
	c := i.Collective
	for n, a := range i.Args {
		if s.values[a] && (n != c.Value || !IsPassedOn(i)) {
			s.affect(i)
		}
	}
	if isDecided {
		s.affect(i)
	}
	// If the launch does not decide which lanes read the value, any lane may get the value and have the effect.
	passes := c.Value >= 0 && s.values[i.Args[c.Value]]
	if passes && i != s.site {
		s.ways[i.Block] = true
	}
	s.isChosen = s.isChosen || passes && c.Source >= 0 && !s.isFixed(i.Args[c.Source])
	s.addDependent(i, passes)
}

// base returns the variable that an address names, nil if the address is computed from a pointer.
func base(addr *cfg.Instr) *cfg.Object {
	if at := addr.Base(); at.Op == cfg.Addr {
		return at.Object
	}
	return nil
}

// isOutside reports whether an address is computed from a pointer parameter of the kernel. No variable of a lane is
// at such an address.
func (s *search) isOutside(addr *cfg.Instr) bool {
	pointer := addr.Base()
	if pointer.Op != cfg.Load {
		return false
	}
	o := base(pointer.Args[0])
	return o != nil && o.Func == s.root && slices.Contains(s.root.Params, o) && len(s.stores[o]) == 0 && !s.pointed[o]
}

// isOwnAt reports whether the address names a variable of the lane.
func isOwnAt(addr *cfg.Instr) bool {
	o := base(addr)
	return o != nil && isOwn(o)
}

// isOwn reports whether o is a variable of the lane.
func isOwn(o *cfg.Object) bool { return o.Storage == types.Local || o.Storage == types.Param }
