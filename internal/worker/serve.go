package worker

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"time"

	"golang.org/x/sys/unix"

	"github.com/warpcheck/warpcheck/internal/crash"
	"github.com/warpcheck/warpcheck/internal/pattern"
	"github.com/warpcheck/warpcheck/internal/safefile"
	"github.com/warpcheck/warpcheck/internal/worker/sandbox"
)

// replies is the descriptor to which a worker writes its replies. It is not standard output, because libraries write to
// that.
const replies = 3

// Flags in the first byte of a reply.
const (
	// retires means that the worker should get no further requests.
	retires = 1 << iota
	// spoke means that a library has written to standard error.
	spoke
	// asks means that the message is no reply, but a question of the worker about its present request.
	asks
)

// Ask asks the owner of a worker a question, and returns the answer.
type Ask func(question []byte) ([]byte, error)

// A Handler does the work of a worker.
type Handler interface {
	// Set receives the pool's setup.
	Set(setup []byte) error
	// Answer returns the reply to a request. Until then it may ask the owner.
	Answer(request []byte, ask Ask) []byte
	// IsTrusted reports whether the process may answer further requests.
	IsTrusted() bool
	// Spoke reports whether a library has written to standard error since the previous call of Spoke.
	Spoke() bool
}

// arguments returns the arguments of a worker, which parseArguments reads.
func (o Options) arguments() []string {
	return []string{strconv.FormatInt(int64(o.Limits.CPU), 10), strconv.FormatInt(o.Limits.Memory, 10), string(o.Sandbox)}
}

// parseArguments reads the arguments of a worker.
func parseArguments(words []string) (limits Limits, mode sandbox.Mode, err error) {
	if len(words) != 3 {
		return limits, mode, errors.New("a worker is started by warpcheck itself")
	}
	cpu, err1 := strconv.ParseInt(words[0], 10, 64)
	memory, err2 := strconv.ParseInt(words[1], 10, 64)
	mode, err3 := sandbox.ParseMode(words[2])
	return Limits{time.Duration(cpu), memory}, mode, errors.Join(err1, err2, err3)
}

// Serve runs a worker. It sets its limits, enters the sandbox, and answers requests until its owner closes the pipe.
func Serve(words []string, handler Handler) error {
	limits, mode, err := parseArguments(words)
	if err != nil {
		return err
	}
	crash.EndOnCPULimit()
	if err := limits.set(); err != nil {
		return err
	}
	out := os.NewFile(replies, "replies")
	state, missing := sandbox.Enter(mode)
	if err := errors.Join(writeFrame(out, greeting(state)), missing); err != nil {
		return err
	}
	setup, err := readFrame(os.Stdin)
	if err == nil {
		err = handler.Set(setup)
	}
	for err == nil {
		err = serveOne(out, handler)
	}
	if err == io.EOF {
		return nil
	}
	return err
}

// greeting returns the first message that a worker sends. It contains the state of the worker's sandbox.
func greeting(s sandbox.State) []byte {
	seccomp := byte(0)
	if s.Seccomp {
		seccomp = 1
	}
	return []byte{s.Landlock, seccomp}
}

// parseGreeting reads the first message of a worker.
func parseGreeting(frame []byte) (s sandbox.State, err error) {
	if len(frame) != 2 {
		return s, fmt.Errorf("a greeting of %d bytes", len(frame))
	}
	return sandbox.State{Landlock: frame[0], Seccomp: frame[1] == 1}, nil
}

// serveOne answers one request.
func serveOne(out io.Writer, handler Handler) error {
	request, err := readFrame(os.Stdin)
	if err != nil {
		return err
	}
	limits, request, err := decodeLimits(request)
	if err == nil {
		err = limits.set()
	}
	if err != nil {
		return err
	}
	answer := handler.Answer(request, func(question []byte) ([]byte, error) {
		if err := writeFrame(out, []byte{asks}, question); err != nil {
			return nil, err
		}
		return readFrame(os.Stdin)
	})
	flags := byte(0)
	if !handler.IsTrusted() || peakMemory() > limits.Memory/retireDivisor {
		flags |= retires
	}
	if handler.Spoke() {
		flags |= spoke
	}
	return writeFrame(out, []byte{flags}, answer)
}

// set sets the limits for this process. The limit of processor time counts from now on.
func (l Limits) set() error {
	var used unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &used); err != nil {
		return err
	}
	seconds := math.Ceil((time.Duration(used.Nano()) + l.CPU).Seconds())
	return errors.Join(limit(unix.RLIMIT_CPU, uint64(seconds)), limit(unix.RLIMIT_DATA, uint64(l.Memory)))
}

// limit sets the soft limit of a resource, but not above the hard limit.
func limit(resource int, limit uint64) error {
	var before unix.Rlimit
	if err := unix.Getrlimit(resource, &before); err != nil {
		return err
	}
	return unix.Setrlimit(resource, &unix.Rlimit{Cur: min(limit, before.Max), Max: before.Max})
}

// encode returns the limits as bytes, to send before a request.
func (l Limits) encode() []byte {
	return binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(nil, uint64(l.CPU)), uint64(l.Memory))
}

// decodeLimits reads the limits at the start of a frame, and returns the rest of the frame.
func decodeLimits(frame []byte) (Limits, []byte, error) {
	const size = 16
	if len(frame) < size {
		return Limits{}, nil, errors.New("a request without limits")
	}
	return Limits{time.Duration(binary.BigEndian.Uint64(frame)), int64(binary.BigEndian.Uint64(frame[8:]))}, frame[size:], nil
}

// mostResident matches the line of /proc/self/status with the peak memory of the process, in KiB.
var mostResident = pattern.Of(`(?m)^VmHWM:\s*(\d+) kB$`)

// peakMemory returns the largest amount of memory that the process has used, in bytes. It reads the amount from /proc.
// Without /proc it takes the value of getrusage, which includes the peak of the process that started this one.
func peakMemory() int64 {
	status, _ := safefile.OfProcess("status")
	if found := mostResident().FindSubmatch(status); found != nil {
		if most, err := strconv.ParseInt(string(found[1]), 10, 64); err == nil {
			return most << 10
		}
	}
	var usage unix.Rusage
	if unix.Getrusage(unix.RUSAGE_SELF, &usage) != nil {
		return math.MaxInt64
	}
	return usage.Maxrss << 10
}

// IsShortOfMemory reports whether the process has used more than 1/shortDivisor of its memory limit. It returns false
// if there is no limit.
func IsShortOfMemory() bool {
	var limit unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_DATA, &limit) != nil || limit.Cur > math.MaxInt64 {
		return false
	}
	return peakMemory() > int64(limit.Cur)/shortDivisor
}
