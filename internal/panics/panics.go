// Package panics says where a panic began, and carries one past frames that it cannot unwind.
package panics

import (
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
)

// Place is the file and line of this program where the panic began that is being recovered from, also where functions on the
// way recovered from it and panicked again.
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

// maxFrames bounds the frames that are looked through: the first panic is among the deepest of those that recover.
const maxFrames = 4096

// Late is a panic that was recovered where it began and is raised again elsewhere.
type Late struct {
	Cause any
	Place string
}

// String gives the cause and where it was.
func (l *Late) String() string {
	return fmt.Sprintf("%v, in an answer to clang at %s", l.Cause, l.Place)
}

// Question is a function that C code asks. A panic would unwind Go's frames and leave C's as they are,
// destructors and all; so Answer keeps it, and Raise panics when C has returned.
type Question struct {
	ask    func(string) bool
	failed *Late
}

// Ask makes a question of a function that is nil where nobody answers.
func Ask(ask func(string) bool) *Question { return &Question{ask: ask} }

// Answer calls the function, or returns otherwise where there is none or it panicked before.
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

// Raise panics if an answer did.
func (q *Question) Raise() {
	if q.failed != nil {
		panic(q.failed)
	}
}
