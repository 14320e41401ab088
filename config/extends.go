package config

import (
	"cmp"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/internal/safefile"
)

// A file may extend another file. The values of the other file are used for all keys that the file does not set. The
// key rules is an exception: it is joined rule by rule, and the file's options of a rule replace all options of this
// rule in the other file. All paths are relative to the file that extends, so that one set of options serves several
// folders.

// mostExtended is the largest number of files that may extend one another in a row, because a person must be able to
// follow them.
const mostExtended = 8

// extend takes over the values of the file that c extends. That file may extend others. chain has the paths of the
// files that extend one another, and the path of c last.
func (c *Config) extend(rules Rules, chain []string) error {
	if c.Extends == "" {
		return nil
	}
	path := c.Extends
	if !filepath.IsAbs(path) {
		path = filepath.Join(c.Dir(), path)
	}
	full, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	switch {
	case slices.Contains(chain, full):
		return c.Wrong(Keys{"extends"}, "extends: %s extends this file in turn", path)
	case len(chain) >= mostExtended:
		return c.Wrong(Keys{"extends"}, "extends: more than %d files in a row", mostExtended)
	case !c.Trusted && safefile.LeadsOut(full, c.root()):
		return c.Wrong(Keys{"extends"}, "extends: %s leads out of the project: give the file with --config if it is yours", path)
	}
	base, err := load(path, rules, c.Trusted, append(slices.Clone(chain), full))
	if err != nil {
		return c.Wrong(Keys{"extends"}, "extends: %w", err)
	}
	c.takeOver(base)
	return nil
}

// Files returns the file of the configuration and the files that it extends, none for the default configuration.
func (c *Config) Files() []string {
	var files []string
	for at := c; at != nil && at.Path != ""; at = at.base {
		files = append(files, at.Path)
	}
	return files
}

// root returns the folder that paths in an untrusted file may not leave: the repository, or the folder of the file.
func (c *Config) root() string {
	dir, err := filepath.Abs(c.Dir())
	if err != nil {
		return c.Dir()
	}
	return cmp.Or(Repository(dir), dir)
}

// takeOver copies the values from base that c does not set. If both set options of rules, it copies the options of the
// rules that c does not name.
func (c *Config) takeOver(base *Config) {
	to, from := reflect.ValueOf(c).Elem(), reflect.ValueOf(base).Elem()
	for key, i := range fieldsOf(to.Type()) {
		if key != "extends" && !c.sets(key) {
			to.Field(i).Set(from.Field(i))
		}
	}
	c.base = base
	if !c.sets("rules") {
		return
	}
	for key, rule := range base.Rules {
		if _, own := c.Rules[key]; !own {
			c.Rules[key] = rule
		}
	}
}

// keysOf returns the YAML keys of the fields of a type, in the order of the fields.
func keysOf(t reflect.Type) []string {
	fields := fieldsOf(t)
	return slices.SortedFunc(maps.Keys(fields), func(a, b string) int { return fields[a] - fields[b] })
}

// fieldsOf maps the YAML keys of a type to the indices of their fields.
func fieldsOf(t reflect.Type) map[string]int {
	fields := map[string]int{}
	for i := range t.NumField() {
		tag, is := t.Field(i).Tag.Lookup("yaml")
		if name, _, _ := strings.Cut(tag, ","); is && name != "-" {
			fields[name] = i
		}
	}
	return fields
}
