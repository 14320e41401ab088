// Package panics finds out where a panic began, and carries a panic past frames that it cannot unwind.
package panics

import (
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
)

// Place is the file and line of this program where the panic began that is being recovered. It is the first place even
// if functions recovered from it and panicked again.
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

// maxFrames bounds the frames that are searched: the first panic is among the deepest frames.
const maxFrames = 4096

// Late is a panic that was recovered where it began and is raised again elsewhere.
type Late struct {
	Cause any
	Place string
}

// String is the cause and the place.
func (l *Late) String() string {
	return fmt.Sprintf("%v, in an answer to clang at %s", l.Cause, l.Place)
}

// Question is a Go function that C code calls. A panic would unwind Go's frames and leave C's frames without running
// their destructors. So Answer keeps the panic, and Raise raises it again after C has returned.
type Question struct {
	ask    func(string) bool
	failed *Late
}

// Ask makes a Question from a function, which may be nil.
func Ask(ask func(string) bool) *Question { return &Question{ask: ask} }

// Answer calls the function. It returns otherwise if there is no function, if the function panics, or if it panicked
// before.
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

// Raise panics if a call of Answer did.
func (q *Question) Raise() {
	if q.failed != nil {
		panic(q.failed)
	}
}
