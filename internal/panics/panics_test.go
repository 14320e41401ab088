package panics

import (
	"strings"
	"testing"
)

// raised returns the value with which Raise panics, nil if it does not.
func raised(q *Question) (late *Late) {
	defer func() { late, _ = recover().(*Late) }()
	q.Raise()
	return nil
}

func TestAnswer(t *testing.T) {
	q := Ask(func(about string) bool { return about == "yes" })
	if !q.Answer("yes", false) || q.Answer("no", true) || raised(q) != nil {
		t.Error("the function's answer is not the question's")
	}
	nobody := Ask(nil)
	if !nobody.Answer("yes", true) || nobody.Answer("yes", false) {
		t.Error("nobody answers, and not what the caller gave")
	}
}

func TestPanicWaits(t *testing.T) {
	calls := 0
	q := Ask(func(string) bool { calls++; panic("it broke") })
	if !q.Answer("a", true) || q.Answer("b", false) || calls != 1 {
		t.Errorf("asked %d times", calls)
	}
	late := raised(q)
	if late == nil || late.Cause != "it broke" || !strings.HasPrefix(late.Place, "panics_test.go:") {
		t.Errorf("raised %v", late)
	}
}

// passOn recovers from a panic and panics again.
func passOn(f func()) {
	defer func() { panic(recover()) }()
	f()
}

func TestPlaceIsWhereItBegan(t *testing.T) {
	place := func(f func()) (at string) {
		defer func() {
			recover()
			at = Place()
		}()
		f()
		return ""
	}
	broken := func() { panic("it broke") }
	if once, twice := place(broken), place(func() { passOn(func() { passOn(broken) }) }); once != twice || once == "place unknown" {
		t.Errorf("%s where it is passed on, and %s where it is not", twice, once)
	}
}
