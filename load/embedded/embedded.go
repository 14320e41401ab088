// Package embedded finds CUDA source in the string literals of other programs. In Python, these are the texts that are
// passed to RawKernel, RawModule, ElementwiseKernel and ReductionKernel of CuPy, to SourceModule of PyCUDA, and as
// cuda_sources to load_inline of PyTorch. In C++, these are the texts that are passed to nvrtcCreateProgram.
//
// Each text has the size of the whole file. Everything outside the literals is replaced by spaces, so that lines and
// columns are those of the file:
//
//	k = cp.RawKernel(r"""
//	__global__ void f() {}
//	""", "f")
//
// becomes three lines. The first and the last are blank. An escape sequence becomes spaces and the character for which
// it stands, in the same number of bytes. A field such as {n} becomes an identifier of the same size, here _n_. If the
// value of the field is constant, a macro with this name has that value. Otherwise nothing declares the name.
package embedded

import (
	"bytes"
	"maps"
	"slices"
	"strings"
)

// Text is an argument of a call that contains CUDA source.
type Text struct {
	// Call is the name of the called function. Line is the line of that name.
	Call string
	Line int
	// Code is the text of the file, blank outside the literals. If it is nil, the text is not read, and Why is the
	// reason. HasText reports whether a literal in the file nevertheless has a part of the text.
	Code    []byte
	Why     string
	HasText bool
	// Defines lists the macros that the code needs, as NAME=VALUE. Options lists the compiler options in the call.
	Defines, Options []string
	// Fields lists the fields of the text whose values are not constant, as they are written. OpenOptions reports
	// whether some of the options are not constant.
	Fields      []string
	OpenOptions bool
}

// argument identifies an argument by its keyword, and by its index if it may be passed without the keyword. The zero
// value means no argument.
type argument struct {
	index   int
	keyword string
}

// onlyNamed is the index of an argument that can only be passed by its keyword.
const onlyNamed = -1

// call is a function that takes CUDA source.
type call struct {
	source, options argument
	// instances is the argument that lists the needed instances of templates.
	instances argument
	// include is a line that the function adds before the source.
	include string
}

var calls = map[string]call{
	"RawKernel":    {source: argument{0, "code"}, options: argument{2, "options"}},
	"RawModule":    {source: argument{0, "code"}, options: argument{onlyNamed, "options"}, instances: argument{onlyNamed, "name_expressions"}},
	"SourceModule": {source: argument{0, "source"}, options: argument{2, "options"}},
	"load_inline": {source: argument{2, "cuda_sources"}, options: argument{onlyNamed, "extra_cuda_cflags"},
		include: "#include <torch/types.h>"},
}

const ofNVRTC = "nvrtcCreateProgram"

// MayHave reports whether a file, of Python if isPython is set and otherwise of C++, may have CUDA source in strings.
// It only searches for the names of the functions.
func MayHave(text []byte, isPython bool) bool {
	if !isPython {
		return bytes.Contains(text, []byte(ofNVRTC))
	}
	for name := range calls {
		if bytes.Contains(text, []byte(name)) {
			return true
		}
	}
	for name := range partsOf {
		if bytes.Contains(text, []byte(name)) {
			return true
		}
	}
	return false
}

// Python returns the texts of the calls in a Python file, in order.
func Python(text []byte) []Text {
	f := &file{text: text, tokens: scan(text), isPython: true}
	unclosed := f.cutUnclosed()
	f.findConstants()
	var texts []Text
	for i, t := range f.tokens {
		if t.kind != name || !f.is(i+1, "(") || f.isWord(i-1, "def") || f.isWord(i-1, "class") {
			continue
		}
		of, isCall := calls[t.text]
		parts, hasParts := partsOf[t.text]
		switch {
		case !isCall && !hasParts:
		case !f.isClosed(i + 1):
			if unclosed == nil {
				texts = append(texts, Text{Call: t.text, Line: f.line(t), Why: "its bracket is not closed", HasText: true})
			}
		case isCall:
			texts = append(texts, f.read(i, of))
		default:
			texts = append(texts, f.readParts(i, parts))
		}
	}
	if unclosed != nil {
		texts = append(texts, Text{Call: "the file from here on", Line: f.line(*unclosed), Why: "a string is not closed", HasText: true})
	}
	return texts
}

// Functions returns the names of the functions whose texts are read in Python, for a message.
func Functions() string {
	names := slices.Sorted(maps.Keys(calls))
	names = slices.Concat(names, slices.Sorted(maps.Keys(partsOf)))
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// Cpp returns the texts that a C++ file passes to nvrtcCreateProgram, in order.
func Cpp(text []byte) []Text {
	f := &file{text: text, tokens: scanCpp(text)}
	f.findCppConstants()
	var texts []Text
	for i, t := range f.tokens {
		isCall := t.kind == name && t.text == ofNVRTC && f.is(i+1, "(") && (i == 0 || f.tokens[i-1].kind != name)
		if isCall {
			texts = append(texts, f.read(i, call{source: argument{1, ""}}))
		}
	}
	return texts
}

// Merge returns one text with the literals of all texts that were read, nil if there are none. The texts must be of one
// file.
func Merge(texts []Text) []byte {
	var merged []byte
	for _, one := range texts {
		if merged == nil {
			merged = slices.Clone(one.Code)
			continue
		}
		for i, c := range one.Code {
			if c != ' ' {
				merged[i] = c
			}
		}
	}
	return merged
}

// file is a file with strings. constants maps each name that the file assigns once to the tokens of its value.
type file struct {
	text      []byte
	tokens    []token
	isPython  bool
	constants map[string][]token
	// withText is the set of names to which some assignment in the file gives a value that contains a literal.
	withText map[string]bool
}

func (f *file) is(i int, mark string) bool {
	return i >= 0 && i < len(f.tokens) && f.tokens[i].is(mark)
}

func (f *file) isWord(i int, word string) bool {
	return i >= 0 && i < len(f.tokens) && f.tokens[i].kind == name && f.tokens[i].text == word
}

func (f *file) line(t token) int { return 1 + bytes.Count(f.text[:t.begin], []byte("\n")) }

// until returns the tokens of an argument or an assigned value, which begins at the index `from`. It ends at the end of
// the line or statement, or at the comma or bracket with the given depth.
func (f *file) until(from, depth int) []token {
	return f.tokens[from : from+len(untilComma(f.tokens[from:], depth))]
}

// untilComma returns the tokens up to the end of an argument or an assigned value at the given depth.
func untilComma(tokens []token, depth int) []token {
	for i, t := range tokens {
		if t.depth < depth || t.depth == depth && (t.kind == newline || t.is(",")) {
			return tokens[:i]
		}
	}
	return tokens
}

// arguments returns the arguments of the call whose name is token i, by index and by keyword.
func (f *file) arguments(i int) operands { return f.split(f.tokens[i+2:], f.tokens[i+1].depth+1) }

// split returns the values up to the end of a bracket. Commas at the given depth separate them.
func (f *file) split(tokens []token, depth int) operands {
	all := operands{named: map[string][]token{}}
	for len(tokens) > 0 && tokens[0].depth >= depth {
		value := untilComma(tokens, depth)
		tokens = tokens[min(len(value)+1, len(tokens)):]
		if f.isPython && len(value) > 1 && value[0].kind == name && value[1].is("=") {
			all.named[value[0].text] = value[2:]
		} else {
			all.positional = append(all.positional, value)
		}
	}
	return all
}

// operands holds the arguments of a call, or the values of the fields of a text.
type operands struct {
	positional [][]token
	named      map[string][]token
}

// at returns the argument that place identifies, nil if there is none.
func (o operands) at(place argument) []token {
	if place == (argument{}) {
		return nil
	}
	if value := o.named[place.keyword]; value != nil || place.index == onlyNamed || place.index >= len(o.positional) {
		return value
	}
	return o.positional[place.index]
}

// read returns the text that a call passes to the compiler. Token i is the name of the call, and of describes the
// arguments of calls with this name.
func (f *file) read(i int, of call) Text {
	text := Text{Call: f.tokens[i].text, Line: f.line(f.tokens[i])}
	arguments := f.arguments(i)
	value := arguments.at(of.source)
	if value == nil {
		text.Why = "no argument " + of.source.keyword + " is found"
		if !f.isPython {
			text.Why = "no argument with the source is found"
		}
		return text
	}
	f.readValue(&text, value)
	if text.Code == nil {
		return text
	}
	f.addInclude(&text, of.include)
	options, isWhole := f.texts(arguments.at(of.options))
	text.Options, text.OpenOptions = options, !isWhole
	if instances, _ := f.texts(arguments.at(of.instances)); len(instances) > 0 {
		addInstances(&text, instances)
	}
	return text
}

// readValue reads the source of a text from the tokens of an argument.
func (f *file) readValue(text *Text, value []token) {
	parts, why := f.parts(value)
	text.HasText = slices.ContainsFunc(parts, func(p part) bool { return p.token.mayBeSource() }) || slices.ContainsFunc(value, func(t token) bool {
		return t.mayBeSource() || t.kind == name && f.withText[t.text]
	})
	if why == "" {
		why = f.write(text, parts)
	}
	if why != "" {
		text.Code, text.Why = nil, why
	}
}

// addInclude adds a line that the function of the call puts before the source. It writes the line to the first line of
// the file before the code that is long enough. If there is none, it does nothing.
func (f *file) addInclude(text *Text, include string) {
	for begin := 0; include != ""; {
		size := bytes.IndexByte(text.Code[begin:], '\n')
		if size < 0 || len(bytes.TrimSpace(text.Code[begin:begin+size])) > 0 {
			return
		}
		if size >= len(include) {
			copy(text.Code[begin:], include)
			return
		}
		begin += size + 1
	}
}

// afterCode is the name of the macro that a text ends with. It holds code that warpcheck adds.
const afterCode = "__"

// addInstances adds the instances of templates that a program asks for. A macro after the code takes their addresses.
func addInstances(text *Text, instances []string) {
	addBehind(text, len(text.Code), len(text.Code), afterCode, addressesOf(instances))
}

// addressesOf returns code that takes the addresses of instances of templates, so that the compiler makes them.
func addressesOf(instances []string) string {
	list := ""
	for _, one := range instances {
		list += "(const void *)(" + one + "), "
	}
	return "static const void *const warpcheck_instances[] = {" + list + "};"
}

// addBehind adds code after the end of a text's code. The parameter before is the offset of that end. addBehind defines
// a macro with the added code, and writes the macro's name to the first place that is large enough, after the end and
// before limit. If there is no such place, it returns false.
func addBehind(text *Text, before, limit int, macro, code string) bool {
	at := len(bytes.TrimRight(text.Code[:before], " \r\n"))
	if line := text.Code[bytes.LastIndexByte(text.Code[:at], '\n')+1 : at]; bytes.Contains(line, []byte("//")) || bytes.Contains(line, []byte("#")) {
		at += max(bytes.IndexByte(text.Code[at:], '\n'), 0) // the first place after the comment or directive
	}
	for ; at+len(macro) <= limit; at++ {
		isFree := !bytes.ContainsAny(text.Code[at:at+len(macro)], "\r\n")
		if isFree && (at == 0 || !isWordByte(text.Code[at-1])) {
			copy(text.Code[at:], macro)
			text.Defines = append(text.Defines, macro+"="+code)
			return true
		}
	}
	return false
}

// blank returns a text of the same size with spaces in place of all bytes except line ends.
func blank(text []byte) []byte {
	out := bytes.Repeat([]byte(" "), len(text))
	for i, c := range text {
		if c == '\n' || c == '\r' {
			out[i] = c
		}
	}
	return out
}
