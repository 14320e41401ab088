package report

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/warpcheck/warpcheck/internal/legible"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/source"
	"pgregory.net/rapid"
)

// hostile is a report in which all texts come from an untrusted source.
func hostile(text string) *Report {
	place := source.Pos{File: text, Line: 1, Column: 1}
	elsewhere := source.Pos{File: text + ".h", Line: 1, Column: 2}
	related := []rules.Related{{Pos: elsewhere, Text: text}}
	contexts := []rules.Context{{Root: text, Calls: []rules.Call{{Name: text, Pos: place}}}}
	c := rules.Case{Text: text + "{contexts}", Contexts: contexts}
	r := &Report{
		Findings: []rules.Finding{{
			Key: "divergent_mask", Severity: rules.Error, Pos: place, Message: text, Help: text,
			Kernels: []string{text}, Contexts: contexts, Witness: []string{text},
			Unconfirmed: text, Condition: text, Calls: related, Related: related, MacroDefinition: &elsewhere,
			Cases: []rules.Case{c, c}, Rows: []rules.Row{{Name: text}},
			Labels: []rules.Label{{Pos: place, Text: text, Primary: true}, {Pos: elsewhere, Text: text}},
		}},
		Notices: []rules.Notice{{Severity: rules.Warning, Pos: place, Text: text},
			{Severity: rules.Error, Text: text}},
		Sources: func(string) ([]byte, error) { return []byte(text), nil },
	}
	r.Undecided = r.Findings
	return r
}

// formatted is a report in the format with that name.
func formatted(t *rapid.T, name string, r *Report) string {
	format, err := ByName(name)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := format(&out, r); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// No text in a report makes a terminal, a reader or a workflow's log take it for anything but text.
func TestAllTextIsLegible(t *testing.T) {
	for _, name := range Names() {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				text := hostileText.Draw(t, "text")
				out := formatted(t, name, hostile(text))
				if !utf8.ValidString(out) {
					t.Fatalf("not UTF-8: %q", out)
				}
				for _, r := range out {
					if r != '\n' && (!unicode.IsGraphic(r) || unicode.Is(unicode.Cf, r)) {
						t.Fatalf("%U in %q", r, out)
					}
				}
				if strings.Contains(out, "##[") {
					t.Fatalf("a command in %q", out)
				}
				commands := 0
				for line := range strings.Lines(out) {
					if strings.HasPrefix(strings.TrimSpace(line), "::") {
						commands++
					}
				}
				if want := map[string]int{"github": 4}[name]; commands != want {
					t.Fatalf("%d commands, not %d, in %q", commands, want, out)
				}
			})
		})
	}
}

// Template arguments can make a name as long as they like; it is shown in part.
func TestLongNamesAreCut(t *testing.T) {
	long := strings.Repeat("x", 100_000)
	for _, name := range []string{"concise", "json", "sarif"} {
		rapid.Check(t, func(t *rapid.T) {
			r := &Report{Findings: []rules.Finding{{Key: "divergent_mask",
				Kernels: []string{long}, Contexts: []rules.Context{{Root: long}}, Help: long}}}
			if out := formatted(t, name, r); strings.Count(out, "x") > 10_000 {
				t.Fatalf("%s: %d characters of a name", name, strings.Count(out, "x"))
			}
		})
	}
}

var hostileText = rapid.OneOf(
	rapid.String(),
	rapid.SampledFrom([]string{
		"a%b:c,d\r\n::error::x", ":", "::error::x", " \u00a0::error::x", "##[error]x", "\n##[group]x",
		"\x1b[2J", "\x9b2J", "a\u2028::error::b", "\u200b\u2066x\u061c\ufeff", "<script>alert(1)</script>", "\xff\xfe", "[x](1)",
		"</pre><img src=x onerror=alert(1)>", "a\u202eb", "://", "%zz", "../../x y#?.cu",
	}),
)

func TestHostileGitHub(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := hostileText.Draw(t, "text")
		out := formatted(t, "github", hostile(text))
		lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
		if len(lines) != 5 || strings.Contains(out, "\r") {
			t.Fatalf("commands were split or joined: %q", lines)
		}
		for _, line := range lines[:4] {
			properties, _, _ := strings.Cut(line[2:], "::")
			if n := strings.Count(properties, ","); n > 4 {
				t.Fatalf("properties were split: %q", properties)
			}
		}
	})
}

func TestGitHubEscapesAreReversible(t *testing.T) {
	undo := strings.NewReplacer("%0D", "\r", "%0A", "\n", "%3A", ":", "%2C", ",", "%25", "%")
	rapid.Check(t, func(t *rapid.T) {
		text := hostileText.Draw(t, "text")
		escaped := escapeProperty(text)
		if strings.ContainsAny(escaped, ":,\r\n") {
			t.Fatalf("property %q", escaped)
		}
		if got := undo.Replace(escaped); got != text {
			t.Fatalf("%q came back as %q", text, got)
		}
	})
}

func TestHostileHTML(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		out := formatted(t, "html", hostile(hostileText.Draw(t, "text")))
		if strings.Count(out, "<script") != 1 || !strings.Contains(out, "<script>"+pageScript+"</script>") || strings.Contains(out, "<img") {
			t.Fatalf("an element got through: %q", out)
		}
	})
}

func TestHostileJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := hostileText.Draw(t, "text")
		var back jsonReport
		if err := json.Unmarshal([]byte(formatted(t, "json", hostile(text))), &back); err != nil {
			t.Fatal(err)
		}
		if got := back.Findings[0].Message; got != legible.Line(text) {
			t.Fatalf("%q came back as %q", text, got)
		}
	})
}

// A link in a message names a place of the report, and nothing else.
func TestHostileSARIF(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		out := formatted(t, "sarif", hostile("[x](http://y) [z](1)"))
		for line := range strings.Lines(out) {
			if strings.Contains(line, `"text":`) && strings.Contains(line, "](http") {
				t.Fatalf("a link in %s", line)
			}
		}
	})
}
