package parse

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/internal/distinct"
	"github.com/warpcheck/warpcheck/internal/lexical"
	"github.com/warpcheck/warpcheck/internal/pattern"
)

// The text may refer to a variable without spelling its name: by a macro that stands for it, by a macro that pastes the
// name, with a line end in the middle of the name, or by the name as the compiler mangles it:
//
//	#define LIMIT limit
//	#define SETTING(of) of##_limit
//	asm("st.global.u32 [_ZN8settings5limitE], 1;");
//
// A macro may paste a name if the name consists of words from the macro's definition and arguments.

// namingMacros holds what is known about macros whose uses may name variables.
type namingMacros struct {
	// definitions maps each macro to the words of its definitions, without its parameters.
	definitions map[string][]string
	// standFor holds the variables that the definitions of a macro name. pasting is the set of the macros that paste
	// words, or that use such a macro.
	standFor map[string][]*ast.Var
	pasting  map[string]bool
	// pieces is the set of the words from which uses of the pasting macros may make a name.
	pieces map[string]bool
}

// namingMacros finds the macros of the user's files that may name variables.
func (s *sides) namingMacros(variables *variablesByName) *namingMacros {
	m := &namingMacros{map[string][]string{}, map[string][]*ast.Var{}, map[string]bool{}, map[string]bool{}}
	for file := range s.reading.Unit.Entered {
		for _, d := range s.directivesOf(file) {
			if d.Word == "define" {
				m.add(d.Macro())
			}
		}
	}
	for grows := true; grows; {
		grows = false
		for name, words := range m.definitions {
			grows = m.follow(name, words, variables) || grows
		}
	}
	return m
}

// add adds a definition of a macro. body begins with the parameters.
func (m *namingMacros) add(name, body string) {
	parameters := map[string]bool{}
	if strings.HasPrefix(body, "(") {
		list, rest, _ := strings.Cut(body, ")")
		for _, word := range lexical.Words(list) {
			parameters[word] = true
		}
		body = rest
	}
	m.pasting[name] = m.pasting[name] || strings.Contains(body, "##")
	for _, word := range lexical.Words(body) {
		if !parameters[word] {
			m.definitions[name] = append(m.definitions[name], word)
		}
	}
}

// follow adds the variables that `words` name, directly or by other macros, to those for which the macro called name
// stands. `words` holds the words of its definitions. If one of them is a macro that pastes, the macro counts as one
// that pastes too. follow reports whether it added anything.
func (m *namingMacros) follow(name string, words []string, variables *variablesByName) bool {
	before, pasted := len(m.standFor[name]), m.pasting[name]
	for _, word := range words {
		m.pasting[name] = m.pasting[name] || m.pasting[word]
		for _, v := range slices.Concat(variables.all[word], m.standFor[word]) {
			m.standFor[name] = distinct.Append(m.standFor[name], v)
		}
	}
	return len(m.standFor[name]) != before || m.pasting[name] != pasted
}

// namedIn returns the variables for which the macros in the code of a file stand. It skips the places where the tree is
// known to have the variables (variables.used). It adds the words of macros that paste to the pieces.
func (m *namingMacros) namedIn(file, code string, variables *variablesByName) (all []*ast.Var) {
	for at, word := range wordsOf(file, code) {
		if variables.used[at.spot] {
			continue
		}
		all = append(all, m.standFor[word]...)
		if m.pasting[word] {
			m.addPieces(word)
			for _, argument := range lexical.Words(argumentsAt(code, at.offset+len(word))) {
				m.addPieces(argument)
			}
		}
	}
	return all
}

// argumentsAt returns the arguments of a macro that follow at an offset, with their parentheses. It returns "" if none
// follow.
func argumentsAt(code string, offset int) string {
	rest := strings.TrimLeft(code[offset:], " \t\r\n")
	if !strings.HasPrefix(rest, "(") {
		return ""
	}
	return rest[:lexical.After(rest, 0)]
}

// addPieces adds a word, and the words of the macros for which it may stand.
func (m *namingMacros) addPieces(word string) {
	if m.pieces[word] {
		return
	}
	m.pieces[word] = true
	for _, inner := range m.definitions[word] {
		m.addPieces(inner)
	}
}

// pasted returns the variables whose names the pieces make.
func (m *namingMacros) pasted(variables *variablesByName) (all []*ast.Var) {
	if len(m.pieces) == 0 {
		return nil
	}
	for name, list := range variables.all {
		if m.makes(name) {
			all = append(all, list...)
		}
	}
	return all
}

// makes reports whether a name consists of several of the pieces. Digits are pieces as well.
func (m *namingMacros) makes(name string) bool {
	isMade := make([]bool, len(name)+1) // isMade[n]: the first n bytes of the name consist of pieces
	isMade[0] = true
	for end := 1; end <= len(name); end++ {
		for start := range end {
			piece := name[start:end]
			isPiece := m.pieces[piece] && piece != name || len(piece) == 1 && piece[0] >= '0' && piece[0] <= '9'
			isMade[end] = isMade[end] || isMade[start] && isPiece
		}
	}
	return isMade[len(name)]
}

// placed is the place of a word in a file. offset is the place in the text, in bytes.
type placed struct {
	spot
	offset int
}

// wordsOf yields the words of a text with their places in a file.
func wordsOf(file, text string) iter.Seq2[placed, string] {
	return func(yield func(placed, string) bool) {
		number, start := 0, 0
		for line := range strings.Lines(text) {
			number++
			for at, word := range lexical.Words(line) {
				if !yield(placed{spot{file, number, at + 1}, start + at}, word) {
					return
				}
			}
			start += len(line)
		}
	}
}

// undirected returns the code of a file without comments, literals and directives.
func (s *sides) undirected(file string) string {
	lines := strings.Split(lexical.Code(s.text(file)), "\n")
	for _, d := range s.directivesOf(file) {
		blankLines(lines, d.Line, d.Line+d.Lines-1)
	}
	return strings.Join(lines, "\n")
}

// split matches a word that continues on the next line.
var split = pattern.Of(`\w+(\\\r?\n\w+)+`)

var lineEnd = strings.NewReplacer("\\", "", "\r", "", "\n", "")

// namedIn returns the variables whose names, or mangled names, are in a text. A plain name does not count at a place
// where the tree has it (v.named).
func (v *variablesByName) namedIn(file, text string) (all []*ast.Var) {
	for at, word := range wordsOf(file, text) {
		all = append(all, v.mangled(word)...)
		if !v.named[at.spot] {
			all = append(all, v.all[word]...)
		}
	}
	for _, word := range split().FindAllString(text, -1) {
		all = append(all, v.all[lineEnd.Replace(word)]...)
	}
	return all
}

// mangled returns the variables whose name is a part of word, if word is a mangled name.
func (v *variablesByName) mangled(word string) (named []*ast.Var) {
	if !strings.HasPrefix(word, "_Z") {
		return nil
	}
	for name, list := range v.all {
		if strings.Contains(word, strconv.Itoa(len(name))+name) {
			named = append(named, list...)
		}
	}
	return named
}
