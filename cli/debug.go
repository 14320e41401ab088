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
	add := func(name, short string, print func(io.Writer, *ast.Unit)) *cobra.Command {
		o := &options{}
		cmd := &cobra.Command{
			Use: name + " FILE [-- clang flags]", Short: short,
			RunE: func(cmd *cobra.Command, args []string) error {
				o.inputs.paths, o.inputs.clangArgs = splitArgs(cmd, args)
				tree, err := c.parse(cmd.Context(), o)
				if err != nil {
					return err
				}
				return c.show(func(w io.Writer) error {
					print(w, tree)
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
	graphs := add("cfg", "print the control-flow graphs", func(w io.Writer, tree *ast.Unit) {
		printGraphs(w, lower.Build(tree, nil).Funcs, dot)
	})
	graphs.Flags().BoolVar(&dot, "dot", false, "in the language of Graphviz")
	add("ast", "print the syntax tree", ast.Dump)
	add("lanes", "print what the analysis believes about each collective, and why", explainLanes)
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

// parse parses the one file that the options name, and prints its parse errors.
func (c *Command) parse(ctx context.Context, o *options) (*ast.Unit, error) {
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
	todo.OnlyQuoted = true
	tree, err := load.Parse(ctx, todo.Options)
	if err != nil {
		return nil, err
	}
	for _, d := range slices.Concat(tree.Unread, tree.Diagnostics) {
		if d.Severity >= source.Error {
			c.say(fmt.Sprintf("%s:%d:%d: error: %s", d.Pos.File, d.Pos.Line, d.Pos.Column, d.Text))
		}
	}
	return tree, nil
}

// lower returns the program of the one file that the options name, and its architecture.
func (c *Command) lower(ctx context.Context, o *options) (*cfg.Program, warp.Arch, error) {
	tree, err := c.parse(ctx, o)
	if err != nil {
		return nil, 0, err
	}
	return lower.Build(tree, host.Launches(tree)), tree.Arch, nil
}
