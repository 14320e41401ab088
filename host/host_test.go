package host_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/warpcheck/warpcheck/host"
	"github.com/warpcheck/warpcheck/internal/parsetest"
)

// shapes are the blocks of the launches of a source, in its order.
func shapes(t *testing.T, source string) string {
	t.Helper()
	var list []string
	for _, l := range host.Launches(parsetest.Text(t, source)) {
		text := ""
		if l.Kernel.Qualified != "k" {
			text = l.Kernel.Qualified + " "
		}
		if b := l.Block; b != nil {
			text += strings.ReplaceAll(fmt.Sprintf("x%dx%dx%d", b[0], b[1], b[2]), "x0", "x?")[1:]
		} else {
			text += "?"
		}
		list = append(list, text)
	}
	return strings.Join(list, ", ")
}

const declarations = `#include <cuda_runtime.h>
__global__ void k() {}
void touch(dim3 *);
void setup(cudaLaunchConfig_t *);
static dim3 make(int rows) { dim3 made(16); made.y = rows; return made; }
static void fill(dim3 &to, int rows) { to = dim3(16, rows); }
`

func TestBlocks(t *testing.T) {
	for _, test := range []struct{ name, body, want string }{
		{"members one by one",
			"dim3 b; b.x = 16; b.y = 4; k<<<1, b>>>();",
			"16x4x1"},
		{"computed",
			"int x = 8; x *= 2; x = x + 16; k<<<1, dim3(x, 4)>>>();",
			"32x4x1"},
		{"either",
			"k<<<1, n > 5 ? dim3(16, 4) : dim3(16, 2)>>>();",
			"16x4x1, 16x2x1"},
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
		{"what a lambda finds later",
			"int x = 32, y = 8; auto f = [&] { k<<<1, dim3(x, y)>>>(); k<<<1, y>>>(); }; x = 64; f();",
			"?x8x1, 8x1x1"},
	} {
		if got := shapes(t, declarations+"void run(int n) { "+test.body+" }"); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

// A function launches with what its calls in the unit give, each with its own kernel.
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
		{`template <int N> void start(int n) { k<<<1, dim3(N, n)>>>(); }
void run() { start<16>(4); }`, "16x4x1"},
		{`struct Shape {
  dim3 block;
  Shape(int rows) : block(16, rows) {}
  void start() const { k<<<1, block>>>(); }
};
void run() { Shape s(4); s.start(); }`, "16x4x1"},
	} {
		if got := shapes(t, declarations+test.source); got != test.want {
			t.Errorf("%s, want %s, for\n%s", got, test.want, test.source)
		}
	}
}

// One dim3 is often given new members before each launch.
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
