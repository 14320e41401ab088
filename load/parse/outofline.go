package parse

import (
	"regexp"
	"strings"

	"github.com/warpcheck/warpcheck/frontend"
	"github.com/warpcheck/warpcheck/internal/lexical"
	"github.com/warpcheck/warpcheck/internal/pattern"
)

// nvcc takes a member that is defined for another side than it is declared for:
//
//	struct Sum { void add(int n); ... };
//	inline __host__ __device__ void Sum::add(int n) { ... }
//
// For clang these are two functions, and the class declares only one. The members of that name get the words of the
// definition where they are declared, if the class is before it in the same file.

// sideWords are the words that say where a function runs.
var sideWords = pattern.Of(`\b__(?:host|device)__\b`)

// declareSides puts the words of the definition of a member, whose name is at an offset, before its declarations.
func declareSides(text []byte, offset int, _ string) []frontend.Edit {
	code := lexical.Code(string(text))
	head := code[strings.LastIndexAny(code[:offset], ";{}")+1 : offset]
	words := sideWords().FindAllString(head, -1)
	class, known := scopeBefore(head)
	member := memberName().FindString(code[offset:])
	if !known || member == "" || len(words) == 0 {
		return nil
	}
	var edits []frontend.Edit
	name := declaration(member)
	body, end := classBody(code[:offset], class)
	for body < end {
		length := declarationLength(code[body:end])
		if one := code[body : body+length]; declares(one, name) {
			edits = append(edits, frontend.Edit{Offset: body + specifiers(one), Text: strings.Join(words, " ") + " "})
		}
		body += length
	}
	return edits
}

// memberName matches the name of a member, also that of an operator.
var memberName = pattern.Of(`^(?:operator\s*(?:\(\s*\)|[^\s\w(]+|[\w\s:*&]+)|~?\s*[A-Za-z_]\w*)`)

// scopeBefore returns the class before the :: that a text ends with, without its template arguments.
func scopeBefore(head string) (string, bool) {
	scope, qualified := strings.CutSuffix(strings.TrimRight(head, space), "::")
	found := classBefore().FindStringSubmatch(strings.TrimRight(scope, space))
	if !qualified || found == nil {
		return "", false
	}
	return found[1], true
}

var classBefore = pattern.Of(`([A-Za-z_]\w*)\s*(?:<[^<>]*>)?$`)

// classBody returns where the body of the last class of a name in a text begins and ends; both are 0 if there is none.
func classBody(code, class string) (start, end int) {
	heads := regexp.MustCompile(`\b(?:class|struct)\b[^;{}()<>]*\b`+class+`\b[^;{}()]*\{`).FindAllStringIndex(code, -1)
	if heads == nil {
		return 0, 0
	}
	start = heads[len(heads)-1][1]
	return start, start + blockLength(code[start:])
}

// blockLength returns the length of a text up to the brace that closes one opened before the text.
func blockLength(code string) int {
	length, _ := untilClosed(code, '{', '}')
	return length
}

// declarationLength returns how long the first declaration in the body of a class is, or its first label, such as
// public:.
func declarationLength(code string) int {
	if label := access().FindString(code); label != "" {
		return len(label)
	}
	i := strings.IndexAny(code, ";{")
	switch {
	case i < 0:
		return len(code)
	case code[i] == '{':
		return min(i+1+blockLength(code[i+1:])+1, len(code))
	}
	return i + 1
}

var access = pattern.Of(`^[\s;]*(?:public|private|protected)\s*:`)

// declaration returns a pattern that matches a name where it is declared.
func declaration(member string) *regexp.Regexp {
	if symbol, is := strings.CutPrefix(member, "operator"); is {
		return regexp.MustCompile(`\boperator\s*` + regexp.QuoteMeta(strings.TrimSpace(symbol)) + `\s*\(`)
	}
	return regexp.MustCompile(`(?:^|[^\w~])` + regexp.QuoteMeta(member) + `\s*\(`)
}

// declares reports whether a declaration, with no body and no side, is of a function whose name a pattern matches.
func declares(declaration string, name *regexp.Regexp) bool {
	return strings.HasSuffix(declaration, ";") && !sideWords().MatchString(declaration) && name.MatchString(declaration)
}

// specifiers returns where the specifiers of a declaration begin: after the parameters of a template.
func specifiers(declaration string) int {
	rest := strings.TrimLeft(declaration, space)
	if parameters, is := strings.CutPrefix(rest, "template"); is {
		parameters = strings.TrimLeft(parameters, space)
		rest = strings.TrimLeft(parameters[listLength([]byte(parameters)):], space)
	}
	return len(declaration) - len(rest)
}
