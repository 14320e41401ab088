package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/warpcheck/warpcheck/check"
	"github.com/warpcheck/warpcheck/internal/worker/sandbox"
	"github.com/warpcheck/warpcheck/load"
	"github.com/warpcheck/warpcheck/report"
)

// completion says what a shell offers after a flag, or for a path.
type completion = func(cmd *cobra.Command, args []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective)

// completions are those of the flags with a value, by name.
var completions = map[string]completion{
	"format":                oneOf(report.Names),
	"color":                 oneOf(func() []string { return []string{"auto", "always", "never"} }),
	"fail-on":               oneOf(func() []string { return []string{"note", "warning", "error"} }),
	"sandbox":               oneOf(sandboxModes),
	"explain":               oneOf(check.Keys),
	"enable":                listOf(check.Keys),
	"disable":               listOf(check.Keys),
	"only":                  listOf(check.Keys),
	"arch":                  listOf(load.ArchNames),
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
	"times":                 anyFile,
	"write-times":           anyFile,
	"stdin-filename":        files("cu", "cuh"),
	"kernel":                nothingKnown,
	"new-from-rev":          nothingKnown,
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
}

func sandboxModes() []string {
	return []string{string(sandbox.Auto), string(sandbox.Require), string(sandbox.Off)}
}

// complete tells cobra what to offer for a command and those below it.
func complete(command *cobra.Command) {
	command.Flags().VisitAll(func(f *pflag.Flag) {
		if known := completions[f.Name]; known != nil {
			_ = command.RegisterFlagCompletionFunc(f.Name, known) // an error tells of a second one
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

// listOf completes the last element of a list with commas.
func listOf(names func() []string) completion {
	return func(_ *cobra.Command, _ []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
		before := begun[:strings.LastIndex(begun, ",")+1]
		var offered []cobra.Completion
		for _, name := range names() {
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

// sourceFiles completes paths: CUDA files, and the folders on the way.
var sourceFiles = files("cu", "cuh")
