package check

import (
	"fmt"

	"github.com/warpcheck/warpcheck/internal/distinct"
	"github.com/warpcheck/warpcheck/internal/nearest"
	"github.com/warpcheck/warpcheck/load"
)

// reportRefused adds a hint for each configuration whose flags are refused.
func reportRefused(o *Outcome, inputs []load.Input) {
	for _, in := range inputs {
		_, refused := in.Config.Flags()
		if len(refused) == 0 {
			continue
		}
		hint := fmt.Sprintf("%s: extra_args: left out, as a file of the checked tree may not give it: %s; "+
			"name the file with --config, or give the flags after --",
			in.Config.Path, nearest.Enumerate(refused))
		o.Hints = distinct.Append(o.Hints, hint)
	}
}
