package worker

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/warpcheck/warpcheck/internal/worker/sandbox"
)

// Options configure the workers of a pool.
type Options struct {
	// Words lists the first arguments that start the program as a worker, with the name of the program at the start.
	// The arguments of this package follow.
	Words []string
	// Limits are the limits of a worker before its first request. Each request has limits of its own.
	Limits  Limits
	Sandbox sandbox.Mode
	// Setup is the first message to each worker.
	Setup []byte
	// stall replaces stallLimit in tests.
	stall time.Duration
}

// IsSandboxRequired reports whether a worker may run only in the complete sandbox.
func (o Options) IsSandboxRequired() bool { return o.Sandbox == sandbox.Require }

// Pool is a set of workers. It starts them when they are needed. It is safe for concurrent use.
type Pool struct {
	options Options

	mutex sync.Mutex
	idle  []*process
	all   map[*process]bool
	// state is the state of the sandbox of the last worker that was started.
	state  sandbox.State
	spoke  bool
	closed bool
}

// NewPool returns a pool without workers.
func NewPool(o Options) *Pool {
	if o.stall == 0 {
		o.stall = stallLimit
	}
	return &Pool{options: o, all: map[*process]bool{}}
}

// Prepare starts the first worker. Its error is a [*Loss], or a [sandbox.MissingError] if the sandbox is required and
// not available.
func (p *Pool) Prepare() error {
	w, err := p.start()
	if err == nil {
		p.mutex.Lock()
		defer p.mutex.Unlock()
		p.idle = append(p.idle, w)
	}
	return err
}

// Respond answers a question that a worker sends while it works on its present request.
type Respond func(question []byte) []byte

func (r Respond) to(question []byte) []byte {
	if r == nil {
		return nil
	}
	return r(question)
}

// Do returns a worker's reply to a request. respond answers the questions of the worker, and may be nil. The error of Do
// is a [*Loss], the error of a context that has ended, or the error of a worker that could not be started.
func (p *Pool) Do(ctx context.Context, request []byte, limits Limits, respond Respond) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	w, isFresh, err := p.take()
	for attempt := 1; ; attempt++ {
		if err != nil {
			return nil, err
		}
		var reply []byte
		if reply, err = p.ask(ctx, w, request, limits, respond); err == nil {
			return reply, nil
		}
		var lost *Loss
		isFinal := !errors.As(err, &lost) || lost.Cause == OutOfTime || isFresh && lost.Cause != Killed
		if isFinal || attempt == maxAttempts || ctx.Err() != nil {
			return nil, err
		}
		isFresh = true
		w, err = p.start()
	}
}

// ask sends a request to a worker and returns the reply. It keeps the worker for further requests if possible.
func (p *Pool) ask(ctx context.Context, w *process, request []byte, limits Limits, respond Respond) ([]byte, error) {
	flags, reply, err := w.ask(ctx, request, limits, respond)
	if err != nil {
		p.forget(w)
		return nil, err
	}
	p.mutex.Lock()
	p.spoke = p.spoke || flags&spoke != 0
	keep := flags&retires == 0 && !p.closed
	if keep {
		p.idle = append(p.idle, w)
	}
	p.mutex.Unlock()
	if !keep {
		p.forget(w)
	}
	return reply, nil
}

// take returns an idle worker. If there is none, it starts one (isFresh).
func (p *Pool) take() (w *process, isFresh bool, err error) {
	p.mutex.Lock()
	if n := len(p.idle); n > 0 {
		w = p.idle[n-1]
		p.idle = p.idle[:n-1]
		p.mutex.Unlock()
		return w, false, nil
	}
	p.mutex.Unlock()
	w, err = p.start()
	return w, true, err
}

// start starts a worker. It tries again if another process or the kernel kills the worker before it is ready.
func (p *Pool) start() (*process, error) {
	w, state, err := start(p.options)
	var lost *Loss
	for attempt := 1; errors.As(err, &lost) && lost.Cause == Killed && attempt < maxAttempts; attempt++ {
		w, state, err = start(p.options)
	}
	if err != nil {
		return nil, err
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.state = state
	p.all[w] = true
	if p.closed {
		w.kill()
		return nil, &Loss{Cause: NotStarted, Detail: "the run is over"}
	}
	return w, nil
}

// forget ends a worker and removes it from the pool.
func (p *Pool) forget(w *process) {
	w.end()
	p.mutex.Lock()
	defer p.mutex.Unlock()
	delete(p.all, w)
}

// Close ends all workers, including those with a request.
func (p *Pool) Close() {
	p.mutex.Lock()
	p.closed = true
	all := slices.Collect(maps.Keys(p.all))
	p.mutex.Unlock()
	for _, w := range all {
		w.end()
	}
}

// Sandbox returns the state of the sandbox of the last worker that was started.
func (p *Pool) Sandbox() sandbox.State {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return p.state
}

// Spoke reports whether a library has written to the standard error of a worker.
func (p *Pool) Spoke() bool {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return p.spoke
}

// program is this program, even if its file was replaced or removed after it started.
const program = "/proc/self/exe"
