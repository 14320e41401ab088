package sim

import (
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/warp"
)

// An address is a word: the number of a space, shifted by spaceBits, plus an offset in bytes. Each local variable has
// one space for all lanes of the warp, and the bits from laneBits on hold the lane. Space 0 is never used, so 0 is not
// an address.
const (
	spaceBits = 40
	laneBits  = 32
	// middle is the position, in a space of unknown size, of the byte to which the pointer points. It leaves room for
	// negative offsets.
	middle = 1 << (spaceBits - 1)
)

// space is a piece of memory with addresses of its own: a variable, or the target of a pointer.
type space struct {
	name string
	// size is the size of a local variable, in bytes per lane. data is its content, one lane after the other.
	size int64
	data []byte
	// supposed has a bit for each byte of data that depends on supposed values. It is nil if there is none.
	supposed bitSet
	// cells holds what was written to memory that is not a local variable. It is nil for a local variable.
	cells *cells
	// decl is the global or shared variable that the space belongs to, nil for memory that only pointers reach.
	decl *cfg.Object
	// pointees maps the offset of a pointer in the space's initial content to its value: the address of a new space.
	pointees map[int64]uint64
	// counted maps an unwritten byte to the first atomic that computed on its old value. It is kept only in runs that
	// look for reads of unwritten memory.
	counted map[int64]*cfg.Instr
}

// memory is what the warps of a block share: the spaces, their addresses, and records about them.
type memory struct {
	spaces []*space
	// freed holds the spaces of variables whose lifetime has ended, by size, for reuse. pages holds the pages of frames
	// that have returned.
	freed   map[int64][]*space
	pages   pages
	globals map[*cfg.Object]uint64
	strings map[*cfg.Instr]uint64
	// given maps the name of a pointer parameter to the address of the memory that it points to.
	given map[string]uint64
	// fields caches the offsets of fields in their classes.
	fields map[*types.Field]int64
	// gridAwaited reports whether some thread of the block has waited for the grids on which the kernel depends.
	gridAwaited bool
	// window lists the shared variables whose addresses were converted for PTX. barriers maps addresses to mbarriers,
	// also to those that have ended. moves counts the actions that may let a thread stop waiting for a phase.
	window   []windowed
	barriers map[uint64]*mbarrier
	// filledPlaces maps the site and call path of a copy of unknown size to the destination addresses of its
	// executions.
	filledPlaces map[calledSite]*[]uint64
	// endsBarriers reports whether the kernel ends mbarriers. RunBlock sets it if Input.Arrivals is set.
	endsBarriers bool
	moves        int
	// wrong lists the wrong uses of mbarriers so far. missing lists the uses of mbarriers that were not initialised.
	// isStuck reports whether a warp waits for a phase that does not complete.
	wrong   []BarrierFault
	missing []missingBarrier
	isStuck bool
	// hangs lists the waits that do not end, or the uses of mbarriers that keep them from ending.
	hangs   []BarrierFault
	proxies proxies
	// unwritten holds the reads of shared memory that find bytes which no thread has written.
	unwritten unwritten
	// supposed records which values the warps have supposed so far, and what depends on them.
	supposed suppositions
}

// extent is a range of memory: size bytes from the address at on.
type extent struct {
	at   uint64
	size int64
}

func (e extent) overlaps(other extent) bool {
	return e.at < other.at+uint64(other.size) && other.at < e.at+uint64(e.size)
}

func newMemory() *memory {
	return &memory{freed: map[int64][]*space{}, globals: map[*cfg.Object]uint64{}, strings: map[*cfg.Instr]uint64{}, given: map[string]uint64{}, fields: map[*types.Field]int64{},
		barriers: map[uint64]*mbarrier{}, filledPlaces: map[calledSite]*[]uint64{}, proxies: proxies{writes: map[uint64]genericAccess{}, reads: map[uint64]genericAccess{}, threads: map[int]ordering{}, groups: newGroupReads()}, unwritten: unwritten{doubted: noRound}}
}

// named returns the address of the memory that the pointer parameter with the given name points to. The first call
// makes the memory.
func (m *memory) named(name string) uint64 {
	if m.given[name] == 0 {
		m.given[name] = m.outside(name)
	}
	return m.given[name]
}

// addSpace adds a space and returns the address of its offset 0.
func (m *memory) addSpace(s *space) uint64 {
	m.spaces = append(m.spaces, s)
	base := uint64(len(m.spaces)) << spaceBits
	if s.cells != nil {
		base += middle
	}
	return base
}

// outside makes a space of unknown size and returns its address. The input gives its initial content.
func (m *memory) outside(name string) uint64 {
	return m.addSpace(&space{name: name, cells: &cells{}, pointees: map[int64]uint64{}})
}

// maxLocal bounds the size of a local variable, in bytes per lane. A GPU gives a thread no more.
const maxLocal = 512 << 10

// local makes the zeroed memory of a local variable, and returns its address. A variable that is too large gets no
// bytes, so that every access is out of bounds.
func (m *memory) local(o *cfg.Object) uint64 {
	size := sizeOf(o.Type)
	if size > maxLocal {
		size = 0
	}
	return m.addSpace(m.newLocal(o.Name, size))
}

// address returns the address of an object in a lane. The first call makes the object's memory.
func (m *memory) address(f *frame, o *cfg.Object, lane int) uint64 {
	if o.Storage != types.Local && o.Storage != types.Param {
		base, ok := m.globals[o]
		if !ok {
			base = m.outside(o.Name)
			m.spaces[len(m.spaces)-1].decl = o
			m.globals[o] = base
		}
		return base
	}
	base := f.objects[o.ID]
	if base == 0 {
		base = m.local(o)
		f.objects[o.ID] = base
	}
	return base + uint64(lane)<<laneBits
}

// isAddress reports whether addr lies in a space.
func (m *memory) isAddress(addr uint64) bool {
	index := addr >> spaceBits
	return index > 0 && index <= uint64(len(m.spaces))
}

// placeOf returns the space of an address and the offset in it. The address must be valid (isAddress) and not in a
// local variable.
func (m *memory) placeOf(addr uint64) (s *space, offset int64) {
	return m.spaces[addr>>spaceBits-1], int64(addr&(1<<spaceBits-1)) - middle
}

// find resolves an address to a space and an offset in it. For a local variable, bytes are the size bytes from the
// offset on, in the lane's content. For other memory bytes is nil. s is nil if the access is invalid (recordStray).
func (m *machine) find(addr uint64, size int64) (s *space, bytes []byte, offset int64) {
	if !m.isAddress(addr) {
		m.recordStray("an access through an invalid pointer")
		return nil, nil, 0
	}
	s = m.spaces[addr>>spaceBits-1]
	if s.cells != nil {
		return s, nil, int64(addr&(1<<spaceBits-1)) - middle
	}
	lane := int64(addr >> laneBits & (warp.Size - 1))
	offset = int64(addr & (1<<laneBits - 1))
	if offset+size > s.size {
		m.recordStray("an access out of the bounds of " + s.name)
		return nil, nil, 0
	}
	return s, s.data[lane*s.size+offset:][:size], offset
}

// variableAt returns the whole content, in one lane, of the local variable at an address. It returns nil for other
// memory.
func (m *memory) variableAt(addr uint64) []byte {
	if !m.isAddress(addr) || m.spaces[addr>>spaceBits-1].cells != nil {
		return nil
	}
	s := m.spaces[addr>>spaceBits-1]
	lane := int64(addr >> laneBits & (warp.Size - 1))
	return s.data[lane*s.size:][:s.size]
}

// localAt returns the space of a local variable, the index of the byte at an address in its data, and the number of bytes
// from there to the end of the lane's content. s is nil for other memory.
func (m *memory) localAt(addr uint64) (s *space, at, most int64) {
	if !m.isAddress(addr) || m.spaces[addr>>spaceBits-1].cells != nil {
		return nil, 0, 0
	}
	s = m.spaces[addr>>spaceBits-1]
	lane, offset := int64(addr>>laneBits&(warp.Size-1)), int64(addr&(1<<laneBits-1))
	return s, lane*s.size + offset, max(s.size-offset, 0)
}

// read loads a scalar of type t. It returns 0 if the access is invalid.
func (m *machine) read(addr uint64, t *types.Type) uint64 {
	size := sizeOf(t)
	s, bytes, offset := m.find(addr, size)
	switch {
	case s == nil || size < 1 || size > 8:
		return 0
	case bytes != nil:
		return canonical(t, littleEndian(bytes))
	}
	return canonical(t, s.read(m, offset, t, int(size)))
}

// read loads a scalar from memory that is not a local variable. Bytes that were not written have the initial content.
func (s *space) read(m *machine, offset int64, t *types.Type, size int) uint64 {
	var bytes [8]byte
	written := 0
	for i := range size {
		if b, ok := s.cells.get(offset + int64(i)); ok {
			bytes[i] = b
			written++
		}
	}
	if written == size {
		return littleEndian(bytes[:])
	}
	var first [8]byte
	binary.LittleEndian.PutUint64(first[:], s.initial(m, offset, t, size))
	for i := range size {
		if _, ok := s.cells.get(offset + int64(i)); !ok {
			bytes[i] = first[i]
		}
	}
	return littleEndian(bytes[:size])
}

// initial returns the initial content of the cell at offset. For a constant this is the value of the constant, and
// for a pointer the address of a new memory. Other cells have the value that the input gives (Input.Memory).
func (s *space) initial(m *machine, offset int64, t *types.Type, size int) uint64 {
	if s.decl != nil {
		if v, known := s.decl.Content(offset, int64(size)); known {
			return uint64(v)
		}
	}
	if s.isReadUnwritten() && m.supposes() {
		m.markSupposed("what " + s.name + " holds")
	}
	if m.in.Opened {
		m.markSupposed("what " + s.name + " holds")
	}
	if isPointer(t) {
		if s.pointees[offset] == 0 {
			s.pointees[offset] = m.outside(fmt.Sprintf("%s@%d", s.name, offset))
		}
		return s.pointees[offset]
	}
	if m.in.Memory == nil {
		return 0
	}
	return m.in.Memory(s.name, offset, size)
}

// write stores the low size bytes of word for a lane.
func (m *machine) write(lane int, addr uint64, size int64, word uint64) {
	m.writeBytes(lane, addr, lowBytes(size, word))
}

func lowBytes(size int64, word uint64) []byte {
	return binary.LittleEndian.AppendUint64(nil, word)[:min(size, 8)]
}

func (m *machine) writeBytes(lane int, addr uint64, bytes []byte) {
	if m.put(addr, bytes) {
		return
	}
	m.affect(lane, addr)
	for word := range slices.Chunk(bytes, 8) {
		m.affect(lane, littleEndian(word))
	}
}

// put stores bytes at an address. It reports whether the address is in a variable of one lane, which no other lane
// sees.
func (m *machine) put(addr uint64, from []byte) (isOwn bool) {
	s, bytes, offset := m.find(addr, int64(len(from)))
	if bytes != nil {
		copy(bytes, from)
		return true
	}
	if s != nil {
		for i, b := range from {
			s.cells.put(offset+int64(i), b)
		}
	}
	return false
}

// readAggregate loads a record or array, scalar by scalar.
func (m *machine) readAggregate(addr uint64, t *types.Type) []byte {
	out := make([]byte, sizeOf(t))
	leaves(t, "", func(part leaf) {
		var bytes [8]byte
		binary.LittleEndian.PutUint64(bytes[:], m.read(addr+uint64(part.offset), part.t))
		copy(out[part.offset:], bytes[:sizeOf(part.t)])
	})
	return out
}

func littleEndian(bytes []byte) uint64 {
	var word [8]byte
	copy(word[:], bytes)
	return binary.LittleEndian.Uint64(word[:])
}
