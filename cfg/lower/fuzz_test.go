package lower_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/lower"
	"github.com/warpcheck/warpcheck/frontend"
	"github.com/warpcheck/warpcheck/frontend/headers"
	"github.com/warpcheck/warpcheck/host"
	"github.com/warpcheck/warpcheck/load/parse"
)

// Whatever the source, the tree that clang makes is decoded to Go, and its graph keeps every invariant. A source that
// crashes clang itself is skipped.
func FuzzUnit(f *testing.F) {
	files, err := filepath.Glob("../../testdata/language/*.cu")
	if err != nil || len(files) == 0 {
		f.Fatal("no seeds", err)
	}
	kernels, _ := filepath.Glob("../../testdata/kernels/language/*.cu")
	for _, file := range append(files, kernels...) {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		if len(text) < 2000 { // small inputs are mutated more often
			f.Add(text)
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		unit, err := parse.File(frontend.Options{File: "fuzz.cu", Source: append([]byte{}, text...), Arch: 70, Headers: headers.Folder})
		if err != nil {
			return
		}
		for _, function := range lower.Build(unit, host.Launches(unit)).Funcs {
			if err := cfg.Check(function); err != nil {
				t.Error(err)
			}
		}
	})
}
