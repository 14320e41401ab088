package lanes

import (
	"fmt"
	"maps"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/lanes/slice"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/warp"
)

// A value is a vec (integers, booleans as formulas, floating words as
// uninterpreted ones), a pointer, or an aggregate.
type value interface{}

// aggregate is a record or array by value: its scalar parts by path.
type aggregate map[string]value

// region is where an object lives, which decides who else may write it.
type region int

const (
	private  region = iota // a variable or temporary of one lane
	shared                 // __shared__: written by other lanes and warps
	external               // globals and whatever a kernel argument points to
)

// object is one piece of memory during the interpretation: an instance of a
// cfg.Object in one call, or the memory behind a pointer argument.
type object struct {
	id     int
	name   string
	decl   *cfg.Object
	region region
	// argument reports a parameter of the root: what it holds at entry is an
	// unknown argument, the same for all lanes of a kernel.
	argument bool
	// lasting reports memory that nobody writes while the kernel runs: __constant__, and
	// what a const T *__restrict__ of the kernel points to. A store that may seem to
	// leaves it as it was.
	lasting bool
	// given reports memory that a pointer argument leads to, if it is not null.
	given bool
	// owner is the call that it is a variable of.
	owner *slice.Call
}

// cell names a scalar at a constant place of an object.
type cell struct {
	obj  *object
	path string
}

// state is memory at a point: the cells with a known value, and for every object
// a version that says which contents the others are taken from. Memory that
// anyone may write shares one version, everywhere.
type state struct {
	cells    map[cell]value
	versions map[*object]int
	world    int
	// block is the version of all shared memory, to which an address that is not known may
	// lead as well.
	block int
	// written tells the last store to a cell: what is read without knowing the cell is
	// read anew after it.
	written int
	// unmet are the shared and external objects that lanes wrote since they last met at
	// a collective: until then each lane may see what it wrote itself.
	unmet map[*object]bool
	// uniform are the private arrays that hold the same in all lanes (uniformarray.go): true where
	// something of it is not known any more.
	uniform map[*object]bool
	// known are facts that all executions which come here agree with (known.go).
	known []*term.Term
	// multiples are words of which they all agree that the low bits are zero (multiple.go).
	multiples []multiple
}

func newState() *state {
	return &state{cells: map[cell]value{}, versions: map[*object]int{}}
}

func (s *state) clone() *state {
	return &state{cells: maps.Clone(s.cells), versions: maps.Clone(s.versions), world: s.world, block: s.block,
		written: s.written, unmet: maps.Clone(s.unmet), uniform: maps.Clone(s.uniform), known: s.known, multiples: s.multiples}
}

func (s *state) version(o *object) int {
	switch {
	case o != nil && o.lasting:
		return atEntry
	case o == nil:
		return max(s.world, s.block)
	case o.region == external:
		return s.world
	}
	return s.versions[o]
}

// atEntry is the version of all memory when the root begins.
const atEntry = 0

// memoryFor is the memory that a load reads: what comes by way of the read-only cache is
// what it was at the entry.
func (in *interp) memoryFor(load *cfg.Instr, p pointer, s *state) *state {
	if load.ReadOnly && (p.obj == nil || p.obj.region == external) {
		return newState()
	}
	return s
}

// forget makes the contents of an object unknown, in each lane by itself.
func (in *interp) forget(s *state, o *object) {
	in.setUnlike(o)
	delete(s.uniform, o)
	in.renew(s, o)
}

// renew makes the contents of an object unknown.
func (in *interp) renew(s *state, o *object) {
	in.versions++
	if o == nil || o.region == external {
		s.world = in.versions
		return
	}
	s.versions[o] = in.versions
	if o.region == shared {
		s.block = in.versions
	}
	maps.DeleteFunc(s.cells, func(c cell, _ value) bool { return c.obj == o })
}

// forgetShared makes unknown what other threads may write.
func (in *interp) forgetShared(s *state) {
	in.forget(s, nil)
	for _, o := range in.sharedObjects {
		in.forget(s, o)
	}
}

// forgetReachable makes unknown what a store through an unknown pointer may
// write: the world, shared memory, and every private object whose address is used.
func (in *interp) forgetReachable(s *state) {
	in.forgetShared(s)
	for _, o := range in.reachable {
		in.forget(s, o)
	}
}

// newObject makes an instance of a variable.
func (in *interp) newObject(name string, decl *cfg.Object, r region) *object {
	o := &object{id: in.objects, name: name, decl: decl, region: r}
	in.objects++
	switch {
	case r == shared:
		in.sharedObjects = append(in.sharedObjects, o)
	case r == private && decl != nil && decl.Escapes:
		in.reachable = append(in.reachable, o)
	}
	return o
}

// load reads the scalar or aggregate of type t at p for the lanes of guard.
func (in *interp) load(s *state, p pointer, t *ast.Type, guard vec, volatile bool) value {
	if isAggregate(t) {
		return in.loadAggregate(s, p, t, guard, volatile)
	}
	if c := p.choices(); c != nil {
		yes := in.load(s, c.yes, t, in.and(guard, c.cond), volatile)
		no := in.load(s, c.no, t, in.and(guard, in.not(c.cond)), volatile)
		if v := in.mergeTwo(c.cond, yes, no); v != nil {
			return v
		}
	}
	if p.obj == nil || p.obj.region != private {
		return in.loadMemory(s, p, t, guard, volatile)
	}
	if p.mistyped(t) {
		return in.loadUnknown(s, p, t, guard)
	}
	if k, constant := in.key(p.path, t); constant {
		return in.seenFrom(guard, in.cellValue(s, cell{p.obj, k}, t))
	}
	return in.loadPerLane(s, p, t, guard)
}

// loadPerLane reads an array element whose index differs from lane to lane.
func (in *interp) loadPerLane(s *state, p pointer, t *ast.Type, guard vec) value {
	if width(t) < 0 {
		return in.loadIndexedPointer(s, p, t, guard)
	}
	var each [warp.Size]*term.Term
	for l := range each {
		if guard.at(l).IsFalse() {
			each[l] = in.t.Const(width(t), 0)
			continue
		}
		k, constant := in.key(lanePath(p.path, l), t)
		if !constant {
			return in.loadIndexed(s, p, t, guard)
		}
		v, ok := in.cellValue(s, cell{p.obj, k}, t).(vec)
		if !ok {
			return in.loadUnknown(s, p, t, guard)
		}
		each[l] = v.at(l)
	}
	return build(func(l int) *term.Term { return each[l] })
}

// loadUnknown is some content of a private object: a function of where it stands, in an
// argument of a kernel that nobody has written, and of all that the object holds, where that
// is known, or in an array that is uniform; else of each lane its own.
func (in *interp) loadUnknown(s *state, p pointer, t *ast.Type, guard vec) value {
	switch bits, given := width(t), in.isAsGiven(s, p.obj); {
	case given && bits < 0:
		return pointer{addr: in.contentAt(p, 64), elem: elemOf(t)}
	case given:
		return in.contentAt(p, bits)
	case in.isUniform(s, p.obj, guard):
		return in.loadUniform(s, p, t)
	case bits < 0:
		return in.fresh("load", t)
	}
	if v, ok := in.bytesAt(s, p, t); ok {
		return v
	}
	offset := in.offset(p)
	version, written := in.t.Const(32, uint64(s.version(p.obj))), in.t.Const(32, uint64(s.written))
	if in.isAlike(p.obj) {
		return map1(offset, func(at *term.Term) *term.Term {
			return in.t.Opaque("?local "+p.obj.name, width(t), approximation{}, version, written, at)
		})
	}
	return build(func(l int) *term.Term {
		return in.t.Opaque("?local "+p.obj.name, width(t), threadOrigin{approximate: true},
			version, written, offset.at(l), in.t.Const(32, uint64(l)))
	})
}

// isAsGiven reports an argument of a kernel of which no part was written.
func (in *interp) isAsGiven(s *state, o *object) bool {
	if !s.isUntouched(o) || !in.root.Kernel && !in.alike {
		return false
	}
	for c := range s.cells {
		if c.obj == o {
			return false
		}
	}
	return true
}

// contentAt is what stands in an object at an offset that is not known: the same for lanes
// that mean the same place.
func (in *interp) contentAt(p pointer, bits int) vec {
	return map1(in.offset(p), func(offset *term.Term) *term.Term {
		return in.t.Opaque("?in "+p.obj.name, bits, approximation{}, offset)
	})
}

// cellValue is the value of a cell; what was never written is an argument, or
// an unknown of each lane.
func (in *interp) cellValue(s *state, c cell, t *ast.Type) value {
	if v, ok := s.cells[c]; ok {
		if fits(v, t) {
			return v
		}
		return in.fresh("recast", t)
	}
	if s.isUntouched(c.obj) {
		return in.argument(c, t)
	}
	if s.forgets(c.obj) {
		return in.unknownOf(unknownIn(s, c), t, localOrigin{c.obj}, true)
	}
	return in.unknownOf(unknownIn(s, c), t, approximation{}, in.isAlike(c.obj))
}

// unknownIn names the unknown in a cell of a version of an object.
func unknownIn(s *state, c cell) string {
	return fmt.Sprintf("?%s#%d%s:%d", c.obj.name, c.obj.id, c.path, s.version(c.obj))
}

// fits reports whether a stored value can be read as type t without
// reinterpretation.
func fits(v value, t *ast.Type) bool {
	switch v := v.(type) {
	case vec:
		return v.bits() == width(t)
	case pointer:
		return width(t) < 0
	}
	return false
}

// loadMemory reads shared or external memory: the same address in the same
// version of memory gives the same unknown.
func (in *interp) loadMemory(s *state, p pointer, t *ast.Type, guard vec, volatile bool) value {
	if volatile {
		return in.open("volatile", t)
	}
	bits := width(t)
	if bits < 0 {
		bits = 64
	}
	version := s.version(p.obj)
	own := s.unmet[p.obj]
	v := later(bits, func() vec { return in.memoryWord(p, version, bits, t, own) })
	if known, ok := in.constantGlobal(p, t, guard, v); ok {
		return known
	}
	if width(t) < 0 {
		return pointer{addr: v, elem: elemOf(t)}
	}
	return v
}

// memoryWord is the unknown that stands at p in a version of memory, or of what each lane
// sees of it.
func (in *interp) memoryWord(p pointer, version, bits int, t *ast.Type, own bool) vec {
	object, id, where := "", "", p.addr
	if p.obj != nil {
		object, id, where = p.obj.name, fmt.Sprintf("#%d", p.obj.id), in.offset(p)
	}
	at := in.t.Const(32, uint64(version))
	return build(func(l int) *term.Term {
		origin := memoryOrigin{object, int(size(t)), signedBits(t), own, p.obj != nil && p.obj.region == shared}
		args := []*term.Term{at, where.at(l)}
		if own {
			args = append(args, in.t.Const(32, uint64(l)))
		}
		return in.t.Opaque("mem "+object+id, bits, origin, args...)
	})
}

// loadAggregate reads a record or array part by part.
func (in *interp) loadAggregate(s *state, p pointer, t *ast.Type, guard vec, volatile bool) value {
	agg := aggregate{}
	list, ok := in.parts(t)
	if !ok {
		return agg
	}
	for _, part := range list {
		q, k := in.enter(p, part)
		agg[k] = in.load(s, q, part.t, guard, volatile)
	}
	return agg
}

// store writes v at p. Every block has the memory of the lanes that are there,
// so a store needs no guard but to tell which lanes' indices matter.
func (in *interp) store(s *state, p pointer, v value, t *ast.Type, guard vec) {
	in.versions++
	s.written = in.versions
	in.differsBy(p.obj, v, guard)
	switch {
	case p.obj == nil && len(in.reachable) > 0 && in.isFromBefore(p.addr):
		in.forgetShared(s)
	case p.obj == nil:
		in.forgetReachable(s)
	case p.obj.region != private:
		in.forget(s, p.obj)
		s.leaveUnmet(p.obj)
	case isAggregate(t) && !p.recast:
		in.storeAggregate(s, p, v, t, guard)
	case p.mistyped(t):
		if !in.overwrite(s, p, v, t) {
			in.forget(s, p.obj)
		}
	default:
		if k, constant := in.key(p.path, t); constant {
			s.cells[cell{p.obj, k}] = v
			in.spoil(s, p.obj, p.path, v, t)
		} else if !in.storePerLane(s, p, v, t, guard) && !in.storeIndexed(s, p, v, t) {
			in.storeSomewhere(s, p, v, guard)
		}
	}
}

func (s *state) leaveUnmet(o *object) {
	if s.unmet == nil {
		s.unmet = map[*object]bool{}
	}
	s.unmet[o] = true
}

// isFromBefore reports an address that is computed of what there was when the root began
// and of the numbers of threads and turns: no private object has such an address, for all
// are younger.
func (in *interp) isFromBefore(at vec) bool {
	seen := map[*term.Term]bool{}
	var younger func(x *term.Term) bool
	younger = func(x *term.Term) bool {
		if seen[x] {
			return false
		}
		seen[x] = true
		switch o := x.Origin.(type) {
		case argOrigin, specialOrigin:
			return false
		case memoryOrigin:
			return x.Args[0].K != atEntry
		default:
			unknown := x.Op == term.Var || x.Op == term.Opaque
			return o != nil || unknown && !in.carried[x].number || slices.ContainsFunc(x.Args, younger)
		}
	}
	return !slices.ContainsFunc(at.list(), younger)
}

// storePerLane writes an array element whose index differs from lane to lane;
// false when some index is not known.
func (in *interp) storePerLane(s *state, p pointer, v value, t *ast.Type, guard vec) bool {
	word, ok := v.(vec)
	if !ok || width(t) < 0 {
		return false
	}
	for l := 0; l < warp.Size; l++ {
		if guard.at(l).IsFalse() {
			continue
		}
		path := lanePath(p.path, l)
		k, constant := in.key(path, t)
		if !constant {
			return false
		}
		c := cell{p.obj, k}
		old, ok := in.cellValue(s, c, t).(vec)
		if !ok {
			return false
		}
		s.cells[c] = build(func(m int) *term.Term {
			if m == l {
				return word.at(l)
			}
			return old.at(m)
		})
		in.spoil(s, p.obj, path, s.cells[c], t)
	}
	return true
}

func (in *interp) storeAggregate(s *state, p pointer, v value, t *ast.Type, guard vec) {
	list, ok := in.parts(t)
	agg, isAgg := v.(aggregate)
	if !ok || !isAgg {
		in.forget(s, p.obj)
		return
	}
	whole := throughUnion(p.path) < 0 // its unions are stored with all that lies over
	for _, part := range list {
		q, k := in.enter(p, part)
		x, known := agg[k]
		if !known {
			x = in.fresh("part", part.t)
		}
		if own, constant := in.key(q.path, part.t); constant && whole && !q.recast {
			s.cells[cell{p.obj, own}] = x
			continue
		}
		in.store(s, q, x, part.t, guard)
	}
}
