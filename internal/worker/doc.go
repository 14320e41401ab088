// Package worker has work done by other processes: this program, started again. If something goes wrong in
// one of them, only the request that it worked on is lost, with the reason.
//
//	Pool.Do(request) ──pipe──▶ Serve ──answer──▶ reply ──pipe──▶ Pool.Do
//
// The package does not look into requests and replies. Each has its length before it, and
// one that is too long is refused before it is read.
//
// # What bounds a request
//
// A worker limits itself before it reads anything: its memory for good, its processor time anew for
// each request, both by the kernel, which ends it when it goes beyond. It enters a sandbox then
// (package sandbox). One that takes no processor time and gives no answer is ended from outside.
// The limits are of processor time and not of the clock, so that a busy machine loses nothing.
//
// # Who works on what
//
// A worker takes one request after the other. It is replaced when its memory has grown, when its
// owner no longer trusts it (clang crashed in it), and when it has ended.
// A request that is lost in a worker that has worked before is tried once more in a fresh one: the result of a
// unit does not depend on what was analysed before it. A request whose worker was killed from
// outside, as a machine does that runs out of memory, is tried in up to three. A request that takes too much processor
// time is lost at once, as that time is counted from the begin of the request.
package worker

import (
	"fmt"
	"time"
)

// Limits bound one request.
type Limits struct {
	// CPU is processor time, Memory bytes of memory that nobody shares.
	CPU    time.Duration
	Memory int64
}

// The limits where nobody gives others. The largest unit that is known takes a minute and 2.2 GB.
const (
	DefaultCPU    = 5 * time.Minute
	DefaultMemory = 4 << 30
)

// stallLimit is how long a worker may neither work nor answer.
const stallLimit = time.Minute

// maxAttempts is how many workers a request is given to.
const maxAttempts = 3

// retireShare is the part of its memory that a worker may have used and still be given more.
const retireShare = 8

// shortShare is the divisor of a worker's memory limit: a worker that ended with more than this part of it is taken to
// have run out of memory.
const shortShare = 2

// Cause is why a request was lost.
type Cause int

// The causes.
const (
	// Crashed: the worker ended.
	Crashed Cause = iota
	// OutOfTime and OutOfMemory are about its limits.
	OutOfTime
	OutOfMemory
	// Killed: somebody else ended it, such as a kernel without memory.
	Killed
	// Stalled: it did nothing any more.
	Stalled
	// Unreadable: its answer was none.
	Unreadable
	// NotStarted: there is no worker.
	NotStarted
)

// Loss is a request without a reply.
type Loss struct {
	Cause Cause
	// Limits are those that it had.
	Limits Limits
	// Detail is what the system says of it.
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
