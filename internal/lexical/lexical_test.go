package lexical

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestWithoutComments(t *testing.T) {
	for text, want := range map[string]string{
		"a // b\nc":            "a     \nc",
		"a // b\\\nc\nd":       "a      \n \nd",
		"a // b\\\r\nc\r\nd":   "a      \r\n \r\nd",
		"a /* b\nc */ d":       "a     \n     d",
		"a /* b":               "a     ",
		"a /*/ b */ c":         "a          c",
		`"/*" a "*/" // b`:     `"/*" a "*/"     `,
		`"\"/*" a "*/"`:        `"\"/*" a "*/"`,
		`'"' /* " */ '"'`:      `'"'         '"'`,
		"\"a\n/* b */ c":       "\"a\n        c",
		"1'000 /* ' */ 2":      "1'000         2",
		"x = 0xA'B; // '":      "x = 0xA'B;     ",
		`u8'a' // b`:           `u8'a'     `,
		`R"(// " */)" // b`:    `R"(// " */)"     `,
		`R"x(" )" // )x" // b`: `R"x(" )" // )x"     `,
		`BAR"(// b`:            `BAR"(// b`,
		"a / b * c":            "a / b * c",
		"":                     "",
	} {
		if got := WithoutComments(text); got != want {
			t.Errorf("of %q is left %q, want %q", text, got, want)
		}
	}
}

func TestWords(t *testing.T) {
	var got []string
	for at, word := range Words("a1 = _b+1u8; x.y 0xAB z") {
		got = append(got, fmt.Sprint(at, word))
	}
	if want := []string{"0a1", "5_b", "13x", "15y", "22z"}; !slices.Equal(got, want) {
		t.Errorf("words: %q, want %q", got, want)
	}
	if !HasWord("a bc", "bc") || HasWord("abc", "bc") || HasWord("abab", "ab") || HasWord("1ab", "ab") || HasWord("ab", "") {
		t.Error("a word is one of its own")
	}
}

func TestWithoutCommentsKeepsPlaces(t *testing.T) {
	text := strings.Repeat("int a; /* of\nthe */ int b; // and more \"\n", 3)
	got := WithoutComments(text)
	if len(got) != len(text) || strings.Count(got, "\n") != strings.Count(text, "\n") || strings.Contains(got, "more") {
		t.Errorf("of\n%s is left\n%s", text, got)
	}
}
