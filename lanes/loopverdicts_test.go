package lanes_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/warpcheck/warpcheck/internal/treetest"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/warp"
)

// A loop with an unknown number of iterations is described by invariants that no trial refuted (package exec). The
// kernels here carry words and pointers from iteration to iteration, in the forms of these invariants and in other
// forms. The verdicts on collectives in the loop and behind it depend on them.

// carried are the variables that an iteration may change.
const carried = "int c = %s; unsigned x = %s; int e[2]; e[0] = 1; e[1] = lane; int *p = &e[0]; int *q = &e[1]; int *t = p;\n"

// change draws a statement that changes one of the variables in an iteration.
func (d *drawn) change() string {
	return d.Of("c = 1 - c;", "c += 2;", "c += lane;", "c += m;", "c ^= 3;", "c = c * 2 + 1;", "c = i0;", "c = v;", "c++;", "c = (c + 1) % 3;",
		"x <<= 1;", "x >>= 2;", "x &= x - 1;", "x |= 1u << (i0 & 31);", "x ^= ~0u;", "x = b;", "x &= b;",
		"x = __ballot_sync(x, "+d.carriedCondition()+");", "x = __ballot_sync(~0u, "+d.carriedCondition()+");", "b = __ballot_sync(~0u, "+d.carriedCondition()+");",
		"v = __shfl_sync(~0u, c, lane + 1, 32);", "v = __shfl_xor_sync(~0u, v, 1, 32) + 1;",
		"t = p; p = q; q = t;", "p = &e[i0 & 1];", "p = q;", "*p += 1;", "*p = c;", "c = *p;", "e[c & 1] = m;")
}

// carriedCondition returns a condition on the carried variables or on values from before the loop.
func (d *drawn) carriedCondition() string {
	if d.Rand.IntN(3) == 0 {
		return d.condition()
	}
	return d.Of("c > 1", "c < lane", "c == 0", "(c & 1) == 0", "x & 1u << lane", "x > 5", "*p > 1", "*p == lane", "i0 == 1", "i0 < lane", "v < 3", "e[1] > 0")
}

// carriedCollective returns a collective whose mask or whose condition may depend on a carried variable.
func (d *drawn) carriedCollective() string {
	mask := d.Of("~0u", "~0u", "x", "b", "1u << lane", "1u << (c & 31)", "0xffffu", "~0u << (c & 15)")
	call := d.Of(fmt.Sprintf("__syncwarp(%s);", mask), fmt.Sprintf("v = __shfl_xor_sync(%s, v, 1, 32);", mask), fmt.Sprintf("v += __any_sync(%s, c > 1);", mask))
	if d.Rand.IntN(2) == 0 {
		return fmt.Sprintf("if (%s) { %s }", d.carriedCondition(), call)
	}
	return call
}

// loop returns a loop with a few iterations, as many as the thread and n & 3 decide, and a collective behind it.
func (d *drawn) loop() string {
	var text strings.Builder
	fmt.Fprintf(&text, carried, d.Of("0", "1", "lane", "m", "3"), d.Of("~0u", "1", "0xffffu", "lane < 8 ? 0xffu : ~0xffu", "1u << lane", "0xf0u"))
	text.WriteString(d.Of("for (int i0 = 0; i0 < m; i0++) {\n", "for (int i0 = lane; i0 < 16 * m; i0 += 16) {\n", "for (int i0 = 0; i0 < lane % 3 + m; i0++) {\n",
		"for (int i0 = m; i0 > 0; i0 /= 2) {\n", "for (unsigned i0 = 1; i0 < 2 * m; i0 <<= 1) {\n", "for (int i0 = 0; i0 < 3 && c < 4 + m; i0++) {\n"))
	for range 2 + d.Rand.IntN(3) {
		switch d.Rand.IntN(7) {
		case 0:
			fmt.Fprintf(&text, "if (%s) %s;\n", d.carriedCondition(), d.Of("break", "break", "continue", "return"))
		case 1, 2:
			text.WriteString(d.carriedCollective() + "\n")
		case 3:
			fmt.Fprintf(&text, "if (%s) { %s }\n", d.carriedCondition(), d.change())
		default:
			text.WriteString(d.change() + "\n")
		}
	}
	return text.String() + "}\nint i0 = m;\n" + d.carriedCollective() + "\n" + d.Of("", d.carriedCollective()+"\n") + "d[lane + 64] = c + x + *p;\n"
}

// TestVerdictsOnLoops compares verdicts on collectives in loops and behind them with all possible executions: what is
// called definite must be definite, and if every question has an answer, no fault may be missing.
func TestVerdictsOnLoops(t *testing.T) {
	const programs = 60
	session := smt.NewSession()
	for seed := range uint64(programs) {
		d := &drawn{Draw: treetest.NewDraw(seed, 3), loops: 1}
		source, model := around(d.loop()), warp.Model(seed%3)
		program := treetest.Program(t, source)
		got, open := said(program, collectiveQuestions, lanes.Options{Model: model, Session: session})
		if got == nil {
			t.Fatalf("seed %d, %v: %v\n%s", seed, model, open, source)
		}
		all := truthOf(t, kernelOf(program), model, seeCollectives)
		err := wrongProof(all, got)
		if err == nil && open == nil {
			err = compare(all, got, collectiveQuestions, false)
		}
		if err != nil {
			t.Errorf("seed %d, %v: %v\n%s", seed, model, err, source)
		}
	}
}

// wrongProof returns an error if a verdict is called definite and does not hold in all executions.
func wrongProof(all truth, got map[asked]answer) error {
	for q, told := range got {
		if want, known := all.of(q, false); known && told.verdict == definite && want != definite {
			return fmt.Errorf("%v at line %d is called definite and is %v", q.about, q.at.site.Pos.Line, want)
		}
	}
	return nil
}
