package cfg

import "strings"

// WithoutTemplateArguments returns a name without its template arguments: Tile<4>::Row<int> becomes Tile::Row.
func WithoutTemplateArguments(name string) string {
	depth := 0
	return strings.Map(func(r rune) rune {
		switch {
		case r == '<':
			depth++
		case r == '>':
			depth--
		case depth == 0:
			return r
		}
		return -1
	}, name)
}
