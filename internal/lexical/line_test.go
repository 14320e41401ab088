package lexical

import "testing"

func TestLine(t *testing.T) {
	for _, c := range []struct {
		text   string
		number int
		line   string
		found  bool
	}{
		{"a\nb\r\nc", 1, "a", true},
		{"a\nb\r\nc", 2, "b\r", true},
		{"a\nb\r\nc", 3, "c", true},
		{"a\n", 2, "", true},
		{"a", 2, "", false},
		{"a", 0, "", false},
		{"a", -1, "", false},
	} {
		if line, found := Line(c.text, c.number); line != c.line || found != c.found {
			t.Errorf("line %d of %q is %q, %t", c.number, c.text, line, found)
		}
	}
}
