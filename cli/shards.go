package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/warpcheck/warpcheck/check"
	"github.com/warpcheck/warpcheck/check/account"
	"github.com/warpcheck/warpcheck/internal/safefile"
	"github.com/warpcheck/warpcheck/load"
	"github.com/warpcheck/warpcheck/report"
)

// shardFlags lists the flags of the shards that a merge uses, in addition to their databases. They decide what is
// analysed and found. The other flags decide how findings are reported.
var shardFlags = []string{"arch", "strict-program-point", "block", "cuda-path", "extra-arg",
	"enable", "disable", "only", "potential", "undecided", "config", "no-gitignore", "through-sources", "unit-cpu", "unit-memory", "effort", "format"}

// flagsUnusedByMerge lists flags that have no meaning for a merge.
var flagsUnusedByMerge = []string{"database", "print-config", "init", "explain", "list-rules", "profile", "fix", "diff", "unsafe-fixes", "shard",
	"result", "depfile", "times", "write-times", "stdin-filename", "cache-dir", "no-cache"}

// asksForPart reports whether the run writes results for a merge instead of a report.
func (o *options) asksForPart() bool {
	return o.part.shard != "" || o.part.result != "" || o.part.depfile != "" || o.part.times != nil || o.part.writeTimes != ""
}

// runPart analyses one shard, or all files without --shard, and writes the results.
func (c *Command) runPart(ctx context.Context, o *options, todo *check.Options) (int, error) {
	shard := check.Shard{Index: 1, Count: 1}
	var err error
	if o.part.shard != "" {
		if shard, err = check.ParseShard(o.part.shard); err != nil {
			return 0, fmt.Errorf("--shard %w", err)
		}
	}
	if err = o.refusePart(todo); err != nil {
		return 0, err
	}
	to, err := o.partFiles()
	if err != nil {
		return 0, err
	}
	if todo.Times, err = o.readTimes(); err != nil {
		return 0, err
	}
	part, err := check.RunShard(ctx, *todo, shard, o.part.carriedFlags)
	if err != nil {
		return 0, err
	}
	for _, hint := range part.Hints {
		c.complain(errors.New(hint))
	}
	if err = c.writePart(o, to, part); err != nil {
		return 0, load.IncompleteError{Err: err}
	}
	return exitClean, nil
}

// refusePart returns an error for flags that a run of a shard needs and lacks, or that it cannot combine.
func (o *options) refusePart(todo *check.Options) error {
	switch {
	case o.part.shard == "" && o.part.times != nil:
		return errors.New("--times divides the files of a run: say with --shard which part this one is")
	case o.part.result == "" && o.part.writeTimes != "":
		return errors.New("--write-times: name the file for the results with --result")
	case o.part.result == "" && o.part.depfile != "":
		return errors.New("--depfile tells what results were made of: name the file for them with --result")
	case o.part.result == "":
		return errors.New("--shard: name the file for the results with --result")
	case todo.Unsaved != nil:
		return errors.New("--result: standard input cannot be read again by the merge: give files")
	case o.repairs.fix || o.repairs.diff:
		return errors.New("--result: repairs are offered by a whole run")
	}
	return o.refuseFilesOfReports()
}

// refuseFilesOfReports returns an error for flags that name files which only a run with a report writes.
func (o *options) refuseFilesOfReports() error {
	for _, of := range []struct{ flag, file, by string }{
		{"--output", o.output.file, "warpcheck merge"}, {"--stats", o.output.stats, "warpcheck merge"},
		{"--write-baseline", o.writtenBaseline(), "warpcheck merge"}, {"--profile", o.output.profile, "a run without --result"},
	} {
		if !toStandard(of.file) {
			return fmt.Errorf("%s: a run with --result writes its results alone: give the flag to %s", of.flag, of.by)
		}
	}
	return nil
}

// partFiles holds the files that a run of a shard writes.
type partFiles struct{ results, dependencies, times destination }

func (o *options) partFiles() (files partFiles, err error) {
	if files.results, err = o.destination("--result", o.part.result); err != nil {
		return files, err
	}
	if files.dependencies, err = o.destination("--depfile", o.part.depfile); err != nil {
		return files, err
	}
	files.times, err = o.destination("--write-times", o.part.writeTimes)
	return files, err
}

// writePart writes the files of a shard. It writes the results last: if they exist, the other files exist, too.
func (c *Command) writePart(o *options, files partFiles, part *check.Part) error {
	if o.part.depfile != "" {
		rule, err := depfile(o.part.result, part.Files)
		if err != nil {
			return err
		}
		if err = c.writeAll(files.dependencies, rule); err != nil {
			return err
		}
	}
	if o.part.writeTimes != "" {
		text, err := part.Times.Write()
		if err != nil {
			return err
		}
		if err = c.writeAll(files.times, text); err != nil {
			return err
		}
	}
	return c.writeAll(files.results, part.Encoded)
}

// readTimes returns the times in the files of --times, joined.
func (o *options) readTimes() (account.Times, error) {
	times := account.Times{}
	for _, name := range o.part.times {
		text, err := safefile.Read(name, safefile.Database)
		if err == nil {
			err = times.Read(text)
		}
		if err != nil {
			return nil, fmt.Errorf("--times %s: %w", name, err)
		}
	}
	return times, nil
}

// writeAll writes text to a destination.
func (c *Command) writeAll(dest destination, text []byte) error {
	return c.writeTo(dest, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}

// depfile returns a rule for make or Ninja that lists the files from which target was made. Paths are absolute, because
// make or Ninja may run in another folder. They contain no "..", because Ninja and make would resolve a ".." after a
// symbolic link wrongly.
func depfile(target string, files []string) ([]byte, error) {
	here, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	escape := strings.NewReplacer("\\", "\\\\", " ", "\\ ", "#", "\\#", "$", "$$")
	rule := escape.Replace(target) + ":"
	named := map[string]bool{} // named drops repetitions: one file may be listed by its absolute and by its relative path
	for _, file := range files {
		if strings.ContainsAny(file, "\n\r\t") {
			return nil, fmt.Errorf("--depfile: no rule can name %q", file)
		}
		if !filepath.IsAbs(file) {
			file = here + "/" + strings.TrimPrefix(file, "./")
		}
		if target, err := filepath.EvalSymlinks(file); err == nil && strings.Contains(file, "/../") {
			file = target
		}
		if !named[file] {
			named[file] = true
			rule += " \\\n  " + escape.Replace(file)
		}
	}
	return []byte(rule + "\n"), nil
}

// wordsOf returns the words of a shard that a merge uses: flags, paths, and flags for the parser.
func (o *options) wordsOf(flags *pflag.FlagSet) check.Words {
	words := check.Words{Databases: o.inputs.databases, Paths: o.inputs.paths, ParserFlags: o.inputs.clangArgs}
	flags.Visit(func(f *pflag.Flag) {
		switch list, isList := f.Value.(pflag.SliceValue); {
		case !slices.Contains(shardFlags, f.Name):
		case isList:
			for _, one := range list.GetSlice() {
				words.Flags = append(words.Flags, "--"+f.Name+"="+one)
			}
		default:
			words.Flags = append(words.Flags, "--"+f.Name+"="+f.Value.String())
		}
	})
	return words
}

// takeWords sets the options to words, the words of a shard that wordsOf made.
func (o *options) takeWords(words *check.Words) error {
	flags := pflag.NewFlagSet("shard", pflag.ContinueOnError)
	o.register(flags)
	flags.VisitAll(func(f *pflag.Flag) { // a result file may set no other flag
		if !slices.Contains(shardFlags, f.Name) {
			f.NoOptDefVal, f.Value = "", refusedValue{f.Value}
		}
	})
	if err := flags.Parse(words.Flags); err != nil {
		return err
	}
	o.part.format = o.output.format
	o.inputs.databases, o.inputs.paths, o.inputs.clangArgs = words.Databases, words.Paths, words.ParserFlags
	return nil
}

// refusedValue is the value of a flag that a result file may not set. Set returns an error.
type refusedValue struct{ pflag.Value }

func (refusedValue) Set(string) error { return errors.New("no flag of a result file") }

// analysedFor returns the report format for which units are analysed. In a merge that is the format of the shards. The
// merge itself may write another one.
func (o *options) analysedFor() string {
	if o.part.merged != nil {
		return o.part.format
	}
	return o.output.format
}

// maxResults is the largest size in bytes of the results of one shard.
const maxResults safefile.Limit = 2 << 30

// mergeCommand returns the command `warpcheck merge RESULT...`.
func (c *Command) mergeCommand(code *int) *cobra.Command {
	reported := &options{}
	command := &cobra.Command{
		Use: "merge [flags] RESULT...", Short: "Report what parts of a run found, as one run would",
		Long: `Reads what runs with --result wrote, and reports as one run over all their files would: the same
bytes and the same exit code, however it was divided. Run it in the folder of these runs, over
the same files.

Given reports in SARIF or in JSON instead, it joins them to one, wherever they were made: what several
have is told once.`,
	}
	var list string
	command.Flags().StringVar(&list, "results", "", "file with the names of further result files, one a line")
	asMade := command.Flags().Bool("as-made", false,
		"take results as those of the files that there are: a build system has seen to it (Bazel)")
	reported.registerSome(command.Flags(), func(name string) bool {
		return (!slices.Contains(shardFlags, name) || name == "format") && !slices.Contains(flagsUnusedByMerge, name)
	})
	command.RunE = func(cmd *cobra.Command, names []string) (err error) {
		if names, err = withListed(names, list); err != nil {
			return err
		}
		if texts, err := documents(names); err != nil {
			return err
		} else if texts != nil {
			*code, err = c.joinReports(reported, cmd.Flags(), names, texts)
			return err
		}
		*code, err = c.mergeResults(cmd.Context(), names, cmd.Flags(), *asMade)
		return err
	}
	return command
}

// mergeResults reads result files and reports on them. flags are the flags of the merge command. If asMade is true,
// mergeResults assumes that the files have not changed since, and does not compare them.
func (c *Command) mergeResults(ctx context.Context, names []string, flags *pflag.FlagSet, asMade bool) (int, error) {
	results, err := check.ReadResults(names, readResult)
	if err != nil {
		return 0, err
	}
	o := &options{}
	if err := o.takeWords(&results.Words); err != nil {
		return 0, fmt.Errorf("%s: %w", names[0], err)
	}
	if missing := o.missingPath(); missing != "" {
		return 0, fmt.Errorf("%s is of a run over %s, which is not there: merge in the folder of that run", names[0], missing)
	}
	if err := o.setGiven(flags); err != nil {
		return 0, err
	}
	o.part.merged, results.AsMade = results, asMade
	if report.CarriesRepairs(o.output.format) && !report.CarriesRepairs(o.part.format) {
		c.complain(fmt.Errorf("the report has no repairs, since the parts looked for none: give --format %s to their runs as well", o.output.format))
	}
	return c.check(ctx, o)
}

// setGiven sets the flags that the user gave to the merge command itself. All other flags keep the values from the
// shards.
func (o *options) setGiven(given *pflag.FlagSet) (err error) {
	flags := pflag.NewFlagSet("merge", pflag.ContinueOnError)
	taken := *o
	o.register(flags) // registering the flags sets them to their defaults
	*o = taken
	given.Visit(func(f *pflag.Flag) {
		if flags.Lookup(f.Name) != nil {
			err = errors.Join(err, flags.Set(f.Name, f.Value.String()))
		}
	})
	return err
}

// readResult reads one result file.
func readResult(name string) ([]byte, error) {
	text, err := safefile.Read(name, maxResults)
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("%s: no such file: give files that runs with --result wrote", name)
	}
	return text, err
}

// withListed returns names, followed by the names in the lines of a file. list is the path of this file, or "" if there
// is none. withListed returns an error if there are no names at all.
func withListed(names []string, list string) ([]string, error) {
	if list != "" {
		text, err := safefile.Read(list, safefile.Database)
		if err != nil {
			return nil, fmt.Errorf("--results: %w", err)
		}
		for line := range strings.Lines(string(text)) {
			if name := strings.TrimRight(line, "\r\n"); name != "" {
				names = append(names, name)
			}
		}
	}
	if len(names) == 0 {
		return nil, errors.New("no result file: give those that runs with --result wrote")
	}
	return names, nil
}

// documents reads files that are all reports in SARIF or JSON. It returns nil if the first file is no report.
func documents(names []string) ([][]byte, error) {
	var texts [][]byte
	for _, name := range names {
		head, err := safefile.Head(name, 64, maxResults)
		if err != nil || !report.IsDocument(head) {
			if texts == nil {
				return nil, nil // no error, because mergeResults reports what is wrong with the file
			}
			return nil, fmt.Errorf("%s: no report as %s is: merge files of one kind", name, names[0])
		}
		text, err := safefile.Read(name, maxResults)
		if err != nil {
			return nil, err
		}
		texts = append(texts, text)
	}
	return texts, nil
}

// ofJoins lists the flags that a merge of reports accepts.
var ofJoins = []string{"output", "fail-on", "exit-zero", "results"}

// joinReports joins several reports into one and writes it.
func (c *Command) joinReports(o *options, flags *pflag.FlagSet, names []string, texts [][]byte) (code int, err error) {
	flags.Visit(func(f *pflag.Flag) {
		if !slices.Contains(ofJoins, f.Name) {
			err = fmt.Errorf("--%s: reports are joined as they are: give it to the runs that write them", f.Name)
		}
	})
	if err != nil {
		return 0, err
	}
	threshold, err := o.failSeverity()
	if err != nil {
		return 0, err
	}
	to, err := o.destination("--output", o.output.file)
	if err != nil {
		return 0, err
	}
	joined, err := report.Join(names, texts)
	if err != nil {
		return 0, err
	}
	if err := c.writeTo(to, joined.Write); err != nil {
		return 0, load.IncompleteError{Err: err}
	}
	return o.codeOf(joined.Incomplete, joined.Any && joined.Worst >= threshold), nil
}
