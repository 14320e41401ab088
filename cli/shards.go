package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/warpcheck/warpcheck/check"
	"github.com/warpcheck/warpcheck/internal/safefile"
	"github.com/warpcheck/warpcheck/load"
)

// ofShards are the flags that a merge takes from the shards: all that decides what is analysed and
// found. The others say how it is told.
var ofShards = []string{"database", "arch", "strict-program-point", "block", "cuda-path", "extra-arg",
	"enable", "disable", "only", "potential", "config", "no-gitignore", "through-sources", "unit-cpu", "unit-memory", "format"}

// onlyOfRuns are flags that a merge has no use for.
var onlyOfRuns = []string{"print-config", "init", "explain", "list-rules", "profile", "fix", "diff", "shard", "result",
	"stdin-filename", "cache-dir", "no-cache"}

// runShard analyses a part of a run and writes its results.
func (c *Command) runShard(ctx context.Context, o *options, todo *check.Options, words []string) (int, error) {
	shard, err := check.ParseShard(o.shard)
	if err != nil {
		return 0, fmt.Errorf("--shard %w", err)
	}
	switch {
	case o.result == "":
		return 0, errors.New("--shard: name the file for the results with --result")
	case todo.Unsaved != nil:
		return 0, errors.New("--shard: standard input cannot be divided")
	case o.fix || o.diff:
		return 0, errors.New("--shard: repairs are offered by a whole run")
	}
	to, err := o.destination("--result", o.result)
	if err != nil {
		return 0, err
	}
	encoded, err := check.RunShard(ctx, *todo, shard, words)
	if err != nil {
		return 0, err
	}
	err = c.writeTo(to, func(w io.Writer) error {
		_, err := w.Write(encoded)
		return err
	})
	if err != nil {
		return 0, load.IncompleteError{Err: err}
	}
	return exitClean, nil
}

// wordsOf are the flags that a merge takes from a shard, the paths and the parser's flags.
func (o *options) wordsOf(flags *pflag.FlagSet) []string {
	var words []string
	flags.Visit(func(f *pflag.Flag) {
		switch list, isList := f.Value.(pflag.SliceValue); {
		case !slices.Contains(ofShards, f.Name):
		case isList:
			for _, one := range list.GetSlice() {
				words = append(words, "--"+f.Name+"="+one)
			}
		default:
			words = append(words, "--"+f.Name+"="+f.Value.String())
		}
	})
	words = append(append(words, "--"), o.paths...)
	return append(append(words, "--"), o.clangArgs...)
}

// takeWords reads them again.
func (o *options) takeWords(words []string) error {
	flags := pflag.NewFlagSet("shard", pflag.ContinueOnError)
	o.register(flags)
	flags.VisitAll(func(f *pflag.Flag) { // no other flag is taken from a file
		if !slices.Contains(ofShards, f.Name) {
			f.NoOptDefVal, f.Value = "", refusedValue{f.Value}
		}
	})
	first := slices.Index(words, "--")
	if first < 0 {
		return errors.New("a result file without paths")
	}
	second := slices.Index(words[first+1:], "--")
	if second < 0 {
		return errors.New("a result file without the end of its paths")
	}
	if err := flags.Parse(words[:first]); err != nil {
		return err
	}
	o.shardFormat = o.format
	o.paths, o.clangArgs = words[first+1:first+1+second], words[first+second+2:]
	return nil
}

// refusedValue is that of a flag that a result file may not give.
type refusedValue struct{ pflag.Value }

func (refusedValue) Set(string) error { return errors.New("no flag of a result file") }

// analysedFor is the format for which units are analysed: that of the shards, of which a merge may
// have another one.
func (o *options) analysedFor() string {
	if o.given != nil {
		return o.shardFormat
	}
	return o.format
}

// maxResults is the most bytes of the results of one shard.
const maxResults safefile.Limit = 2 << 30

// mergeCommand is `warpcheck merge RESULT...`.
func (c *Command) mergeCommand(code *int) *cobra.Command {
	told := &options{}
	command := &cobra.Command{
		Use: "merge [flags] RESULT...", Short: "Report what shards found, as one run would",
		Long: `Reads what runs with --shard and --result wrote, and reports as one run over all would: the same
bytes and the same exit code, however it was divided. Run it in the folder of the shards, over
the same files.`,
		Args: cobra.MinimumNArgs(1),
	}
	all := pflag.NewFlagSet("all", pflag.ContinueOnError)
	told.register(all)
	all.VisitAll(func(f *pflag.Flag) {
		if (!slices.Contains(ofShards, f.Name) || f.Name == "format") && !slices.Contains(onlyOfRuns, f.Name) {
			command.Flags().AddFlag(f)
		}
	})
	command.RunE = func(cmd *cobra.Command, names []string) (err error) {
		given, err := check.ReadResults(names, func(name string) ([]byte, error) { return safefile.Read(name, maxResults) })
		if err != nil {
			return err
		}
		o := &options{}
		if err := o.takeWords(given.Words); err != nil {
			return fmt.Errorf("%s: %w", names[0], err)
		}
		flags := pflag.NewFlagSet("merge", pflag.ContinueOnError)
		whole := *o
		o.register(flags) // sets the defaults
		*o = whole
		cmd.Flags().Visit(func(f *pflag.Flag) { err = errors.Join(err, flags.Set(f.Name, f.Value.String())) })
		if err == nil {
			o.given = given
			*code, err = c.check(cmd.Context(), o)
		}
		return err
	}
	return command
}
