package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/warpcheck/warpcheck/check"
	"github.com/warpcheck/warpcheck/internal/legible"
	"github.com/warpcheck/warpcheck/internal/safefile"
	"github.com/warpcheck/warpcheck/load"
	"github.com/warpcheck/warpcheck/report"
	"github.com/warpcheck/warpcheck/reproduce"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/source"
)

// reproduction holds the flags of warpcheck reproduce.
type reproduction struct {
	options
	key, witness, all string
	force             bool
	// place is the path of the file whose finding is asked for, "" for any file.
	place string
	// line and column choose a finding, 0 for any; keys choose rules, nil for any.
	line, column int
	keys         []string
}

// reproduceCommand returns the command `warpcheck reproduce`, which writes findings as programs.
func (c *Command) reproduceCommand(code *int) *cobra.Command {
	r := &reproduction{}
	cmd := &cobra.Command{
		Use:   "reproduce [flags] FILE[:LINE[:COLUMN]] [SOURCE...] [-- compiler flags]",
		Short: "Write a finding as a CUDA program that shows it on a GPU",
		Long: `reproduce writes a program of one file: the text of FILE, and a main function that
launches the kernel with the launch, the arguments and the memory of the finding's
example. Who has nvcc and a GPU compiles and runs it with the commands in its first
lines. It draws which lanes execute the call and which the mask names, runs a race in
two orders of the warps and compares what they leave in memory, or does not end.

A place is one that a report of warpcheck prints. A header is analysed with the sources
of its project that include it; name further SOURCEs, or folders, as the run did.`,
		Example: "  warpcheck reproduce reduce.cu:12 -o show.cu\n  warpcheck reproduce --witness report.json reduce.cu:12\n  warpcheck reproduce --all programs reduce.cu",
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			r.inputs.paths, r.inputs.clangArgs = splitArgs(cmd, args)
			*code, err = c.reproduce(cmd.Context(), r)
			return err
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&r.key, "key", "", "key or code of the rule, where a place has several findings")
	f.StringVar(&r.witness, "witness", "", "report in JSON that has the finding, instead of an analysis")
	f.StringVar(&r.all, "all", "", "folder to write a program for each finding to")
	f.StringVarP(&r.output.file, "output", "o", "", "file to write the program to (- and else: standard output)")
	f.BoolVar(&r.force, "force", false, "replace earlier programs of warpcheck reproduce")
	r.target.register(f)
	f.StringArrayVarP(&r.inputs.databases, "database", "p", nil, "folder of compile_commands.json (else searched upward from FILE)")
	f.StringVar(&r.inputs.cudaPath, "cuda-path", "", "CUDA toolkit to take headers from")
	f.StringArrayVar(&r.inputs.extraArgs, "extra-arg", nil, "flag to add to the parse, and to the commands of the program")
	return cmd
}

// reproduce writes the programs and returns the exit code.
func (c *Command) reproduce(ctx context.Context, r *reproduction) (int, error) {
	if err := r.splitPlace(); err != nil {
		return 0, err
	}
	if r.key != "" {
		var err error
		if r.keys, err = rules.All().Match(r.key); err != nil {
			return 0, fmt.Errorf("--key: %w", err)
		}
		r.choice.enable = r.keys
	}
	if err := r.mayWrite([]string{r.output.file}); err != nil {
		return 0, err // checked before the analysis, because the analysis takes longer
	}
	found, err := c.reproducible(ctx, r)
	if err != nil {
		return 0, err
	}
	chosen := r.chosenOf(found)
	if r.all != "" {
		return c.reproduceAll(r, chosen)
	}
	f, err := r.only(chosen, found)
	if err != nil {
		return 0, err
	}
	name := r.output.file
	if toStandard(name) {
		name = "show.cu"
	}
	text, err := r.program(f, name)
	if err != nil {
		return 0, err
	}
	if err := c.writeProgram(r, r.output.file, text); err != nil {
		return 0, err
	}
	if !toStandard(r.output.file) {
		c.say(r.output.file + ": its first lines say how to compile and run it")
	}
	return exitClean, nil
}

// splitPlace removes the line and the column from the end of the first path, and stores them.
func (r *reproduction) splitPlace() error {
	switch {
	case r.all != "" && r.output.file != "":
		return errors.New("--all writes to its folder: leave out --output")
	case len(r.inputs.paths) == 0 && r.witness != "":
		return nil
	case len(r.inputs.paths) == 0:
		return errors.New("give FILE or FILE:LINE, a place that a report of warpcheck prints")
	case len(r.inputs.paths) > 1 && r.witness != "":
		return fmt.Errorf("--witness is the report to search: leave out %s", r.inputs.paths[1])
	}
	path := r.inputs.paths[0]
	var numbers []int
	for len(numbers) < 2 {
		at := strings.LastIndexByte(path, ':')
		n, err := strconv.Atoi(path[at+1:])
		if at < 0 || err != nil || n < 1 {
			break
		}
		path, numbers = path[:at], append([]int{n}, numbers...)
	}
	if _, err := os.Stat(r.inputs.paths[0]); err == nil {
		r.place = r.inputs.paths[0] // the numbers are a part of the name of an existing file
		return nil
	}
	r.inputs.paths[0], r.place = path, path
	if len(numbers) > 0 {
		r.line = numbers[0]
	}
	if len(numbers) > 1 {
		r.column = numbers[1]
	}
	return nil
}

// reproducible returns the findings for which programs may be written. They are from the report that --witness names,
// or from an analysis.
func (c *Command) reproducible(ctx context.Context, r *reproduction) ([]rules.Finding, error) {
	if r.witness != "" {
		data, err := safefile.Read(r.witness, safefile.Database)
		if err != nil {
			return nil, fmt.Errorf("--witness: %w: name a report of warpcheck --format json", err)
		}
		found, err := report.ReadRuns(data)
		if err != nil {
			return nil, fmt.Errorf("--witness %s: %w", r.witness, err)
		}
		return found, nil
	}
	r.choice.potential = true
	todo, err := c.request(&r.options)
	if err != nil {
		return nil, err
	}
	todo.ThroughIncluders, todo.PassedOver = true, reproduce.FirstLine
	outcome, err := check.Run(ctx, *todo)
	if err != nil {
		return nil, err
	}
	return outcome.Findings, nil
}

// chosenOf returns the findings that the flags and the place choose: those at the place. If there are none, it returns
// those whose report prints the place for something else, such as a branch or the earlier access of a race.
func (r *reproduction) chosenOf(found []rules.Finding) []rules.Finding {
	var at, beside []rules.Finding
	for i := range found {
		f := &found[i]
		switch {
		case r.keys != nil && !slices.Contains(r.keys, f.Key):
		case r.isAt(f.Pos) || r.line == 0 && r.isOfFile(f):
			at = append(at, *f)
		case r.line > 0 && slices.ContainsFunc(printedPlaces(f), r.isAt):
			beside = append(beside, *f)
		}
	}
	if at == nil {
		return beside
	}
	return at
}

// isAt reports whether a position is at the place that is asked for.
func (r *reproduction) isAt(pos source.Pos) bool {
	return (r.line == 0 || pos.Line == r.line) && (r.column == 0 || pos.Column == r.column) &&
		(r.place == "" || sameFile(pos.File, r.place))
}

// isOfFile reports whether a finding is in what is analysed for the file that is asked for. This includes headers that
// an analysis of the file reads.
func (r *reproduction) isOfFile(f *rules.Finding) bool {
	return len(r.inputs.paths) == 1 && r.witness == "" || f.Run != nil && sameFile(f.Run.Source, r.place)
}

// printedPlaces returns the further places that a report prints with a finding.
func printedPlaces(f *rules.Finding) (list []source.Pos) {
	for _, l := range f.Labels {
		list = append(list, l.Pos)
	}
	for _, one := range slices.Concat(f.Calls, f.Related) {
		list = append(list, one.Pos)
	}
	if f.MacroDefinition != nil {
		list = append(list, *f.MacroDefinition)
	}
	return append(list, f.Uses...)
}

// only returns the chosen finding if exactly one is chosen. Otherwise it returns an error that lists the choices. all
// lists all findings of the run.
func (r *reproduction) only(chosen, all []rules.Finding) (*rules.Finding, error) {
	switch {
	case len(chosen) == 1:
		return &chosen[0], nil
	case len(chosen) > 1:
		return nil, fmt.Errorf("choose one of %d findings, or --all FOLDER: %s", len(chosen), placesOf(chosen))
	case len(all) == 0:
		return nil, errors.New("no finding there, and none elsewhere in what was analysed: name the files of the run that found it as well, behind the place")
	}
	return nil, fmt.Errorf("no finding there: choose one of %s", placesOf(all))
}

// placesOf lists the places and the keys of findings, as reproduce takes them.
func placesOf(findings []rules.Finding) string {
	var list []string
	for i := range findings[:min(len(findings), maxChoices)] {
		f := &findings[i]
		list = append(list, fmt.Sprintf("%s:%d:%d --key %s", f.Pos.File, f.Pos.Line, f.Pos.Column, f.Key))
	}
	if more := len(findings) - len(list); more > 0 {
		list = append(list, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(list, ", ")
}

// maxChoices is the number of findings that an error lists.
const maxChoices = 5

// program returns the program for a finding, whose file has the given name.
func (r *reproduction) program(f *rules.Finding, name string) (string, error) {
	if f.Run == nil {
		return "", reproduce.ErrNoRun
	}
	text, err := safefile.Read(f.Run.Source, safefile.Source)
	if err != nil {
		return "", err
	}
	line := 0
	if sameFile(f.Pos.File, f.Run.Source) {
		line = f.Pos.Line
	}
	if text = load.SourceAt(f.Run.Source, text, line); text == nil {
		return "", fmt.Errorf("the finding is in no string of %s, of which a program can be made", f.Run.Source)
	}
	arch := "sm_90"
	if archs, err := load.ParseArchs(r.target.arch); err == nil && len(archs) > 0 {
		arch = archs[0].String()
	}
	return reproduce.Program(f, text, reproduce.Options{
		Arch: arch, Name: filepath.Base(name), Source: seenFrom(filepath.Dir(name), filepath.Dir(f.Run.Source)),
		Flags: slices.Concat(r.inputs.extraArgs, r.inputs.clangArgs),
		Read:  readsProjectOf(f.Run.Source),
	})
}

// readsProjectOf returns a function that reads the files of a source's project. It refuses all other files, because
// their text may not be quoted.
func readsProjectOf(source string) func(path string) ([]byte, error) {
	project := load.Project(load.Identity(source))
	return func(path string) ([]byte, error) {
		if !safefile.Within(load.Identity(path), project) {
			return nil, fs.ErrPermission
		}
		return safefile.Read(path, safefile.Source)
	}
}

// seenFrom returns the path of a folder as seen from another one. It returns the whole path if there is no such path.
func seenFrom(folder, to string) string {
	from, err := filepath.Abs(folder)
	whole, errOfTo := filepath.Abs(to)
	if err != nil || errOfTo != nil {
		return to
	}
	if path, err := filepath.Rel(from, whole); err == nil {
		return path
	}
	return whole
}

// reproduceAll writes a program for each finding. It reports which findings have none, and why.
func (c *Command) reproduceAll(r *reproduction, chosen []rules.Finding) (int, error) {
	if err := safefile.MakeFolder(r.all); err != nil {
		return 0, fmt.Errorf("--all %s: %w: name a folder", r.all, safefile.Cause(err))
	}
	names := programNames(r.all, chosen)
	if err := r.mayWrite(names); err != nil {
		return 0, err
	}
	written := 0
	for i := range chosen {
		f := &chosen[i]
		text, err := r.program(f, names[i])
		if err == nil {
			err = c.writeProgram(r, names[i], text)
		}
		if err != nil {
			c.complain(fmt.Errorf("%s:%d: %s: %w", f.Pos.File, f.Pos.Line, f.Key, err))
			continue
		}
		written++
	}
	c.say(fmt.Sprintf("%d of %d findings have a program in %s", written, len(chosen), r.all))
	return exitClean, nil
}

// programNames returns the files in a folder for the programs of findings, a different one for each.
func programNames(folder string, findings []rules.Finding) []string {
	var names []string
	for i := range findings {
		f := &findings[i]
		base := strings.TrimSuffix(filepath.Base(f.Pos.File), filepath.Ext(f.Pos.File))
		name := fmt.Sprintf("%s_%d_%d_%s", base, f.Pos.Line, f.Pos.Column, cmp.Or(ruleCode(f.Key), f.Key))
		file := filepath.Join(folder, name+".cu")
		for again := 2; slices.Contains(names, file); again++ {
			file = filepath.Join(folder, fmt.Sprintf("%s_%d.cu", name, again))
		}
		names = append(names, file)
	}
	return names
}

func ruleCode(key string) string {
	if rule := rules.ByKey(key); rule != nil {
		return rule.Code
	}
	return ""
}

// mayWrite returns an error if one of the files exists and must not be replaced. A file that warpcheck reproduce wrote
// is replaced only with --force. Any other file is never replaced. A file that cannot be read counts as missing here.
func (r *reproduction) mayWrite(files []string) error {
	var earlier []string
	for _, file := range files {
		begin, err := safefile.Head(file, len(reproduce.FirstLine), safefile.Source)
		switch {
		case toStandard(file) || err != nil:
		case string(begin) != reproduce.FirstLine:
			return fmt.Errorf("%s exists and is no program of warpcheck reproduce: name another file", file)
		default:
			earlier = append(earlier, file)
		}
	}
	switch {
	case len(earlier) == 0 || r.force:
		return nil
	case r.all != "":
		return fmt.Errorf("%s and %d more exist, and nothing was written: replace them with --force, or name another folder", earlier[0], len(earlier)-1)
	}
	return fmt.Errorf("%s is an earlier program: replace it with --force, or name another file with -o", earlier[0])
}

// writeProgram writes a program to a file, or to standard output.
func (c *Command) writeProgram(r *reproduction, file, text string) error {
	if toStandard(file) {
		_, err := io.WriteString(c.Stdout, legible.Lines(text))
		return err
	}
	to, err := safefile.To(file, load.Projects(r.inputs.paths))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("cannot write: %w: name a file in a folder that exists", err)
	case err != nil:
		return fmt.Errorf("cannot write: %w", err)
	}
	return c.writeTo(&to, func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
}
