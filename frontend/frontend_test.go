package frontend

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/internal/golden"
	"github.com/warpcheck/warpcheck/internal/panics"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

func options(t *testing.T, file string) Options {
	t.Helper()
	dir, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	return Options{File: file, Arch: 70, Headers: dir}
}

// parseText parses a source that is not in a file.
func parseText(t *testing.T, source string) *ast.Unit {
	t.Helper()
	o := options(t, "unsaved.cu")
	o.Source = []byte(source)
	return mustParse(t, o)
}

func mustParse(t *testing.T, o Options) *ast.Unit {
	t.Helper()
	unit, err := Parse(o)
	if err != nil {
		t.Fatal(err)
	}
	return unit
}

// mustBeClean parses a source that has no errors.
func mustBeClean(t *testing.T, source string) *ast.Unit {
	t.Helper()
	unit := parseText(t, source)
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

// collect lists the nodes of a kind below n, initialisers of variables included.
func collect(n *ast.Node, kind ast.Kind) []*ast.Node {
	if n == nil {
		return nil
	}
	var found []*ast.Node
	if n.Kind == kind {
		found = append(found, n)
	}
	if n.Kind == ast.Decl && n.Var != nil {
		found = append(found, collect(n.Var.Init, kind)...)
	}
	for _, child := range n.Children {
		found = append(found, collect(child, kind)...)
	}
	return found
}

func TestGolden(t *testing.T) {
	sources, err := filepath.Glob("testdata/*.cu")
	if err != nil || len(sources) == 0 {
		t.Fatal("no sources", err)
	}
	for _, source := range sources {
		t.Run(filepath.Base(source), func(t *testing.T) {
			var dump bytes.Buffer
			ast.Dump(&dump, mustParse(t, options(t, source)))
			golden.Compare(t, strings.TrimSuffix(source, ".cu")+".dump", dump.Bytes())
		})
	}
}

func TestSameTreeTwice(t *testing.T) {
	var first, second bytes.Buffer
	ast.Dump(&first, mustParse(t, options(t, "testdata/templates.cu")))
	ast.Dump(&second, mustParse(t, options(t, "testdata/templates.cu")))
	if first.String() != second.String() {
		t.Error("two parses of one file differ")
	}
}

func TestDeclarationsAreInterned(t *testing.T) {
	unit := mustBeClean(t, `__device__ int f(int);
		__device__ int f(int a) { return a; }
		__global__ void k(int *p) { int v = f(p[0]); p[v] = f(v); }`)
	calls := collect(find(t, unit, "k").Body, ast.Call)
	if len(calls) != 2 || calls[0].Func != calls[1].Func || calls[0].Func != find(t, unit, "f") {
		t.Error("two calls of one function do not name one Function")
	}
	if v := collect(find(t, unit, "f").Body, ast.VarRef)[0].Var; v != find(t, unit, "f").Params[0] {
		t.Error("the body's parameter is not the function's")
	}
}

func TestArchitectures(t *testing.T) {
	const source = `#ifdef __CUDA_ARCH_FEAT_SM90_ALL
__global__ void k(int *p) { p[0] = __CUDA_ARCH_SPECIFIC__ + __CUDA_ARCH__ - __CUDA_ARCH_FAMILY_SPECIFIC__; }
#else
__global__ void k(int *p) { p[0] = __CUDA_ARCH__; }
#endif`
	for _, arch := range []warp.Arch{30, 35, 70, 75, 86, 87, 90, 90 + warp.Specific, 100, 120} {
		o := options(t, "unsaved.cu")
		o.Source, o.Arch = []byte(source), arch
		unit := mustParse(t, o)
		literals := collect(find(t, unit, "k").Body, ast.IntLit)
		if got := literals[len(literals)-1].Value; got != int64(arch.Capability()*10) {
			t.Errorf("%s: __CUDA_ARCH__ is %d", arch, got)
		}
		if isFeature := len(literals) > 2; isFeature != arch.IsSpecific() {
			t.Errorf("%s: its feature macro is defined: %t", arch, isFeature)
		}
	}
}

func TestArgumentsReachClang(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "there.h"), []byte("#define V 5\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	o := options(t, "unsaved.cu")
	o.Source = []byte("#include <there.h>\n__global__ void k(int *p) { p[0] = V + W; }")
	o.Args = []string{"-I" + dir, "-DW=2", "-std=c++14"}
	unit := mustParse(t, o)
	if len(unit.Diagnostics) > 0 {
		t.Errorf("unexpected: %s", unit.Diagnostics[0].Text)
	}
	if !slices.ContainsFunc(unit.Files, func(f string) bool { return filepath.Base(f) == "there.h" }) {
		t.Errorf("Files lacks the header: %v", unit.Files)
	}
}

func TestConstantsAreFolded(t *testing.T) {
	unit := mustBeClean(t, `
		enum class E : unsigned char { A = 200 };
		struct Config { int width; bool wide; };
		constexpr Config config = {16, true};
		constexpr int table[] = {3, 5, 7};
		constexpr int power(int n) { return n ? 2 * power(n - 1) : 1; }
		template <int N> struct Traits { static const int lanes = N * 2; };
		__global__ void k(int *p) {
			p[0] = sizeof(Config);
			p[1] = config.width;
			p[2] = table[1];
			p[3] = power(6);
			p[4] = Traits<8>::lanes;
			p[5] = (int)E::A;
			const unsigned mask = -1;
			p[6] = mask;
		}`)
	want := []int64{8, 16, 5, 64, 16, 200, 0xffffffff}
	var got []int64
	for _, assign := range collect(find(t, unit, "k").Body, ast.Assign) {
		value := assign.Children[1]
		for value.Kind == ast.Cast && !value.Known {
			value = value.Children[0]
		}
		if !value.Known {
			t.Errorf("line %d: not folded", assign.Pos.Line)
		}
		got = append(got, value.Value)
	}
	if !slices.Equal(got, want) {
		t.Errorf("folded to %v, want %v", got, want)
	}
}

func TestDestructorsAreDefined(t *testing.T) {
	unit := mustBeClean(t, `struct Inner { __device__ ~Inner() { __syncwarp(); } };
		struct Outer { Inner inner; };
		__global__ void k() { Outer outer[2]; }`)
	decl := collect(find(t, unit, "k").Body, ast.Decl)[0]
	outer := decl.Var.Type.Elem
	if outer.Destructor == nil || outer.Fields[0].Type.Destructor == nil {
		t.Fatal("a destructor is missing")
	}
	if unit.Destructor(outer.Fields[0].Type).Body == nil {
		t.Error("the field's destructor has no body")
	}
}

func TestSystemCodeOnlyWhenUsed(t *testing.T) {
	dir := t.TempDir()
	const header = `__device__ inline int used(int x) { return x; }
		__device__ inline int unused(int x) { return x; }
		template <class T> constexpr T larger(T a, T b) { return a < b ? b : a; }`
	if err := os.WriteFile(filepath.Join(dir, "lib.h"), []byte(header), 0o644); err != nil {
		t.Fatal(err)
	}
	o := options(t, "unsaved.cu")
	o.Source = []byte("#include <lib.h>\n__global__ void k(int *p) { p[0] = used(larger(p[0], 1)); }")
	o.Args = []string{"-isystem", dir, "-Xclang", "-fcuda-allow-variadic-functions"}
	var names []string
	for _, f := range mustParse(t, o).Functions {
		names = append(names, f.Name)
		if f.Pos.System != (f.Name != "k") {
			t.Errorf("%s: System is %v", f.Name, f.Pos.System)
		}
	}
	slices.Sort(names)
	if want := []string{"k", "larger", "used"}; !slices.Equal(names, want) {
		t.Errorf("functions %v, want %v", names, want)
	}
}

func TestBrokenCodeKeepsTheRest(t *testing.T) {
	unit := mustParse(t, options(t, "testdata/broken.cu"))
	for _, name := range []string{"good", "bad", "later", "helper<int>"} {
		find(t, unit, name)
	}
	calls := collect(find(t, unit, "bad").Body, ast.Call)
	if !slices.ContainsFunc(calls, func(n *ast.Node) bool {
		return n.Func != nil && n.Func.Name == "__shfl_xor_sync"
	}) {
		t.Error("the collective after the error is lost")
	}
	if first := unit.Diagnostics[0]; first.Severity < source.Error || first.Pos.Line != 1 {
		t.Errorf("first diagnostic: %+v", first)
	}
}

// A constant that the arguments of a template decide is a constant of the template, with its name as text.
func TestPatternsNameConstants(t *testing.T) {
	unit := mustBeClean(t, `
template <class T, class U> constexpr bool same = false;
template <class T> __global__ void k(T p, const char **name) {
  if constexpr (same<T, int>) name[0] = __PRETTY_FUNCTION__;
}`)
	body := find(t, unit, "k").Body
	if bad := collect(body, ast.Unsupported); len(bad) > 0 {
		t.Errorf("%s is not supported", bad[0].Text)
	}
	if len(collect(body, ast.TemplateConst)) != 1 || len(collect(body, ast.StringLit)) != 1 {
		t.Error("no constant or no text")
	}
}

func TestFilesThatCannotBeParsed(t *testing.T) {
	binary := filepath.Join(t.TempDir(), "binary.cu")
	if err := os.WriteFile(binary, []byte("\x7fELF\x00\x01\x02"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Parse(options(t, binary)); err == nil || !strings.Contains(err.Error(), "text") {
		t.Errorf("a binary file: %v", err)
	}
	if _, err := Parse(options(t, "testdata/none.cu")); !os.IsNotExist(err) {
		t.Errorf("a missing file: %v", err)
	}
}

func TestEmptySource(t *testing.T) {
	unit := mustBeClean(t, "")
	if len(unit.Functions) != 0 || len(unit.Launches) != 0 {
		t.Error("something from nothing")
	}
}

// A deep expression must neither crash nor lose the kernels around it.
func TestDeepNesting(t *testing.T) {
	unit := parseText(t, "__global__ void k(int *p) { p[0] = p[1]"+strings.Repeat(" + p[2]", 5000)+
		"; }\n__global__ void after(int *p) { p[0] = 1; }")
	find(t, unit, "k")
	find(t, unit, "after")
}

func TestArrayElementsAreConstructed(t *testing.T) {
	unit := mustBeClean(t, `struct S { int v; __device__ S(int v = 7) : v(v) {} };
		__global__ void k() { S all[4] = {1, 2}; int zeroes[4] = {1}; }`)
	decls := collect(find(t, unit, "k").Body, ast.Decl)
	if n := len(collect(decls[0], ast.Construct)); n != 4 {
		t.Errorf("%d elements are constructed, want 4", n)
	}
	if n := len(decls[1].Var.Init.Children); n != 1 {
		t.Errorf("%d elements of the integers are given, want 1", n)
	}
}

// parseCrashing is Parse with the pragmas enabled that make clang crash.
func parseCrashing(o Options) (*ast.Unit, error) {
	args := arguments(o)
	i := slices.Index(args, harmlessPragmas)
	return parse(o, slices.Delete(args, i-1, i+1))
}

// A source cannot make clang crash by a pragma.
func TestCrashesAreNotAskedFor(t *testing.T) {
	find(t, mustBeClean(t, "#pragma clang __debug crash\n__global__ void k() {}"), "k")
}

// A class with a part that is only declared has no layout. clang crashes when it computes one. The functions of the
// class are read all the same.
func TestPartsWithoutSize(t *testing.T) {
	for name, text := range map[string]string{
		"field of a base":     "struct inner : missing { int y; }; struct outer : inner { int z; };",
		"field of a field":    "struct inner { missing m; int y; }; struct outer { inner i[2]; int z; };",
		"base of an argument": "template <class T> struct inner : T { int y; }; struct outer { inner<missing> i; int z; };",
		"field of itself":     "template <class T> struct inner { T t; int y; }; struct outer { inner<outer> i; int z; };",
	} {
		t.Run(name, func(t *testing.T) {
			find(t, parseText(t, "struct missing;"+text+" __device__ int last(outer *o) { return o->z; }"), "last")
		})
	}
}

// An alignment that the arguments of a template decide is not a number. clang would crash if it were asked for one.
func TestOpenAlignments(t *testing.T) {
	unit := mustBeClean(t, `template <class T> constexpr int alignment() { return alignof(T); }
		template <class T> __global__ void k() {
			extern __shared__ __attribute__((aligned(alignof(T)))) char bytes[];
			alignas(T) __shared__ char more[8];
			alignas(alignment<T>()) alignas(4) char one;
			alignas(8) char eight;
		}`)
	want := map[string]int{"bytes": types.OpenAlignment, "more": types.OpenAlignment, "one": types.OpenAlignment, "eight": 8}
	for _, n := range collect(find(t, unit, "k").Body, ast.Decl) {
		if n.Var.Alignment != want[n.Var.Name] {
			t.Errorf("%s: alignment %d, want %d", n.Var.Name, n.Var.Alignment, want[n.Var.Name])
		}
	}
}

// A crash of clang costs one file, not the run.
func TestCrashIsAnError(t *testing.T) {
	o := options(t, "unsaved.cu")
	o.Source = []byte("#pragma clang __debug crash\n")
	if _, err := parseCrashing(o); err == nil || !strings.Contains(err.Error(), "crashed") {
		t.Errorf("got %v", err)
	}
	mustBeClean(t, "__global__ void k() {}")
}

// The guard against crashes of clang must leave Go's own handling of signals intact.
func TestGoStillRecovers(t *testing.T) {
	mustBeClean(t, "__global__ void k() {}")
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	var missing *ast.Function
	t.Log(missing.Name)
}

// clang's own headers are found if the machine has none.
func TestOwnHeaders(t *testing.T) {
	o := options(t, "unsaved.cu")
	o.Source, o.Args = []byte("#include <stddef.h>\n#include <limits.h>\n__global__ void k(size_t n) {}"), []string{"-nobuiltininc"}
	for _, d := range mustParse(t, o).Diagnostics {
		t.Errorf("line %d: %s", d.Pos.Line, d.Text)
	}
}

// Declarations of the C library's headers that only the host supports are no error.
func TestComplexOfFloat128(t *testing.T) {
	find(t, mustBeClean(t, "typedef _Complex float complex128 __attribute__((__mode__(__TC__)));\n__global__ void k() {}"), "k")
}

// raises parses a file and returns the value with which it panicked.
func raises(t *testing.T, set func(*Options)) (cause any) {
	t.Helper()
	defer func() { cause = recover() }()
	o := options(t, filepath.Join("testdata", "macros.cu"))
	set(&o)
	_, err := Parse(o)
	t.Errorf("no panic, and the error %v", err)
	return nil
}

// A panic of Go code that clang calls is raised as such, and is not taken for a crash of clang.
func TestPanicsOfAnswers(t *testing.T) {
	faulty := func(string) bool {
		var missing *ast.Function
		return missing.Name == ""
	}
	for name, set := range map[string]func(*Options){
		"Own":     func(o *Options) { o.Own, o.Source = faulty, []byte("# 1 \"k.h\" 3\n__global__ void k() {}\n") },
		"MayRead": func(o *Options) { o.MayRead = faulty },
		"a panic": func(o *Options) { o.MayRead = func(string) bool { panic("by hand") } },
	} {
		t.Run(name, func(t *testing.T) {
			if late, isLate := raises(t, set).(*panics.Late); !isLate || !strings.HasPrefix(late.Place, "frontend_test.go:") {
				t.Errorf("raised %v", late)
			}
			mustBeClean(t, "__global__ void k() {}")
		})
	}
}

// A skipped part is listed once for each time that its file is read.
func TestSkipped(t *testing.T) {
	unit := mustBeClean(t, `
#ifdef NOT_GIVEN
one
#elif 1
#else
two
#endif
`)
	var lines [][2]int
	for _, pos := range unit.Skipped {
		lines = append(lines, [2]int{pos.Line, pos.EndLine})
	}
	if want := [][2]int{{2, 4}, {5, 7}}; !slices.Equal(lines, want) {
		t.Errorf("skipped lines %v, want %v", lines, want)
	}
	if unit.Entered["unsaved.cu"] != 1 {
		t.Errorf("entered: %v", unit.Entered)
	}
}
