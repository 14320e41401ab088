package load

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/warpcheck/warpcheck/config"
)

func TestCertainIncludes(t *testing.T) {
	for text, want := range map[string][]string{
		"#include <a.h>\n # include \"b.h\"\n":                                     {"<a.h", `"b.h`},
		"#ifndef G_H\n\n#define G_H\n#include \"a.h\"\n#endif\n":                   {`"a.h`},
		"#ifndef X\n#include \"a.h\"\n#define X\n#endif\n#include \"b.h\"\n":       {`"b.h`},
		"#ifdef __cplusplus\n#include \"a.h\"\n#else\n#include \"b.h\"\n#endif\n":  {`"a.h`},
		"#if 1\n#if 1\n#endif\n#include \"a.h\"\n#endif\n#include \"b.h\"\n#endif": {`"b.h`},
		"/* #include \"a.h\"\n#include \"b.h\" */\n// #include \"c.h\"\n":          nil,
		"#include NAME\n#include_next <a.h>\n":                                     nil,
	} {
		if got := certainIncludes([]byte(text)); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// project writes a project and returns a job for one of its files.
func project(t *testing.T, files map[string]string) *Job {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	l, err := New(Options{Paths: []string{"src/k.cu"},
		Config: func(string) (*config.Config, error) { return &config.Config{}, nil }})
	if err != nil {
		t.Fatal(err)
	}
	inputs, err := l.Inputs(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	jobs, err := l.Jobs(t.Context(), inputs[0])
	if err != nil {
		t.Fatal(err)
	}
	return jobs[0]
}

// TestParses counts the parses of a file with headers that must be found: once if its own lines say which headers it
// needs.
func TestParses(t *testing.T) {
	for name, test := range map[string]struct {
		files  map[string]string
		parses int
	}{
		"foreseen": {map[string]string{"src/k.cu": "#include \"own.cuh\"\n__global__ void k() { f(); }",
			"src/own.cuh":        "#include <lib/deep.h>\n",
			"include/lib/deep.h": "#include \"next.h\"\n", "include/lib/next.h": "#include <other.h>\n",
			"third/other.h": "__device__ void f();"}, 1},
		"under a condition": {map[string]string{"src/k.cu": "#if 2 > 1\n#include <deep.h>\n#endif\n",
			"include/deep.h": ""}, 2},
		"one of two": {map[string]string{"src/k.cu": "#include <deep.h>\n__global__ void k() { f(); }",
			"include/deep.h": "", "third/far/deep.h": "__device__ void f();"}, 2},
		"of the system": {map[string]string{"src/k.cu": "#include <math.h>\n#include <cuda_runtime.h>\n",
			"include/math.h": "#error", "include/cuda_runtime.h": "#error"}, 1},
		"absent":              {map[string]string{"src/k.cu": "#include <absent.h>\nAbsent f();"}, 1},
		"the C library":       {map[string]string{"src/k.cu": "double f() { return strtod(\"1\", nullptr); }"}, 2},
		"of no C library":     {map[string]string{"src/k.cu": "double f() { return nowhere_declared(1); }"}, 1},
		"device and host":     {map[string]string{"src/k.cu": "#ifndef __CUDA_ARCH__\nvoid f() { k<<<1, 1>>>(); }\n#endif"}, 2},
		"nothing but kernels": {map[string]string{"src/k.cu": "__global__ void k() { __syncwarp(); }"}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			j := project(t, test.files)
			tree, err := j.Read()
			if err != nil {
				t.Fatal(err)
			}
			if j.Parses != test.parses {
				t.Errorf("%d parses, want %d: %v", j.Parses, test.parses, tree.Diagnostics)
			}
		})
	}
}
