// Package embedded finds CUDA source in the string literals of Python files: the texts that are passed to RawKernel and
// RawModule of CuPy, to SourceModule of PyCUDA, and as cuda_sources to load_inline of PyTorch.
//
// Each text has the size of the whole file. Everything but the literals is replaced by spaces, so that lines and
// columns are those of the file:
//
//	k = cp.RawKernel(r"""
//	__global__ void f() {}
//	""", "f")
//
// becomes three lines, of which the first and the last are blank. An escape sequence becomes spaces and the character
// that it means, in as many bytes as it has.
package embedded

import (
	"bytes"
	"slices"
)

// Text is the argument of a call that has CUDA source.
type Text struct {
	// Call is the name of the function that is called. Line is the line of that name.
	Call string
	Line int
	// Code is the text of the file, blank outside the literals. If it is nil, the text is not constant, and Why is the
	// reason.
	Code []byte
	Why  string
}

// argument is the place of the CUDA source among the arguments of a call, and its keyword.
type argument struct {
	index   int
	keyword string
}

var calls = map[string]argument{
	"RawKernel":    {0, "code"},
	"RawModule":    {0, "code"},
	"SourceModule": {0, "source"},
	"load_inline":  {2, "cuda_sources"},
}

// unread are the calls whose argument is not complete source.
var unread = []string{"ElementwiseKernel", "ReductionKernel"}

// Python returns the texts of the calls in a Python file, in their order.
func Python(text []byte) []Text {
	f := &file{text: text, tokens: scan(text)}
	f.findConstants()
	var texts []Text
	for i, t := range f.tokens {
		if t.kind != name || !f.is(i+1, "(") || f.isWord(i-1, "def") || f.isWord(i-1, "class") {
			continue
		}
		if slices.Contains(unread, t.text) {
			texts = append(texts, Text{Call: t.text, Line: f.line(t), Why: "its text is a part of a kernel"})
		} else if place, is := calls[t.text]; is {
			texts = append(texts, f.read(i, place))
		}
	}
	return texts
}

// file is a Python file. constants maps names that the file assigns once to the tokens of the assigned value.
type file struct {
	text      []byte
	tokens    []token
	constants map[string][]token
}

func (f *file) is(i int, mark string) bool {
	return i >= 0 && i < len(f.tokens) && f.tokens[i].kind == punctuation && f.tokens[i].text == mark
}

func (f *file) isWord(i int, word string) bool {
	return i >= 0 && i < len(f.tokens) && f.tokens[i].kind == name && f.tokens[i].text == word
}

func (f *file) line(t token) int { return 1 + bytes.Count(f.text[:t.begin], []byte("\n")) }

// findConstants finds the names that have one value in the whole file: it is assigned once, at the beginning of a line
// at the top level.
func (f *file) findConstants() {
	f.constants = map[string][]token{}
	assigned := map[string]int{}
	for i, t := range f.tokens {
		switch {
		case t.kind != name || f.is(i-1, "."):
		case f.isParameter(i), f.isTarget(i):
			assigned[t.text] += 2
		case t.depth > 0:
		case f.is(i+1, "="):
			assigned[t.text]++
			if t.begin == 0 || f.text[t.begin-1] == '\n' {
				f.constants[t.text] = f.until(i+2, t.depth)
			}
		case f.is(i+1, "+") && f.is(i+2, "="), f.isWord(i-1, "for"), f.is(i+1, ":"), f.isWord(i-1, "as"):
			assigned[t.text] += 2
		}
	}
	for name, times := range assigned {
		if times > 1 {
			delete(f.constants, name)
		}
	}
}

// isParameter reports whether the name at token i is a parameter of a function or a lambda. Such a name may have
// another value in each call.
func (f *file) isParameter(i int) bool {
	depth := f.tokens[i].depth
	for at := i - 1; at >= 0 && f.tokens[at].kind != newline; at-- {
		switch {
		case f.is(at, "(") && f.tokens[at].depth == depth-1 && f.isWord(at-2, "def"):
			return true
		case f.tokens[at].depth < depth:
			return false
		case f.isWord(at, "lambda"):
			return !slices.ContainsFunc(f.tokens[at:i], func(t token) bool { return t.kind == punctuation && t.text == ":" && t.depth == depth })
		}
	}
	return false
}

// isTarget reports whether the name at token i gets a value by something other than a plain assignment: it is one of
// several targets, or in an assignment expression, global, import or del.
func (f *file) isTarget(i int) bool {
	if f.is(i+1, ":") && f.is(i+2, "=") || f.is(i+1, ":=") {
		return true
	}
	start := i
	for start > 0 && f.tokens[start-1].kind != newline {
		start--
	}
	for _, word := range []string{"global", "nonlocal", "import", "from", "del"} {
		if f.isWord(start, word) {
			return true
		}
	}
	if !f.is(i+1, ",") && !f.is(i-1, ",") || f.tokens[i].depth > 0 {
		return false
	}
	for at := i + 1; at < len(f.tokens) && f.tokens[at].kind != newline; at++ {
		if f.is(at, "=") && f.tokens[at].depth == 0 {
			return true
		}
	}
	return false
}

// until returns the tokens from index i to the end of an argument or an assigned value. That is the end of the line, or
// the comma or bracket at the given depth.
func (f *file) until(from, depth int) []token {
	to := from
	for to < len(f.tokens) {
		t := f.tokens[to]
		if t.depth < depth || t.depth == depth && (t.kind == newline || t.text == "," && t.kind == punctuation) {
			break
		}
		to++
	}
	return f.tokens[from:to]
}

// read returns the text of the call at token i.
func (f *file) read(i int, place argument) Text {
	text := Text{Call: f.tokens[i].text, Line: f.line(f.tokens[i]), Why: "no argument " + place.keyword + " is found"}
	depth := f.tokens[i].depth + 1
	for at, index := i+2, 0; at < len(f.tokens) && f.tokens[at].depth >= depth; index++ {
		value := f.until(at, depth)
		at += len(value) + 1
		named := len(value) > 1 && value[0].kind == name && value[1].kind == punctuation && value[1].text == "="
		if named && value[0].text == place.keyword {
			value = value[2:]
		} else if named || index != place.index {
			continue
		}
		text.Code, text.Why = f.blanked(value)
		break
	}
	return text
}

// blanked returns the text of the file in which everything but the literals of value is blank. If the value is not
// constant, it returns the reason instead.
func (f *file) blanked(value []token) ([]byte, string) {
	out := blank(f.text)
	literals := 0
	for _, t := range value {
		switch {
		case t.kind == literal && t.formatted:
			return nil, "an f-string is not constant"
		case t.kind == literal:
			if why := t.copyTo(out, f.text); why != "" {
				return nil, why
			}
			literals++
		case t.kind == newline, t.kind == punctuation && (t.text == "(" || t.text == ")" || t.text == "[" || t.text == "]" ||
			t.text == "+" || t.text == ","):
		case t.kind == name && len(value) == 1 && f.constants[t.text] != nil:
			constant := f.constants[t.text]
			if len(constant) == 1 && constant[0].kind == name {
				return nil, "its text is not constant"
			}
			return f.blanked(constant)
		default:
			return nil, "its text is not constant"
		}
	}
	if literals == 0 {
		return nil, "its text is not constant"
	}
	return out, ""
}

// blank returns a text of the same size in which all bytes but line ends are spaces.
func blank(text []byte) []byte {
	out := bytes.Repeat([]byte(" "), len(text))
	for i, c := range text {
		if c == '\n' || c == '\r' {
			out[i] = c
		}
	}
	return out
}
