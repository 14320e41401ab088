package check

import (
	"context"
	"errors"
	"fmt"

	"github.com/warpcheck/warpcheck/check/account"
	"github.com/warpcheck/warpcheck/config"
	"github.com/warpcheck/warpcheck/load"
	"github.com/warpcheck/warpcheck/result"
)

// unit is one job with its result: a file with one compile command, for one architecture.
type unit struct {
	*load.Job
	result.Unit
	// asked is the request for the analysis of the job.
	asked request
	// leftOut is the condition under which all lines that include a header are skipped, nil if there is none.
	leftOut *account.Condition
	// interrupted reports whether the run ended before the unit was analysed.
	interrupted bool
}

// request is the whole input of the analysis of a unit, except for the contents of files and for the run's surroundings
// (load.Surroundings).
type request struct {
	Job load.Description
	// Strict and Launch are from the configuration. Strict reports whether lanes have to meet at one call, instead of
	// at equal calls. Launch gives the blocks of kernels.
	Strict bool
	Launch []config.Launch
	// Starts lists the launches of the unit's kernels in units that only declare them.
	Starts []result.Start
	// Effort multiplies the limits of the analysis. 0 means 1.
	Effort int
	// Confirms asks for witnesses that the concrete machine has run. Races asks for races between lanes of one warp,
	// BlockRaces for races between warps of a block. Repairs asks for proposals of repairs, and Pictures for pictures
	// of the lanes at all collectives.
	Confirms, Races, BlockRaces, Repairs, Pictures bool
	// Requested lists the keys of the rules with OnRequest that are asked in this run. No other rule with OnRequest is
	// asked.
	Requested []string
}

// plan returns the units of inputs, in their order, without results. When the context ends, it no longer looks up how
// inputs are compiled: each remaining input is one unit without a command.
func (c *checker) plan(ctx context.Context, inputs []load.Input) ([]*unit, error) {
	var units []*unit
	for _, in := range inputs {
		jobs := []*load.Job{{Input: in}}
		if ctx.Err() == nil {
			found, err := c.loader.Jobs(ctx, in)
			switch {
			case err == nil:
				jobs = found
			case !errors.Is(err, ctx.Err()):
				return nil, err
			}
		}
		for _, job := range jobs {
			units = append(units, &unit{Job: job, asked: c.request(job)})
		}
	}
	if ctx.Err() == nil {
		c.loader.HintAtCommands()
		c.loader.HintAtFolders()
		c.loader.HintAtForeign(inputs)
	}
	return units, nil
}

// request returns the request for the analysis of a job.
func (c *checker) request(job *load.Job) request {
	settings := job.Input.Config
	return request{Job: job.Describe(), Strict: settings.StrictProgramPoint, Launch: settings.Launch, Effort: settings.Effort,
		Confirms: c.options.confirms(settings), Races: c.options.asksForRaces(settings, false), BlockRaces: c.options.asksForRaces(settings, true), Requested: c.options.requested(settings),
		Repairs: c.options.Repairs || c.options.Proposals, Pictures: c.options.Pictures}
}

// givenUp returns the unit with the result of an analysis that was interrupted.
func (u *unit) givenUp() *unit {
	return &unit{Job: u.Job, Unit: result.Unit{Failed: true}, asked: u.asked, interrupted: true}
}

// with returns a copy of the unit for each of results. The first result is for the unit's own architecture, and the
// others are for further ones.
func (u *unit) with(results []result.Unit) []*unit {
	var all []*unit
	for _, one := range results {
		all = append(all, &unit{Job: u.Job, Unit: one, asked: u.asked})
	}
	return all
}

// accounted returns the units in the form that package account takes.
func accounted(units []*unit) []account.Unit {
	all := make([]account.Unit, len(units))
	for i, u := range units {
		all[i] = account.Unit{Unit: &u.Unit, Path: u.Input.Path, Flags: fmt.Sprint(u.asked.Job.Flags),
			LeftOut: u.leftOut, Interrupted: u.interrupted}
	}
	return all
}
