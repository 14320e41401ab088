package together

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
)

// execute returns what the result of an instruction comes from, and applies its effect on variables to now.
func (f *frame) execute(in *cfg.Instr, now state) value {
	switch in.Op {
	case cfg.Special:
		return special(in)
	case cfg.Addr:
		return value{points: map[place]bool{{object: in.Object}: true}, isSure: true}
	case cfg.FieldAddr:
		return f.part(in, func(p *path) *path { return f.paths.of(p, step{field: in.Field}) })
	case cfg.IndexAddr:
		return f.element(in)
	case cfg.Const:
		return value{bits: constant(in.Int).as(in.Type)}
	case cfg.Alloc:
		now[in.Object] = value{}
		f.forget(now, func(o *cfg.Object) bool { return o == in.Object })
	case cfg.Load:
		return f.load(in, now)
	case cfg.Store:
		f.store(in, now)
	case cfg.Convert:
		return f.convert(in)
	case cfg.Binary:
		return f.binary(in).unlessKnown(in)
	case cfg.Unary:
		return f.unary(in).unlessKnown(in)
	case cfg.Pure:
		return f.pure(in)
	case cfg.Atomic:
		f.added(in)
		return value{isFromAtomic: true}
	case cfg.Call:
		return f.call(in, now)
	case cfg.Collective_:
		return f.collective(in)
	default:
		f.forgetGiven(in, now)
		return f.joinOperands(in)
	}
	return value{}
}

func special(in *cfg.Instr) value {
	v := value{bits: specialBits(in.Special)}
	switch in.Special {
	case cfg.ActiveMask:
		v.sources = map[*cfg.Instr]bool{in: true}
	case cfg.TidX, cfg.LaneID:
		v.dependsOnLane, v.differsPerLane = true, true
	case cfg.TidY, cfg.TidZ, cfg.LaneMaskEQ, cfg.LaneMaskLT, cfg.LaneMaskLE, cfg.LaneMaskGT, cfg.LaneMaskGE:
		v.dependsOnLane = true
	}
	return v
}

// load returns what the variables hold that an address may point to. What is loaded from other memory comes from
// nothing.
func (f *frame) load(in *cfg.Instr, now state) value {
	var v value
	first := true
	for p := range f.values[in.Args[0].ID].points {
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

// part returns the address of a part of what the first operand of in points to. extend returns the path to the part for
// a path to the whole.
func (f *frame) part(in *cfg.Instr, extend func(*path) *path) value {
	v := f.joinOperands(in)
	whole := f.values[in.Args[0].ID]
	v.points, v.isSure = map[place]bool{}, whole.isSure
	for p := range whole.points {
		v.points[place{p.object, extend(p.path)}] = true
	}
	return v
}

// element returns the address of an element.
func (f *frame) element(in *cfg.Instr) value {
	index := f.values[in.Args[1].ID].bits
	other := step{isAny: true}
	if n := f.names.named(in.Args[1], in); n != nil {
		other = step{name: n, span: f.spanOf(in.Args[1], n)}
	}
	return f.part(in, func(p *path) *path { return f.paths.moved(p, index, other) })
}

func (f *frame) convert(in *cfg.Instr) value {
	of := f.values[in.Args[0].ID]
	switch {
	case in.Operator == operator.CastDecay:
		return f.part(in, func(p *path) *path { return f.paths.of(p, step{}) })
	case in.Operator == operator.CastPointer && types.IsPointer(in.Type):
		return of
	}
	v := f.joinOperands(in)
	v.differsPerLane, v.bits = of.differsPerLane, of.bits.converted(in.Args[0].Type, in.Type)
	return v
}

func isLocal(o *cfg.Object) bool { return o.Storage == types.Local || o.Storage == types.Param }

// store writes the variables that the address may point to. A store to other memory may be reported.
func (f *frame) store(in *cfg.Instr, now state) {
	address, v := f.values[in.Args[0].ID], f.values[in.Args[1].ID]
	if toMemory(address) {
		f.stored(in, address, v)
	}
	if f.isByLeaders(in.Block) {
		v = v.byLeader()
	}
	for p := range address.points {
		if isLocal(p.object) {
			now[p.object] = afterStore(now[p.object], p.path, v, address.isSure)
			f.forget(now, func(o *cfg.Object) bool { return o == p.object })
		}
	}
}

// afterStore returns what a variable holds after v is stored to the part p of it, certainly or maybe.
func afterStore(held value, p *path, v value, isCertain bool) value {
	switch {
	case p != nil:
		return held.with(p, v, isCertain)
	case isCertain || held.isNothing():
		return v
	}
	return held.join(v)
}

// toMemory reports whether an address is of memory that other threads may see.
func toMemory(address value) bool {
	for p := range address.points {
		if isLocal(p.object) {
			return false
		}
	}
	return true
}

func (f *frame) binary(in *cfg.Instr) value {
	v := f.joinOperands(in)
	x, y := f.values[in.Args[0].ID], f.values[in.Args[1].ID]
	v.bits = binaryBits(in, x.bits, y.bits).as(in.Type)
	if in.Operator == operator.Add || in.Operator == operator.Sub {
		v.differsPerLane = x.differsPerLane && isConst(in.Args[1])
	}
	v.differsPerLane = v.differsPerLane || v.bits.lane == laneBits
	if in.Operator == operator.EQ || in.Operator == operator.NE {
		v.isCount = false
	}
	return v
}

func (f *frame) unary(in *cfg.Instr) value {
	v, of := f.joinOperands(in), f.values[in.Args[0].ID].bits
	if in.Operator == operator.BNot {
		v.bits = bits{ones: of.zeros, zeros: of.ones}.as(in.Type)
	}
	return v
}

// unlessKnown returns v, or a value that comes from nothing if all bits are known: that is the same whichever lanes
// run.
func (v value) unlessKnown(in *cfg.Instr) value {
	if in.Type != nil {
		if _, isKnown := v.bits.known(in.Type.Bits); isKnown && in.Type.Bits > 0 {
			return value{bits: v.bits}
		}
	}
	return v
}

func isConst(in *cfg.Instr) bool { return in.Unconverted().Op == cfg.Const }

// counts are the functions that count the lanes of a mask. The functions in chooses select one lane of a mask.
var (
	counts  = map[string]bool{"__popc": true, "__popcll": true}
	chooses = map[string]bool{"__ffs": true, "__ffsll": true, "__clz": true, "__clzll": true, "__fns": true,
		"__bfind": true}
)

func (f *frame) pure(in *cfg.Instr) value {
	v := f.joinOperands(in)
	switch {
	case counts[in.Text]:
		v.isCount = true
	case chooses[in.Text]:
		v.chosen, v.results = union(v.chosen, v.results), nil
	default:
		return v
	}
	f.elects(v)
	return v
}

// elects records that the lanes of each read that v comes from elect a leader, or are counted.
func (f *frame) elects(v value) {
	for source := range v.sources {
		f.elected[source] = true
	}
}

// collective returns what the result of a collective comes from. Unless its mask comes from running lanes and is not
// tested before, the result of a shuffle comes from its operand, that of any other collective from nothing.
func (f *frame) collective(in *cfg.Instr) value {
	c := in.Collective
	given := value{}
	if c.Value >= 0 {
		given = f.values[in.Args[c.Value].ID]
	}
	if c.Mask < 0 || !f.values[in.Args[c.Mask].ID].dependsOnRunning() || f.isTested || f.tested(in.Block) {
		if c.Class.Kind.IsShuffle() {
			return given
		}
		return value{}
	}
	mask := f.values[in.Args[c.Mask].ID]
	f.masks[in] = call{f.fn, f.place(in), mask.sources, mask.isProved()}
	f.where[in] = in.Block
	itself := map[*cfg.Instr]bool{in: true}
	switch kind := c.Class.Kind; {
	case kind == cfg.SyncWarp:
		if f.reports {
			f.waits = append(f.waits, in)
		}
	case kind.IsShuffle():
		f.shuffled(in)
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
