package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// problemPattern is the part of a problem matcher that both editors share.
type problemPattern struct {
	Regexp                                      string
	File, Line, Column, Severity, Message, Code int
}

func readPattern(t *testing.T, file string, find func(any) any) problemPattern {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var document any
	if err := json.Unmarshal(text, &document); err != nil {
		t.Fatal(err)
	}
	part, err := json.Marshal(find(document))
	if err != nil {
		t.Fatal(err)
	}
	var p problemPattern
	if err := json.Unmarshal(part, &p); err != nil || p.Regexp == "" {
		t.Fatalf("%s: no pattern: %v", file, err)
	}
	return p
}

func field(name string) func(any) any { return func(v any) any { return v.(map[string]any)[name] } }
func first(v any) any                 { return v.([]any)[0] }
func follow(steps ...func(any) any) func(any) any {
	return func(v any) any {
		for _, step := range steps {
			v = step(v)
		}
		return v
	}
}

func problemPatterns(t *testing.T) map[string]problemPattern {
	return map[string]problemPattern{
		"github": readPattern(t, "../docs/problem-matchers/github.json",
			follow(field("problemMatcher"), first, field("pattern"), first)),
		"vscode": readPattern(t, "../docs/problem-matchers/vscode.json",
			follow(field("tasks"), first, field("problemMatcher"), field("pattern"))),
	}
}

// The problem matchers read the program's own concise output, with and without colours: every finding, and nothing
// else.
func TestProblemMatchers(t *testing.T) {
	for name, p := range problemPatterns(t) {
		for _, color := range []string{"never", "always"} {
			t.Run(name+"/"+color, func(t *testing.T) {
				matchProblems(t, p, runInMemory(t, exitFindings, "--color", color, "-f", "concise",
					"../testdata/guideline"))
			})
		}
	}
}

// A notice has no key, but the matchers find its place.
func TestProblemMatchersReadNotices(t *testing.T) {
	file := filepath.Join(t.TempDir(), "k.cu")
	text := "// warpcheck:ignore divergent_mask\n__global__ void k() {}\n"
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	for name, p := range problemPatterns(t) {
		for _, color := range []string{"never", "always"} {
			output := runInMemory(t, exitFindings, "--color", color, "-f", "concise", file)
			line, _, _ := strings.Cut(output, "\n")
			m := regexp.MustCompile(p.Regexp).FindStringSubmatch(line)
			if m == nil || m[p.File] != file || m[p.Severity] != "warning" || m[p.Code] != "" ||
				!strings.HasSuffix(m[p.Message], "gives no reason: write one after the key") {
				t.Errorf("%s, colour %s: read %q in %q", name, color, m, line)
			}
		}
	}
}

func matchProblems(t *testing.T, p problemPattern, output string) {
	t.Helper()
	re := regexp.MustCompile(p.Regexp)
	var keys []string
	for line := range strings.Lines(output) {
		m := re.FindStringSubmatch(strings.TrimSuffix(line, "\n"))
		if m == nil {
			continue
		}
		keys = append(keys, m[p.Code])
		for _, group := range []int{p.File, p.Line, p.Column, p.Severity, p.Message, p.Code} {
			if strings.Contains(m[group], "\x1b") {
				t.Errorf("a colour in group %d: %q", group, m[group])
			}
		}
		if !strings.HasPrefix(m[p.File], "../testdata/guideline/mask_per_") ||
			!strings.Contains(m[p.Message], "Lane(s)") || m[p.Line] == "" || m[p.Column] == "" {
			t.Errorf("read %q", m)
		}
	}
	want := "not_participating_lane_in_mask divergent_mask divergent_mask"
	if got := strings.Join(keys, " "); got != want {
		t.Errorf("matched %q, want %q in\n%s", got, want, output)
	}
}

// runInMemory runs the program and returns what it writes.
func runInMemory(t *testing.T, code int, args ...string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	c := &Command{Stdin: strings.NewReader(""), Stdout: &stdout, Stderr: &stderr}
	if got := c.Main(append([]string{"warpcheck"}, args...)); got != code {
		t.Fatalf("exit code %d, want %d\n%s%s", got, code, &stdout, &stderr)
	}
	return stdout.String()
}
