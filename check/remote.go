package check

import (
	"context"
	"errors"
	"time"

	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/frontend/clang"
	"github.com/warpcheck/warpcheck/load"
	"github.com/warpcheck/warpcheck/report"
	"github.com/warpcheck/warpcheck/result"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/worker"
)

// message is what a worker is asked: one of the two.
type message struct {
	Analyse, Try *request
}

// answer is what it comes to.
type answer struct {
	Units []result.Unit
	// Trial is nil where that went wrong.
	Trial *trial
}

// Worker answers in a worker process.
type Worker struct{ loader *load.Loader }

// Set is given what a run knows besides its requests.
func (w *Worker) Set(setup []byte) error {
	var surroundings load.Surroundings
	if err := result.Decode(setup, &surroundings); err != nil {
		return err
	}
	w.loader = load.Within(surroundings)
	return nil
}

// Answer does what a message asks for. A message or an answer that cannot be coded is a fault of
// the program, and ends the worker.
func (w *Worker) Answer(request []byte) []byte {
	var asked message
	if err := result.Decode(request, &asked); err != nil {
		panic(err)
	}
	var a answer
	switch {
	case asked.Analyse != nil:
		a.Units = analyse(w.loader, *asked.Analyse)
	case asked.Try != nil:
		a.Trial = tryEdits(w.loader, *asked.Try)
	}
	encoded, err := result.Encode(&a)
	if err != nil {
		panic(err)
	}
	return encoded
}

// IsTrusted reports that what the process comes to next does not depend on what went wrong before.
func (w *Worker) IsTrusted() bool { return !clang.HasCrashed() }

// startPool starts the first worker where workers are asked for. Where none can be started the
// units are analysed in this process, which is told, unless a sandbox is required.
func (c *checker) startPool() error {
	if c.Workers == nil {
		return nil
	}
	options := *c.Workers
	setup, err := result.Encode(c.loader.Surroundings())
	if err != nil {
		return err
	}
	options.Setup = setup
	pool := worker.NewPool(options)
	err = pool.Prepare()
	var lost *worker.Loss
	if errors.As(err, &lost) && !options.IsSandboxRequired() {
		c.loader.Hints = append(c.loader.Hints, "units are analysed without limits and without a sandbox: "+lost.Error())
		return nil
	}
	c.pool = pool
	return err
}

// ask has a message answered by a worker.
func (c *checker) ask(ctx context.Context, m message, limits worker.Limits) (*answer, error) {
	encoded, err := result.Encode(m)
	if err != nil {
		return nil, err
	}
	reply, err := c.pool.Do(ctx, encoded, limits)
	if err != nil {
		return nil, err
	}
	a := &answer{}
	if err := result.Decode(reply, a); err != nil {
		return nil, &worker.Loss{Cause: worker.Unreadable, Detail: err.Error()}
	}
	return a, nil
}

// lost is the result of a unit that a worker gave none of.
func (u *unit) lost(err error) []result.Unit {
	return []result.Unit{{Failed: true, Seconds: map[string]float64{}, Notices: []report.Notice{{
		Severity: rules.Error, Pos: ast.Pos{File: u.Path}, Text: "not analysed: " + err.Error(), Incomplete: true,
	}}}}
}

// limitsOf are those of a unit: of its configuration, else those of the run.
func (c *checker) limitsOf(u *unit) worker.Limits {
	limits := c.Workers.Limits
	if u.Config.UnitCPU > 0 {
		limits.CPU = time.Duration(u.Config.UnitCPU) * time.Second
	}
	if u.Config.UnitMemory > 0 {
		limits.Memory = int64(u.Config.UnitMemory) << 20
	}
	return limits
}
