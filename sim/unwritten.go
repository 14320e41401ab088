package sim

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// A read of shared memory surely finds unwritten bytes if no thread of the block can write them before the read, in any
// order of the threads. Between two barriers of the block any thread may be first. So if another thread writes the
// bytes in the same round, the machine removes the recorded read. An atomic that computes with the old value removes
// nothing: it finds unwritten bytes itself if it is first. The value that such an atomic stores counts as unwritten
// too, whatever decides its address. An atomic that may store its operand counts as a write.
//
//	if (t == 0) s[0] = 1;
//	x = s[0];                 a race: no unwritten read
//	__syncthreads();
//	y = s[1];                 unwritten
//	__syncthreads();
//	s[1] = 2;                 too late

// UnwrittenRead is a read of shared memory bytes that no thread has written.
type UnwrittenRead struct {
	Site *cfg.Instr
	// Path lists the calls from the root to the function of the site.
	Path []source.Pos
	// Thread reads Size bytes from Offset on of Object. Some of these bytes are unwritten.
	Thread       int
	Object       *cfg.Object
	Offset, Size int64
	// First is the offset of the first byte that is unwritten, or that an atomic computed from an unwritten value.
	First int64
	// IsCertain reports whether no supposed value decides the read, its address, or earlier writes.
	IsCertain bool
	// Further lists the other certain reads of the same instruction and path. It is empty if this read is not certain.
	Further []UnwrittenRead
	// Counted is the atomic that computed the value of this read from an unwritten value, nil if there is none.
	Counted *cfg.Instr

	space *space
	round int
}

// unwritten holds the reads of shared memory before it is written. round counts the barriers that the block has passed.
// doubted is the first round in which a supposed value decided what threads do, or decided a write to an unknown place.
// It is noRound if there is none. doubtedIn holds the same for writes to each known variable.
//
// In an opened run (Input.Opened) a supposed value stands for all values. So a write that depends on such a value may
// precede a read of the same round. In other runs a supposed value is the content of unwritten memory. A real run may
// find such content, so the earlier reads still count:
//
//	list[atomicAdd(&n, 1)] = t;       n is unwritten, and decides an index of list
type unwritten struct {
	reads          []*UnwrittenRead
	round, doubted int
	doubtedIn      map[*space]int
	// isOdd reports whether a mask was computed from a number that is not a power of two (mask.go).
	isOdd bool
}

// noRound is greater than every round.
const noRound = 1 << 30

// noteUnwritten is called before an instruction is run. It records the reads of lanes that find unwritten bytes. It
// removes recorded reads that a write of the instruction may precede.
func (m *machine) noteUnwritten(f *frame, in *cfg.Instr, lanes warp.Lanes) {
	if !m.in.Unwritten {
		return
	}
	m.doubtUnwritten()
	m.unwritten.noteMask(f, in, lanes)
	switch {
	case in.Op == cfg.Load && !in.Unplaced, in.Op == cfg.Atomic && !exchanges(in):
		for l := range lanesOf(lanes) {
			m.noteRead(f, in, l, f.word(in.Args[0], l), sizeOf(in.Accessed()))
		}
	case in.IsOwnRead():
		for l := range lanesOf(lanes) {
			for _, row := range m.piecesOf(f, in, l, 1<<l) {
				m.noteRead(f, in, l, row.at, row.size)
			}
		}
	}
	if e := in.Engine; e != nil && e.FillsShared() && in.Op == cfg.Extern {
		for l := range lanesOf(lanes) {
			m.fill(f, in, l)
		}
	}
	if in.Op == cfg.Store || in.Op == cfg.Share && in.Tile.Writes || in.Op == cfg.Atomic && !modifies(in) && !in.IsAtomicLoad() {
		for l := range lanesOf(lanes) {
			m.takeBack(f, in, l)
		}
	}
}

// modifies reports whether an instruction is an atomic that always computes from the old value.
func modifies(in *cfg.Instr) bool {
	return in.Op == cfg.Atomic && !exchanges(in) && in.AtomicName() != "atomicCAS" && !in.IsAtomicLoad()
}

// exchanges reports whether an atomic stores its operand for every old value. Such an atomic initialises the memory.
func exchanges(in *cfg.Instr) bool {
	return in.AtomicName() == "atomicExch" || in.AtomicName() == "atomicStore"
}

// doubtUnwritten marks the present round as doubted if a supposed value has decided a branch or a write to an unknown
// place. An earlier doubted round stays the first. For each variable with a write that a supposed value decided,
// doubtUnwritten marks the round in doubtedIn in the same manner.
func (m *memory) doubtUnwritten() {
	u := &m.unwritten
	if m.supposed.decided != "" || m.supposed.outside == anywhere {
		u.doubted = min(u.doubted, u.round)
	}
	for s, isWritten := range m.supposed.spaces {
		if isWritten {
			u.doubtIn(s)
		}
	}
}

// doubtWrite records that a lane writes to a supposed address in this round.
func (m *memory) doubtWrite(f *frame, in *cfg.Instr, l int) {
	u := &m.unwritten
	switch s := m.knownSpace(f, in, l); {
	case s == nil:
		u.doubted = min(u.doubted, u.round)
	case s.isShared():
		u.doubtIn(s)
	}
}

// doubtOpen records that lanes may run code that is not in the graph. This code may write any shared memory in this
// round. So doubtOpen removes the recorded reads of other threads in this round, because a write may precede them.
func (m *machine) doubtOpen(lanes warp.Lanes) {
	u := &m.unwritten
	u.doubted = min(u.doubted, u.round)
	for l := range lanesOf(lanes) {
		u.dropReads(m.in.Warp*warp.Size+l, func(*UnwrittenRead) bool { return true })
	}
}

// doubtIn records that a supposed value decides a write to a variable in this round.
func (u *unwritten) doubtIn(s *space) {
	if _, isDoubted := u.doubtedIn[s]; isDoubted {
		return
	}
	if u.doubtedIn == nil {
		u.doubtedIn = map[*space]int{}
	}
	u.doubtedIn[s] = u.round
}

// firstDoubt returns the first round in which supposed values may decide what is written to a variable.
func (u *unwritten) firstDoubt(s *space) int {
	if round, isDoubted := u.doubtedIn[s]; isDoubted {
		return min(round, u.doubted)
	}
	return u.doubted
}

// noteRead records that a lane reads size bytes at addr. It records only reads of shared memory that find some
// unwritten bytes, and at most mostUnwritten of them. It records no read in a block that the lane may have reached
// because of a supposed value.
func (m *machine) noteRead(f *frame, in *cfg.Instr, l int, addr uint64, size int64) {
	if !m.isShared(addr) || size == 0 || m.out.Unknown != "" || len(m.unwritten.reads) == mostUnwritten {
		return
	}
	s, offset := m.placeOf(addr)
	if end := s.decl.Type.Size; offset < 0 || end > 0 && offset+size > end || f.isOnSide(in.Block, l) {
		return
	}
	read := &UnwrittenRead{Site: in, Path: f.callPath(), Thread: m.in.Warp*warp.Size + l, Object: s.decl, Offset: offset, Size: size,
		IsCertain: !f.madeAddress(in, l) && m.unwritten.firstDoubt(s) == noRound, space: s, round: m.unwritten.round}
	switch {
	case copies(in) && !read.narrow():
	case !copies(in) && !read.finds(in.Accessed()):
	default:
		m.unwritten.reads = append(m.unwritten.reads, read)
	}
	if modifies(in) {
		s.noteCounted(in, offset, size)
	}
}

// copies reports whether one instruction reads many bytes: a copy, or a load of a whole array.
func copies(in *cfg.Instr) bool { return in.Op == cfg.Share || in.Accessed().Kind == types.Array }

// madeAddress reports whether the address of a lane's read depends on a supposed value.
func (f *frame) madeAddress(in *cfg.Instr, l int) bool {
	return f.madeIn(in.Args[0]).Has(l) || in.Op == cfg.Share && f.madeIn(in.Args[1]).Has(l)
}

// mostUnwritten bounds the reads that are recorded for a block.
const mostUnwritten = 1 << 12

// finds reports whether the read, of a value of type t, finds unwritten bytes. It sets First to the first of them. It
// sets Counted if an atomic has computed from unwritten bytes. The padding of a record does not count, even if it is
// read as a word of another type.
func (r *UnwrittenRead) finds(t *types.Type) (is bool) {
	leaves(t, "", func(part leaf) {
		for i := range sizeOf(part.t) {
			at := r.Offset + part.offset + i
			switch _, isWritten := r.space.cells.get(at); {
			case !isWritten && r.space.mayBePadding(at):
			case !isWritten && (!is || r.Counted != nil):
				is, r.Counted, r.First = true, nil, at
			case isWritten && !is && r.space.counted[at] != nil:
				is, r.Counted, r.First = true, r.space.counted[at], at
			}
		}
	})
	return is
}

// noteCounted handles an atomic that computes from size bytes at offset. It records the atomic for each unwritten one
// of these bytes.
func (s *space) noteCounted(atomic *cfg.Instr, offset, size int64) {
	for at := offset; at < offset+size; at++ {
		if _, isWritten := s.cells.get(at); isWritten {
			continue
		}
		if s.counted == nil {
			s.counted = map[int64]*cfg.Instr{}
		}
		s.counted[at] = atomic
	}
}

// mostPadding is the largest alignment of a scalar or vector. So a gap of padding in a record is smaller than
// mostPadding bytes.
const mostPadding = 16

// isRaw reports whether a variable is raw memory that may hold any records: its elements are single bytes, or its
// alignment is larger than the elements need.
func (s *space) isRaw() bool {
	size, v := sizeOf(scalarOf(s.decl.Type)), s.decl.Var
	return size == 1 || v == nil || v.Alignment != 0 && int64(v.Alignment) != size
}

// mayBePadding reports whether an unwritten byte may be padding of a record. In raw memory (isRaw) it may be if bytes
// close by on both sides are written.
func (s *space) mayBePadding(at int64) bool {
	if !s.isRaw() {
		return !isContent(s.decl.Type, at)
	}
	isNear := func(step int64) bool {
		for distance := int64(1); distance < mostPadding; distance++ {
			if _, isWritten := s.cells.get(at + step*distance); isWritten {
				return true
			}
		}
		return false
	}
	return isNear(1) && isNear(-1)
}

// narrow narrows the read of a copy to the first unwritten bytes in it, and reports whether there are any. A copy of
// records includes their padding, which no thread writes. So in raw memory only a gap of at least mostPadding bytes
// counts.
func (r *UnwrittenRead) narrow() bool {
	t, least := r.space.decl.Type, int64(1)
	switch element := scalarOf(r.space.decl.Type); {
	case r.space.isRaw():
		least = mostPadding
	case element.Kind != types.Record:
		least = sizeOf(element)
	}
	gap, end := int64(0), r.Offset+r.Size
	for at := r.Offset; at < end; at++ {
		if _, isWritten := r.space.cells.get(at); isWritten || !isContent(t, at) {
			gap = 0
			continue
		}
		if gap++; gap == least {
			r.Offset, r.Size, r.First = at+1-gap, gap, at+1-gap
			return true
		}
	}
	return false
}

// scalarOf returns the type of the elements of an array, or of the innermost elements if these are arrays too. If t is
// no array, it returns t.
func scalarOf(t *types.Type) *types.Type {
	for t.Kind == types.Array {
		t = t.Elem
	}
	return t
}

// isContent reports whether the byte at an offset in a value of type t belongs to a scalar, and is no padding.
func isContent(t *types.Type, offset int64) (is bool) {
	switch t.Kind {
	case types.Array:
		size := sizeOf(t.Elem)
		return size > 0 && isContent(t.Elem, offset%size)
	case types.Record:
		members(t, func(_ *types.Field, _, part *types.Type, at int64) {
			is = is || at <= offset && offset < at+sizeOf(part) && isContent(part, offset-at)
		})
		return is
	}
	return true
}

// takeBack removes recorded reads of bytes that lane l writes, because the write may precede them. It keeps the reads
// of the lane's own thread.
func (m *machine) takeBack(f *frame, in *cfg.Instr, l int) {
	if f.madeIn(in.Args[0]).Has(l) {
		m.doubtWrite(f, in, l)
	}
	addr := f.word(in.Args[0], l)
	if !m.isShared(addr) {
		return
	}
	s, offset := m.placeOf(addr)
	if in.Op == cfg.Share {
		clear(s.counted)
	} else {
		for at := offset; at < offset+sizeOf(in.Accessed()); at++ {
			delete(s.counted, at)
		}
	}
	m.unwritten.dropReads(m.in.Warp*warp.Size+l, func(r *UnwrittenRead) bool {
		return r.space == s && (in.Op == cfg.Share || r.overlaps(offset, sizeOf(in.Accessed())))
	})
}

// fill writes the bytes that a copy of an asynchronous engine brings, and removes the recorded reads that may find
// these bytes. The content is arbitrary, because global memory may hold anything. If it is not known which bytes the
// copy brings, it may bring all of the variable.
func (m *machine) fill(f *frame, in *cfg.Instr, l int) {
	e := in.Engine
	addr, bytes := m.fromWindow(f.word(in.Args[e.Target], l)), f.numberOf(in, l, e.Bytes, -1)
	isKnown := e.Bytes >= 0 && !f.madeIn(in.Args[e.Target]).Has(l) && !f.madeIn(in.Args[e.Bytes]).Has(l)
	if !m.isShared(addr) {
		m.unwritten.doubted = min(m.unwritten.doubted, m.unwritten.round)
		return
	}
	s, offset := m.placeOf(addr)
	if !isKnown || bytes < 0 || bytes > openBytes {
		m.unwritten.doubtIn(s)
		bytes = openBytes
	}
	m.unwritten.dropReads(m.in.Warp*warp.Size+l, func(r *UnwrittenRead) bool {
		return r.space == s && (!isKnown || r.overlaps(offset, bytes))
	})
	for at := offset; isKnown && at < offset+bytes; at++ {
		delete(s.counted, at)
		if _, isWritten := s.cells.get(at); !isWritten {
			s.cells.put(at, brought(s.decl.Type, at))
		}
	}
}

// brought returns the byte that a copy brings to an offset in a variable of type t. Each element gets a small number,
// and neighbouring elements different ones.
func brought(t *types.Type, at int64) byte {
	element := scalarOf(t)
	size := sizeOf(element)
	if size < 1 || size > 8 {
		return byte(at)
	}
	return byte(smallValue(element, uint64(at/size)) >> (8 * (at % size)))
}

// overlaps reports whether the read touches some of the size bytes from an offset on.
func (r *UnwrittenRead) overlaps(offset, size int64) bool {
	return offset < r.Offset+r.Size && r.Offset < offset+size
}

// dropReads removes the reads of other threads in this round that may find what the thread writes. mayFind selects
// these reads.
func (u *unwritten) dropReads(thread int, mayFind func(*UnwrittenRead) bool) {
	u.reads = slices.DeleteFunc(u.reads, func(r *UnwrittenRead) bool { return r.round == u.round && r.Thread != thread && mayFind(r) })
}

// isCertainAt reports whether some read of an instruction is certain.
func isCertainAt(reads []UnwrittenRead, at *cfg.Instr) bool {
	return slices.ContainsFunc(reads, func(r UnwrittenRead) bool { return r.Site == at && r.IsCertain })
}

// unwrittenReads returns the reads of a block that find unwritten bytes. For each instruction and call path it returns
// the first certain read, with the other certain reads as Further, or the first read if none is certain. It returns
// none if the run is incomplete, or if the run has arguments that no program would pass (isOdd). In an opened run
// (Input.Opened), isOdd does not matter. There, a read of the result of an atomic is left out if the atomic's own read
// is certain.
func unwrittenReads(machines []*machine) (found []UnwrittenRead) {
	u := &machines[0].unwritten
	if u.isOdd && !machines[0].in.Opened {
		return nil
	}
	for _, m := range machines {
		if m.out.Unknown != "" || len(m.out.Notes) > 0 || m.out.OutOfSteps {
			return nil
		}
		m.doubtUnwritten()
	}
	for _, r := range u.reads {
		r.IsCertain = r.IsCertain && (!machines[0].in.Opened || r.round < u.firstDoubt(r.space))
		if machines[0].in.Opened && isCertainAt(found, r.Counted) {
			continue
		}
		n := slices.IndexFunc(found, func(o UnwrittenRead) bool { return o.Site == r.Site && slices.Equal(o.Path, r.Path) })
		switch {
		case n < 0:
			found = append(found, *r)
		case r.IsCertain && !found[n].IsCertain:
			found[n] = *r
		case r.IsCertain:
			found[n].Further = append(found[n].Further, *r)
		}
	}
	return found
}
