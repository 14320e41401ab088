package sim

import (
	"fmt"
	"iter"
	"math/bits"
	"strconv"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/effect"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/internal/distinct"
	"github.com/warpcheck/warpcheck/warp"
)

// lanesOf iterates over the lanes of a set, lowest first.
func lanesOf(s warp.Lanes) iter.Seq[int] {
	return func(yield func(int) bool) {
		for rest := uint32(s); rest != 0; rest &= rest - 1 {
			if !yield(bits.TrailingZeros32(rest)) {
				return
			}
		}
	}
}

// pathOf returns the call path of the frame that f enters at the instruction call.
func pathOf(f *frame, call *cfg.Instr) string {
	return f.path + "/" + strconv.Itoa(call.ID)
}

// page holds the values of neighbouring instructions in all lanes. A frame allocates a page when the first of its
// values is set, because a run may reach only a small part of a large function.
type page [pageSize][warp.Size]uint64

const pageSize = 16

// word returns the value of a scalar operand in a lane. It returns 0 if the value was never set.
func (f *frame) word(instr *cfg.Instr, lane int) uint64 {
	p := f.words[instr.ID/pageSize]
	if p == nil {
		return 0
	}
	return p[instr.ID%pageSize][lane]
}

// setWord sets the value of an instruction in a lane.
func (f *frame) setWord(instr *cfg.Instr, lane int, word uint64) {
	p := &f.words[instr.ID/pageSize]
	if *p == nil {
		*p = f.pages.take()
	}
	(*p)[instr.ID%pageSize][lane] = word
}

// aggregate returns the bytes of an aggregate operand in a lane. It returns zeros if they were never set.
func (f *frame) aggregate(instr *cfg.Instr, lane int) []byte {
	if v := f.bytes[instr]; v != nil && v[lane] != nil {
		return v[lane]
	}
	return make([]byte, sizeOf(instr.Type))
}

func (f *frame) setBytes(instr *cfg.Instr, lane int, v []byte) {
	if f.bytes == nil {
		f.bytes = map[*cfg.Instr]*[warp.Size][]byte{}
	}
	if f.bytes[instr] == nil {
		f.bytes[instr] = &[warp.Size][]byte{}
	}
	f.bytes[instr][lane] = v
}

// exec runs one instruction that is neither a call nor a collective, lane by lane. index is the position of instr in
// its block.
func (m *machine) exec(f *frame, index int, instr *cfg.Instr, lanes warp.Lanes) {
	if m.supposesOf(instr) {
		m.suppose(f, instr, lanes)
		return
	}
	if m.runEngine(f, instr, lanes) {
		return
	}
	switch instr.Op {
	case cfg.Unknown, cfg.Opaque:
		m.unknown(instr.Text)
	case cfg.Extern:
		m.extern(instr)
	case cfg.Fence:
		for l := range lanesOf(lanes) {
			m.keep(l, step{isFence: !instr.Signals, signals: instr.Signals})
		}
		return
	case cfg.Await:
		for l := range lanesOf(lanes) {
			m.awaitCopies(l, instr)
		}
		return
	case cfg.Commit:
		for l := range lanesOf(lanes) {
			m.commitCopies(l)
		}
		return
	case cfg.Share:
		m.share(f, index, instr, lanes)
		return
	}
	touch := m.touching(f, index, instr, lanes)
	for l := range lanesOf(lanes) {
		if touch != nil {
			m.touch(f, touch, l)
		}
		if m.leadsNowhere(f, instr, l) {
			m.passOver(f, instr, l)
			m.follow(f, instr, l)
			continue
		}
		switch instr.Op {
		case cfg.Load:
			m.noteEarlyRead(f, instr, l)
			m.load(f, instr, l)
		case cfg.Store:
			m.assign(f, f.word(instr.Args[0], l), instr.Args[1], l)
		case cfg.Alloc:
			m.clear(f, instr.Object, l)
		default:
			f.setWord(instr, l, canonical(instr.Type, m.value(f, instr, l, lanes)))
		}
		if instr.Op == cfg.Atomic && m.in.Opened {
			m.markSupposed("the order of atomics")
		}
		if instr.Op == cfg.Extern && m.supposes() {
			m.markSupposed("what " + instr.Text + " returns")
		}
		m.follow(f, instr, l)
	}
}

// extern handles a call that the machine does not execute. It adds a note if the call writes memory, or if it returns
// anything but the address of new memory. If the input asks for effects, a call that reads memory gets a note, too.
func (m *machine) extern(instr *cfg.Instr) {
	if m.isHarmless(instr) {
		return
	}
	isSeen := instr.Effect.Writes != effect.None || instr.Type != nil && instr.Effect.Value != effect.Fresh
	if isSeen || m.asksForEffects() && instr.Effect.Reads != effect.None {
		m.note(instr.Text)
	}
}

// note adds text to out.Notes unless it is there. text names a function or an operation that the machine does not
// execute.
func (m *machine) note(text string) {
	m.out.Notes = distinct.Append(m.out.Notes, text)
}

// value computes the result of an instruction in lane l. lanes is the set of the converged lanes.
func (m *machine) value(f *frame, instr *cfg.Instr, l int, lanes warp.Lanes) uint64 {
	switch instr.Op {
	case cfg.Const:
		return uint64(instr.Int)
	case cfg.Float:
		return m.float(instr)
	case cfg.String:
		return m.literal(instr)
	case cfg.Addr:
		return m.address(f, instr.Object, l)
	case cfg.FieldAddr:
		if instr.Field.Owner == nil {
			m.recordStray("the layout of a class template")
			return 0
		}
		return f.word(instr.Args[0], l) + uint64(m.fieldOffset(instr.Field))
	case cfg.IndexAddr:
		return f.word(instr.Args[0], l) + f.word(instr.Args[1], l)*uint64(sizeOf(instr.Type.Elem))
	case cfg.Binary:
		x, y := f.word(instr.Args[0], l), f.word(instr.Args[1], l)
		result := m.calculator.binary(instr, x, y)
		if compares(instr.Operator) {
			m.undefined.decide(Decided{Decision{Comparison: instr, Lane: l}, [2]uint64{x, y}, int(result)})
		}
		return result
	case cfg.Unary:
		return m.calculator.unary(instr, f.word(instr.Args[0], l))
	case cfg.Convert:
		if isPointer(instr.Type) && types.IsInteger(instr.Args[0].Type) {
			return m.fromWindow(f.word(instr.Args[0], l))
		}
		return m.calculator.convert(instr, f.word(instr.Args[0], l))
	case cfg.Pure:
		if word, is := m.inSpace(instr, f.firstWord(instr, l)); is {
			return word
		}
		return m.pure(f, instr, l)
	case cfg.TemplateConst:
		m.unknown("a constant that the arguments of a template decide")
	case cfg.Special:
		if instr.Special == cfg.ActiveMask {
			return uint64(m.activeMask(f, instr, l, lanes))
		}
		if m.in.Opened && !isOfBlock(instr.Special) {
			m.markSupposed("the place of the block")
		}
		return uint64(m.special(instr.Special, l, lanes))
	case cfg.Extract:
		return f.further[instr.Args[0]][l]
	case cfg.Atomic:
		return m.atomic(f, instr, l)
	case cfg.Extern:
		if instr.Effect.Value == effect.Fresh {
			return m.outside(instr.Text)
		}
	}
	return 0
}

// load executes a load of a scalar or an aggregate for lane l.
func (m *machine) load(f *frame, instr *cfg.Instr, l int) {
	addr := f.word(instr.Args[0], l)
	if isAggregate(instr.Type) {
		f.setBytes(instr, l, m.readAggregate(addr, instr.Type))
		return
	}
	w := m.read(addr, instr.Type)
	if bits := bitField(instr.Args[0]); bits != nil {
		w = canonical(bits, w)
	}
	f.setWord(instr, l, w)
}

// assign stores v, an operand of lane l, at an address.
func (m *machine) assign(f *frame, addr uint64, v *cfg.Instr, l int) {
	if isAggregate(v.Type) {
		m.writeBytes(l, addr, f.aggregate(v, l))
		return
	}
	m.write(l, addr, sizeOf(v.Type), f.word(v, l))
}

// bitField returns the type of the bit-field to which ptr points, with the bit-field's own width. It returns nil if ptr
// points to something else.
func bitField(ptr *cfg.Instr) *types.Type {
	if ptr.Op != cfg.FieldAddr || ptr.Field.BitWidth == 0 {
		return nil
	}
	t := *ptr.Field.Type
	t.Bits = ptr.Field.BitWidth
	return &t
}

// clear zeroes a variable when control reaches its declaration, because its lifetime begins there again.
func (m *machine) clear(f *frame, o *cfg.Object, l int) {
	if s, data, _ := m.find(m.address(f, o, l), sizeOf(o.Type)); s != nil {
		clear(data)
	}
}

// special returns the value of a register in lane l. lanes is the set of the converged lanes. If the input gives no
// value, the block, its cluster, the warp and the lane determine the value. The clock is then 0.
func (m *machine) special(r cfg.SpecialReg, l int, lanes warp.Lanes) uint32 {
	if v, ok := m.in.Special[r]; ok {
		return v
	}
	thread, shape, one := m.in.Warp*warp.Size+l, m.in.Shape, uint32(1)<<l
	switch r {
	case cfg.Clock:
		if m.supposes() {
			m.markSupposed("the clock")
		}
		return 0
	case cfg.TidX:
		return uint32(thread % shape[0])
	case cfg.TidY:
		return uint32(thread / shape[0] % shape[1])
	case cfg.TidZ:
		return uint32(thread / shape[0] / shape[1])
	case cfg.NTidX, cfg.NTidY, cfg.NTidZ:
		return uint32(shape[r-cfg.NTidX])
	case cfg.ClusterX, cfg.ClusterY, cfg.ClusterZ:
		return uint32(max(m.in.Func.Decl.Cluster[r-cfg.ClusterX], 1))
	case cfg.NCtaidX, cfg.NCtaidY, cfg.NCtaidZ:
		return uint32(max(m.in.Func.Decl.Cluster[r-cfg.NCtaidX], 1))
	case cfg.ClusterAtX, cfg.ClusterAtY, cfg.ClusterAtZ:
		d := r - cfg.ClusterAtX
		return m.special(cfg.CtaidX+d, l, lanes) % m.special(cfg.ClusterX+d, l, lanes)
	case cfg.ClusterIDX, cfg.ClusterIDY, cfg.ClusterIDZ:
		d := r - cfg.ClusterIDX
		return m.special(cfg.CtaidX+d, l, lanes) / m.special(cfg.ClusterX+d, l, lanes)
	case cfg.LaneID:
		return uint32(l)
	case cfg.WarpID:
		return uint32(m.in.Warp)
	case cfg.NWarpID:
		return uint32((shape.Threads() + warp.Size - 1) / warp.Size)
	case cfg.LaneMaskEQ:
		return one
	case cfg.LaneMaskLT:
		return one - 1
	case cfg.LaneMaskLE:
		return one | (one - 1)
	case cfg.LaneMaskGT:
		return ^(one | (one - 1))
	case cfg.LaneMaskGE:
		return ^(one - 1)
	case cfg.CoalescedMask:
		return uint32(lanes)
	}
	return 0
}

// float returns the value of a floating constant. If its text cannot be read, the run becomes Unknown.
func (m *machine) float(instr *cfg.Instr) uint64 {
	x, known := instr.Number()
	if !known {
		m.unknown(fmt.Sprintf("the floating constant %q", instr.Text))
	}
	return fromFloat(instr.Type, x)
}

// literal returns the address of a string literal.
func (m *machine) literal(instr *cfg.Instr) uint64 {
	addr, ok := m.strings[instr]
	if !ok {
		addr = m.outside("string literal")
		m.put(addr, append([]byte(instr.Text), 0))
		m.strings[instr] = addr
	}
	return addr
}
