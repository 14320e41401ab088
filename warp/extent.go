package warp

import (
	"fmt"
	"strings"
)

// Extent is what is known about an extent of a block that the host computes. The extent lies between Least and Most, is
// a multiple of Multiple, and is a power of two if IsPower is true. The zero value means that nothing is known.
type Extent struct {
	Least, Most, Multiple int
	IsPower               bool
}

// IsKnown reports whether something is known about the extent.
func (e Extent) IsKnown() bool { return e.Most > 0 }

// Or returns what is known about an extent that is either e or o. If nothing is known about one of them, it returns the
// other.
func (e Extent) Or(o Extent) Extent {
	switch {
	case !e.IsKnown():
		return o
	case !o.IsKnown():
		return e
	}
	return Extent{min(e.Least, o.Least), max(e.Most, o.Most), Divisor(e.Multiple, o.Multiple), e.IsPower && o.IsPower}
}

// Sizes returns the numbers that the extent may be; nil if there are more than most, or if nothing is known.
func (e Extent) Sizes(most int) []int {
	var sizes []int
	if !e.IsKnown() {
		return nil
	}
	for n := e.first(); n <= e.Most; n = e.next(n) {
		if sizes = append(sizes, n); len(sizes) > most {
			return nil
		}
	}
	return sizes
}

// first returns the least number that the extent may be.
func (e Extent) first() int {
	if !e.IsPower {
		return (e.Least + e.Multiple - 1) / e.Multiple * e.Multiple
	}
	n := 1
	for n < e.Least || n%e.Multiple != 0 && n < e.Most {
		n *= 2
	}
	return n
}

func (e Extent) next(n int) int {
	if e.IsPower {
		return 2 * n
	}
	return n + e.Multiple
}

// String returns "1-1023" or "16, 32, ..., 1024".
func (e Extent) String() string {
	if e.Multiple == 1 && !e.IsPower {
		return fmt.Sprintf("%d-%d", e.Least, e.Most)
	}
	sizes := e.Sizes(MaxThreads)
	if len(sizes) > 4 {
		return fmt.Sprintf("%d, %d, ..., %d", sizes[0], sizes[1], sizes[len(sizes)-1])
	}
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(sizes), " ", ", "), "[]")
}

// Divisor returns the greatest common divisor of two numbers that are not negative; if one is 0, it returns the other.
func Divisor(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
