package load

import (
	"fmt"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/frontend/command"
)

// shownFlags is the largest number of flags in the name of a variant.
const shownFlags = 2

// nameVariants sets the names of jobs that compile one file with different flags. The name of a job lists its macros
// that some other job of the file lacks. If there are none, it lists its other flags that some other job lacks.
func nameVariants(jobs []*Job) {
	var common []command.Flag
	for i, job := range jobs {
		if i == 0 {
			common = slices.Clone(job.flags)
		}
		common = slices.DeleteFunc(common, func(f command.Flag) bool { return !slices.Contains(job.flags, f) })
	}
	for _, job := range jobs {
		var macros, others []string
		for _, flag := range job.flags {
			switch {
			case slices.Contains(common, flag):
			case flag.Kind() == command.Define || flag.Kind() == command.Undefine:
				macros = append(macros, flag.String())
			default:
				others = append(others, flag.String())
			}
		}
		own := macros
		if len(own) == 0 {
			own = others
		}
		if more := len(own) - shownFlags; more > 1 {
			own = append(own[:shownFlags:shownFlags], fmt.Sprintf("and %d more flags", more))
		}
		job.Variant = strings.Join(own, " ")
	}
}
