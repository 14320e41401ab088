package arithmetic

import (
	"testing"

	"github.com/warpcheck/warpcheck/lanes/term"
)

// TestPermute: a permutation selects four bytes of two words. The result is not known if the selector replicates a
// sign, or is not constant.
func TestPermute(t *testing.T) {
	tb := term.NewTable()
	x, y := tb.Unknown("x", 32, nil), tb.Unknown("y", 32, nil)
	e := term.NewEvaluator(term.Model{x: 0x44332211, y: 0x88776655})
	for selector, want := range map[uint64]uint64{0x3210: 0x44332211, 0x7654: 0x88776655, 0x0000: 0x11111111, 0x5410: 0x66552211, 0x0123: 0x11223344} {
		if got := e.Value(permute(tb, []*term.Term{x, y, tb.Const(32, selector)})); got != want {
			t.Errorf("bytes %04x are %#x, want %#x", selector, got, want)
		}
	}
	for _, selector := range []*term.Term{tb.Const(32, 0x3218), tb.Const(32, 0x8210), tb.Const(32, 0x3f10), y} {
		if got := permute(tb, []*term.Term{x, y, selector}); got != nil {
			t.Errorf("bytes %v are %v", selector, got)
		}
	}
}
