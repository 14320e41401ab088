package host_test

import "testing"

// A block may be changed in other ways than by an assignment in the same function.
func TestBlocksThatChangeElsewhere(t *testing.T) {
	checkShapes(t, []launchCase{
		{"through a reference member", `
struct S { int &r; S(int &x) : r(x) {} void set() { r = 64; } };
void run() { int x = 32; S s(x); s.set(); k<<<1, x>>>(); }`, "64x1x1"},
		{"through a reference in an aggregate", `
struct S { int &r; };
void run() { int x = 32; S s{x}; s.r = 64; k<<<1, x>>>(); }`, "64x1x1"},
		{"by a destructor", `
struct G { int *p; ~G() { *p = 64; } };
void run() { int x = 32; { G g{&x}; } k<<<1, x>>>(); }`, "?x1x1"},
		{"by a destructor of what was given a pointer later", `
struct G { int *p; G() : p(nullptr) {} ~G() { *p = 64; } };
void run() { int x = 32; { G g; g.p = &x; } k<<<1, x>>>(); }`, "?x1x1"},
		{"through a static pointer", `
void run() { int x = 32; static int *p = &x; *p = 64; k<<<1, x>>>(); }`, "?x1x1"},
		{"by a lambda that captures the object", `
struct S { dim3 block; void run() { block = dim3(32); auto f = [this] { block.x = 64; }; f(); k<<<1, block>>>(); } };`,
			"?"},
		{"through a member handed over by value", `
struct V { int *p; }; void take(V);
void run() { int x = 32; V v{&x}; take(v); k<<<1, x>>>(); }`, "?x1x1"},
		{"through a member of a const object", `
struct V { int *p; }; void take(const V &);
void run() { int x = 32; V v{&x}; take(v); k<<<1, x>>>(); }`, "?x1x1"},
		{"through a base", `
struct B { int x; }; struct D : B { int y; }; void take(B *);
void run() { D d; d.x = 32; take(&d); k<<<1, d.x>>>(); }`, "?x1x1"},
		{"through a computed pointer", `
void take(int *);
void run() { int a[2] = {32, 64}; take(a + 1); k<<<1, a[1]>>>(); }`, "?x1x1"},
		{"through an element of a pointer in a loop", `
void run(int n) { int x = 32, a[] = {32, 64}, *p = &x, *q = a; for (int i = 0; i < n; i++) { p[0] = 64; q[i] = 1; }
  k<<<1, x>>>(); k<<<2, a[1]>>>(); }`, "?x1x1, ?x1x1"},
		{"through a pointer to an array of another", `
void run(int n) { int a[2][2] = {{32, 64}, {1, 2}}, (*p)[2] = a; for (int i = 0; i < n; i++) p[i][1] = 96;
  k<<<1, a[0][1]>>>(); }`, "?x1x1"},
		{"through an element of a pointer in a block that ended", `
void run() { int x = 32, *p = &x; try { p[0] = 64; throw 1; } catch (int) { k<<<1, x>>>(); } }`, "?x1x1"},
		{"through one of two pointers", `
void take(int *);
void run(int n) { int x = 32, y = 64; take(n ? &x : &y); k<<<1, x>>>(); k<<<1, y>>>(); }`, "?x1x1, ?x1x1"},
		{"through a new object", `
struct V { int *p; V(int *q); void set(); };
void run() { int x = 32; V *v = new V(&x); v->set(); k<<<1, x>>>(); }`, "?x1x1"},
		{"byte by byte", `
void run() { int x = 288; *(char *)&x = 64; k<<<1, x>>>(); }`, "?x1x1"},
		{"by a function that is called later", `
void change(void *); 
void run() { dim3 b(32); cudaLaunchHostFunc(0, change, &b); k<<<1, b>>>(); }`, "?"},
		{"from a case label inside a block", `
void run(int n) { int x = 32; switch (n) { case 1: { x = 64; case 2: k<<<1, x>>>(); } } k<<<2, x>>>(); }`,
			"?, ?x1x1"},
		{"in a method with labels", `
struct S { dim3 block; void run(int n) { again: k<<<1, block>>>(); block.x = 64; if (n--) goto again; } };
void run(int n) { S s; s.block = dim3(32); s.run(n); }`, "?"},
		{"in a function with labels, through a pointer", `
static void go(int *x, int n) { again: k<<<1, *x>>>(); *x = 64; if (n--) goto again; }
void run(int n) { int x = 32; go(&x, n); }`, "?x1x1"},
		{"by a wrapper that is named like a function of CUDA", `
void cudaLaunchMine(dim3 &b) { b.x = 64; k<<<1, b>>>(); }
void run() { dim3 b(32); cudaLaunchMine(b); k<<<1, b>>>(); }`, "64x1x1, 64x1x1"},
	})
}

// A shape counts only if some input leads to the launch with it.
func TestBlocksThatNoInputLeadsTo(t *testing.T) {
	for _, test := range []struct{ name, body, want string }{
		{"the way ended", "if (n > 5) exit(1); k<<<1, n > 5 ? 8 : 16>>>();", "16x1x1"},
		{"the way ended in a call", "stop(n > 5); k<<<1, n > 5 ? 8 : 16>>>();", "16x1x1"},
		{"an exception", "if (n > 5) throw 1; k<<<1, n > 5 ? 8 : 16>>>();", "16x1x1"},
		{"an assertion", "assert(n <= 5); k<<<1, n > 5 ? 8 : 16>>>();", "16x1x1"},
		{"one of several ways ended",
			"int x = 16; if (m) { x = 8; if (n > 5) return; } k<<<1, dim3(x, n > 5 ? 2 : 4)>>>();", "16x2x1, 16x4x1, 8x4x1"},
		{"one of several ways ended, which is computed",
			"int x = 16; if (m) { x = 8; if (n * 3 > 15) return; } k<<<1, dim3(x, n > 5 ? 2 : 4)>>>();", "16x2x1, 16x4x1, ?"},
		{"one of several ways ended twice",
			"if (m) { if (n * 3 > 15) return; } if (!m) { if (n * 3 > 15) return; } k<<<1, n > 5 ? 8 : 16>>>();", "?"},
		{"each way ended in part",
			"if (m) { if (n > 5) return; m = 3; } else { if (n > 5) return; } k<<<1, n > 5 ? 8 : 16>>>();", "16x1x1"},
		{"each way ended in part, which is computed",
			"if (m) { if (n * 3 > 15) return; m = 3; } else { if (n * 3 > 15) return; } k<<<1, n > 5 ? 8 : 16>>>();", "?"},
		{"an unsigned value", "unsigned u = n; k<<<1, u < 0 ? 8 : 16>>>();", "16x1x1"},
		{"products of two widths",
			"unsigned u = n; int x = u * 4 > 9 ? 8 : 16, y = (unsigned long long)u * 4 > 9 ? 2 : 4; k<<<1, dim3(x, y)>>>();",
			"?"},
		{"a volatile value", "int x = v > 5 ? 8 : 16, y = v > 5 ? 2 : 4; k<<<1, dim3(x, y)>>>();",
			"8x2x1, 8x4x1, 16x2x1, 16x4x1"},
	} {
		source := declarations + `#include <cassert>
#include <cstdlib>
volatile int v;
static void stop(bool bad) { if (bad) exit(1); }
void run(int n, int m) { ` + test.body + " }"
		t.Run(test.name, func(t *testing.T) {
			if got := shapes(t, source); got != test.want {
				t.Errorf("%s, want %s", got, test.want)
			}
		})
	}
}

// A launch that the source itself excludes, whatever the arguments of its function are, does not count.
func TestLaunchesThatNeverHappen(t *testing.T) {
	checkShapes(t, []launchCase{
		{"a false condition", "void run() { if (false) k<<<1, 48>>>(); else k<<<1, 64>>>(); }", "64x1x1"},
		{"a literal", "void run() { if (48 >= 64) k<<<1, 48>>>(); }", ""},
		{"a return before", "template <int B> void start() { if (B % 32) return; k<<<1, B>>>(); }\nvoid run() { start<48>(); start<96>(); }", "96x1x1"},
		{"one operand of a conditional", "constexpr bool small = false;\nvoid run() { small ? k<<<1, 48>>>() : k<<<1, 64>>>(); }", "64x1x1"},
		{"a label of a switch", "void run() { const int b = 48; switch (b) { case 64: k<<<1, b>>>(); break; default: k<<<1, 64>>>(); } }", "64x1x1"},
		{"in a function of the unit", "static void start(int x) { if (sizeof(int) == 8) k<<<1, x>>>(); }\nvoid run() { start(48); }", ""},
		{"in a lambda", "void run() { auto f = [] { if (false) k<<<1, 48>>>(); }; f(); }", ""},
		{"one kernel of two", "__global__ void other() {}\nvoid run() { auto kernel = sizeof(int) == 8 ? k : other; kernel<<<1, 48>>>(); }",
			"other 48x1x1"},
		{"behind a function that never returns", "[[noreturn]] void fail(const char *);\nvoid run(int n) { int b = n < 64 ? 48 : 64; if (b % 32) fail(\"\"); k<<<1, b>>>(); }",
			"64x1x1"},
		{"behind one that is so by its type", "void fail() __attribute__((noreturn));\nvoid run(int n) { int b = n < 64 ? 48 : 64; if (b % 32) fail(); k<<<1, b>>>(); }",
			"64x1x1"},
		{"behind one with a body", "void wait(); [[noreturn]] static void fail() { for (;;) wait(); }\nvoid run(int n) { int b = n < 64 ? 48 : 64; if (b % 32) fail(); k<<<1, b>>>(); }",
			"64x1x1"},
		{"behind what is unreachable", "void run(int n) { int b = n < 64 ? 48 : 64; if (b % 32) __builtin_unreachable(); k<<<1, b>>>(); }",
			"64x1x1"},
		{"behind a check in a loop of one round", "int run(int n) { int b = n < 64 ? 48 : 64; do { if (b % 32) return 1; } while (0); k<<<1, b>>>(); return 0; }",
			"64x1x1"},
	})
}

// A launch that a constant variable turns off counts for a kernel that nothing else launches: its block is unknown.
func TestLaunchesThatConstantsTurnOff(t *testing.T) {
	checkShapes(t, []launchCase{
		{"the only launch", "void run() { const int b = 48; if (b >= 64) k<<<1, b>>>(); }", "?"},
		{"one of two", "void run() { bool wide = false; if (wide) k<<<1, 48>>>(); else k<<<1, 64>>>(); }", "64x1x1"},
		{"a variable that changes", "void run() { bool wide = false; wide = true; if (wide) k<<<1, 48>>>(); }", "48x1x1"},
	})
}

// A launch that only seems to be excluded counts.
func TestLaunchesThatHappen(t *testing.T) {
	checkShapes(t, []launchCase{
		{"for other arguments than the calls give",
			"static void start(int x) { if (x > 64) k<<<1, 96>>>(); }\nvoid run() { start(48); }", "96x1x1"},
		{"a jump past the condition",
			"void run(int n) { if (n) goto in; if (false) { in: k<<<1, 48>>>(); } }", "48x1x1"},
		{"a method that is named like a function of the library",
			"struct S { void terminate(); };\nvoid run(S s) { s.terminate(); k<<<1, 48>>>(); }", "48x1x1"},
		{"the handler of what ended", "void run() { try { throw 1; } catch (int) { k<<<1, 48>>>(); } }", "48x1x1"},
		{"inside what nobody follows",
			"void run() { int a = 1, b = 2; (({ k<<<1, 48>>>(); true; }) ? a : b) = 3; }", "?"},
		{"in a lambda inside what nobody follows",
			"void run() { ({ auto f = [] { k<<<1, 48>>>(); }; f(); }); }", "?"},
	})
}
