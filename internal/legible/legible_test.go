package legible

import (
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestLine(t *testing.T) {
	for in, want := range map[string]string{
		"a\x1b[2Jb":               `a\u{1b}[2Jb`,
		"x\u202ey\u2066\u061c":    `x\u{202e}y\u{2066}\u{61c}`,
		"z\u200bw\ufeff\u3164":    `z\u{200b}w\u{feff}\u{3164}`,
		"k\xff.cu":                `k\xff.cu`,
		"two\nlines\r\tand":       `two\u{a}lines\u{d}\u{9}and`,
		"::error::x":              `\u{3a}:error::x`,
		"  ::error::x":            `  \u{3a}:error::x`,
		"a ##[error]x":            `a #\u{23}[error]x`,
		"##vso[task.x]y":          `\u{23}#vso[task.x]y`,
		"a: ##teamcity[x]":        `a: \u{23}#teamcity[x]`,
		"####VSO[x]":              `##\u{23}#VSO[x]`,
		"a##b, ## x[1], ##9[":     "a##b, ## x[1], ##9[",
		"std::sort":               "std::sort",
		"größe 大きさ Σ, a #[b] \\n": "größe 大きさ Σ, a \\u{23}[b] \\n",
	} {
		if got := Line(in); got != want {
			t.Errorf("%q is shown as %s, want %s", in, got, want)
		}
	}
}

func TestLines(t *testing.T) {
	in := "a:\n\tb ::c\n\t::d\r\n##[e]\n"
	want := "a:\n\tb ::c\n\t\\u{3a}:d\\u{d}\n#\\u{23}[e]\n"
	if got := Lines(in); got != want {
		t.Errorf("%q is shown as %q", in, got)
	}
}

func TestLongTextIsCut(t *testing.T) {
	long := strings.Repeat("ä", 10_000)
	if n := utf8.RuneCountInString(Name(long)); n != maxName+len("...") {
		t.Errorf("a name of %d characters", n)
	}
	if n := utf8.RuneCountInString(Text(long)); n != maxText+len("...") {
		t.Errorf("a text of %d characters", n)
	}
	if Line(long) != long || Name("short") != "short" {
		t.Error("what is short, or must not be cut, is changed")
	}
}

// command matches what a log may take for a command.
var command = regexp.MustCompile(`##[A-Za-z]*\[`)

// A line of any text is shown and is no command.
func TestAnyTextIsInert(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		raw := rapid.OneOf(rapid.String(), rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string {
			return string(b)
		}), rapid.StringMatching(`[\s:#\[x]{0,12}`),
			rapid.StringMatching(`[\s#]{0,3}##(vso|teamcity|#|\x00|e){0,2}\[`)).Draw(t, "text")
		for _, shown := range []string{Line(raw), Name(raw), Text(raw)} {
			if strings.HasPrefix(strings.TrimSpace(shown), "::") || command.MatchString(shown) {
				t.Fatalf("%q is a command", shown)
			}
			for _, r := range shown {
				if !unicode.IsGraphic(r) || unicode.IsControl(r) {
					t.Fatalf("%q has %U", shown, r)
				}
			}
		}
		if Line(Line(raw)) != Line(raw) {
			t.Fatalf("%q is changed again", Line(raw))
		}
	})
}
