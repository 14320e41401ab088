package sim

import (
	"maps"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/internal/linetext"
	"github.com/warpcheck/warpcheck/warp"
)

// The input may supply values that the machine does not compute (Input.Supposed). These values are called supposed. The
// machine records which values depend on supposed ones, because a result of the run proves nothing if a supposed value
// decided it.
//
//	d[lane] = ext(3);                              decides nothing
//	if (ext(3) == 0) __syncwarp(1);                decides who arrives
//	__shfl_sync(ext(3), v, 0);                     decides the mask
//
// The machine marks values of instructions for each lane, and memory byte by byte. A branch on a marked value decides
// everything after it. The exception is a branch whose sides have known effects (sides.go). The initial content of
// shared memory is supposed too, and so is a constant whose initializer is not known.

// suppositions records which values the warps of a block have supposed so far, and which memory and branches depend on
// them.
type suppositions struct {
	// first describes the first supposed value in words, for messages. It is "" if there is none.
	first string
	// bytes holds the addresses of the bytes that depend on supposed values.
	bytes byteSet
	// decided describes the first supposed value that decided a branch, "" if none did.
	decided string
	// outside states which memory that is no variable of a lane may depend on supposed values. bytes and spaces list
	// further memory that may.
	outside outside
	// spaces holds the shared variables in which every byte may depend on supposed values. The value is false if the
	// only cause is atomics that compute from the old value (modifies).
	spaces map[*space]bool
	// reachable holds the variables of lanes to which an unknown address may point, by their first addresses. An
	// address of each was passed to an unknown instruction.
	reachable map[uint64]bool
}

// outside is a part of the memory that is no variable of a lane.
type outside int

const (
	nowhere outside = iota
	// unshared is memory that is not shared.
	unshared
	anywhere
)

// supposes reports whether the run replaces values that it does not know by supposed values.
func (m *machine) supposes() bool { return m.in.Supposed != nil }

// markSupposed marks the result of the current instruction as dependent on a supposed value. text describes this
// supposed value.
func (m *machine) markSupposed(text string) {
	m.guessed = true
	if m.supposed.first == "" {
		m.supposed.first = text
	}
}

// unknownValue is called for a value that the machine does not know. If the input supposes values, the value is
// supposed. Otherwise the run becomes Unknown. text describes the value.
func (m *machine) unknownValue(text string) {
	if m.supposes() {
		m.markSupposed(text)
		return
	}
	m.unknown(text)
}

// takeGuess reports whether the instruction that ran last used a supposed value. It resets the flag guessed.
func (m *machine) takeGuess() bool {
	guessed := m.guessed
	m.guessed = false
	return guessed
}

// follow marks the result of an instruction in a lane as supposed if it depends on supposed values.
func (m *machine) follow(f *frame, instr *cfg.Instr, l int) {
	if m.in.Opened && m.comparesPlaces(f, instr, l) {
		m.markSupposed("where the arguments point")
	}
	guessed := m.takeGuess()
	if m.supposed.first == "" {
		return
	}
	isMade := guessed
	for _, a := range instr.Args {
		isMade = isMade || f.madeIn(a).Has(l)
	}
	switch {
	case instr.Op == cfg.Load, instr.IsAtomicLoad():
		at := f.word(instr.Args[0], l)
		isMade = isMade || m.holdsSupposed(at, sizeOf(instr.Type))
	case instr.Op == cfg.Store, instr.Op == cfg.Atomic:
		isMade = m.followWrite(f, instr, l, isMade)
	case instr.Op == cfg.Alloc:
		m.markBytes(m.address(f, instr.Object, l), sizeOf(instr.Object.Type), false)
	case instr.Op == cfg.Extern, instr.Op == cfg.Unknown, instr.Op == cfg.Opaque:
		m.followPointers(f, instr, l)
	}
	f.mark(instr, l, isMade)
}

// comparesPlaces reports whether an instruction computes a number from the addresses of memory that arguments point to.
// Another launch may pass a null pointer, one pointer twice, or another alignment. Within one memory the result is
// always the same.
//
//	bias == nullptr, out == in, (size_t)p % 16     may differ in another launch
//	p + i < p + n                                  the same in each launch: both point into one memory
func (m *machine) comparesPlaces(f *frame, instr *cfg.Instr, l int) bool {
	if isPointer(instr.Type) || instr.Op != cfg.Binary && instr.Op != cfg.Unary && instr.Op != cfg.Convert {
		return false
	}
	var behind []*space
	pointers := 0
	for _, a := range instr.Args {
		if !isPointer(a.Type) {
			continue
		}
		pointers++
		if word := f.word(a, l); m.isAddress(word) && m.variableAt(word) == nil {
			if s, _ := m.placeOf(word); s.decl == nil {
				behind = append(behind, s)
			}
		}
	}
	return len(behind) > 0 && !(pointers == 2 && len(behind) == 2 && behind[0] == behind[1])
}

// madeIn returns the lanes in which the value of instr depends on a supposed value. Such a value is called made.
func (f *frame) madeIn(instr *cfg.Instr) warp.Lanes {
	if f.made == nil || instr == nil {
		return 0
	}
	return f.made[instr.ID]
}

// leadsNowhere reports whether instr accesses memory through a supposed address that lies in no space. Such addresses
// occur in info.offset and info.sizes[i], if the class of the record info is not known.
func (m *machine) leadsNowhere(f *frame, instr *cfg.Instr, l int) bool {
	switch instr.Op {
	case cfg.Load, cfg.Store, cfg.Atomic:
		return m.supposes() && f.madeIn(instr.Args[0]).Has(l) && !m.isAddress(f.word(instr.Args[0], l))
	}
	return false
}

// passOver executes an access with an address that lies in no space (leadsNowhere). A load gets a supposed value. A
// stored value is lost (invalidate).
func (m *machine) passOver(f *frame, instr *cfg.Instr, l int) {
	m.markSupposed("a value of " + linetext.Of(instr.Pos))
	word := m.supposedWord(mix(uint64(instr.ID), f.word(instr.Args[0], l)))
	switch {
	case instr.Type == nil:
	case isAggregate(instr.Type):
		f.setBytes(instr, l, make([]byte, sizeOf(instr.Type)))
	default:
		f.setWord(instr, l, smallValue(instr.Type, word))
	}
}

// invalidate records a write to a supposed address. A write into a known variable stays within the variable. Any other
// write may have changed all memory that is no lane's variable, and also those variables of lanes whose addresses were
// passed to an unknown instruction.
//
//	out[ext(3)] = x;           shared memory does not change
//	s[ext(3)] = x;             all of s is supposed, and nothing else
//	p[ext(3)] = x;             all memory is supposed, if p itself is
func (m *memory) invalidate(f *frame, instr *cfg.Instr, l int) {
	addr := f.word(instr.Args[0], l)
	if n := len(m.variableAt(addr)); n > 0 {
		m.markBytes(addr&^(1<<laneBits-1), int64(n), true)
		return
	}
	for _, a := range instr.Args[1:] {
		m.makeKnown(f, a, l)
	}
	if s := m.knownSpace(f, instr, l); s != nil {
		m.supposeSpace(s, !modifies(instr))
		return
	}
	m.supposed.outside = anywhere
	for _, at := range m.reachable() {
		m.markBytes(at, int64(len(m.variableAt(at))), true)
	}
}

// knownSpace returns the space that a lane accesses, if the address is computed from a pointer that is not supposed. It
// returns nil if this pointer is supposed, or points to a variable of the lane.
func (m *memory) knownSpace(f *frame, access *cfg.Instr, l int) *space {
	root := rootOf(access.Args[0])
	addr := f.word(root, l)
	if f.madeIn(root).Has(l) || !types.IsPointer(root.Type) || !m.isAddress(addr) || m.variableAt(addr) != nil {
		return nil
	}
	return m.spaces[addr>>spaceBits-1]
}

// supposeSpace records that every byte of a space may depend on supposed values. isWritten is false if the only cause
// is an atomic that computes from the old value. If the space is not in shared memory, all memory that is not shared is
// marked, because two pointers may point to the same place.
func (m *memory) supposeSpace(s *space, isWritten bool) {
	switch {
	case !s.isShared():
		m.supposed.outside = max(m.supposed.outside, unshared)
	case m.supposed.spaces == nil:
		m.supposed.spaces = map[*space]bool{s: isWritten}
	default:
		m.supposed.spaces[s] = m.supposed.spaces[s] || isWritten
	}
}

func (s *space) isShared() bool { return s.decl != nil && s.decl.Storage == types.Shared }

// makeKnown records that the operand a is passed to an unknown instruction, which may then write through the addresses
// in a. The type of a does not matter, because a pointer may have been converted to an unknown type.
func (m *memory) makeKnown(f *frame, a *cfg.Instr, l int) {
	if isAggregate(a.Type) {
		m.addKnown(pointersIn(f.aggregate(a, l)))
		return
	}
	m.addKnown([]uint64{f.word(a, l)})
}

// addKnown adds to m.supposed.reachable the variables to which the given addresses point. It returns the first
// addresses of the variables that it added.
func (m *memory) addKnown(addrs []uint64) (added []uint64) {
	for _, addr := range addrs {
		at := addr &^ (1<<laneBits - 1)
		if len(m.variableAt(addr)) == 0 || m.supposed.reachable[at] {
			continue
		}
		if m.supposed.reachable == nil {
			m.supposed.reachable = map[uint64]bool{}
		}
		m.supposed.reachable[at] = true
		added = append(added, at)
	}
	return added
}

// reachable returns the variables that a write through an unknown address may change. These are the variables whose
// addresses were passed to an unknown instruction, and the variables to which pointers in these variables point.
func (m *memory) reachable() []uint64 {
	for left := slices.Collect(maps.Keys(m.supposed.reachable)); len(left) > 0; {
		left = append(left[1:], m.addKnown(pointersIn(m.variableAt(left[0])))...)
	}
	return slices.Sorted(maps.Keys(m.supposed.reachable))
}

// pointersIn returns the aligned words in the bytes of a variable or a value. Each of them may be an address.
func pointersIn(bytes []byte) (addrs []uint64) {
	for word := range slices.Chunk(bytes, 8) {
		if len(word) == 8 {
			addrs = append(addrs, littleEndian(word))
		}
	}
	return addrs
}

// followWrite records whether the bytes that an instruction writes depend on supposed values. isMade reports whether an
// operand depends on supposed values, or whether the instruction itself supposed one. If the address is supposed,
// followWrite marks all bytes that the write may have changed (invalidate). The result reports whether the
// instruction's result depends on supposed values.
func (m *memory) followWrite(f *frame, instr *cfg.Instr, l int, isMade bool) bool {
	if f.madeIn(instr.Args[0]).Has(l) {
		m.invalidate(f, instr, l)
		return true
	}
	at, size := f.word(instr.Args[0], l), sizeOf(instr.Accessed())
	isMade = isMade || f.isOnSide(instr.Block, l)
	if instr.Op == cfg.Atomic {
		isMade = isMade || m.holdsSupposed(at, size)
	}
	m.markBytes(at, size, isMade)
	return isMade
}

// followCopy marks the target of a copy or fill as supposed if the new content depends on supposed values. If the
// address of the target does, the run becomes Unknown.
func (m *machine) followCopy(f *frame, instr *cfg.Instr, l int, size int64) {
	if m.supposed.first == "" {
		return
	}
	from := f.word(instr.Args[3], l)
	isMade := f.madeIn(instr.Args[3]).Has(l) || f.madeIn(instr.Args[1]).Has(l) ||
		instr.Tile.Holds == cfg.CopyOf && m.holdsSupposed(from, size)
	if f.madeIn(instr.Args[0]).Has(l) {
		m.unknown("a copy to an address that is not known")
		return
	}
	m.markBytes(f.word(instr.Args[0], l), size, isMade)
}

// followPointers marks as supposed those variables of a lane whose addresses are passed to an unknown function.
func (m *memory) followPointers(f *frame, instr *cfg.Instr, l int) {
	for _, a := range instr.Args {
		m.makeKnown(f, a, l)
		if addr := f.word(a, l); !isAggregate(a.Type) && len(m.variableAt(addr)) > 0 {
			m.markBytes(addr&^(1<<laneBits-1), int64(len(m.variableAt(addr))), true)
		}
	}
}

// mark records whether the value of an instruction in a lane depends on supposed values. isMade states whether it does.
func (f *frame) mark(instr *cfg.Instr, l int, isMade bool) {
	switch {
	case isMade && f.made == nil:
		f.made = make([]warp.Lanes, f.fn.Values)
		f.made[instr.ID] = 1 << l
	case isMade:
		f.made[instr.ID] |= 1 << l
	case f.made != nil:
		f.made[instr.ID] &^= 1 << l
	}
}

// holdsSupposed reports whether some of the size bytes at addr depend on supposed values.
func (m *memory) holdsSupposed(addr uint64, size int64) bool {
	if s, at, most := m.localAt(addr); s != nil {
		return s.supposed.hasAny(at, min(size, most))
	}
	return m.isSupposedOutside(addr) || m.supposed.bytes.hasAny(addr, size)
}

// isSupposedOutside reports whether the whole variable or buffer that contains addr depends on supposed values
// (Input.Supposed). Variables of lanes are tracked elsewhere: for them it returns false.
func (m *memory) isSupposedOutside(addr uint64) bool {
	if m.supposed.outside == nowhere && len(m.supposed.spaces) == 0 || m.variableAt(addr) != nil {
		return false
	}
	if !m.isAddress(addr) {
		return m.supposed.outside == anywhere
	}
	s := m.spaces[addr>>spaceBits-1]
	_, isIn := m.supposed.spaces[s]
	return m.supposed.outside == anywhere || m.supposed.outside == unshared && !s.isShared() || isIn
}

// markBytes records whether size bytes of a local variable depend on supposed values. at is the index of the first byte
// in the variable's data.
func (s *space) markBytes(at, size int64, isMade bool) {
	if size == 0 || s.supposed == nil && !isMade {
		return
	}
	if s.supposed == nil {
		s.supposed = make(bitSet, (len(s.data)+bytesOfEntry-1)/bytesOfEntry)
	}
	s.supposed.put(at, size, isMade)
}

// markBytes records whether the size bytes at addr, in any memory, depend on supposed values.
func (m *memory) markBytes(addr uint64, size int64, isMade bool) {
	if s, at, most := m.localAt(addr); s != nil {
		s.markBytes(at, min(size, most), isMade)
		return
	}
	switch {
	case !isMade && len(m.supposed.bytes) > 0:
		m.supposed.bytes.remove(addr, size)
	case isMade && m.supposed.bytes == nil:
		m.supposed.bytes = byteSet{}
		fallthrough
	case isMade:
		m.supposed.bytes.add(addr, size)
	}
}

// followBranch records the lanes that take a side of a branch because of a supposed value. If the effects of the two
// sides are not known, everything after the branch depends on the supposed value.
func (m *machine) followBranch(f *frame, b *cfg.Block, lanes warp.Lanes) {
	made := f.madeIn(b.Term.Cond) & lanes
	if made == 0 {
		return
	}
	if s := m.sides.of(f, b); s != nil {
		m.enterSides(f, s, made)
		return
	}
	m.branches = append(m.branches, supposedBranch{f.place(b, len(b.Instrs)), made})
	if m.supposed.decided == "" {
		m.supposed.decided = m.supposed.first
	}
}

// supposedBranch is a branch that a supposed value decided for some lanes.
type supposedBranch struct {
	at    place
	lanes warp.Lanes
}

// followCollective records whether a supposed value decides a collective, and marks the lanes whose results depend on
// supposed values. undefined is the set of the lanes whose results are undefined.
func (m *machine) followCollective(f *frame, p *Rendezvous, undefined warp.Lanes) {
	guessed := m.takeGuess()
	switch {
	case !m.out.followsUndefined:
		undefined = 0
	case undefined != 0 && m.supposed.first == "":
		m.supposed.first = "an undefined value of " + linetext.Of(p.Site.Pos)
	}
	if m.supposed.first == "" {
		return
	}
	instr, c := p.Site, p.Site.Collective
	p.Supposed = m.supposed.decided
	made := guessed || len(m.met) > 0
	for i, a := range instr.Args {
		if f.madeIn(a)&p.Converged == 0 {
			continue
		}
		made = true
		if i != c.Value && p.Supposed == "" {
			p.Supposed = m.supposed.first
		}
	}
	for l := range lanesOf(p.Converged) {
		f.mark(instr, l, made || p.Supposed != "" || undefined.Has(l))
	}
}

// followTouch records, in t, the supposed value that decides an access: whether the access is executed, which place it
// touches, or which value it stores.
func (m *memory) followTouch(f *frame, t *Touch) {
	t.Supposed = m.supposed.decided
	if t.Supposed == "" && f.lanesOnSide(t.Site.Block, t.Lanes) != 0 {
		t.Supposed = m.supposed.first
	}
	for i, a := range t.Site.Args {
		switch {
		case f.madeIn(a)&t.Lanes == 0:
		case i > 0 && t.Site.Op != cfg.Share:
			t.Value = m.supposed.first
		case t.Supposed == "":
			t.Supposed = m.supposed.first
		}
	}
}

// settleSupposed marks the rendezvous p as decided by a supposed value, if such a value sent lanes to another side of a
// branch. With another value, these lanes might have reached p.
func (m *machine) settleSupposed(p *Rendezvous) {
	for _, b := range m.branches {
		if p.Supposed == "" && b.lanes&^p.Converged != 0 && b.at.incomparable(p.place) {
			p.Supposed = m.supposed.first
		}
	}
}

// isReadUnwritten reports whether the memory's initial content is not given by the input of the program. In shared
// memory it is undefined. In a constant it is given by the initializer.
func (s *space) isReadUnwritten() bool {
	if s.decl == nil {
		return false
	}
	v := s.decl.Var
	return s.isShared() || v != nil && v.Const
}
