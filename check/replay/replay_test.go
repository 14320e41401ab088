package replay

import (
	"testing"

	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/warp"
)

// The memory of a witness is read byte by byte, whatever size is asked for.
func TestWitnessMemory(t *testing.T) {
	read := memory([]lanes.MemoryValue{
		{Object: "d", Offset: 4, Size: 4, Value: 0xfffffff9},
		{Object: "d", Offset: 8, Size: 1, Value: 5},
	})
	for _, test := range []struct {
		object string
		offset int64
		size   int
		want   uint64
	}{
		{"d", 4, 4, 0xfffffff9}, {"d", 4, 8, 0x5fffffff9}, {"d", 5, 1, 0xff}, {"e", 4, 4, 0}, {"d", 0, 4, 0},
	} {
		if got := read(test.object, test.offset, test.size); got != test.want {
			t.Errorf("%s+%d, %d bytes: %#x, want %#x", test.object, test.offset, test.size, got, test.want)
		}
	}
}

// A witness that the machine cannot run at all is not confirmed; it causes no failure.
func TestPanicConfirmsNothing(t *testing.T) {
	v := &lanes.Verdict{Witness: &lanes.Witness{Shape: warp.Shape{32, 1, 1}}}
	if newReplayer().confirm(rules.All()[0], &lanes.Fact{}, v) {
		t.Error("a witness without a function is confirmed")
	}
}
