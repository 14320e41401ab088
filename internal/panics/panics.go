// Package panics finds the place where a panic began, and carries a panic past frames that it cannot unwind.
package panics

import (
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
)

// Place returns the place in this program where the panic that is being recovered began, as file and line. If functions
// recovered from the panic and panicked again, it returns the first place. It returns "place unknown" if no function of
// this program is on the stack of the panic.
func Place() string {
	callers := make([]uintptr, maxFrames)
	frames := runtime.CallersFrames(callers[:runtime.Callers(1, callers)])
	place, panicked := "place unknown", false
	for {
		frame, more := frames.Next()
		if panicked && strings.HasPrefix(frame.Function, "github.com/warpcheck/") {
			place, panicked = fmt.Sprintf("%s:%d", filepath.Base(frame.File), frame.Line), false
		}
		panicked = panicked || strings.HasPrefix(frame.Function, "runtime.gopanic")
		if !more {
			return place
		}
	}
}

// maxFrames limits the number of frames to search: the first panic is among the deepest frames.
const maxFrames = 4096

// Late is a panic that was recovered where it began. Raise raises it again.
type Late struct {
	Cause any
	Place string
}

// String returns the cause and the place.
func (l *Late) String() string {
	return fmt.Sprintf("%v, in an answer to clang at %s", l.Cause, l.Place)
}

// Question is a Go function that C code calls. A panic would unwind Go's frames and leave C's frames without running
// their destructors. So Answer keeps the panic, and Raise raises it again after C has returned.
type Question struct {
	ask    func(string) bool
	failed *Late
}

// Ask returns a Question for a function, which may be nil.
func Ask(ask func(string) bool) *Question { return &Question{ask: ask} }

// Answer calls the function. It returns otherwise if there is no function, if the function panics, or if it panicked in
// an earlier call.
func (q *Question) Answer(about string, otherwise bool) (answer bool) {
	if q.ask == nil || q.failed != nil {
		return otherwise
	}
	defer func() {
		if cause := recover(); cause != nil {
			q.failed, answer = &Late{cause, Place()}, otherwise
		}
	}()
	return q.ask(about)
}

// Raise panics if the function panicked in a call of Answer.
func (q *Question) Raise() {
	if q.failed != nil {
		panic(q.failed)
	}
}
