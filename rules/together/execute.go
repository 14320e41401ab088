package together

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
)

// execute returns the value of an instruction. It applies the writes of the instruction to the state `now`.
func (f *frame) execute(instr *cfg.Instr, now state) value {
	switch instr.Op {
	case cfg.Special:
		return special(instr)
	case cfg.Addr:
		return value{points: map[place]bool{{object: instr.Object}: true}, isSure: true}
	case cfg.FieldAddr:
		return f.part(instr, func(p *path) *path { return f.paths.of(p, step{field: instr.Field}) })
	case cfg.IndexAddr:
		return f.element(instr)
	case cfg.Const:
		return value{bits: constant(instr.Int).as(instr.Type)}
	case cfg.Alloc:
		now[instr.Object] = value{}
		f.forget(now, func(o *cfg.Object) bool { return o == instr.Object })
	case cfg.Load:
		return f.load(instr, now)
	case cfg.Store:
		f.store(instr, now)
	case cfg.Convert:
		return f.convert(instr)
	case cfg.Binary:
		return f.binary(instr).unlessKnown(instr)
	case cfg.Unary:
		return f.unary(instr).unlessKnown(instr)
	case cfg.Pure:
		return f.pure(instr)
	case cfg.Atomic:
		f.added(instr)
		return value{isFromAtomic: true}
	case cfg.Call:
		return f.call(instr, now)
	case cfg.Collective_:
		return f.collective(instr)
	default:
		f.forgetGiven(instr, now)
		return f.joinOperands(instr)
	}
	return value{}
}

func special(instr *cfg.Instr) value {
	v := value{bits: specialBits(instr.Special)}
	switch instr.Special {
	case cfg.ActiveMask:
		v.sources = map[*cfg.Instr]bool{instr: true}
	case cfg.TidX, cfg.LaneID:
		v.dependsOnLane, v.differsPerLane = true, true
	case cfg.TidY, cfg.TidZ, cfg.LaneMaskEQ, cfg.LaneMaskLT, cfg.LaneMaskLE, cfg.LaneMaskGT, cfg.LaneMaskGE:
		v.dependsOnLane = true
	}
	return v
}

// load returns the value that is loaded from an address. An address may point to several variables, so the result is
// the join of their contents. A value from other memory counts as independent of the running lanes.
func (f *frame) load(instr *cfg.Instr, now state) value {
	var v value
	first := true
	for p := range f.values[instr.Args[0].ID].points {
		switch held, _ := now[p.object].at(p.path); {
		case !isLocal(p.object):
		case first:
			v, first = held, false
		default:
			v = v.join(held)
		}
	}
	return v
}

// part returns the address that instr computes: that of a part of the object to which its first operand points. extend
// maps the path of the object to the path of the part.
func (f *frame) part(instr *cfg.Instr, extend func(*path) *path) value {
	v := f.joinOperands(instr)
	whole := f.values[instr.Args[0].ID]
	v.points, v.isSure = map[place]bool{}, whole.isSure
	for p := range whole.points {
		v.points[place{p.object, extend(p.path)}] = true
	}
	return v
}

// element returns the address of the array element that instr computes.
func (f *frame) element(instr *cfg.Instr) value {
	index := f.values[instr.Args[1].ID].bits
	other := step{isAny: true}
	if n := f.names.named(instr.Args[1], instr); n != nil {
		other = step{name: n, span: f.spanOf(instr.Args[1], n)}
	}
	return f.part(instr, func(p *path) *path { return f.paths.moved(p, index, other) })
}

func (f *frame) convert(instr *cfg.Instr) value {
	of := f.values[instr.Args[0].ID]
	switch {
	case instr.Operator == operator.CastDecay:
		return f.part(instr, func(p *path) *path { return f.paths.of(p, step{}) })
	case instr.Operator == operator.CastPointer && types.IsPointer(instr.Type):
		return of
	}
	v := f.joinOperands(instr)
	v.differsPerLane, v.single, v.bits = of.differsPerLane, of.single.converted(instr.Args[0].Type, instr.Type), of.bits.converted(instr.Args[0].Type, instr.Type)
	return v
}

func isLocal(o *cfg.Object) bool { return o.Storage == types.Local || o.Storage == types.Param }

// store writes to the local variables to which the address may point. If the address points to other memory, it may
// report a use.
func (f *frame) store(instr *cfg.Instr, now state) {
	address, v := f.values[instr.Args[0].ID], f.values[instr.Args[1].ID]
	if toMemory(address) {
		f.stored(instr, address, v)
	}
	if f.isByLeaders(instr.Block) {
		v = v.byLeader()
	}
	for p := range address.points {
		if isLocal(p.object) {
			now[p.object] = afterStore(now[p.object], p.path, v, address.isSure)
			f.forget(now, func(o *cfg.Object) bool { return o == p.object })
		}
	}
}

// afterStore returns the content of a variable after v is stored to its part p, nil for the whole. If isCertain is
// false, the store may write another variable instead.
func afterStore(old value, p *path, v value, isCertain bool) value {
	switch {
	case p != nil:
		return old.with(p, v, isCertain)
	case isCertain || old.isNothing():
		return v
	}
	return old.join(v)
}

// toMemory reports whether an address points to memory that other threads may read, and not to a local variable.
func toMemory(address value) bool {
	for p := range address.points {
		if isLocal(p.object) {
			return false
		}
	}
	return true
}

func (f *frame) binary(instr *cfg.Instr) value {
	v := f.joinOperands(instr)
	x, y := f.values[instr.Args[0].ID], f.values[instr.Args[1].ID]
	v.bits = binaryBits(instr, x.bits, y.bits).as(instr.Type)
	if instr.Operator == operator.Add || instr.Operator == operator.Sub {
		v.differsPerLane = x.differsPerLane && isConst(instr.Args[1])
	}
	v.differsPerLane = v.differsPerLane || v.bits.lane == laneBits
	if instr.Operator == operator.EQ || instr.Operator == operator.NE {
		v.isCount = false
	}
	v.single = singleOf(instr, x, y)
	return v
}

func (f *frame) unary(instr *cfg.Instr) value {
	v, of := f.joinOperands(instr), f.values[instr.Args[0].ID]
	switch instr.Operator {
	case operator.BNot:
		v.bits = bits{ones: of.bits.zeros, zeros: of.bits.ones}.as(instr.Type)
	case operator.Not:
		v.single = of.single.negated()
	}
	return v
}

// unlessKnown returns v without its dependencies if all bits of the value are known, because then it is the same for
// whichever lanes run. Otherwise it returns v.
func (v value) unlessKnown(instr *cfg.Instr) value {
	if instr.Type != nil {
		if _, isKnown := v.bits.known(instr.Type.Bits); isKnown && instr.Type.Bits > 0 {
			return value{bits: v.bits}
		}
	}
	return v
}

func isConst(instr *cfg.Instr) bool { return instr.Unconverted().Op == cfg.Const }

// counts is the set of functions that count the lanes of a mask. chooses is the set of those that select one lane of a
// mask.
var (
	counts  = map[string]bool{"__popc": true, "__popcll": true}
	chooses = map[string]bool{"__ffs": true, "__ffsll": true, "__clz": true, "__clzll": true, "__fns": true,
		"__bfind": true}
)

func (f *frame) pure(instr *cfg.Instr) value {
	v := f.joinOperands(instr)
	switch {
	case counts[instr.Text]:
		v.isCount = true
	case chooses[instr.Text]:
		v.chosen, v.results = union(v.chosen, v.results), nil
	default:
		return v
	}
	f.elects(v)
	return v
}

// elects records that a leader is elected among running lanes, or that the lanes are counted. It does so for each read
// of the running lanes on which v depends.
func (f *frame) elects(v value) {
	for source := range v.sources {
		f.elected[source] = true
	}
}

// collective returns what the result of a collective depends on. The result of a shuffle depends on the exchanged
// value. If the mask depends on the running lanes and was not tested before, collective records the collective, and the
// result of one that is no shuffle depends on it. Other results depend on nothing.
func (f *frame) collective(instr *cfg.Instr) value {
	c := instr.Collective
	given := value{}
	if c.Value >= 0 {
		given = f.values[instr.Args[c.Value].ID]
	}
	if c.Mask < 0 || !f.values[instr.Args[c.Mask].ID].dependsOnRunning() || f.isTested || f.tested(instr.Block) {
		if c.Class.Kind.IsShuffle() {
			return given
		}
		return value{}
	}
	mask := f.values[instr.Args[c.Mask].ID]
	f.masks[instr] = call{f.fn, f.place(instr), mask.sources, mask.isProved()}
	f.collectiveBlocks[instr] = instr.Block
	itself := map[*cfg.Instr]bool{instr: true}
	switch kind := c.Class.Kind; {
	case kind == cfg.SyncWarp:
		if f.reports {
			f.waits = append(f.waits, instr)
		}
	case kind.IsShuffle():
		f.shuffled(instr)
		return given
	case kind == cfg.MatchAny:
		return value{sources: mask.sources, chosen: itself}
	case kind == cfg.Elect:
		return value{chosen: itself}
	case kind == cfg.VoteBallot:
		return value{sources: mask.sources, results: itself}
	default:
		return value{results: itself}
	}
	return value{}
}
