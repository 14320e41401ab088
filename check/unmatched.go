package check

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/config"
	"github.com/warpcheck/warpcheck/load"
)

// tellUnmatched tells of block shapes that are given for no kernel of the run: those of the
// command line, and those of a configuration all of whose files are checked.
func (c *checker) tellUnmatched(o *Outcome, inputs []load.Input, units []*unit) {
	var kernels []string
	for _, u := range units {
		if u.Functions == nil {
			return // its kernels are not known
		}
		kernels = append(kernels, u.Kernels...)
	}
	slices.Sort(kernels)
	kernels = slices.Compact(kernels)
	for _, in := range inputs {
		for _, l := range in.Config.Launch {
			matches := func(kernel string) bool { return config.MatchKernel(l.Kernel, kernel) }
			if slices.ContainsFunc(kernels, matches) || !l.Flag && !c.below(in.Config.Dir()) {
				continue
			}
			where := "--block"
			if !l.Flag {
				where = in.Config.Path + ": launch"
			}
			hint := fmt.Sprintf("%s: no kernel matches %q", where, l.Kernel)
			if len(kernels) > 0 {
				hint += config.Suggest(l.Kernel, kernels)
			}
			if !slices.Contains(o.Hints, hint) {
				o.Hints = append(o.Hints, hint)
			}
		}
	}
}

// below reports a folder that is checked as a whole.
func (c *checker) below(folder string) bool {
	folder = load.Identity(folder)
	return slices.ContainsFunc(c.Paths, func(path string) bool {
		path = load.Identity(path)
		return folder == path || strings.HasPrefix(folder, path+string(filepath.Separator))
	})
}
