package lexical

import "testing"

// Template arguments are removed, also nested ones. The signs of an operator stay.
func TestWithoutTemplateArguments(t *testing.T) {
	for name, want := range map[string]string{
		"Tile<4>::Row<int>":              "Tile::Row",
		"Map<Pair<int, 4>, A<B>>::find":  "Map::find",
		"operator<":                      "operator<",
		"Row<int>::operator<=":           "Row::operator<=",
		"V::operator<<=":                 "V::operator<<=",
		"V::operator<=>":                 "V::operator<=>",
		"Iter<T>::operator->::Inner<T>":  "Iter::operator->::Inner",
		"operator>><char, Traits<char>>": "operator>>",
		"W::operator()":                  "W::operator()",
		"operator_of<int>":               "operator_of",
		"apply_operator<int>":            "apply_operator",
	} {
		if is := WithoutTemplateArguments(name); is != want {
			t.Errorf("%s: %s, want %s", name, is, want)
		}
	}
}
