package check

import (
	"sync"
	"time"

	"github.com/warpcheck/warpcheck/frontend/clang"
	"github.com/warpcheck/warpcheck/internal/worker"
	"github.com/warpcheck/warpcheck/internal/worker/sandbox"
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/load"
	"github.com/warpcheck/warpcheck/result"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/source"
)

// message is a question to a worker: either Analyse or Try.
type message struct {
	Analyse *request
	Try     *trialOf
	// IsKept says whether the result will be stored. The answer then has its dependencies.
	IsKept bool
}

// answer is the answer to a message.
type answer struct {
	Units []result.Unit
	// Dependencies are the files and answers that the units depend on. IsSettled says whether they are complete and did
	// not change meanwhile.
	Dependencies []load.Dependency
	IsSettled    bool
	// Trial is the result of Try, or nil if the trial failed.
	Trial *trial
	// spent is the time in seconds that the answer took in an earlier run, or 0 if it is new.
	spent float64
}

// answer carries out a message.
func (m message) answer(loader *load.Loader) *answer {
	a := &answer{}
	if err := smt.Load(); err != nil {
		if m.Analyse != nil {
			a.Units = lostUnits(m.Analyse.Job.Path, err)
		}
		return a
	}
	var dependencies *load.Dependencies
	if m.IsKept {
		dependencies = load.NewDependencies()
	}
	if m.Try != nil {
		a.Trial = tryEdits(loader, *m.Try, dependencies)
	} else {
		a.Units = analyse(loader, *m.Analyse, dependencies)
	}
	if m.IsKept && !clang.HasCrashed() { // it may have lacked memory
		a.Dependencies, a.IsSettled = loader.Settled(dependencies)
	}
	return a
}

// Worker answers in a worker process.
type Worker struct{ loader *load.Loader }

// Set receives what a run knows besides its requests.
func (w *Worker) Set(setup []byte) error {
	var surroundings load.Surroundings
	if err := result.Decode(setup, &surroundings); err != nil {
		return err
	}
	w.loader = load.Within(surroundings)
	_ = smt.Load() // each answer reports the error
	return nil
}

// Answer carries out an encoded message. A message or an answer that cannot be coded is a fault of the program,
// and ends the worker.
func (w *Worker) Answer(request []byte) []byte {
	var asked message
	if err := result.Decode(request, &asked); err != nil {
		panic(err)
	}
	encoded, err := result.Encode(asked.answer(w.loader))
	if err != nil {
		panic(err)
	}
	return encoded
}

// IsTrusted reports whether no crash of the parser may influence the next answer.
func (w *Worker) IsTrusted() bool { return !clang.HasCrashed() }

// pool holds the workers of a run. They start when the first one is needed, because reused results need none.
type pool struct {
	once    sync.Once
	mutex   sync.Mutex
	workers *worker.Pool
	// failure is why there are no workers, or nil if they were not asked for or did start.
	failure error
}

// workerPool returns the workers. It returns nil if units are analysed in this process: if workers are not asked for,
// or if none can be started, which is reported.
func (c *checker) workerPool() *worker.Pool {
	if c.options.Workers == nil {
		return nil
	}
	c.pool.once.Do(func() {
		workers, err := c.startWorkers()
		c.pool.mutex.Lock()
		defer c.pool.mutex.Unlock()
		c.pool.workers, c.pool.failure = workers, err
	})
	return c.pool.started()
}

func (p *pool) started() *worker.Pool {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return p.workers
}

// startWorkers starts the first worker.
func (c *checker) startWorkers() (*worker.Pool, error) {
	options := *c.options.Workers
	setup, err := result.Encode(c.loader.Surroundings())
	if err != nil {
		return nil, err
	}
	options.Setup = setup
	workers := worker.NewPool(options)
	if err := workers.Prepare(); err != nil && !options.IsSandboxRequired() {
		return nil, err
	}
	return workers, nil // if a required sandbox is missing, each unit is reported as lost
}

// end ends the workers.
func (p *pool) end() {
	if workers := p.started(); workers != nil {
		workers.Close()
	}
}

// sandbox returns the sandbox of the workers. If no worker was needed, it returns the sandbox that workers would have.
func (c *checker) sandbox() sandbox.State {
	switch workers := c.pool.started(); {
	case workers != nil:
		return workers.Sandbox()
	case c.options.Workers == nil || c.options.Workers.Sandbox == sandbox.Off || c.pool.failure != nil:
		return sandbox.State{}
	}
	return sandbox.Available()
}

// lost returns the result of a unit whose worker was lost because of err.
func (u *unit) lost(err error) []result.Unit { return lostUnits(u.Input.Path, err) }

// lostUnits returns the result of a unit that was not analysed because of err. path is the unit's file.
func lostUnits(path string, err error) []result.Unit {
	return []result.Unit{{Failed: true, Seconds: map[string]float64{}, Notices: []rules.Notice{{
		Severity: rules.Error, Pos: source.Pos{File: path}, Text: "not analysed: " + err.Error(), Incomplete: true,
	}}}}
}

// memoryPerEffort is the memory that a unit may take for each time that its effort holds the default limits. It exceeds
// what the terms of one root take.
const memoryPerEffort = 1 << 30

// limitsOf returns the limits of a unit: those of its configuration, or those of the run where the configuration has
// none. The limits of the run grow with the effort that the unit is analysed with.
func (c *checker) limitsOf(u *unit) worker.Limits {
	if c.options.Workers == nil {
		return worker.Limits{}
	}
	limits, effort := c.options.Workers.Limits, max(u.Input.Config.Effort, 1)
	limits.CPU *= time.Duration(effort)
	limits.Memory = max(limits.Memory, int64(effort)*memoryPerEffort)
	if u.Input.Config.UnitCPU > 0 {
		limits.CPU = time.Duration(u.Input.Config.UnitCPU) * time.Second
	}
	if u.Input.Config.UnitMemory > 0 {
		limits.Memory = int64(u.Input.Config.UnitMemory) << 20
	}
	return limits
}
