// Package check drives an analysis: from the files that a user names to one
// report.
//
//	jobs      package load   files, each with its compile command and one architecture
//	units     unit.run       parse, lower, interpret, ask the rules; in parallel
//	outcome   merge          equal findings made one, suppressions, accounting
//
// A job never ends the run: a unit that does not parse, a budget that runs out
// and a panic become notices that mark the report as incomplete, and the other
// units go on. So does an interruption, after which no more units are analysed. Results
// are merged in the order of the jobs, so that a run with many workers says the same as a
// run with one, byte for byte.
//
// A header (.cuh) is checked through the units that include it, with the macros
// and template arguments that they give it; alone only when no unit of the run
// includes it, and then with what a file that includes it includes before it, where it does
// not parse without (package load). A file that another unit includes and that does not parse
// alone is checked through that unit too. What is found in a header is reported once. A
// function is checked as the kernels of the run use it, and alone only when none does
// (covered.go). A repair is offered when the units that it edits have been analysed again with it
// (repair.go).
package check

import (
	"context"
	"errors"
	"maps"
	"runtime"
	"slices"
	"time"

	"github.com/warpcheck/warpcheck/config"
	"github.com/warpcheck/warpcheck/load"
	"github.com/warpcheck/warpcheck/report"
	"github.com/warpcheck/warpcheck/rules"
)

// Options are what a run is asked to do.
type Options struct {
	load.Options
	Selection
	// Jobs is how many units are analysed at a time; 0: one per processor.
	Jobs int
	// Repairs asks for repairs of the findings.
	Repairs bool
}

// Outcome is what a run found.
type Outcome struct {
	Findings []rules.Finding
	// Undecided are the questions without an answer, where potential findings are asked for.
	Undecided []rules.Finding
	// Notices tell what was not analysed, and of suppressions that are wrong.
	Notices []report.Notice
	// Hints tell of inputs of which nothing was checked, though nothing went wrong.
	Hints []string
	Stats Stats
	// Repaired are the files that the repairs of the findings change, all together.
	Repaired []Rewritten
	// Quotable reports a file whose lines may be shown.
	Quotable func(file string) bool
}

// Incomplete reports whether something was not analysed.
func (o *Outcome) Incomplete() bool {
	return slices.ContainsFunc(o.Notices, func(n report.Notice) bool { return n.Incomplete })
}

// Worst is the highest severity among the findings and the notices about
// suppressions; false when there are none.
func (o *Outcome) Worst() (worst rules.Severity, any bool) {
	for i := range o.Findings {
		worst, any = max(worst, o.Findings[i].Severity), true
	}
	for i := range o.Notices {
		if !o.Notices[i].Incomplete {
			worst, any = max(worst, o.Notices[i].Severity), true
		}
	}
	return worst, any
}

// checker is one run.
type checker struct {
	Options
	loader *load.Loader
}

// newChecker is a run with these options, whose configurations name rules that there are.
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
	return &checker{o, loader}, err
}

// Run analyses. Its error is one of usage: a path that does not exist, a
// configuration that is wrong. What goes wrong later is a notice. When the context
// ends, so does the analysis, and the outcome is what is known by then.
func Run(ctx context.Context, options Options) (*Outcome, error) {
	started := time.Now()
	c, err := newChecker(options)
	if err != nil {
		return nil, err
	}
	inputs, err := c.loader.Inputs(ctx)
	if err != nil {
		return nil, err
	}
	units, err := c.analyse(ctx, inputs)
	if err != nil {
		return nil, err
	}
	outcome, err := c.merge(inputs, units)
	if err != nil {
		return nil, err
	}
	if options.Repairs {
		c.repair(ctx, units, outcome)
	}
	outcome.Stats.Seconds["total"] = time.Since(started).Seconds()
	return outcome, nil
}

// analyse runs the sources first, then the headers that none of them included.
func (c *checker) analyse(ctx context.Context, inputs []load.Input) ([]*unit, error) {
	var sources, headers []load.Input
	for _, in := range inputs {
		if in.Header() {
			headers = append(headers, in)
		} else {
			sources = append(sources, in)
		}
	}
	units, err := c.runAll(ctx, sources)
	if err != nil {
		return nil, err
	}
	included := includedIn(units)
	headers = slices.DeleteFunc(headers, func(in load.Input) bool { return included[load.Identity(in.Path)] })
	alone, err := c.runAll(ctx, headers)
	return c.withoutSkipped(withoutParts(append(units, alone...))), err
}

// withoutParts leaves out the units that do not parse alone and that another one, which is
// not left out itself, reads.
func withoutParts(units []*unit) []*unit {
	included := includedIn(units)
	part := map[*unit]bool{}
	for _, u := range units {
		part[u] = u.errors.inSource() && included[load.Identity(u.Path)]
	}
	whole := slices.DeleteFunc(slices.Clone(units), func(u *unit) bool { return part[u] })
	included = includedIn(whole)
	for _, u := range units {
		if part[u] && !included[load.Identity(u.Path)] {
			part[u] = false
			maps.Copy(included, includedIn([]*unit{u}))
		}
	}
	return slices.DeleteFunc(units, func(u *unit) bool { return part[u] })
}

// includedIn are the files, by identity, that a unit read besides its own.
func includedIn(units []*unit) map[string]bool {
	included := map[string]bool{}
	for _, u := range units {
		own := load.Identity(u.Path)
		for _, file := range u.files {
			if id := load.Identity(file); id != own {
				included[id] = true
			}
		}
	}
	return included
}

// runAll analyses inputs in parallel; the result is in their order. When the context
// ends, the units that are not done are given up: one that is being analysed goes on
// behind our back until the program ends, so another takes its place.
func (c *checker) runAll(ctx context.Context, inputs []load.Input) ([]*unit, error) {
	var units []*unit
	for _, in := range inputs {
		if ctx.Err() != nil {
			units = append(units, &unit{Job: &load.Job{Input: in}}) // how it is compiled is not looked up
			continue
		}
		jobs, err := c.loader.Jobs(ctx, in)
		if err != nil && errors.Is(err, ctx.Err()) {
			jobs, err = []*load.Job{{Input: in}}, nil
		}
		if err != nil {
			return nil, err
		}
		for _, job := range jobs {
			units = append(units, &unit{Job: job, machine: c.machine(in.Config), racing: c.asksForRaces(in.Config), repairs: c.Repairs})
		}
	}
	results := make([]*unit, len(units))
	for i, u := range units {
		results[i] = u.givenUp()
	}
	done := runJobs(ctx, c.workers(), len(units), func(i int) { units[i].run() })
	var all []*unit
	for i, u := range units {
		all = append(all, results[i])
		if done[i] {
			all[len(all)-1] = u
			all = append(all, u.further...)
		}
	}
	return all, nil
}

// runJobs runs the jobs 0 to n-1, so many at a time, and says which are done. It returns
// when all are, or when the context ends, without waiting for those that run.
func runJobs(ctx context.Context, workers, n int, run func(int)) []bool {
	todo, finished := make(chan int, n), make(chan int, n) // nobody waits to send
	for i := range n {
		todo <- i
	}
	close(todo)
	for range min(workers, n) {
		go func() {
			for i := range todo {
				if ctx.Err() != nil {
					return
				}
				run(i)
				finished <- i
			}
		}()
	}
	done := make([]bool, n)
	for range n {
		select {
		case i := <-finished:
			done[i] = true
		case <-ctx.Done():
			for len(finished) > 0 {
				done[<-finished] = true
			}
			return done
		}
	}
	return done
}

func (c *checker) workers() int {
	if c.Jobs > 0 {
		return c.Jobs
	}
	return runtime.NumCPU()
}
