package cli

import (
	"github.com/warpcheck/warpcheck/config"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/warpcheck/warpcheck/internal/worker/sandbox"
	"github.com/warpcheck/warpcheck/load"
	"github.com/warpcheck/warpcheck/report"
	"github.com/warpcheck/warpcheck/rules"
)

// completion is a function that returns what a shell offers as the value of a flag or as a path. begun is the part of
// the word that the user has typed.
type completion = func(cmd *cobra.Command, args []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective)

// completions maps each flag with a value to its completion.
var completions = map[string]completion{
	"format":                oneOf(report.Names),
	"color":                 oneOf(func() []string { return []string{"auto", "always", "never"} }),
	"incomplete":            oneOf(func() []string { return config.Incompletes }),
	"fail-on":               oneOf(func() []string { return []string{"note", "warning", "error"} }),
	"sandbox":               oneOf(sandboxModes),
	"explain":               oneRule,
	"enable":                listOf(ruleWords),
	"disable":               listOf(ruleWords),
	"only":                  listOf(ruleWords),
	"arch":                  listOf(func(string) []string { return load.ArchNames() }),
	"config":                files("yaml", "yml"),
	"baseline":              files("json"),
	"cuda-path":             folders,
	"database":              folders,
	"cache-dir":             folders,
	"output":                anyFile,
	"stats":                 anyFile,
	"profile":               anyFile,
	"result":                anyFile,
	"depfile":               anyFile,
	"results":               anyFile,
	"witness":               files("json"),
	"all":                   folders,
	"key":                   listOf(ruleWords),
	"times":                 anyFile,
	"write-times":           anyFile,
	"stdin-filename":        files("cu", "cuh"),
	"kernel":                nothingKnown,
	"port":                  nothingKnown,
	"new-from-rev":          nothingKnown,
	"new-from-merge-base":   nothingKnown,
	"set":                   nothingKnown,
	"justification-checker": nothingKnown,
	"warp":                  nothingKnown,
	"block":                 nothingKnown,
	"data":                  nothingKnown,
	"extra-arg":             nothingKnown,
	"jobs":                  nothingKnown,
	"shard":                 nothingKnown,
	"unit-cpu":              nothingKnown,
	"unit-memory":           nothingKnown,
	"effort":                nothingKnown,
}

func sandboxModes() []string {
	return []string{string(sandbox.Auto), string(sandbox.Require), string(sandbox.Off)}
}

// complete registers the completions of a command and of its subcommands with cobra.
func complete(command *cobra.Command) {
	command.Flags().VisitAll(func(f *pflag.Flag) {
		if known := completions[f.Name]; known != nil {
			_ = command.RegisterFlagCompletionFunc(f.Name, known) // the error is ignored: it occurs only if the flag is registered twice
		}
	})
	for _, below := range command.Commands() {
		complete(below)
	}
}

func oneOf(names func() []string) completion {
	return func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return names(), cobra.ShellCompDirectiveNoFileComp
	}
}

// ruleWords lists the words that a shell offers for a rule: the keys of all rules, and their groups. It also lists the
// code and the other spelling of a rule whose key does not begin with the typed text begun, if the code or the spelling
// does.
func ruleWords(begun string) []string {
	known := rules.All()
	words := known.Words()
	for _, other := range known.Spellings()[len(words):] {
		if strings.HasPrefix(other, begun) && !strings.HasPrefix(known.Named(other)[0], begun) {
			words = append(words, other)
		}
	}
	return words
}

func oneRule(_ *cobra.Command, _ []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return ruleWords(begun), cobra.ShellCompDirectiveNoFileComp
}

// listOf completes the last element of a list with commas. The function names returns the candidates for an element
// that begins with begun.
func listOf(names func(begun string) []string) completion {
	return func(_ *cobra.Command, _ []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
		before := begun[:strings.LastIndex(begun, ",")+1]
		var offered []cobra.Completion
		for _, name := range names(begun[len(before):]) {
			if !slices.Contains(strings.Split(before, ","), name) {
				offered = append(offered, before+name)
			}
		}
		return offered, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}
}

func files(ends ...string) completion {
	return func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return ends, cobra.ShellCompDirectiveFilterFileExt
	}
}

func folders(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveFilterDirs
}

func anyFile(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveDefault
}

func nothingKnown(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveNoFileComp
}

// sourceFiles completes paths: CUDA files, and folders.
var sourceFiles = files("cu", "cuh")
