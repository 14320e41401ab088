package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/warpcheck/warpcheck/check"
	"github.com/warpcheck/warpcheck/config"
	"github.com/warpcheck/warpcheck/internal/nearest"
	"github.com/warpcheck/warpcheck/internal/worker/sandbox"
	"github.com/warpcheck/warpcheck/report"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/warp"
)

// defaultFormat is the output format for people at a terminal.
const defaultFormat = "full"

// options holds the flags and arguments of a check, grouped by subject. Each group registers its own flags, so that a
// new flag needs only a field, and a line in the register method of its group.
type options struct {
	inputs   inputFlags
	target   targetFlags
	choice   choiceFlags
	file     configurationFlags
	output   outputFlags
	bounds   boundFlags
	accepted acceptFlags
	part     partFlags
	cache    cacheFlags
	repairs  repairFlags
	about    aboutFlags
}

// register adds the flags, in the order of --help.
func (o *options) register(f *pflag.FlagSet) {
	f.SortFlags = false
	for _, group := range []interface{ register(*pflag.FlagSet) }{
		&o.inputs, &o.target, &o.choice, &o.file, &o.output, &o.bounds, &o.accepted, &o.part, &o.cache, &o.repairs, &o.about,
	} {
		group.register(f)
	}
}

// registerSome adds to f those flags of a check for whose names isWanted is true. Another command has these, too.
func (o *options) registerSome(f *pflag.FlagSet, isWanted func(name string) bool) {
	all := pflag.NewFlagSet("all", pflag.ContinueOnError)
	o.register(all)
	all.VisitAll(func(flag *pflag.Flag) {
		if isWanted(flag.Name) {
			f.AddFlag(flag)
		}
	})
}

// inputFlags name the files to check, and how to parse them.
type inputFlags struct {
	paths, clangArgs []string
	databases        []string
	cudaPath         string
	extraArgs        []string
	noGitignore      bool
	throughSources   bool
	stdinName        string
}

func (i *inputFlags) register(f *pflag.FlagSet) {
	f.StringArrayVarP(&i.databases, "database", "p", nil,
		"folder of compile_commands.json (else searched upward from each file); may be given several times")
	f.StringVar(&i.cudaPath, "cuda-path", "", "CUDA toolkit to take headers from, instead of the built-in ones")
	f.StringArrayVar(&i.extraArgs, "extra-arg", nil, "flag to add to every parse")
	f.BoolVar(&i.noGitignore, "no-gitignore", false, "check also the files below a folder that .gitignore leaves out")
	f.BoolVar(&i.throughSources, "through-sources", false,
		"check a header that is named through the sources of its project that include it, and report what touches the named files")
	f.StringVar(&i.stdinName, "stdin-filename", "", "name for the source that PATH - reads from standard input")
}

// targetFlags name the GPUs and launches to check for.
type targetFlags struct {
	arch   []string
	strict bool
	blocks []string
}

func (t *targetFlags) register(f *pflag.FlagSet) {
	f.StringArrayVar(&t.arch, "arch", nil,
		"architectures to check for: sm_70, 90, or a list (else those of the compile command, else sm_70 and what compiles the collectives that it leaves out)")
	f.BoolVar(&t.strict, "strict-program-point", false,
		"ask that lanes meet at the same call from sm_70 on (the CUDA 13 guide)")
	f.StringArrayVar(&t.blocks, "block", nil,
		"block shape of the kernels that a glob matches: KERNEL=256, KERNEL=32x4")
}

// choiceFlags select the rules that report.
type choiceFlags struct {
	enable    []string
	disable   []string
	only      []string
	potential bool
	undecided bool
}

func (c *choiceFlags) register(f *pflag.FlagSet) {
	f.StringArrayVar(&c.enable, "enable", nil, "rules to turn on: keys, codes, groups, prefixes or globs, separated by commas")
	f.StringArrayVar(&c.disable, "disable", nil, "rules to turn off")
	f.StringArrayVar(&c.only, "only", nil, "rules to run alone")
	f.BoolVar(&c.potential, "potential", false, "report what breaks a rule for some input only, with an input for which a run shows it")
	f.BoolVar(&c.undecided, "undecided", false, "list what is not decided, and what no run has confirmed, each with its reason")
}

// configurationFlags name the configuration file, or ask to print one or to write one.
type configurationFlags struct {
	name   string
	prints bool
	schema bool
	begins bool
	// ignored reports whether no configuration file applies. No flag sets it.
	ignored bool
}

func (c *configurationFlags) register(f *pflag.FlagSet) {
	f.StringVar(&c.name, "config", "", "configuration file (else the closest "+config.Name+")")
	f.BoolVar(&c.prints, "print-config", false, "print the configuration for PATH and exit")
	f.BoolVar(&c.schema, "config-schema", false, "print the JSON schema of a configuration file and exit")
	f.BoolVar(&c.begins, "init", false, "write a commented "+config.Name+" here and exit")
}

// outputFlags holds the flags that decide the output and the exit code.
type outputFlags struct {
	format         string
	file           string
	color          string
	quiet          bool
	verbose        bool
	showSuppressed bool
	stats          string
	statistics     bool
	profile        string
	failOn         string
	incomplete     string
	needsAll       bool
	exitZero       bool
}

func (o *outputFlags) register(f *pflag.FlagSet) {
	f.StringVarP(&o.format, "format", "f", defaultFormat, "output format: "+strings.Join(report.Names(), ", "))
	f.StringVarP(&o.file, "output", "o", "", "file to write the report to (- and else: standard output)")
	f.StringVar(&o.color, "color", "auto", "colours: auto, always, never")
	f.BoolVarP(&o.quiet, "quiet", "q", false, "leave out the last line")
	f.BoolVarP(&o.verbose, "verbose", "v", false, "say on standard error what was analysed, and what was not and why")
	f.BoolVar(&o.showSuppressed, "show-suppressed", false,
		"write suppressed findings too, as such: sarif and json alone (GitHub opens an alert for each)")
	f.StringVar(&o.stats, "stats", "", "file to write the figures of the run to, as JSON")
	f.BoolVar(&o.statistics, "statistics", false, "print a table of the rules and how many findings each has")
	f.StringVar(&o.profile, "profile", "", "file to write a CPU profile of the run to, for go tool pprof")
	f.StringVar(&o.failOn, "fail-on", "warning", "least severity that makes the exit code 1: note, warning, error")
	f.StringVar(&o.incomplete, "incomplete", "",
		"what makes the exit code 3: fail (a part of the project was not analysed), absent-too (a header of another project is not found), ignore (nothing)")
	f.BoolVar(&o.needsAll, "require-complete", false, "the same as --incomplete=absent-too")
	f.BoolVar(&o.exitZero, "exit-zero", false, "exit with 0 in spite of findings")
}

// boundFlags limit the time and memory of the run, and what its processes may do.
type boundFlags struct {
	jobs       int
	unitCPU    int
	unitMemory int
	effort     int
	sandbox    string
}

func (b *boundFlags) register(f *pflag.FlagSet) {
	f.IntVarP(&b.jobs, "jobs", "j", 0, "units to analyse at a time (0: one per processor)")
	f.IntVar(&b.unitCPU, "unit-cpu", 0, "seconds of processor time that a unit may take (0: the configuration's, else 300)")
	f.IntVar(&b.unitMemory, "unit-memory", 0, "MiB of memory that a unit may take (0: the configuration's, else 4096)")
	f.IntVar(&b.effort, "effort", 0, "how often the default limits of work a unit may take, 1 to 10, where a budget ended (0: the configuration's, else 1)")
	f.StringVar(&b.sandbox, "sandbox", string(sandbox.Auto),
		"keep what parses from the network, from programs and from writing: auto (what the kernel has), require, off")
}

// acceptFlags select findings that the user accepts. They are not reported.
type acceptFlags struct {
	baseline      string
	writeBaseline bool
	newFrom       string
	newFromBase   string
	justifying    string
}

func (a *acceptFlags) register(f *pflag.FlagSet) {
	f.StringVar(&a.baseline, "baseline", "", "file of findings that are accepted: only others are reported")
	f.BoolVar(&a.writeBaseline, "write-baseline", false, "write this run's findings to the file of --baseline, and accept them")
	f.StringVar(&a.newFrom, "new-from-rev", "",
		"report only what touches lines that differ from a revision of git, calls and branches on the way included")
	f.StringVar(&a.newFromBase, "new-from-merge-base", "",
		"the same, since the commit where HEAD left a branch: what a pull request changes")
	f.StringVar(&a.justifying, "justification-checker", "",
		"shell command that judges the reason of each suppression, which it reads: exit code 0 accepts it")
}

// since returns the revision of --new-from-rev or --new-from-merge-base, and the name of that flag. revision is ""
// without both flags.
func (a *acceptFlags) since() (revision, flag string, err error) {
	switch {
	case a.newFrom != "" && a.newFromBase != "":
		return "", "", errors.New("--new-from-rev and --new-from-merge-base name two revisions: give one of them")
	case a.newFromBase != "":
		return a.newFromBase + "...HEAD", "--new-from-merge-base", nil
	}
	return a.newFrom, "--new-from-rev", nil
}

// partFlags holds the flags for a divided run: they select the part of the files that a shard analyses, and name the
// files that it writes for a merge.
type partFlags struct {
	shard      string
	result     string
	times      []string
	writeTimes string
	depfile    string
	// carriedFlags holds this run's flags and paths, which a merge takes over. The other two fields are set in a merge
	// only. merged are the results of the shards, and format is the report format for which the shards ran.
	carriedFlags check.Words
	merged       *check.Given
	format       string
}

func (p *partFlags) register(f *pflag.FlagSet) {
	f.StringVar(&p.shard, "shard", "", "analyse one part of the files only (3/16: the third of sixteen), for warpcheck merge")
	f.StringVar(&p.result, "result", "", "file to write results to instead of a report, for warpcheck merge")
	f.StringArrayVar(&p.times, "times", nil, "file of times by which --shard divides the files evenly: the same for all shards; several are joined")
	f.StringVar(&p.writeTimes, "write-times", "", "file to write the times to that the files of --result took")
	f.StringVar(&p.depfile, "depfile", "", "file to write what the results of --result were made of to, for Ninja or make")
}

// cacheFlags name the folder in which results are kept for the next run, or switch that off.
type cacheFlags struct {
	folder string
	off    bool
}

func (c *cacheFlags) register(f *pflag.FlagSet) {
	f.StringVar(&c.folder, "cache-dir", "", "folder to keep results in for the next run (else the user's cache)")
	f.BoolVar(&c.off, "no-cache", false, "neither use results of other runs nor keep any")
}

// repairFlags select the repairs to write or to show.
type repairFlags struct {
	fix         bool
	unsafeFixes bool
	diff        bool
}

func (r *repairFlags) register(f *pflag.FlagSet) {
	f.BoolVar(&r.fix, "fix", false, "write the repairs that an analysis of the repaired text has proved, and report what is left")
	f.BoolVar(&r.unsafeFixes, "unsafe-fixes", false, "with --fix or --diff, those repairs, too, that are a guess at what was meant: a mask narrowed to who comes")
	f.BoolVar(&r.diff, "diff", false, "print these repairs as a diff instead of a report, and write nothing")
}

// aboutFlags ask for the documentation of rules instead of a check.
type aboutFlags struct {
	explain   string
	listRules bool
	guideline bool
}

func (a *aboutFlags) register(f *pflag.FlagSet) {
	f.StringVar(&a.explain, "explain", "", "explain the rules that a key, a code, a group, a prefix or a glob stands for, and exit")
	f.BoolVar(&a.listRules, "list-rules", false, "list the rules and exit")
	f.BoolVar(&a.guideline, "guideline", false, "with --list-rules: list the rules of NVIDIA's guideline, each with what decides it")
}

// refuseEmpty returns an error for flags with an empty value. A script may have passed a variable that was not set, and
// a run without the flag would do something else than was meant.
func refuseEmpty(flags *pflag.FlagSet) (err error) {
	flags.Visit(func(f *pflag.Flag) {
		values := []string{f.Value.String()}
		if list, isList := f.Value.(pflag.SliceValue); isList {
			values = list.GetSlice()
		}
		if slices.Contains(values, "") {
			err = errors.Join(err, fmt.Errorf("--%s: the value is empty: give one, or leave the flag out", f.Name))
		}
	})
	return err
}

// suggestFlag returns words to append to an error about an unknown flag. The words explain where the flags for the
// parser belong, or name the flag of warpcheck that replaces a flag of another program, or a flag with a similar name.
// suggestFlag returns "" for any other error, and if it has no suggestion.
func suggestFlag(cmd *cobra.Command, err error) string {
	var unknown *pflag.NotExistError
	switch {
	case !errors.As(err, &unknown):
		return ""
	case unknown.GetSpecifiedShortnames() != "":
		return "; flags for the parser stand behind --, as in warpcheck k.cu -- -Iinclude -DN=4"
	}
	if here := foreignFlags[unknown.GetSpecifiedName()]; here != "" {
		return ": the word here is " + here
	}
	var known []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, f.Name) })
	best, close := nearest.Closest(unknown.GetSpecifiedName(), known)
	if !close {
		return ""
	}
	return fmt.Sprintf(", did you mean %q?", "--"+best)
}

// split returns the elements of lists that are separated by commas, without empty ones.
func split(lists []string) []string {
	var all []string
	for _, list := range lists {
		for _, one := range strings.Split(list, ",") {
			if one = strings.TrimSpace(one); one != "" {
				all = append(all, one)
			}
		}
	}
	return all
}

// selection returns the rules that the command line selects.
func (o *options) selection() check.Selection {
	return check.Selection{
		Only: split(o.choice.only), Enable: split(o.choice.enable), Disable: split(o.choice.disable),
		Potential: o.choice.potential, Undecided: o.choice.undecided,
	}
}

// launches returns the shapes of blocks that --block gives.
func (o *options) launches() ([]config.Launch, error) {
	var launches []config.Launch
	for _, text := range o.target.blocks {
		kernel, block, ok := strings.Cut(text, "=")
		shape, err := parseBlock(block)
		if !ok || kernel == "" || err != nil {
			return nil, fmt.Errorf("--block %s: write KERNEL=256 or KERNEL=32x4, 1024 threads at most", text)
		}
		launches = append(launches, config.Launch{Flag: true, Kernel: kernel, Block: shape})
	}
	return launches, nil
}

// parseBlock reads the shape of a block: "256", "32x4" or "8x8x4".
func parseBlock(text string) ([]int, error) {
	var block []int
	for _, part := range strings.Split(text, "x") {
		n, err := parsePositive(part)
		if err != nil {
			return nil, err
		}
		block = append(block, n)
	}
	if len(block) > 3 || !(config.Launch{Block: block}).Shape().IsLaunchable() {
		return nil, fmt.Errorf("block %s: at most three extents, %d threads and %d of them along z",
			text, warp.MaxThreads, warp.MaxDepth)
	}
	return block, nil
}

// incompleteWord returns the word of --incomplete or --require-complete, "" without both flags.
func (o *options) incompleteWord() (string, error) {
	word := o.output.incomplete
	switch {
	case word != "" && !slices.Contains(config.Incompletes, word):
		return "", fmt.Errorf("--incomplete: %q is none of its words%s", word, nearest.Suggest(word, config.Incompletes))
	case o.output.needsAll && word != "" && word != config.AbsentFails:
		return "", fmt.Errorf("--require-complete is --incomplete=%s: leave one of the two out", config.AbsentFails)
	case o.output.needsAll:
		return config.AbsentFails, nil
	}
	return word, nil
}

// failSeverity returns the severity of --fail-on.
func (o *options) failSeverity() (rules.Severity, error) {
	severity, err := rules.ParseSeverity(o.output.failOn)
	if err != nil {
		return 0, fmt.Errorf("--fail-on: %w", err)
	}
	return severity, nil
}
