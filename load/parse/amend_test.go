package parse

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/warpcheck/warpcheck/frontend/ast"
)

// Code that nvcc accepts and clang refuses is in the tree, at the columns of the original file.
func TestAmended(t *testing.T) {
	unit := mustBeClean(t, `struct N {}; bool operator<(N, N);
#define SECOND(object, p) object.load<2>(p)
template <class T> struct V {
  template <int n> __device__ static T load(T *p) { return p[n]; }
  template <class U> struct In { static constexpr int v = 3; };
  int held;
};
template <class T, int n> __device__ T f(T *p) {
  V<T> v;
  int a = V<T>::load<n>(p) + p[0]; int b = v.load<1>(p) + (&v)->load<n>(p);
  return V<T>::In<int>::v + SECOND(v, p) + a + b;
}
__global__ void k(int *p, int m) {
  asm volatile("st.u32 [%1], %0;" ::"r"(m) "l"(p) : "memory"); p[1] = 2;
  p[0] = f<int, 3>(p);
}
extern "C"__global__ void given(int n) {}
void host(int n) { int blocks[n][2] = {{32, 1}, {2}}; given<<<1, 32>>>(blocks[0][1]); }`)
	f := find(t, unit, "f<int, 3>")
	var calls []int
	for _, call := range collect(f.Body, ast.Call) {
		if call.Func != nil && call.Func.Body != nil {
			calls = append(calls, call.Pos.Column)
		}
	}
	if !slices.Equal(calls, []int{11, 44, 59, 36}) {
		t.Errorf("the calls are at columns %v", calls)
	}
	k := find(t, unit, "k").Body
	if asm := collect(k, ast.Asm_); len(asm) != 1 || asm[0].Asm.Inputs != 2 {
		t.Error("the asm statement has not two operands")
	}
	if at := collect(k, ast.Index)[0].Pos; at.Column != 64 || at.EndColumn != 68 {
		t.Errorf("p[1] is at columns %d-%d", at.Column, at.EndColumn)
	}
	if len(unit.Launches) != 1 || unit.Launches[0].Pos.Column != 55 {
		t.Errorf("launches: %+v", unit.Launches)
	}
}

// A template of an operator is called by its name.
func TestAmendedOperator(t *testing.T) {
	unit := mustBeClean(t, `struct Equal { template <int n> __device__ bool operator()(int a, int b) const { return a + n == b; } };
template <class T> struct Set {
  T equal;
  __device__ bool has(int a) const { return [&] { return this->equal.operator()<3>(a, 4); }(); }
};
__global__ void k(Set<Equal> s, int *d) { d[0] = s.has(d[1]); }`)
	if f := find(t, unit, "Equal::operator()<3>"); f.Body == nil {
		t.Error("the operator has no body")
	}
}

// A call of a destructor with the word template is in the tree.
func TestAmendedDestructor(t *testing.T) {
	unit := mustBeClean(t, `template <class T> struct Box { T *p; __device__ ~Box() { *p = 1; } };
template <class T> __device__ void drop(Box<T> &b, Box<T> *p) {
  b.template ~Box<T>(); p->template ~Box<T>(); }
__global__ void k(Box<int> *b) { drop(*b, b); }`)
	var columns []int
	for _, call := range collect(find(t, unit, "drop<int>").Body, ast.Call) {
		columns = append(columns, call.Pos.Column)
	}
	if !slices.Equal(columns, []int{3, 25}) {
		t.Errorf("the calls are at columns %v", columns)
	}
}

// A dependent type without typename and a conversion of a pointer to a narrower integer mean the same as for nvcc.
func TestAmendedTypes(t *testing.T) {
	unit := mustBeClean(t, `struct S { typedef int type; };
template <class T> struct B { typedef T type; type held; };
template <class T> __device__ T::type f(T::type x, int n) {
  T::type a = n; const T::type b = 1; B<T::type> q; B<T>::type r = T();
  using X = T::type; typedef T::type Y;
  for (T::type i = 0; i < 3; i++) a += sizeof(T::type) + (T::type)n + static_cast<T::type>(n);
  return a + b + X(q.held) + Y(x);
}
template <class T> struct C { T::type m; B<T::type> n; };
__global__ void k(int *p) {
  C<S> c; c.m = c.n.held;
  p[0] = f<S>(c.m, 2); p[1] = (int)p; p[2] = unsigned(p + 1); p[3] = reinterpret_cast<int>(p);
}`)
	var columns []int
	for _, index := range collect(find(t, unit, "k").Body, ast.Index) {
		columns = append(columns, index.Pos.Column)
	}
	if !slices.Equal(columns, []int{3, 24, 39, 63}) {
		t.Errorf("the elements are at columns %v", columns)
	}
	if len(collect(find(t, unit, "f<S>").Body, ast.For)) != 1 {
		t.Error("the loop of f is not in the tree")
	}
}

// The marks of a launch are one token, whatever is between their parts.
func TestAmendedMarks(t *testing.T) {
	unit := mustBeClean(t, `#define NAME k
#define LAUNCH k << <1, 32 >> >(p)
#define TALL(n) k << \
    <n, 32 >> \
    >(p)
template <class T, int n> __global__ void t(T *p) {}
template <class T> struct V {};
__global__ void k(int *p) {}
__global__ void m(int *p, int n) {}
void host(int *p, int n) {
  k << <1, 32 >> >(p);
  k < < < 1, 32 > > > (p); k < << 1, 32 > >>(p);
  k <<< 1, 32 >> >(p); k << <1, 32 >>>(p); k <<< 1, 32 >>> (p);
  NAME << <1, 32 >> >(p); LAUNCH; TALL(1);
  t<int, (8 >> 2)> << <1, 32 >> >(p); t<V<V<int>>, 1> << <1, 32 >> >(0);
  m << /* < */ <n >> 3, n << 3 >> // >
    > (p, n >> 3 > 1);
}
__global__ void parent(int *p) { k << <1, 64 >> >(p); }
#ifndef __CUDA_ARCH__
void hidden(int *p) { k < < <1, 96 > > >(p); }
#endif`)
	var columns []int
	for _, launch := range unit.Launches {
		columns = append(columns, launch.Pos.Column)
	}
	if want := []int{3, 3, 28, 3, 24, 44, 3, 27, 35, 3, 39, 3, 34}; !slices.Equal(columns, want) {
		t.Errorf("the launches are at columns %v, want %v", columns, want)
	}
	if unit.HostView == nil || len(unit.HostView.Launches) != len(columns)+1 {
		t.Error("host code does not see the launch that is hidden from the device")
	}
}

// Three > that close lists of template arguments are not the mark of a launch.
func TestNoMarks(t *testing.T) {
	for _, source := range []string{
		"void f(int n) { n = n << (1 < < n); }",
		"void f() { A<A<A<> > > (a); }",
		"void f(int n) { k<<<1, 1>>>(); n = (n > > > n); }",
	} {
		at := strings.LastIndexAny(source, "<>")
		if edits := joinMark([]byte(source), at, ""); edits != nil {
			t.Errorf("%s: %+v", source, edits)
		}
	}
}

func TestAmendedHeader(t *testing.T) {
	dir := t.TempDir()
	header := `template <class T, class P> __device__ int read(P *p) { return T::at<0>(p); }` + "\n"
	if err := os.WriteFile(filepath.Join(dir, "read.h"), []byte(header), 0o644); err != nil {
		t.Fatal(err)
	}
	o := options(`#include "read.h"
struct A { template <int n> __device__ static int at(int *p) { return p[n]; } };
__global__ void k(int *p) { p[0] = read<A>(p); }`)
	o.Args = []string{"-I" + dir}
	unit := mustRead(t, o)
	if len(unit.Diagnostics) > 0 {
		t.Errorf("got %v", unit.Diagnostics)
	}
}

// An error that no amendment removes stays, at its place.
func TestNotAmended(t *testing.T) {
	unit := mustRead(t, options(`struct A { template <int n> __device__ static int at(int *p) { return p[n]; } };
template <class T> __device__ int f(int *p) { int a = T::at<0>(p); return a + T::nowhere(p); }
__global__ void k(int *p) { p[0] = f<A>(p); }
__global__ void g(int *p) { p[0] = (p[1] "x"; }`))
	var got []int
	for _, d := range unit.Diagnostics {
		got = append(got, 100*d.Pos.Line+d.Pos.Column)
	}
	if len(got) != 2 || !slices.Contains(got, 442) || !slices.Contains(got, 282) {
		t.Errorf("errors at %v: %v", got, unit.Diagnostics)
	}
}

// An aggregate can be initialised with parentheses wherever C++ allows it; those of a class with constructors stay.
func TestAmendedAggregates(t *testing.T) {
	const source = `struct P { int a; float b; };
namespace n { template <class T> struct Q { T x; int n; }; }
struct In { P p; int c; };
#define MADE(x) P(x, ')')
__device__ void use(P);
__device__ int4 quad(int a) { return int4(a, 1, a < 2, 3 /* ) */); }
__device__ void all(int a) {
  P p(a, 1.f), *q = new P(1, 2); use(P(a, 2)); use(MADE(a)); use(P(1));
  const n::Q<int> r(1, 2); auto s = n::Q<float>(1.f, a);
  In in(P(1, 2), [] { return 1; }());
}
struct M { int4 v; P p; __device__ M(unsigned a) : v(a, a, a, a), p(a, 2.f) {} };
template <class T> __device__ T made(int a) { T x(a, a); return a ? T(a, a) : x; }
__global__ void k(int *p) { p[0] = made<P>(1).a + made<int2>(2).x; }
`
	o := options(source)
	o.Args = []string{"-std=c++20"}
	unit := mustRead(t, o)
	if len(unit.Diagnostics) > 0 {
		t.Errorf("got %v", unit.Diagnostics)
	}
	var columns []int
	for _, call := range collect(find(t, unit, "all").Body, ast.Call) {
		if call.Func != nil && call.Func.Name == "use" {
			columns = append(columns, call.Pos.Column)
		}
	}
	if !slices.Equal(columns, []int{34, 48, 62}) {
		t.Errorf("the calls are at columns %v", columns)
	}
	own := mustRead(t, options("struct C { __device__ C(int *); };\n__device__ C f() { return C(1, 2); }"))
	if len(own.Diagnostics) != 1 || own.Diagnostics[0].Pos.Column != 27 {
		t.Errorf("got %v", own.Diagnostics)
	}
}

// A static member that is reached through this is a constant.
func TestAmendedConstants(t *testing.T) {
	unit := mustBeClean(t, `struct W {
  static constexpr bool wide = true; static constexpr int n = 4; int held;
  __device__ int f(int *p) { if constexpr (!(this->wide) || this->n > 8) return p[this->held]; return p[1]; }
};
template <class T> struct V {
  static constexpr bool wide = sizeof(T) > 2;
  __device__ int g(int *p) { static_assert(this -> wide, ""); if constexpr (this->wide) return p[2]; return p[3]; }
};
__global__ void k(int *p) { W w; V<int> v; p[0] = w.f(p) + v.g(p); }`)
	for name, column := range map[string]int{"W::f": 103, "V<int>::g": 96} {
		if at := collect(find(t, unit, name).Body, ast.Index)[0].Pos; at.Column != column {
			t.Errorf("%s: the element is at column %d", name, at.Column)
		}
	}
}

// A member function is for the sides of its definition, even if its declaration is not.
func TestAmendedSides(t *testing.T) {
	unit := mustBeClean(t, `struct S {
  S(); S(int a) { s = a; } /* S(); */
  int s, got;
  S &operator +=( int a ); volatile S &operator+=(int a) volatile;
  int operator()(int) const; operator bool() const;
  template <class T> T get(T x) const;
private:
  int hidden(int); int shidden(int);
};
inline __device__ __host__
S::S() { s = 0; }
inline __device__ __host__ S &
S::operator +=( int a ) { s += a; return *this; }
inline __host__ __device__ volatile S &S::operator+=(int a) volatile { s = s + a; return *this; }
__host__ __device__ int S::operator()(int a) const { return s; }
__host__ __device__ S::operator bool() const { return s; }
template <class T> __device__ T S::get(T x) const { return x + s; }
__device__ int S::hidden(int a) { return a; }
int S::shidden(int a) { return a; }
template <class T> class B { public: explicit B(T *p); void lock(); T *p_; };
template <class T> __device__ B<T>::B(T *p) : p_(p) {}
template <class T> inline __device__ void B<T>::lock() { while (atomicCAS(p_, 0, 1)); }
__global__ void k(int *p) { S s; s += 2; B<int> b(p); b.lock(); p[0] = s.s + s.get(2) + s(3); if (s) p[1] = 2; }
void host() { S s; s += 3; }`)
	if body := find(t, unit, "B<int>::lock").Body; body == nil || len(collect(body, ast.While)) != 1 {
		t.Error("a lock does not loop")
	}
	if at := collect(find(t, unit, "k").Body, ast.Index)[0].Pos; at.Column != 65 {
		t.Errorf("an element is at column %d", at.Column)
	}
	elsewhere := mustRead(t, options("struct S;\n__device__ int S::f() { return 1; }"))
	if len(elsewhere.Diagnostics) == 0 {
		t.Error("a member of nothing")
	}
}

// A function that is declared again without the words for its sides keeps those of its first declaration.
func TestRepeatedSides(t *testing.T) {
	unit := mustBeClean(t, `#define BOTH __host__ __device__
template <class T> BOTH void sift(T *p);
template <class T> struct Heap {
  BOTH Heap(int n);
  template <class U> BOTH Heap(U *from, int n);
  BOTH int top() const;
  int held;
};
#define AFTER 1
/* moves; up { */
template <class T>
void sift(T *p) { *p = AFTER; }
template <class T> Heap<T>::Heap(int n) : held(n) {}
template <class T>
template <class U>
Heap<T>::Heap(U *from, int n) : held(*from + n) {}
template <class T> int Heap<T>::top() const { return held; }
__global__ void k(int *p) {
  Heap<int> a(3), b(p, 3);
  sift(p);
  p[1] = a.top() + b.top();
}
void host(int *p) { k<<<1, 32>>>(p); }`)
	if f := find(t, unit, "sift<int>"); f.Body == nil || !f.Host || !f.Device {
		t.Errorf("sift<int> is %+v", f)
	}
}
