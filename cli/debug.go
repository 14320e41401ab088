package cli

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/lower"
	"github.com/warpcheck/warpcheck/check/modules"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/host"
	"github.com/warpcheck/warpcheck/load"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// debugCommand returns the command `warpcheck debug`, which prints what the phases compute from a file.
func (c *Command) debugCommand() *cobra.Command {
	debug := &cobra.Command{
		Use:   "debug",
		Short: "Print the syntax tree of a file, its control-flow graphs, or what is believed of its collectives",
	}
	add := func(name, short string, read func(*load.Job) (func(io.Writer), error)) *cobra.Command {
		o := &options{}
		cmd := &cobra.Command{
			Use: name + " FILE [-- clang flags]", Short: short,
			RunE: func(cmd *cobra.Command, args []string) error {
				o.inputs.paths, o.inputs.clangArgs = splitArgs(cmd, args)
				job, err := c.job(cmd.Context(), o)
				if err != nil {
					return err
				}
				print, err := read(job)
				if err != nil {
					return err
				}
				return c.show(func(w io.Writer) error {
					print(w)
					return nil
				})
			},
		}
		cmd.Flags().StringArrayVar(&o.target.arch, "arch", nil, "architecture (else sm_70)")
		cmd.Flags().StringVar(&o.inputs.cudaPath, "cuda-path", "", "CUDA toolkit to take headers from")
		debug.AddCommand(cmd)
		return cmd
	}
	dot := false
	graphs := add("cfg", "print the control-flow graphs", func(job *load.Job) (func(io.Writer), error) {
		program, _, err := c.lower(job)
		return func(w io.Writer) { printGraphs(w, program.Funcs, dot) }, err
	})
	graphs.Flags().BoolVar(&dot, "dot", false, "in the language of Graphviz")
	add("ast", "print the syntax tree", func(job *load.Job) (func(io.Writer), error) {
		tree, err := c.parse(job)
		return func(w io.Writer) { ast.Dump(w, tree) }, err
	})
	add("lanes", "print what the analysis believes about each collective, and why", func(job *load.Job) (func(io.Writer), error) {
		program, arch, err := c.lower(job)
		return func(w io.Writer) { explainLanes(w, program, arch.Model()) }, err
	})
	return debug
}

// printGraphs writes control-flow graphs as text, or for Graphviz if dot is set.
func printGraphs(w io.Writer, list []*cfg.Func, dot bool) {
	if dot {
		cfg.Dot(w, list)
		return
	}
	for _, fn := range list {
		cfg.Print(w, fn)
	}
}

// parse parses the file of a job, and prints its parse errors.
func (c *Command) parse(job *load.Job) (*ast.Unit, error) {
	tree, err := job.ReadQuoted()
	if err != nil {
		return nil, err
	}
	c.sayErrors(slices.Concat(tree.Unread, tree.Diagnostics))
	return tree, nil
}

// job returns the job for the one file and the one architecture that the options name.
func (c *Command) job(ctx context.Context, o *options) (*load.Job, error) {
	if len(o.inputs.paths) != 1 {
		return nil, fmt.Errorf("give one file, not %d", len(o.inputs.paths))
	}
	if archs, err := load.ParseArchs(o.target.arch); err == nil && len(archs) > 1 {
		return nil, fmt.Errorf("--arch %s: give one architecture", strings.Join(o.target.arch, ","))
	}
	todo, err := c.request(o)
	if err != nil {
		return nil, err
	}
	return load.OnlyJob(ctx, todo.Options)
}

// sayErrors prints the errors of a parser.
func (c *Command) sayErrors(messages []source.Diagnostic) {
	for _, d := range messages {
		if d.Severity >= source.Error {
			c.say(fmt.Sprintf("%s:%d:%d: error: %s", d.Pos.File, d.Pos.Line, d.Pos.Column, d.Text))
		}
	}
}

// lower returns the program of a job's file, and its architecture. A file of PTX is read for its first target.
func (c *Command) lower(job *load.Job) (*cfg.Program, warp.Arch, error) {
	if job.IsPTX() {
		unit, err := modules.Read(job)
		if err != nil {
			return nil, 0, load.IncompleteError{Err: fmt.Errorf("%s: %w", job.Input.Path, err)}
		}
		c.sayErrors(unit.Messages())
		return unit.Program(), job.Arch, nil
	}
	tree, err := c.parse(job)
	if err != nil {
		return nil, 0, err
	}
	return lower.Build(tree, host.Launches(tree)), tree.Arch, nil
}
