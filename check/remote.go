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
	// IsKept reports whether the result will be stored. If so, the answer has its dependencies.
	IsKept bool
}

// answer is the answer to a message.
type answer struct {
	Units []result.Unit
	// Dependencies lists the files and answers on which the units depend. IsComplete reports whether the list is
	// complete and none of them changed during the analysis.
	Dependencies []load.Dependency
	IsComplete   bool
	// Roots lists results for roots that other units may use. RootsTaken counts the results of other units that this
	// unit used.
	Roots      []keptRoot
	RootsTaken int
	// Trial is the result of Try, or nil if the trial failed.
	Trial *trial
	// spent is the time in seconds that an earlier run took for the answer, or 0 if the answer is new.
	spent float64
}

// answer carries out a message, and returns the answer. find returns results for roots, and is nil
// if none are shared.
func (m message) answer(loader *load.Loader, find func([]rootKey) [][]byte) *answer {
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
		var roots *rootExchange
		if find != nil {
			roots = &rootExchange{find: find, least: leastKept}
		}
		a.Units = analyse(loader, *m.Analyse, dependencies, roots)
		a.addRoots(roots)
	}
	if m.IsKept && !clang.HasCrashed() { // a crash may have been due to a lack of memory
		a.Dependencies, a.IsComplete = loader.Complete(dependencies)
	}
	return a
}

// addRoots adds the results for roots of the analysis. If the parser has crashed, it adds none, because the crash may
// influence later results.
func (a *answer) addRoots(roots *rootExchange) {
	if roots == nil {
		return
	}
	if a.RootsTaken = roots.taken; !clang.HasCrashed() {
		a.Roots = roots.kept
	}
}

// Worker answers messages in a worker process.
type Worker struct{ loader *load.Loader }

// Set receives the surroundings of a run, which all requests share.
func (w *Worker) Set(setup []byte) error {
	var surroundings load.Surroundings
	if err := result.Decode(setup, &surroundings); err != nil {
		return err
	}
	w.loader = load.Within(surroundings)
	_ = smt.Load() // ignored here: each answer reports the error again
	return nil
}

// Answer carries out an encoded message. A message or an answer that cannot be encoded or decoded is an internal error,
// and ends the worker.
func (w *Worker) Answer(request []byte, ask worker.Ask) []byte {
	var asked message
	if err := result.Decode(request, &asked); err != nil {
		panic(err)
	}
	encoded, err := result.Encode(asked.answer(w.loader, func(keys []rootKey) [][]byte { return askForRoots(ask, keys) }))
	if err != nil {
		panic(err)
	}
	return encoded
}

// askForRoots asks the process that started this worker for results for roots.
func askForRoots(ask worker.Ask, keys []rootKey) (known [][]byte) {
	question, err := result.Encode(&keys)
	var answer []byte
	if err == nil {
		answer, err = ask(question)
	}
	if err != nil || result.Decode(answer, &known) != nil {
		return nil
	}
	return known
}

// IsTrusted reports whether the parser has not crashed in this process, so that no crash can influence the next answer.
func (w *Worker) IsTrusted() bool { return !clang.HasCrashed() }

// pool holds the workers of a run. They start when they are first needed, because reused results need none.
type pool struct {
	once    sync.Once
	mutex   sync.Mutex
	workers *worker.Pool
	// failure is the error for which no worker could be started. It is nil if workers are running or were not asked
	// for.
	failure error
}

// workerPool returns the workers. It returns nil if units are analysed in this process. Either no workers are asked
// for, or none can be started. The second case is reported.
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

// sandbox returns the sandbox of the workers. If no worker has started, it returns the one that workers would have.
func (c *checker) sandbox() sandbox.State {
	switch workers := c.pool.started(); {
	case workers != nil:
		return workers.Sandbox()
	case c.options.Workers == nil || c.options.Workers.Sandbox == sandbox.Off || c.pool.failure != nil:
		return sandbox.State{}
	}
	return sandbox.Available()
}

// lost returns the result of a unit whose worker was lost, with err as the reason.
func (u *unit) lost(err error) []result.Unit { return lostUnits(u.Input.Path, err) }

// lostUnits returns the result of a unit that was not analysed because of err. path is the unit's file.
func lostUnits(path string, err error) []result.Unit {
	return []result.Unit{{Failed: true, Seconds: map[string]float64{}, Notices: []rules.Notice{{
		Severity: rules.Error, Pos: source.Pos{File: path}, Text: "not analysed: " + err.Error(), Incomplete: true,
	}}}}
}

// memoryPerEffort is the memory that a unit may take for each multiple of the default effort. It must exceed the memory
// of the terms of one root.
const memoryPerEffort = 1 << 30

// limitsOf returns the limits of a unit. They are those of its configuration, or those of the run if the configuration
// has none. The limits of the run grow with the effort of the unit.
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
