package lower_test

import (
	"os"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/lower"
	"github.com/warpcheck/warpcheck/frontend"
	"github.com/warpcheck/warpcheck/frontend/headers"
)

// Build makes control-flow graphs of a syntax tree, and cfg.Print lists them.
func ExampleBuild() {
	unit, err := frontend.Parse(frontend.Options{
		File: "k.cu", Source: []byte(`__global__ void k() { if (threadIdx.x < 16) __syncwarp(); }`),
		Arch: 70, Headers: headers.Folder,
	})
	if err != nil {
		panic(err)
	}
	cfg.Print(os.Stdout, lower.Build(unit, nil).Roots[0])
	// Output:
	// kernel k()
	// b0: join b2
	//   %0 = special tid.x
	//   %1 = const 16
	//   %2 = lt %0, %1
	//   if %2 then b1 else b2
	// b1: preds b0
	//   %3 = const 4294967295
	//   collective syncwarp mask=%3
	//   jump b2
	// b2: preds b0, b1
	//   return (falls)
}
