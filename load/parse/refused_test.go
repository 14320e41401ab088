package parse

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/warpcheck/warpcheck/frontend/ast"
)

const refusedLaunches = `namespace n { __global__ void child(int) {} }
template <class T> __global__ void deduced(T) {}
#define START(...) n::child<<<1, 48>>>(__VA_ARGS__)
__device__ void after(int);
__global__ void parent(int i) {
  if (i) n::child<<<1, 48>>>((i)); else after(1); after(2);
  deduced<<<1,
      48>>>(i), after(3);
  START(i); after(4);
}
`

// A launch that clang refuses is in the tree with its configuration, and nothing around it moves.
func TestPlacesAroundRefusedLaunches(t *testing.T) {
	unit := mustBeClean(t, refusedLaunches)
	var got []string
	for _, l := range unit.Launches {
		got = append(got, fmt.Sprintf("%s at line %d, known: %t", l.Kernel.Qualified, l.Pos.Line, l.Node != nil))
	}
	want := "n::child at line 6, known: true; deduced<int> at line 7, known: true; n::child at line 9, known: false"
	if strings.Join(got, "; ") != want {
		t.Errorf("%q, want %q", strings.Join(got, "; "), want)
	}
	for _, f := range unit.Functions {
		for n := range f.Nodes() {
			if n.Kind == ast.Call && n.Func.Name == "after" {
				checkPlace(t, n)
			}
		}
	}
}

// checkPlace tests that a call of after is in the text at the place that it has in the tree.
func checkPlace(t *testing.T, call *ast.Node) {
	t.Helper()
	text := fmt.Sprintf("after(%d)", call.Children[1].Value)
	offset := strings.Index(refusedLaunches, text)
	column := offset - strings.LastIndex(refusedLaunches[:offset], "\n")
	if at := call.Pos; at.Offset != offset || at.Column != column || at.EndColumn != column+len(text) {
		t.Errorf("%s at %+v, want offset %d and column %d", text, at, offset, column)
	}
}

// A launch is found from the name of its kernel, with scopes, to the end of its arguments.
func TestLaunchAround(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"x ? a::k<<<1, 2>>>((1)) : 0", "a::k<<<1, 2>>>((1))"},
		{"case 1:k<<<1, 2>>>();", "k<<<1, 2>>>()"},
		{"if (n) k << <1, 2 > > > (n);", "k << <1, 2 > > > (n)"},
		{"k(); a<<<1, 2>>>();", ""},
		{"k<<<1, 2>>>(", ""},
		{"k<<<1, 2;", ""},
	} {
		got := ""
		if start, end, ok := launchAround([]byte(test.text), strings.Index(test.text, "k")); ok {
			got = test.text[start:end]
		}
		if got != test.want {
			t.Errorf("%q in %q, want %q", got, test.text, test.want)
		}
	}
}

// Launches in a kernel are in its body, with the right overload or instance, and leave no errors.
func TestLaunchesFromDeviceCode(t *testing.T) {
	unit := mustBeClean(t, `
template <int N> __global__ void sized(int *p) {}
template <class T> __global__ void deduced(T *p) {}
__global__ void plain(int *p) {}
__global__ void both(int *p) {}
__global__ void both(float *p) {}
__global__ void parent(int *p) {
  sized<64><<<1, 64>>>(p + 1);
  plain<<<1, 64>>>(p);
  both<<<1, 64>>>(p);
  deduced<<<1, 64>>>(p);
}
void go(int *p) { sized<64><<<1, 64>>>(p); }`)
	launches := collect(find(t, unit, "parent").Body, ast.Launch_)
	var got []string
	for _, l := range unit.Launches {
		if slices.Contains(launches, l.Node) {
			got = append(got, l.Kernel.Qualified)
		}
	}
	want := []string{"sized<64>", "plain", "both", "deduced<int>"}
	if !slices.Equal(got, want) {
		t.Errorf("launches from device code: %q, want %q", got, want)
	}
	if len(launches) != 4 || len(collect(launches[0], ast.Binary)) != 1 {
		t.Errorf("the body has %d launches", len(launches))
	}
	call := mustRead(t, options("__global__ void k(int *p) {} __device__ void f() { k(3); missing(); }"))
	if len(call.Diagnostics) == 0 {
		t.Error("other errors are dropped")
	}
}
