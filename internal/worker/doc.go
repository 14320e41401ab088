// Package worker lets other processes do work: copies of this program. If a process fails, only its current request is
// lost, and the caller gets the reason.
//
//	Pool.Do(request) ──pipe──▶ Serve ──answer──▶ reply ──pipe──▶ Pool.Do
//
// Before it answers, a worker may ask its owner questions about the request (Ask, Respond).
//
// The package does not interpret requests and replies. The length of each message is sent first. The reader refuses a
// message that is too long before reading it.
//
// # What bounds a request
//
// A worker sets its own limits before it reads anything. The memory limit applies to its whole life, the limit of
// processor time to each request. The kernel enforces both limits. Then the worker enters a sandbox (package sandbox).
// The pool kills a worker that uses no processor time and does not answer. The limit is for processor time and not for
// elapsed time, so that no request is lost on a busy machine.
//
// # Who works on what
//
// A worker answers one request after the other. The pool replaces it when its memory has grown, when its owner no
// longer trusts it (clang crashed in it), and when it has ended. If a worker loses a request that was not its first,
// the pool repeats the request in a fresh worker, because the result of a unit does not depend on the units before it.
// If another process or the kernel kills the worker, for example because the machine has no memory left, the pool tries
// the request in up to three workers. It does not repeat a request that took too much processor time: that time
// includes no earlier request.
package worker

import (
	"fmt"
	"time"
)

// Limits holds the limits for one request.
type Limits struct {
	// CPU limits the processor time. Memory limits the bytes of memory that are not shared.
	CPU    time.Duration
	Memory int64
}

// The default limits. The largest unit that we know takes a minute and 2.2 GB.
const (
	DefaultCPU    = 5 * time.Minute
	DefaultMemory = 4 << 30
)

// stallLimit is the longest time that a worker may use no processor time before it has answered.
const stallLimit = time.Minute

// maxQuestions is the largest number of questions that a worker may ask about one request.
const maxQuestions = 64

// maxAttempts is the largest number of workers in which the pool tries a request.
const maxAttempts = 3

// A worker that has used more than 1/retireDivisor of the memory limit gets no further request.
const retireDivisor = 8

// If a worker ended while it used more than 1/shortDivisor of the memory limit, a lack of memory is assumed to be the
// reason.
const shortDivisor = 2

// Cause is the reason why a request was lost.
type Cause int

// The causes.
const (
	// Crashed means that the worker ended without a reply, and for none of the other causes.
	Crashed Cause = iota
	// OutOfTime and OutOfMemory mean that the worker exceeded a limit.
	OutOfTime
	OutOfMemory
	// Killed means that another process or the kernel killed the worker, for example because the machine had no memory
	// left.
	Killed
	// Stalled means that the worker used no processor time and did not answer.
	Stalled
	// Unreadable means that the worker's answer could not be read.
	Unreadable
	// NotStarted means that no worker could be started.
	NotStarted
)

// Loss is the error for a request without a reply.
type Loss struct {
	Cause Cause
	// Limits are the limits of the request that was lost.
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
