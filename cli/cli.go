// Package cli is warpcheck's command line: flags, configuration, exit codes.
//
// It decides what to run and where to write, and does not depend on how a rule works. [Command] has its streams as
// fields, so that tests drive the whole program in memory.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/warpcheck/warpcheck/config"
	"github.com/warpcheck/warpcheck/frontend/command"
	"github.com/warpcheck/warpcheck/internal/nearest"
	"github.com/warpcheck/warpcheck/internal/worker/sandbox"
	"github.com/warpcheck/warpcheck/load"
)

// The exit codes. If several apply to a run, the highest is returned. exitUsage is an exception, because wrong usage
// ends the run before anything is analysed.
const (
	exitClean      = 0
	exitFindings   = 1
	exitUsage      = 2
	ExitIncomplete = 3
)

// Command is the program, with the streams that it reads and writes.
type Command struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	// Program is the executable to start as a worker process. If it is "", units are analysed in this process, as in
	// tests in memory.
	Program string
}

// Main runs the program and returns the exit code. The first of args is the name of the program.
func (c *Command) Main(args []string) int {
	code := exitClean
	out := &outgoing{to: c.Stdout}
	c.Stdout = out
	root := c.root(&code)
	words, err := withOptionsFiles(withSourcesNamed(args[1:]))
	if err == nil {
		root.SetArgs(words)
		err = root.Execute()
	}
	if err == nil {
		err = out.failed
	}
	if err != nil {
		c.complain(err)
		var incomplete load.IncompleteError
		if errors.As(err, &incomplete) || out.failed != nil {
			return ExitIncomplete
		}
		return exitUsage
	}
	return code
}

// withOptionsFiles replaces each options file among the compiler's flags by the words in it. The compiler's flags are
// the arguments after "--".
func withOptionsFiles(args []string) ([]string, error) {
	dash := slices.Index(args, "--")
	if dash < 0 {
		return args, nil
	}
	flags, err := command.WithOptionsFiles(context.Background(), args[dash+1:])
	if err != nil {
		return nil, fmt.Errorf("-- %w", err)
	}
	return slices.Concat(args[:dash+1], flags), nil
}

// withSourcesNamed puts ./ before each argument that is the name of an existing source file and looks like a flag.
// Hooks pass the names of a repository's files, and one may be called --config=k.cu. No flag has a source file as its
// value.
func withSourcesNamed(args []string) []string {
	args = slices.Clone(args)
	for i, arg := range args {
		switch {
		case arg == "--":
			return args
		case strings.HasPrefix(arg, "-") && load.IsSource(arg):
			args[i] = "./" + arg
		}
	}
	return args
}

// complain writes an error on one line.
func (c *Command) complain(err error) {
	text := strings.Join(strings.Fields(strings.ReplaceAll(err.Error(), "\n", "; ")), " ")
	c.say("warpcheck: " + text)
}

// The version text is computed only when --version prints it, because it loads clang.
func init() {
	cobra.AddTemplateFunc("warpcheckVersion", versionText)
	cobra.AddTemplateFunc("warpcheckSandbox", sandbox.Available)
}

// root returns the root command, with all subcommands. A run without an error writes its exit code to code.
func (c *Command) root(code *int) *cobra.Command {
	o := &options{}
	root := &cobra.Command{
		Use:   "warpcheck [flags] [PATH...] [-- compiler flags]",
		Short: "Find misuse of CUDA's warp collectives",
		Long: `warpcheck reads CUDA source, files and folders of .cu and .cuh (without PATH this
folder), or of .ptx, and reports warp collectives that the lanes of a warp do not
execute as their masks promise, barriers that not all threads reach, and races in
shared memory. It needs neither a GPU nor the CUDA toolkit. Behind -- stand flags
of nvcc or clang.

Exit codes: 0 clean, 1 findings, 2 wrong usage, 3 something was not analysed.`,
		Example: `  warpcheck src
  warpcheck --arch sm_61,sm_90 --potential kernel.cu
  warpcheck -p build -f sarif -o warpcheck.sarif src
  warpcheck kernel.cu -- -DNDEBUG -Iinclude`,
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: sourceFiles,
		SilenceErrors:     true,
		SilenceUsage:      true,
		Version:           Version,
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if err := refuseEmpty(cmd.Flags()); err != nil {
				return err
			}
			o.inputs.paths, o.inputs.clangArgs = splitArgs(cmd, args)
			if err := refuseWords(cmd, o.inputs.paths); err != nil {
				return err
			}
			o.part.carriedFlags = o.wordsOf(cmd.Flags())
			*code, err = c.dispatch(cmd.Context(), o)
			return err
		},
	}
	root.SetIn(c.Stdin)
	root.SetOut(c.Stdout)
	root.SetErr(c.Stderr)
	root.SetVersionTemplate("{{warpcheckVersion}}\n{{if eq (.Flags.Lookup \"verbose\").Value.String \"true\"}}" +
		"sandbox: {{warpcheckSandbox}}\n{{end}}")
	root.SetFlagErrorFunc(flagError)
	o.register(root.Flags())
	root.AddCommand(c.debugCommand(), c.simulateCommand(code), c.cacheCommand(), c.mergeCommand(code), c.reproduceCommand(code), c.lspCommand(code), c.playgroundCommand(), c.manualCommand())
	complete(root)
	root.InitDefaultCompletionCmd()
	root.InitDefaultHelpCmd()
	for _, command := range root.Commands() {
		switch {
		case command.HasSubCommands():
			command.RunE = helpOrUnknown
		case command.Name() == "help":
			command.Run, command.RunE = nil, helpOf
		}
	}
	return root
}

// helpOrUnknown shows the help of a command that has subcommands. It returns an error if the first argument is no
// subcommand.
func helpOrUnknown(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return cmd.Help()
	}
	return unknownCommand(cmd.Name(), args[0], cmd)
}

// unknownCommand returns the error for a word that is no subcommand of parent. Its message begins with prefix.
func unknownCommand(prefix, word string, parent *cobra.Command) error {
	return fmt.Errorf("%s: unknown command %q%s", prefix, word, nearest.Suggest(word, commandsBelow(parent)))
}

// commandsBelow returns the names of the subcommands of parent.
func commandsBelow(parent *cobra.Command) []string {
	var known []string
	for _, below := range parent.Commands() {
		if below.IsAvailableCommand() {
			known = append(known, below.Name())
		}
	}
	return known
}

// helpOf shows the help of the command that args name. It returns an error if they name none.
func helpOf(cmd *cobra.Command, args []string) error {
	named, rest, err := cmd.Root().Find(args)
	if err == nil && len(rest) == 0 {
		return named.Help()
	}
	unknown := unknownCommand(cmd.Name(), rest[0], named)
	if _, isClose := nearest.Closest(rest[0], commandsBelow(named)); isClose {
		return unknown
	}
	return fmt.Errorf("%w; --explain KEY explains a rule, --list-rules lists them", unknown)
}

// flagError adds a suggestion to cobra's error about a flag.
func flagError(cmd *cobra.Command, err error) error {
	text, how, _ := strings.Cut(err.Error(), ": strconv.") // the rest is about Go's parser, and means nothing to a user
	if strings.HasPrefix(how, "ParseInt") {
		text += ": give a number"
	}
	if meant := suggestFlag(cmd, err); meant != "" {
		return errors.New(text + meant)
	}
	return fmt.Errorf("%s; see %s --help", text, cmd.CommandPath())
}

// splitArgs divides the arguments at "--". Words after "--" that are no flags are paths, too.
func splitArgs(cmd *cobra.Command, args []string) (paths, flags []string) {
	if dash := cmd.ArgsLenAtDash(); dash >= 0 {
		behind, flags := command.Inputs(args[dash:])
		return slices.Concat(args[:dash], behind), flags
	}
	return args, nil
}

// dispatch carries out the action that the flags select, mostly a check. It returns the exit code.
func (c *Command) dispatch(ctx context.Context, o *options) (int, error) {
	switch {
	case o.about.guideline && !o.about.listRules:
		return exitUsage, errors.New("--guideline says what --list-rules lists: give both")
	case o.about.listRules:
		return exitClean, c.listRules(o)
	case o.file.schema:
		return exitClean, c.writeSchema()
	case o.about.explain != "":
		return exitClean, c.explain(o)
	case o.file.begins && len(o.inputs.paths) > 0:
		return exitUsage, fmt.Errorf("--init writes %s in this folder: leave out %s, or go there", config.Name, o.inputs.paths[0])
	case o.file.begins:
		return exitClean, c.writeTemplate()
	case o.file.prints:
		return exitClean, c.printConfig(o)
	}
	if len(o.inputs.paths) == 0 {
		o.inputs.paths = []string{"."}
		o.part.carriedFlags.Paths = o.inputs.paths
	}
	return c.check(ctx, o)
}
