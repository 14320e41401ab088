package bruteforce

import (
	"fmt"
	"regexp"
	"strings"

	"pgregory.net/rapid"
)

// spinsOfN and spinsOfU are the numbers of values of the inputs n and u for programs with spin loops. A program runs
// for all these values, and with both orders of the sides of each branch.
const (
	spinsOfN = 8
	spinsOfU = 4
)

// twin is a piece of a program as two texts: a part of the kernel, and calls that run the lanes of the C++ machine
// (machineOfWarps).
type twin struct{ kernel, machine string }

func (t twin) then(others ...twin) twin {
	for _, o := range others {
		t.kernel, t.machine = t.kernel+o.kernel, t.machine+o.machine
	}
	return t
}

// A spinning is a kernel of one warp whose lanes wait for locks, flags and turns.
type spinning struct {
	twin
	// branches is the number of branches whose sides may run in either order.
	branches int
}

// spinDrawer draws a spinning. In its expressions `$x` stands for a variable, and each lane has its own copy of it.
type spinDrawer struct {
	drawer
	branches int
}

func drawSpinning(t *rapid.T) spinning {
	d := &spinDrawer{drawer: drawer{t: t}}
	if d.below(6) == 0 {
		leaves := d.branch(d.oneOf("lane >= 16", "lane == 0", "n > 5"), act("return", "w.leave()"), nil)
		return spinning{leaves.then(d.locks()), d.branches}
	}
	var body twin
	for range 1 + d.below(5)/3 {
		body = body.then(d.wait(2))
	}
	return spinning{body, d.branches}
}

var ofLane = regexp.MustCompile(`\$(\w+)`)

func forKernel(text string) string  { return ofLane.ReplaceAllString(text, "$1") }
func forMachine(text string) string { return ofLane.ReplaceAllString(text, "$1[lane]") }

// act returns a statement with different texts for the kernel and for the machine.
func act(kernel, machine string) *twin { return &twin{kernel + ";\n", machine + ";\n"} }

// each returns a statement that all active lanes execute.
func each(text string) twin {
	return twin{forKernel(text) + ";\n", "w.each([&](int lane) { " + forMachine(text) + "; });\n"}
}

// onlyKernel returns a piece for the kernel only.
func onlyKernel(text string) twin { return twin{text, ""} }

func (d *spinDrawer) declares(kind, name, value string) twin {
	return twin{fmt.Sprintf("%s %s = %s;\n", kind, name, forKernel(value)), fmt.Sprintf("int %s[32];\n", name)}.
		then(twin{"", each("$" + name + " = " + value).machine})
}

func block(t twin) twin { return twin{"{\n" + t.kernel + "}\n", "{\n" + t.machine + "}\n"} }

// branch returns a branch whose sides may run in either order.
func (d *spinDrawer) branch(condition string, yes, no *twin) twin {
	d.branches++
	other := twin{}
	text := fmt.Sprintf("if (%s) {\n%s}", forKernel(condition), yes.kernel)
	if no != nil {
		other = *no
		text += fmt.Sprintf(" else {\n%s}", no.kernel)
	}
	return twin{text + "\n", fmt.Sprintf("w.branch(%d, [&](int lane) -> bool { return %s; }, [&] {\n%s}, [&] {\n%s});\n",
		d.branches-1, forMachine(condition), yes.machine, other.machine)}
}

// while returns a loop. kernel is the text of the loop in the kernel. The machine gets a loop with the given condition
// and body. isShared reports whether the lanes wait for shared memory.
func while(kernel, condition string, body twin, isShared bool) twin {
	return twin{forKernel(kernel), fmt.Sprintf("w.loop(%t, [&](int lane) -> bool { return %s; }, [&] {\n%s});\n", isShared, forMachine(condition), body.machine)}
}

// repeat returns a loop with a known number of iterations.
func (d *spinDrawer) repeat(bound string, body twin) twin {
	i := d.name("i")
	count := while("", fmt.Sprintf("$%s < %s", i, bound), body.then(each("++$"+i)), false)
	return twin{fmt.Sprintf("for (int %[1]s = 0; %[1]s < %[2]s; ++%[1]s) {\n%[3]s}\n", i, bound, body.kernel),
		block(d.declares("int", i, "0").then(count)).machine}
}

// wait draws statements in which lanes wait for each other. It may draw a branch around them. The condition of this
// branch is the same in all lanes, so that all lanes reach the flags and turns inside. Otherwise a program might never
// set a flag.
func (d *spinDrawer) wait(depth int) twin {
	switch d.below(13) {
	case 0, 1, 2, 3, 4:
		return d.locks()
	case 5:
		if depth > 0 {
			yes := d.wait(depth - 1)
			return d.branch(d.oneOf("n > 2", "n == 5", "(int)u < 2", "n > 2 && (int)u == 1"), &yes, nil)
		}
		return d.locks()
	case 6, 7:
		return d.turns()
	case 8:
		return d.ticket()
	case 9, 10:
		return d.flags()
	}
	return d.handOver()
}

// locks draws a use of a lock, mostly in a branch, on both sides of a branch, or in a loop.
func (d *spinDrawer) locks() twin {
	one := d.lock
	if d.below(3) == 0 {
		one = d.lockInside
	}
	switch d.below(6) {
	case 0, 1:
		yes := one()
		return d.branch(d.laneTest(), &yes, nil)
	case 2:
		yes, no := one(), d.lock()
		return d.branch(d.laneTest(), &yes, &no)
	case 3:
		return d.repeat(d.oneOf("2", "3", "n"), one())
	}
	return one()
}

func (d *spinDrawer) laneTest() string {
	return d.oneOf("lane == 0", "lane == 5", "lane < 2", "lane < 16", "lane >= 16", "(lane & 1) == 0", "lane != 0", "lane % 5 == 3", "lane < 8 || lane > 30",
		"lane / 4 == 2", "(lane & 9) == 9", "lane > 3 && lane < 5", "thread == 31")
}

// place draws the index of a lock, below 256.
func (d *spinDrawer) place() string {
	return d.oneOf("0", "0", "0", "lane", "lane / 2", "lane & 1", "n & 3", "31 - lane", "lane * 2", "(lane + n) % 32", "lane ^ n", "lane ^ 1",
		"lane >> u", "(lane * 5 + 3) % 32", "(lane * 6) % 32", "lane % (n + 1)", "(n > 4 ? lane : 0)", "(lane < 16 ? lane : lane - 16)", "lane + 32 * n",
		"lane * (2 * n + 1) % 32", "lane + n % 2", "lane - lane % 2", "max(lane, n)", "min(lane, 30)", "lane == 0 ? 0 : lane")
}

// cell draws a lock. There are three groups of locks, so that two waits may use the same locks or different ones.
func (d *spinDrawer) cell() string { return fmt.Sprintf("lock[%d + (%s)]", 256*d.below(3), d.place()) }

// lock draws a loop that takes a lock, and after it a statement that frees the lock.
func (d *spinDrawer) lock() twin {
	cell := d.cell()
	got := d.name("got")
	fails := d.oneOf("atomicCAS(&CELL, 0, 1) != 0", "atomicExch(&CELL, 1) != 0")
	form := d.oneOf("while (FAILS);\n", "while (FAILS) {\n}\n", "do {\n} while (FAILS);\n", "for (bool GOT = false; !GOT;) GOT = !(FAILS);\n", "while (true) {\nif (!(FAILS)) break;\n}\n",
		"for (;;) {\nif (FAILS) continue;\nbreak;\n}\n", "GOT: if (FAILS) goto GOT;\n", "take(&CELL);\n", "while (!tries(&CELL)) __threadfence();\n", "Guard GOT(&CELL);\n")
	free := d.oneOf("atomicExch(&CELL, 0)", "atomicExch(&CELL, 0)", "atomicCAS(&CELL, 1, 0)", "release(&CELL)", "CELL = 0", "atomicSub(&CELL, 1)", "atomicAnd(&CELL, 0)")
	fill := func(text string) string {
		return strings.NewReplacer("CELL", cell, "GOT", got).Replace(strings.ReplaceAll(text, "FAILS", fails))
	}
	if strings.HasPrefix(form, "Guard") {
		loop := while("{\n"+fill(form)+"x += 1;\n}\n", fill("FAILS"), twin{}, false)
		return loop.then(twin{"", each(fill("atomicExch(&CELL, 0)")).machine})
	}
	return while(fill(form), fill("FAILS"), twin{}, false).then(d.work(), each(fill(free)))
}

func (d *spinDrawer) work() twin {
	return onlyKernel(d.oneOf("", "x += 1;\n", "out[lane] += 1;\n", "__threadfence();\n"))
}

// lockInside draws a loop that takes a lock and frees it inside the loop.
func (d *spinDrawer) lockInside() twin {
	cell, done := d.cell(), d.name("done")
	got := d.oneOf("atomicCAS(&CELL, 0, 1) == 0", "!atomicExch(&CELL, 1)", "tries(&CELL)")
	got = strings.ReplaceAll(got, "CELL", cell)
	free := each(strings.ReplaceAll(d.oneOf("atomicExch(&CELL, 0)", "release(&CELL)", "CELL = 0"), "CELL", cell))
	inner := d.work().then(free, each("$"+done+" = 1"))
	taken := d.branch(got, &inner, nil)
	d.branches-- // the order of the sides does not matter, because one is empty
	loop := while(fmt.Sprintf(d.oneOf("while (!%[1]s) {\n%[2]s}\n", "for (; %[1]s == 0;) {\n%[2]s}\n", "do {\n%[2]s} while (!%[1]s);\n"), done, taken.kernel), "!$"+done, taken, false)
	return block(d.declares(d.oneOf("bool", "int"), done, "0").then(loop))
}

// turns draws lanes that run in the order of their numbers. Each lane waits in a loop, and starts the next lane in this
// loop or after it.
func (d *spinDrawer) turns() twin {
	turn := d.flag()
	come, first := "", 0
	switch d.below(5) {
	case 0:
		come, first = "lane < 2", 0
	case 1:
		come, first = "lane == 5", 5
	case 2:
		come, first = "lane >= 16", 16
	}
	mine := fmt.Sprintf("lane - %d", first)
	if first == 0 {
		mine = "lane"
	}
	var body twin
	if d.below(3) > 0 {
		loop := fmt.Sprintf("%s != %s", turn, mine)
		body = while(fmt.Sprintf(d.oneOf("while (%s);\n", "do {\n} while (%s);\n", "for (; %s;) {\n}\n"), loop), loop, twin{}, false).
			then(d.work(), each(fmt.Sprintf(d.oneOf("%[1]s = %[2]s + 1", "atomicAdd(PLAIN(%[1]s), 1)", "%[1]s = %[1]s + 1"), turn, mine)))
	} else {
		body = d.inTurn(fmt.Sprintf("%s == %s", turn, mine), fmt.Sprintf("%s = %s + 1", turn, mine))
	}
	if come == "" {
		return body
	}
	return d.branch(come, &body, nil)
}

// inTurn draws a loop in which a lane waits until it may run, and starts the next lane inside the loop. The condition
// mine is true if the lane may run. The statement next starts the next lane.
func (d *spinDrawer) inTurn(mine, next string) twin {
	done := d.name("done")
	inner := d.work().then(each(next), each("$"+done+" = 1"))
	taken := d.branch(mine, &inner, nil)
	d.branches--
	return block(d.declares("int", done, "0").then(while(fmt.Sprintf("while (!%s) {\n%s}\n", done, taken.kernel), "!$"+done, taken, false)))
}

// ticket draws a ticket lock: lanes take the lock in the order of their tickets.
func (d *spinDrawer) ticket() twin {
	next, serving, ticket := fmt.Sprintf("lock[%d]", 768+d.number()), d.flag(), d.name("ticket")
	take := d.declares("int", ticket, fmt.Sprintf("atomicAdd(&%s, 1)", next))
	if d.below(3) == 0 {
		return block(take.then(d.inTurn(fmt.Sprintf("%s == $%s", serving, ticket), fmt.Sprintf("%s = $%s + 1", serving, ticket))))
	}
	loop := fmt.Sprintf(d.oneOf("%[1]s != $%[2]s", "$%[2]s != %[1]s"), serving, ticket)
	return block(take.then(while(fmt.Sprintf("while (%s);\n", loop), loop, twin{}, false), d.work(),
		each(fmt.Sprintf(d.oneOf("%[1]s = $%[2]s + 1", "atomicAdd(PLAIN(%[1]s), 1)"), serving, ticket))))
}

// flag returns a flag that no other wait uses.
func (d *spinDrawer) flag() string { return fmt.Sprintf("flag[%d]", 64*d.number()) }

func (d *spinDrawer) number() int {
	d.names++
	return d.names
}

// flags draws statements in which lanes wait for a flag. The lanes on the other side of a branch set the flag, or some
// lanes set it before the branch in which others wait.
func (d *spinDrawer) flags() twin {
	part := d.oneOf("lane < 16", "lane >= 16")
	base := 64 * d.number()
	at := func(index string) string { return fmt.Sprintf("flag[%d + (%s)]", base, index) }
	write, read := at("0"), at("0")
	switch d.below(4) {
	case 0: // each lane has a partner on the other side
		partner := d.oneOf("lane ^ 16", "31 - lane", "(lane + 16) % 32")
		write, read = at("lane"), at(partner)
	case 1:
		part = d.laneTest()
	case 2:
		write, read = at("lane % 4"), at("lane % 4")
	}
	waits := d.until(read, false)
	sets := d.work().then(each(write + " = 1"))
	switch d.below(6) {
	case 0:
		return d.branch(part, &sets, &waits)
	case 1:
		return d.branch(part, &waits, &sets)
	case 2: // the flag is set before the branch
		return each(write + " = 1").then(d.branch(d.laneTest(), &waits, nil))
	case 3: // each side waits for the other side
		other := at("40")
		one := sets.then(d.until(other, false))
		two := each(other + " = 1").then(waits)
		return d.branch(part, &one, &two)
	case 4: // the flag is cleared before the branch
		return each(write + " = 0").then(d.branch(part, &sets, &waits))
	}
	sets, waits = each(at("0")+" = 1"), d.until(at("0"), false)
	return d.branch(part, &sets, nil).then(d.branch(d.laneTest(), &waits, nil))
}

// until returns a loop that waits for the flag that the expression read names. isShared reports whether the flag is in
// shared memory.
func (d *spinDrawer) until(read string, isShared bool) twin {
	again := fmt.Sprintf(d.oneOf("!%s", "%s == 0", "%s != 1"), read)
	return while(fmt.Sprintf(d.oneOf("while (%s);\n", "do {\n} while (%s);\n", "for (; %s;) {\n}\n", "while (true) {\nif (!(%s)) break;\n}\n"), again), again, twin{}, isShared)
}

// handOver draws lanes that wait for flags in global or shared memory. In some forms, a lane sets the flag of another
// lane only after its own wait.
func (d *spinDrawer) handOver() twin {
	memory, isShared := "flag", d.below(2) == 0
	base := 64 * d.number()
	start := twin{}
	if isShared {
		memory, base = "ready", 64*(d.number()%4)
		start = each(fmt.Sprintf("ready[%d + lane] = 0", base)).then(onlyKernel("__syncthreads();\n"))
	}
	at := func(index string) string { return fmt.Sprintf("%s[%d + (%s)]", memory, base, index) }
	next := d.oneOf("(lane + 1) % 32", "lane ^ 1", "31 - lane", "lane", "(lane * 5 + n) % 32", "lane / 2", "max(lane - 1, 0)")
	if next == "lane" && !isShared {
		next = "lane ^ 3"
	}
	switch d.below(4) {
	case 0: // all lanes wait for each other
		return start.then(d.until(at(next), isShared), d.work(), each(at("lane")+" = 1"))
	case 1: // the first lane does not wait
		waits := d.until(at("max(lane - 1, 0)"), isShared)
		return start.then(d.branch("lane > 0", &waits, nil), each(at("lane")+" = 1"))
	case 2: // some lanes wait for lane 0
		waits, sets := d.until(at("0"), isShared), each(at("0")+" = 1")
		return start.then(d.branch(d.oneOf("lane == 1", "lane >= 16", "lane != 0"), &waits, nil), d.branch("lane == 0", &sets, nil))
	}
	sets, waits := each(at("0")+" = 1"), d.until(at("0"), isShared)
	return start.then(d.branch("lane == 0", &sets, nil), d.branch(d.laneTest(), &waits, nil))
}

func (s spinning) asKernel(name string) string {
	return fmt.Sprintf("namespace of_%s {\n", name) + s.functions() + fmt.Sprintf(`__global__ void %[1]s(int n, unsigned u, int *lock, volatile int *flag, int *out) {
n &= %[2]d; u &= %[3]d;
__shared__ volatile int ready[256];
int thread = threadIdx.x, lane = thread & 31, x = lane;
%[4]sout[lane] = x;
}
void launch_%[1]s(int n, unsigned u, int *lock, int *flag, int *out) { %[1]s<<<1, 32>>>(n, u, lock, flag, out); }
}
`, name, spinsOfN-1, spinsOfU-1, s.kernel)
}

// functions returns the text of the functions that the kernel calls. Each program has its own copies, so that a finding
// in a copy belongs to this program.
func (s spinning) functions() (text string) {
	for _, f := range locksOfKernels {
		if strings.Contains(s.kernel, f.name) {
			text += f.text
		}
	}
	return text
}

func (s spinning) asMachine(name string) string {
	return fmt.Sprintf("static void %s(Warp &w, int n, unsigned u) {\n%s}\n", name, s.machine)
}

var locksOfKernels = []struct{ name, text string }{
	{"PLAIN(", "#define PLAIN(cell) ((int *)&cell)\n"},
	{"take(", "__device__ void take(int *l) { while (atomicCAS(l, 0, 1) != 0); }\n"},
	{"tries(", "__device__ bool tries(int *l) { return atomicCAS(l, 0, 1) == 0; }\n"},
	{"release(", "__device__ void release(int *l) { atomicExch(l, 0); }\n"},
	{"Guard ", `struct Guard {
  int *l;
  __device__ Guard(int *l) : l(l) { while (atomicExch(l, 1)); }
  __device__ ~Guard() { atomicExch(l, 0); }
};
`},
}

const (
	// machineOfWarps runs a program in two ways. The first is a warp in lockstep, as on GPUs before Volta, with the
	// sides of branches in either order. The second is 32 warps of one lane each that run one after the other, as under
	// a fair scheduler.
	machineOfWarps = `#include <cstdio>
#include <ucontext.h>
enum { LANES = 32, PATIENCE = 40 };
#define thread lane
#define PLAIN(cell) &cell
static long changes;
struct Cell {
  int held;
  operator int() const { return held; }
  Cell &operator=(int to) { changes += held != to; held = to; return *this; }
  Cell &operator=(const Cell &to) { return *this = to.held; }
  Cell *operator&() { return this; }
};
static Cell lock[4096], flag[4096], ready[256];
static int swapped(Cell *c, int to) { int old = c->held; *c = to; return old; }
static int atomicCAS(Cell *c, int from, int to) { return c->held == from ? swapped(c, to) : c->held; }
static int atomicExch(Cell *c, int to) { return swapped(c, to); }
static int atomicAdd(Cell *c, int by) { return swapped(c, c->held + by); }
static int atomicSub(Cell *c, int by) { return swapped(c, c->held - by); }
static int atomicAnd(Cell *c, int with) { return swapped(c, c->held & with); }
static bool tries(Cell *c) { return atomicCAS(c, 0, 1) == 0; }
static void release(Cell *c) { *c = 0; }
static int min(int a, int b) { return a < b ? a : b; }
static int max(int a, int b) { return a < b ? b : a; }
struct Hang { bool shared; };
static ucontext_t scheduler, lanes[LANES];
static bool waitsForShared[LANES];
struct Warp {
  unsigned active, order, gone = 0;
  int single = -1;
  // each runs a statement in the active lanes, ask tells in which a condition holds.
  template <typename F> void each(F f) { for (int lane = 0; lane < LANES; lane++) if (active >> lane & 1) f(lane); pause(); }
  template <typename F> unsigned ask(F f) { unsigned yes = 0; each([&](int lane) { if (f(lane)) yes |= 1u << lane; }); return yes; }
  void leave() { gone |= active; active = 0; }
  // branch runs its sides one after the other; then the lanes meet again.
  template <typename C, typename A, typename B> void branch(int number, C condition, A a, B b) {
    unsigned all = active, yes = ask(condition), no = all & ~yes;
    bool late = order >> number & 1;
    for (int side = 0; side < 2; side++)
      if (side == late) { if ((active = yes)) a(); } else if ((active = no)) b();
    active = all & ~gone;
  }
  // loop keeps those that have left it waiting for those in it.
  template <typename C, typename B> void loop(bool shared, C condition, B body) {
    unsigned all = active;
    long before = -1;
    for (int idle = 0; (active = ask(condition) & ~gone); ) {
      body();
      long now = changes * LANES + __builtin_popcount(active);
      idle = now == before ? idle + 1 : 0;
      before = now;
      if (single < 0 && idle > PATIENCE) throw Hang{shared};
      if (single >= 0) waitsForShared[single] = shared;
      pause();
    }
    active = all & ~gone;
    if (single >= 0) changes++;
  }
  void pause() { if (single >= 0) swapcontext(&lanes[single], &scheduler); }
};
typedef void (*Program)(Warp &, int, unsigned);
static void clear() { for (Cell &c : lock) c.held = 0; for (Cell &c : flag) c.held = 0; for (Cell &c : ready) c.held = 0; changes = 0; }
static bool hangsInLockstep(Program run, int n, unsigned u, unsigned order) {
  clear();
  Warp w{~0u, order};
  try { run(w, n, u); } catch (Hang) { return true; }
  return false;
}
static Program running; static int ofN; static unsigned ofU; static bool ended[LANES];
static void go(int lane) { Warp w{1u << lane, 0, 0, lane}; running(w, ofN, ofU); ended[lane] = true; changes++; swapcontext(&lanes[lane], &scheduler); }
// hangsIndependently returns 1 if lanes wait for ever, 2 if one of them waits for a word in shared memory, and else 0.
static int hangsIndependently(Program run, int n, unsigned u, bool backward) {
  static char stacks[LANES][1 << 14];
  clear();
  running = run; ofN = n; ofU = u;
  for (int i = 0; i < LANES; i++) {
    ended[i] = false;
    getcontext(&lanes[i]);
    lanes[i].uc_stack.ss_sp = stacks[i]; lanes[i].uc_stack.ss_size = sizeof stacks[i]; lanes[i].uc_link = &scheduler;
    makecontext(&lanes[i], (void (*)())go, 1, i);
  }
  int left = LANES;
  for (int idle = 0; left && idle < PATIENCE;) {
    long before = changes;
    for (int k = 0; k < LANES; k++) {
      int i = backward ? LANES - 1 - k : k;
      if (ended[i]) continue;
      swapcontext(&scheduler, &lanes[i]);
      left -= ended[i];
    }
    idle = changes == before ? idle + 1 : 0;
  }
  int hangs = 0;
  for (int i = 0; i < LANES; i++) if (!ended[i]) hangs = hangs == 2 || waitsForShared[i] ? 2 : 1;
  return hangs;
}
// tell prints for each input whether the program hangs in lockstep, and whether it does with lanes that go on by themselves.
static void tell(Program run, int branches) {
  for (int n = 0; n < 8; n++)
    for (unsigned u = 0; u < 4; u++) {
      bool hangs = false;
      for (unsigned order = 0; order < 1u << branches && !hangs; order++) hangs = hangsInLockstep(run, n, u, order);
      std::putchar('0' + hangs);
    }
  std::putchar(' ');
  for (int n = 0; n < 8; n++)
    for (unsigned u = 0; u < 4; u++) {
      int one = hangsIndependently(run, n, u, false), other = one == 2 ? 2 : hangsIndependently(run, n, u, true);
      std::putchar('0' + (one > other ? one : other));
    }
  std::puts("");
}
`
)
