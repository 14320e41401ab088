package worker

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/warpcheck/warpcheck/internal/pattern"
	"github.com/warpcheck/warpcheck/internal/worker/sandbox"
)

// A process is one worker as its owner sees it.
type process struct {
	command  *exec.Cmd
	requests io.WriteCloser
	replies  *os.File
	options  Options
	// limits are those of the request that it works on.
	limits Limits
	// inherited is the peak memory of the process that started it, in bytes: the kernel reports no less for an ended one.
	inherited int64
	// words are the last ones of the process.
	words lastWords
	// ended is done once; stalled reports that we ended it because it stood still.
	ended   sync.Once
	mutex   sync.Mutex
	stalled bool
}

// start starts a worker and gives it its setup.
func start(o Options) (*process, sandbox.State, error) {
	w, err := launch(o)
	if err != nil {
		return nil, sandbox.State{}, &Loss{Cause: NotStarted, Limits: o.Limits, Detail: err.Error()}
	}
	frame, err := readFrame(w.replies)
	var state sandbox.State
	if err == nil {
		state, err = parseGreeting(frame)
	}
	if err == nil && o.Sandbox == sandbox.Require && !state.IsWhole() {
		w.end()
		return nil, state, sandbox.MissingError{Has: state}
	}
	if err == nil {
		err = writeFrame(w.requests, o.Setup)
	}
	if err != nil {
		loss := w.loss(err)
		if loss.Cause != Killed {
			loss.Cause, loss.Detail = NotStarted, loss.Error()
		}
		return nil, state, loss
	}
	return w, state, nil
}

// launch starts the program again. It has a process group of its own, so that an interrupt from the
// terminal reaches only who asks, and ends with that.
func launch(o Options) (*process, error) {
	ours, theirs, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	words := append(o.Words[:len(o.Words):len(o.Words)], o.arguments()...)
	w := &process{command: exec.Command(program, words[1:]...), replies: ours, options: o, limits: o.Limits}
	w.command.Args[0] = words[0]
	w.command.Stderr = &w.words
	w.command.Env = environment()
	w.command.ExtraFiles = []*os.File{theirs}
	w.command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	if w.requests, err = w.command.StdinPipe(); err == nil {
		err = w.command.Start()
		w.inherited = peakMemory()
	}
	theirs.Close()
	if err != nil {
		ours.Close()
		return nil, err
	}
	return w, nil
}

// allocator says how the C library allocates, and largePages that it asks for large pages (glibc from 2.35 on):
// else a unit takes some 100,000 small ones, mostly for clang, and up to a tenth of its time to get them.
const (
	allocator  = "GLIBC_TUNABLES"
	largePages = "glibc.malloc.hugetlb=1"
)

// environment is that of a worker: the program's, with large pages where the user does not configure the allocator.
func environment() []string {
	all := os.Environ()
	if _, told := os.LookupEnv(allocator); !told {
		all = append(all, allocator+"="+largePages)
	}
	return all
}

// ask gives the worker a request and waits for the reply.
func (w *process) ask(ctx context.Context, request []byte, limits Limits) (flags byte, reply []byte, err error) {
	stop := context.AfterFunc(ctx, w.kill)
	defer stop()
	answered := make(chan struct{})
	defer close(answered)
	go w.watch(answered)
	w.limits = limits
	// The reason is in how a worker ended that ends while it is written to.
	err = writeFrame(w.requests, limits.encode(), request)
	var frame []byte
	if err == nil || errors.Is(err, syscall.EPIPE) {
		frame, err = readFrame(w.replies)
	}
	if err == nil && len(frame) == 0 {
		err = errors.New("an empty message")
	}
	if err != nil {
		return 0, nil, w.loss(err)
	}
	return frame[0], frame[1:], nil
}

// watch ends a worker that stands still: it has not answered, and took no processor time for long.
func (w *process) watch(answered <-chan struct{}) {
	const looks = 4
	ticker := time.NewTicker(w.options.stall / looks)
	defer ticker.Stop()
	last, idle := w.processorTime(), 0
	for {
		select {
		case <-answered:
			return
		case <-ticker.C:
		}
		now := w.processorTime()
		if now != last {
			last, idle = now, 0
			continue
		}
		if idle++; idle == looks {
			w.mutex.Lock()
			w.stalled = true
			w.mutex.Unlock()
			w.kill()
			return
		}
	}
}

// processorTime is what the worker took so far.
func (w *process) processorTime() time.Duration {
	// The clock of another process, as clock_getcpuclockid makes it: see clock_gettime(2).
	const allOfIt = 2
	clock := int32(^w.command.Process.Pid)<<3 | allOfIt
	var used unix.Timespec
	if unix.ClockGettime(clock, &used) != nil {
		return 0
	}
	return time.Duration(used.Nano())
}

// kill ends the worker at once.
func (w *process) kill() { _ = w.command.Process.Kill() }

// end closes the pipes to the worker, and waits for its end.
func (w *process) end() {
	w.ended.Do(func() {
		w.requests.Close()
		w.kill()
		_ = w.command.Wait()
		w.replies.Close()
	})
}

// loss is why the worker gave no reply.
func (w *process) loss(err error) *Loss {
	l := &Loss{Cause: Unreadable, Limits: w.limits, Detail: err.Error()}
	if !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, syscall.EPIPE) {
		w.end()
		return l
	}
	w.ended.Do(func() {
		w.requests.Close()
		_ = w.command.Wait() // it has ended, or closed what it answers on and finds nothing to read
		w.replies.Close()
	})
	state := w.command.ProcessState
	l.Cause, l.Detail = Crashed, w.words.after(state.String())
	status, _ := state.Sys().(syscall.WaitStatus)
	usage, _ := state.SysUsage().(*syscall.Rusage)
	w.mutex.Lock()
	defer w.mutex.Unlock()
	switch {
	case w.stalled:
		l.Cause = Stalled
	case status.Signaled() && status.Signal() == syscall.SIGXCPU:
		l.Cause = OutOfTime
	case status.Signaled() && status.Signal() == syscall.SIGKILL: // not by us
		l.Cause = Killed
	case usage != nil && usage.Maxrss<<10 > max(w.inherited, w.limits.Memory/shortShare):
		l.Cause = OutOfMemory
	}
	return l
}

// lastWords keeps the beginning of what a process writes to standard error when it ends.
type lastWords struct{ text []byte }

// maxWords is how much of it is kept.
const maxWords = 4096

func (l *lastWords) Write(text []byte) (int, error) {
	l.text = append(l.text, text[:min(len(text), maxWords-len(l.text))]...)
	return len(text), nil
}

// Go's runtime prints its own stack first when that of the program overflows, then the program's.
var (
	runtimeStack = []byte("runtime stack:")
	ownFunction  = pattern.Of(`(?m)^github\.com/warpcheck/warpcheck/(\S+)\(`)
)

// after is how the process ended, with the first line of its words, or the function in which its stack
// overflowed.
func (l *lastWords) after(end string) string {
	line, _, _ := bytes.Cut(bytes.TrimSpace(l.text), []byte("\n"))
	if len(line) == 0 {
		return end
	}
	if !bytes.Equal(line, runtimeStack) {
		return end + ": " + string(line)
	}
	if in := ownFunction().FindSubmatch(l.text); in != nil {
		return end + ": stack overflow in " + string(in[1])
	}
	return end + ": stack overflow"
}
