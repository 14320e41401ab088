package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A page's blocks are run in a copy of testdata/docs, a small project under git:
//
//	```console       commands behind "$ ", what they write below them where the page shows it; a line
//	                 of "..." stands for any lines. A command may end with 0 or 1: clean, or findings
//	```cuda sum.cu   a file that the commands below it use, in its state from here on
var fenced = regexp.MustCompile("(?ms)^```(console|[a-z+]+ [\\w./-]+)\n(.*?)^```$")

// pages are the README and the documentation, without the pages of rules, which TestRulePages generates.
func pages(t *testing.T) []string {
	t.Helper()
	list := []string{"README.md", "CONTRIBUTING.md"}
	found, err := filepath.Glob("../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range found {
		list = append(list, strings.TrimPrefix(filepath.ToSlash(page), "../"))
	}
	return list
}

// Each command of a page does what the page says.
func TestPages(t *testing.T) {
	ran := 0
	for _, page := range pages(t) {
		text, err := os.ReadFile(filepath.Join("..", page))
		if err != nil {
			t.Fatal(err)
		}
		blocks := fenced.FindAllStringSubmatch(string(text), -1)
		if len(blocks) == 0 {
			continue
		}
		ran++
		t.Run(strings.ReplaceAll(page, "/", "_"), func(t *testing.T) {
			t.Parallel()
			followPage(t, scratch(t), blocks)
		})
	}
	if ran < 3 {
		t.Errorf("only %d pages have commands", ran)
	}
}

// followPage writes the files and runs the commands of a page's blocks.
func followPage(t *testing.T, project string, blocks [][]string) {
	for _, block := range blocks {
		if _, file, isFile := strings.Cut(block[1], " "); isFile {
			writeFile(t, filepath.Join(project, file), block[2])
			continue
		}
		for _, session := range strings.Split("\n"+block[2], "\n$ ")[1:] {
			command, want, _ := strings.Cut(session, "\n")
			got, code := shell(t, project, command)
			if code > exitFindings {
				t.Fatalf("$ %s\nexit code %d\n%s", command, code, got)
			}
			if want != "" && !shows(want, got) {
				t.Errorf("$ %s\ngot:\n%s\nthe page shows:\n%s", command, got, want)
			}
		}
	}
}

// shows reports whether an output is the one that a page shows.
func shows(want, got string) bool {
	pattern := regexp.QuoteMeta(strings.TrimRight(want, "\n"))
	pattern = regexp.MustCompile(`(?m)^\\\.\\\.\\\.$`).ReplaceAllString(pattern, "(?s:.*)")
	return regexp.MustCompile(`\A` + pattern + `\n*\z`).MatchString(strings.TrimRight(got, "\n"))
}

// shell runs a command in a folder; "warpcheck" and "bin/warpcheck" are this program.
func shell(t *testing.T, folder, command string) (output string, code int) {
	t.Helper()
	cmd := exec.Command("sh", "-c", command)
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), "XDG_CACHE_HOME="+filepath.Join(folder, ".cache"), "TERM=dumb")
	out, err := cmd.CombinedOutput()
	if _, failed := err.(*exec.ExitError); err != nil && !failed {
		t.Fatal(err)
	}
	return string(out), cmd.ProcessState.ExitCode()
}

// scratch is a copy of the documentation's project, without changes since the branch main of its origin.
func scratch(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	for from, to := range map[string]string{"../testdata/docs": "", "../testdata/guideline": "testdata/guideline",
		"../testdata/kernels/truth": "testdata/kernels/truth"} {
		if err := os.CopyFS(filepath.Join(folder, to), os.DirFS(from)); err != nil {
			t.Fatal(err)
		}
	}
	program, err := exec.LookPath("warpcheck")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(folder, "bin"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(program, filepath.Join(folder, "bin", "warpcheck")); err != nil {
		t.Fatal(err)
	}
	const commit = "printf '.cache\\nbin\\n' >.gitignore && git init -q -b main && git add . && " +
		"git -c user.name=a -c user.email=a@b -c commit.gpgsign=false commit -qm start && git update-ref refs/remotes/origin/main HEAD"
	if out, code := shell(t, folder, commit); code != 0 {
		t.Fatalf("git: %s", out)
	}
	return folder
}

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// indented matches a command in an indented block, which is not run.
var indented = regexp.MustCompile(`(?m)^(?:    )(?:\$ )?((?:bin/)?warpcheck\s.*|make [\w-]+|go test \./[\w/]+)`)

// A command that a page shows without running it is one that a test cannot run here: a make target or a go test of an
// existing package.
func TestPagesRunTheirCommands(t *testing.T) {
	makefile, err := os.ReadFile("../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range pages(t) {
		text, err := os.ReadFile(filepath.Join("..", page))
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range indented.FindAllStringSubmatch(string(text), -1) {
			words := strings.Fields(m[1])
			switch words[0] {
			case "make":
				if !regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(words[1]) + `( [\w-]+)*:`).Match(makefile) {
					t.Errorf("%s: there is no target for %q", page, m[1])
				}
			case "go":
				if _, err := os.Stat(filepath.Join("..", words[2])); err != nil {
					t.Errorf("%s: %s: %v", page, m[1], err)
				}
			default:
				t.Errorf("%s: %q is not run: put it into a console block", page, m[1])
			}
		}
	}
}

// The links of a page name files that exist.
func TestPagesLinkToFilesThatExist(t *testing.T) {
	rulePages, err := filepath.Glob("../docs/rules/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range append(pages(t), rulePages...) {
		path := filepath.Join("..", strings.TrimPrefix(page, "../"))
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`\]\(([\w./-]+)(?:#[\w-]+)?\)|\x60((?:docs|scripts|testdata|config)/[\w./-]+)\x60`).FindAllStringSubmatch(string(text), -1) {
			file := filepath.Join(filepath.Dir(path), m[1])
			if m[2] != "" {
				file = filepath.Join("..", m[2])
			}
			if _, err := os.Stat(file); err != nil {
				t.Errorf("%s leads to %s, which is not there", page, m[0])
			}
		}
	}
}
