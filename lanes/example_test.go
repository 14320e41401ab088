package lanes_test

import (
	"fmt"

	lowering "github.com/warpcheck/warpcheck/cfg/lower"
	"github.com/warpcheck/warpcheck/frontend"
	"github.com/warpcheck/warpcheck/frontend/headers"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/warp"
)

// Analyze interprets kernels on 32 symbolic lanes. Its facts answer the questions of the rules.
func ExampleAnalyze() {
	unit, err := frontend.Parse(frontend.Options{
		File: "k.cu", Source: []byte(`__global__ void k() { if (threadIdx.x < 16) __syncwarp(); }`),
		Arch: 70, Headers: headers.Folder,
	})
	if err != nil {
		panic(err)
	}
	result := lanes.Analyze(lowering.Build(unit, nil), lanes.Options{Model: warp.Independent})
	for _, fact := range result.Facts {
		for _, v := range fact.NotParticipating() {
			fmt.Println(fact.Site.Collective.Name, "names lanes", v.Lanes, "which do not come:", v.Certainty == lanes.Definite)
		}
	}
	// Output: __syncwarp names lanes 16-31 which do not come: true
}
