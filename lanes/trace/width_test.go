package trace

import (
	"slices"
	"testing"
)

// TestWidths: exactly the listed widths are valid for a shuffle.
func TestWidths(t *testing.T) {
	for w := range uint64(130) {
		if got := IsWidth(w); got != slices.Contains(Widths[:], w) {
			t.Errorf("a width of %d: %t", w, got)
		}
	}
	if IsWidth(1 << 32) {
		t.Error("a width of 2^32")
	}
}
