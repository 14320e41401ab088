package load

import "testing"

// TestPlain tests which files are read without the library of C++, and how often they are parsed.
func TestPlain(t *testing.T) {
	for name, test := range map[string]struct {
		files   map[string]string
		isPlain bool
		parses  int
	}{
		"nothing": {map[string]string{"src/k.cu": "__global__ void k() { __syncwarp(); }"}, true, 1},
		"headers": {map[string]string{"src/k.cu": "#include <stdio.h>\n#include <cuda_runtime.h>\n#include \"own.h\"\n",
			"src/own.h": "#include <cooperative_groups.h>\n"}, true, 1},
		"std": {map[string]string{"src/k.cu": "void f(std::pair<int, int>);"}, false, 1},
		"std in a header": {map[string]string{"src/k.cu": "#ifdef __cplusplus\n#include \"own.h\"\n#endif\n",
			"src/own.h": "#include \"next.h\"\n", "src/next.h": "using namespace std;\nvoid f(pair<int, int>);"}, false, 1},
		"std in a header elsewhere": {map[string]string{"src/k.cu": "#include <own.h>\n",
			"include/own.h": "void f(std::pair<int, int>);"}, false, 1},
		"named by a macro": {map[string]string{"src/k.cu": "#define NAME \"own.h\"\n#include NAME\n",
			"src/own.h": "void f(std::pair<int, int>);"}, false, 1},
		"put together": {map[string]string{"src/k.cu": "#define NAME(a, b) a##b\nvoid f(NAME(st, d)::pair<int, int>);"},
			true, 2},
	} {
		t.Run(name, func(t *testing.T) {
			j := project(t, test.files)
			j.foresee()
			if got := j.isPlain(); got != test.isPlain {
				t.Errorf("plain: %v", got)
			}
			tree, err := j.Read()
			if err != nil || len(tree.Diagnostics) > 0 || j.Parses != test.parses {
				t.Errorf("%d parses, want %d: %v, %v", j.Parses, test.parses, err, tree.Diagnostics)
			}
		})
	}
}
