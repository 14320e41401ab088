package cfg

import (
	"math"
	"strconv"
	"strings"
)

// Unconverted is the value that conversions were made of, the instruction itself where it is none.
func (in *Instr) Unconverted() *Instr {
	for in.Op == Convert {
		in = in.Args[0]
	}
	return in
}

// Infinity is the text of a [Float] that no literal spells.
const Infinity = "inf"

// Number is what a [Float] stands for; false for a literal of another form.
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
