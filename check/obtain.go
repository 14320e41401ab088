package check

import (
	"context"
	"runtime"

	"github.com/warpcheck/warpcheck/internal/worker"
	"github.com/warpcheck/warpcheck/load"
	"github.com/warpcheck/warpcheck/result"
)

// runAll analyses inputs in parallel, and returns the units in their order. When the context ends, it gives up all
// units that are not done. It does not wait for units that are being analysed, which run until warpcheck ends.
func (c *checker) runAll(ctx context.Context, inputs []load.Input) ([]*unit, error) {
	units, err := c.plan(ctx, inputs)
	if err != nil {
		return nil, err
	}
	if c.shard != nil {
		units = c.ofShard(units)
	}
	return c.runUnits(ctx, units), nil
}

// runUnits analyses units in parallel, and returns them with their results, in the same order. When the context ends,
// it gives up all units that are not done.
func (c *checker) runUnits(ctx context.Context, units []*unit) (all []*unit) {
	results := make([][]result.Unit, len(units))
	c.watcher.planned(len(units))
	done := runJobs(ctx, c.workers(), len(units), func(i int) {
		c.watcher.begun(units[i])
		results[i] = c.obtain(ctx, units[i])
		c.watcher.finished(results[i])
	})
	for i, u := range units {
		if done[i] {
			all = append(all, u.with(results[i])...)
		} else {
			all = append(all, u.givenUp())
		}
	}
	return all
}

// obtain returns the results of a unit, one for each architecture for which it is analysed.
func (c *checker) obtain(ctx context.Context, u *unit) []result.Unit {
	m := message{Analyse: &u.asked, IsKept: c.collector != nil}
	a, err := c.ask(ctx, m, c.limitsOf(u))
	if err != nil {
		a = &answer{Units: u.lost(err)}
	}
	if c.collector != nil {
		if key, err := c.origin.anywhere().keyOf(m); err == nil {
			c.collector.add(key, c.pathInProject(u), a)
		}
	}
	c.names.share(a.Units)
	return a.Units
}

// ask answers a message. It takes the answer from the parts of a divided run or from an earlier run, or asks a worker,
// or computes the answer in this process.
func (c *checker) ask(ctx context.Context, m message, limits worker.Limits) (a *answer, err error) {
	m.IsKept = c.keeper != nil || c.collector != nil || c.options.given != nil
	if c.options.given != nil && m.Analyse != nil {
		return c.options.given.find(c, m)
	}
	if c.keeper == nil {
		return c.askAnew(ctx, m, limits)
	}
	if known, ok := c.keeper.find(c.loader, m); ok {
		if m.Analyse != nil {
			c.reused.Add(1)
		}
		return known, nil
	}
	if a, err = c.askAnew(ctx, m, limits); err == nil && a.IsComplete {
		c.keeper.keep(m, a)
	}
	return a, err
}

// askAnew answers a message by a worker, or in this process if there are no workers.
func (c *checker) askAnew(ctx context.Context, m message, limits worker.Limits) (*answer, error) {
	pool := c.workerPool()
	if pool == nil {
		return c.withRoots(m.answer(c.loader, c.roots.find)), nil
	}
	encoded, err := result.Encode(m)
	if err != nil {
		return nil, err
	}
	reply, err := pool.Do(ctx, encoded, limits, c.roots.respond)
	if err != nil {
		return nil, err
	}
	a := &answer{}
	if err := result.Decode(reply, a); err != nil {
		return nil, &worker.Loss{Cause: worker.Unreadable, Detail: err.Error()}
	}
	return c.withRoots(a), nil
}

// withRoots moves the results for roots from an answer to the store of this run.
func (c *checker) withRoots(a *answer) *answer {
	c.roots.keep(a.Roots)
	c.reusedRoots.Add(int64(a.RootsTaken))
	a.Roots, a.RootsTaken = nil, 0
	return a
}

// runJobs runs the jobs 0 to n-1, at most workers of them at a time. It returns when all are done. If the context ends
// first, it returns without waiting for running jobs. The result states which jobs are done.
func runJobs(ctx context.Context, workers, n int, run func(int)) []bool {
	todo, finished := make(chan int, n), make(chan int, n) // buffered, so that no send waits
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
	if c.options.Jobs > 0 {
		return c.options.Jobs
	}
	return runtime.NumCPU()
}
