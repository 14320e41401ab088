package worker

import "testing"

func TestAfter(t *testing.T) {
	for words, want := range map[string]string{
		"":                      "exit status 3",
		"out of memory\nmore\n": "exit status 3: out of memory",
		"runtime stack:\nruntime.throw({0x1?})\n\t/go/panic.go:1\n\ngoroutine 1 [running]:\n" +
			"github.com/warpcheck/warpcheck/cfg/lower.(*builder).addr(0x1)\n": "exit status 3: stack overflow in cfg/lower.(*builder).addr",
		"runtime stack:\nruntime.throw({0x1?})\n": "exit status 3: stack overflow",
	} {
		if got := (&lastWords{[]byte(words)}).after("exit status 3"); got != want {
			t.Errorf("%q: %q, not %q", words, got, want)
		}
	}
}
