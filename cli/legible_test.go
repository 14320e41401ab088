package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// hostileWords are texts in code that a terminal or a workflow's log may take for something else than text.
var hostileWords = []string{
	"\x1b[2Jx", "\u202etxt.\u2066", "\xff\xfe\x9bm", "::error::x", "##[group]x", "\r\n::stop-commands::x",
}

// hostileTree is a folder of files with a word in their names, in errors, in suppressions and in identifiers.
func hostileTree(t *testing.T, word string) string {
	t.Helper()
	folder := t.TempDir()
	inName := strings.ReplaceAll(word, "/", "")
	inLine := strings.NewReplacer("\r", "", "\n", "").Replace(word)
	for name, text := range map[string]string{
		inName + ".cu": "__device__ void f(int n) { if (threadIdx.x < n) __syncwarp(); } // " + inLine + "\n" +
			"__global__ void k(int n) { if (threadIdx.x < 16) __syncwarp(); /* " + inLine + " */ f(n); }\n" +
			"// warpcheck:ignore " + inLine + " because " + inLine + "\n",
		"error.cu":    "#error " + inLine + "\n__global__ void k() { __syncwarp(1); }\n",
		"include.cu":  "#include \"" + inLine + "\"\n",
		"template.cu": "template <char C> __global__ void k() { if (threadIdx.x) __syncwarp(); }\ntemplate __global__ void k<'\\x1b'>();\n",
		"asm.cu":      "__global__ void k() { asm(\"shfl.sync " + inLine + " \\x1b\"); }\n",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// Whatever a tree contains, all output is lines of text, and none of them is a command except those of -f github.
func TestHostileTree(t *testing.T) {
	for _, word := range hostileWords {
		t.Chdir(hostileTree(t, word))
		for _, format := range []string{"full", "github"} { // report.TestAllTextIsLegible has them all
			var out, log strings.Builder
			c := &Command{Stdin: strings.NewReader(""), Stdout: &out, Stderr: &log}
			c.Main([]string{"warpcheck", "--potential", "-v", "--stats", "stats", "-f", format, "."})
			stats, err := os.ReadFile("stats")
			if err != nil {
				t.Errorf("%q: %v: %s", word, err, log.String())
			}
			isCommand := func(line string) bool { return strings.HasPrefix(strings.TrimSpace(line), "::") }
			mayCommand := func(string) bool { return false }
			if format == "github" {
				mayCommand = func(line string) bool {
					return strings.HasPrefix(line, "::error file=") || strings.HasPrefix(line, "::warning file=") ||
						strings.HasPrefix(line, "::notice file=")
				}
			}
			for line := range strings.Lines(out.String()) {
				if isCommand(line) && !mayCommand(line) {
					t.Errorf("%s: %q is a command", format, line)
				}
			}
			for _, text := range []string{out.String(), log.String(), string(stats)} {
				mustBeInert(t, text)
			}
			for line := range strings.Lines(log.String()) {
				if isCommand(line) {
					t.Errorf("%q is a command", line)
				}
			}
		}
	}
}

// mustBeInert fails if a text is not UTF-8, or has characters that are not visible.
func mustBeInert(t *testing.T, text string) {
	t.Helper()
	if !utf8.ValidString(text) || strings.Contains(text, "##[") {
		t.Errorf("not UTF-8, or a command: %q", text)
	}
	for _, r := range text {
		if r != '\n' && r != '\t' && !unicode.IsGraphic(r) {
			t.Errorf("%U in %q", r, text)
			return
		}
	}
}

// Errors of usage and configuration, and the output of the other commands, are text as well.
func TestHostileErrors(t *testing.T) {
	for _, word := range hostileWords {
		t.Chdir(hostileTree(t, word))
		name := strings.ReplaceAll(word, "/", "") + ".cu"
		settings := "rules:\n  \"" + strings.NewReplacer("\x1b", `\e`, "\r", `\r`, "\n", `\n`, "\xff", `\xff`,
			"\xfe", `\xfe`, "\x9b", `\x9b`).Replace(word) + "\": {severity: error}\n"
		if err := os.WriteFile("settings.yaml", []byte(settings), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, args := range [][]string{
			{word + "/none.cu"}, {"--" + word}, {"--config", "settings.yaml", "error.cu"},
			{"debug", "ast", name}, {"debug", "cfg", name}, {"debug", "cfg", "error.cu"},
			{"simulate", name, "--kernel", word}, {"simulate", name, "--kernel", "k"},
			{"--explain", word}, {"--only", word, name}, {"--print-config", name},
		} {
			var out strings.Builder
			c := &Command{Stdin: strings.NewReader(""), Stdout: &out, Stderr: &out}
			c.Main(append([]string{"warpcheck"}, args...))
			mustBeInert(t, out.String())
			for line := range strings.Lines(out.String()) {
				if strings.HasPrefix(strings.TrimSpace(line), "::") {
					t.Errorf("%q: %q is a command", args, line)
				}
			}
		}
	}
}
