package check

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/identity"
	"github.com/warpcheck/warpcheck/config"
	"github.com/warpcheck/warpcheck/internal/parsetest"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/load"
	"github.com/warpcheck/warpcheck/result"
)

// What is taken for the roots of a unit gives the same result as their analysis, byte for byte.
func TestTakenAsKept(t *testing.T) {
	if err := smt.Load(); err != nil {
		t.Fatal(err)
	}
	step := *oneIn
	if testing.Short() {
		step *= 4
	}
	all, notMoved := 0, 0
	for n, file := range kernelFiles(t) {
		if n%step != step/2 {
			continue
		}
		t.Run(strings.TrimPrefix(filepath.ToSlash(file), kernelFolder), func(t *testing.T) {
			c, asked := requestFor(t, file, nil)
			known := newRootStore()
			unshared := unitsOf(t, c, asked, nil)
			made := &rootExchange{find: known.find}
			first := unitsOf(t, c, asked, made)
			known.keep(made.kept)
			taken := &rootExchange{find: known.find}
			second := unitsOf(t, c, asked, taken)
			if !bytes.Equal(unshared, first) {
				t.Error("to keep results changes the result")
			}
			if !bytes.Equal(first, second) {
				t.Error("to take results changes the result")
			}
			if len(taken.kept) > 0 {
				t.Errorf("%d results of %d are kept again", len(taken.kept), len(made.kept))
			}
			moved, unmoved := compareMoved(t, file, known)
			all, notMoved = all+moved+unmoved, notMoved+unmoved
		})
	}
	if notMoved*10 > all {
		t.Errorf("%d results of %d are not moved", notMoved, all)
	}
}

// compareMoved moves the text of a file, and compares what is taken for its roots with their analysis. Some lines are
// in front of the file, and some are between its lines. It counts the results that are taken, and the others: a type
// without a name is named by its line, so that roots with such a type are analysed again.
func compareMoved(t *testing.T, file string, known *rootStore) (moved, unmoved int) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, edited := range []string{"\n\n" + string(text), strings.ReplaceAll(string(text), "\n__global__", "\n\n__global__")} {
		c, asked := requestFor(t, file, []byte(edited))
		analysed := &rootExchange{find: newRootStore().find}
		fresh := unitsOf(t, c, asked, analysed)
		taken := &rootExchange{find: known.find}
		if !bytes.Equal(fresh, unitsOf(t, c, asked, taken)) {
			t.Error("to move results changes the result")
		}
		moved, unmoved = moved+len(analysed.kept)-len(taken.kept), unmoved+len(taken.kept)
	}
	return moved, unmoved
}

// What has no key decides as well whether a result is taken: the host code that launches a kernel, and a header that is not
// found.
func TestTakenForEqualAnswers(t *testing.T) {
	if err := smt.Load(); err != nil {
		t.Fatal(err)
	}
	const kernel = `
__global__ void k(int *d, int n) {
#ifndef HAVE_IT
  if (threadIdx.x < n) __shfl_xor_sync(0xffffffff, d[0], 1);
#endif
}
inline int odd(int n) { while (n > 1) n -= 2; return n; }
`
	folder := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	write("k.cuh", kernel)
	write("sure.cuh", strings.NewReplacer("#ifndef HAVE_IT\n", "", "#endif\n", "").Replace(kernel))
	for _, test := range []struct {
		name, first, second string
		isTaken             bool
	}{
		{"alike", "#include \"k.cuh\"\n", "#include \"k.cuh\"\nint other;\n", true},
		{"doubt", "\n#include \"sure.cuh\"\n", "#include \"absent.h\"\n#include \"sure.cuh\"\n", true},
		{"doubts", "\n#include \"k.cuh\"\n", "#include \"absent.h\"\n#include \"k.cuh\"\n", false},
		{"host", "#include \"k.cuh\"\nvoid f(int *d, int n) { if (odd(n) == 1) k<<<1, 64>>>(d, n); }",
			"#include \"k.cuh\"\nvoid f(int *d, int n) { if (odd(n) == 0) k<<<1, 64>>>(d, n); }", false},
	} {
		c, asked := requestFor(t, write(test.name+"1.cu", test.first), nil)
		known, made := newRootStore(), &rootExchange{}
		made.find = known.find
		unitsOf(t, c, asked, made)
		known.keep(made.kept)
		c, asked = requestFor(t, write(test.name+"2.cu", test.second), nil)
		roots := &rootExchange{find: known.find}
		if shared, alone := unitsOf(t, c, asked, roots), unitsOf(t, c, asked, nil); !bytes.Equal(shared, alone) {
			t.Errorf("%s: to take results changes the result", test.name)
		}
		if (roots.taken > 0) != test.isTaken {
			t.Errorf("%s: %d results are taken", test.name, roots.taken)
		}
	}
}

// requestFor returns the request for a file, with all rules. If text is not nil, it is the text of the file.
func requestFor(t *testing.T, file string, text []byte) (*checker, request) {
	t.Helper()
	var unsaved []load.Unsaved
	if text != nil {
		unsaved = []load.Unsaved{{Path: file, Text: text}}
	}
	c, inputs, err := begin(t.Context(), Options{Options: load.Options{Paths: []string{file}, Unsaved: unsaved,
		Config: func(string) (*config.Config, error) { return &config.Config{Undecided: true}, nil }},
		Selection: Selection{Enable: []string{"*"}, Disable: without(file), Potential: true}}, false)
	if err != nil {
		t.Fatal(err)
	}
	units, err := c.plan(t.Context(), inputs)
	if err != nil || len(units) != 1 {
		t.Fatal(len(units), err)
	}
	return c, units[0].asked
}

// unitsOf returns the encoded results of a request, without their times.
func unitsOf(t *testing.T, c *checker, asked request, roots *rootExchange) []byte {
	t.Helper()
	units := analyse(c.loader, asked, nil, roots)
	for i := range units {
		units[i].Seconds = nil
	}
	encoded, err := result.Encode(&units)
	if err != nil {
		t.Fatal(err)
	}
	return encoded
}

// The key of a root has all of the request that is not about the file.
func TestKeysHaveTheRequest(t *testing.T) {
	other := map[string]bool{"Job": true, "Starts": true, "Repairs": true, "Launch": true}
	root := &cfg.Func{Name: "k"}
	keyOf := func(asked request) rootKey {
		one := sharedRoot{is: &identity.Root{}}
		if err := newAnalysis(&load.Job{Arch: 80}, asked).setKeys(&one, root); err != nil {
			t.Fatal(err)
		}
		if one.keys[factsOfRoot] == one.keys[claimsOfRoot] {
			t.Error("two parts have one key")
		}
		return one.keys[factsOfRoot]
	}
	before := keyOf(request{})
	for i := range reflect.TypeFor[request]().NumField() {
		var asked request
		field, name := reflect.ValueOf(&asked).Elem().Field(i), reflect.TypeFor[request]().Field(i).Name
		switch field.Kind() {
		case reflect.Bool:
			field.SetBool(true)
		case reflect.Int:
			field.SetInt(3)
		case reflect.Slice:
			field.Set(reflect.MakeSlice(field.Type(), 1, 1))
		}
		if (keyOf(asked) == before) != other[name] {
			t.Errorf("another %s: the key stays: %v", name, keyOf(asked) == before)
		}
	}
	if keyOf(request{Launch: []config.Launch{{Kernel: "k", Block: []int{64}}}}) == before {
		t.Error("a block of the configuration is not in the key")
	}
}

// Programs that differ in what decides have different keys, and those that differ in what does not have one.
func TestWhatDecides(t *testing.T) {
	const text = `
struct pair { int x; float y; };
__constant__ int table[4] = {1, 2, 3, 4};
template <int N> __device__ int width() { return N; }
__device__ int step(int x) { return x + 1; }
__global__ void __launch_bounds__(128) k(pair *p, const int *__restrict__ d, int n) {
  __shared__ int s[128];
  s[threadIdx.x] = table[threadIdx.x & 3] + step(n);
  if (p[threadIdx.x].x > width<4>()) __syncthreads();
  d[s[0]] > 3 ? __syncwarp() : (void)0;
}
void host(pair *p, int *d, int n) { if (n > 4) k<<<2, 128>>>(p, d, n); }
`
	keyOf := func(text string) identity.Key {
		p := parsetest.Program(t, text)
		is := identity.Keys(p)[p.Roots[0]]
		if is == nil || p.Roots[0].Name != "k" {
			t.Fatal(p.Roots[0].Name, is)
		}
		return is.Key
	}
	before := keyOf(text)
	for _, change := range [][2]string{{"x + 1", "x + 2"}, {"x + 1", "x - 1"}, {"{1, 2, 3, 4}", "{1, 2, 3, 5}"}, {"int x; float y", "int x; int y"}, {"int x; float y", "float y; int x"},
		{"int x; float y", "unsigned x; float y"}, {"(128) k", "(256) k"}, {"(128) k", "(128, 2) k"}, {"s[128]", "s[256]"}, {"<<<2, 128>>>", "<<<2, 64>>>"}, {"n > 4", "n > 5"}, {"width<4>", "width<5>"},
		{"const int *__restrict__ d", "const int *d"}, {"> 3 ?", "> 4 ?"}, {"__syncwarp()", "__syncwarp(1)"}, {"float y; }", "float y; int z; }"}, {"__constant__ int table", "__constant__ unsigned table"},
		{"& 3", "& 2"}, {"[threadIdx.x].x", "[threadIdx.y].x"}, {"{ return x + 1", "{\nreturn x + 1"}, {"int step(int x) {", "int step(int  x) {"}, {"<<<2, ", "<<<3, "}} {
		if keyOf(strings.Replace(text, change[0], change[1], 1)) == before {
			t.Errorf("%q for %q keeps the key", change[1], change[0])
		}
	}
	for _, change := range [][2]string{{"void host", "__global__ void other(int *d) { __shared__ int t[3]; d[0] = t[1]; }\nvoid host"}, {"void host", "\n// the launch\nvoid host"},
		{"struct pair", "// Above.\nstruct pair"}, {"__global__", "\n\n__global__"}, {"  d[s[0]]", "\n  // Within.\n  d[s[0]]"}} {
		if keyOf(strings.Replace(text, change[0], change[1], 1)) != before {
			t.Errorf("%q for %q changes the key", change[1], change[0])
		}
	}
}

// A kept note has all fields of a note, but for the root, which the taker knows.
func TestNotesAreKeptWhole(t *testing.T) {
	if notes, kept := reflect.TypeFor[lanes.Note]().NumField(), reflect.TypeFor[lanes.KeptNote]().NumField(); notes != kept+1 {
		t.Errorf("a note has %d fields, a kept one %d", notes, kept)
	}
}
