package language

import (
	"fmt"
	"math/rand"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/internal/parsetest"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/sim"
	"github.com/warpcheck/warpcheck/warp"
)

// Random functions access memory in the ways of C++: pointers and references to locals, records in arrays in records,
// unions, bases, bit-fields, copies, shared and global memory, in loops with trip counts that the interpreter does not
// know. Every value stays below 2^16, so that no signed sum overflows; every index is masked to its array.

// prelude has the classes and functions that random functions use.
const prelude = `
struct Pair { int first; unsigned short second; };
struct Row { int cells[4]; Pair pair; int *at; };
struct Table { Row rows[2]; Pair pairs[4]; unsigned char bytes[4]; union { unsigned word; unsigned short halves[2]; unsigned char quarters[4]; }; };
struct Wide : Pair { int third; __device__ int &part(int i) { return i == 0 ? first : third; } };
struct Left : Pair { int left; };
struct Right : Pair { int right; };
struct Both : Left, Right { int both; };
struct Bits { unsigned low : 3; int middle : 5; unsigned high : 9; bool flag : 1; };
struct Guard { int &x, by; __device__ ~Guard() { x = (x + by) & 0xffff; } };
struct Copied { int n; __device__ Copied(int k) : n(k) {} __device__ Copied(const Copied &o) : n((o.n + 1) & 0xffff) {} };
__device__ int given_away(Guard g, int k) { g.by += k & 7; return k > 5 ? g.x : k; }
__device__ int found(const int *p, int count, int x) {
  for (int i = 0; i < count; i++) {
    if (p[i] == x) return i;
    if (p[i] > 1000) break;
  }
  return x > 3 ? 7 : count;
}
__device__ void bump(int &x, int by) { x = (x + by) & 0xffff; }
__device__ int *pick(int *p, int *q, int c) { return c & 1 ? p : q; }
__device__ Pair swapped(Pair p) { return Pair{p.second, (unsigned short)p.first}; }
__device__ void fill(int *p, int count, int x) { for (int i = 0; i < count; i++) p[i] = (x + i) & 0xffff; }
__device__ void exchange(int *&p, int *&q) { int *t = p; p = q; q = t; }
template <class F> __device__ void repeat(int count, F f) { for (int i = 0; i < count; i++) f(i); }
`

// writer writes one random function.
type writer struct {
	*rand.Rand
	strings.Builder
	depth int
	loops int
}

// pickOf draws one of a list.
func (w *writer) pickOf(list ...string) string { return list[w.Intn(len(list))] }

// line writes an indented line.
func (w *writer) line(format string, args ...any) {
	fmt.Fprintf(&w.Builder, "%s%s\n", strings.Repeat("  ", w.depth+1), fmt.Sprintf(format, args...))
}

// function writes a random function of the lane, two numbers and memory.
func function(seed int64, name string) string {
	w := &writer{Rand: rand.New(rand.NewSource(seed))}
	fmt.Fprintf(w, "__device__ unsigned %s(unsigned lane, int n, int m, const int *data, int *own, int *common) {\n", name)
	w.line("int a = %d, b = lane, c = n, d = 1; int cells[4] = {1, 2, 3, (int)lane}, more[8] = {};", w.Intn(9))
	w.line("Pair pair{1, 2}; Row row{}; Table table{}; Wide wide{}; Pair pairs[2] = {};")
	w.line("Both both{}; Bits bits{1, 2, 3, true}; unsigned char tiny = lane; signed char small = -3; short brief = 300; Copied copies[2] = {n, 4};")
	w.line("int *p = &a, *q = cells, *r = &table.rows[1].cells[2], *ps[2] = {&b, more}; row.at = &c; Pair *pp = &pairs[0]; Row *rp = &row;")
	w.line("table.rows[0].at = &d; table.rows[1].at = &a; rp->pair.first = 3; table.word = 0x01020304;")
	w.block(1 + w.Intn(4))
	w.line("return (unsigned)(%s);", w.place())
	w.WriteString("}\n")
	return w.String()
}

// place draws an lvalue: an int, or an unsigned of few bits.
func (w *writer) place() string {
	switch w.Intn(30) {
	case 24, 25:
		return w.narrow()
	case 26:
		return w.pickOf("both.left", "both.right", "both.both", "both.Left::first", "both.Right::first", "both.Right::second")
	case 27:
		return w.pickOf("static_cast<Right &>(both).first", "static_cast<Both *>(static_cast<Right *>(&both))->both",
			"copies[0].n", "copies["+w.index(2)+"].n")
	case 0, 1:
		return w.pickOf("a", "b", "c", "d")
	case 2:
		return "cells[" + w.index(4) + "]"
	case 3:
		return "more[" + w.index(8) + "]"
	case 4, 5, 6:
		return w.pickOf("*p", "*q", "*r")
	case 7:
		return "*ps[" + w.index(2) + "]"
	case 8:
		return w.pickOf("pair.first", "pair.second", "pp->first", "pp->second", "wide.first", "wide.third")
	case 9:
		return "row.cells[" + w.index(4) + "]"
	case 10:
		return "rp->cells[" + w.index(4) + "]"
	case 11:
		return w.pickOf("*row.at", "*rp->at", "rp->pair.first", "*table.rows["+w.index(2)+"].at")
	case 12, 13:
		return "table.rows[" + w.index(2) + "].cells[" + w.index(4) + "]"
	case 14:
		return "table.rows[" + w.index(2) + "].pair." + w.pickOf("first", "second")
	case 15:
		return "table.pairs[" + w.index(4) + "]." + w.pickOf("first", "second")
	case 16:
		return "table.bytes[" + w.index(4) + "]"
	case 17:
		return "table." + w.pickOf("halves["+w.index(2)+"]", "quarters["+w.index(4)+"]")
	case 18:
		return "wide.part(" + w.index(2) + ")"
	case 19:
		return "own[" + w.index(8) + "]"
	case 20:
		return "common[" + w.index(8) + "]"
	case 21:
		return "pairs[" + w.index(2) + "]." + w.pickOf("first", "second")
	case 22:
		return "(*pick(&" + w.variable() + ", " + w.address() + ", " + w.value(1) + "))"
	case 23:
		return "(" + w.value(1) + " & 1 ? " + w.variable() + " : *" + w.pickOf("p", "q", "r") + ")"
	}
	return w.variable()
}

// narrow draws an lvalue with few bits, which may be negative.
func (w *writer) narrow() string {
	return w.pickOf("tiny", "small", "brief", "bits.low", "bits.middle", "bits.high", "bits.flag",
		"table.bytes["+w.index(4)+"]", "table.halves[1]", "pair.second")
}

func (w *writer) variable() string { return w.pickOf("a", "b", "c", "d") }

// index draws a number below a power of two.
func (w *writer) index(below int) string {
	switch w.Intn(4) {
	case 0, 1:
		return fmt.Sprint(w.Intn(below))
	case 2:
		return fmt.Sprintf("%s & %d", w.counter(), below-1)
	}
	return fmt.Sprintf("(%s) & %d", w.value(1), below-1)
}

// counter draws a loop counter, or another small number.
func (w *writer) counter() string {
	if w.loops > 0 {
		return fmt.Sprintf("i%d", 1+w.Intn(w.loops))
	}
	return w.pickOf("n", "m", "lane")
}

// value draws an int from 0 to 2^16.
func (w *writer) value(depth int) string {
	if depth == 0 || w.Intn(3) == 0 {
		switch w.Intn(7) {
		case 0, 1:
			return fmt.Sprint(w.Intn(20))
		case 2:
			return w.pickOf("n", "m", "(int)lane")
		case 3:
			return w.counter()
		case 4:
			return "data[" + w.counter() + " & 15]"
		}
		return w.variable()
	}
	x, y := w.value(depth-1), w.value(depth-1)
	switch w.Intn(17) {
	case 9:
		return fmt.Sprintf("((%s ?: %s) & 0xffff)", x, y)
	case 10:
		return fmt.Sprintf("((%s - %s) %s %d & 0xffff)", x, y, w.pickOf("/", "%", ">>"), 1+w.Intn(9))
	case 11:
		return fmt.Sprintf("((int)(%s * %s) & 0xffff)", x, w.pickOf("0.5f", "0.75", "-1.25f"))
	case 12:
		return fmt.Sprintf("((int)(%s * 0x%xull %s %d) & 0xffff)", x, w.Uint64(), w.pickOf(">>", "%", "/"), 1+w.Intn(20))
	case 13:
		return fmt.Sprintf("((%s)(%s - %s) & 0xffff)", w.pickOf("char", "unsigned char", "short", "bool", "signed char", "unsigned short"), x, y)
	case 14:
		return fmt.Sprintf("found(%s, %d, %s)", w.pickOf("cells", "more", "data", "own", "row.cells"), 1+w.Intn(4), x)
	case 15:
		return fmt.Sprintf("((unsigned char *)&table.word)[%s]", w.index(4))
	case 16:
		return fmt.Sprintf("((%s - %s %s %d%s) + %s)", x, y, w.pickOf("<", ">=", "=="), w.Intn(9), w.pickOf("", "u", "ll", ".5f"), y)
	case 0, 1, 2:
		return fmt.Sprintf("((%s + %s) & 0xffff)", x, y)
	case 8:
		return w.between()
	case 3:
		return fmt.Sprintf("(%s ^ %s)", x, y)
	case 4:
		return fmt.Sprintf("(%s > %s ? %s : %s)", x, y, y, x)
	case 5:
		return fmt.Sprintf("(%s & %d)", x, w.Intn(16))
	case 6:
		return fmt.Sprintf("(%s >> %d)", x, w.Intn(4))
	}
	return "((int)" + w.place() + " & 0xffff)"
}

// between draws a comparison or a difference of the addresses of two elements of an array.
func (w *writer) between() string {
	array, below := "table.rows["+w.index(2)+"].cells", 4
	switch w.Intn(4) {
	case 0:
		array = "table.pairs"
	case 1:
		array, below = "own", 8
	case 2:
		array = "cells"
	}
	x, y := w.index(below), w.index(below)
	if w.Intn(3) == 0 {
		return fmt.Sprintf("(&%s[%s] %s &%s[%s])", array, x, w.pickOf("<", "<=", "=="), array, y)
	}
	return fmt.Sprintf("((int)(&%s[%s] - &%s[%s]) & 0xffff)", array, x, array, y)
}

// address draws the address of an int.
func (w *writer) address() string {
	switch w.Intn(16) {
	case 0:
		return "&" + w.variable()
	case 1:
		return "&cells[" + w.index(4) + "]"
	case 2:
		return "more + (" + w.index(8) + ")"
	case 3:
		return "&row.cells[" + w.index(4) + "]"
	case 4, 5:
		return "&table.rows[" + w.index(2) + "].cells[" + w.index(4) + "]"
	case 6:
		return "&table.pairs[" + w.index(4) + "].first"
	case 7:
		return "&pairs[" + w.index(2) + "].first"
	case 8:
		return "&own[" + w.index(8) + "]"
	case 9:
		return "&common[" + w.index(8) + "]"
	case 10:
		return w.pickOf("p", "q", "r")
	case 11:
		return "ps[" + w.index(2) + "]"
	case 12:
		return w.pickOf("row.at", "rp->at", "&rp->cells[1]", "&pp->first", "table.rows["+w.index(2)+"].at")
	case 13:
		return "&wide.part(" + w.index(2) + ")"
	case 14:
		return "&rp->pair.first"
	}
	return "(" + w.value(1) + " & 1 ? " + w.pickOf("p", "q", "r") + " : &" + w.variable() + ")"
}

// pointer draws a pointer variable that may be assigned.
func (w *writer) pointer() string {
	return w.pickOf("p", "q", "r", "p", "q", "r", "ps["+w.index(2)+"]", "row.at", "table.rows["+w.index(2)+"].at", "rp->at")
}

// block writes count statements.
func (w *writer) block(count int) {
	w.depth++
	for range count {
		w.statement()
	}
	w.depth--
}

func (w *writer) statement() {
	switch w.Intn(40) {
	case 34, 35:
		w.line("%s %s %s;", w.narrow(), w.pickOf("+=", "-=", "^=", "|=", "&="), w.value(1))
	case 36:
		w.line("%s %s %d;", w.pickOf("tiny", "small", "brief", "bits.low", "bits.middle", "bits.high"), w.pickOf("*=", "<<=", ">>=", "/=", "%="), 1+w.Intn(4))
	case 37:
		w.line("%s = %s%s + 5 & 0xffff;", w.variable(), w.pickOf("tiny", "small", "brief", "bits.low", "bits.middle", "bits.high"), w.pickOf("++", "--"))
	case 38:
		w.line("%s = given_away(Guard{%s, 2}, %s) & 0xffff;", w.variable(), w.variable(), w.value(1))
	case 39:
		w.line("%s = [cells, copies, row](int k) { return cells[k & 3] + copies[k & 1].n + row.cells[k & 3]; }(%s) & 0xffff;", w.variable(), w.value(1))
	case 0, 1, 2, 3, 4:
		w.line("%s = %s;", w.place(), w.value(2))
	case 5, 6, 7:
		w.line("%s = %s;", w.pointer(), w.address())
	case 8:
		w.line("bump(%s, %s);", w.pickOf("a", "b", "*p", "*q", "cells["+w.index(4)+"]", "table.rows["+w.index(2)+"].cells["+w.index(4)+"]"), w.value(1))
	case 9:
		w.line("exchange(%s, %s);", w.pickOf("p", "q", "ps["+w.index(2)+"]"), w.pickOf("q", "r", "row.at"))
	case 10:
		w.line("%s = %s;", w.pickOf("pair", "*pp", "pairs["+w.index(2)+"]", "table.pairs["+w.index(4)+"]", "rp->pair"), w.pickOf("pair", "swapped(pair)", "swapped(*pp)", "table.pairs["+w.index(4)+"]", "pairs[0]"))
	case 11:
		w.line("%s = %s;", w.pickOf("row", "*rp", "table.rows["+w.index(2)+"]"), w.pickOf("row", "*rp", "table.rows["+w.index(2)+"]"))
	case 12:
		w.line("%s = %s;", "pp", w.pickOf("&pair", "&pairs["+w.index(2)+"]", "&table.pairs["+w.index(4)+"]", "&table.rows["+w.index(2)+"].pair", "&row.pair", "&wide", "static_cast<Left *>(&both)", "static_cast<Right *>(&both)"))
	case 13:
		w.line("rp = %s;", w.pickOf("&row", "&table.rows["+w.index(2)+"]"))
	case 14:
		w.line("fill(%s, %d, %s);", w.pickOf("cells", "more", "row.cells", "table.rows["+w.index(2)+"].cells"), 1+w.Intn(4), w.value(1))
	case 15:
		w.line("table.word = %s * 0x%xu;", w.value(1), w.Uint32())
	case 16:
		w.line("{ int &alias = %s; alias = %s; bump(alias, %d); }", w.pickOf("a", "*p", "cells["+w.index(4)+"]", "table.rows["+w.index(2)+"].cells["+w.index(4)+"]", "wide.part(1)", "own["+w.index(8)+"]"), w.value(1), w.Intn(9))
	case 17:
		w.line("for (int *walk = more, *end = more + 1 + (%s); walk != end; walk++) *walk = %s;", w.index(8), w.value(1))
	case 18:
		w.line("q = table.rows[%s].cells; %s = *q++; %s = *q;", w.index(2), w.variable(), w.variable())
	case 19:
		w.lambda()
	case 30, 31:
		w.walk()
	case 20, 21, 22, 23:
		w.branch()
	case 24:
		w.choose()
	default:
		w.loop()
	}
}

// walk writes a loop that reads through a pointer and changes the pointer in every iteration.
func (w *writer) walk() {
	if w.loops > 1 {
		return
	}
	w.loops++
	i, v, p := fmt.Sprintf("i%d", w.loops), w.variable(), w.pointer()
	w.line("for (int %s = 0; %s < %s; %s++) { %s = (%s + *%s) & 0xffff; %s = %s; }", i, i, w.pickOf("n", "m"), i, v, v, p, p, w.address())
	w.loops--
	if w.loops == 0 && w.Intn(2) == 0 {
		w.line("if (m == %d) return %s;", w.Intn(3), v)
	}
}

func (w *writer) branch() {
	if w.depth > 4 {
		return
	}
	w.line("if (%s %s %s) {", w.value(1), w.pickOf(">", "==", "<=", "!="), w.value(1))
	if w.Intn(4) == 0 {
		w.line("  Guard guard{%s, %d};", w.variable(), w.Intn(9))
	}
	w.block(1 + w.Intn(3))
	if w.Intn(2) == 0 {
		w.line("} else {")
		w.block(1 + w.Intn(3))
	}
	w.line("}")
}

func (w *writer) choose() {
	if w.depth > 4 {
		return
	}
	w.line("switch (%s & 3) {", w.value(1))
	for i := range 3 {
		w.line("case %d: {", i)
		w.block(1 + w.Intn(2))
		w.line("} %s", w.pickOf("break;", "break;", ";"))
	}
	w.line("}")
}

func (w *writer) lambda() {
	if w.depth > 3 || w.loops > 1 {
		return
	}
	w.loops++
	w.line("repeat(%s, [&](int i%d) {", w.pickOf("n", "m", "3"), w.loops)
	w.block(1 + w.Intn(3))
	w.line("});")
	w.loops--
}

func (w *writer) loop() {
	if w.depth > 3 || w.loops > 1 {
		return
	}
	w.loops++
	i := fmt.Sprintf("i%d", w.loops)
	w.line("{")
	defer w.line("}")
	bound := w.pickOf("n", "n", "m", "3", "(int)lane % 5", "data[lane & 15] % 7")
	end := "}"
	switch w.Intn(4) {
	case 3:
		w.line("int %s = 0;", i)
		w.line("do {")
		end = fmt.Sprintf("} while (%s++ < %s);", i, bound)
	case 0:
		w.line("for (int %s = 0, %s_ = 0; (%s = %s_) < %s;) { %s_++;", i, i, i, i, bound, i)
	case 1:
		w.line("for (int %s = %s; %s-- > 0;) {", i, bound, i)
	default:
		w.line("for (int %s = 0; %s < %s; %s++) {", i, i, bound, i)
	}
	w.block(1 + w.Intn(4))
	if w.Intn(4) == 0 {
		w.line("  if (%s == %s) %s;", w.value(1), w.value(1), w.pickOf("break", "continue"))
		w.block(1)
	}
	w.line("%s", end)
	w.loops--
}

// given are the values of n and m for which the functions are called.
var given = [][2]int{{0, 3}, {1, 1}, {5, 2}, {6, 7}}

// perBatch is how many functions are compiled at once.
const perBatch = 100

// content is the initial value in memory at an index.
func content(i int) int { return (i*7 + 3) % 13 }

// TestRandomFunctions compares both engines with a C++ compiler: the machine computes the same, and the interpreter,
// which knows no argument, considers the result possible.
func TestRandomFunctions(t *testing.T) { testBatch(t, 1) }

// TestFuzzFunctions tries new functions for FUZZTIME.
func TestFuzzFunctions(t *testing.T) {
	limit, err := time.ParseDuration(os.Getenv("FUZZTIME"))
	if err != nil {
		t.Skip("FUZZTIME is no duration")
	}
	seed := time.Now().UnixNano()
	for end := time.Now().Add(limit); time.Now().Before(end) && !t.Failed(); seed += perBatch {
		testBatch(t, seed)
	}
}

func testBatch(t *testing.T, seed int64) {
	text, names, sources := prelude, make([]string, perBatch), make([]string, perBatch)
	for i := range names {
		names[i] = fmt.Sprintf("f%d", i)
		sources[i] = function(seed+int64(i), names[i])
		text += sources[i]
	}
	want := computed(t, text, names)
	program := parsetest.Program(t, text+comparingAll(names, want))
	facts := lanes.Analyze(program, lanes.Options{Shapes: func(*cfg.Func) []warp.Shape { return []warp.Shape{{32, 1, 1}} }}).Facts
	for i, name := range names {
		kernel := kernelOf(program, "run_"+name)
		for j, args := range given {
			if got := ranWith(t, kernel, args); got != want[i][j] {
				t.Errorf("seed %d: the machine computes for %v\n%v, a compiler\n%v\n%s", seed+int64(i), args, got, want[i][j], sources[i])
			}
		}
		if possible := takenForPossible(facts, kernel); possible != len(given) {
			t.Errorf("seed %d: the interpreter rules out some of what a compiler computes: %v\n%s", seed+int64(i), want[i], sources[i])
		}
	}
}

// computed returns the results of the functions for all given arguments, by a C++ compiler.
func computed(t *testing.T, text string, names []string) [][]numbers {
	var calls strings.Builder
	for _, name := range names {
		for _, args := range given {
			fmt.Fprintf(&calls, "    fill_memory(); std::printf(\"%%u \", %s(lane, %d, %d, data, mine + lane * 8, all + lane * 8));\n", name, args[0], args[1])
		}
	}
	flat := run(t, text+`
int data[16], mine[256], all[256];
void fill_memory() {
  for (int i = 0; i < 16; i++) data[i] = (i * 7 + 3) % 13;
  for (int i = 0; i < 256; i++) { mine[i] = (i * 7 + 3) % 13; all[i] = i % 8; }
}
`, calls.String(), len(names)*len(given))
	want := make([][]numbers, len(names))
	for i := range want {
		want[i] = flat[i*len(given) : (i+1)*len(given)]
	}
	return want
}

// comparingAll writes a kernel for each function, with a collective for each of the given arguments.
func comparingAll(names []string, want [][]numbers) string {
	var b strings.Builder
	for i, name := range names {
		fmt.Fprintf(&b, `
__global__ void run_%s(int n, int m, const int *data, int *mine) {
  __shared__ int all[256];
  unsigned lane = threadIdx.x;
  for (int k = 0; k < 8; k++) all[lane * 8 + k] = k;
  unsigned got = %s(lane, n, m, data, mine + lane * 8, all + lane * 8);
  __shfl_sync(1u << lane, got, lane);
`, name, name)
		for j, args := range given {
			fmt.Fprintf(&b, "  const unsigned want%d[32] = {%s};\n  if (n == %d && m == %d && got == want%d[lane]) __syncwarp();\n",
				j, list(want[i][j]), args[0], args[1], j)
		}
		b.WriteString("}\n")
	}
	return b.String()
}

// ranWith returns the values with which the lanes reach the first collective, for some arguments.
func ranWith(t *testing.T, kernel *cfg.Func, args [2]int) (got numbers) {
	return simulated(t, sim.Input{
		Func: kernel, Shape: warp.Shape{32, 1, 1},
		Args:   map[string]uint64{"n": uint64(args[0]), "m": uint64(args[1])},
		Memory: func(_ string, offset int64, _ int) uint64 { return uint64(content(int(offset / 4))) },
	})
}
