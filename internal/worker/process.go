package worker

import (
	"bytes"
	"context"
	"errors"
	"fmt"
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

// process is a worker, as seen by its owner.
type process struct {
	command  *exec.Cmd
	requests io.WriteCloser
	replies  *os.File
	options  Options
	// limits are the limits of the current request.
	limits Limits
	// inherited is the peak memory in bytes of the process that started the worker. The peak memory that the kernel
	// reports for the ended worker is never less.
	inherited int64
	// words holds the first bytes that the process writes to standard error.
	words lastWords
	// ended makes end act only once. stalled reports whether watch killed the worker because it stalled.
	ended   sync.Once
	mutex   sync.Mutex
	stalled bool
}

// start starts a worker and sends it the setup.
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

// launch starts this program again, as a worker. The worker has its own process group, so that an interrupt in the
// terminal does not reach it. The kernel kills it when its parent ends.
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

// allocator is the variable that configures the allocator of the C library. Its value largePages makes the allocator
// use large pages (glibc 2.35 or later). Without large pages a unit needs some 100,000 small ones, mostly for clang.
// They take up to a tenth of the unit's time.
const (
	allocator  = "GLIBC_TUNABLES"
	largePages = "glibc.malloc.hugetlb=1"
)

// environment returns the environment of the worker. It is this program's own, with large pages unless the user
// configures the allocator.
func environment() []string {
	all := os.Environ()
	if _, told := os.LookupEnv(allocator); !told {
		all = append(all, allocator+"="+largePages)
	}
	return all
}

// ask sends the worker a request and waits for the reply. respond answers the worker's questions, and may be nil.
func (w *process) ask(ctx context.Context, request []byte, limits Limits, respond Respond) (flags byte, reply []byte, err error) {
	stop := context.AfterFunc(ctx, w.kill)
	defer stop()
	answered := make(chan struct{})
	defer close(answered)
	go w.watch(answered)
	w.limits = limits
	frame, err := w.next(writeFrame(w.requests, limits.encode(), request))
	for questions := 1; err == nil && frame[0]&asks != 0; questions++ {
		if questions > maxQuestions {
			err = fmt.Errorf("more than %d questions", maxQuestions)
			break
		}
		frame, err = w.next(writeFrame(w.requests, respond.to(frame[1:])))
	}
	if err != nil {
		return 0, nil, w.loss(err)
	}
	return frame[0], frame[1:], nil
}

// next returns the next message of the worker. written is the error of the message that was sent before. If it is
// EPIPE, the worker has ended, and loss finds the reason.
func (w *process) next(written error) (frame []byte, err error) {
	if written != nil && !errors.Is(written, syscall.EPIPE) {
		return nil, written
	}
	frame, err = readFrame(w.replies)
	if err == nil && len(frame) == 0 {
		err = errors.New("an empty message")
	}
	return frame, err
}

// watch kills the worker if it has not answered, and has used no processor time for stallLimit or the stall of a test.
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

// processorTime returns the processor time that the worker has used so far.
func (w *process) processorTime() time.Duration {
	// the number of the clock of another process, computed as clock_getcpuclockid does: see clock_gettime(2)
	const allOfIt = 2
	clock := int32(^w.command.Process.Pid)<<3 | allOfIt
	var used unix.Timespec
	if unix.ClockGettime(clock, &used) != nil {
		return 0
	}
	return time.Duration(used.Nano())
}

// kill kills the worker at once.
func (w *process) kill() { _ = w.command.Process.Kill() }

// end closes the pipe for requests, kills the worker, and waits until it has ended.
func (w *process) end() {
	w.ended.Do(func() {
		w.requests.Close()
		w.kill()
		_ = w.command.Wait()
		w.replies.Close()
	})
}

// loss returns why the worker gave no reply. It derives the cause from the way in which the process ended. err is the
// error of the pipe.
func (w *process) loss(err error) *Loss {
	l := &Loss{Cause: Unreadable, Limits: w.limits, Detail: err.Error()}
	if !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, syscall.EPIPE) {
		w.end()
		return l
	}
	w.ended.Do(func() {
		w.requests.Close()
		_ = w.command.Wait() // it has ended, or closed its replies and will find no more requests
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
	case status.Signaled() && status.Signal() == syscall.SIGKILL: // not by us: the case above is for a stalled worker, which we kill
		l.Cause = Killed
	case usage != nil && usage.Maxrss<<10 > max(w.inherited, w.limits.Memory/shortDivisor):
		l.Cause = OutOfMemory
	}
	return l
}

// lastWords keeps the first bytes that a process writes to standard error.
type lastWords struct{ text []byte }

// maxWords is the number of bytes that lastWords keeps.
const maxWords = 4096

func (l *lastWords) Write(text []byte) (int, error) {
	l.text = append(l.text, text[:min(len(text), maxWords-len(l.text))]...)
	return len(text), nil
}

// When the stack of the program overflows, the Go runtime first prints its own stack, then that of the program.
var (
	runtimeStack = []byte("runtime stack:")
	ownFunction  = pattern.Of(`(?m)^github\.com/warpcheck/warpcheck/(\S+)\(`)
)

// after returns end, a description of how the process ended, with the first line that the process wrote to standard
// error. If this line reports a stack overflow, after adds the function in which it happened instead.
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
