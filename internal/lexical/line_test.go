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

func TestOffset(t *testing.T) {
	text := []byte("ab\ncd\n")
	for _, c := range []struct{ line, column, want int }{
		{1, 1, 0}, {2, 2, 4}, {2, 3, 5}, {3, 1, 6}, {3, 2, -1}, {4, 1, -1}, {0, 1, -1}, {2, 0, -1},
	} {
		if got := Offset(text, c.line, c.column); got != c.want {
			t.Errorf("line %d, column %d: offset %d, want %d", c.line, c.column, got, c.want)
		}
	}
}
