package collective

import (
	"fmt"

	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// sources holds, for each lane of a shuffle, the lane from which it reads (lanes) and the set of lanes that take part
// with it (takePart).
type sources struct {
	lanes, takePart vector.Vec
	// common is the source lane if all lanes that arrive read from the same lane and this lane surely takes part.
	// Otherwise it is nil.
	common *term.Term
}

// shuffle returns the value that each lane reads. If all lanes read from the same lane, and this lane surely takes
// part, all get the same value. It is exact if the number of this lane is constant, otherwise it is one unknown.
func (e *Exchange) shuffle() memory.Value {
	e.Second = e.memory.Imprecise("shfl pred", nil)
	from := e.sourcesOf()
	return e.exchanged(from, e.place.Arg(e.Instr.Collective.Value), e.Instr.Type, "")
}

func (e *Exchange) sourcesOf() sources {
	src := vector.Build(func(l int) *term.Term { return e.trace.SourceLane(e.Event, l) })
	from := sources{lanes: src, takePart: e.takingPart()}
	if s := src.UniformWhere(e.Guard); s != nil && from.takePart.IsUniform() && e.t.Select(from.takePart.At(0), s).IsTrue() {
		from.common = s
	}
	return from
}

// exchanged returns the value that each lane reads if the lanes pass v. v is a whole value, or the part of a record
// with the given key. All parts of a record are read from the same lane. A pointer is read as its address.
func (e *Exchange) exchanged(sources sources, v memory.Value, t *types.Type, key string) memory.Value {
	switch v := v.(type) {
	case vector.Vec:
		return e.exchangedWord(sources, v, t, key)
	case memory.Pointer:
		word := &types.Type{Kind: types.Int, Bits: 64}
		return memory.Pointer{Addr: e.exchangedWord(sources, e.memory.OwnAddress(v), word, key).(vector.Vec), Elem: memory.ElemOf(t)}
	case memory.Aggregate:
		return e.memory.EachPart(v, t, func(key string, x memory.Value, t *types.Type) memory.Value {
			return e.exchanged(sources, x, t, key)
		})
	}
	return e.memory.Imprecise("shfl", t)
}

func (e *Exchange) exchangedWord(sources sources, v vector.Vec, t *types.Type, key string) memory.Value {
	if sources.common != nil {
		return e.c.typed(t, vector.Uniform(e.read(v, sources.common)))
	}
	e.noteAssumption()
	return e.c.TypedLater(t, func() vector.Vec {
		return vector.Build(func(l int) *term.Term {
			return e.shuffled(v, l, sources, fmt.Sprintf("?external to %d.%d%s", e.Number, l, key))
		})
	})
}

// shuffled returns the word that lane l reads: the word of its source lane in v, or an unknown with the given name if
// the source lane does not take part with l.
func (e *Exchange) shuffled(v vector.Vec, l int, sources sources, name string) *term.Term {
	if e.Guard.At(l).IsFalse() {
		return v.At(l)
	}
	source := sources.lanes.At(l)
	read := e.read(v, source)
	anything := e.t.Unknown(name, v.Bits(), memory.Approximation{})
	if !e.noteUndefined(anything) {
		e.assumeUnbroken(anything, read)
	}
	there := e.t.Given(e.t.Select(sources.takePart.At(l), source), e.Guard.At(l)) // the guard of l holds, because l reads
	return e.t.Ite(there, read, anything)
}

// read returns the word v of lane s, which takes part. If the word of each lane is the lane's own number, the result
// is s.
func (e *Exchange) read(v vector.Vec, s *term.Term) *term.Term {
	bits := v.Bits()
	if s.IsConst() {
		return v.At(int(s.K))
	}
	if v.IsUniform() {
		return v.At(0)
	}
	isLane := bits > 0
	for l := 0; l < warp.Size && isLane; l++ {
		isLane = v.At(l).IsConst() && v.At(l).K == uint64(l)
	}
	if isLane {
		return e.t.Resize(e.t.BAnd(s, e.t.Const(32, 31)), bits, false)
	}
	which := e.t.Const(32, uint64(e.Number))
	return e.t.Opaque("shfl!", bits, memory.ShuffleOrigin{Approximate: v.IsConstant()}, append(v.List(), s, which)...)
}
