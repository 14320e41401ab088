package cfg

import (
	"math"
	"strconv"
	"strings"
)

// Unconverted returns the value to which a chain of conversions was applied. If the instruction is not a conversion,
// it returns the instruction itself.
func (in *Instr) Unconverted() *Instr {
	for in.Op == Convert {
		in = in.Args[0]
	}
	return in
}

// Base returns the address without its fields, indices and conversions. The result is the address of a variable, or a
// pointer that was loaded or computed.
func (in *Instr) Base() *Instr {
	for in.Op == FieldAddr || in.Op == IndexAddr || in.Op == Convert {
		in = in.Args[0]
	}
	return in
}

// IsLiteral reports whether the instruction is a number in the text of the program.
func (in *Instr) IsLiteral() bool { return in.Op == Const || in.Op == Float }

// Infinity is the text of an infinite [Float], because no literal can spell infinity.
const Infinity = "inf"

// Number returns the value of a [Float]. It returns false if the text cannot be read.
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
