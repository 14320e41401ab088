package report_test

import (
	"os"

	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/report"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/source"
)

// ByName is the writer of a format.
func ExampleByName() {
	format, err := report.ByName("concise")
	if err != nil {
		panic(err)
	}
	err = format(os.Stdout, &report.Report{
		Findings: []rules.Finding{{
			Key: "not_participating_lane_in_mask", Severity: rules.Error, Certainty: lanes.Definite,
			Pos:     source.Pos{File: "k.cu", Line: 1, Column: 46},
			Message: "Lane(s) 16-31 named in sync mask but do not participate",
		}},
		Quiet: true,
	})
	if err != nil {
		panic(err)
	}
	// Output: k.cu:1:46: error: Lane(s) 16-31 named in sync mask but do not participate [not_participating_lane_in_mask]
}
