// Package worker lets other processes do work: copies of this program. If something goes wrong in one of them, only the
// request that it worked on is lost, with the reason.
//
//	Pool.Do(request) ──pipe──▶ Serve ──answer──▶ reply ──pipe──▶ Pool.Do
//
// The package does not interpret requests and replies. The length of each is sent first, and a message that is too long
// is refused before it is read.
//
// # What bounds a request
//
// A worker limits itself before it reads anything: its memory for its whole life, its processor time for each request.
// The kernel enforces both, and ends a worker that exceeds them. Then the worker enters a sandbox (package sandbox). A
// worker that takes no processor time and gives no answer is ended from outside. The time limit is of processor time
// and not of the clock, so that nothing is lost on a busy machine.
//
// # Who works on what
//
// A worker takes one request after the other. It is replaced when its memory has grown, when its owner no longer trusts
// it (clang crashed in it), and when it has ended. A request that is lost in a worker that has worked before is tried
// again in a fresh one, because the result of a unit does not depend on what was analysed before it. If something else
// kills the worker, as a machine does that runs out of memory, the request is tried in up to three workers. A request
// that takes too much processor time is not tried again: its time was counted from its own start.
package worker

import (
	"fmt"
	"time"
)

// Limits bound one request.
type Limits struct {
	// CPU is processor time, Memory is in bytes of memory that is not shared.
	CPU    time.Duration
	Memory int64
}

// The default limits. The largest known unit takes a minute and 2.2 GB.
const (
	DefaultCPU    = 5 * time.Minute
	DefaultMemory = 4 << 30
)

// stallLimit is how long a worker may neither take processor time nor answer.
const stallLimit = time.Minute

// maxAttempts is how many workers a request is tried in.
const maxAttempts = 3

// retireDivisor is a divisor of the memory limit: a worker that has used more than this part gets no further request.
const retireDivisor = 8

// shortDivisor is a divisor of the memory limit: a worker that ended with more than this part in use is taken to have
// run out of memory.
const shortDivisor = 2

// Cause is why a request was lost.
type Cause int

// The causes.
const (
	// Crashed means that the worker ended.
	Crashed Cause = iota
	// OutOfTime and OutOfMemory mean that the worker exceeded a limit.
	OutOfTime
	OutOfMemory
	// Killed means that something else ended the worker, such as a kernel that is out of memory.
	Killed
	// Stalled means that the worker neither worked nor answered.
	Stalled
	// Unreadable means that the worker's answer could not be read.
	Unreadable
	// NotStarted means that no worker could be started.
	NotStarted
)

// Loss is the error of a request without a reply.
type Loss struct {
	Cause Cause
	// Limits are the limits of the request.
	Limits Limits
	// Detail is the system's message, for people.
	Detail string
}

func (l *Loss) Error() string {
	switch l.Cause {
	case OutOfTime:
		return fmt.Sprintf("it takes more than %s of processor time; give it more with --unit-cpu, or exclude the file", l.Limits.CPU)
	case OutOfMemory:
		return fmt.Sprintf("it takes more than %d MiB of memory; give it more with --unit-memory, or exclude the file", l.Limits.Memory>>20)
	case Killed:
		return "the worker was killed, each time: the machine may have run out of memory; try fewer at a time with -j"
	case Stalled:
		return "the worker stopped answering"
	case Unreadable:
		return "the worker's answer cannot be read: " + l.Detail
	case NotStarted:
		return "no worker can be started: " + l.Detail
	}
	return "the worker ended: " + l.Detail
}
