// Package check drives an analysis, from the files that a user names to one report.
//
//	plan      package load   files, each with its compile command and one architecture
//	obtain    analyse        parse, lower, interpret, ask the rules; in parallel
//	merge     merge          equal findings made one, suppressions, accounting
//
// The plan gives a [request] per unit, obtain answers it by a [result.Unit], and merge joins these. Both are plain
// values, so another process may do the analysis, or an earlier run may have done it.
//
// A unit never ends the run. If a unit does not parse, exceeds its budget or causes a panic, a notice marks the report
// as incomplete, and the other units continue. An interruption is a notice, too. After it no more units are analysed.
// Results are merged in the order of the jobs, so that a run with many workers writes the same report as a run with
// one, byte for byte.
//
// A header (.cuh) is checked through the units that include it, with the macros and template arguments of each unit. It
// is checked alone only if no unit of the run includes it. If it does not parse alone, it is read after the headers
// that a file includes before it (package load). Any file that does not parse alone is checked only through a unit that
// includes it, if there is one. A finding in a header is reported once. A function is checked as the kernels of the run
// use it, and alone only if no kernel does (package account). A repair is offered if the units that it edits were
// analysed again with it, and show that it is right (repair.go).
package check

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/warpcheck/warpcheck/check/account"
	"github.com/warpcheck/warpcheck/config"
	"github.com/warpcheck/warpcheck/internal/baseline"
	"github.com/warpcheck/warpcheck/internal/worker"
	"github.com/warpcheck/warpcheck/internal/worker/sandbox"
	"github.com/warpcheck/warpcheck/load"
	"github.com/warpcheck/warpcheck/result"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/source"
)

// Options states what a run checks, how it analyses, and which results it reports.
type Options struct {
	load.Options
	Selection
	Narrowing
	// Judge returns an error that states what is wrong with a suppression's reason. It returns nil if the reason is
	// accepted. If Judge is nil, all reasons are accepted.
	Judge func(Justification) error
	// Times holds the seconds that each file took in an earlier run. Files are divided among shards by them.
	Times account.Times
	// Jobs is the number of units to analyse at the same time, or 0 for one per processor.
	Jobs int
	// Repairs asks for repairs of the findings. Guesses also asks for repairs that guess what the user meant.
	Repairs, Guesses bool
	// Proposals asks which findings have proposals of repairs (rules.NotTried). The proposals are not tried. A later
	// run with Repairs finds the results of its units in the cache.
	Proposals bool
	// Pictures asks for pictures of the lanes at each collective.
	Pictures bool
	// Cache is the folder of the stored results, or "" if there is none.
	Cache string
	// IsCacheNamed reports whether the user named the folder Cache. Only then it is an error if the folder cannot be
	// used.
	IsCacheNamed bool
	// given holds the results of the parts of a divided run. It is nil if this run analyses the units itself.
	given *Given
	// Progress is called each time the progress of the run changes, unless it is nil. It must be quick.
	Progress func(Progress)
	// Workers holds the options of the processes that analyse units. If it is nil, this process analyses the units.
	Workers *worker.Options
}

// Outcome is the result of a run over all units: findings, notices and statistics.
type Outcome struct {
	Findings []rules.Finding
	// Suppressed lists the findings that a comment, a filter of a configuration, or the baseline suppresses.
	Suppressed []rules.Suppressed
	// Entries is the baseline that this run would write. It has all findings that comments and filters do not suppress,
	// also those of the present baseline, and the parts that were not analysed.
	Entries baseline.Contents
	// Hidden lists potential findings whose rules are off. They are not shown, although a run has confirmed them.
	// Launches lists the launches in the units. Both are for editors, and left out in other runs (Options.Pictures).
	Hidden   []rules.Finding
	Launches []result.Launch
	// Likely lists the places of the first hidden potential findings with a confirmed witness, at most likelyPlaces.
	Likely []source.Pos
	// Unconfirmed lists the potential findings that no run of the concrete machine has shown. Undecided lists the
	// questions without an answer. Both are empty unless the user asked for them.
	Unconfirmed, Undecided []rules.Finding
	// Notices state what was not analysed, and which suppressions are wrong.
	Notices []rules.Notice
	// IsIncomplete reports whether the run fails because some part was not analysed. The configuration decides which
	// parts count (config.Config.Incomplete). Parts that the baseline accepts do not count.
	IsIncomplete bool
	// Hints state which inputs were left out, wholly or in part, although no error occurred.
	Hints []string
	Stats account.Stats
	// Pictures lists the pictures of all collectives, by place. It is empty unless the options ask for them.
	Pictures []result.Picture
	// Read lists the files that the units read.
	Read []string
	// Repaired holds the files that safe repairs change, with all safe repairs applied. RepairedByGuess holds the files
	// that any repairs change, with all repairs applied, including guesses.
	Repaired, RepairedByGuess []Rewritten
	// Spoke reports whether a worker wrote to standard error.
	Spoke bool
	// Quotable reports whether lines of a file may be shown.
	Quotable func(file string) bool
}

// Worst returns the highest severity among the findings and the notices about suppressions. It returns false if there
// are none.
func (o *Outcome) Worst() (worst rules.Severity, found bool) {
	for i := range o.Findings {
		worst, found = max(worst, o.Findings[i].Severity), true
	}
	for i := range o.Notices {
		if !o.Notices[i].Incomplete {
			worst, found = max(worst, o.Notices[i].Severity), true
		}
	}
	return worst, found
}

// checker carries out one run.
type checker struct {
	options Options
	loader  *load.Loader
	watcher *watcher
	pool    pool
	// origin identifies the build of warpcheck and the environment that produce the results. shard and collector are
	// set if this run is one part of a divided run.
	origin    origin
	shard     *Shard
	collector *collector
	// keeper finds and stores results. It is nil if results are not stored. reused counts the results of earlier runs
	// that this run uses.
	keeper *keeper
	reused atomic.Int64
	// roots holds the results for roots (kernels and functions checked alone). reusedRoots counts the results that
	// units of this run have taken from there.
	roots       *rootStore
	reusedRoots atomic.Int64
	names       names
}

// newChecker returns a checker with the options o. The checker treats a configuration as unreadable if its selection of
// rules is wrong, for example if it names a rule that does not exist.
func newChecker(o Options) (*checker, error) {
	configured := o.Config
	o.Config = func(path string) (*config.Config, error) {
		settings, err := configured(path)
		if err == nil {
			_, err = o.enabled(settings)
		}
		return settings, err
	}
	loader, err := load.New(o.Options)
	return &checker{options: o, loader: loader, watcher: &watcher{report: o.Progress}, roots: newRootStore()}, err
}

// Run analyses the files that the options name. It returns an error if they are wrong: a path does not exist, or a
// configuration is wrong. A later failure becomes a notice. When the context ends, the analysis ends, and the outcome
// holds the results so far.
func Run(ctx context.Context, options Options) (*Outcome, error) {
	started := time.Now()
	c, inputs, err := begin(ctx, options, false)
	if err != nil {
		return nil, err
	}
	defer c.pool.end()
	units, err := c.unitsOf(ctx, inputs)
	if err != nil {
		return nil, err
	}
	outcome, err := c.merge(inputs, units)
	if err != nil {
		return nil, err
	}
	switch {
	case options.Repairs:
		c.repair(ctx, units, outcome)
	case options.Proposals:
		c.proposed(units, outcome)
	}
	outcome.Findings = rules.OncePerStatement(outcome.Findings)
	c.reportRun(outcome)
	outcome.Stats.Seconds["total"] = time.Since(started).Seconds()
	return outcome, nil
}

// begin returns a checker and its inputs. isShard states that this run is one part of a divided run. The caller must
// end the checker's pool.
func begin(ctx context.Context, options Options, isShard bool) (*checker, []load.Input, error) {
	c, err := newChecker(options)
	if err != nil {
		return nil, nil, err
	}
	inputs, err := c.loader.Inputs(ctx)
	if err != nil {
		return nil, nil, err
	}
	if o := c.options.Workers; o != nil && o.IsSandboxRequired() && !sandbox.Available().IsWhole() {
		return nil, nil, sandbox.MissingError{Has: sandbox.Available()}
	}
	if isShard || c.options.given != nil {
		if c.origin, err = newOrigin(nil); err != nil {
			return nil, nil, err
		}
	}
	var incomplete load.IncompleteError
	if err := c.startKeeper(); errors.As(err, &incomplete) {
		return nil, nil, err
	} else if err != nil && c.options.IsCacheNamed {
		return nil, nil, fmt.Errorf("--cache-dir: %w", err)
	} else if err != nil {
		c.loader.Hints = append(c.loader.Hints, fmt.Sprintf("results are not kept for the next run: %v", err))
	}
	return c, inputs, nil
}

// reportRun adds figures and hints about the run itself to o.
func (c *checker) reportRun(o *Outcome) {
	o.Stats.Sandbox = c.sandbox().String()
	if workers := c.pool.started(); workers != nil {
		o.Spoke = workers.Spoke()
	}
	o.Stats.Reused, o.Stats.ReusedRoots = int(c.reused.Load()), int(c.reusedRoots.Load())
	o.Hints = append(o.Hints, c.hintsOfRun()...)
}

// hintsOfRun closes the store of results. It returns hints if workers could not be started, or if results could not be
// stored.
func (c *checker) hintsOfRun() (hints []string) {
	if c.pool.failure != nil {
		hints = append(hints, fmt.Sprintf("units are analysed without limits and without a sandbox: %v", c.pool.failure))
	}
	if c.keeper != nil {
		if err := c.keeper.end(); err != nil {
			hints = append(hints, fmt.Sprintf("results are not kept for the next run: %v", err))
		}
	}
	return hints
}
