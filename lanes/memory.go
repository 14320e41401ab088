package lanes

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/frontend/ast"
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
}

// pointer is an address: an object and the way into it. An unknown address has
// no object; addr tells whether two lanes hold the same one.
type pointer struct {
	obj  *object
	path []step
	addr vec
	// elem is the type that the memory was last named as; void pointers keep it.
	elem *ast.Type
	// recast reports that the memory is accessed as another type than it has.
	recast bool
	// converted reports a pointer to a class that was made of one to a base, or the other way
	// round, of which the path does not tell where in the object it leads.
	converted bool
	// either is what an address without an object was chosen from (see choices).
	either *choice
}

// step goes into a field, or forward by a number of bytes (64 bits).
type step struct {
	field *ast.Field
	bytes vec
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
		written: s.written, unmet: maps.Clone(s.unmet), known: s.known, multiples: s.multiples}
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

// forget makes the contents of an object unknown.
func (in *interp) forget(s *state, o *object) {
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

// key names the cell of the scalar of type t at the end of a path, when all of
// the path is constant.
func (in *interp) key(path []step, t *ast.Type) (string, bool) {
	i := throughUnion(path)
	if i < 0 {
		return in.spelled(path)
	}
	before, constant := in.spelled(path[:i])
	after, known := in.overlaid(path[i:], t)
	return before + after, constant && known
}

// spelled is a path as a string, when all of it is constant.
func (in *interp) spelled(path []step) (string, bool) {
	var b strings.Builder
	for _, s := range path {
		if s.field != nil {
			in.writeField(&b, s.field)
			continue
		}
		n, constant := s.constant()
		if !constant {
			return "", false
		}
		writeBytes(&b, n)
	}
	return b.String(), true
}

// constant is the number of bytes of a step that is the same for all lanes.
func (s step) constant() (uint64, bool) {
	if !s.bytes.isUniform() || !s.bytes.at(0).IsConst() {
		return 0, false
	}
	return s.bytes.at(0).K, true
}

// equal reports steps into the same field, or of as many bytes in each lane.
func (s step) equal(other step) bool {
	return s.field == other.field && (s.field != nil || s.bytes.equal(other.bytes))
}

// numberOf is a field's number in order of first use: two classes may have fields of one
// name.
func (in *interp) numberOf(f *ast.Field) int {
	id, seen := in.fields[f]
	if !seen {
		id = len(in.fields)
		in.fields[f] = id
	}
	return id
}

func (in *interp) writeField(b *strings.Builder, f *ast.Field) {
	fmt.Fprintf(b, ".%d", in.numberOf(f))
}

func writeBytes(b *strings.Builder, n uint64) {
	if n != 0 {
		fmt.Fprintf(b, "+%d", int64(n))
	}
}

// lanePath is the path as lane l has it.
func lanePath(path []step, l int) []step {
	one := make([]step, len(path))
	for i, s := range path {
		one[i] = s
		if s.field == nil {
			one[i].bytes = uniform(s.bytes.at(l))
		}
	}
	return one
}

// isInside reports a pointer to a number of bytes into an object or a field.
func (p pointer) isInside() bool {
	n := len(p.path)
	return p.obj != nil && n > 0 && p.path[n-1].field == nil
}

// alongside are pointers into one object with a number of bytes each, where one of them was
// moved within what the other points to the beginning of.
func (in *interp) alongside(p, q pointer) (pointer, pointer) {
	if p.obj == nil || p.obj != q.obj || p.recast != q.recast || p.isInside() == q.isInside() {
		return p, q
	}
	if p.isInside() {
		return p, in.atBeginning(q, len(p.path))
	}
	return in.atBeginning(p, len(q.path)), q
}

// atBeginning is p with a path that ends in 0 bytes, if that gives it so many steps.
func (in *interp) atBeginning(p pointer, steps int) pointer {
	if len(p.path)+1 == steps {
		p.path = append(slices.Clip(p.path), step{bytes: in.constant(64, 0)})
	}
	return p
}

// into goes into a field of the record at p. An object that is taken for one of a class that
// it is a base of has none of its fields.
func (p pointer) into(f *ast.Field) pointer {
	last := len(p.path) - 1
	if isBack(p.path, f) {
		p.path, p.elem = p.path[:last:last], f.Type
		return p
	}
	p.recast = p.recast || last >= 0 && isWhole(p.path[last].field)
	p.converted = p.converted || p.recast && p.elem != f.Owner // of a base class
	p.path = append(slices.Clip(p.path), step{field: f})
	p.elem = f.Type
	return p
}

// forward moves p by a number of bytes.
func (in *interp) forward(p pointer, bytes vec) pointer {
	if p.obj == nil {
		return p.moved(in.plus(p.addr, bytes), func(q pointer) pointer { return in.forward(q, bytes) })
	}
	n := len(p.path)
	if n > 0 && p.path[n-1].field == nil {
		path := slices.Clone(p.path)
		path[n-1].bytes = in.plus(path[n-1].bytes, bytes)
		p.path = path
		return p
	}
	if n > 0 && p.obj.region == private && p.path[n-1].field.Type.Kind != ast.Array {
		beside := step{field: p.path[n-1].field, bytes: bytes}.beside()
		if beside != nil {
			p.path = append(slices.Clone(p.path[:n-1]), step{field: beside})
			return p
		}
		p.recast = true
	}
	p.path = append(slices.Clip(p.path), step{bytes: bytes})
	return p
}

// beside is the field of the same class and type at a number of bytes from a field, as
// the components of a vector lie: y in (&v.x)[1]. nil where there is none or the number is
// not known.
func (s step) beside() *ast.Field {
	bytes, constant := s.constant()
	if !constant || s.field.Offset < 0 || s.field.Owner == nil {
		return nil
	}
	for _, f := range s.field.Owner.Fields {
		if f.Offset == s.field.Offset+8*int64(bytes) && sameWord(f.Type, s.field.Type) && f.BitWidth == 0 {
			return f
		}
	}
	return nil
}

// plus is a sum of offsets, computed when it is looked at.
func (in *interp) plus(x, y vec) vec {
	return later(64, func() vec { return map2(x, y, in.t.Add) })
}

// address is the address as a 64-bit word, for comparisons: an uninterpreted
// function of the object and its path. That of an argument may be null.
func (in *interp) address(p pointer) vec {
	if p.obj == nil {
		return p.addr
	}
	name, which := "&"+p.obj.name, []*term.Term{in.t.Const(32, uint64(p.obj.id))}
	for _, s := range p.path {
		if s.field != nil && !isAtBeginning(s.field) {
			name += "." + s.field.Name
			which = append(which, in.t.Const(32, uint64(in.numberOf(s.field))))
		}
	}
	lowest, origin := uint64(16), any(nil)
	if p.obj.given && len(which) == 1 {
		lowest, origin = 0, addressOrigin{p.obj.name}
	} else if p.obj.given && p.isBase() {
		lowest = 0
	}
	sum := uniform(in.t.OpaqueBounded(name, 64, lowest, 1<<47, origin, which...))
	for _, s := range p.path {
		if s.field == nil {
			sum = map2(sum, s.bytes, in.t.Add)
		}
	}
	return sum
}

// width is the number of bits of a scalar type: 0 for bool, -1 for types that
// are no words.
func width(t *ast.Type) int {
	if t == nil {
		return -1
	}
	switch t.Kind {
	case ast.Bool:
		return 0
	case ast.Int, ast.Float:
		if t.Bits >= 1 && t.Bits <= 64 {
			return t.Bits
		}
	case ast.Invalid:
		return 64
	}
	return -1
}

// isUnknown reports a type of which nothing is known: that of a template's parameter.
// Its values are words that stand for whatever they are.
func isUnknown(t *ast.Type) bool { return t != nil && t.Kind == ast.Invalid }

// mistyped reports that what lies at p, as far as is known, is not of type t, or that
// a part of it is accessed as all of an unknown type.
func (p pointer) mistyped(t *ast.Type) bool {
	return p.recast || isUnknown(p.elem) && !isUnknown(t) || isUnknown(t) && isAggregate(p.elem)
}

// size is the number of bytes of a type; what is not known counts as 4.
func size(t *ast.Type) int64 {
	switch {
	case t == nil:
		return 1
	case t.Size > 0:
		return t.Size
	case t.Kind == ast.Void:
		return 1
	case t.Bits >= 8:
		return int64(t.Bits / 8)
	}
	return 4
}

// part is a scalar part of an aggregate: the way to it and its type.
type part struct {
	path []partStep
	t    *ast.Type
}

// partStep goes into a field, or forward by a constant number of bytes.
type partStep struct {
	field *ast.Field
	bytes uint64
}

// partLimit bounds the scalar parts of an aggregate that are followed one by one.
const partLimit = 128

// parts lists the scalar parts of an aggregate type that have a cell of their
// own; ok is false when there are too many or the type is opaque.
func (in *interp) parts(t *ast.Type) (list []part, ok bool) {
	all, ok := in.scalars(t)
	seen := map[string]bool{}
	for _, p := range all {
		k, named := in.key(in.pathOf(p), p.t)
		if ok = ok && named; ok && !seen[k] {
			seen[k] = true
			list = append(list, p)
		}
	}
	return list, ok
}

// scalars lists the scalars of an aggregate type, in a union those of every
// member; ok is false when there are too many or the type is opaque.
func (in *interp) scalars(t *ast.Type) (list []part, ok bool) {
	ok = true
	var walk func(t *ast.Type, path []partStep)
	walk = func(t *ast.Type, path []partStep) {
		switch {
		case !ok || len(list) > partLimit:
			ok = false
		case t.Kind == ast.Record && t.VirtualBase:
			ok = false
		case t.Kind == ast.Record:
			for _, b := range t.Bases {
				walk(b, append(slices.Clip(path), partStep{field: in.base(t, b)}))
			}
			for _, f := range t.Fields {
				walk(f.Type, append(slices.Clip(path), partStep{field: f}))
			}
		case t.Kind == ast.Array && t.Len >= 0 && t.Len <= partLimit:
			for i := int64(0); i < t.Len; i++ {
				walk(t.Elem, append(slices.Clip(path), partStep{bytes: uint64(i * size(t.Elem))}))
			}
		case t.Kind == ast.Array:
			ok = false
		default:
			list = append(list, part{path, t})
		}
	}
	walk(t, nil)
	return list, ok
}

// pathOf is the way to a part as a path.
func (in *interp) pathOf(part part) []step {
	path := make([]step, len(part.path))
	for i, s := range part.path {
		path[i] = step{field: s.field}
		if s.field == nil {
			path[i].bytes = in.constant(64, s.bytes)
		}
	}
	return path
}

// enter is the address of a part of the aggregate at p, and the part's path as
// a key of an aggregate value.
func (in *interp) enter(p pointer, part part) (pointer, string) {
	path := in.pathOf(part)
	for _, s := range path {
		if s.field != nil {
			p = p.into(s.field)
			continue
		}
		p = in.forward(p, s.bytes)
	}
	k, _ := in.key(path, part.t)
	return p, k
}

// isAggregate reports a type that is loaded and stored by its parts.
func isAggregate(t *ast.Type) bool {
	return t != nil && (t.Kind == ast.Record || t.Kind == ast.Array)
}

// memoryOrigin is the origin of an unknown that was read from memory: of an object,
// or at an address when object is empty.
type memoryOrigin struct {
	object string
	size   int // bytes
	signed int // the bits of a signed type
}

// addressOrigin is the origin of the address that a pointer argument holds.
type addressOrigin struct{ name string }

// argOrigin is the origin of an unknown argument.
type argOrigin struct {
	name   string
	signed int // the bits of a signed type
}

// signedBits is the number of bits of a signed integer type, 0 for others.
func signedBits(t *ast.Type) int {
	if t == nil || t.Kind != ast.Int || !t.Signed {
		return 0
	}
	return t.Bits
}

// specialOrigin is the origin of an unknown launch register.
type specialOrigin struct{ reg cfg.SpecialReg }

// laneVector makes an unknown per lane: name@lane.
func (in *interp) laneVector(name string, bits int) vec {
	return later(bits, func() vec {
		return build(func(l int) *term.Term {
			return in.t.Unknown(name+"@"+strconv.Itoa(l), bits, nil)
		})
	})
}

// vague begins the names of unknowns that stand for what the interpreter gave
// up, as opposed to what the program cannot know. A place that is reached
// depending on one may not be reached at all.
const vague = "?"

func isVague(x *term.Term) bool { return strings.HasPrefix(x.Name, vague) }

// fresh is a new unknown, of each lane its own, for something given up.
func (in *interp) fresh(why string, t *ast.Type) value {
	return in.open(vague+why, t)
}

// open is a new unknown, of each lane its own, that the program cannot know
// either: the result of an atomic, a volatile load, a function without a body.
func (in *interp) open(why string, t *ast.Type) value {
	in.unknowns++
	return in.unknownOf(fmt.Sprintf("%s!%d", why, in.unknowns), t, false)
}

// unknownOf is an unknown value of type t under a name: one for the whole warp,
// or one per lane.
func (in *interp) unknownOf(name string, t *ast.Type, same bool) value {
	if bits := width(t); bits >= 0 {
		if same {
			return uniform(in.t.Unknown(name, bits, nil))
		}
		return in.laneVector(name, bits)
	}
	if isAggregate(t) {
		return aggregate{}
	}
	if same {
		return pointer{addr: uniform(in.t.Unknown(name, 64, nil)), elem: elemOf(t)}
	}
	return pointer{addr: in.laneVector(name, 64), elem: elemOf(t)}
}

func elemOf(t *ast.Type) *ast.Type {
	if t == nil {
		return nil
	}
	return t.Elem
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
		return in.loadUnknown(s, p, t)
	}
	if k, constant := in.key(p.path, t); constant {
		return in.seenFrom(guard, in.cellValue(s, cell{p.obj, k}, t))
	}
	return in.loadPerLane(s, p, t, guard)
}

// loadPerLane reads an array element whose index differs from lane to lane.
func (in *interp) loadPerLane(s *state, p pointer, t *ast.Type, guard vec) value {
	if width(t) < 0 {
		return in.loadIndexedPointer(s, p, t)
	}
	var each [warp.Size]*term.Term
	for l := range each {
		if guard.at(l).IsFalse() {
			each[l] = in.t.Const(width(t), 0)
			continue
		}
		k, constant := in.key(lanePath(p.path, l), t)
		if !constant {
			return in.loadIndexed(s, p, t)
		}
		v, ok := in.cellValue(s, cell{p.obj, k}, t).(vec)
		if !ok {
			return in.loadUnknown(s, p, t)
		}
		each[l] = v.at(l)
	}
	return build(func(l int) *term.Term { return each[l] })
}

// loadUnknown is some content of a private object: a function of where it stands, in an
// argument of a kernel that nobody has written, and of all that the object holds, where that
// is known; else of each lane its own.
func (in *interp) loadUnknown(s *state, p pointer, t *ast.Type) value {
	switch bits, given := width(t), in.isAsGiven(s, p.obj); {
	case given && bits < 0:
		return pointer{addr: in.contentAt(p, 64), elem: elemOf(t)}
	case given:
		return in.contentAt(p, bits)
	case bits < 0:
		return in.fresh("load", t)
	}
	if v, ok := in.bytesAt(s, p, t); ok {
		return v
	}
	offset := in.offset(p)
	version, written := in.t.Const(32, uint64(s.version(p.obj))), in.t.Const(32, uint64(s.written))
	return build(func(l int) *term.Term {
		return in.t.Opaque(vague+"local "+p.obj.name, width(t), nil,
			version, written, offset.at(l), in.t.Const(32, uint64(l)))
	})
}

// isAsGiven reports an argument of a kernel of which no part was written.
func (in *interp) isAsGiven(s *state, o *object) bool {
	if !s.isUntouched(o) || !in.root.Kernel {
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
		return in.t.Opaque(vague+"in "+p.obj.name, bits, nil, offset)
	})
}

// offset is the byte offset of p from its object, fields folded into an uninterpreted
// displacement each. A class never lies within itself, so the fields on a way tell it.
func (in *interp) offset(p pointer) vec {
	sum := in.constant(64, 0)
	for _, s := range p.path {
		if s.field == nil {
			sum = map2(sum, s.bytes, in.t.Add)
			continue
		}
		sum = map2(sum, uniform(in.displacement(s.field)), in.t.Add)
	}
	return sum
}

// displacement stands for where a field lies in its class, in bytes.
func (in *interp) displacement(f *ast.Field) *term.Term {
	if isAtBeginning(f) {
		return in.t.Const(64, 0)
	}
	return in.t.OpaqueBounded("offsetof "+f.Name, 64, 0, 1<<20, nil, in.t.Const(32, uint64(in.numberOf(f))))
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
	version := s.version(c.obj)
	if s.isUntouched(c.obj) {
		return in.argument(c, t)
	}
	return in.unknownOf(fmt.Sprintf("%s%s#%d%s:%d", vague, c.obj.name, c.obj.id, c.path, version), t, false)
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
		origin := memoryOrigin{object, int(size(t)), signedBits(t)}
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
			in.forget(s, p.obj)
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
