package worker

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/warpcheck/warpcheck/internal/worker/sandbox"
)

// The test is its own worker.
const asWorker = "-worker"

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == asWorker {
		if err := Serve(os.Args[2:], &oddWorker{}); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// oddWorker fails in the way that the request asks for.
type oddWorker struct {
	setup     string
	answered  int
	untrusted bool
	spoke     bool
}

func (w *oddWorker) Set(setup []byte) error { w.setup = string(setup); return nil }
func (w *oddWorker) IsTrusted() bool        { return !w.untrusted }
func (w *oddWorker) Spoke() bool            { return w.spoke }

var kept [][]byte

func (w *oddWorker) Answer(request []byte, ask Ask) []byte {
	w.answered++
	switch what, file, _ := strings.Cut(string(request), " "); what {
	case "kill-until": // until the file has two letters
		text, _ := os.ReadFile(file)
		if len(text) < 2 {
			_ = os.WriteFile(file, append(text, 'x'), 0o600)
			_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
		}
	case "exit":
		os.Exit(7)
	case "exit-later": // not in a fresh worker
		if w.answered > 1 {
			os.Exit(7)
		}
	case "panic":
		panic("nobody recovers")
	case "spin":
		for {
			w.spoke = !w.spoke
		}
	case "stand":
		<-time.After(time.Hour)
	case "eat":
		for {
			one := make([]byte, 1<<20)
			for i := 0; i < len(one); i += os.Getpagesize() {
				one[i] = 1
			}
			kept = append(kept, one)
		}
	case "stop":
		_ = syscall.Kill(os.Getpid(), syscall.SIGSTOP)
	case "kill":
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	case "garble":
		_, _ = os.NewFile(replies, "").Write([]byte("\xff\xff\xff\xff\xff\xff\xff\xff"))
	case "ask":
		for _, question := range []string{"one", "two"} {
			answer, err := ask([]byte(question))
			request = fmt.Appendf(request, " %s: %s %v", question, answer, err)
		}
	case "ask-always":
		for {
			_, _ = ask(nil)
		}
	case "distrust":
		w.untrusted = true
	case "speak":
		w.spoke = true
	}
	return fmt.Appendf(nil, "%s, %s, %d, %d", request, w.setup, w.answered, os.Getpid())
}

// A worker may ask questions before it replies.
func TestQuestions(t *testing.T) {
	p := newTestPool(t, sandbox.Auto)
	reply, err := p.Do(t.Context(), []byte("ask"), limits, func(question []byte) []byte { return append(question, '!') })
	if err != nil || !strings.HasPrefix(string(reply), "ask one: one! <nil> two: two! <nil>") {
		t.Errorf("%q, %v", reply, err)
	}
	reply, err = p.Do(t.Context(), []byte("ask"), limits, nil)
	if err != nil || !strings.HasPrefix(string(reply), "ask one:  <nil> two:  <nil>") {
		t.Errorf("without an answer: %q, %v", reply, err)
	}
}

func newTestPool(t *testing.T, mode sandbox.Mode) *Pool {
	p := NewPool(Options{Words: []string{os.Args[0], asWorker}, Limits: limits, Sandbox: mode,
		Setup: []byte("the setup"), stall: time.Second})
	t.Cleanup(p.Close)
	return p
}

var limits = Limits{CPU: time.Second, Memory: 1 << 30}

// patient leaves enough time to touch all memory that is allowed.
var patient = Limits{CPU: 20 * time.Second, Memory: limits.Memory}

// Each kind of failure loses one request, with its reason, and the next request is answered.
func TestLosses(t *testing.T) {
	p := newTestPool(t, sandbox.Off) // a process in a sandbox could not kill itself
	for _, test := range []struct {
		request string
		limits  Limits
		want    Cause
		text    string
	}{
		{"exit", limits, Crashed, "exit status 7"},
		{"panic", limits, Crashed, "exit status 2: panic: nobody recovers"},
		{"spin", limits, OutOfTime, "more than 1s of processor time"},
		{"eat", patient, OutOfMemory, "more than 1024 MiB of memory"},
		{"stand", limits, Stalled, "stopped answering"},
		{"garble", limits, Unreadable, "a message of"},
		{"ask-always", limits, Unreadable, "more than 64 questions"},
		{"kill", limits, Killed, "was killed, each time"},
	} {
		_, err := p.Do(t.Context(), []byte(test.request), test.limits, nil)
		var lost *Loss
		if !errors.As(err, &lost) || lost.Cause != test.want || !strings.Contains(lost.Error(), test.text) {
			t.Errorf("%s: %v", test.request, err)
		}
		reply, err := p.Do(t.Context(), []byte("work"), limits, nil)
		if err != nil || !strings.HasPrefix(string(reply), "work, the setup, ") {
			t.Errorf("after %s: %s, %v", test.request, reply, err)
		}
	}
}

// One worker answers many requests, until it has grown or is not trusted. A request that ends it is tried in a fresh
// worker.
func TestReuse(t *testing.T) {
	p := newTestPool(t, sandbox.Off)
	who := func(request string) (answered, id string) {
		reply, err := p.Do(t.Context(), []byte(request), limits, nil)
		if err != nil {
			t.Fatalf("%s: %v", request, err)
		}
		words := strings.Split(string(reply), ", ")
		return words[2], words[3]
	}
	_, first := who("work")
	if n, again := who("work"); n != "2" || again != first {
		t.Errorf("the second request is number %s of %s, after %s", n, again, first)
	}
	if n, other := who("exit-later"); n != "1" || other == first {
		t.Errorf("what ends a worker is number %s of %s", n, other)
	}
	_, distrusted := who("distrust")
	if _, after := who("work"); after == distrusted {
		t.Error("a worker that is not trusted is given more")
	}
	if p.Spoke() {
		t.Error("nobody wrote anything")
	}
	if who("speak"); !p.Spoke() {
		t.Error("that something was written is not told")
	}
}

// The memory of the process that starts a worker does not count as the worker's.
func TestReuseByLargeProcess(t *testing.T) {
	ballast := make([]byte, limits.Memory/retireDivisor+64<<20)
	for i := 0; i < len(ballast); i += os.Getpagesize() {
		ballast[i] = 1
	}
	if most := peakMemory(); most < int64(len(ballast)) {
		t.Fatalf("%d bytes are not seen in %d", len(ballast), most)
	}
	p := newTestPool(t, sandbox.Auto)
	var replies []string
	for range 2 {
		reply, err := p.Do(t.Context(), []byte("work"), limits, nil)
		if err != nil {
			t.Fatal(err)
		}
		replies = append(replies, string(reply))
	}
	if !strings.Contains(replies[1], ", 2, ") {
		t.Errorf("a fresh worker for each request: %q", replies)
	}
	runtime.KeepAlive(ballast)
}

// If something kills a worker from outside, the request is still answered.
func TestKilledFromOutside(t *testing.T) {
	p := newTestPool(t, sandbox.Off)
	request := "kill-until " + t.TempDir() + "/count"
	if reply, err := p.Do(t.Context(), []byte(request), limits, nil); err != nil || !strings.HasPrefix(string(reply), request) {
		t.Errorf("%s, %v", reply, err)
	}
}

// Many parallel requests share workers, and an interrupt ends those that are running.
func TestMany(t *testing.T) {
	p := newTestPool(t, sandbox.Auto)
	var all sync.WaitGroup
	for i := range 40 {
		all.Go(func() {
			request := fmt.Sprint("work ", i)
			if reply, err := p.Do(t.Context(), []byte(request), limits, nil); err != nil || !strings.HasPrefix(string(reply), request+",") {
				t.Errorf("%s: %s, %v", request, reply, err)
			}
		})
	}
	all.Wait()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.Do(ctx, []byte("stop"), limits, nil); err == nil {
		t.Error("an answer after the end")
	}
	p.Close()
	if _, err := p.Do(t.Context(), []byte("work"), limits, nil); err == nil {
		t.Error("an answer after the pool was closed")
	}
}

func TestRequiredSandbox(t *testing.T) {
	p := newTestPool(t, sandbox.Require)
	err := p.Prepare()
	if whole := sandbox.Available().IsWhole(); whole != (err == nil) || whole != p.Sandbox().IsWhole() {
		t.Errorf("the kernel has %s, the worker %s: %v", sandbox.Available(), p.Sandbox(), err)
	}
}

func TestStartedByHand(t *testing.T) {
	for _, words := range [][]string{nil, {"1", "2"}, {"a", "b", "auto"}, {"1", "2", "on"}} {
		if err := Serve(words, &oddWorker{}); err == nil {
			t.Errorf("%q is taken", words)
		}
	}
}
