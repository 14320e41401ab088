package cli

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/warpcheck/warpcheck/config"
	"github.com/warpcheck/warpcheck/internal/nearest"
	"github.com/warpcheck/warpcheck/rules"
)

// refuseWords returns an error if the first word is no path, and is probably meant as something else. The word may be a
// command of other programs, resemble a command of warpcheck, or be the name of a flag or a rule. The error suggests
// what may be meant.
func refuseWords(cmd *cobra.Command, words []string) error {
	if len(words) == 0 {
		return nil
	}
	if _, err := os.Lstat(words[0]); err == nil {
		return nil
	}
	if meant := argumentsFor(cmd, words); meant != "" {
		return fmt.Errorf("%s: no such file or directory, and no command: did you mean %q?", words[0], "warpcheck "+meant)
	}
	return nil
}

// checkWords lists the commands by which other programs check files.
var checkWords = []string{"check", "lint", "scan", "run", "analyze", "analyse"}

// otherWords maps a command of another program to the flag or command of warpcheck that does the same.
var otherWords = map[string]string{"rule": "--explain", "rules": "--list-rules", "server": "lsp", "linter": "--list-rules"}

// foreignFlags maps a flag of another program to the flag of warpcheck that does the same.
var foreignFlags = map[string]string{
	"select": "--only", "extend-select": "--enable", "ignore": "--disable", "extend-ignore": "--disable", "checks": "--only",
	"output-format": "--format", "out-format": "--format", "output-file": "--output", "level": "--fail-on", "severity": "--fail-on",
	"no-fail": "--exit-zero", "warnings-as-errors": "--fail-on",
	"exclude": "exclude in " + config.Name, "extend-exclude": "exclude in " + config.Name,
	"gpu-architecture": "--arch", "generate-code": "--arch", "gencode": "--arch", "line-filter": "--new-from-rev", "workers": "--jobs",
}

// argumentsFor returns the arguments that words are probably meant for, or "" if none are known.
func argumentsFor(cmd *cobra.Command, words []string) string {
	named := cmd.Flags().Lookup(words[0])
	switch {
	case named == nil && slices.Contains(checkWords, words[0]):
		return strings.Join(append(words[1:len(words):len(words)], []string{"."}[:max(0, 2-len(words))]...), " ")
	case named == nil && otherWords[words[0]] != "":
		return strings.Join(append([]string{otherWords[words[0]]}, words[1:]...), " ")
	case named == nil && rules.All().Named(words[0]) != nil:
		return "--explain " + words[0]
	case named == nil:
		command, isClose := nearest.Closest(words[0], commandsBelow(cmd))
		if !isClose || strings.ContainsAny(words[0], "./") { // a word with a dot is probably the name of a file
			return ""
		}
		return strings.Join(append([]string{command}, words[1:]...), " ")
	case named.NoOptDefVal != "": // a flag without a value
		return "--" + named.Name
	case len(words) > 1:
		return "--" + named.Name + " " + words[1]
	}
	return "--" + named.Name + " VALUE"
}
