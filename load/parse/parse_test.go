package parse

import (
	"strings"
	"testing"

	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/frontend/clang"
	"github.com/warpcheck/warpcheck/frontend/headers"
)

// options returns the options for a source that is in no file.
func options(source string) frontend.Options {
	return frontend.Options{File: "unsaved.cu", Source: []byte(source), Arch: 70, Headers: headers.Folder}
}

func mustRead(t *testing.T, o frontend.Options) *ast.Unit {
	t.Helper()
	unit, err := File(o)
	if err != nil {
		t.Fatal(err)
	}
	return unit
}

// mustBeClean reads a source in which no errors may be left.
func mustBeClean(t *testing.T, source string) *ast.Unit {
	t.Helper()
	unit := mustRead(t, options(source))
	for _, d := range unit.Diagnostics {
		t.Errorf("line %d: %s", d.Pos.Line, d.Text)
	}
	return unit
}

func find(t *testing.T, unit *ast.Unit, name string) *ast.Function {
	t.Helper()
	for _, f := range unit.Functions {
		if f.Qualified == name {
			return f
		}
	}
	t.Fatalf("no function %s in the unit", name)
	return nil
}

// collect lists the nodes of a kind below n.
func collect(n *ast.Node, kind ast.Kind) []*ast.Node {
	var found []*ast.Node
	for node := range n.Nodes() {
		if node.Kind == kind {
			found = append(found, node)
		}
	}
	return found
}

// A file is read once if none of its errors needs another parse.
func TestOneParse(t *testing.T) {
	for source, want := range map[string]int{
		"__global__ void k() { __syncwarp(); }\nint main() { k<<<1, 32>>>(); }": 1,
		"int undeclared = nowhere;": 1,
		"struct S { int a; __device__ S() : a(1) {} };\n__global__ void k() { __shared__ S s; }": 2,
		"#ifndef __CUDA_ARCH__\nvoid f() { k<<<1, 1>>>(); }\n#endif":                             2,
	} {
		parses := 0
		o := options(source)
		o.Parses = &parses
		if _, err := File(o); err != nil || parses != want {
			t.Errorf("%q is parsed %d times, want %d: %v", source, parses, want, err)
		}
	}
}

// If the parser crashes with the new standard and not with an older one, the file is read as the older one, and this is
// reported.
func TestCrashOfANewStandard(t *testing.T) {
	defer func() { once = frontend.Parse }()
	once = func(o frontend.Options) (*ast.Unit, error) {
		if !o.OldStandard {
			return nil, clang.ErrCrashed
		}
		return frontend.Parse(o)
	}
	o := options("static_assert(__cplusplus == 201703L);\n__global__ void k() {}\ntemplate <class T> concept Any = true;\n")
	if _, err := File(o); err == nil {
		t.Error("a file that is read as C++17 is read again")
	}
	o.Args = append(o.Args, "-std=c++20")
	unit, err := File(o)
	if err != nil {
		t.Fatal(err)
	}
	find(t, unit, "k")
	if len(unit.Diagnostics) < 2 || !strings.Contains(unit.Diagnostics[0].Text, "is read as C++17") {
		t.Errorf("got %v", unit.Diagnostics)
	}
}

// A file with words of C++20 is read as C++20 unless its options name another standard.
func TestWordsOfANewStandard(t *testing.T) {
	const text = `template <class T> concept Small = sizeof(T) < 8;
template <Small T> __global__ void k(T *d) { *d = 1; }
void start(int *d) { k<<<1, 32>>>(d); }`
	unit := mustBeClean(t, text)
	if find(t, unit, "k<int>").Body == nil {
		t.Error("the kernel has no body")
	}
	o := options(text)
	o.Args = append(o.Args, "-std=c++17")
	if unit, err := File(o); err != nil || len(unit.Diagnostics) == 0 {
		t.Errorf("a file that is C++17 is read as another: %v", err)
	}
}

// Names of the library ask for the version that has them, and the place of the first is known.
func TestNamesOfANewStandard(t *testing.T) {
	for text, want := range map[string]struct {
		standard frontend.Standard
		line     int
	}{
		"#include <span>\nint first(std::span<int> of) { return of[0]; }":                          {frontend.CXX20, 2},
		"#include <chrono>\nusing Days = std::chrono::days;":                                       {frontend.CXX20, 2},
		"bool less(int a, int b) { return a < b; }":                                                {0, 0},
		"#include <compare>\n\nstruct A { int x; auto operator<=>(const A &) const = default; };":  {frontend.CXX20, 3},
		"#include <utility>\nenum class E { a };\nint word(E e) { return std::to_underlying(e); }": {frontend.CXX23, 3},
		"#include <utility>\nint word(int e) { return std::no_such_name(e); }":                     {0, 0},
	} {
		r, err := Start(options(text))
		if err != nil || r.Newer != want.standard || r.Needed.Line != want.line {
			t.Errorf("%q is read as C++%d for line %d, want C++%d for line %d: %v", text, r.Newer, r.Needed.Line, want.standard, want.line, err)
		}
	}
}

// A shared variable that clang refuses because of its constructor is in the tree.
func TestSharedWithConstructor(t *testing.T) {
	unit := mustBeClean(t, `
struct Pair { float d; int i; __device__ Pair() : d(0), i(0) {} };
struct Guard { __device__ ~Guard() {} };
template <typename T> __global__ void k(float *o) {
  __shared__ T p[32], q;
  __shared__ Guard g;
  o[0] = p[threadIdx.x].d + q.d;
}
void launch(float *o) { k<Pair><<<1, 32>>>(o); }
`)
	shared := collect(find(t, unit, "k<Pair>").Body, ast.Decl)
	if len(shared) != 3 {
		t.Fatalf("%d variables", len(shared))
	}
	for _, n := range shared {
		if v := n.Var; v.Storage != types.Shared || v.Init != nil || v.Pos.Column < 14 {
			t.Errorf("%s: %+v", v.Name, v)
		}
	}
}
