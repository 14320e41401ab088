package cli

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// consoleBlock is a fenced block of the README: commands after "$ ", each
// followed by its output.
var consoleBlock = regexp.MustCompile("(?s)```console\n(.*?)```")

// TestReadme runs the warpcheck commands of the README and compares what they
// write. Commands of other programs are not run.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir("..")
	ran := 0
	for _, block := range consoleBlock.FindAllStringSubmatch(string(text), -1) {
		for _, session := range strings.Split("\n"+block[1], "\n$ ")[1:] {
			command, want, _ := strings.Cut(session, "\n")
			args := strings.Fields(command)
			if !strings.HasSuffix(args[0], "warpcheck") {
				continue
			}
			ran++
			got := outputOf(args[1:])
			if strings.TrimRight(got, "\n") != strings.TrimRight(want, "\n") {
				t.Errorf("$ %s\ngot:\n%s\nthe README shows:\n%s", command, got, want)
			}
		}
	}
	if ran == 0 {
		t.Error("the README shows no output of warpcheck")
	}
}

// outputOf runs the program and returns both streams.
func outputOf(args []string) string {
	var out strings.Builder
	c := &Command{Stdin: strings.NewReader(""), Stdout: &out, Stderr: &out}
	c.Main(append([]string{"warpcheck"}, args...))
	return out.String()
}
