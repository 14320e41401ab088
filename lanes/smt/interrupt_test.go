package smt

import (
	"os"
	"os/signal"
	"runtime"
	"syscall"
	"testing"

	"github.com/warpcheck/warpcheck/lanes/term"
)

// An interrupt is for the program to handle: it does not make Z3 give up a question.
func TestInterruptDoesNotReachZ3(t *testing.T) {
	interrupts := make(chan os.Signal, 1)
	signal.Notify(interrupts, syscall.SIGINT)
	defer signal.Stop(interrupts)
	tb := term.NewTable()
	x, y := tb.Unknown("x", 32, nil), tb.Unknown("y", 32, nil)
	word := func(v uint64) *term.Term { return tb.Const(32, v) }
	short := func(w *term.Term) *term.Term { return tb.And(tb.ULt(word(1), w), tb.ULt(w, word(1<<12))) }
	factors := tb.And(short(x), short(y), tb.Eq(tb.Mul(x, y), word(3989*4001)))
	calm, _ := New(NewSession(), 0).query(factors)
	if calm != Yes {
		t.Fatalf("the question is too hard to ask without an interrupt: %d", calm)
	}
	done, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		// A thread that signals itself receives the signal before the call returns. So no signal is left for the time
		// after signal.Stop, where it would end the test.
		runtime.LockOSThread()
		for {
			select {
			case <-done:
				return
			default:
				if err := syscall.Tgkill(os.Getpid(), syscall.Gettid(), syscall.SIGINT); err != nil {
					t.Error(err)
				}
			}
		}
	}()
	for range 5 {
		if a, _ := New(NewSession(), 0).query(factors); a != calm {
			t.Errorf("an interrupted question is answered with %d, not with %d", a, calm)
		}
	}
	close(done)
	<-stopped
	if len(interrupts) == 0 {
		t.Error("the program was not told of the interrupt")
	}
}
