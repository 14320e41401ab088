package headers_test

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/warpcheck/warpcheck/frontend"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/frontend/headers"
	"github.com/warpcheck/warpcheck/warp"
)

// Each program of testdata uses one family of headers as programs do. Everything that the old architecture has exists
// in the new one too.
func TestProgramsParse(t *testing.T) {
	programs, _ := filepath.Glob("testdata/*.cu")
	if len(programs) == 0 {
		t.Fatal("no programs")
	}
	archs := []warp.Arch{90, 60}
	if testing.Short() {
		archs = archs[:1]
	}
	for _, program := range programs {
		for _, arch := range archs {
			unit, err := frontend.Parse(frontend.Options{File: program, Arch: arch, Headers: headers.Folder})
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range unit.Diagnostics {
				t.Errorf("%s:%d under sm_%d: %s", d.Pos.File, d.Pos.Line, arch, d.Text)
			}
			isKernel := func(f *ast.Function) bool { return f.Kernel }
			if !slices.ContainsFunc(unit.Functions, isKernel) {
				t.Errorf("%s: no kernel", program)
			}
		}
	}
}

// Containers of classes that are not literal types also parse as C++20: clang 15 crashes there on the nodes that
// libstdc++ makes.
func TestContainersOfNewStandard(t *testing.T) {
	unit, err := frontend.Parse(frontend.Options{
		File: "testdata/containers.cu", Arch: 70, Headers: headers.Folder, Args: []string{"-std=c++20"},
	})
	if err != nil || len(unit.Diagnostics) > 0 {
		t.Fatalf("%v, %v", err, unit)
	}
}
