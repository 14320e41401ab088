package lexical

import "strings"

// WithoutTemplateArguments returns a name without its template arguments: Tile<4>::Row<int> becomes Tile::Row. The signs
// of an operator stay: Row<int>::operator<= becomes Row::operator<=.
func WithoutTemplateArguments(name string) string {
	var plain strings.Builder
	depth := 0
	for i := 0; i < len(name); i++ {
		if depth == 0 && endsInOperator(name[:i]) {
			signs := angledOperator(name[i:])
			plain.WriteString(signs)
			i += len(signs)
		}
		switch {
		case i == len(name):
		case name[i] == '<':
			depth++
		case name[i] == '>':
			depth--
		case depth == 0:
			plain.WriteByte(name[i])
		}
	}
	return plain.String()
}

// endsInOperator reports whether a text ends in the word operator.
func endsInOperator(text string) bool {
	before, is := strings.CutSuffix(text, "operator")
	return is && (before == "" || strings.HasSuffix(before, ":"))
}

// angledOperators lists the operators with an angle bracket. An operator is listed before operators that are its
// prefixes.
var angledOperators = []string{"<<=", "<=>", "<<", "<=", "<", ">>=", ">>", ">=", ">", "->*", "->"}

// angledOperator returns the operator with an angle bracket at the beginning of a text, or "" if there is none.
func angledOperator(text string) string {
	for _, signs := range angledOperators {
		if strings.HasPrefix(text, signs) {
			return signs
		}
	}
	return ""
}
