package main

import (
	"regexp"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/internal/lexical"
)

// kind is the kind of a part of a file.
type kind int

const (
	directive kind = iota
	kernel
	function
	// launcher is a function that starts kernels.
	launcher
	// other is any other part, such as a class, a variable or a namespace.
	other
)

// part is a declaration at the top of a file, with the comments before it, or a directive of the preprocessor.
type part struct {
	kind kind
	// from and to are the offsets of the part in the text of the file.
	from, to int
	text     string
	// name is the name of a function or a kernel, "" for other parts.
	name string
	// words is the set of identifiers that occur in the part.
	words map[string]bool
}

// split returns the parts of a CUDA file, in their order. Together they are the whole text.
func split(text string) (parts []part) {
	code := lexical.Code(text)
	macros := map[string]bool{}
	for _, m := range macro.FindAllStringSubmatch(code, -1) {
		macros[m[1]] = true
	}
	for from := 0; from < len(text); {
		to, isUse := endOfUse(code, from, macros)
		if !isUse {
			to = endOfPart(code, from)
		}
		p := newPart(text, code, from, to)
		if isUse {
			p.kind, p.name = other, ""
		}
		parts = append(parts, p)
		from = to
	}
	return parts
}

// macro matches the beginning of the definition of a macro with parameters.
var macro = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*define[ \t]+(\w+)\(`)

// use matches what may be a use of a macro at the beginning of a text.
var use = regexp.MustCompile(`^\s*(\w+)\s*\(`)

// endOfUse returns the offset after the use of a macro that begins at the offset from. isUse is false if no use begins
// there. A use may end without a semicolon.
func endOfUse(code string, from int, macros map[string]bool) (end int, isUse bool) {
	m := use.FindStringSubmatchIndex(code[from:])
	if m == nil || !macros[code[from+m[2]:from+m[3]]] {
		return 0, false
	}
	return lineEnd(code, lexical.After(code, from+m[1]-1)), true
}

// endOfPart returns the offset after the part of code that begins at the offset from.
func endOfPart(code string, from int) int {
	begin := from + len(code[from:]) - len(strings.TrimLeft(code[from:], " \t\r\n"))
	if begin < len(code) && code[begin] == '#' {
		return endOfDirective(code, begin)
	}
	depth := 0
	for at := begin; at < len(code); at++ {
		switch code[at] {
		case '(', '[', '{':
			depth++
		case ')', ']':
			depth--
		case ';':
			if depth == 0 {
				return lineEnd(code, at+1)
			}
		case '}':
			if depth--; depth == 0 && !needsSemicolon(code[begin:at]) {
				return lineEnd(code, at+1)
			}
		case '#':
			if strings.TrimSpace(code[strings.LastIndexByte(code[:at], '\n')+1:at]) == "" {
				at = endOfDirective(code, at) - 1
			}
		}
	}
	return len(code)
}

// endOfDirective returns the offset after a directive and its continuation lines.
func endOfDirective(code string, at int) int {
	for {
		end := strings.IndexByte(code[at:], '\n')
		if end < 0 {
			return len(code)
		}
		if at += end + 1; !strings.HasSuffix(strings.TrimRight(code[:at-1], "\r"), "\\") {
			return at
		}
	}
}

// lineEnd returns the offset after the line of the offset at, if only white space follows at on this line. Otherwise it
// returns at.
func lineEnd(code string, at int) int {
	end := strings.IndexByte(code[at:], '\n')
	if end < 0 || strings.TrimSpace(code[at:at+end]) != "" {
		return at
	}
	return at + end + 1
}

// classLike matches the beginning of a declaration with braces that ends with a semicolon after them.
var classLike = regexp.MustCompile(`^(template\s*<[^{]*>\s*)?((static|const|constexpr|__device__|__shared__|__constant__|extern|typedef)\s+)*(struct|class|union|enum)\b`)

// alignment matches an attribute with parentheses that may stand before the name of a class.
var alignment = regexp.MustCompile(`\b(alignas|__align__|__attribute__)\s*\((\([^()]*\)|[^()])*\)`)

// needsSemicolon reports whether a declaration whose braces have closed ends with a semicolon.
func needsSemicolon(code string) bool {
	head, _, _ := strings.Cut(alignment.ReplaceAllString(code, ""), "{")
	return classLike.MatchString(head) && !strings.Contains(head, "(") || strings.Contains(head, "=") && !strings.Contains(head, ")")
}

func newPart(text, code string, from, to int) part {
	p := part{from: from, to: to, text: text[from:to], words: map[string]bool{}}
	for _, word := range lexical.Words(code[from:to]) {
		p.words[word] = true
	}
	own := alignment.ReplaceAllString(code[from:to], "")
	head, _, hasBody := strings.Cut(own, "{")
	switch trimmed := strings.TrimSpace(own); {
	case strings.HasPrefix(trimmed, "#") || trimmed == "":
		p.kind = directive
	case strings.Contains(own, "<<<") && hasBody && !classLike.MatchString(trimmed):
		p.kind, p.name = launcher, nameOf(head)
	case p.words["__global__"] && isFunction(trimmed, head, hasBody):
		p.kind, p.name = kernel, nameOf(head)
	case isFunction(trimmed, head, hasBody):
		p.kind, p.name = function, nameOf(head)
	default:
		p.kind = other
	}
	return p
}

// isOfDevice reports whether the host cannot call a function.
func (p *part) isOfDevice() bool {
	return p.words["__global__"] || p.words["__device__"] && !p.words["__host__"]
}

func isFunction(trimmed, head string, hasBody bool) bool {
	return strings.Contains(head, "(") && !strings.HasPrefix(trimmed, "namespace") && !strings.HasPrefix(trimmed, "extern") &&
		(!classLike.MatchString(trimmed) || hasBody && strings.HasSuffix(trimmed, "}"))
}

// called matches a word before an opening parenthesis.
var called = regexp.MustCompile(`(\w+)\s*\(`)

// attributes lists words before a parenthesis that name no function.
var attributes = []string{"__launch_bounds__", "decltype", "__cluster_dims__", "__block_size__"}

// nameOf returns the name of the function that a declaration begins, "" if it begins none.
func nameOf(head string) string {
	for _, m := range called.FindAllStringSubmatch(head, -1) {
		if !slices.Contains(attributes, m[1]) {
			return m[1]
		}
	}
	return ""
}
