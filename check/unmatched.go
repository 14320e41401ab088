package check

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/config"
	"github.com/warpcheck/warpcheck/load"
)

// reportUnmatched reports block shapes that are given for no kernel of the run: those of a
// configuration all of whose files are checked, and those of the command line, which are an error.
func (c *checker) reportUnmatched(o *Outcome, inputs []load.Input, units []*unit) error {
	var kernels []string
	for _, u := range units {
		if u.Functions == nil {
			return nil // its kernels are not known
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
			text := fmt.Sprintf("no kernel matches %q", l.Kernel)
			if len(kernels) > 0 {
				text += config.Suggest(l.Kernel, kernels)
			}
			if l.Flag {
				return fmt.Errorf("--block: %s", text)
			}
			if hint := in.Config.Path + ": launch: " + text; !slices.Contains(o.Hints, hint) {
				o.Hints = append(o.Hints, hint)
			}
		}
	}
	return nil
}

// below reports a folder that is checked as a whole.
func (c *checker) below(folder string) bool {
	folder = load.Identity(folder)
	return slices.ContainsFunc(c.Paths, func(path string) bool {
		path = load.Identity(path)
		return folder == path || strings.HasPrefix(folder, path+string(filepath.Separator))
	})
}

// reportIdleGlobs reports globs of a configuration that match nothing, where all that it governs is
// checked.
func (c *checker) reportIdleGlobs(o *Outcome, inputs []load.Input, units []*unit) {
	var files []string
	for _, in := range inputs {
		files = append(files, in.Path)
	}
	for _, u := range units {
		files = append(files, u.Files...)
	}
	reported := map[*config.Config]bool{}
	for _, in := range inputs {
		if reported[in.Config] || !c.below(in.Config.Dir()) {
			continue
		}
		reported[in.Config] = true
		for _, glob := range in.Config.IdleGlobs(files) {
			o.Hints = append(o.Hints, fmt.Sprintf("%s: nothing matches %q", glob.At, glob.Glob))
		}
	}
}
