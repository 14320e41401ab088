package cli

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/pprof"
	"slices"
	"syscall"

	"golang.org/x/term"

	"github.com/warpcheck/warpcheck/check"
	"github.com/warpcheck/warpcheck/config"
	"github.com/warpcheck/warpcheck/frontend/command"
	"github.com/warpcheck/warpcheck/frontend/headers"
	"github.com/warpcheck/warpcheck/internal/safefile"
	"github.com/warpcheck/warpcheck/internal/worker/sandbox"
	"github.com/warpcheck/warpcheck/load"
	"github.com/warpcheck/warpcheck/report"
	"github.com/warpcheck/warpcheck/result"
	"github.com/warpcheck/warpcheck/source"
)

// check analyses the paths, writes the report and returns the exit code.
func (c *Command) check(ctx context.Context, o *options) (int, error) {
	out, err := c.prepare(o)
	if err != nil {
		return 0, err
	}
	todo, err := c.request(o)
	if err == nil {
		todo.Judge = o.judge(ctx)
		var done func()
		todo.Narrowing, done, err = o.narrowing(ctx)
		defer done()
	}
	if err != nil {
		return 0, err
	}
	signal.Ignore(syscall.SIGXFSZ) // writing more than the user's limit for files then fails with an error
	ctx, stop := endedBySignals(ctx)
	defer stop()
	progress := c.progress(o)
	todo.Progress = progress.tell
	if o.asksForPart() {
		defer progress.end()
		return c.runPart(ctx, o, todo)
	}
	outcome, err := out.run(ctx, todo, o)
	progress.end()
	var missing sandbox.MissingError
	if errors.As(err, &missing) {
		return 0, load.IncompleteError{Err: err}
	}
	if err == nil && o.repairs.fix {
		outcome, err = c.fix(ctx, o, todo, outcome)
	}
	if err != nil {
		return 0, err
	}
	if o.accepted.writeBaseline {
		err = c.writeBaseline(out, outcome)
	}
	if err = errors.Join(err, c.write(o, out, todo, outcome)); err != nil {
		return 0, load.IncompleteError{Err: err}
	}
	return o.exitCode(outcome)
}

// endedBySignals returns a context that SIGINT or SIGTERM cancels, so that the run reports what it knows by then. A
// second SIGINT ends the program. A second SIGTERM does not: timeout(1) sends it twice, to the program and to its
// group.
func endedBySignals(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGTERM)
	ctx, release := signal.NotifyContext(ctx, os.Interrupt)
	context.AfterFunc(ctx, release)
	return ctx, stop
}

// output is the form of a report and the files that a run writes. A nil file is standard output.
type output struct {
	format                 report.Format
	palette                report.Palette
	report, stats, profile destination
	baseline               destination
	// cpu is the CPU profile of the run, empty without --profile.
	cpu bytes.Buffer
}

// run analyses, or merges the results of shards. With --profile it records a CPU profile of the analysis in out.cpu.
func (out *output) run(ctx context.Context, todo *check.Options, o *options) (*check.Outcome, error) {
	if o.part.merged != nil {
		return check.Merge(ctx, *todo, o.part.merged)
	}
	if o.output.profile != "" {
		if err := pprof.StartCPUProfile(&out.cpu); err != nil {
			return nil, err
		}
		defer pprof.StopCPUProfile()
	}
	return check.Run(ctx, *todo)
}

// prepare checks the flags before the work begins. It returns where and in which format to write the report.
func (c *Command) prepare(o *options) (*output, error) {
	if o.output.statistics && o.output.format != defaultFormat && o.output.format != report.StatisticsName {
		return nil, fmt.Errorf("--statistics prints a table of its own: leave out it or --format %s", o.output.format)
	}
	if o.output.statistics {
		o.output.format = report.StatisticsName
	}
	format, err := report.ByName(o.output.format)
	if err != nil {
		return nil, fmt.Errorf("--format: %w", err)
	}
	if o.inputs.stdinName != "" && (len(o.inputs.paths) != 1 || o.inputs.paths[0] != "-") {
		return nil, errors.New("--stdin-filename names what the path - reads: give - as the only path")
	}
	if err := o.checkRepairs(); err != nil {
		return nil, err
	}
	if err := o.checkBounds(); err != nil {
		return nil, err
	}
	if _, err := o.failSeverity(); err != nil {
		return nil, err
	}
	palette, err := report.ChoosePalette(o.output.color, toStandard(o.output.file) && isTerminal(c.Stdout), os.Getenv)
	if err != nil {
		return nil, fmt.Errorf("--color: %w", err)
	}
	out := &output{format: format, palette: palette}
	return out, o.setDestinations(out)
}

// checkBounds checks the flags that bound the work: -j, --unit-cpu, --unit-memory, --effort, --sandbox.
func (o *options) checkBounds() error {
	if o.bounds.jobs < 0 {
		return fmt.Errorf("-j %d: give a number of units, or 0 for one per processor", o.bounds.jobs)
	}
	if o.bounds.unitCPU < 0 || o.bounds.unitMemory < 0 {
		return errors.New("--unit-cpu and --unit-memory: give a number of seconds and of MiB, or 0 for the defaults")
	}
	if o.bounds.effort < 0 || o.bounds.effort > config.MostEffort {
		return fmt.Errorf("--effort %d: give a number from 1 to %d, or 0 for the configuration's", o.bounds.effort, config.MostEffort)
	}
	mode, err := sandbox.ParseMode(o.bounds.sandbox)
	if err != nil {
		return fmt.Errorf("--sandbox %w", err)
	}
	if mode == sandbox.Require && o.output.profile != "" {
		return errors.New("--profile analyses in the program itself, without the sandbox that is required: leave out one of them")
	}
	return nil
}

// setDestinations sets the files of the report, the figures, the profile and the baseline; nil means standard output.
// It returns an error if a file cannot be written, is also an input, or is named by two flags.
func (o *options) setDestinations(out *output) (err error) {
	taken := map[string]string{}
	for _, to := range []struct {
		flag, file string
		set        *destination
	}{{"--output", o.output.file, &out.report}, {"--stats", o.output.stats, &out.stats}, {"--profile", o.output.profile, &out.profile},
		{"--baseline", o.writtenBaseline(), &out.baseline}} {
		if *to.set, err = o.destination(to.flag, to.file); err != nil {
			return err
		}
		name := filepath.Clean(to.file)
		if other := taken[name]; other != "" && !isDevice(to.file) {
			return fmt.Errorf("%s and %s both name %s: give two files", other, to.flag, name)
		}
		if to.file != "" {
			taken[name] = to.flag
		}
	}
	return nil
}

// destination returns the file of a flag, to which a run will write. It returns nil for standard output. It returns an
// error if the file is an input, would be CUDA source, or cannot be written.
func (o *options) destination(flag, file string) (destination, error) {
	if toStandard(file) {
		return nil, nil
	}
	if slices.ContainsFunc(o.inputs.paths, func(path string) bool { return sameFile(file, path) }) {
		return nil, fmt.Errorf("%s: %s is an input: name another file", flag, file)
	}
	if load.IsCUDA(file) {
		return nil, fmt.Errorf("%s: %s would be CUDA source: name another file", flag, file)
	}
	to, err := safefile.To(file, load.Projects(o.inputs.paths))
	if err != nil {
		return nil, fmt.Errorf("%s: cannot write: %w", flag, err)
	}
	return &to, nil
}

// toStandard reports whether the name of a file means standard output.
func toStandard(file string) bool { return file == "" || file == "-" }

// destination is a file to write, nil for standard output.
type destination = *safefile.Destination

// isFolder reports whether path is an existing folder.
func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

func sameFile(a, b string) bool {
	one, err1 := os.Stat(a)
	other, err2 := os.Stat(b)
	return err1 == nil && err2 == nil && !one.IsDir() && os.SameFile(one, other)
}

// isDevice reports whether path exists and is not a regular file. An example is /dev/null.
func isDevice(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.Mode().IsRegular()
}

// request converts the flags to the options of an analysis. For the path - it reads standard input.
func (c *Command) request(o *options) (*check.Options, error) {
	s, err := newSettings(o)
	if err != nil {
		return nil, err
	}
	folder, err := c.cacheFolder(o)
	if err != nil {
		return nil, err
	}
	todo := &check.Options{
		Cache: folder, IsCacheNamed: o.cache.folder != "",
		Options: load.Options{
			Paths: o.inputs.paths, Config: s.forPath, Databases: o.inputs.databases,
			Args: slices.Concat(o.inputs.extraArgs, o.inputs.clangArgs), Named: o.named(), AllFiles: o.inputs.noGitignore, ThroughSources: o.inputs.throughSources,
		},
		Selection: o.selection(), Jobs: o.bounds.jobs, Workers: c.workers(o),
		Repairs: o.repairs.fix || o.repairs.diff || report.CarriesRepairs(o.analysedFor()),
		Guesses: o.repairs.unsafeFixes || report.CarriesRepairs(o.analysedFor()),
	}
	if len(o.inputs.paths) == 1 && o.inputs.paths[0] == "-" {
		text, err := safefile.Stream(c.Stdin, safefile.Source)
		if err != nil {
			return nil, load.IncompleteError{Err: fmt.Errorf("cannot read standard input: %w", err)}
		}
		name := cmp.Or(o.inputs.stdinName, load.NameOfStream(text))
		todo.Paths, todo.Unsaved = []string{name}, []load.Unsaved{{Path: name, Text: append([]byte{}, text...)}}
	}
	return todo, nil
}

// report returns the report of an outcome.
func (c *Command) report(o *options, out *output, todo *check.Options, outcome *check.Outcome) *report.Report {
	root, _ := os.Getwd()
	stats := &outcome.Stats
	r := &report.Report{
		Findings: outcome.Findings, Likely: outcome.Likely, Unconfirmed: outcome.Unconfirmed, Undecided: outcome.Undecided, Notices: outcome.Notices,
		Stats: report.Stats{
			Files: stats.Files, Kernels: stats.Kernels, Collectives: stats.Collectives.Found,
			Accepted: stats.Accepted, Unchanged: stats.Unchanged, Beside: stats.Beside, Suppressed: stats.Suppressed, Hidden: stats.Hidden, Unconfirmed: stats.Unconfirmed, Undecided: stats.Undecided, Failed: stats.FailedUnits,
			MostlyMissed: len(stats.MostlyMissed), Absent: len(stats.AbsentHeaders()),
		},
		Absent:  absentHeaders(stats.Absent),
		Sources: sources(todo, outcome.Quotable), Root: root,
		Repository: repositories(), Version: Version, Palette: out.palette, Quiet: o.output.quiet,
		Command: commandOf(o.part.carriedFlags), Date: today(),
	}
	if o.output.showSuppressed {
		r.Suppressed = outcome.Suppressed
	}
	if out.report == nil && isTerminal(c.Stdout) {
		r.Stats.Seconds, r.Width = stats.Seconds["total"], widthOf(c.Stdout)
	}
	return r
}

// write writes the report, the figures, the profile and what -v prints. If one fails, the others are still written.
func (c *Command) write(o *options, out *output, todo *check.Options, outcome *check.Outcome) error {
	r, stats := c.report(o, out, todo, outcome), &outcome.Stats
	if o.repairs.diff {
		out.format = c.diffOf(out, o.repairedIn(outcome))
	}
	err := c.writeTo(out.report, func(w io.Writer) error { return out.format(w, r) })
	if o.output.stats != "" {
		err = errors.Join(err, c.writeTo(out.stats, stats.Write))
	}
	if o.output.profile != "" {
		err = errors.Join(err, c.writeTo(out.profile, func(w io.Writer) error {
			_, err := out.cpu.WriteTo(w)
			return err
		}))
	}
	if outcome.Spoke {
		c.say(parserSpoke)
	}
	if err == nil && out.report != nil && !o.output.quiet && isTerminal(c.Stdout) {
		err = c.writeTo(nil, func(w io.Writer) error { return report.LastLine(w, r) })
	}
	if o.repairs.diff && !o.output.quiet {
		c.sayRepaired(outcome.Findings)
	}
	for _, hint := range outcome.Hints {
		c.complain(errors.New(hint))
	}
	if o.output.verbose {
		for _, line := range stats.Words() {
			c.say(line)
		}
	}
	return err
}

// absentHeaders converts the headers that were not found to the form of a report.
func absentHeaders(all []result.Reason) (list []report.AbsentHeader) {
	for _, r := range all {
		list = append(list, report.AbsentHeader{Pos: source.Pos{File: r.File, Line: r.Line, Column: r.Column}, Name: r.What})
	}
	return list
}

// repositories returns a function that finds the repository of a file. It examines each folder once.
func repositories() func(file string) string {
	known := map[string]string{}
	return func(file string) string {
		folder := filepath.Dir(file)
		root, ok := known[folder]
		if !ok {
			root = config.Repository(folder)
			known[folder] = root
		}
		return root
	}
}

// named returns the folders and files of headers that the user's flags name.
func (o *options) named() []string {
	named := command.Named(slices.Concat(o.inputs.extraArgs, o.inputs.clangArgs))
	if o.inputs.cudaPath != "" {
		named = append(named, o.inputs.cudaPath)
	}
	return named
}

// sources returns a function that reads files for excerpts. It refuses files that may not be quoted.
func sources(todo *check.Options, quotable func(string) bool) func(string) ([]byte, error) {
	return func(path string) ([]byte, error) {
		if !quotable(path) {
			return nil, fs.ErrPermission
		}
		if text, ok := headers.Text(path); ok {
			return []byte(text), nil
		}
		return todo.Text(path)
	}
}

// writeTo calls write with a file, or with standard output if dest is nil.
func (c *Command) writeTo(dest destination, write func(io.Writer) error) (err error) {
	if dest == nil {
		return write(c.Stdout)
	}
	return dest.Write(write)
}

// exitCode returns the exit code of a run: 3 if some part was not analysed, 1 if a finding is severe enough, else 0.
func (o *options) exitCode(outcome *check.Outcome) (int, error) {
	threshold, err := o.failSeverity()
	if err != nil {
		return 0, err
	}
	worst, any := outcome.Worst()
	return o.codeOf(outcome.IsIncomplete, any && worst >= threshold), nil
}

// codeOf returns the exit code of a run. isIncomplete reports whether a part was not analysed, hasFindings whether a
// finding is severe enough.
func (o *options) codeOf(isIncomplete, hasFindings bool) int {
	switch {
	case isIncomplete:
		return ExitIncomplete
	case hasFindings && !o.output.exitZero:
		return exitFindings
	}
	return exitClean
}

// isTerminal reports whether a stream is a terminal.
func isTerminal(w io.Writer) bool {
	file := fileOf(w)
	return file != nil && term.IsTerminal(int(file.Fd()))
}

// widthOf returns the number of columns of a terminal, 0 for any other stream.
func widthOf(w io.Writer) int {
	file := fileOf(w)
	if file == nil {
		return 0
	}
	width, _, err := term.GetSize(int(file.Fd()))
	if err != nil {
		return 0
	}
	return width
}
