package asm

import (
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/internal/ptx"
	"github.com/warpcheck/warpcheck/warp"
)

// collectives lists the collectives, and the instruction that reads the set of lanes that run together.
var collectives = map[string]lowering{
	"shfl":       (*assembler).shuffle,
	"vote":       (*assembler).vote,
	"match":      (*assembler).match,
	"redux":      (*assembler).redux,
	"elect":      (*assembler).elect,
	"activemask": (*assembler).activeMask,
	"bar":        (*assembler).barrier,
	"barrier":    (*assembler).barrier,
}

// roles holds the arguments of a collective, by their meaning. An argument is nil if this form of the collective does
// not have it.
type roles struct {
	mask, value, source, width, id, threads *cfg.Instr
}

// collect emits a collective with a result of type t and the arguments r.
func (a *assembler) collect(class cfg.Class, name string, t *types.Type, r roles) *cfg.Instr {
	instr := a.Emit(cfg.Collective_, t)
	c := cfg.NewCollective(class, name)
	place := func(v *cfg.Instr) int {
		if v == nil {
			return -1
		}
		instr.Args = append(instr.Args, v)
		return len(instr.Args) - 1
	}
	c.Mask, c.Value, c.Source, c.Width = place(r.mask), place(r.value), place(r.source), place(r.width)
	c.BarrierID, c.BarrierThreads = place(r.id), place(r.threads)
	c.Classify(instr.Args)
	instr.Collective = c
	return instr
}

// predicate returns the second result of a collective. The instructions shfl, match.all and elect have one.
func (a *assembler) predicate(collective *cfg.Instr) *cfg.Instr {
	instr := a.Emit(cfg.Extract, types.Boolean, collective)
	instr.Int = 1
	return instr
}

// withMask returns the member mask of an instruction with n other operands. If sync is true, the mask is the last
// operand. ok reports whether the number of operands is right and the destination can be written.
func (a *assembler) withMask(s *ptx.Statement, n int, sync bool) (mask *cfg.Instr, ok bool) {
	if sync {
		n++
	}
	if len(s.Operands) != n || !a.canWrite(s.Operands[0]) {
		return nil, false
	}
	if sync {
		mask = a.read(s.Operands[n-1], types.Uint32)
	}
	return mask, true
}

var shuffleClasses = map[string]cfg.ClassKind{
	"up": cfg.ShflUp, "down": cfg.ShflDown, "bfly": cfg.ShflXor, "idx": cfg.ShflIdx,
}

// shuffle lowers shfl{.sync}.mode.b32 d{|p}, a, b, c{, mask}. It returns false for other forms.
func (a *assembler) shuffle(s *ptx.Statement) bool {
	sync := s.Has("sync")
	parts := qualifiers(s, "sync")
	if len(parts) != 2 || parts[1] != "b32" || len(s.Operands) < 4 {
		return false
	}
	class, known := shuffleClasses[parts[0]]
	if !known {
		return false
	}
	mask, ok := a.withMask(s, 4, sync)
	if !ok {
		return false
	}
	r := roles{mask: mask, value: a.word(s.Operands[1]), source: a.read(s.Operands[2], types.Uint32)}
	r.source, r.width = a.segment(class, r.source, s.Operands[3])
	instr := a.collect(cfg.Class{Kind: class}, opcode(s), r.value.Type, r)
	a.markLegacy(instr, s)
	d := s.Operands[0]
	a.write(d, instr)
	if d.Second != nil {
		a.write(*d.Second, a.predicate(instr))
	}
	return true
}

// markLegacy marks a collective as legacy if its opcode lacks .sync. Its successor is the same instruction with .sync,
// which a module before version 6.0 of the PTX ISA does not have.
func (a *assembler) markLegacy(instr *cfg.Instr, s *ptx.Statement) {
	switch {
	case s.Has("sync"):
	case a.function != nil && a.function.module.IsBefore(6, 0):
		instr.Collective.MakeLegacy("")
	default:
		instr.Collective.MakeLegacy(strings.Join(slices.Insert(slices.Clone(s.Opcode), 1, "sync"), "."))
	}
}

// qualifiers returns the parts of the opcode after the first one, without the excluded ones.
func qualifiers(s *ptx.Statement, excluded ...string) []string {
	var parts []string
	for _, part := range s.Opcode[1:] {
		if !slices.Contains(excluded, part) {
			parts = append(parts, part)
		}
	}
	return parts
}

// word returns the value of a 32-bit operand. An int or a float is not converted, so that the result needs no
// conversion back. For other types it returns the bits.
func (a *assembler) word(o ptx.Operand) *cfg.Instr {
	v := a.raw(o, types.Uint32)
	if (v.Type.Kind == types.Int || v.Type.Kind == types.Float) && v.Type.Bits == 32 {
		return v
	}
	return a.bits(v, types.Uint32)
}

// segment decodes operand c of shfl. Bits 8 to 12 are the lane bits that a source may not change, and bits 0 to 4 are
// the last lane in a segment. The width in CUDA C++ is encoded as ((32-width) << 8) | clamp, where clamp allows the
// whole segment. With another clamp fewer lanes have a source, so the source is unknown.
func (a *assembler) segment(class cfg.ClassKind, source *cfg.Instr, o ptx.Operand) (lowest, width *cfg.Instr) {
	if o.Kind == ptx.Int {
		if !wholeSegment(class, o.Int) {
			source = a.Unknown("shfl with a clamp that is no width", types.Uint32, source)
		}
		return source, a.Constant(warp.Size-o.Int>>8&(warp.Size-1), types.Int32)
	}
	c := a.read(o, types.Uint32)
	if c.Op == cfg.Const {
		return a.segment(class, source, ptx.Operand{Kind: ptx.Int, Int: c.Int})
	}
	kept := a.Binary(operator.And, types.Uint32, a.shiftedRight(c, 8), a.Constant(warp.Size-1, types.Uint32))
	size := a.Binary(operator.Sub, types.Uint32, a.Constant(warp.Size, types.Uint32), kept)
	free := a.Binary(operator.Sub, types.Uint32, size, a.Constant(1, types.Uint32))
	clamp := a.Binary(operator.And, types.Uint32, c, free)
	whole := free
	if class == cfg.ShflUp {
		whole = a.Constant(0, types.Uint32)
	}
	lowest = a.choose(types.Uint32, a.Binary(operator.EQ, types.Boolean, clamp, whole),
		func() *cfg.Instr { return source },
		func() *cfg.Instr { return a.Unknown("shfl with a clamp that is no width", types.Uint32, source) })
	return lowest, a.Convert(size, types.Int32, operator.CastInt)
}

// wholeSegment reports whether the clamp extends to the end of the segment: to its last lane or, for shfl.up, to its
// first.
func wholeSegment(class cfg.ClassKind, c int64) bool {
	free := ^(c >> 8) & (warp.Size - 1)
	if class == cfg.ShflUp {
		return c&free == 0
	}
	return c&free == free
}

func (a *assembler) shiftedRight(v *cfg.Instr, bits int64) *cfg.Instr {
	return a.Binary(operator.Shr, v.Type, v, a.Constant(bits, types.Uint32))
}

// choose emits two cases: then() where cond is true, and otherwise() where it is false.
func (a *assembler) choose(t *types.Type, cond *cfg.Instr, then, otherwise func() *cfg.Instr) *cfg.Instr {
	yes, no, done := a.NewBlock(), a.NewBlock(), a.NewBlock()
	o := a.Temporary(t)
	a.Branch(cond, yes, no)
	for _, arm := range []struct {
		block *cfg.Block
		value func() *cfg.Instr
	}{{yes, then}, {no, otherwise}} {
		a.Start(arm.block)
		v := arm.value()
		a.Store(a.AddressOf(o), v)
		a.Jump(done)
	}
	a.Start(done)
	return a.Load(a.AddressOf(o))
}

var voteClasses = map[string]cfg.ClassKind{
	"any": cfg.VoteAny, "all": cfg.VoteAll, "uni": cfg.VoteUni, "ballot": cfg.VoteBallot,
}

// vote lowers vote{.sync}.{any,all,uni}.pred and vote{.sync}.ballot.b32 d, a{, mask}. It returns false for other forms.
func (a *assembler) vote(s *ptx.Statement) bool {
	sync := s.Has("sync")
	parts := qualifiers(s, "sync")
	if len(parts) != 2 {
		return false
	}
	class, known := voteClasses[parts[0]]
	if !known {
		return false
	}
	t := types.Int32
	if class == cfg.VoteBallot {
		t = types.Uint32
	}
	mask, ok := a.withMask(s, 2, sync)
	if !ok {
		return false
	}
	value := a.bits(a.read(s.Operands[1], types.Boolean), types.Int32)
	r := roles{mask: mask, value: value}
	instr := a.collect(cfg.Class{Kind: class}, opcode(s), t, r)
	a.markLegacy(instr, s)
	a.write(s.Operands[0], instr)
	return true
}

// match lowers match.{any,all}.sync.type d{|p}, a, mask. It returns false for other forms.
func (a *assembler) match(s *ptx.Statement) bool {
	t := registerTypes[s.Type()]
	if len(s.Opcode) != 4 || t == nil || !s.Has("sync") {
		return false
	}
	class, known := map[string]cfg.ClassKind{"any": cfg.MatchAny, "all": cfg.MatchAll}[s.Opcode[1]]
	if !known {
		return false
	}
	mask, ok := a.withMask(s, 2, true)
	if !ok {
		return false
	}
	r := roles{mask: mask, value: a.read(s.Operands[1], t)}
	instr := a.collect(cfg.Class{Kind: class}, opcode(s), types.Uint32, r)
	d := s.Operands[0]
	a.write(d, instr)
	if d.Second != nil {
		a.write(*d.Second, a.predicate(instr))
	}
	return true
}

// redux lowers redux.sync.op.type d, a, mask. For floats, min and max have more qualifiers between op and type. It
// returns false for other forms.
func (a *assembler) redux(s *ptx.Statement) bool {
	t := registerTypes[s.Type()]
	if !s.Is("redux", "sync") || len(s.Opcode) < 4 || t == nil {
		return false
	}
	mask, ok := a.withMask(s, 2, true)
	if !ok {
		return false
	}
	r := roles{mask: mask, value: a.read(s.Operands[1], t)}
	last := len(s.Opcode) - 1
	class := cfg.Class{Kind: cfg.Redux, Name: strings.Join(s.Opcode[2:last], "."), Operand: s.Opcode[last]}
	a.write(s.Operands[0], a.collect(class, opcode(s), t, r))
	return true
}

// elect lowers elect.sync d|p, mask. d is the elected lane. p states whether the lane itself is elected.
func (a *assembler) elect(s *ptx.Statement) bool {
	if !s.Is("elect", "sync") {
		return false
	}
	mask, ok := a.withMask(s, 1, true)
	if !ok {
		return false
	}
	instr := a.collect(cfg.Class{Kind: cfg.Elect}, opcode(s), types.Uint32, roles{mask: mask})
	d := s.Operands[0]
	a.write(d, instr)
	if d.Second != nil {
		a.write(*d.Second, a.predicate(instr))
	}
	return true
}

// activeMask lowers activemask.b32 d. It returns false for other forms.
func (a *assembler) activeMask(s *ptx.Statement) bool {
	if len(s.Operands) != 1 || !a.canWrite(s.Operands[0]) {
		return false
	}
	a.write(s.Operands[0], a.Special(cfg.ActiveMask, types.Uint32))
	return true
}

// barrier lowers bar.* and barrier.*, for the warp, the block and the cluster. It returns false for other forms.
func (a *assembler) barrier(s *ptx.Statement) bool {
	parts := qualifiers(s, "cta", "aligned")
	if len(parts) == 0 {
		return false
	}
	switch {
	case s.Is("bar", "warp", "sync") && len(s.Operands) == 1:
		mask := a.read(s.Operands[0], types.Uint32)
		a.collect(cfg.Class{Kind: cfg.SyncWarp}, opcode(s), nil, roles{mask: mask})
	case parts[0] == "cluster" && len(parts) > 1:
		return a.clusterBarrier(s, parts[1])
	case parts[0] == "sync" && len(s.Operands) >= 1 && len(s.Operands) <= 2:
		a.blockBarrier(cfg.Barrier, s, nil, roles{}, s.Operands)
	case parts[0] == "arrive" && len(s.Operands) == 2:
		a.blockBarrier(cfg.BarrierArrive, s, nil, roles{}, s.Operands)
	case parts[0] == "red" && len(parts) == 3:
		return a.barrierReduction(s, parts[1])
	default:
		return false
	}
	return true
}

// blockBarrier emits a barrier whose number and thread count are in operands. Barrier 0 for the whole block is
// __syncthreads, and gets neither a number nor a count.
func (a *assembler) blockBarrier(
	class cfg.ClassKind, s *ptx.Statement, t *types.Type, r roles, operands []ptx.Operand,
) *cfg.Instr {
	r.id = a.read(operands[0], types.Uint32)
	if len(operands) == 2 {
		r.threads = a.read(operands[1], types.Uint32)
	} else if r.id.Op == cfg.Const && r.id.Int == 0 {
		r.id = nil
	}
	instr := a.collect(cfg.Class{Kind: class}, opcode(s), t, r)
	instr.Collective.BeyondWarp = true
	instr.Collective.Aligned = s.Opcode[0] == "bar" || s.Has("aligned")
	return instr
}

// barrierReduction lowers bar.red.popc.u32 and bar.red.{and,or}.pred d, id{, threads}, p. It returns false for other
// forms. op is the operation, such as popc.
func (a *assembler) barrierReduction(s *ptx.Statement, op string) bool {
	class, known := map[string]cfg.ClassKind{"popc": cfg.BarrierCount, "and": cfg.BarrierAnd, "or": cfg.BarrierOr}[op]
	n := len(s.Operands)
	if !known || n < 3 || n > 4 || !a.canWrite(s.Operands[0]) {
		return false
	}
	value := a.bits(a.read(s.Operands[n-1], types.Boolean), types.Int32)
	instr := a.blockBarrier(class, s, types.Int32, roles{value: value}, s.Operands[1:n-1])
	a.write(s.Operands[0], instr)
	return true
}

// clusterBarrier lowers barrier.cluster. A waiting thread continues when all threads of the cluster have arrived. op is
// arrive or wait. For any other op the result is false.
func (a *assembler) clusterBarrier(s *ptx.Statement, op string) bool {
	kind, known := map[string]cfg.ClassKind{"arrive": cfg.ClusterArrive, "wait": cfg.ClusterWait}[op]
	if !known {
		return false
	}
	c := a.collect(cfg.Class{Kind: kind}, opcode(s), nil, roles{}).Collective
	c.BeyondWarp, c.Scope, c.Aligned = true, cfg.OfCluster, s.Has("aligned")
	return a.fence(s)
}

// warpInstructions lists the instructions that all lanes of a warp must execute together if they have the qualifier
// .sync. They operate on matrices with a part in each lane, on registers, or on tensor memory.
var warpInstructions = []string{
	"mma", "wmma", "ldmatrix", "stmatrix", "movmatrix", "wgmma", "tcgen05", "setmaxnreg",
}

func isForWarp(s *ptx.Statement) bool {
	return slices.Contains(warpInstructions, s.Opcode[0]) && s.Has("sync")
}

// gather emits the collective of an instruction for the whole warp or for a warpgroup, without the instruction's
// other effects. Lanes that execute another instruction, even the same one at another place, do not take part.
func (a *assembler) gather(kind cfg.ClassKind, s *ptx.Statement) {
	mask := a.Constant(0xffffffff, types.Uint32)
	instr := a.collect(cfg.Class{Kind: kind, Name: opcode(s)}, opcode(s), nil, roles{mask: mask})
	instr.Collective.Aligned = true
	if engine := ptx.AsynchronousOf(s.Opcode); engine != nil && engine.By == ptx.Warpgroup {
		instr.Collective.Warpgroup, instr.Collective.Name = true, engine.Name
	}
}
