package parse

import (
	"regexp"
	"strings"

	"github.com/warpcheck/warpcheck/frontend"
	"github.com/warpcheck/warpcheck/internal/lexical"
	"github.com/warpcheck/warpcheck/internal/pattern"
)

// nvcc accepts a member whose declaration and definition are for different sides, host or device:
//
//	struct Sum { void add(int n); ... };
//	inline __host__ __device__ void Sum::add(int n) { ... }
//
// For clang these are two functions, and the class declares only one of them. If the class precedes the definition in
// the same file, the words __host__ and __device__ of the definition are added to the declarations of all members with
// this name.

// sideWords matches the words for the side on which a function runs.
var sideWords = pattern.Of(`\b__(?:host|device)__\b`)

// declareSides copies the words __host__ and __device__ from the definition of a member to the member's declarations.
// The name in the definition is at the offset.
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

// repeatSides adds the words __host__ and __device__ to a declaration that has neither. An earlier declaration of the
// function has both words, and so nvcc takes the function for one of both sides:
//
//	__host__ __device__ void sift(int *p);
//	void sift(int *p) { ... }
func repeatSides(text []byte, offset int, _ string) []frontend.Edit {
	code := lexical.Code(string(text))
	begin := strings.LastIndexAny(code[:offset], ";{}") + 1
	if directive := lastDirective().FindStringIndex(code[begin:offset]); directive != nil {
		begin += directive[1]
	}
	head := code[begin:offset]
	return when(!sideWords().MatchString(head), frontend.Edit{Offset: begin + specifiers(head), Text: "__host__ __device__ "})
}

// lastDirective matches the lines up to the last directive of the preprocessor.
var lastDirective = pattern.Of(`(?s)^.*(?:^|\n)[ \t]*#[^\n]*\n`)

// memberName matches the name of a member. It may be an operator.
var memberName = pattern.Of(`^(?:operator\s*(?:\(\s*\)|[^\s\w(]+|[\w\s:*&]+)|~?\s*[A-Za-z_]\w*)`)

// scopeBefore returns the name of the class before the :: at the end of head, without its template arguments. It
// returns false if no name of a class is there.
func scopeBefore(head string) (string, bool) {
	scope, qualified := strings.CutSuffix(strings.TrimRight(head, space), "::")
	found := classBefore().FindStringSubmatch(strings.TrimRight(scope, space))
	if !qualified || found == nil {
		return "", false
	}
	return found[1], true
}

var classBefore = pattern.Of(`([A-Za-z_]\w*)\s*(?:<[^<>]*>)?$`)

// classBody returns the start and end of the body of the last class with a name in code. Both are 0 if there is none.
func classBody(code, class string) (start, end int) {
	heads := regexp.MustCompile(`\b(?:class|struct)\b[^;{}()<>]*\b`+class+`\b[^;{}()]*\{`).FindAllStringIndex(code, -1)
	if heads == nil {
		return 0, 0
	}
	start = heads[len(heads)-1][1]
	return start, start + blockLength(code[start:])
}

// blockLength returns the length of code up to the brace that closes a brace opened before code.
func blockLength(code string) int {
	length, _ := untilClosed(code, '{', '}')
	return length
}

// declarationLength returns the length of the first declaration in code. code is the rest of the body of a class. A
// label such as public: counts as a declaration.
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

// declaration returns a pattern that matches the declared name of a member.
func declaration(member string) *regexp.Regexp {
	if symbol, is := strings.CutPrefix(member, "operator"); is {
		return regexp.MustCompile(`\boperator\s*` + regexp.QuoteMeta(strings.TrimSpace(symbol)) + `\s*\(`)
	}
	return regexp.MustCompile(`(?:^|[^\w~])` + regexp.QuoteMeta(member) + `\s*\(`)
}

// declares reports whether declaration declares a function whose name matches name. It must have no body, and neither
// __host__ nor __device__.
func declares(declaration string, name *regexp.Regexp) bool {
	return strings.HasSuffix(declaration, ";") && !sideWords().MatchString(declaration) && name.MatchString(declaration)
}

// specifiers returns the offset at which the specifiers of a declaration begin, after the parameters of templates.
func specifiers(declaration string) int {
	rest := strings.TrimLeft(declaration, space)
	for {
		parameters, is := strings.CutPrefix(rest, "template")
		if !is {
			return len(declaration) - len(rest)
		}
		parameters = strings.TrimLeft(parameters, space)
		rest = strings.TrimLeft(parameters[listLength([]byte(parameters)):], space)
	}
}
