package sim

import (
	"math"
	"math/bits"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// collective executes the collective instr for the converged lanes. It records a rendezvous and computes the results.
// At a barrier of several warps it first lets the other warps run to their barriers. index is the position of instr
// in its block.
func (m *machine) collective(f *frame, seg *segment, index int, instr *cfg.Instr, lanes warp.Lanes) {
	key := visitKey{f.path, instr}
	p := &Rendezvous{
		Site: instr, Path: f.callPath(), Index: m.visits[key],
		Converged: lanes, place: f.place(instr.Block, index),
	}
	m.visits[key]++
	m.out.Rendezvous = append(m.out.Rendezvous, p)
	seg.rendezvous = append(seg.rendezvous, p)
	c := instr.Collective
	for l := range lanesOf(lanes) {
		p.Meets[l] = lanes
		p.Masks[l] = uint32(lanes)
		if c.Mask >= 0 && !c.Legacy {
			p.Masks[l] = uint32(f.word(instr.Args[c.Mask], l))
		}
		p.Values[l] = f.operand(instr, c.Value, l, 0)
		p.Sources[l] = f.operand(instr, c.Source, l, 0)
		p.Widths[l] = f.operand(instr, c.Width, l, warp.Size)
		p.Barriers[l] = f.operand(instr, c.BarrierID, l, 0)
		p.Threads[l] = f.operand(instr, c.BarrierThreads, l, 0)
		if c.IsSynchronizing() || c.BeyondWarp {
			m.keep(l, step{barrier: p})
		}
	}
	if c.BeyondWarp && m.pause != nil {
		m.pause(p)
	}
	for l := range lanesOf(lanes) {
		m.affect(l, uint64(lanes), uint64(p.Masks[l]), p.Barriers[l], p.Threads[l])
	}
	m.results(f, p)
}

func (f *frame) operand(instr *cfg.Instr, arg, lane int, missing uint64) uint64 {
	if arg < 0 {
		return missing
	}
	return f.word(instr.Args[arg], lane)
}

// callPath lists the positions of the calls from the root to the frame, outermost first.
func (f *frame) callPath() []source.Pos { return cfg.PlacesOf(f.calls()) }

// results sets the one or two results of a collective in each lane.
func (m *machine) results(f *frame, p *Rendezvous) {
	instr := p.Site
	second := &[warp.Size]uint64{}
	if f.further == nil {
		f.further = map[*cfg.Instr]*[warp.Size]uint64{}
	}
	f.further[instr] = second
	undefined := warp.Lanes(0)
	for l := range lanesOf(p.Converged) {
		g := m.met.group(p, l)
		if instr.Collective.Class.Kind.IsShuffle() {
			if m.shuffle(f, p, g, second) {
				undefined |= 1 << l
			}
			continue
		}
		first, extra := m.combine(instr, g)
		f.setWord(instr, l, canonical(instr.Type, first))
		second[l] = extra
	}
	m.followCollective(f, p, undefined)
}

// group holds the inputs of a collective for one lane. lanes is the set of the arriving lanes that the mask of this
// lane names. At a barrier of the block they are all converged lanes. values are the operands of these lanes. missing
// is the set of the lanes that the mask names and that do not arrive.
type group struct {
	lane    int
	lanes   warp.Lanes
	missing warp.Lanes
	values  [warp.Size]uint64
}

// group collects the inputs for lane l at the rendezvous p.
func (x exchange) group(p *Rendezvous, l int) group {
	g := group{lane: l, lanes: p.Converged, values: p.Values}
	if p.Site.Collective.BeyondWarp {
		x.meet(&g, p)
		return g
	}
	g.lanes &= warp.Lanes(p.Masks[l])
	x.meet(&g, p)
	g.missing = warp.Lanes(p.Masks[l]) &^ g.lanes
	return g
}

// meet adds to g the lanes that arrive for g.lane on another side of a branch, with their values. The previous run of
// the warp has found these lanes and values.
func (x exchange) meet(g *group, p *Rendezvous) {
	if len(x) == 0 {
		return
	}
	key := meeting{place: p.key(), reader: g.lane}
	for key.source = range warp.Size {
		if v, ok := x[key]; ok {
			g.lanes |= 1 << key.source
			g.values[key.source] = v
		}
	}
}

// shuffle sets the two results of a shuffle in one lane. The first result is the value of the source lane, or the
// lane's own value if there is no source lane. The second result is the predicate of shfl, stored in second.
// isUndefined reports whether the first result is undefined because the source lane provides no value.
func (m *machine) shuffle(f *frame, p *Rendezvous, g group, second *[warp.Size]uint64) (isUndefined bool) {
	instr, l := p.Site, g.lane
	src, inside := sourceLane(instr.Collective.Class.Kind, l, int64(int32(p.Sources[l])), int(p.Widths[l]))
	second[l] = truth(inside)
	value := instr.Args[instr.Collective.Value]
	if word, undefined := m.undefined.read(instr, g, src); undefined {
		if isAggregate(value.Type) {
			m.unknown("an undefined record")
		}
		f.setWord(instr, l, canonical(instr.Type, word))
		return true
	}
	isUndefined = src != l && !g.lanes.Has(src)
	if isAggregate(value.Type) {
		if p.Converged.Has(src) {
			f.setBytes(instr, l, f.aggregate(value, src))
		}
		return isUndefined
	}
	if !g.lanes.Has(src) && !p.Converged.Has(src) {
		src = l
	}
	f.setWord(instr, l, canonical(instr.Type, g.values[src]))
	return isUndefined
}

// sourceLane returns the lane that lane l reads in a shuffle, and the predicate of shfl. The predicate is false if the
// requested lane lies outside the segment of width lanes around l; then l reads itself. Only the low five bits of the
// operand matter. An index counts from the first lane of the segment. An xor may name a lane of an earlier segment (PTX
// ISA, shfl: j <= maxLane). A width other than a power of two up to 32 counts as 32.
func sourceLane(c cfg.ClassKind, l int, operand int64, width int) (int, bool) {
	if !validWidth(uint64(width)) {
		width = warp.Size
	}
	first := int64(l &^ (width - 1))
	end := first + int64(width)
	operand &= warp.Size - 1
	var src int64
	switch c {
	case cfg.ShflUp:
		src = int64(l) - operand
	case cfg.ShflDown:
		src = int64(l) + operand
	case cfg.ShflXor:
		src, first = int64(l)^operand, 0
	default:
		return int(first + operand&int64(width-1)), true
	}
	if src < first || src >= end {
		return l, false
	}
	return int(src), true
}

func validWidth(w uint64) bool { return w >= 1 && w <= warp.Size && w&(w-1) == 0 }

// combine computes the two results of a collective other than a shuffle for the lane of g. second is 0 if the
// collective has one result.
func (m *machine) combine(instr *cfg.Instr, g group) (first, second uint64) {
	yes := warp.Lanes(0)
	for b := range lanesOf(g.lanes) {
		if g.values[b] != 0 {
			yes |= 1 << b
		}
	}
	switch c := instr.Collective.Class; c.Kind {
	case cfg.SyncWarp, cfg.Barrier, cfg.BarrierArrive, cfg.ClusterArrive, cfg.ClusterWait, cfg.WholeWarp:
		return 0, 0
	case cfg.VoteAny:
		return truth(yes != 0), 0
	case cfg.VoteAll:
		return truth(yes == g.lanes), 0
	case cfg.VoteUni:
		return truth(yes == 0 || yes == g.lanes), 0
	case cfg.VoteBallot:
		return uint64(yes), 0
	case cfg.MatchAny:
		return uint64(g.equalTo(g.values[g.lane])), 0
	case cfg.MatchAll:
		all := g.lanes != 0 && g.equalTo(g.values[bits.TrailingZeros32(uint32(g.lanes))]) == g.lanes
		return uint64(g.lanes) * truth(all), truth(all)
	case cfg.Elect:
		leader := bits.TrailingZeros32(uint32(g.lanes))
		return uint64(leader), truth(leader == g.lane)
	case cfg.BarrierCount, cfg.BarrierAnd, cfg.BarrierOr:
		return m.blockReduce(c.Kind, yes, g.lanes), 0
	case cfg.Redux:
		return m.redux(instr, c.Name, g), 0
	case cfg.GroupReduce, cfg.GroupScan:
		return m.groupFold(instr, g), 0
	default:
		return m.unknownResult(instr, g), 0
	}
}

// unknownResult returns the result of a collective whose operation is not known, such as a library's reduction with a
// functor of the user. If a missing lane is included, the result is the undefined value that the input gives. Otherwise
// it is a supposed value, one that stands for an unknown value. It is computed from the values of the group, so that
// all lanes of a reduction get the same value. If the input does not suppose values, the run becomes Unknown.
func (m *machine) unknownResult(instr *cfg.Instr, g group) uint64 {
	word, isUndefined := m.undefined.taken(instr, g)
	switch {
	case instr.Type == nil:
		return 0
	case isUndefined && !isAggregate(instr.Type):
		return word
	case m.in.Supposed == nil || isAggregate(instr.Type):
		m.unknown("the collective " + instr.Collective.Name)
		return 0
	}
	m.markSupposed("what " + instr.Collective.Name + " returns")
	digest := uint64(instr.ID)
	for l := range lanesOf(g.lanes) {
		digest = mix(digest, g.values[l])
	}
	if instr.Collective.Class.Kind != cfg.GroupReduce {
		digest = mix(digest, uint64(g.lane))
	}
	return smallValue(instr.Type, m.in.Supposed(digest))
}

// equalTo returns the lanes of the group whose value is v.
func (g group) equalTo(v uint64) warp.Lanes {
	var same warp.Lanes
	for b := range lanesOf(g.lanes) {
		if g.values[b] == v {
			same |= 1 << b
		}
	}
	return same
}

// blockReduce returns the result of a barrier that reduces over the warps that reach it in one round. lanes is the set
// of the lanes of this warp at the barrier. voters is the set of those among them with a true predicate. If the other
// warps of the block do not run, the run becomes Unknown.
func (m *machine) blockReduce(c cfg.ClassKind, voters, lanes warp.Lanes) uint64 {
	count, threads := voters.Count(), lanes.Count()
	switch {
	case m.round != nil:
		count, threads = m.round.votes()
	case m.in.Shape.Threads() > warp.Size:
		m.out.NeedsBlock = m.out.NeedsBlock || m.out.Unknown == ""
		m.unknown("a reduction over several warps")
	}
	switch c {
	case cfg.BarrierAnd:
		return truth(count == threads)
	case cfg.BarrierOr:
		return truth(count > 0)
	}
	return uint64(count)
}

// groupFold returns the result of a reduction or a scan of a cooperative group. Our headers name the operation. If they
// do not, if a lane is missing, or if a sum of floating-point numbers is not exact, unknownResult provides the result.
func (m *machine) groupFold(instr *cfg.Instr, g group) uint64 {
	c := instr.Collective
	if c.Fold == "" || g.missing != 0 || instr.Type == nil {
		return m.unknownResult(instr, g)
	}
	part := g
	if c.Class.Kind == cfg.GroupScan {
		part.lanes &= c.Class.Kind.ValuesFor(g.lane) | warp.Lanes(truth(!c.FoldsBefore))<<g.lane
	}
	if t := instr.Args[c.Value].Type; t.Kind == types.Float && c.Fold == "add" {
		if sum, isExact := exactSum(t, part); isExact {
			return fromFloat(t, sum)
		}
		return m.unknownResult(instr, g)
	}
	return m.redux(instr, c.Fold, part)
}

// exactSum returns the sum of the group's numbers of type t, if every order of adding them gives the same sum. That
// is proved if all numbers are multiples of unit, and the sum of their absolute values fits the precision of t.
func exactSum(t *types.Type, g group) (sum float64, isExact bool) {
	const unit = 0x1p-10
	most := unit * 0x1p24
	if t.Bits == 64 {
		most = unit * 0x1p53
	}
	size := 0.0
	for l := range lanesOf(g.lanes) {
		x := toFloat(t, g.values[l])
		size += math.Abs(x)
		sum += x
		if math.Trunc(x/unit)*unit != x || !(size < most) {
			return 0, false
		}
	}
	return sum, true
}

// redux computes a reduction of the integers of the group. op is its name, such as "add". If the values are no
// integers, unknownResult provides the result.
func (m *machine) redux(instr *cfg.Instr, op string, g group) uint64 {
	t := instr.Args[instr.Collective.Value].Type
	if t.Kind != types.Int {
		return m.unknownResult(instr, g)
	}
	first := true
	var sum uint64
	for b := range lanesOf(g.lanes) {
		if v := g.values[b]; first {
			sum, first = v, false
		} else {
			sum = m.fold(op, t, sum, v)
		}
	}
	return sum
}

// fold returns x op y, one step of a reduction of integers of type t. The run becomes Unknown if op is not known.
func (m *machine) fold(op string, t *types.Type, x, y uint64) uint64 {
	less := x < y
	if t.Signed {
		less = int64(x) < int64(y)
	}
	switch op {
	case "add":
		return canonical(t, x+y)
	case "and":
		return x & y
	case "or":
		return x | y
	case "xor":
		return x ^ y
	case "min":
		if less {
			return x
		}
		return y
	case "max":
		if less {
			return y
		}
		return x
	}
	m.unknown("the reduction " + op)
	return 0
}
