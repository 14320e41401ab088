package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"

	"github.com/spf13/cobra"

	"github.com/warpcheck/warpcheck/check"
	"github.com/warpcheck/warpcheck/load"
	"github.com/warpcheck/warpcheck/lsp"
)

// editorFlags lists the flags of a check that do not depend on which file is open.
var editorFlags = []string{"database", "arch", "strict-program-point", "cuda-path", "extra-arg", "enable", "disable", "only",
	"potential", "undecided", "config", "jobs", "unit-cpu", "unit-memory", "effort", "sandbox", "cache-dir", "no-cache", "baseline"}

// lspCommand returns the command `warpcheck lsp`.
func (c *Command) lspCommand(code *int) *cobra.Command {
	o := &options{}
	command := &cobra.Command{
		Use: "lsp [flags] [-- clang flags]", Short: "Tell an editor what is found while one types (Language Server Protocol)",
		Long: `Talks to an editor in the Language Server Protocol on standard input and output: findings while one
types, repairs that are proved, and the lanes at a call below the cursor. docs/editors.md says how
editors are told of it. Paths in flags are relative to the folder of the workspace that a file is in.`,
		Args: func(cmd *cobra.Command, args []string) error {
			if paths, _ := splitArgs(cmd, args); len(paths) > 0 {
				return fmt.Errorf("lsp: the editor says which files are open: leave out %s", paths[0])
			}
			return nil
		},
	}
	o.registerSome(command.Flags(), func(name string) bool { return slices.Contains(editorFlags, name) })
	noHints := command.Flags().Bool("no-hints", false, "do not show potential findings as hints (--potential reports them as findings)")
	command.Flags().Bool("stdio", true, "talk on standard input and output, as is done in any case")
	command.RunE = func(cmd *cobra.Command, args []string) error {
		_, o.inputs.clangArgs = splitArgs(cmd, args)
		if err := o.checkBounds(); err != nil {
			return err
		}
		served := c.editorOptions(o)
		served.Hints = !*noHints
		err := lsp.Serve(c.Stdin, c.Stdout, served)
		switch {
		case errors.Is(err, lsp.ErrNoShutdown):
			c.complain(fmt.Errorf("lsp: %w", err))
			*code = exitFindings // the protocol prescribes the exit code 1 here
			return nil
		case err != nil:
			return fmt.Errorf("lsp: %w", err)
		}
		return nil
	}
	return command
}

// editorOptions returns the options of the language server.
func (c *Command) editorOptions(o *options) lsp.Options {
	parallel := o.bounds.jobs
	if parallel == 0 {
		parallel = runtime.NumCPU()
	}
	return lsp.Options{Version: Version, Enter: os.Chdir, Pause: lsp.Pause, Parallel: parallel,
		Watched: o.watched(),
		Check: func(ctx context.Context, folder, path string, unsaved []load.Unsaved, proves bool) (*check.Outcome, error) {
			one := o.within(folder)
			one.inputs.paths = []string{path}
			todo, err := c.request(one)
			if err == nil {
				var done func()
				todo.Narrowing, done, err = one.narrowing(ctx)
				defer done()
				todo.OfPart = true
			}
			if err != nil {
				return nil, err
			}
			todo.Unsaved, todo.ThroughSources = unsaved, true
			todo.Repairs, todo.Guesses, todo.Proposals, todo.Pictures, todo.Jobs = proves, true, true, true, 1
			return check.Run(ctx, *todo)
		}}
}

// watched returns globs for the files that flags name and that may change while the editor runs.
func (o *options) watched() []string {
	var globs []string
	for _, file := range []string{o.file.name, o.accepted.baseline} {
		if file != "" {
			globs = append(globs, "**/"+filepath.Base(file))
		}
	}
	return globs
}

// within returns the options for a file in a folder of the workspace: their relative paths are resolved against the
// folder. A baseline applies only to folders in which its file exists.
func (o *options) within(folder string) *options {
	one := *o
	one.inputs.databases = slices.Clone(o.inputs.databases)
	for i := range one.inputs.databases {
		one.inputs.databases[i] = resolve(folder, one.inputs.databases[i])
	}
	for _, path := range []*string{&one.file.name, &one.inputs.cudaPath, &one.accepted.baseline} {
		*path = resolve(folder, *path)
	}
	if _, err := os.Stat(one.accepted.baseline); errors.Is(err, fs.ErrNotExist) {
		one.accepted.baseline = ""
	}
	return &one
}

// resolve returns a relative path as one in folder. It returns path itself if it is absolute or "", or if folder is "".
func resolve(folder, path string) string {
	if path == "" || folder == "" || filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(folder, path)
}
