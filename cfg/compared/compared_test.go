package compared_test

import (
	"fmt"
	"testing"

	"github.com/warpcheck/warpcheck/cfg/compared"
	"github.com/warpcheck/warpcheck/internal/parsetest"
)

// The numbers with which a kernel compares its arguments.
func TestOf(t *testing.T) {
	for body, want := range map[string]string{
		"if (m == 2) d[0] = 1;":                                  "[{m [2]}]",
		"if (3 < m) d[0] = 1;":                                   "[{m [3 4]}]",
		"if (m >= 0) d[0] = 1;":                                  "[{m [0 -1]}]",
		"if (u > 0) d[0] = 1; if (u >= 0) d[0] = 2;":             "[{u [0 1]}]",
		"if (m) d[0] = 1;":                                       "[{m [0]}]",
		"d[0] = f && !m;":                                        "[{f [0]} {m [0]}]",
		"if (p.flags & 4) d[0] = 1;":                             "[{p.flags [0 4]}]",
		"if (m % 8 == 3) d[0] = 1;":                              "[{m [3 4]}]",
		"if ((m + 1) / 4 == 5) d[0] = 1;":                        "[{m [19]}]",
		"if (2 * m > 5) d[0] = 1;":                               "[{m [2 3]}]",
		"if (m * 2 > 6) d[0] = 1;":                               "[{m [3]}]",
		"if (b) d[0] = b[0];":                                    "[{b [0]}]",
		"switch (m) { case 5: d[0] = 1; break; case 9: d[0]++;}": "[{m [5 9 10]}]",
		"if (p.sizes[1] != 7) d[0] = 1;":                         "[{p.sizes[1] [7]}]",
		"int q = m; if (q == 3) d[0] = 1;":                       "[{m [3]}]",
		"int q = m; if (u) q = 1; if (q == 3) d[0] = 1;":         "[{u [0]} {m [3]}]",
		"m = d[0]; if (m == 3) d[0] = 1;":                        "[{m [3]}]",
		"m = min(m, 9); if (m == 3) d[0] = 1;":                   "[{m [3]}]",
		"if (m != -1) d[0] = 1;":                                 "[{m [-1]}]",
		"if (u == 0xffffffffu) d[0] = 1;":                        "[{u [4294967295]}]",
		"if ((size_t)u == (size_t)-1) d[0] = 1;":                 "[]",
		"if (u & 0x80000000) d[0] = 1;":                          "[{u [0 2147483648]}]",
		"if (m & 1 << 14) d[0] = 1;":                             "[{m [0 16384]}]",
		"if ((u >> 3 & 7) == 5) d[0] = 1;":                       "[{u [40 16]}]",
		"if (1 << m == 16) d[0] = 1;":                            "[{m [4]}]",
		"if (10 - m == 3) d[0] = 1;":                             "[{m [7]}]",
		"if (-m == 3 || ~m == 3) d[0] = 1;":                      "[{m [-3 -4]}]",
		"if (abs(m) == 3) d[0] = 1;":                             "[{m [3 -3]}]",
		"int q = 2 * m + 1; if (q == 7) d[0] = 1;":               "[{m [3]}]",
		"if (x != 0.f) d[0] = 1;":                                "[{x [0]}]",
		"if (x < -0.5f) d[0] = 1;":                               "[{x [-0.5 -1.5]}]",
		"if (x * 2 + 1 == 4) d[0] = 1;":                          "[{x [1.5]}]",
		"if ((int)x == 3) d[0] = 1;":                             "[{x [3]}]",
		"if (m * 0.5f > 2) d[0] = 1;":                            "[{m [4 6]}]",
		"if (p.low == 3 && p.high == 9) d[0] = 1;":               "[{p.low [3]}]",
		"const bool on[] = {1, 0, 1}; if (on[m]) d[0] = 1;":      "[{m [0 1 2]}]",
		"d[0] = isThree(m) + isThree(u);":                        "[{m [3]} {u [3]}]",
		"d[0] = isOn(p);":                                        "[{p.flags [1]}]",
		"d[0] = p.isOff();":                                      "[{p.flags [0]}]",
		"change(m); if (m == 3) d[0] = 1;":                       "[]",
		"if (m == d[0]) d[0] = 1;":                               "[]",
		"if (m == 1000000) d[0] = 1;":                            "[{m [1000000]}]",
		"for (int k = 0; k < m; k++) d[k] = 1;":                  "[]",
		"for (int k = 0; k < 4; k++) if (k < m) d[k] = 1;":       "[{m [0 1]}]",
		"if (e == Third) d[0] = 1;":                              "[{e [0 1 2]}]",
		"if (e & 4) d[0] = 1;":                                   "[{e [0 1 2 4]}]",
		"if (e == 7) d[0] = 1;":                                  "[{e [0 1 2]}]",
		"if (e <= Third) d[0] = 1;":                              "[{e [0 1 2]}]",
		"if (2 < e) d[0] = 1;":                                   "[{e [0 1 2]}]",
		"switch (e) { case Second: case Third: d[0] = 1; }":      "[{e [0 1 2]}]",
	} {
		text := "enum E { First, Second, Third };\n" +
			"struct P { int flags, sizes[2]; unsigned low : 2, high : 3; __device__ bool isOff() const { return flags == 0; } };\n" +
			"__device__ bool isThree(int n) { return n == 3; }\n__device__ bool isOn(const P &p) { return p.flags == 1; }\n" +
			"__device__ void change(int &n) { n++; }\n" +
			"__global__ void k(int *d, int m, unsigned u, bool f, P p, const int *b, E e, float x) { " + body + " }"
		program := parsetest.Program(t, text)
		if got := fmt.Sprint(compared.Of(program.Roots[0])); got != want {
			t.Errorf("%s: %s, want %s", body, got, want)
		}
	}
}
