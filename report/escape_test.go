package report

import (
	"encoding/json"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/rules"
)

// hostile is a report whose texts come from an untrusted source.
func hostile(text string) *Report {
	place := ast.Pos{File: text, Line: 1, Column: 1}
	return &Report{
		Findings: []rules.Finding{{
			Key: "divergent_mask", Severity: rules.Error, Pos: place, Message: text, Help: text,
			Kernels: []string{text}, Contexts: []string{text}, Witness: []string{text},
			Labels: []rules.Label{{Pos: place, Text: "here", Primary: true}},
		}},
		Notices: []Notice{{Severity: rules.Warning, Pos: place, Text: text}},
		Sources: func(string) ([]byte, error) { return []byte(text), nil },
	}
}

var hostileText = rapid.OneOf(
	rapid.String(),
	rapid.SampledFrom([]string{
		"a%b:c,d\r\n::error::x", "\x1b[2J", "<script>alert(1)</script>", "\xff\xfe", "[x](1)",
		"</pre><img src=x onerror=alert(1)>", "a\u202eb", "://", "%zz", "../../x y#?.cu",
	}),
)

func TestHostileGitHub(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := hostileText.Draw(t, "text")
		var out strings.Builder
		if err := GitHub(&out, hostile(text)); err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
		if len(lines) != 3 || strings.Contains(out.String(), "\r") {
			t.Fatalf("commands were split or joined: %q", lines)
		}
		for _, line := range lines[:2] {
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

func TestHostileText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := hostileText.Draw(t, "text")
		for _, format := range []Format{Full, Concise} {
			var out strings.Builder
			if err := format(&out, hostile(text)); err != nil {
				t.Fatal(err)
			}
			if strings.ContainsAny(out.String(), "\x1b\r\x00\u202e") {
				t.Fatalf("control characters in %q", out.String())
			}
		}
	})
}

func TestHostileHTML(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := hostileText.Draw(t, "text")
		var out strings.Builder
		if err := HTML(&out, hostile(text)); err != nil {
			t.Fatal(err)
		}
		for _, tag := range []string{"<script", "<img"} {
			if strings.Contains(out.String(), tag) {
				t.Fatalf("%s got through: %q", tag, out.String())
			}
		}
	})
}

func TestHostileJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := hostileText.Draw(t, "text")
		var out strings.Builder
		if err := JSON(&out, hostile(text)); err != nil {
			t.Fatal(err)
		}
		var back jsonReport
		if err := json.Unmarshal([]byte(out.String()), &back); err != nil {
			t.Fatal(err)
		}
		if got := back.Findings[0].Message; got != strings.ToValidUTF8(text, "\ufffd") &&
			!strings.Contains(text, "\xff") {
			t.Fatalf("%q came back as %q", text, got)
		}
	})
}
