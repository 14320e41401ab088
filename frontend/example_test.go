package frontend_test

import (
	"fmt"

	"github.com/warpcheck/warpcheck/frontend"
	"github.com/warpcheck/warpcheck/frontend/headers"
)

// Parse reads CUDA text without a toolkit, with the stand-in headers.
func ExampleParse() {
	unit, err := frontend.Parse(frontend.Options{
		File: "k.cu", Source: []byte(`__global__ void k() { if (threadIdx.x < 16) __syncwarp(); }`),
		Arch: 70, Headers: headers.Folder,
	})
	if err != nil {
		panic(err)
	}
	for _, f := range unit.Functions {
		if f.Kernel {
			fmt.Printf("kernel %s at line %d\n", f.Name, f.Pos.Line)
		}
	}
	// Output: kernel k at line 1
}
