package bruteforce

import (
	"fmt"
	"regexp"
	"strings"

	"pgregory.net/rapid"
)

// blocksOfN and blocksOfU are the numbers of values of the inputs n and u, for programs about blocks.
const (
	blocksOfN = 4
	blocksOfU = 4
)

// A blockProgram is a kernel for a block of several warps, which use shared memory with barriers between the accesses.
// Each access has its own line. No condition and no index depends on the content of shared memory. So the actions of a
// thread depend only on its number and the inputs.
type blockProgram struct {
	shape  blockShape
	arrays []sharedArray
	body   string
}

// blockShape is the size of the block of a kernel in threads. The block has whole warps. If height is not 1, a row may
// be a part of a warp.
type blockShape struct{ width, height int }

func (s blockShape) threads() int { return s.width * s.height }

// A sharedArray is a matrix of rows and cells, or a list of cells if rows is 0.
type sharedArray struct {
	name        string
	rows, cells int
}

var blockShapes = []blockShape{{64, 1}, {64, 1}, {96, 1}, {128, 1}, {128, 1}, {32, 2}, {16, 4}, {8, 8}, {32, 4}}

// blockDrawer draws a blockProgram.
type blockDrawer struct {
	drawer
	blockShape
	arrays []sharedArray
	// counters lists the variables of the loops that contain the statement.
	counters []string
	// votes reports whether votes of the block may be drawn: no thread has returned, so all threads reach each barrier.
	votes bool
	// barriers is the number of numbered barriers drawn so far.
	barriers int
}

func drawBlock(t *rapid.T) blockProgram {
	d := &blockDrawer{drawer: drawer{t: t}, votes: true}
	d.blockShape = blockShapes[d.below(len(blockShapes))]
	for i := range 1 + d.below(3)/2 {
		d.arrays = append(d.arrays, d.array(fmt.Sprint("s", i)))
	}
	leaves := ""
	if d.below(6) == 0 {
		leaves, d.votes = d.leavesBlock(), false
	}
	before := ""
	if d.below(3) == 0 {
		before = d.part(0)
	}
	return blockProgram{d.blockShape, d.arrays, before + leaves + d.parts(1, 2, 2)}
}

func (d *blockDrawer) array(name string) sharedArray {
	if d.below(3) == 0 {
		return sharedArray{name, 2 + d.below(4), 33 + d.below(2)*(d.threads()-33)}
	}
	return sharedArray{name, 0, 4 * 33}
}

// parts draws at least `least` parts, and up to `further` more. If depth is greater than 0, a part may contain parts.
func (d *blockDrawer) parts(depth, least, further int) string {
	var text strings.Builder
	for range least + d.below(further+1) {
		text.WriteString(d.part(depth))
	}
	return text.String()
}

// part draws a statement that all threads of the block reach, mostly followed by a barrier.
func (d *blockDrawer) part(depth int) string {
	text := ""
	switch choice := d.below(12); {
	case depth > 0 && choice < 3:
		text = d.uniformLoop(depth)
	case depth > 0 && choice == 3:
		text = d.uniformBranch(depth)
	case choice == 4:
		text = d.roles()
	case choice == 5 && d.votes && d.barriers < 12:
		text = d.numbered()
	case choice == 6:
		text = d.tree()
	default:
		text = d.accesses()
	}
	if d.below(5) < 3 {
		text += d.barrier()
	}
	return text
}

// barrier draws a barrier of the whole block, with or without a vote, or a __syncwarp. A __syncwarp orders only the
// threads of a warp.
func (d *blockDrawer) barrier() string {
	if d.below(6) == 0 {
		return "__syncwarp();\n"
	}
	if d.votes && d.below(5) == 0 {
		vote := d.oneOf("VOTE_OR", "VOTE_AND", "VOTE_COUNT")
		return fmt.Sprintf("if (%s(%s)) d[thread] = 1;\n", vote, d.oneOf("t == n", "t < 32", "n > 3", "t >= 8 * n", "t > 1000"))
	}
	return d.oneOf("__syncthreads();\n", "__syncthreads();\n", "BLOCK_SYNC();\n", "BAR(0);\n", "BARRIER(0);\n")
}

func (d *blockDrawer) uniformLoop(depth int) string {
	i := d.name("i")
	bound := d.oneOf("n", "n", "(int)u", "2", "3")
	d.counters = append(d.counters, i)
	body := d.leave(i) + d.parts(depth-1, 1, 1) + d.leave(i)
	d.counters = d.counters[:len(d.counters)-1]
	return fmt.Sprintf("for (int %[1]s = 0; %[1]s < %[2]s; ++%[1]s) {\n%[3]s}\n", i, bound, body)
}

// leave draws a break or continue with a condition that is the same for all threads. It may draw nothing. i is the
// counter of the loop.
func (d *blockDrawer) leave(i string) string {
	if d.below(6) > 0 {
		return ""
	}
	return fmt.Sprintf("if (%s) %s;\n", d.oneOf(i+" == 2", i+" + 1 == n", "(int)u == 1", i+" > n - 3"), d.oneOf("break", "continue"))
}

func (d *blockDrawer) uniformBranch(depth int) string {
	text := fmt.Sprintf("if (%s) {\n%s}", d.oneOf("n > 3", "n == 5", "(int)u < 2", "n & 1", "n > 2 && u == 1"), d.parts(depth-1, 1, 1))
	if d.below(2) == 0 {
		text += fmt.Sprintf(" else {\n%s}", d.parts(depth-1, 1, 1))
	}
	return text + "\n"
}

// leavesBlock draws a return that only some threads execute.
func (d *blockDrawer) leavesBlock() string {
	return fmt.Sprintf("if (%s) return;\n", d.oneOf("t >= 32", "warp == 0", "t >= 8 * n", "n == 3", "t < n", "lane >= 16", "t == 5", "warp > (int)u"))
}

// guard draws a condition on threads.
func (d *blockDrawer) guard() string {
	if d.height > 1 && d.below(3) == 0 {
		return d.oneOf("y == 0", "x == 0", "y < (int)u", "x < 8 && y < 2", "x == y")
	}
	return d.oneOf("t == 0", "t < 32", "t >= 32", "warp == 1", "warp == 0", "lane == 0", "lane == 31", "t >= n", "t < n", "t < 8 * n", "warp == (int)u",
		"t == n", "t % 2", "t < 64 && lane < 4", "n > 4", "t == 32", "t < 48", "warp > 0 && lane < n", "t == 0 || t == 40")
}

// accesses draws one or two accesses, with or without a guard.
func (d *blockDrawer) accesses() string {
	switch d.below(6) {
	case 0, 1:
		return fmt.Sprintf("if (%s) %s", d.guard(), d.access())
	case 2:
		return fmt.Sprintf("if (%s) {\n%s%s}\n", d.guard(), d.access(), d.access())
	}
	return d.access()
}

func (d *blockDrawer) access() string {
	switch d.below(12) {
	case 0:
		return fmt.Sprintf("%s = %s + 1;\n", d.cell(), d.cell())
	case 1:
		return fmt.Sprintf("%s += %s;\n", d.cell(), d.oneOf("1", "t", d.cell()))
	case 2:
		return fmt.Sprintf("atomicAdd(&%s, 1);\n", d.cell())
	case 3:
		return fmt.Sprintf("d[thread] = atomicAdd(&%s, 2);\n", d.cell())
	case 4, 5, 6, 7:
		return fmt.Sprintf("d[thread] = %s;\n", d.cell())
	}
	return fmt.Sprintf("%s = %s;\n", d.cell(), d.stored())
}

func (d *blockDrawer) stored() string {
	if len(d.counters) > 0 && d.below(3) == 0 {
		return d.oneOf(d.counters...)
	}
	return d.oneOf("7", "5", "n", "t", "t", "t", "t + n", "warp", "lane", "n * 2", "(int)u", "t < n ? 1 : 2")
}

// cell draws a cell of an array.
func (d *blockDrawer) cell() string {
	a := d.arrays[d.below(len(d.arrays))]
	if a.rows == 0 {
		return fmt.Sprintf("%s[%s]", a.name, d.index(a.cells))
	}
	return fmt.Sprintf("%s[%s][%s]", a.name, d.row(a.rows), d.index(a.cells))
}

func (d *blockDrawer) row(rows int) string {
	if len(d.counters) > 0 && d.below(3) > 0 {
		return fmt.Sprintf(d.oneOf("%s & 1", "%s & 1", "(%s + 1) & 1", "%s %% 2"), d.oneOf(d.counters...))
	}
	all := []string{"0", "1", "(int)u & 1", "n & 1", "t & 1", "lane & 1"}
	if rows >= d.threads()/32 {
		all = append(all, "warp", "warp", "warp")
	}
	if rows >= d.height && d.height > 1 {
		all = append(all, "y", "y")
	}
	return d.oneOf(all...)
}

// index draws an index for an array, or for a row of an array. cells is the number of cells, at least 33.
func (d *blockDrawer) index(cells int) string {
	if len(d.counters) > 0 && d.below(4) == 0 {
		return d.ofCounter(d.oneOf(d.counters...), cells)
	}
	all := []string{"lane", "lane", "31 - lane", "0", "0", "1", "n", "(int)u", "warp", "lane ^ 1", "lane ^ n", "(lane + 1) % 32", "lane / 2", "t % 16", "t / 4"}
	if n := d.threads(); cells >= n {
		wide := []string{"t", "t", "t", "t", "t", "N - 1 - t", "N - 1 - t", "t ^ 1", "t ^ 2", "(t + 1) % N", "(t + 32) % N", "(t + n) % N", "t / 2", "t & ~31",
			"warp * 32 + lane", "warp * 32 + 31 - lane", "warp * 32", "t - t % 2", "t < 32 ? t + 32 : t - 32", "(t + 8 * n) % N", "max(t - 1, 0)", "min(t + 1, N - 1)", "t & 63", "t * 3 % N"}
		if n%64 == 0 {
			wide = append(wide, "t ^ 32", "t ^ 32", "t ^ n")
		}
		if d.height > 1 {
			wide = append(wide, "y * W + x", "x * H + y", "y * W + W - 1 - x", "(H - 1 - y) * W + x", "y", "x", "y * W")
		}
		if cells >= 33*n/32 {
			wide = append(wide, "warp * 33 + lane", "warp * 33 + lane", "warp * 33 + lane + 1", "warp * 33", "lane * 4 + warp")
		}
		all = append(all, append(wide, wide...)...)
	}
	return d.sized(d.oneOf(all...))
}

func (d *blockDrawer) ofCounter(i string, cells int) string {
	modulus := "32"
	if cells >= d.threads() {
		modulus = fmt.Sprint(d.threads())
	}
	return fmt.Sprintf(d.oneOf("(t + %[1]s) %% %[2]s", "%[1]s", "lane ^ %[1]s", "(t + 32 * %[1]s) %% %[2]s", "(t * 2 + %[1]s) %% %[2]s"), i, modulus)
}

var ofBlock = regexp.MustCompile(`\b[NWH]\b`)

// sized returns text with numbers in place of the names of the block's sizes: N is the number of threads, W the width,
// H the height.
func (d *blockDrawer) sized(text string) string {
	extents := map[string]int{"N": d.threads(), "W": d.width, "H": d.height}
	return ofBlock.ReplaceAllStringFunc(text, func(name string) string { return fmt.Sprint(extents[name]) })
}

// roles draws an if with a condition on threads. There are accesses in the if, and mostly also in its else.
func (d *blockDrawer) roles() string {
	text := fmt.Sprintf("if (%s) {\n%s%s}", d.guard(), d.access(), d.oneOf("", d.access()))
	if d.below(3) > 0 {
		return text + fmt.Sprintf(" else {\n%s%s}\n", d.access(), d.oneOf("", d.access()))
	}
	return text + "\n"
}

// numbered draws barriers with a number, for several warps of the block.
func (d *blockDrawer) numbered() string {
	d.barriers++
	number, warps := d.barriers, d.threads()/32
	switch d.below(4) {
	case 0: // two warps wait for each other
		return fmt.Sprintf("if (t < 64) {\n%sBAR_OF(%d, 64);\n%s}\n", d.access(), number, d.access())
	case 1: // all warps wait for each other
		return fmt.Sprintf("%s(%d, %d);\n", d.oneOf("BAR_OF", "BARRIER_OF"), number, d.threads())
	case 2: // the other warps wait for one
		return fmt.Sprintf("if (warp == 0) {\n%sARRIVE(%d, %d);\n%s} else {\nBAR_OF(%d, %d);\n%s}\n",
			d.access(), number, d.threads(), d.oneOf("", d.access()), number, d.threads(), d.access())
	}
	last := warps - 1 // one warp waits for the others
	return fmt.Sprintf("if (warp == %d) {\n%sBARRIER_OF(%d, %d);\n%s} else {\n%sARRIVE(%d, %d);\n%s}\n",
		last, d.oneOf("", d.access()), number, d.threads(), d.access(), d.access(), number, d.threads(), d.oneOf("", d.access()))
}

// tree draws the sum of an array by halves, or a variant that may be wrong.
func (d *blockDrawer) tree() string {
	a := d.arrays[0]
	name := a.name
	if a.rows > 0 {
		name += "[" + d.oneOf("0", "1") + "]"
	}
	start, step := "32", d.oneOf("__syncthreads();\n", "__syncthreads();\n", "__syncwarp();\n", "")
	if n := d.threads(); n&(n-1) == 0 && (a.rows == 0 || a.cells >= n) {
		start = fmt.Sprint(n / 2)
	} else {
		start = "16"
	}
	r := d.name("r")
	text := fmt.Sprintf("if (t < %[1]s) %[2]s[t] += %[2]s[t + %[1]s];\n", r, name)
	text = d.oneOf(text+step, text+step, step+text)
	return fmt.Sprintf("for (int %[1]s = %[2]s; %[1]s > 0; %[1]s /= 2) {\n%[3]s}\n", r, start, text)
}

// declarations declares the arrays of the program, in shared memory.
func (p blockProgram) declarations() string {
	var text strings.Builder
	for _, a := range p.arrays {
		if a.rows == 0 {
			fmt.Fprintf(&text, "SHARED(%s, %d)\n", a.name, a.cells)
		} else {
			fmt.Fprintf(&text, "SHARED_ROWS(%s, %d, %d)\n", a.name, a.rows, a.cells)
		}
	}
	return text.String()
}

// text returns the program as both warpcheck and the C++ compiler read it, each after its own prelude.
func (p blockProgram) text(name string) string {
	return fmt.Sprintf(`__global__ void %[1]s(int n, unsigned u, int *d) {
n &= %[2]d; u &= %[3]d;
const int x = threadIdx.x, y = threadIdx.y, t = y * %[4]d + x, warp = t / 32, lane = t %% 32, thread = t;
%[5]s%[6]s}
`, name, blocksOfN-1, blocksOfU-1, p.shape.width, p.declarations(), p.body)
}

// kernel returns the program as warpcheck reads it.
func (p blockProgram) kernel(name string) string {
	return p.text(name) + fmt.Sprintf("void launch_%[1]s(int n, unsigned u, int *d) { %[1]s<<<1, dim3(%[2]d, %[3]d)>>>(n, u, d); }\n", name, p.shape.width, p.shape.height)
}

var access = regexp.MustCompile(`(?m)^.*\b(s\d|BAR\w*|ARRIVE|VOTE\w*|\w+_SYNC|__syncthreads)\b.*$`)

// function returns the program as a C++ compiler reads it. Each line with an access or a barrier sets its line number.
func (p blockProgram) function(name string) string {
	lines := strings.Split(p.text(name), "\n")
	for i, line := range lines {
		if i > 2 && access.MatchString(line) && !strings.HasPrefix(line, "SHARED") {
			lines[i] = fmt.Sprintf("LINE(%d) %s", i, line)
		}
	}
	return strings.Join(lines, "\n")
}

// preludeOfBlocks and machineOfBlocks define the functions that the programs call, for warpcheck and for the C++
// compiler.
const (
	preludeOfBlocks = `#include <cooperative_groups.h>
#define SHARED(name, cells) __shared__ int name[cells];
#define SHARED_ROWS(name, rows, cells) __shared__ int name[rows][cells];
#define VOTE_OR(of) __syncthreads_or(of)
#define VOTE_AND(of) __syncthreads_and(of)
#define VOTE_COUNT(of) __syncthreads_count(of)
#define BLOCK_SYNC() cooperative_groups::this_thread_block().sync()
#define BAR(number) asm volatile("bar.sync " #number ";" ::: "memory")
#define BARRIER(number) asm volatile("barrier.sync " #number ";" ::: "memory")
#define BAR_OF(number, threads) asm volatile("bar.sync " #number ", " #threads ";" ::: "memory")
#define BARRIER_OF(number, threads) asm volatile("barrier.sync " #number ", " #threads ";" ::: "memory")
#define ARRIVE(number, threads) asm volatile("bar.arrive " #number ", " #threads ";" ::: "memory")
`
	// The machine runs one thread after the other and records the actions of each thread. Then it matches the threads
	// at barriers, and compares their accesses by vector clocks.
	machineOfBlocks = `#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>
#include <vector>
#define __global__ static
#define LINE(number) line = number;
enum Kind { READ, WRITE, ATOMIC, WARP, BLOCK, SYNC, ARRIVES };
// number and threads are of a barrier; a value that is not known stands for one of its own.
struct Event { Kind kind; int line, cell, value; bool known; int number, threads; };
static struct { int x, y; } threadIdx;
static int line, threads, self;
static std::vector<Event> history[128];
static void keep(Kind kind, int cell, int value = 0, bool known = false) { history[self].push_back({kind, line, cell, value, known, 0, 0}); }
static void come(Kind kind, int number = 0, int threads = 0) { history[self].push_back({kind, line, 0, 0, false, number, threads}); }
struct Computed {};
struct Cell {
  int at;
  Computed read() const { keep(READ, at); return {}; }
  void operator=(int value) { keep(WRITE, at, value, true); }
  void operator=(Computed) { keep(WRITE, at); }
  void operator+=(int) { read(); keep(WRITE, at); }
  void operator+=(Cell other) { other.read(); read(); keep(WRITE, at); }
  Computed operator+(int) const { return read(); }
  Cell operator&() const { return *this; }
};
static Computed atomicAdd(Cell cell, int) { keep(ATOMIC, cell.at); return {}; }
struct Cells { int first; Cell operator[](int i) const { return {first + i}; } };
struct Rows { int first, cells; Cells operator[](int i) const { return {first + i * cells}; } };
struct Sink { void operator=(int) {} void operator=(Cell cell) { cell.read(); } void operator=(Computed) {} };
struct Sinks { Sink operator[](int) const { return {}; } };
#define SHARED(name, cells) Cells name{(#name[1] - '0') * 4096};
#define SHARED_ROWS(name, rows, cells) Rows name{(#name[1] - '0') * 4096, cells};
#define __syncwarp() come(WARP)
#define __syncthreads() come(BLOCK)
#define BLOCK_SYNC() come(BLOCK)
#define BAR(number) come(BLOCK)
#define BARRIER(number) come(BLOCK)
#define BAR_OF(number, threads) come(SYNC, number, threads)
#define BARRIER_OF(number, threads) come(SYNC, number, threads)
#define ARRIVE(number, threads) come(ARRIVES, number, threads)
template <typename F> static int count(F asked) { come(BLOCK); int all = 0; for (int t = 0; t < threads; t++) all += asked(t); return all; }
#define ASKED(of) count([&](int t) -> bool { const int warp = t / 32, lane = t % 32; return of; })
#define VOTE_OR(of) (ASKED(of) > 0)
#define VOTE_AND(of) (ASKED(of) == threads)
#define VOTE_COUNT(of) ASKED(of)
static int max(int a, int b) { return a > b ? a : b; }
static int min(int a, int b) { return a < b ? a : b; }
typedef std::vector<int> Clock;
struct Access { Event event; int thread, epoch; const Clock *knows; };
struct Phase { std::vector<bool> came; int count; Clock knows; std::vector<int> waiting; };
static void learn(Clock &clock, const Clock &other) { for (size_t i = 0; i < clock.size(); i++) clock[i] = max(clock[i], other[i]); }
struct Meeting {
  std::vector<size_t> at;
  std::vector<Clock> clocks;
  std::vector<std::vector<Clock *>> known;
  std::vector<char> waits;
  std::map<int, Phase> phases;
  std::map<int, std::vector<Access>> cells;
  bool proper = true;
  Meeting() : at(threads), clocks(threads, Clock(threads)), known(threads), waits(threads) { for (int t = 0; t < threads; t++) remember(t); }
  ~Meeting() { for (auto &list : known) for (Clock *one : list) delete one; }
  void remember(int t) { known[t].push_back(new Clock(clocks[t])); }
  bool ended(int t) { return at[t] == history[t].size(); }
  Event &next(int t) { return history[t][at[t]]; }
  void pass(int t) { clocks[t][t]++; at[t]++; waits[t] = false; remember(t); }
  // go runs a thread up to a barrier at which it waits.
  bool go(int t) {
    bool moved = false;
    for (; !ended(t) && !waits[t]; moved = true) {
      Event &e = next(t);
      if (e.kind < WARP) { cells[e.cell].push_back({e, t, clocks[t][t], known[t].back()}); at[t]++; }
      else if (e.kind < SYNC) waits[t] = true;
      else arrive(t, e);
    }
    return moved;
  }
  void arrive(int t, Event e) {
    Phase &p = phases[e.number];
    if (p.came.empty()) p = {std::vector<bool>(threads), 0, Clock(threads), {}};
    if (p.came[t]) proper = false;
    p.came[t] = true;
    clocks[t][t]++;
    learn(p.knows, clocks[t]);
    clocks[t][t]--;
    waits[t] = true;
    if (e.kind == ARRIVES) pass(t); else p.waiting.push_back(t);
    if (++p.count < e.threads) return;
    Phase full = p;
    p = Phase();
    for (int w : full.waiting) { learn(clocks[w], full.knows); clocks[w][w] = full.knows[w] - 1; pass(w); }
  }
  // meet lets the threads from first up to last go on that wait at a barrier of a kind, if all have come or ended.
  bool meet(Kind kind, int first, int last) {
    Clock all(threads);
    int came = 0, line = 0;
    for (int t = first; t < last; t++) {
      if (!ended(t)) {
        if (!waits[t] || next(t).kind != kind) return false;
        if (came++ && next(t).line != line) proper = false;
        line = next(t).line;
      }
      clocks[t][t]++; learn(all, clocks[t]); clocks[t][t]--;
    }
    for (int t = first; t < last; t++) if (!ended(t)) { int own = clocks[t][t]; learn(clocks[t], all); clocks[t][t] = own; pass(t); }
    return came > 0;
  }
  bool run() {
    for (bool moved = true; moved;) {
      moved = false;
      for (int t = 0; t < threads; t++) moved |= go(t);
      for (int t = 0; t < threads; t += 32) moved |= meet(WARP, t, t + 32);
      moved |= meet(BLOCK, 0, threads);
    }
    for (int t = 0; t < threads; t++) proper &= ended(t);
    return proper;
  }
};
static bool before(const Access &a, const Access &b) { return (*b.knows)[a.thread] > a.epoch; }
// shows is 0 for no race, 1 where it depends on what was there before, 2 for one.
static int shows(const std::vector<Access> &cell, const Access &a, const Access &b) {
  if (a.thread / 32 == b.thread / 32 || a.event.kind == READ && b.event.kind == READ || a.event.kind == ATOMIC && b.event.kind == ATOMIC || before(a, b) || before(b, a)) return 0;
  if (a.event.kind == WRITE && b.event.kind == WRITE) return a.event.known && b.event.known ? 2 * (a.event.value != b.event.value) : 1;
  if (a.event.kind == ATOMIC || b.event.kind == ATOMIC) return 2;
  const Access &reads = a.event.kind == READ ? a : b, &writes = a.event.kind == READ ? b : a;
  if (!writes.event.known) return 2;
  bool stored = false;
  for (const Access &w : cell) if (w.event.kind != READ && before(w, reads)) { stored = true; if (w.event.known && w.event.value == writes.event.value) return 1; }
  return stored || writes.event.value ? 2 : 1;
}
typedef void (*Program)(int, unsigned, Sinks);
// The function writes in which inputs no thread hangs, which lines they reach, and which lines race.
static void tell(Program program, int width, int height, int ofN, int ofU) {
  threads = width * height;
  unsigned proper = 0;
  std::map<int, unsigned> reached;
  std::map<std::pair<int, int>, std::pair<unsigned, unsigned>> races;
  for (int n = 0; n < ofN; n++) for (int u = 0; u < ofU; u++) {
    unsigned input = 1u << (n * ofU + u);
    for (self = 0; self < threads; self++) {
      history[self].clear();
      threadIdx = {self % width, self / width};
      program(n, u, Sinks());
    }
    Meeting all;
    if (!all.run()) continue;
    proper |= input;
    for (auto &cell : all.cells) {
      for (const Access &a : cell.second) reached[a.event.line] |= input;
      for (size_t i = 0; i < cell.second.size(); i++) for (size_t k = 0; k < i; k++) {
        const Access &a = cell.second[i], &b = cell.second[k];
        auto &at = races[std::minmax(a.event.line, b.event.line)];
        if (at.first & input) continue;
        int shown = shows(cell.second, a, b);
        if (shown == 2) at.first |= input; else if (shown) at.second |= input;
      }
    }
  }
  std::printf("%u", proper);
  for (auto &r : reached) std::printf(" %d=%u", r.first, r.second);
  for (auto &r : races) if (r.second.first | r.second.second) std::printf(" %d:%d=%u:%u", r.first.first, r.first.second, r.second.first, r.second.second);
  std::puts("");
}
`
)
