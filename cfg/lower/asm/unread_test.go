package asm

import (
	"fmt"
	"github.com/warpcheck/warpcheck/cfg"
	"strings"
	"testing"
)

// instructions returns the instructions of a function.
func instructions(f *cfg.Func) []*cfg.Instr {
	var all []*cfg.Instr
	for _, b := range f.Blocks {
		all = append(all, b.Instrs...)
	}
	return all
}

// A statement that cannot be read hides a collective if its words may contain one.
func TestUnreadAsmMayHide(t *testing.T) {
	for text, want := range map[string]bool{
		"@p shfl.sync.bfly.b32 %0 %1, 1, 31, -1;":   true,
		"{ bar.sync 0 ((; }":                        true,
		".macro m { vote.sync.any.pred p, q, -1; }": true,
		"mma.sync ((;":                              true,
		"call (r, f;":                               true,
		"%0.sync ((;":                               true,
		"shfl.sync.idx.b64 %0, %0, 0, 31, -1;":      true,
		"add.u32 %0, ;":                             false,
		"frob ((;":                                  false,
		"foo.bar %0, %0;":                           false,
		"activemask.b32 %0 %0;":                     false,
		"barrier.cluster.wait.acquire;":             false,
		"shfl.sync.idx.b32 %0, %0, 0, 31, -1;":      false,
	} {
		hides := false
		for _, in := range instructions(lowerAsm(t, text, "+r:r")) {
			hides = hides || in.Unread
			if in.Unread && !in.Hides {
				t.Errorf("%s: unread, and hides nothing", text)
			}
		}
		if hides != want {
			t.Errorf("%s: hides a collective: %t, want %t", text, hides, want)
		}
	}
}

// The cost of an asm statement is bounded by the length of its text and by maxWork.
func TestAsmWorkIsBounded(t *testing.T) {
	text := func(n int, broken string) string {
		var b strings.Builder
		b.WriteString("{")
		for i := range n {
			fmt.Fprintf(&b, ".reg .b32 t%d; mov.b32 t%d, 1; %s;", i, i, broken)
		}
		return b.String() + "add.u32 %0, %0, 1; }"
	}
	for _, n := range []int{100, 1000, 10_000} {
		lowered := instructions(lowerAsm(t, text(n, "frob (("), "+r:r"))
		if len(lowered) > maxWork {
			t.Errorf("%d statements that do not parse make %d instructions", n, len(lowered))
		}
		for _, in := range lowered {
			if in.Unread {
				t.Fatalf("%q hides no collective", in.Text)
			}
		}
	}
	hides := false
	for _, in := range instructions(lowerAsm(t, text(10_000, "bar.sync 0; frob (("), "+r:r")) {
		hides = hides || in.Unread
	}
	if !hides {
		t.Error("a barrier in a text that is left out is lost")
	}
	if one, two := len(instructions(lowerAsm(t, text(1000, ""), "+r:r"))),
		len(instructions(lowerAsm(t, text(2000, ""), "+r:r"))); two > 2*one+10 {
		t.Errorf("twice the text makes %d instructions in place of %d", two, one)
	}
}
