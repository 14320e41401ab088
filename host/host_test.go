package host_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/host"
	"github.com/warpcheck/warpcheck/internal/parsetest"
)

// launchCase is a program and the shapes of its launches, as shapes writes them.
type launchCase struct{ name, source, want string }

// checkShapes checks the shapes of the launches in programs. Each program follows the text declarations.
func checkShapes(t *testing.T, cases []launchCase) {
	t.Helper()
	for _, test := range cases {
		t.Run(test.name, func(t *testing.T) {
			if got := shapes(t, declarations+test.source); got != test.want {
				t.Errorf("%s, want %s", got, test.want)
			}
		})
	}
}

// shapes returns the blocks of a source's launches, in the order of the source. It uses only the tree of the device
// compilation.
func shapes(t *testing.T, source string) string {
	t.Helper()
	unit := parsetest.Text(t, source)
	unit.HostView = nil
	var list []string
	for _, l := range host.Launches(unit) {
		text := ""
		switch {
		case l.Kernel == nil:
			text = "none "
		case l.Possible:
			text = "? "
		case l.Kernel.Qualified != "k":
			text = l.Kernel.Qualified + " "
		}
		list = append(list, text+shape(l))
	}
	return strings.Join(list, ", ")
}

// shape returns the block of a launch.
func shape(l *cfg.Launch) string {
	if b := l.Block; b != nil {
		return strings.ReplaceAll(fmt.Sprintf("x%dx%dx%d", b[0], b[1], b[2]), "x0", "x?")[1:]
	}
	return "?"
}

// shapesOfEach returns the blocks of the launches of each of these bodies, which are parsed together.
func shapesOfEach(t *testing.T, bodies []string) []string {
	t.Helper()
	source := include
	for i, body := range bodies {
		source += fmt.Sprintf("namespace text%d {\n%svoid run(int n) { %s }\n}\n", i, declared, body)
	}
	lists := make([][]string, len(bodies))
	for _, l := range host.Launches(parsetest.Text(t, source)) {
		i := 0
		if _, err := fmt.Sscanf(l.Kernel.Qualified, "text%d::k", &i); err != nil {
			t.Fatal(err)
		}
		lists[i] = append(lists[i], shape(l))
	}
	joined := make([]string, len(bodies))
	for i, list := range lists {
		joined[i] = strings.Join(list, ", ")
	}
	return joined
}

const declarations = include + declared

const include = "#include <cuda_runtime.h>\n"

const declared = `__global__ void k() {}
void touch(dim3 *);
void setup(cudaLaunchConfig_t *);
static dim3 make(int rows) { dim3 made(16); made.y = rows; return made; }
static void fill(dim3 &to, int rows) { to = dim3(16, rows); }
`

func TestBlocks(t *testing.T) {
	tests := []struct{ name, body, want string }{
		{"members one by one",
			"dim3 b; b.x = 16; b.y = 4; k<<<1, b>>>();",
			"16x4x1"},
		{"computed",
			"int x = 8; x *= 2; x = x + 16; k<<<1, dim3(x, 4)>>>();",
			"32x4x1"},
		{"either",
			"k<<<1, n > 5 ? dim3(16, 4) : dim3(16, 2)>>>();",
			"16x4x1, 16x2x1"},
		{"one of two variables",
			"int x = 64, y = n > 5 ? 32 : 96; k<<<1, x < y ? x : y>>>(); dim3 a(8, 8), b(16); k<<<1, n ? a : b>>>();",
			"32x1x1, 64x1x1, 16x1x1, 8x8x1"},
		{"a reference to one of two variables",
			"int x = 64, y = 96; const int &low = n ? x : y; k<<<1, low>>>(); int &z = n ? x : y; z = 32; k<<<1, x>>>();",
			"96x1x1, 64x1x1, ?x1x1"},
		{"one of two ways",
			"dim3 b(16, 4); if (n > 5) b.y = 2; k<<<1, b>>>();",
			"16x2x1, 16x4x1"},
		{"one condition twice",
			"int x = n > 5 ? 8 : 16, y = n > 5 ? 2 : 4; k<<<1, dim3(x, y)>>>();",
			"8x2x1, 16x4x1"},
		{"comparisons that exclude each other",
			"int x = n > 3 ? 8 : 16, y = n > 2 ? 2 : 4; k<<<1, dim3(x, y)>>>();",
			"8x2x1, 16x2x1, 16x4x1"},
		{"conditions that may exclude each other",
			"int x = n % 4 ? 8 : 16, y = n % 2 ? 2 : 4; k<<<1, dim3(x, y)>>>();",
			"?"},
		{"a flag",
			"bool big = n > 9; int x = 8, y = 4; if (big) x = 32; if (!big) y = 2; k<<<1, dim3(x, y)>>>();",
			"32x4x1, 8x2x1"},
		{"an unknown flag",
			"int x = 8, y = 4; if (n) x = 32; if (!n) y = 2; k<<<1, dim3(x, y)>>>();",
			"8x2x1, 32x4x1"},
		{"a switch",
			"int x = 32; switch (n) { case 1: case 2: x = 8; break; case 3: x = 16; } k<<<1, x>>>();",
			"8x1x1, 16x1x1, 32x1x1"},
		{"what is written, where the steps run out",
			"int s = 0; for (int i = 0; i < 100000000; i++) s += i; k<<<1, 4 * 32>>>();",
			"128x1x1"},
		{"a value of which nothing is known",
			"int x = n; k<<<1, x>>>(); x = 8; k<<<1, x>>>();",
			"?x1x1, 8x1x1"},
		{"rounds that are known",
			"for (int x = 32; x <= 128; x *= 2) k<<<1, x>>>();",
			"32x1x1, 64x1x1, 128x1x1"},
		{"rounds that are not",
			"int x = 32; while (n--) x *= 2; k<<<1, x>>>();",
			"?x1x1"},
		{"an element",
			"int all[] = {32, 64}; for (int i = 0; i < 2; i++) k<<<1, all[i]>>>(); all[n] = 1; k<<<1, all[0]>>>();",
			"32x1x1, 64x1x1, ?x1x1"},
		{"each element",
			"int all[] = {32, 64}; for (int x : all) k<<<1, x>>>();",
			"32x1x1, 64x1x1"},
		{"each element, by reference",
			"int all[] = {32, 64}; for (int &x : all) x *= 2; for (const int &x : all) k<<<1, x>>>();",
			"64x1x1, 128x1x1"},
		{"each of a table",
			"struct shape { int x, y; }; const shape all[2] = {{16, 2}, {32, 4}}; for (auto &s : all) k<<<1, dim3(s.x, s.y)>>>();",
			"16x2x1, 32x4x1"},
		{"an array of blocks",
			"dim3 all[2] = {dim3(16, 2), dim3(32)}; for (dim3 *p = all; p != all + 2; p++) k<<<1, *p>>>();",
			"16x2x1, 32x1x1"},
		{"a pointer to an element",
			"int all[2][3] = {{1, 2, 3}, {4, 5, 6}}; int *p = all[1]; k<<<1, p[1]>>>(); p += n; k<<<2, *p>>>(); k<<<3, *(&all[1][1] - 1)>>>();",
			"5x1x1, ?x1x1, 4x1x1"},
		{"elements of which nobody knows which is written",
			"int all[] = {32, 64}; int *p = all; p[1] = 96; k<<<1, all[1]>>>(); p[n] = 1; k<<<2, all[1]>>>();",
			"96x1x1, ?x1x1"},
		{"past an array in an object",
			"struct pair { int x[2], y; } s = {{1, 2}, 3}; int *p = s.x + 2; k<<<1, *p>>>(); int *q = &s.y; k<<<2, q[-1]>>>();",
			"?x1x1, ?x1x1"},
		{"pointers into two arrays",
			"int a[1] = {1}, b[1] = {1}; k<<<1, a + 1 == b ? 32 : 64>>>();",
			"64x1x1, 32x1x1"},
		{"the lanes of a warp",
			"cudaDeviceProp of; cudaGetDeviceProperties(&of, 0); k<<<1, dim3(of.warpSize, of.major)>>>();",
			"32x?x1"},
		{"through a pointer",
			"dim3 b(16), *p = &b; p->y = 4; k<<<1, *p>>>();",
			"16x4x1"},
		{"through a reference",
			"dim3 b(16); dim3 &c = b; c.y = 4; k<<<1, b>>>();",
			"16x4x1"},
		{"handed over",
			"dim3 b(16); touch(&b); k<<<1, b>>>();",
			"?"},
		{"a result",
			"k<<<1, make(4)>>>();",
			"16x4x1"},
		{"a smaller value",
			"k<<<1, min(n, 256)>>>();",
			"256x1x1, ?x1x1"},
		{"a helper that writes",
			"dim3 b; fill(b, 4); k<<<1, b>>>();",
			"16x4x1"},
		{"a member of a configuration",
			"cudaLaunchConfig_t c{}; c.blockDim.x = 16; c.blockDim.y = 2; cudaLaunchKernelEx(&c, k);",
			"16x2x1"},
		{"a configuration that others write",
			"cudaLaunchConfig_t c = {dim3(1), dim3(64)}; setup(&c); cudaLaunchKernelEx(&c, k);",
			"?"},
		{"a node of a graph, and what others may launch",
			"cudaGraph_t g = 0; cudaGraphNode_t node; cudaKernelNodeParams p = {}; p.func = (void *)k; p.gridDim = dim3(4); p.blockDim = dim3(48); " +
				"cudaGraphAddKernelNode(&node, g, nullptr, 0, &p); p.blockDim.y = n; cudaGraphKernelNodeSetParams(node, &p);",
			"48x1x1, 48x?x1, ?"},
		{"what a condition leaves no choice of",
			"if (n == 8) k<<<1, dim3(n, 2 * n)>>>(); else if (n > 15 && n < 17) k<<<1, n>>>();",
			"8x16x1, 16x1x1"},
		{"the label of a switch",
			"dim3 b(n, 2); switch (n) { case 8: k<<<1, b>>>(); break; case 16: k<<<2, b>>>(); break; default: k<<<3, b>>>(); }",
			"8x2x1, 16x2x1, ?x2x1"},
		{"a converted value that a condition leaves no choice of",
			"long long wide = n; unsigned u = n; if (n == -1) n = 1; if (wide == 64) k<<<1, wide>>>(); if (u == 32) k<<<2, u>>>();",
			"64x1x1, 32x1x1"},
		{"a power of two", "int x = 1; while (x < 100) x <<= 1; k<<<1, x>>>();", "128x1x1"},
		{"loops that count for others",
			"int i = 0; for (int j = 0; j < 5; j++) i++; int x = 1; while (i--) x *= 2; k<<<1, x>>>();",
			"32x1x1"},
		{"each round as any other",
			"int x = 32; for (int i = 0; i < 1000; i++) { int y = 64; x = y; k<<<1, x>>>(); }",
			"64x1x1"},
		{"a vector of the runtime", "uint3 b = make_uint3(16, 4, 1); k<<<1, b>>>();", "16x4x1"},
		{"64 unsigned bits",
			"size_t big = 1ull << 63; k<<<1, big > 1 ? 32 : 64>>>(); k<<<2, big / 2 >> 57>>>();",
			"32x1x1, 32x1x1"},
		{"no quotient", "int zero = 0; k<<<1, 32 / zero>>>();", "?x1x1"},
		{"what a lambda finds later",
			"int x = 32, y = 8; auto f = [&] { k<<<1, dim3(x, y)>>>(); k<<<1, y>>>(); }; x = 64; f();",
			"?x8x1, 8x1x1"},
		{"the arguments of a lambda",
			"auto f = [&](int x) { k<<<1, 8 * x>>>(); }; f(6); f(8);",
			"48x1x1, 64x1x1"},
		{"the arguments of a lambda that changes them",
			"auto f = [](int x) { x *= 2; k<<<1, x>>>(); }; f(16);",
			"32x1x1"},
		{"a lambda that others call",
			"auto f = [](int x) { k<<<1, x>>>(); }; f(32); auto g = f; g(64);",
			"?x1x1"},
		{"a lambda in a lambda",
			"auto f = [](int x) { k<<<1, x>>>(); }; auto g = [&] { f(64); }; f(32); g();",
			"?x1x1"},
		{"what a lambda copied",
			"int y = 32; auto f = [=](int x) { k<<<1, dim3(x, y)>>>(); }; y = 1; f(2);",
			"2x?x1"},
		{"a lambda that gets the kernel",
			"auto f = [](void (*kernel)(), int x) { kernel<<<1, x>>>(); }; f(k, 48);",
			"48x1x1"},
		{"a lambda that gets anything",
			"auto f = [](auto kernel, int x) { kernel<<<1, x>>>(); }; f(k, 48);",
			"48x1x1"},
		{"a lambda that nobody follows the call of",
			"auto f = [](int x) { k<<<1, x>>>(); }; f(32); ({ f(48); });",
			"32x1x1, ?"},
		{"a lambda that is called where it is made",
			"int x = 32; if (n > 5) x = 64; [&] { k<<<1, x>>>(); [=](int y) { k<<<2, dim3(x, y)>>>(); }(2); }();",
			"64x1x1, 32x1x1, 64x2x1, 32x2x1"},
		{"what a lambda that is called where it is made writes",
			"int x = 32, y = 32; [&] { x = 64; k<<<1, x>>>(); }(); k<<<2, dim3(x, y)>>>(); [=]() mutable { y = 64; }(); k<<<3, y>>>();",
			"64x1x1, ?x32x1, ?x1x1"},
		{"a lambda that is called where it is made, in each round",
			"int x = 32; for (int i = 0; i < n; i++) { [&] { k<<<1, x>>>(); }(); x *= 2; }",
			"?x1x1"},
		{"a jump over a launch", "int x = 32; if (n > 5) goto end; x = 64; k<<<1, x>>>(); end: x = 96;", "64x1x1"},
		{"two jumps to a label before a launch",
			"int x = 32; if (n > 5) goto end; x = 64; if (n > 3) goto end; x = 96; end: k<<<1, x>>>();", "32x1x1, 64x1x1, 96x1x1"},
		{"a jump out of a loop and a switch",
			"int x = 32; for (int i = 0; i < 4; i++) switch (n) { case 1: x = 64; goto end; default: x = 128; } end: k<<<1, x>>>();",
			"64x1x1, 128x1x1"},
		{"jumps that cross, which are not told apart",
			"int x = 32; { if (n > 5) goto inner; if (n > 3) goto outer; x = 64; inner: x *= 2; } outer: k<<<1, x>>>();",
			"?x1x1"},
		{"a variable that a jump leaves without a value",
			"int x; if (n > 5) goto end; { int y = 7; x = y; } end: x = 64; k<<<1, x>>>();", "64x1x1"},
		{"a jump back", "int x = 32; again: if (n > 5) goto end; k<<<1, x>>>(); x = 64; goto again; end: x = 0;", "?x1x1"},
		{"a lambda with labels",
			"auto f = [] { int x = 48; again: k<<<1, x>>>(); x = 64; goto again; }; f();",
			"?x1x1"},
	}
	bodies := make([]string, len(tests))
	for i, test := range tests {
		bodies[i] = test.body
	}
	for i, got := range shapesOfEach(t, bodies) {
		t.Run(tests[i].name, func(t *testing.T) {
			if got != tests[i].want {
				t.Errorf("%s, want %s", got, tests[i].want)
			}
		})
	}
}

// A function launches with the arguments of each of its calls in the unit, and each call may give its own kernel.
func TestBlocksOfParameters(t *testing.T) {
	for _, test := range []struct{ source, want string }{
		{`static void start(dim3 b) { k<<<1, b>>>(); }
void one() { start(dim3(16, 4)); start(dim3(32)); }
void two(int n) { start(dim3(n)); }`, "16x4x1, 32x1x1, ?x1x1"},
		{`__global__ void other() {}
template <class K> void start(K kernel, const dim3 &b) { kernel<<<1, b>>>(); }
void run() { start(k, dim3(16, 4)); start(other, dim3(64)); }`, "16x4x1, other 64x1x1"},
		{`static void start(int depth, int x) { if (depth) start(depth - 1, x); else k<<<1, x>>>(); }
void run(int n) { start(n, 32); }`, "32x1x1, ?x1x1"},
		{`void start(int x) { k<<<1, x>>>(); }
void (*table[])(int) = {start};
void run() { start(32); void (*f)(int) = start; f(64); }`, "?x1x1, 32x1x1, 64x1x1"},
		{`void start(int x) { k<<<1, x>>>(); }
void call(void (*f)(int), int x) { f(x); }
void run() { call(start, 32); call(&start, 64); }`, "32x1x1, 64x1x1"},
		{`void start(int x) { k<<<1, x>>>(); }
void call(void (*f)(int), int x) { auto g = f; g(x); }
void run() { call(start, 32); }`, "?x1x1, 32x1x1"},
		{`void start(int x) { k<<<1, x>>>(); }
void call(void (*f)(int), int x) { ({ f(x); }); }
void run() { call(start, 32); }`, "?x1x1"},
		{`void start(int x) { k<<<1, x>>>(); }
void call(void (*f)(int), int x) { if (x > 1) call(f, x / 2); f(x); }
void run() { call(start, 32); }`, "?x1x1, 32x1x1"},
		{`struct Options { int threads = 48, rows{2}; };
struct More { Options inner; int depth = 2; };
void run() { Options o; k<<<1, dim3(o.threads, o.rows)>>>(); More m; m.inner.threads = 24; k<<<1, dim3(m.inner.threads, 1, m.depth)>>>(); }`,
			"48x2x1, 24x1x2"},
		{`template <int N> void start(int n) { k<<<1, dim3(N, n)>>>(); }
void run() { start<16>(4); }`, "16x4x1"},
		{`static void start(int size) {
  if (size == 16) k<<<1, dim3(size, size)>>>();
  else k<<<2, dim3(size, size)>>>();
}
void run() { start(32); }`, "16x16x1, 32x32x1"},
		{`template <class T> struct S { // the call in a template has no object
  T *data() { return nullptr; }
  const T *data() const;
  void run();
};
template <class T> void S<T>::run() { cudaFree(data()); k<<<1, 32>>>(); }`, "32x1x1"},
		{`#include <algorithm>
void run(int n) { const int &x = std::min(n, 256); if (n > 300) k<<<1, x>>>(); }`, "256x1x1"},
		{`struct Shape {
  dim3 block;
  Shape(int rows) : block(16, rows) {}
  void start() const { k<<<1, block>>>(); }
};
void run() { Shape s(4); s.start(); }`, "16x4x1"},
		{`static const int all[] = {32, 64};
void run() { static const int more[] = {96}; for (int x : all) k<<<1, x>>>(); k<<<2, more[0]>>>(); }`,
			"32x1x1, 64x1x1, 96x1x1"},
		{`static int all[] = {32, 64};
void run() { for (int x : all) k<<<1, x>>>(); }`, "?x1x1"},
		{`static void start(int x) { k<<<1, x>>>(); }
template <int N> void each(int x) { start(x); }
void run() { each<2>(32); }`, "32x1x1"},
		{`template <int N> struct constant { static constexpr int value = N; };
template <bool B> void start() {
  auto f = [&](auto n) { k<<<1, decltype(n)::value>>>(); cudaLaunchKernel((const void *)k, dim3(1), dim3(48), nullptr); };
  f(constant<32>{});
}
void run() { start<true>(); }`, "32x1x1, 48x1x1"},
		{`template <int N> __global__ void sized() {} // more kernels through one place than one has shapes
static void start(void (*kernel)(), int x) { kernel<<<1, x>>>(); }
template <int... N> void each() { (start(sized<N>, 32 + N), ...); }
void run() { each<0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19>(); }`, sizedOnceEach(20)},
	} {
		if got := shapes(t, declarations+test.source); got != test.want {
			t.Errorf("%s, want %s, for\n%s", got, test.want, test.source)
		}
	}
}

// TestBlocksOfKernelsByPointer tests that the block is known if the kernel is in a table or is the result of a
// function.
func TestBlocksOfKernelsByPointer(t *testing.T) {
	const kernels = include + "typedef void (*K)(int); __global__ void k(int) {} __global__ void l(int) {}\n"
	for _, c := range []struct{ name, source, want string }{
		{"a table", "static K all[] = {k, l}; void run(int i) { all[i]<<<1, 48>>>(i); }", "48x1x1, l 48x1x1"},
		{"an entry", "struct E { K kernel; int n; }; static const E all[] = {{k, 16}, {l, 48}}; void run(int i) { all[i].kernel<<<1, all[i].n>>>(i); }",
			"16x1x1, l 48x1x1"},
		{"a row", "static const K all[2][1] = {{l}, {k}}; void run(int i) { all[1][0]<<<1, 48>>>(i); }", "l ?, l ?, 48x1x1"},
		{"a function", "K one(int i) { return i ? k : l; } void run(int i) { one(i)<<<1, i > 3 ? 16 : 48>>>(i); }", "16x1x1, 48x1x1, l 48x1x1"},
		{"a parameter that nobody gives", "void run(K *all, K *to) { all[0]<<<1, 48>>>(0); *to = k; }", "? 48x1x1"},
		{"a pointer that is not known beside one that is", "K other(int); void run(int n) { K f = k, g = l; f<<<1, 48>>>(n); g<<<1, 16>>>(n); other(n)<<<1, 40>>>(n); }",
			"48x1x1, l 16x1x1, none ?"},
		{"another number of arguments", "void run(void (*f)(), K *to) { f<<<1, 48>>>(); *to = k; }", "?, none ?"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := shapes(t, kernels+c.source); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

// TestPremises tests the premises about a kernel's arguments. They follow from the conditions around a launch and from
// the launch's extents, and hold for all launches with the same block.
func TestPremises(t *testing.T) {
	const kernels = include + `#include <stdexcept>
__global__ void k(int n, int m) {}
template <class... P> __global__ void packed(P... p) {}
static bool isWhole(int n) { return n % 64 == 0; }
bool asks();
`
	for _, c := range []struct {
		name, body string
		want       int
	}{
		{"nothing", "k<<<n, 32>>>(m, 4);", 0},
		{"a multiple", "if (n % 32 == 0) k<<<1, 32>>>(n, m);", 1},
		{"a multiple of no power of two", "if (n % 24 == 0) k<<<1, 32>>>(n, m);", 0},
		{"a grid without a rest", "if (n % 24) return; k<<<n / 24, 32>>>(n, m);", 1},
		{"a grid with a rest", "k<<<n / 24, 32>>>(n, m);", 1},
		{"a grid with a rest of a sum", "k<<<(n + 23) / 24, 32>>>(n, m);", 0},
		{"a grid with a rest of a variable", "const int rows = 1 << 20; k<<<rows / 64, 64>>>(rows, m);", 1},
		{"a grid of as many parts as the block is large", "const int rows = 4096, each = 4 * 16; k<<<rows / each, each>>>(rows, m);", 1},
		{"as many threads", "k<<<1, n>>>(n, m);", 1},
		{"a check that throws", "if (n > m) throw std::runtime_error(\"n\"); k<<<1, 32>>>(n, m);", 1},
		{"a function that asks", "if (!isWhole(n)) return; k<<<n / 64, 64>>>(n, m);", 1},
		{"a constant", "k<<<1, 32>>>(32, 32);", 0},
		{"a product", "k<<<1, 32>>>(n * 32, m);", 1},
		{"two products", "k<<<1, 32>>>(n * 32, 6 * m);", 2},
		{"a product with a number that the way decides", "int rows = n * m; if (m == 64) k<<<1, 32>>>(rows, m);", 2},
		{"a product that is no power of two", "k<<<1, 32>>>(n * 3, m);", 0},
		{"a product with another argument", "k<<<1, 32>>>(n * m, m);", 1},
		{"a product with the block", "k<<<1, m>>>(n * m, n);", 2},
		{"a product that may be another one", "int rows = m > 3 ? m : 3; k<<<1, 32>>>(n * rows, n);", 1},
		{"a product that need not be one", "int rows = m > 3 ? m * n : 3; k<<<1, 32>>>(rows, n);", 0},
		{"a product that becomes more", "int rows = n * 32; rows += m; k<<<1, 32>>>(rows, m);", 0},
		{"another number", "if (m % 32 == 0) k<<<1, 32>>>(n, 5);", 0},
		{"one number for two", "k<<<1, 32>>>(n, n);", 1},
		{"changed", "if (n % 32 == 0) { n++; k<<<1, 32>>>(n, m); }", 0},
		{"two launches", "if (n % 32 == 0) k<<<1, 32>>>(n, m); else k<<<1, 32>>>(n, m);", 0},
		{"a truth value as a number", "bool b = asks(); if (b) k<<<1, 32>>>(b, m);", 2},
		{"a truth value that a choice makes a number", "bool b = asks(); if (!b) k<<<1, 32>>>(b ? 1 : 0, m);", 1},
		{"one truth value for two", "bool b = asks(); k<<<1, 32>>>(b, b ? 1 : 0);", 5},
		{"a comparison for two", "bool b = m != 0; k<<<1, 32>>>(b, b);", 5},
		{"a comparison as a number", "bool b = m != 0; if (b) k<<<1, 32>>>(b, n);", 2},
		{"a condition that is an argument", "bool b = n > 3; if (b) k<<<1, 32>>>(b, m);", 2},
		{"a negated condition that is an argument", "bool b = n > 3; if (!b) k<<<1, 32>>>(b, m);", 1},
		{"a choice of constants", "k<<<1, 32>>>(n > 3 ? 64 : 32, m);", 1},
		{"a choice that a condition decides", "int c = n > 3 ? 96 : 31; if (c == 96) k<<<1, 32>>>(c, m);", 1},
		{"a choice of three that a condition narrows", "int c = n > 3 ? 96 : m ? 64 : 31; if (c != 31) k<<<1, 32>>>(c, 5);", 1},
		{"one of two conditions", "if (n == 64 || n == 96) k<<<1, 32>>>(n, m);", 1},
		{"one of two conditions, one of them on something else", "if (n == 64 || asks()) k<<<1, 32>>>(n, m);", 0},
		{"two ways that end", "if (m) { if (n != 64) return; } else if (n < 96) return; k<<<1, 32>>>(n, 5);", 1},
		{"two calls of which one says nothing", "if (n == 64) k<<<1, 32>>>(n, m); k<<<1, 32>>>(n, m);", 0},
		{"the lesser number behind a bound", "int c = n < 256 ? n : 256; if (c < 256) return; k<<<1, 32>>>(c, m);", 1},
		{"parameters of one name", "if (n % 32 == 0) packed<<<1, 32>>>(n, m);", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			var all [][]*cfg.Premise
			for _, l := range host.Launches(parsetest.Text(t, kernels+"void run(int n, int m) { "+c.body+" }")) {
				all = append(all, l.Premises)
			}
			common := all[0]
			for _, more := range all {
				common = cfg.CommonPremises(common, more)
			}
			isOther := func(p *cfg.Premise) bool { return p.Allows != nil || isConstantGrid(p) }
			if formulas := slices.DeleteFunc(common, isOther); len(formulas) != c.want {
				t.Errorf("%d: %v, want %d", len(formulas), formulas, c.want)
			}
		})
	}
}

// isConstantGrid reports whether a premise states a constant extent of the grid.
func isConstantGrid(p *cfg.Premise) bool {
	return p.Op == operator.EQ && p.Args[0].IsReg && p.Args[0].Reg >= cfg.NCtaidX && p.Args[0].Reg <= cfg.NCtaidZ && p.Args[1].IsConstant()
}

// The value of a variable is known at each launch if the unit gives it only one value. A zero at the beginning does not
// count.
func TestBlocksOfVariablesThatLast(t *testing.T) {
	checkShapes(t, []launchCase{
		{"only read", "static int b = 48; static dim3 s(16, 2), whole;\nvoid run() { k<<<1, b>>>(); k<<<1, s>>>(); k<<<1, dim3(s.y, s.x)>>>(); k<<<1, whole>>>(); }",
			"48x1x1, 16x2x1, 2x16x1, 1x1x1"},
		{"in a namespace without a name", "namespace { int b = 48; }\nvoid run() { k<<<1, b>>>(); }", "48x1x1"},
		{"static in a function", "void run() { static int b = 48; k<<<1, b>>>(); }", "48x1x1"},
		{"made of another one", "static int warps = 2, b = warps * 24;\nvoid run() { k<<<1, b>>>(); }", "48x1x1"},
		{"in a macro", "static int b = 48;\n#define BLOCK (2 * b)\nvoid run() { k<<<1, BLOCK>>>(); }", "96x1x1"},
		{"in a comment", "static int b = 48; // b is no whole warp\nvoid run() { k<<<1, b>>>(); }", "48x1x1"},
		{"set to one number", "static int b;\nvoid set() { b = 48; }\nvoid run() { k<<<1, b>>>(); }", "48x1x1"},
		{"set to one number in two places", "static unsigned b = 0;\nvoid set(int n) { if (n) b = 48; else b = 48; }\nvoid run() { k<<<1, b>>>(); }", "48x1x1"},

		{"named by other units", "int b = 48;\nvoid run() { k<<<1, b>>>(); }", "?x1x1"},
		{"a member of a class", "struct S { static int b; }; int S::b = 48;\nvoid run() { k<<<1, S::b>>>(); }", "?x1x1"},
		{"set to two numbers", "static int b;\nvoid set(int n) { b = 48; if (n) b = 64; }\nvoid run() { k<<<1, b>>>(); }", "?x1x1"},
		{"set to another number than it begins with", "static int b = 64;\nvoid run() { b = 48; k<<<1, b>>>(); }", "?x1x1"},
		{"counted up", "static int b = 48;\nvoid run() { k<<<1, b++>>>(); }", "?x1x1"},
		{"with an address", "static int b = 48; int *p() { return &b; }\nvoid run() { k<<<1, b>>>(); }", "?x1x1"},
		{"with an address that another variable has", "static int b = 48; int *p = &b;\nvoid run() { k<<<1, b>>>(); }", "?x1x1"},
		{"given by reference", "static int b = 48; void change(int &);\nvoid run() { change(b); k<<<1, b>>>(); }", "?x1x1"},
		{"given by reference where nothing is said", "static int b = 48; void change(int & = b);\nvoid run() { change(); k<<<1, b>>>(); }", "?x1x1"},
		{"set in a method of a local class", "static int b = 48;\nvoid run() { struct S { static void set() { b = 64; } }; S::set(); k<<<1, b>>>(); }", "?x1x1"},
		{"set in a lambda", "static int b = 48; static auto set = [] { b = 64; };\nvoid run() { set(); k<<<1, b>>>(); }", "?x1x1"},
		{"set where the preprocessor leaves it out", "static int b = 48;\n#ifdef WIDE\nvoid set() { b = 64; }\n#endif\nvoid run() { k<<<1, b>>>(); }", "?x1x1"},
		{"a name that is no plain word", "static int b$ = 48;\n#ifdef WIDE\nvoid set() { b$ = 64; }\n#endif\nvoid run() { k<<<1, b$>>>(); }", "?x1x1"},
		{"a field that is set", "static dim3 b(48);\nvoid set(int n) { b.y = n; }\nvoid run() { k<<<1, b>>>(); }", "?"},
		{"volatile", "static volatile int b = 48;\nvoid run() { k<<<1, b>>>(); }", "?x1x1"},
	})
}

// sizedOnceEach returns the launches of n instances of a kernel, each with its own block.
func sizedOnceEach(n int) string {
	var list []string
	for i := range n {
		list = append(list, fmt.Sprintf("sized<%d> %dx1x1", i, 32+i))
	}
	return strings.Join(list, ", ")
}

// Device code launches with the arguments of its own calls, and with those of calls by host code to functions for both
// sides.
func TestBlocksOfDeviceCode(t *testing.T) {
	checkShapes(t, []launchCase{
		{"a constant", "__global__ void parent(int n) { if (threadIdx.x == 0) k<<<n, 48>>>(); }", "48x1x1"},
		{"a parameter of the kernel", "__global__ void parent(int n) { k<<<1, n>>>(); }\nvoid run() { parent<<<1, 1>>>(48); }",
			"parent 1x1x1, ?x1x1"},
		{"a parameter of a function", "__device__ void start(int n) { k<<<1, dim3(n, 2)>>>(); }\n__global__ void parent() { start(24); }",
			"24x2x1"},
		{"a helper", "__device__ int twice(int n) { return 2 * n; }\n__global__ void parent() { k<<<1, twice(24)>>>(); }",
			"48x1x1"},
		{"shared memory", "__global__ void parent() { __shared__ int n; n = 48; __syncthreads(); k<<<1, n>>>(); }",
			"?x1x1"},
		{"a variable of the device", "__device__ int n = 48; __constant__ int m = 48; __global__ void parent() { k<<<1, n>>>(); k<<<1, m>>>(); }",
			"?x1x1, ?x1x1"},
		{"in a lambda", "__global__ void parent(int n) { int b = 48; auto f = [&] { k<<<1, b>>>(); }; f(); b = 64; f(); }",
			"?, ?x1x1"},
		{"for both sides", "__host__ __device__ void start(int n) { k<<<1, n>>>(); }\nvoid run() { start(48); }", "48x1x1"},
		{"a helper for both sides", "__host__ __device__ int twice(int n) { return 2 * n; }\nvoid run() { k<<<1, twice(24)>>>(); }",
			"48x1x1"},
		{"a helper that each side sees in another way", `
__host__ __device__ int width(int n) {
#ifdef __CUDA_ARCH__
  n *= 2;
#endif
  return n;
}
void run() { k<<<1, width(24)>>>(); }`, "?x1x1"},
		{"a macro that each side sees in another way", `
#ifdef __CUDA_ARCH__
#define FACTOR 2
#else
#define FACTOR 1
#endif
__host__ __device__ void start(int n) { k<<<1, n * FACTOR>>>(); }
void run() { start(24); }`, "?"},
		{"a launch from a macro", "#define START k<<<1, 48>>>()\n__global__ void parent() { START; }", "?"},
		{"several on a line", "__global__ void parent(int n) { if (n) k<<<1, 16>>>(); else k<<<1, dim3(8, (n + 4) / 4)>>>(); k<<<1, 48>>>(); }",
			"16x1x1, 8x1x1, 48x1x1"},
	})
}

// If a function only calls the function object that it is given, the launches in that object know the arguments of the
// call.
func TestBlocksOfLambdasHandedOver(t *testing.T) {
	const functions = `
template <class F> void with(F f) { f(48); }
template <class F> void hand_on(F f) { with(f); }
template <class F> void forward(F &&f) { static_cast<F &&>(f)(48); }
template <class F> void keep(F f) { auto g = f; g(48); }
template <class F> void odd(F f) { ({ f(48); }); }
template <class F> void thrice(F f) { for (int i = 0; i < 3; i++) f(48); }
template <class F> void often(F &&f, int n) { while (n-- > 0) f(48); }
template <class F> void again(F f, int n) { if (n) again(f, n - 1); f(48); }
`
	for _, test := range []struct{ name, body, want string }{
		{"a lambda that is handed to what calls it",
			"int y = 2; with([&](int x) { k<<<1, dim3(x, y)>>>(); });",
			"48x2x1"},
		{"a lambda that is handed on",
			"hand_on([](int x) { k<<<1, x>>>(); });",
			"?x1x1"},
		{"a lambda that is forwarded",
			"forward([](int x) { k<<<1, x>>>(); });",
			"48x1x1"},
		{"a lambda that is handed to what keeps it",
			"keep([](int x) { k<<<1, x>>>(); });",
			"?x1x1"},
		{"a lambda that is called in a loop",
			"int y = 2; thrice([&](int x) { k<<<1, dim3(x, y)>>>(); });",
			"48x2x1"},
		{"a lambda that is called as often as an argument says",
			"often([](int x) { k<<<1, x>>>(); }, n);",
			"48x1x1"},
		{"a lambda that counts its calls",
			"int y = 2; thrice([&](int x) { k<<<1, dim3(x, y)>>>(); y++; });",
			"48x?x1"},
		{"a lambda of which the function goes on to change what it finds",
			"int y = 2; with([&](int x) { k<<<1, dim3(x, y)>>>(); }); y = 3;",
			"48x?x1"},
		{"a lambda that calls another one",
			"auto f = [](int x) { k<<<1, x>>>(); }; with([&](int x) { f(x); }); f(16);",
			"?x1x1"},
		{"a lambda that is called inside what nobody follows",
			"odd([](int x) { k<<<1, x>>>(); });",
			"?"},
		{"a lambda that is handed to what calls itself",
			"again([](int x) { k<<<1, x>>>(); }, n);",
			"?x1x1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			source := declarations + functions + "void run(int n) { " + test.body + " }"
			if got := shapes(t, source); got != test.want {
				t.Errorf("%s, want %s", got, test.want)
			}
		})
	}
}

// Often one dim3 is given new members before each launch.
func TestBlocksInTurn(t *testing.T) {
	source, err := os.ReadFile("testdata/flow.cu")
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, line := range strings.Split(string(source), "\n") {
		if _, shapes, ok := strings.Cut(line, "// "); ok {
			want = append(want, shapes)
		}
	}
	got := strings.ReplaceAll(shapes(t, string(source)), "kernel ", "")
	if got != strings.Join(want, ", ") {
		t.Errorf("%s\nwant %s", got, strings.Join(want, ", "))
	}
}

// A function whose callers take too many steps is run alone.
func TestBlocksWhereTheStepsRunOut(t *testing.T) {
	source := declarations + `
static void start(int x) { if (x == 64) k<<<1, x>>>(); }
void run(int n) {
  int x = 1;
` + strings.Repeat("  for (int i = 0; i < 99; i++) for (int j = 0; j < 99; j++) x ^= i * j;\n", 200) + `
  start(x);
  k<<<2, x>>>();
}`
	list := host.Launches(parsetest.Text(t, source))
	if len(list) != 2 || !list[0].IsKnown() || list[0].Block[0] != 64 {
		t.Fatalf("%+v", list)
	}
	if list[1].IsKnown() || list[1].Why != "running the host code, with the functions that it calls, takes too many steps" {
		t.Errorf("%+v", list[1])
	}
}

// long returns functions that may end the program. The last one makes millions of calls.
func long() string {
	source := "static void f0(int n) { if (n > 1 << 20) abort(); }\n"
	for i := range 10 {
		source += fmt.Sprintf("static void f%d(int n) {%s }\n", i+1, strings.Repeat(fmt.Sprintf(" f%d(n);", i), 4))
	}
	return source
}

// Code that leads to no launch takes no steps from code that does.
func TestBlocksBesideOtherCode(t *testing.T) {
	source := declarations + "extern \"C\" void abort();\n" + long() + `
void other(int n) { f10(n); }
static void start(int x) { k<<<1, x>>>(); }
void run() { start(64); }`
	if got := shapes(t, source); got != "64x1x1" {
		t.Error(got)
	}
}

// Many functions that take too many steps leave some for one that does not.
func TestBlocksShareTheSteps(t *testing.T) {
	source := declarations + "extern \"C\" void abort();\n" + long()
	for i := range 40 {
		source += fmt.Sprintf("void run%d(int n) { f10(n); k<<<%d, n>>>(); }\n", i, i+1)
	}
	source += "void last(int n) { k<<<1, n == 64 ? n : 32>>>(); }"
	list := host.Launches(parsetest.Text(t, source))
	for _, l := range list[:40] {
		if l.IsKnown() || l.Why != "running the host code, with the functions that it calls, takes too many steps" {
			t.Fatalf("%+v", l)
		}
	}
	if len(list) != 42 || *list[40].Block != [3]int{64, 1, 1} || *list[41].Block != [3]int{32, 1, 1} {
		t.Errorf("%+v", list[40:])
	}
}

// If an error of warpcheck makes the launches unknown, that is reported.
func TestBrokenTree(t *testing.T) {
	unit := parsetest.Text(t, declarations+"void run(int n) { k<<<1, 32>>>(); n = n + 1; }")
	for _, f := range unit.Hosts {
		for n := range f.Nodes() {
			if n.Kind == ast.Binary {
				n.Children = nil
			}
		}
	}
	list := host.Launches(unit)
	if len(list) != 1 || list[0].IsKnown() || !strings.Contains(list[0].Why, "internal error") {
		t.Errorf("%+v", list[0])
	}
}

// TestFoundByName tests kernels that the host finds by name in a module. The launches are those of the variable that
// holds the kernel, or they are unknown.
func TestFoundByName(t *testing.T) {
	const beginning = `#include <cuda.h>
extern "C" __global__ void k() {}
namespace ns { __global__ void other(int *) {} }
template <int N> __global__ void instances() {}
void see(CUfunction *);
CUfunction kept;
void run(CUmodule m, CUlibrary l, CUkernel *to, int n) { void **args = nullptr; if (!n) { instances<1><<<1, 8>>>(); instances<2><<<1, 8>>>(); k<<<1, 64>>>(); }
`
	for _, test := range []struct{ name, body, want string }{
		{"by a variable", `CUfunction f; cuModuleGetFunction(&f, m, "k"); cuLaunchKernel(f, 1, 1, 1, 48, 2, 1, 0, 0, args, 0);`,
			"48x2x1"},
		{"with a block that is not known", `CUfunction f; cuModuleGetFunction(&f, m, "k"); cuLaunchCooperativeKernel(f, 1, 1, 1, n, 2, 1, 0, 0, args);`,
			"?x2x1"},
		{"twice", `CUfunction f; cuModuleGetFunction(&f, m, "k"); cuLaunchKernel(f, 1, 1, 1, 48, 1, 1, 0, 0, args, 0); cuLaunchKernel(f, 1, 1, 1, 96, 1, 1, 0, 0, args, 0);`,
			"48x1x1, 96x1x1"},
		{"by a mangled name", `CUfunction f; cuModuleGetFunction(&f, m, "_ZN2ns5otherEPi"); cuLaunchKernel(f, 1, 1, 1, 40, 1, 1, 0, 0, args, 0);`,
			"ns::other 40x1x1"},
		{"one of several", `CUfunction f; cuModuleGetFunction(&f, m, "_Z9instancesILi1EEvv"); cuLaunchKernel(f, 1, 1, 1, 40, 1, 1, 0, 0, args, 0);`,
			"instances<1> ?, instances<2> ?"},
		{"by two names", `CUfunction f; if (n) cuModuleGetFunction(&f, m, "k"); else cuModuleGetFunction(&f, m, "_ZN2ns5otherEPi"); cuLaunchKernel(f, 1, 1, 1, 40, 1, 1, 0, 0, args, 0);`,
			"?, ns::other ?"},
		{"seen by others", `CUfunction f; cuModuleGetFunction(&f, m, "k"); see(&f); cuLaunchKernel(f, 1, 1, 1, 40, 1, 1, 0, 0, args, 0);`, "?"},
		{"kept", `cuModuleGetFunction(&kept, m, "k"); cuLaunchKernel(kept, 1, 1, 1, 40, 1, 1, 0, 0, args, 0);`, "?"},
		{"in a library", `cuLibraryGetKernel(to, l, "k");`, "?"},
		{"of another unit", `CUfunction f; cuModuleGetFunction(&f, m, "far"); cuLaunchKernel(f, 1, 1, 1, 40, 1, 1, 0, 0, args, 0);`, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			written := "instances<1> 8x1x1, instances<2> 8x1x1, 64x1x1"
			if test.want != "" {
				written += ", "
			}
			if got := shapes(t, beginning+test.body+"}"); got != written+test.want {
				t.Errorf("%s, want %s", got, written+test.want)
			}
		})
	}
}
