package embedded

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/internal/lexical"
	"github.com/warpcheck/warpcheck/internal/pattern"
)

// percent matches a field of the operator %. Its groups are the name, the flags, the width, the precision and the
// conversion.
var percent = pattern.Of(`^%(?:\((\w+)\))?([-#0 +]*)(\d*|\*)(?:\.(\d+|\*))?[hlL]?([a-zA-Z])`)

// writer writes the literals of a text to the places that they have in the file.
type writer struct {
	*file
	out []byte
	// values maps the identifiers that represent fields to the fields' values. The value is "" if it is not constant.
	values map[string]string
	// fields lists the fields whose value is not constant, in order.
	fields []string
	// The field index counts the fields without a name that were written so far.
	index int
}

// write writes the parts of a text to their places in the text's code. It returns "", or the reason if this is not
// possible.
func (f *file) write(text *Text, parts []part) string {
	w := &writer{file: f, out: blank(f.text), values: map[string]string{}}
	end := 0
	for _, one := range parts {
		if one.token.isBlank() {
			continue // an empty literal only separates the texts around it
		}
		if one.token.begin < end {
			return "its parts stand in another order in the file"
		}
		end = one.token.end
		w.index = 0
		if why := w.copyLiteral(one); why != "" {
			return why
		}
	}
	if why := w.checkConditions(); why != "" {
		return why
	}
	text.Code, text.Fields = w.out, w.fields
	for _, name := range slices.Sorted(maps.Keys(w.values)) {
		if value := w.values[name]; value != "" {
			text.Defines = append(text.Defines, name+"="+value)
		}
	}
	return ""
}

// copyLiteral copies the text for which a literal stands to its place. It returns a reason if it cannot.
func (w *writer) copyLiteral(p part) string {
	t, text := p.token, w.text
	for i := t.contentAt; i < t.until; i++ {
		switch c := text[i]; {
		case p.syntax == inBraces && (c == '{' || c == '}') || p.syntax == inPercents && c == '%':
			size, why := w.copyField(p, i)
			if why != "" {
				return why
			}
			i += size - 1
		case t.raw || c != '\\' || i+1 == t.until:
			w.out[i] = c
		default:
			if why := t.copyEscape(w.out, text, i); why != "" {
				return why
			}
			i++
		}
	}
	return ""
}

// copyField writes the field, or the doubled mark, at an offset. It returns the size of the field, and a reason if it
// cannot write it.
func (w *writer) copyField(p part, at int) (size int, why string) {
	rest := w.text[at:p.token.until]
	if len(rest) > 1 && rest[1] == rest[0] {
		w.out[at+1] = rest[0]
		return 2, ""
	}
	if p.syntax == inPercents {
		m := percent().FindSubmatch(rest)
		if m == nil {
			return 0, "a field of its text is not understood"
		}
		flags, width, precision, conversion := string(m[2]), string(m[3]), string(m[4]), string(m[5])
		w.index += strings.Count(width+precision, "*") // each * in the width or precision takes a value of its own
		value, is := w.operand(p, string(m[1]))
		format, known := specOfPercent(flags, width, precision, conversion)
		text, isConstant := "", false
		if is && known {
			text, isConstant = format.format(value)
		}
		return len(m[0]), w.field(p, at, len(m[0]), text, isConstant)
	}
	size = sizeOfField(rest)
	if size == 0 {
		return 0, "a field of its text is not understood"
	}
	name, conversion, format := splitField(string(rest[1 : size-1]))
	var value constant
	is := false
	if p.token.formatted {
		value, is = w.constantOf(scan([]byte(name)))
	} else {
		value, is = w.operand(p, name)
	}
	inserted, isConstant := "", false
	if is {
		inserted, isConstant = formatBraced(value, conversion, format)
	}
	return size, w.field(p, at, size, inserted, isConstant)
}

// sizeOfField returns the size of the field in braces at the beginning of a text. It returns 0 if the field does not
// end on its first line.
func sizeOfField(text []byte) int {
	depth := 0
	for i, c := range text {
		switch c {
		case '\n':
			return 0
		case '{', '(', '[':
			depth++
		case '}', ')', ']':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return 0
}

// operand returns the constant value of a field, by the field's name or number. A field without a name has the next
// value. It returns false if the value is missing or not constant.
func (w *writer) operand(p part, name string) (constant, bool) {
	if name == "" {
		name = fmt.Sprint(w.index)
		w.index++
	}
	if value := p.operands.named[name]; value != nil {
		return w.constantOf(value)
	}
	for i, value := range p.operands.positional {
		if fmt.Sprint(i) == name {
			return w.constantOf(value)
		}
	}
	return constant{}, false
}

// field writes a text to the place of a field, the bytes from `at` with this size. If the field is a part of a word, or
// the value is empty, it writes a constant value itself, if the value fits. In all other cases it writes an identifier
// (nameOf). It returns a reason if an earlier field of the same name has another value, otherwise "".
func (w *writer) field(p part, at, size int, value string, isConstant bool) string {
	written := w.text[at : at+size]
	before := at > p.token.contentAt && isWordByte(w.text[at-1])
	after := at+size < p.token.until && isWordByte(w.text[at+size])
	if isConstant && (before || after || value == "") && len(value) <= size && !(before && after && len(value) < size) && !strings.ContainsAny(value, "\n\r") {
		if before {
			copy(w.out[at:], value)
		} else {
			copy(w.out[at+size-len(value):], value)
		}
		return ""
	}
	if !isConstant || before || after || strings.ContainsAny(value, "\n\r\x00") {
		value = ""
		w.fields = append(w.fields, string(written))
	}
	name := w.nameOf(written)
	if known, is := w.values[name]; is && known != value {
		return "two fields of the same name have different values"
	}
	w.values[name] = value
	copy(w.out[at:], name)
	return ""
}

func isWordByte(c byte) bool { return isLetter(c) || isDigit(c) }

// digitsOfNames are the characters that distinguish fields without names.
const digitsOfNames = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// nameOf returns an identifier with the size of a field. Equal fields with a name have the same identifier.
func (w *writer) nameOf(field []byte) string {
	out := bytes.Repeat([]byte("_"), len(field))
	hasName := false
	for i, c := range field[1:] {
		if isWordByte(c) && c < 0x80 {
			out[i+1] = c
			hasName = hasName || field[0] == '{' || field[1] == '('
		}
	}
	if !hasName {
		out[len(out)-1] = digitsOfNames[len(w.values)%len(digitsOfNames)]
	}
	return string(out)
}

// conditional matches a line with a condition of the preprocessor. The group is the name of the directive. defining
// matches the definition of a macro. The groups are its name and text.
var (
	conditional = pattern.Of(`^[ \t]*#[ \t]*(if|elif|ifdef|ifndef|undef)\b`)
	defining    = pattern.Of(`^[ \t]*#[ \t]*define[ \t]+(\w+)(.*)`)
)

// checkConditions returns a reason if a condition of the preprocessor would depend on a field, otherwise "". An
// undefined name would count as 0 there.
func (w *writer) checkConditions() string {
	open := map[string]bool{}
	for name := range w.values {
		open[name] = true
	}
	if len(open) == 0 {
		return ""
	}
	for line := range bytes.SplitSeq(w.out, []byte("\n")) {
		if m := defining().FindSubmatch(line); m != nil {
			if _, isField := w.values[string(m[1])]; isField {
				return "a field is the name of a macro"
			}
			for _, word := range lexical.Words(string(m[2])) {
				if open[word] && w.values[word] == "" {
					open[string(m[1])] = true
				}
			}
		}
		m := conditional().FindSubmatch(line)
		if m == nil {
			continue
		}
		evaluates := string(m[1]) == "if" || string(m[1]) == "elif"
		for _, word := range lexical.Words(string(line)) {
			if open[word] && (w.values[word] == "" || !evaluates) {
				return "a condition of the preprocessor depends on a field"
			}
		}
	}
	return ""
}
