package host_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/host"
	"github.com/warpcheck/warpcheck/internal/parsetest"
)

// A rehearsal finds which of a few numbers the host passes for n. It is asked when the nodes of the unit are released.
func TestRehearsals(t *testing.T) {
	const functions = `#include <cassert>
#include <cstdlib>
__global__ void k(int n, int m) {}
bool accepts(int);
static int odd(int n) { while (n > 1 && n % 2 == 0) n /= 2; return n; }
static void stop(bool bad) { if (bad) exit(1); }
static void check(int n) { for (int m = n; m > 0; m /= 10) stop(m % 10 > 4); }
static void go(int n, int m) { k<<<1, 32>>>(n, m); }
`
	for _, test := range []struct{ name, body, want string }{
		{"an assertion", "assert(odd(n) == 1); go(n, m);", "[1 2 4 8 16 32]"},
		{"a return before", "if (odd(n) == 1) return; go(n, m);", "[3 5 6 7 12 48]"},
		{"a function that ends the program", "check(n); go(n, m);", "[1 2 3 4 12 32]"},
		{"bits", "if (n & (n - 1)) return; go(n, m);", "[1 2 4 8 16 32]"},
		{"a remainder of another argument", "if (m % n) return; go(n, m);", "[1 2 3 4 6 12]"},
		{"two ways, by two parameters", "if (odd(n) == 1) go(n, m); if (n == 1) go(m, n);", "[1 2 3 4 5 6 7 8 12 16 32 48]"},
		{"a function without a body", "if (!accepts(n)) return; go(n, m);", "[1 2 3 4 5 6 7 8 12 16 32 48]"},
		{"too many rounds", "int i = 0; while (i < 100 * n) i++; if (i > 200) return; go(n, m);", "[1 2 3 4 5 6 7 8 12 16 32 48]"},
		{"of what is passed a part", "if (odd(n) == 1) go((char)n, m);", "[1 2 3 4 5 6 7 8 12 16 32 48]"},
	} {
		t.Run(test.name, func(t *testing.T) {
			unit := parsetest.Text(t, functions+"void run(int n, int m) { "+test.body+" }")
			list := host.Launches(unit)
			unit.DropBodies()
			var passed []int64
			for _, n := range []int64{1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 32, 48} {
				leaf := func(p *cfg.Premise) (int64, bool) {
					return map[string]int64{"n": n, "m": 12}[p.Param.Name], true
				}
				mayPass := func(l *cfg.Launch) bool {
					return !slices.ContainsFunc(l.Premises, func(p *cfg.Premise) bool { return p.Allows != nil && !p.Holds(leaf) })
				}
				if slices.ContainsFunc(list, mayPass) {
					passed = append(passed, n)
				}
			}
			if got := fmt.Sprint(passed); got != test.want {
				t.Errorf("%s, want %s", got, test.want)
			}
		})
	}
}

// A rehearsal is given the pointers by which the host may decide something. It does without those that are only passed
// on.
func TestPointersRehearsed(t *testing.T) {
	const functions = `#include <cstdlib>
struct P { int *d; int n; };
__global__ void k(int *d, int n) {}
__global__ void l(P p) {}
void other(const int *d);
static bool isSet(const int *d) { return d; }
static void change(int *&d) { if (!d) exit(1); }
static int first(const int *d) { return *d; }
`
	const start = "static void go(int *d, int n) { k<<<1, 32>>>(d, n); } "
	const hand = "static void hand(P p) { l<<<1, 32>>>(p); } "
	for _, test := range []struct{ name, source, want string }{
		{"passed on", start + "void run(int *d, int n) { go(d, n); }", "[n]"},
		{"passed on in a variable", start + "void run(int *d, int n) { int *e = d; go(e, n); other(d); }", "[n]"},
		{"passed on from a field", start + "void run(P p) { if (p.n > 3) go(p.d, p.n); }", "[n]"},
		{"passed on in an object", hand + "void run(P p) { hand(p); }", "[p.n]"},
		{"passed on before it changes", start + "void run(int *d, int n) { if (n > 3) { int *e = d; d = nullptr; go(e, n); } }", "[d n]"},
		{"passed on to itself", start + "void rec(int *d, int n) { if (n > 0) rec(d, n - 1); go(d, n); }", "[n]"},
		{"passed on from a field of a field", start + "struct Q { P p; int m; }; void run(Q q) { if (q.p.n > 3) go(q.p.d, q.m); }", "[n]"},
		{"alone", start + "void run(int *d) { go(d, 3); }", "none"},
		{"asked for", start + "void run(int *d, int n) { if (d) go(d, n); }", "[d n]"},
		{"asked for with another condition", start + "void run(int *d, int n) { if (!d && n > 3) return; go(d, n); }", "[d n]"},
		{"asked for in a function", "static void ask(int *d, int n) { if (d != nullptr) k<<<1, 32>>>(d, n); } void run(int *d, int n) { ask(d, n); }", "[d n]"},
		{"asked for in a function that only asks", start + "void run(int *d, int n) { if (isSet(d) || n > 3) go(d, n); }", "[n d]"},
		{"asked for in a variable", start + "void run(int *d, int n) { int *e = d; if (e) go(d, n); }", "[d n]"},
		{"asked for by reference", start + "void run(int *d, int n) { change(d); go(d, n); }", "[d n]"},
		{"asked for in a lambda", start + "void run(int *d, int n) { auto f = [&] { return d != nullptr; }; if (f()) go(d, n); }", "[d n]"},
		{"asked for in a field", hand + "void run(P p) { if (p.d) hand(p); }", "[p.d p.n]"},
		{"read through", start + "void run(int *d, int n) { if (first(d) > 3) go(d, n); }", "[d n]"},
		{"one of two", start + "void run(int *d, int *e, int n) { int *f = d ? d : e; go(d, n); }", "[d n]"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := "none"
			for _, l := range host.Launches(parsetest.Text(t, functions+test.source)) {
				for _, p := range l.Premises {
					if p.Allows != nil {
						got = fmt.Sprint(p.Args)
					}
				}
			}
			if got != test.want {
				t.Errorf("%s, want %s", got, test.want)
			}
		})
	}
}
