package cfg

import (
	"math"
	"strconv"
	"strings"
)

// Unconverted returns the value to which a chain of conversions was applied; the instruction itself if it is no
// conversion.
func (in *Instr) Unconverted() *Instr {
	for in.Op == Convert {
		in = in.Args[0]
	}
	return in
}

// Base returns the variable, or the loaded or computed pointer, from which an address is derived: the address without
// its fields, indices and conversions.
func (in *Instr) Base() *Instr {
	for in.Op == FieldAddr || in.Op == IndexAddr || in.Op == Convert {
		in = in.Args[0]
	}
	return in
}

// Infinity is the text of a [Float] that is infinite: no literal can spell it.
const Infinity = "inf"

// Number returns the value of a [Float]; false if its text cannot be read.
func (in *Instr) Number() (float64, bool) {
	text := strings.ReplaceAll(strings.ToLower(in.Text), "'", "")
	if text == Infinity {
		return math.Inf(1), true
	}
	if !strings.HasPrefix(text, "0x") || strings.Contains(text, "p") {
		text = strings.TrimRight(text, "fl")
	}
	x, err := strconv.ParseFloat(text, 64)
	return x, err == nil
}
