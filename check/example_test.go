package check_test

import (
	"context"
	"fmt"

	"github.com/warpcheck/warpcheck/check"
	"github.com/warpcheck/warpcheck/config"
	"github.com/warpcheck/warpcheck/load"
)

// Run checks files and folders or, as here, a text.
func ExampleRun() {
	outcome, err := check.Run(context.Background(), check.Options{Options: load.Options{
		Paths: []string{"k.cu"}, Unsaved: []load.Unsaved{{
			Path: "k.cu", Text: []byte(`__global__ void k() { if (threadIdx.x < 16) __syncwarp(); }`)}},
		Config: func(string) (*config.Config, error) { return &config.Config{}, nil },
	}})
	if err != nil {
		panic(err)
	}
	for _, f := range outcome.Findings {
		fmt.Printf("%s:%d: %s\n", f.Pos.File, f.Pos.Line, f.Key)
	}
	// Output: k.cu:1: not_participating_lane_in_mask
}
