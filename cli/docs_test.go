package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/spf13/pflag"

	"github.com/warpcheck/warpcheck/report"
)

// Each flag and each format that a page names exists.
func TestPagesNameFlagsThatExist(t *testing.T) {
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	root := (&Command{}).root(new(int))
	flags.AddFlagSet(root.Flags())
	for _, command := range root.Commands() {
		flags.AddFlagSet(command.Flags())
	}
	call := regexp.MustCompile("(?m)(?:^    |`|^\\$ )(?:bin/)?warpcheck(?: [^`\\n]*)?|`-[^`\\n]*`")
	flag := regexp.MustCompile(`(?:^|[\s\x60])--([a-z][a-z-]*)`)
	format := regexp.MustCompile(`(?:^|[\s\x60])-f ([a-z]+)`)
	for _, page := range []string{"README.md", "docs/usage.md", "docs/ci.md", "docs/configuration.md"} {
		text, err := os.ReadFile(filepath.Join("..", page))
		if err != nil {
			t.Fatal(err)
		}
		named := 0
		for _, words := range call.FindAllString(string(text), -1) {
			for _, m := range flag.FindAllStringSubmatch(words, -1) {
				if named++; flags.Lookup(m[1]) == nil && !slices.Contains([]string{"help", "dot"}, m[1]) {
					t.Errorf("%s: %s: there is no --%s", page, words, m[1])
				}
			}
			for _, m := range format.FindAllStringSubmatch(words, -1) {
				if named++; !slices.Contains(report.Names(), m[1]) {
					t.Errorf("%s: %s: there is no format %s", page, words, m[1])
				}
			}
		}
		if named < 10 {
			t.Errorf("%s: only %d flags and formats found", page, named)
		}
	}
}
