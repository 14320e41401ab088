package exec

import (
	"testing"

	"github.com/warpcheck/warpcheck/lanes/slice"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
)

// TestAlternating: two buffers that are swapped in every iteration have one value in even iterations and another in
// odd ones, and accesses through them are recorded for both.
func TestAlternating(t *testing.T) {
	const both = "\n  __shared__ int a[32], b[32];\n"
	for _, c := range []struct {
		name, text string
		variable   string
		alternates bool
	}{
		{"pointers to two variables", both + `int *now = a; int *next = b;
  for (int k = 0; k < n; k++) { next[lane] = now[31 - lane]; int *t = now; now = next; next = t; }`, "now", true},
		{"pointers into one", both + `int *now = a; int *next = a + 16;
  for (int k = 0; k < n; k++) { next[lane] = now[31 - lane]; int *t = now; now = next; next = t; }`, "now", true},
		{"a number by xor", both + `int c = 0;
  for (int k = 0; k < n; k++) { a[c * 16 + lane] = a[16 - c * 16 + 31 - lane]; c ^= 1; }`, "c", true},
		{"a number by a difference", both + `int c = 0;
  for (int k = 0; k < n; k++) { a[c * 16 + lane] = a[16 - c * 16 + 31 - lane]; c = 1 - c; }`, "c", true},
		{"only once", both + `int c = 0;
  for (int k = 0; k < n; k++) { a[c * 16 + lane] = a[31 - lane]; c = 1; }`, "c", false},
		{"of three", both + `int c = 0;
  for (int k = 0; k < n; k++) { a[c + lane] = a[31 - lane]; c = c == 0 ? 5 : c == 5 ? 7 : 0; }`, "c", false},
		{"where data say so", both + `int c = 0;
  for (int k = 0; k < n; k++) { a[c + lane] = a[31 - lane]; if (d[k] > 0) c ^= 1; }`, "c", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := interpretText(t, body(c.text), oneWarp, func(s *Setting) {
				s.Racing = true
				s.Sliced, _ = slice.OfShared(s.Root, s.Functions.Policy())
			})
			got := false
			for _, v := range in.log.Summaries[len(in.log.Summaries)-1].Invariants {
				got = got || v.Variable == c.variable && v.Kind == trace.Alternating
			}
			if got != c.alternates {
				t.Errorf("%s alternates: %v, want %v", c.variable, got, c.alternates)
			}
			if len(in.log.Accesses) < 2 {
				t.Errorf("%d accesses are followed", len(in.log.Accesses))
			}
		})
	}
}

// TestParity: the lowest bit of a sum follows from the lowest bits of its parts. So the lowest bit of a counter changes
// in every iteration.
func TestParity(t *testing.T) {
	table := term.NewTable()
	k := table.Unknown("k", 32, nil)
	if next := table.Bit(table.AddConst(k, 1), 0); next != table.Not(table.Bit(k, 0)) {
		t.Errorf("the lowest bit of k + 1 is %v", next)
	}
	if same := table.Bit(table.AddConst(k, 2), 0); same != table.Bit(k, 0) {
		t.Errorf("the lowest bit of k + 2 is %v", same)
	}
}
