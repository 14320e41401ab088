package sim

import (
	"strings"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
)

// atomic executes the atomic instr for lane l and returns the value that memory held before.
func (m *machine) atomic(f *frame, instr *cfg.Instr, l int) uint64 {
	t := instr.Type
	switch {
	case len(instr.Args) > 1:
		t = instr.Args[1].Type
	case !instr.IsAtomicLoad():
		m.unknown("the atomic " + instr.Text)
		return 0
	}
	addr := f.word(instr.Args[0], l)
	old := m.read(addr, t)
	operands := make([]uint64, 0, 2)
	for _, a := range instr.Args[1:] {
		operands = append(operands, f.word(a, l))
	}
	op := strings.TrimPrefix(instr.AtomicName(), "atomic")
	if !m.put(addr, lowBytes(sizeOf(t), m.update(op, instr.Text, t, old, operands))) {
		m.affect(l, append(operands, addr)...)
	}
	return old
}

// update returns what memory of type t holds after an atomic, if it held old before. name is the atomic's full name. op
// is the name without "atomic" and the scope, such as "Add". a holds the operands without the address.
func (m *machine) update(op, name string, t *types.Type, old uint64, a []uint64) uint64 {
	if len(a) == 0 { // a load
		return old
	}
	x := a[0]
	switch op {
	case "Exch", "Store":
		return x
	case "CAS":
		if len(a) > 1 && old == x {
			return a[1]
		}
		return old
	case "Add":
		if t.Kind == types.Float {
			m.calculator.needFloat(t)
			return fromFloat(t, toFloat(t, old)+toFloat(t, x))
		}
		return old + x
	case "Sub":
		return old - x
	case "Inc":
		if old >= x {
			return 0
		}
		return old + 1
	case "Dec":
		if old == 0 || old > x {
			return x
		}
		return old - 1
	case "Min", "Max", "And", "Or", "Xor":
		if t.Kind == types.Int {
			return m.fold(strings.ToLower(op), t, old, x)
		}
	}
	m.unknownValue("the atomic " + name)
	return old
}
