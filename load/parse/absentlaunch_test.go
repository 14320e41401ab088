package parse

import (
	"slices"
	"strings"
	"testing"
)

// A call of a function that nothing declares makes an instance of the kernel that it names, where it is a statement.
func TestInstancesOfAbsentLaunches(t *testing.T) {
	const kernels = `template <int n> __global__ void scan(int *p) { p[0] = n; }
namespace inner { template <int n> __global__ void sum(int *p) { p[0] = n; } }
#define WIDTH 4
`
	for _, test := range []struct{ body, want string }{
		{"launch(scan<4>, p);", "scan<4>"},
		{"lib::launch(scan<4>, p);", "scan<4>"},
		{"::lib :: launch(scan<4>, p);", "scan<4>"},
		{"lib::launch(inner::sum<4>, p);", "inner::sum<4>"},
		{"launch(&scan<4>, p);", "scan<4>"},
		{"launch((scan<4>), p);", "scan<4>"},
		{"launch(scan<WARP_SIZE>, p);", "scan<32>"},
		{"launch(scan<WARP_SIZE / 2>, p); int n = WARP_SIZE;", "scan<16>"},
		{"launch(scan</* four */ WIDTH>, p);", "scan<4>"},
		{"if (p) launch(scan<4>, p); else lib::launch(scan<8>, p);", "scan<4> scan<8>"},
		{"if constexpr (true) lib::launch(scan<4>, p);", "scan<4>"},
		{"switch (*p) { case 1: launch(scan<4>, p); break; default: lib::launch(scan<8>, p); }", "scan<4> scan<8>"},
		{"do lib::launch(scan<4>, p); while (*p);", "scan<4>"},
		{"auto f = [&] { lib::launch(scan<4>, p); };", "scan<4>"},

		{"int n = launch(scan<4>, p);", ""},
		{"(void)launch(scan<4>, p);", ""},
		{"*p ? other() : launch(scan<4>, p);", ""},
		{"int a[] = {launch(scan<4>, p)};", ""},
		{"return launch(scan<4>, p);", ""},
		{"Box<int>::launch(scan<4>, p);", ""},
		{"object.launch(scan<4>, p);", ""},
		{"launch(scan<4, p);", ""},
	} {
		unit := mustRead(t, options(kernels+"void host(int *p) { "+test.body+" }"))
		var names []string
		for _, f := range unit.Functions {
			if f.Kernel && !f.Pattern {
				names = append(names, f.Qualified)
			}
		}
		slices.Sort(names)
		if got := strings.Join(names, " "); got != test.want {
			t.Errorf("%q makes %q, want %q", test.body, got, test.want)
		}
	}
}

// If the names of kernels make more errors, the file is read without them.
func TestAbsentLaunchesWithMoreErrors(t *testing.T) {
	for _, body := range []string{"launch(scan<4>, p);", "lib::launch(scan<4>, p);"} {
		source := "template <int n> __global__ void scan(int *p) { static_assert(n > 8, \"\"); typename Missing<n>::type x; p[0] = n; }\nvoid host(int *p) { " + body + " }"
		first, err := Start(options(source))
		if err != nil {
			t.Fatal(err)
		}
		before := len(first.Unit.Diagnostics)
		if unit := first.Mend().Finish(nil); len(unit.Diagnostics) > before {
			t.Errorf("%q: %d errors, and %d without the names", body, len(unit.Diagnostics), before)
		}
	}
}
