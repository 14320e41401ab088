package together

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/warp"
)

// execute is what the result of an instruction comes from; what it does to variables is done.
func (f *frame) execute(in *cfg.Instr, now state) value {
	switch in.Op {
	case cfg.Special:
		return special(in)
	case cfg.Addr:
		return value{points: map[place]bool{{object: in.Object}: true}}
	case cfg.FieldAddr:
		return f.field(in)
	case cfg.Alloc:
		now[in.Object] = value{}
	case cfg.Load:
		return f.load(in, now)
	case cfg.Store:
		f.store(in, now)
	case cfg.Convert:
		v := f.all(in)
		v.isLane = f.values[in.Args[0].ID].isLane
		return v
	case cfg.Binary:
		return f.binary(in)
	case cfg.Pure:
		return f.pure(in)
	case cfg.Atomic:
		return value{isSlot: true}
	case cfg.Call:
		return f.call(in, now)
	case cfg.Collective_:
		return f.collective(in)
	default:
		return f.all(in)
	}
	return value{}
}

func special(in *cfg.Instr) value {
	switch in.Special {
	case cfg.ActiveMask:
		return value{sources: map[*cfg.Instr]bool{in: true}}
	case cfg.TidX, cfg.LaneID:
		return value{isOwn: true, isLane: true}
	case cfg.TidY, cfg.TidZ, cfg.LaneMaskEQ, cfg.LaneMaskLT, cfg.LaneMaskLE, cfg.LaneMaskGT, cfg.LaneMaskGE:
		return value{isOwn: true}
	}
	return value{}
}

// load is what the variables hold that an address may be of. What memory holds comes from nothing.
func (f *frame) load(in *cfg.Instr, now state) value {
	var v value
	first := true
	for p := range f.values[in.Args[0].ID].points {
		switch held := now[p.object].at(p); {
		case !isLocal(p.object):
		case first:
			v, first = held, false
		default:
			v = v.or(held)
		}
	}
	return v
}

// field is the address of a field. One within a field is that field.
func (f *frame) field(in *cfg.Instr) value {
	v := f.all(in)
	of := v.points
	v.points = map[place]bool{}
	for p := range of {
		if p.field == nil {
			p.field = in.Field
		}
		v.points[p] = true
	}
	return v
}

func isLocal(o *cfg.Object) bool { return o.Storage == ast.Local || o.Storage == ast.Param }

// store writes variables, or is an effect.
func (f *frame) store(in *cfg.Instr, now state) {
	address, v := f.values[in.Args[0].ID], f.values[in.Args[1].ID]
	if toMemory(address) {
		f.stored(in, address, v)
	}
	for p := range address.points {
		if isLocal(p.object) {
			now[p.object] = given(now[p.object], p, v, isVariable(in.Args[0]))
		}
	}
}

// given is what a variable holds once a place in it was given a value, for certain or maybe.
func given(held value, p place, v value, isCertain bool) value {
	if old, isHeld := held.part(p.field); isHeld && !isCertain {
		v = v.or(old)
	}
	if p.field == nil {
		return v
	}
	return held.with(p.field, v)
}

// isVariable reports the address of a variable, or of a field of one.
func isVariable(address *cfg.Instr) bool {
	return address.Op == cfg.Addr || address.Op == cfg.FieldAddr && address.Args[0].Op == cfg.Addr
}

// toMemory reports an address of what other threads may see.
func toMemory(address value) bool {
	for p := range address.points {
		if isLocal(p.object) {
			return false
		}
	}
	return true
}

func (f *frame) binary(in *cfg.Instr) value {
	v := f.all(in)
	x, y := f.values[in.Args[0].ID], in.Args[1]
	if isConst(y) && x.isLane {
		switch in.Operator {
		case ast.And:
			v.isLane = y.Int%warp.Size == warp.Size-1
		case ast.Rem:
			v.isLane = y.Int%warp.Size == 0
		case ast.Add, ast.Sub:
			v.isLane = true
		}
	}
	if in.Operator == ast.EQ || in.Operator == ast.NE {
		v.isCount = false
	}
	return v
}

func isConst(in *cfg.Instr) bool { return in.Unconverted().Op == cfg.Const }

// counts and chooses are the functions that make a number of lanes, and one lane, of a mask.
var (
	counts  = map[string]bool{"__popc": true, "__popcll": true}
	chooses = map[string]bool{"__ffs": true, "__ffsll": true, "__clz": true, "__clzll": true, "__fns": true,
		"__bfind": true}
)

func (f *frame) pure(in *cfg.Instr) value {
	v := f.all(in)
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

// elects notes that a group does something for itself.
func (f *frame) elects(v value) {
	for source := range v.sources {
		f.elected[source] = true
	}
}

// collective is what the result of one comes from, where it is under a mask of running lanes.
func (f *frame) collective(in *cfg.Instr) value {
	c := in.Collective
	given := value{}
	if c.Value >= 0 {
		given = f.values[in.Args[c.Value].ID]
	}
	if c.Mask < 0 || !f.values[in.Args[c.Mask].ID].comesFrom() || f.isTested || f.tested(in.Block) {
		if c.Class.Kind.IsShuffle() {
			return given
		}
		return value{}
	}
	mask := f.values[in.Args[c.Mask].ID]
	f.masks[in] = call{f.fn, f.place(in), mask.sources}
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
