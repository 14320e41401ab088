package lexical

import "strings"

// After returns the offset after the character at offset. If the character opens a bracket, After returns the offset
// after the closing bracket. The code has no comments and no literals.
func After(code string, offset int) int {
	depth := 0
	for ; offset < len(code); offset++ {
		switch code[offset] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		}
		if depth <= 0 {
			return offset + 1
		}
	}
	return offset
}

// Definition returns the body and the name of the function whose definition begins at offset. The name is "" for a
// lambda. isDefined is false if the code at offset does not define a function. The code has no comments and no
// literals.
func Definition(code string, offset int) (body Span, name string, isDefined bool) {
	word, inits := "", false
	for offset < len(code) {
		switch next := code[offset]; {
		case next == ';' || next == '}' || next == ')' || next == ',' && !inits || next == '=' && !strings.HasSuffix(word, "operator"):
			return body, "", false
		case next == '(' && name == "" && !isQualifier(word):
			name = word
		case next == ':' && name != "" && !strings.HasPrefix(code[offset:], "::") && code[offset-1] != ':':
			inits = true
		case next == '{' && (!inits || isAfterInit(code[:offset])):
			return Span{Start: offset, End: After(code, offset)}, name, true
		}
		if named := Name(code[offset:]); named != "" {
			word = named
			offset += len(named)
		} else {
			offset = After(code, offset)
		}
	}
	return body, "", false
}

// Name returns the characters of names and numbers at the beginning of code, "" if there are none.
func Name(code string) string {
	end := 0
	for end < len(code) && (isOfWord(code[end]) || code[end] >= 0x80) {
		end++
	}
	return code[:end]
}

// isAfterInit reports whether a brace after the text before begins the body of a constructor, after its initialisers.
// Otherwise the brace begins the value of an initialiser.
func isAfterInit(before string) bool {
	before = strings.TrimRight(before, " \t\r\n")
	return strings.HasSuffix(before, ")") || strings.HasSuffix(before, "}")
}

// isQualifier reports whether a word before an opening parenthesis cannot be the name of the function.
func isQualifier(word string) bool {
	switch word {
	case "", "__launch_bounds__", "__attribute__", "alignas", "__align__", "decltype", "explicit", "noexcept", "__cluster_dims__", "__maxnreg__":
		return true
	}
	return false
}
