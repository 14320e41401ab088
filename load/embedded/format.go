package embedded

import (
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/warpcheck/warpcheck/internal/pattern"
)

// constant is the value of a literal: a number or a text.
type constant struct {
	text     string
	isNumber bool
}

// fieldSpec matches a Python format specification, the part of a replacement field after the colon. Its groups are the
// fill, the alignment, the sign, the # for prefixes, the leading zero, the width, the thousands separator, the
// precision and the type.
var fieldSpec = pattern.Of(`^(?:(.)??([<>=^]))?([-+ ]?)(#?)(0?)(\d{0,3})([_,]?)(?:\.(\d{1,2}))?([a-zA-Z]?)$`)

// spec is a format: it states how a field writes a value.
type spec struct {
	fill, align, sign, separator, precision string
	hasPrefix                               bool
	width                                   int
	of                                      string
	// isPercent reports whether this is a field of the operator %. With it, the types for integers accept a number with
	// a fraction, and the type for texts accepts a number.
	isPercent bool
}

// readSpec reads the format of a field. known is false for one that Python would not accept.
func readSpec(written string) (s spec, known bool) {
	m := fieldSpec().FindStringSubmatch(written)
	if m == nil {
		return s, false
	}
	s = spec{fill: m[1], align: m[2], sign: m[3], hasPrefix: m[4] != "", separator: m[7], precision: m[8], of: m[9]}
	s.width, _ = strconv.Atoi(m[6])
	if m[5] != "" && s.align == "" {
		s.fill, s.align = "0", "="
	}
	if s.fill == "" {
		s.fill = " "
	}
	return s, true
}

// specOfPercent makes the format of a field of the operator % from its flags, its width, its precision and its
// conversion. known is false if the width is no small number, or if a value gives the precision.
func specOfPercent(flags, width, precision, conversion string) (s spec, known bool) {
	s = spec{fill: " ", align: ">", precision: precision, hasPrefix: strings.Contains(flags, "#"), of: conversion, isPercent: true}
	switch {
	case strings.Contains(flags, "-"):
		s.align = "<"
	case strings.Contains(flags, "0") && conversion != "s" && conversion != "r":
		s.fill, s.align = "0", "="
	}
	for _, sign := range []string{" ", "+"} {
		if strings.Contains(flags, sign) {
			s.sign = sign
		}
	}
	switch conversion {
	case "i", "u":
		s.of = "d"
	case "a":
		s.of = "r"
	}
	var err error
	if width != "" {
		s.width, err = strconv.Atoi(width)
	}
	return s, err == nil && s.width < 1000 && precision != "*"
}

// format returns the text of a value in a field with a format. known is false if Python would not format it, or if the
// result may differ from what Python makes.
func (s spec) format(value constant) (text string, known bool) {
	switch {
	case s.of == "r":
		text, known = quoted(value)
		s.of = "s"
	case s.of == "s" && !s.isPercent && value.isNumber:
		return "", false
	case value.isNumber && s.of != "s":
		text, known = s.number(value.text)
	case s.of == "" || s.of == "s":
		text, known = value.text, s.sign == "" && s.separator == "" && s.align != "="
		if n, err := strconv.Atoi(s.precision); err == nil && n < len(text) {
			text = text[:n]
		}
	}
	if !known {
		return "", false
	}
	if s.align == "" {
		s.align = "<"
		if value.isNumber {
			s.align = ">"
		}
	}
	return s.pad(text), true
}

// quoted returns the text that Python's repr makes of a value. It returns false if the text has characters that repr
// may escape.
func quoted(value constant) (string, bool) {
	if value.isNumber {
		return value.text, true
	}
	return "'" + value.text + "'", !strings.ContainsAny(value.text, "'\\\n\r\t")
}

// number returns a number without padding. It returns false if Python would not format the number, or if the result may
// differ.
func (s spec) number(written string) (string, bool) {
	digits := ""
	whole, isWhole := new(big.Int).SetString(written, 0)
	switch {
	case strings.Contains("feEgGF", s.of) && s.of != "":
		value, err := strconv.ParseFloat(written, 64)
		precision := 6
		if s.precision != "" {
			precision, _ = strconv.Atoi(s.precision)
		}
		if err != nil || s.hasPrefix || s.separator != "" {
			return "", false
		}
		digits = strconv.FormatFloat(value, strings.ToLower(s.of)[0], precision, 64)
	case !isWhole && s.of == "" && s.precision == "" && s.separator == "":
		digits = written
	case !isWhole && s.isPercent:
		value, _, err := big.ParseFloat(written, 10, 64, big.ToZero)
		if err != nil || s.of != "d" {
			return "", false
		}
		whole, _ = value.Int(nil)
		digits = whole.String()
	case !isWhole || s.precision != "" || s.separator != "":
		return "", false
	default:
		var known bool
		if digits, known = s.integer(whole); !known {
			return "", false
		}
	}
	if s.sign != "" && s.sign != "-" && !strings.HasPrefix(digits, "-") {
		digits = s.sign + digits
	}
	return digits, true
}

// integer returns an integer in the base of the format. It returns false for a format that is not for integers, and for
// a negative number with a prefix.
func (s spec) integer(value *big.Int) (string, bool) {
	bases := map[string]int{"": 10, "d": 10, "n": 10, "x": 16, "X": 16, "o": 8, "b": 2}
	base, known := bases[s.of]
	if !known || value.Sign() < 0 && s.hasPrefix {
		return "", false
	}
	digits := value.Text(base)
	if s.hasPrefix && base != 10 {
		digits = "0" + strings.ToLower(s.of) + digits
	}
	if s.of == "X" {
		digits = strings.ToUpper(digits)
	}
	return digits, true
}

// pad fills a text to the width of the format.
func (s spec) pad(text string) string {
	missing := s.width - len(text)
	if missing <= 0 {
		return text
	}
	switch s.align {
	case "<":
		return text + strings.Repeat(s.fill, missing)
	case "^":
		return strings.Repeat(s.fill, missing/2) + text + strings.Repeat(s.fill, missing-missing/2)
	case "=":
		head := text[:len(text)-len(strings.TrimLeft(text, "+- "))]
		if rest := text[len(head):]; len(rest) > 1 && rest[0] == '0' && isLetter(rest[1]) {
			head += rest[:2]
		}
		return head + strings.Repeat(s.fill, missing) + text[len(head):]
	}
	return strings.Repeat(s.fill, missing) + text
}

// splitField divides the inside of a field in braces into the value, the conversion after an exclamation mark, and the
// format after a colon.
func splitField(inside string) (value, conversion, format string) {
	value = inside
	tokens := scan([]byte(inside))
	if i := slices.IndexFunc(tokens, func(t token) bool { return t.depth == 0 && t.is(":") }); i >= 0 {
		value, format = inside[:tokens[i].begin], inside[tokens[i].end:]
	}
	if n := len(value); n > 2 && value[n-2] == '!' && strings.IndexByte("rsa", value[n-1]) >= 0 {
		value, conversion = value[:n-2], value[n-1:]
	}
	return value, conversion, format
}

// formatBraced formats a value as Python's replacement field {value!conversion:format} does. It returns false if Python
// would not format the value, or if the result is not known.
func formatBraced(value constant, conversion, format string) (string, bool) {
	switch conversion {
	case "r", "a":
		text, known := quoted(value)
		if !known {
			return "", false
		}
		value = constant{text: text}
	case "s":
		value.isNumber = false
	}
	s, known := readSpec(format)
	if !known {
		return "", false
	}
	return s.format(value)
}

// numberOf returns a Python number as C++ writes it. known is false for a complex number.
func numberOf(written string) (text string, known bool) {
	plain := strings.ReplaceAll(written, "_", "")
	if whole, is := new(big.Int).SetString(strings.ToLower(plain), 0); is && (plain == "0" || plain[0] != '0' || isLetter(plain[min(1, len(plain)-1)])) {
		return whole.String(), true
	}
	if _, err := strconv.ParseFloat(plain, 64); err == nil && !strings.ContainsAny(plain, "xXpP") {
		return plain, true
	}
	return "", false
}
