// Package embedded finds CUDA source in the string literals of Python files: the texts that are passed to RawKernel and
// RawModule of CuPy, to SourceModule of PyCUDA, and as cuda_sources to load_inline of PyTorch.
//
// Each text is returned as the text of the whole file with all but the literals blanked, so that a place in it is the
// same place in the file:
//
//	k = cp.RawKernel(r"""
//	__global__ void f() {}
//	""", "f")
//
// becomes three lines, of which the first and the last are blank. An escape sequence becomes as many bytes as it has:
// spaces, then the character that it means.
package embedded

import (
	"bytes"
	"slices"
)

// Text is CUDA source that a call is given.
type Text struct {
	// Call is the function that is called, Line the line of its name.
	Call string
	Line int
	// Code is the text of the file, blank outside the literals. It is nil if the text is not constant, for the reason
	// Why.
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

// unread are the calls whose text is not a source by itself.
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

// file is a Python file. constants has the tokens of the values of names that the file assigns once, to literals.
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

// findConstants records the names that are assigned once in the whole file, in a line of its top level, and that nothing
// else in the file gives a value.
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

// isParameter reports whether the name at token i stands in the parameters of a function or a lambda, where it may be
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

// isTarget reports whether something other than a plain assignment gives the name at token i a value: one of several
// targets, an expression that assigns, global, import and del.
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

// until returns the tokens from one on to the end of the line, or to the comma or bracket that ends an argument at depth.
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

// blanked returns the text of the file with nothing but the literals of a value, or why the value is not constant.
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

// blank returns a text with spaces for all bytes but the ends of lines.
func blank(text []byte) []byte {
	out := bytes.Repeat([]byte(" "), len(text))
	for i, c := range text {
		if c == '\n' || c == '\r' {
			out[i] = c
		}
	}
	return out
}
