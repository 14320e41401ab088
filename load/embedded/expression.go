package embedded

import (
	"slices"

	"github.com/warpcheck/warpcheck/internal/pattern"
)

// part is one literal of a text. syntax is the notation for the fields in the literal, and operands has the values of
// the fields.
type part struct {
	token    token
	syntax   syntax
	operands operands
}

// syntax is the notation for the fields of a literal.
type syntax int

const (
	noFields syntax = iota
	// inBraces is the syntax of f-strings and of format. inPercents is that of the operator %.
	inBraces
	inPercents
)

// notConstant is the reason for not reading a text that the program computes.
const notConstant = "its text is not constant"

// unchanging lists the functions and methods that change nothing in a text except spaces around its lines, or its type.
var unchanging = []string{"dedent", "cleandoc", "string", "strip", "lstrip", "rstrip", "encode", "c_str", "data"}

// expression parses the tokens of a value that is a text.
type expression struct {
	*file
	tokens []token
	at     int
	// inside lists the names whose values are being read. A name that occurs in its own value is not constant.
	inside []string
}

// ofJinja matches constructs of a Jinja template that do not occur in C++: a statement, or an inserted value after an
// operator.
var ofJinja = pattern.Of(`\{%-?\s*\w|-?%\}|[-<+%&|?\[]\s*\{\{-?\s*\w`)

// parts returns the literals of a value, in order, or the reason why the value is not constant.
func (f *file) parts(value []token) ([]part, string) {
	all, why := f.partsInside(value, nil)
	for _, one := range all {
		if why == "" && one.syntax == noFields && ofJinja().MatchString(one.token.content()) {
			return all, "its text is a template of Jinja"
		}
	}
	return all, why
}

func (f *file) partsInside(value []token, inside []string) ([]part, string) {
	e := &expression{file: f, tokens: value, inside: inside}
	all, why := e.sum()
	if why == "" && (e.at < len(value) || len(all) == 0) {
		why = notConstant
	}
	return all, why
}

func (e *expression) next(mark string) bool { return e.at < len(e.tokens) && e.tokens[e.at].is(mark) }

// skip moves past the next token if it is the given mark. It reports whether it was.
func (e *expression) skip(mark string) bool {
	is := e.next(mark)
	if is {
		e.at++
	}
	return is
}

// sum parses texts with + or commas between them. It returns their literals, or the reason why they are not constant.
func (e *expression) sum() ([]part, string) {
	all, why := e.term()
	for why == "" && (e.skip("+") || e.skip(",")) {
		if e.next(")") || e.next("]") || e.at == len(e.tokens) {
			break
		}
		var more []part
		more, why = e.term()
		all = append(all, more...)
	}
	return all, why
}

// term parses a text with its operators and method calls. It returns the literals of the text, or the reason why it is
// not constant.
func (e *expression) term() ([]part, string) {
	all, why := e.primary()
	for why == "" && e.at < len(e.tokens) {
		switch {
		case e.skip("%"):
			all, why = fill(all, inPercents, e.operandsOfPercent())
		case e.skip("."):
			if e.at+1 >= len(e.tokens) || !e.tokens[e.at+1].is("(") {
				return nil, notConstant
			}
			method := e.tokens[e.at].text
			arguments := e.brackets(e.at + 1)
			switch {
			case method == "format":
				all, why = fill(all, inBraces, arguments)
			case !slices.Contains(unchanging, method):
				why = "its text is changed by ." + method + "()"
			}
		default:
			return all, ""
		}
	}
	return all, why
}

// primary parses literals, a name with a constant value, or a text in brackets. why is the reason if none of these is
// there.
func (e *expression) primary() (all []part, why string) {
	for e.at < len(e.tokens) && e.tokens[e.at].kind == literal {
		one := part{token: e.tokens[e.at]}
		if one.token.formatted {
			one.syntax = inBraces
		}
		all = append(all, one)
		e.at++
	}
	if all != nil {
		return all, ""
	}
	for _, brackets := range []string{"()", "[]"} {
		if e.skip(brackets[:1]) {
			all, why = e.sum()
			if why == "" && !e.skip(brackets[1:]) {
				why = notConstant
			}
			return all, why
		}
	}
	return e.named()
}

// named parses the name of a constant, or the call of a function in unchanging. why is the reason if the value is not
// constant.
func (e *expression) named() (all []part, why string) {
	last := ""
	for e.at < len(e.tokens) && e.tokens[e.at].kind == name {
		last = e.tokens[e.at].text
		e.at++
		if !e.next(".") && !e.next(":") || e.constants[last] != nil {
			break
		}
		for e.skip(".") || e.skip(":") {
		}
	}
	if slices.Contains(unchanging, last) && e.skip("(") {
		all, why = e.sum()
		if why == "" && !e.skip(")") {
			why = notConstant
		}
		return all, why
	}
	switch {
	case e.constants[last] == nil && last != "" && e.next("("):
		return nil, "its text is made by " + last + "()"
	case e.constants[last] == nil || slices.Contains(e.inside, last):
		return nil, notConstant
	}
	return e.partsInside(e.constants[last], append(slices.Clip(e.inside), last))
}

// brackets parses the values in the bracket that is opened at an index, and moves past the closing bracket.
func (e *expression) brackets(open int) operands {
	depth := e.tokens[open].depth
	e.at = open + 1
	for e.at < len(e.tokens) && e.tokens[e.at].depth > depth {
		e.at++
	}
	inside := e.split(e.tokens[open+1:e.at], depth+1)
	e.at = min(e.at+1, len(e.tokens)) // past the closing bracket
	return inside
}

// operandsOfPercent parses the right operand of the operator %: a tuple, a dictionary, a call of dict, or one value.
func (e *expression) operandsOfPercent() operands {
	switch {
	case e.next("("):
		return e.brackets(e.at)
	case e.at+1 < len(e.tokens) && e.tokens[e.at].text == "dict" && e.tokens[e.at+1].is("("):
		return e.brackets(e.at + 1)
	case e.next("{"):
		pairs := e.brackets(e.at)
		all := operands{named: map[string][]token{}}
		for _, pair := range pairs.positional {
			if len(pair) > 2 && pair[0].kind == literal && pair[1].is(":") {
				all.named[pair[0].content()] = pair[2:]
			}
		}
		return all
	}
	from := e.at
	for e.at < len(e.tokens) && !e.next("+") && !e.next(",") && !e.next(")") {
		if t := e.tokens[e.at]; t.is("(") || t.is("[") {
			e.brackets(e.at)
			continue
		}
		e.at++
	}
	return operands{positional: [][]token{e.tokens[from:e.at]}}
}

// fill sets the notation and the values of the fields in literals. It returns a reason if a literal has fields already.
func fill(all []part, in syntax, values operands) ([]part, string) {
	filled := slices.Clone(all)
	for i := range filled {
		if filled[i].syntax != noFields {
			return nil, "its fields are filled twice"
		}
		filled[i].syntax, filled[i].operands = in, values
	}
	return filled, ""
}

// valueOf returns the constant number or text that a value is, as it appears in a field without a format. It returns
// false if the value is not constant.
func (f *file) valueOf(value []token) (string, bool) {
	c, is := f.constantOf(value)
	return c.text, is
}

// constantOf returns the constant number or text that a value is. It returns false if the value is not constant.
func (f *file) constantOf(value []token) (constant, bool) {
	for range len(f.constants) + 1 {
		if len(value) == 2 && value[0].is("-") && value[1].kind == other {
			c, is := f.constantOf(value[1:])
			c.text = "-" + c.text
			return c, is
		}
		if len(value) != 1 {
			return constant{}, false
		}
		switch t := value[0]; {
		case t.kind == other && f.isPython:
			text, known := numberOf(t.text)
			return constant{text, true}, known
		case t.kind == other:
			return constant{t.text, true}, true
		case t.kind == literal && !t.formatted && t.isPlain():
			return constant{text: t.content()}, true
		case t.kind != name || f.constants[t.text] == nil:
			return constant{}, false
		}
		value = f.constants[value[0].text]
	}
	return constant{}, false
}

// texts returns the constant texts of a list, or of one value. It leaves out elements that are None. isWhole reports
// whether all other elements are constant.
func (f *file) texts(value []token) (all []string, isWhole bool) {
	if len(value) == 1 && value[0].kind == name && f.constants[value[0].text] != nil {
		value = f.constants[value[0].text]
	}
	isWhole = true
	for len(value) > 0 {
		if value[0].kind == punctuation && (value[0].is("(") || value[0].is("[") || value[0].is(")") || value[0].is("]") || value[0].is(",")) {
			value = value[1:]
			continue
		}
		one := untilComma(value, value[0].depth)
		text, is := f.valueOf(one)
		if is {
			all = append(all, text)
		} else if len(one) != 1 || one[0].text != "None" {
			isWhole = false
		}
		value = value[max(len(one), 1):]
	}
	return all, isWhole
}
