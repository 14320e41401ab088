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

// options are the flags and arguments of a check.
type options struct {
	paths, clangArgs []string

	// What to parse.
	databases           []string
	cudaPath, stdinName string
	extraArgs           []string
	// What to analyse under.
	arch   []string
	strict bool
	blocks []string
	// Which rules.
	enable, disable, only []string
	potential, undecided  bool
	// The configuration.
	config            string
	printConfig, init bool
	// What to write.
	format, output, stats, profile, color string
	quiet, verbose, showSuppressed        bool
	failOn                                string
	baseline, newFrom, justifying         string
	writeBaseline                         bool
	exitZero                              bool
	fix, diff, unsafeFixes                bool
	explain                               string
	listRules, configSchema               bool
	noGitignore, throughSources           bool
	jobs                                  int
	// Bounds of the processes that parse and analyse.
	unitCPU, unitMemory int
	sandbox             string
	// Where results are kept.
	cacheDir string
	// Parts of a run: which one this is, its words, its results and the files that they depend on, and
	// for a merge those of all.
	shard, result, depfile string
	times                  []string
	writeTimes             string
	words                  check.Words
	given                  *check.Given
	shardFormat            string
	noCache                bool
}

// defaultFormat is the one for people at a terminal.
const defaultFormat = "full"

func (o *options) register(f *pflag.FlagSet) {
	f.SortFlags = false
	f.StringArrayVarP(&o.databases, "database", "p", nil,
		"folder of compile_commands.json (else searched upward from each file); may be given several times")
	f.StringArrayVar(&o.arch, "arch", nil,
		"architectures to check for: sm_70, 90, or a list (else those of the compile command, else sm_70 and what compiles the collectives that it leaves out)")
	f.BoolVar(&o.strict, "strict-program-point", false,
		"ask that lanes meet at the same call from sm_70 on (the CUDA 13 guide)")
	f.StringArrayVar(&o.blocks, "block", nil,
		"block shape of the kernels that a glob matches: KERNEL=256, KERNEL=32x4")
	f.StringVar(&o.cudaPath, "cuda-path", "", "CUDA toolkit to take headers from, instead of the built-in ones")
	f.StringArrayVar(&o.extraArgs, "extra-arg", nil, "flag to add to every parse")
	f.BoolVar(&o.noGitignore, "no-gitignore", false, "check also the files below a folder that .gitignore leaves out")
	f.BoolVar(&o.throughSources, "through-sources", false,
		"check a header that is named through the sources of its project that include it, and report what touches the named files")
	f.StringVar(&o.stdinName, "stdin-filename", "", "name for the source that PATH - reads from standard input")

	f.StringArrayVar(&o.enable, "enable", nil, "rules to turn on: keys, codes, groups, prefixes or globs, separated by commas")
	f.StringArrayVar(&o.disable, "disable", nil, "rules to turn off")
	f.StringArrayVar(&o.only, "only", nil, "rules to run alone")
	f.BoolVar(&o.potential, "potential", false, "report what breaks a rule for some input only, with an input for which a run shows it")
	f.BoolVar(&o.undecided, "undecided", false, "list what is not decided, and what no run has confirmed, each with its reason")

	f.StringVar(&o.config, "config", "", "configuration file (else the closest "+config.Name+")")
	f.BoolVar(&o.printConfig, "print-config", false, "print the configuration for PATH and exit")
	f.BoolVar(&o.configSchema, "config-schema", false, "print the JSON schema of a configuration file and exit")
	f.BoolVar(&o.init, "init", false, "write a commented "+config.Name+" here and exit")

	f.StringVarP(&o.format, "format", "f", defaultFormat, "output format: "+strings.Join(report.Names(), ", "))
	f.StringVarP(&o.output, "output", "o", "", "file to write the report to (- and else: standard output)")
	f.StringVar(&o.color, "color", "auto", "colours: auto, always, never")
	f.BoolVarP(&o.quiet, "quiet", "q", false, "leave out the last line")
	f.BoolVarP(&o.verbose, "verbose", "v", false, "say on standard error what was analysed, and what was not and why")
	f.BoolVar(&o.showSuppressed, "show-suppressed", false,
		"write suppressed findings too, as such: sarif and json alone (GitHub opens an alert for each)")
	f.StringVar(&o.stats, "stats", "", "file to write the figures of the run to, as JSON")
	f.StringVar(&o.profile, "profile", "", "file to write a CPU profile of the run to, for go tool pprof")
	f.StringVar(&o.failOn, "fail-on", "warning", "least severity that makes the exit code 1: note, warning, error")
	f.BoolVar(&o.exitZero, "exit-zero", false, "exit with 0 in spite of findings")
	f.IntVarP(&o.jobs, "jobs", "j", 0, "units to analyse at a time (0: one per processor)")

	f.IntVar(&o.unitCPU, "unit-cpu", 0, "seconds of processor time that a unit may take (0: the configuration's, else 300)")
	f.IntVar(&o.unitMemory, "unit-memory", 0, "MiB of memory that a unit may take (0: the configuration's, else 4096)")
	f.StringVar(&o.sandbox, "sandbox", string(sandbox.Auto),
		"keep what parses from the network, from programs and from writing: auto (what the kernel has), require, off")

	f.StringVar(&o.baseline, "baseline", "", "file of findings that are accepted: only others are reported")
	f.BoolVar(&o.writeBaseline, "write-baseline", false, "write this run's findings to the file of --baseline, and accept them")
	f.StringVar(&o.newFrom, "new-from-rev", "",
		"report only what touches lines that differ from a revision of git, calls and branches on the way included")
	f.StringVar(&o.justifying, "justification-checker", "",
		"shell command that judges the reason of each suppression, which it reads: exit code 0 accepts it")
	f.StringVar(&o.shard, "shard", "", "analyse one part of the files only (3/16: the third of sixteen), for warpcheck merge")
	f.StringVar(&o.result, "result", "", "file to write results to instead of a report, for warpcheck merge")
	f.StringArrayVar(&o.times, "times", nil, "file of times by which --shard divides the files evenly: the same for all shards; several are joined")
	f.StringVar(&o.writeTimes, "write-times", "", "file to write the times to that the files of --result took")
	f.StringVar(&o.depfile, "depfile", "", "file to write what the results of --result were made of to, for Ninja or make")
	f.StringVar(&o.cacheDir, "cache-dir", "", "folder to keep results in for the next run (else the user's cache)")
	f.BoolVar(&o.noCache, "no-cache", false, "neither use results of other runs nor keep any")

	f.BoolVar(&o.fix, "fix", false, "write the repairs that an analysis of the repaired text has proved, and report what is left")
	f.BoolVar(&o.unsafeFixes, "unsafe-fixes", false, "with --fix or --diff, those repairs, too, that are a guess at what was meant: a mask narrowed to who comes")
	f.BoolVar(&o.diff, "diff", false, "print these repairs as a diff instead of a report, and write nothing")

	f.StringVar(&o.explain, "explain", "", "explain the rules that a key, a code, a group, a prefix or a glob stands for, and exit")
	f.BoolVar(&o.listRules, "list-rules", false, "list the rules and exit")
}

// refuseEmpty refuses flags without a value: a script gave a variable that nobody had set, and to go on
// as if the flag were not there would do something else.
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

// suggestFlag is what an unknown flag may have been meant for, "" for any other error.
func suggestFlag(cmd *cobra.Command, err error) string {
	var unknown *pflag.NotExistError
	switch {
	case !errors.As(err, &unknown):
		return ""
	case unknown.GetSpecifiedShortnames() != "":
		return "; flags for the parser stand behind --, as in warpcheck k.cu -- -Iinclude -DN=4"
	}
	var known []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, f.Name) })
	best, close := nearest.Closest(unknown.GetSpecifiedName(), known)
	if !close {
		return ""
	}
	return fmt.Sprintf(", did you mean %q?", "--"+best)
}

// split breaks lists at their commas.
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

// selection is the command line's choice of rules.
func (o *options) selection() check.Selection {
	return check.Selection{
		Only: split(o.only), Enable: split(o.enable), Disable: split(o.disable),
		Potential: o.potential, Undecided: o.undecided,
	}
}

// launches reads --block.
func (o *options) launches() ([]config.Launch, error) {
	var launches []config.Launch
	for _, text := range o.blocks {
		kernel, block, ok := strings.Cut(text, "=")
		shape, err := parseBlock(block)
		if !ok || kernel == "" || err != nil {
			return nil, fmt.Errorf("--block %s: write KERNEL=256 or KERNEL=32x4, 1024 threads at most", text)
		}
		launches = append(launches, config.Launch{Flag: true, Kernel: kernel, Block: shape})
	}
	return launches, nil
}

// parseBlock reads "256", "32x4" or "8x8x4".
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

// failSeverity reads --fail-on.
func (o *options) failSeverity() (rules.Severity, error) {
	severity, err := rules.ParseSeverity(o.failOn)
	if err != nil {
		return 0, fmt.Errorf("--fail-on: %w", err)
	}
	return severity, nil
}
