package parse

import (
	"bytes"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/frontend"
	"github.com/warpcheck/warpcheck/internal/distinct"
	"github.com/warpcheck/warpcheck/internal/pattern"
	"github.com/warpcheck/warpcheck/source"
)

// clang refuses some code that nvcc accepts, and drops it from the tree, wholly or in part. The file is then read
// again, with the refused text changed for clang. The changes handle these cases:
//
//   - A member template of a type or object that depends on template parameters is called without the word template:
//     T::load<4>(p), t.operator()<4>(p).
//   - A destructor of such an object is called with that word: b.template ~Box<int>().
//   - A word follows a literal without a space: extern "C"__global__.
//   - There is no comma between two operands of an asm statement.
//   - A dependent name is used as a type without the word typename: T::type x.
//   - A pointer is cast to a narrower integer.
//   - An array with a length that is not constant is initialised. Its elements are then unknown.
//   - A member is defined for another side than it is declared for, or a function is declared again without the words for
//     its sides (outofline.go).
//   - A constant is a static member of this: if constexpr (this->wide) (constant.go).
//   - Parentheses initialise an aggregate: int4(a, b, c, d) (aggregate.go).
//   - A __shared__ variable has a constructor that does something (shared.go).
//   - The marks of a launch have spaces in them: k << <1, 32 >> >(p) (marks.go).
//   - A macro before a function is from a header that is not found: LIB_KERNEL void k() (absentmark.go).
//   - A macro before the name of a class is from such a header: struct LIB_EXPORT Params {} (exportmark.go).
//   - A macro before the name of a pointer is from such a header: float *LIB_RESTRICT p (absentname.go).
//   - A constant that all GPUs share has a name from such a header: LIB_WARP_SIZE (absentname.go).
//
// Positions in the tree are those in the unedited text.

// amendment changes one kind of code that clang refuses.
type amendment struct {
	refusal source.Kind
	// edits returns the changes to a text that has the amendment's error at an offset. It returns none if the code at
	// the offset is of another kind.
	edits func(text []byte, at int, name string) []frontend.Edit
	// isOfSource reports whether the amendment changes only the user's files, and no system headers.
	isOfSource bool
	// isWhole reports whether the edits for one error also remove all other errors about the same name in the text.
	isWhole bool
	// isValue reports whether the edits give the name a value.
	isValue bool
}

// when returns the edits if the condition is true, and none otherwise.
func when(condition bool, edits ...frontend.Edit) []frontend.Edit {
	if !condition {
		return nil
	}
	return edits
}

var amendments = []amendment{
	{refusal: source.SharedVariableBuilt, edits: unbuild},
	{refusal: source.TemplateWordMissing, edits: templateHere},
	{refusal: source.TemplateWordMissingWithin, edits: templateWithin},
	{refusal: source.TemplateWordMissingWithin, edits: templateOperator},
	{refusal: source.FunctionNotCalled, edits: templateWithin},
	{refusal: source.TemplateWordInDestructor, edits: withoutTemplate},
	{refusal: source.TypenameMissing, edits: typenameHere},
	{refusal: source.UnknownType, edits: markHere, isWhole: true},
	{refusal: source.NarrowingPointerCast, edits: castByWord},
	{refusal: source.ExpectedToken, edits: operandComma},
	{refusal: source.LiteralSuffix, edits: spaceHere},
	{refusal: source.ExpectedExpression, edits: joinMark},
	{refusal: source.OpenArrayInitialised, edits: withoutInitialiser},
	{refusal: source.UndeclaredMember, edits: declareSides},
	{refusal: source.SidesOverload, edits: declareSides},
	{refusal: source.SidesOverload, edits: repeatSides},
	{refusal: source.ConditionNotConstant, edits: withoutThis},
	{refusal: source.NoConstructor, edits: braced, isOfSource: true},
	{refusal: source.Other, edits: withoutExport},
	{refusal: source.Other, edits: withoutQualifier},
	{refusal: source.ExpectedToken, edits: withoutQualifier},
	{refusal: source.UndeclaredName, edits: valueHere, isValue: true},
	{refusal: source.NoMember, edits: valueHere, isValue: true},
}

// maxAmendments bounds the number of times that a file is read again. It may be needed several times, because clang may
// refuse more of the changed code.
const maxAmendments = 6

// amended changes the code that clang refuses and reads the file again, repeatedly. It returns the reading with the
// fewest errors.
func (r Reading) amended() Reading {
	next := r
	for range maxAmendments {
		var changed bool
		if next, changed = next.amend(next.Unit.Diagnostics); !changed {
			break
		}
		again, err := once(next.Options)
		if err != nil {
			break
		}
		next.Unit = again
		if len(again.Diagnostics) < len(r.Unit.Diagnostics) {
			r = next
		}
	}
	return r
}

// amend adds to the reading the edits for its errors. It reports whether any edit is new.
func (r Reading) amend(diagnostics []source.Diagnostic) (Reading, bool) {
	more, changed := r.Edits.Clone(), false
	for _, d := range diagnostics {
		for _, a := range amendments {
			if a.refusal != d.Kind {
				continue
			}
			isNew := r.try(a, d.Pos, d.Name, more)
			changed = changed || isNew
			if isNew && a.isWhole {
				r.Marks = append(slices.Clip(r.Marks), r.guess(d.Pos, d.Name))
			}
			if isNew && a.isValue {
				r.Values = distinct.Append(slices.Clip(r.Values), r.guessValue(d.Pos))
			}
		}
	}
	r.Edits = more
	return r, changed
}

// try adds the edits of the amendment a, for an error at pos, to the set more. It reports whether any edit is new. If
// the error is at the use of a macro, the edits are in the definition of the macro.
func (r Reading) try(a amendment, pos source.Pos, name string, more frontend.Edits) bool {
	if pos.Macro != nil {
		pos = *pos.Macro
	}
	text := r.Text(pos.File)
	if pos.Offset >= len(text) || a.isOfSource && pos.System || a.isWhole && more.Has(pos.File, pos.Offset) {
		return false
	}
	isNew := false
	for _, one := range a.edits(text, pos.Offset, name) {
		isNew = more.Add(pos.File, text, one) || isNew
	}
	return isNew
}

// templateHere inserts the word template before the name at an offset.
func templateHere(text []byte, at int, _ string) []frontend.Edit {
	return when(isMember(text, at) && wordAt(text, at) != "", frontend.Edit{Offset: at, Text: "template "})
}

// templateOperator inserts the word template before an operator that is called by its name:
// this->equal.operator()<4>(a, b).
func templateOperator(text []byte, at int, _ string) []frontend.Edit {
	const word = "operator"
	return when(wordAt(text, at) == word, templateHere(text, at, word)...)
}

// isMember reports whether ::, . or -> is before an offset, possibly with spaces between. The name of a member may
// begin there.
func isMember(text []byte, at int) bool {
	before := bytes.TrimRight(text[:at], space)
	return slices.ContainsFunc([]string{"::", ".", "->"}, func(mark string) bool {
		return bytes.HasSuffix(before, []byte(mark))
	})
}

// templateWithin inserts the word template before the last name in the qualified name at an offset, if a list of
// template arguments follows it.
func templateWithin(text []byte, at int, _ string) []frontend.Edit {
	for {
		name := wordAt(text, at)
		if name == "" {
			return nil
		}
		rest := trimLeft(text[at+len(name):])
		length := listLength(rest)
		scope, qualifies := bytes.CutPrefix(trimLeft(rest[length:]), []byte("::"))
		switch {
		case qualifies:
			at = len(text) - len(trimLeft(scope))
		case length > 0:
			return templateHere(text, at, name)
		default:
			return nil
		}
	}
}

// withoutTemplate drops the word template at an offset.
func withoutTemplate(text []byte, at int, _ string) []frontend.Edit {
	const word = "template"
	return when(wordAt(text, at) == word, frontend.Edit{Offset: at, Removed: len(word)})
}

// typenameHere inserts the word typename before the qualified name at an offset.
func typenameHere(text []byte, at int, _ string) []frontend.Edit {
	return when(qualified().Match(text[at:]), frontend.Edit{Offset: at, Text: "typename "})
}

var qualified = pattern.Of(`^(::\s*)?[A-Za-z_]\w*\s*(::|<)`)

// castByWord changes the cast at an offset from a pointer to a narrower integer. The changed code first casts the
// pointer to an integer of the pointer's size.
func castByWord(text []byte, at int, _ string) []frontend.Edit {
	const byWord = "(unsigned long long)"
	rest := text[at:]
	if named := reinterpretation().Find(rest); named != nil {
		length := listLength(rest[len(named):])
		kind := string(rest[len(named)+1 : len(named)+max(length-1, 1)])
		return when(length > 0, frontend.Edit{Offset: at, Removed: len(named) + length, Text: "(" + kind + ")" + byWord})
	}
	if name := wordAt(text, at); name != "" {
		return when(bytes.HasPrefix(trimLeft(rest[len(name):]), []byte("(")),
			frontend.Edit{Offset: at, Removed: len(name), Text: "(" + name + ")" + byWord})
	}
	length := listLength(rest)
	return when(length > 0 && rest[0] == '(', frontend.Edit{Offset: at + length, Text: byWord})
}

var reinterpretation = pattern.Of(`^reinterpret_cast\s*`)

// listLength returns the length of the list of template arguments at the beginning of a text, with its brackets. It
// returns 0 if there is none.
func listLength(text []byte) int {
	var open []byte
	for i, c := range text {
		switch c {
		case '<', '(', '[':
			open = append(open, c)
		case '>', ')', ']':
			// Within parentheses, > is a comparison.
			if n := len(open); n > 0 && (c != '>' || open[n-1] == '<') {
				open = open[:n-1]
			}
		case ';', '{', '}':
			return 0
		}
		if open == nil {
			return 0
		}
		if len(open) == 0 {
			return i + 1
		}
	}
	return 0
}

// space holds the characters that may stand between tokens, including the backslashes at the ends of lines in macros.
const space = " \t\r\n\\"

func trimLeft(text []byte) []byte { return bytes.TrimLeft(text, space) }

// wordAt returns the identifier at an offset, or "" if there is none.
func wordAt(text []byte, at int) string { return string(identifier().Find(text[at:])) }

var identifier = pattern.Of(`^[A-Za-z_]\w*`)

// spaceHere inserts a space between a literal and the word at an offset.
func spaceHere(text []byte, at int, _ string) []frontend.Edit {
	return when(at > 0 && text[at-1] == '"', frontend.Edit{Offset: at, Text: " "})
}

// operandComma inserts a comma before the operand of an asm statement at an offset. The operand must follow another one
// directly, and clang must have expected a parenthesis instead of it.
func operandComma(text []byte, at int, expected string) []frontend.Edit {
	follows := bytes.HasSuffix(bytes.TrimRight(text[:at], space), []byte(")"))
	return when(expected == ")" && follows && operand().Match(text[at:]), frontend.Edit{Offset: at, Text: ","})
}

var operand = pattern.Of(`^"[^"\n]*"\s*\(`)

// withoutInitialiser blanks the braced list that initialises an array, if the list is on one line. The offset is that
// of the array's length.
func withoutInitialiser(text []byte, at int, _ string) []frontend.Edit {
	from := max(bytes.LastIndexByte(text[:at], '['), 0)
	for bytes.HasPrefix(text[from:], []byte("[")) {
		length := listLength(text[from:])
		if length == 0 {
			return nil
		}
		from = len(text) - len(trimLeft(text[from+length:]))
	}
	length := len(initialiser().Find(text[from:]))
	return when(length > 0, frontend.Edit{Offset: from, Removed: length, Text: strings.Repeat(" ", length)})
}

// initialiser matches a braced list on one line. The list may contain lists that contain no lists.
var initialiser = pattern.Of(`^=?[ \t]*\{([^{}\n]|\{[^{}\n]*\})*\}`)

// untilClosed looks in code for the bracket end that closes a bracket opened before code. It returns the length of code
// up to this bracket. If there is none, it returns the length of code and false. code must have no comments and no
// literals.
func untilClosed(code string, open, end byte) (length int, closed bool) {
	depth := 0
	for i := range len(code) {
		switch code[i] {
		case open:
			depth++
		case end:
			if depth--; depth < 0 {
				return i, true
			}
		}
	}
	return len(code), false
}
