package rules

import "testing"

// TestNumber tests that a value of a witness is written as its type requires, and as a mask and a number if it may be
// either.
func TestNumber(t *testing.T) {
	for _, c := range []struct {
		value        uint64
		size, signed int
		want         string
	}{
		{5, 4, 32, "5"},
		{1<<32 - 1, 4, 32, "-1"},
		{1<<31 - 1, 4, 0, "2147483647"},
		{1 << 31, 4, 0, "0x80000000 (-2147483648)"},
		{1<<32 - 1, 0, 0, "0xffffffff (-1)"},
		{1<<32 - 1, 8, 0, "4294967295"},
		{1 << 32, 0, 0, "4294967296"},
		{1<<63 - 1, 8, 0, "9223372036854775807"},
		{1<<64 - 1, 8, 0, "0xffffffffffffffff (-1)"},
		{1<<64 - 1, 8, 64, "-1"},
		{1 << 31, 8, 64, "2147483648"},
	} {
		if got := number(c.value, c.size, c.signed); got != c.want {
			t.Errorf("%#x in %d bytes, %d signed bits: %s, want %s", c.value, c.size, c.signed, got, c.want)
		}
	}
}
