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
	"github.com/warpcheck/warpcheck/check"
	"github.com/warpcheck/warpcheck/config"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/warp"
)

// debugCommand prints what the phases before the analysis make of a file.
func (c *Command) debugCommand() *cobra.Command {
	debug := &cobra.Command{
		Use:   "debug",
		Short: "Print the syntax tree or the control-flow graphs of a file",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cmd.Help()
			}
			return fmt.Errorf("debug: unknown command %q%s", args[0],
				config.Suggest(args[0], []string{"ast", "cfg"}))
		},
	}
	add := func(name, short string, print func(io.Writer, *ast.Unit)) {
		o := &options{}
		cmd := &cobra.Command{
			Use: name + " FILE [-- clang flags]", Short: short,
			RunE: func(cmd *cobra.Command, args []string) error {
				o.paths, o.clangArgs = splitArgs(cmd, args)
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
		cmd.Flags().StringArrayVar(&o.arch, "arch", nil, "architecture (else sm_70)")
		cmd.Flags().StringVar(&o.cudaPath, "cuda-path", "", "CUDA toolkit to take headers from")
		debug.AddCommand(cmd)
	}
	add("cfg", "print the control-flow graphs", func(w io.Writer, tree *ast.Unit) {
		for _, fn := range lower.Build(tree).Funcs {
			cfg.Print(w, fn)
		}
	})
	add("ast", "print the syntax tree", ast.Dump)
	return debug
}

// parse reads the one file that the options name, and tells its parse errors.
func (c *Command) parse(ctx context.Context, o *options) (*ast.Unit, error) {
	if len(o.paths) != 1 {
		return nil, fmt.Errorf("give one file, not %d", len(o.paths))
	}
	if archs, err := check.ParseArchs(o.arch); err == nil && len(archs) > 1 {
		return nil, fmt.Errorf("--arch %s: give one architecture", strings.Join(o.arch, ","))
	}
	todo, err := c.request(o)
	if err != nil {
		return nil, err
	}
	tree, err := check.Parse(ctx, todo)
	if err != nil {
		return nil, err
	}
	for _, d := range slices.Concat(tree.Unread, tree.Diagnostics) {
		if d.Severity >= ast.Error {
			c.say(fmt.Sprintf("%s:%d:%d: error: %s", d.Pos.File, d.Pos.Line, d.Pos.Column, d.Text))
		}
	}
	return tree, nil
}

// lower is the program of the one file that the options name, and its architecture.
func (c *Command) lower(ctx context.Context, o *options) (*cfg.Program, warp.Arch, error) {
	tree, err := c.parse(ctx, o)
	if err != nil {
		return nil, 0, err
	}
	return lower.Build(tree), tree.Arch, nil
}
