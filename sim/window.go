package sim

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
)

// In PTX an address in shared memory is a number of 32 bits: an offset in the window of shared memory. Descriptors of
// matrices hold such numbers without the last four bits. The machine gives a number to each variable whose address is
// converted:
//
//	unsigned a = __cvta_generic_to_shared(s);      a is the number of s in the window
//	asm("st.shared.u32 [%0], 1;" :: "r"(a + 16));  a number in the window is converted back to an address
//
// As on a GPU, no variable begins at 0, and arrays of dynamic size come last.
const (
	windowFirst   = 1 << 10
	windowDynamic = 1 << 16
	windowEnd     = 1 << 18
	windowAlign   = 1 << 10
)

// windowed is a shared variable with its number in the window, its address and its size.
type windowed struct{ number, address, size uint64 }

// toWindow converts the address of a shared variable to its number in the window. It returns other words unchanged.
func (m *memory) toWindow(word uint64) uint64 {
	if !m.isAddress(word) {
		return word
	}
	s := m.spaces[word>>spaceBits-1]
	if s.decl == nil || s.decl.Storage != types.Shared {
		return word
	}
	first := (word>>spaceBits)<<spaceBits + middle
	for _, w := range m.window {
		if w.address == first {
			return w.number + word - first
		}
	}
	return m.addToWindow(s, first) + word - first
}

// addToWindow gives a variable its number in the window. first is the address of its first byte.
func (m *memory) addToWindow(s *space, first uint64) uint64 {
	w := windowed{windowDynamic, first, windowEnd - windowDynamic}
	if s.decl.Var == nil || !s.decl.Var.IsDynamicShared() {
		w.number, w.size = windowFirst, uint64(sizeOf(s.decl.Type))
		for _, other := range m.window {
			if other.number < windowDynamic {
				w.number = max(w.number, (other.number+other.size+windowAlign-1)/windowAlign*windowAlign)
			}
		}
	}
	m.window = append(m.window, w)
	return w.number
}

// fromWindow converts a number in the window to an address. It returns other words unchanged.
func (m *memory) fromWindow(word uint64) uint64 {
	for _, w := range m.window {
		if word >= w.number && word < w.number+w.size {
			return w.address + word - w.number
		}
	}
	return word
}

// inSpace computes a conversion between a pointer and an address in a state space of PTX. It returns false for other
// functions.
func (m *memory) inSpace(instr *cfg.Instr, word uint64) (uint64, bool) {
	switch {
	case len(instr.Args) != 1:
		return 0, false
	case instr.IsSharedAddress():
		return m.toWindow(word), true
	case instr.Text == "__cvta_shared_to_generic":
		return m.fromWindow(word), true
	}
	return 0, false
}
