// Package check drives an analysis: from the files that a user names to one
// report.
//
//	plan      package load   files, each with its compile command and one architecture
//	obtain    analyse        parse, lower, interpret, ask the rules; in parallel
//	merge     merge          equal findings made one, suppressions, accounting
//
// A [request] goes from plan to obtain, and a [result.Unit] from obtain to merge. Both are plain values, so another
// process may do the analysis, or may have done it before.
//
// A unit never ends the run: one that does not parse, a budget that runs out and a panic become notices that mark the
// report as incomplete, and the other units go on. An interruption is a notice, too; no more units are analysed after
// it. Results are merged in the order of the jobs, so that a run with many workers writes the same report as a run with
// one, byte for byte.
//
// A header (.cuh) is checked through the units that include it, with the macros and template arguments that they give
// it. It is checked alone only if no unit of the run includes it. If it does not parse alone, it is read after the
// headers that a file includes before it (package load). A file that another unit includes and that does not parse
// alone is checked through that unit, too. What is found in a header is reported once. A function is checked as the
// kernels of the run use it, and alone only when none does (package account). A repair is offered when the units that
// it edits have been analysed again with it (repair.go).
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

// Options are what a run is asked to do.
type Options struct {
	load.Options
	Selection
	Narrowing
	// Judge returns what is wrong with the reason of a suppression, or nil if nothing is. If it is nil itself, all
	// reasons are accepted.
	Judge func(Justification) error
	// Times has the seconds that files took in an earlier run. Files are divided among shards by these times.
	Times account.Times
	// Jobs is the number of units to analyse at the same time, or 0 for one for each processor.
	Jobs int
	// Repairs asks for repairs of the findings, Guesses also for those that guess what was meant.
	Repairs, Guesses bool
	// Proposals asks which findings have proposals of repairs (rules.NotTried), without trying them. A later run
	// with Repairs finds the results of its units in the cache.
	Proposals bool
	// Pictures asks for pictures of the lanes at each collective.
	Pictures bool
	// Cache is the folder in which results are kept, or "" if there is none.
	Cache string
	// IsCacheNamed says whether the user named the folder Cache. It is then an error if the folder cannot be used.
	IsCacheNamed bool
	// given holds the results of the parts of a divided run, or nil if this run analyses the units itself.
	given *Given
	// Progress is called each time the progress of the run changes, unless nil. It must be quick.
	Progress func(Progress)
	// Workers are the options of the processes that analyse units. If it is nil, this process analyses the units.
	Workers *worker.Options
}

// Outcome is what a run found.
type Outcome struct {
	Findings []rules.Finding
	// Suppressed are the findings that a comment, a filter of a configuration or the baseline silences.
	Suppressed []rules.Suppressed
	// Entries is the baseline that this run would write: all findings that comments and filters leave, including those
	// of the present baseline, and what was not analysed.
	Entries baseline.Contents
	// Likely has the first places of hidden potential findings with a confirmed witness, at most likelyPlaces.
	Likely []source.Pos
	// Unconfirmed are the potential findings that no run of the concrete machine has shown, Undecided the questions
	// without an answer. Both are empty unless the run was asked for them.
	Unconfirmed, Undecided []rules.Finding
	// Notices say what was not analysed, and which suppressions are wrong.
	Notices []rules.Notice
	// IsIncomplete says whether the run fails because something was not analysed. The configuration decides what counts
	// (config.Config.Incomplete); what the baseline accepts does not count.
	IsIncomplete bool
	// Hints say which inputs were left out, wholly or in part, although nothing went wrong.
	Hints []string
	Stats account.Stats
	// Pictures are the pictures of all collectives, by place, if asked for.
	Pictures []result.Picture
	// Read are the files that were read.
	Read []string
	// Repaired are the files that the safe repairs change, with all safe repairs applied. RepairedByGuess are the files
	// that any repairs change, with all repairs applied, guesses included.
	Repaired, RepairedByGuess []Rewritten
	// Spoke says whether the parser wrote to standard error.
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
	// origin identifies the program and the surroundings that make the results. shard and collector are set if this run
	// is one part of a divided run.
	origin    origin
	shard     *Shard
	collector *collector
	// keeper finds and stores results, or nil if none are kept. reused counts the results of earlier runs that this run
	// takes.
	keeper *keeper
	reused atomic.Int64
	names  names
}

// newChecker returns a checker with the options o. From then on, a configuration whose selection of rules is wrong
// cannot be read: one that names a rule that does not exist, for example.
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
	return &checker{options: o, loader: loader, watcher: &watcher{report: o.Progress}}, err
}

// Run analyses the files that the options name. Its error is one of usage: a path that does not exist, a configuration
// that is wrong. A later failure becomes a notice. When the context ends, so does the analysis, and the outcome holds
// what is known by then.
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

// begin returns a checker and its inputs. The caller ends the checker's pool.
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
	o.Stats.Reused = int(c.reused.Load())
	o.Hints = append(o.Hints, c.hintsOfRun()...)
}

// hintsOfRun closes the store of results. It returns hints that workers could not be started or that results could not
// be stored.
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
