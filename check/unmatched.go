package check

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/config"
	"github.com/warpcheck/warpcheck/internal/nearest"
	"github.com/warpcheck/warpcheck/load"
)

// reportUnmatched reports block shapes whose pattern matches no kernel of the run. For a shape of the command line, it
// returns an error. For a shape of a configuration, it adds a hint, if the run checks the whole folder of the
// configuration.
func (c *checker) reportUnmatched(o *Outcome, inputs []load.Input, units []*unit) error {
	var kernels []string
	for _, u := range units {
		if u.Functions == nil {
			return nil // nothing is reported, because the kernels of this unit are not known
		}
		kernels = append(kernels, u.Kernels...)
	}
	slices.Sort(kernels)
	kernels = slices.Compact(kernels)
	for _, settings := range configsOnce(inputs) {
		for _, l := range settings.Launch {
			matches := func(kernel string) bool { return config.MatchKernel(l.Kernel, kernel) }
			if slices.ContainsFunc(kernels, matches) || !l.Flag && !c.below(settings.Dir()) {
				continue
			}
			text := fmt.Sprintf("no kernel matches %q", l.Kernel)
			if len(kernels) > 0 {
				text += nearest.Suggest(l.Kernel, kernels)
			}
			if l.Flag {
				return fmt.Errorf("--block: %s", text)
			}
			if hint := settings.Path + ": launch: " + text; !slices.Contains(o.Hints, hint) {
				o.Hints = append(o.Hints, hint)
			}
		}
	}
	return nil
}

// configsOnce returns the configurations of inputs without repetitions. Many files share a configuration, and each one
// is compared with all kernels or paths.
func configsOnce(inputs []load.Input) (list []*config.Config) {
	seen := map[*config.Config]bool{}
	for _, in := range inputs {
		if !seen[in.Config] {
			seen[in.Config] = true
			list = append(list, in.Config)
		}
	}
	return list
}

// below reports whether the run checks a whole folder: a path of the command line is the folder, or contains it.
func (c *checker) below(folder string) bool {
	folder = c.loader.Identity(folder)
	return slices.ContainsFunc(c.options.Paths, func(path string) bool {
		path = c.loader.Identity(path)
		return folder == path || strings.HasPrefix(folder, path+string(filepath.Separator))
	})
}

// reportIdleGlobs adds a hint for each glob of a configuration that matches no file of the run. It skips a
// configuration if the run does not check the configuration's whole folder.
func (c *checker) reportIdleGlobs(o *Outcome, inputs []load.Input, units []*unit) {
	var files []string
	for _, in := range inputs {
		files = append(files, in.Path)
	}
	for _, u := range units {
		files = append(files, u.Files...)
	}
	for _, settings := range configsOnce(inputs) {
		if !c.below(settings.Dir()) {
			continue
		}
		for _, glob := range settings.IdleGlobs(files) {
			o.Hints = append(o.Hints, fmt.Sprintf("%s: nothing matches %q", glob.At, glob.Glob))
		}
	}
}
