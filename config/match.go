package config

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/warpcheck/warpcheck/internal/lexical"
	"github.com/warpcheck/warpcheck/internal/mangled"
	"github.com/warpcheck/warpcheck/warp"
)

// Excluded reports whether the configuration leaves out an input. It records the globs that match, for IdleGlobs.
func (c *Config) Excluded(file string) bool {
	excluded := false
	for _, glob := range c.Exclude {
		if !c.matches([]string{glob}, file) {
			continue
		}
		if c.excluding == nil {
			c.excluding = map[string]bool{}
		}
		c.excluding[glob], excluded = true, true
	}
	return excluded
}

// Idle is a glob that matched nothing. At is its place in the configuration file.
type Idle struct {
	At   Place
	Glob string
}

// IdleGlobs returns the globs of exclude that left nothing out, and the globs of rules and filters that match none of
// files. It ignores globs of an extended configuration, which serves other folders too.
func (c *Config) IdleGlobs(files []string) []Idle {
	var idle []Idle
	look := func(glob string, keys ...any) {
		if glob != "" && !slices.ContainsFunc(files, func(file string) bool { return c.matches([]string{glob}, file) }) {
			idle = append(idle, Idle{c.At(keys...), glob})
		}
	}
	for i, glob := range c.Exclude {
		if c.sets("exclude") && !c.excluding[glob] {
			idle = append(idle, Idle{c.At("exclude", i), glob})
		}
	}
	if c.sets("post_processing") {
		for i, f := range c.PostProcessing {
			look(f.Path, "post_processing", i, "path")
		}
	}
	for _, key := range sortedKeys(c.Rules) {
		if !c.setsRule(key) {
			continue
		}
		r := c.Rules[key]
		for i, glob := range r.Includes {
			look(glob, "rules", key, "includes", i)
		}
		for i, glob := range r.Excludes {
			look(glob, "rules", key, "excludes", i)
		}
		for i, f := range r.PostProcessing {
			look(f.Path, "rules", key, "post_processing", i, "path")
		}
	}
	slices.SortFunc(idle, func(a, b Idle) int { return strings.Compare(a.At.String(), b.At.String()) })
	return slices.Compact(idle) // the options of a group were copied to each of its rules
}

// Shapes returns the block shapes that the configuration gives for a kernel, or nil if there are none. The name may
// have template arguments.
func (c *Config) Shapes(kernel string) []warp.Shape {
	var shapes []warp.Shape
	for _, l := range c.Launch {
		if MatchKernel(l.Kernel, kernel) {
			shapes = append(shapes, l.Shape())
		}
	}
	return shapes
}

// MatchKernel reports whether a glob matches the name of a kernel, with or without its template arguments. Spaces do
// not matter. A glob may also be the mangled name, as PTX has it.
func MatchKernel(glob, kernel string) bool {
	glob, kernel = unspaced(mangled.Plain(glob)), unspaced(kernel)
	return glob == kernel || matchName(glob, kernel) || matchName(glob, lexical.WithoutTemplateArguments(kernel))
}

func unspaced(text string) string { return strings.ReplaceAll(text, " ", "") }

func matchName(glob, name string) bool {
	ok, err := path.Match(glob, name)
	return err == nil && ok
}

// ReportsIn reports whether the options r of a rule allow findings in a file.
func (c *Config) ReportsIn(r Rule, file string) bool {
	if len(r.Includes) > 0 && !c.matches(r.Includes, file) {
		return false
	}
	return !c.matches(r.Excludes, file)
}

// matches reports whether one of the globs matches file, a path relative to the working folder. A glob without a slash
// matches a file or folder of that name anywhere below the configuration's folder.
func (c *Config) matches(globs []string, file string) bool {
	rel := c.relative(file)
	for _, g := range globs {
		g = strings.TrimSuffix(filepath.ToSlash(g), "/")
		if !strings.Contains(g, "/") {
			g = "**/" + g
		}
		for _, glob := range []string{g, g + "/**"} {
			if ok, err := doublestar.Match(glob, rel); err == nil && ok {
				return true
			}
		}
	}
	return false
}

// relative returns the path of a file relative to the configuration's folder, with slashes.
func (c *Config) relative(file string) string {
	dir, err1 := filepath.Abs(c.Dir())
	full, err2 := filepath.Abs(file)
	if err1 != nil || err2 != nil {
		return filepath.ToSlash(file)
	}
	rel, err := filepath.Rel(dir, full)
	if err != nil {
		return filepath.ToSlash(file)
	}
	return filepath.ToSlash(rel)
}
