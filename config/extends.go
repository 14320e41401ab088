package config

import (
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/internal/safefile"
)

// A file may extend another one: what it does not set is taken from there. A key that it sets takes
// the place of the other's; rules are taken one by one. All paths count from the file that extends,
// so that one set of options serves several folders.

// mostExtended is how many files may extend one another in a row: a person has to follow them.
const mostExtended = 8

// extend takes over what the file that c extends sets, and so on. chain are the files on the way
// here, c's own last.
func (c *Config) extend(known Rules, chain []string) error {
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
		return fmt.Errorf("%s: extends: %s extends this file in turn", c.At("extends"), path)
	case len(chain) >= mostExtended:
		return fmt.Errorf("%s: extends: more than %d files in a row", c.At("extends"), mostExtended)
	case !c.Trusted && safefile.LeadsOut(full, c.root()):
		return fmt.Errorf("%s: extends: %s leads out of the project: give the file with --config if it is yours", c.At("extends"), path)
	}
	base, err := load(path, known, c.Trusted, append(slices.Clone(chain), full))
	if err != nil {
		return fmt.Errorf("%s: extends: %w", c.At("extends"), err)
	}
	c.takeOver(base)
	return nil
}

// Files are that of the configuration and those that it extends, none for the default one.
func (c *Config) Files() []string {
	var files []string
	for at := c; at != nil && at.Path != ""; at = at.base {
		files = append(files, at.Path)
	}
	return files
}

// root is the folder that the paths in a file of a checked tree may not leave.
func (c *Config) root() string {
	dir, err := filepath.Abs(c.Dir())
	if err != nil {
		return c.Dir()
	}
	return cmp.Or(Repository(dir), dir)
}

// takeOver takes what c does not set from another configuration.
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

// keysOf are the keys that the fields of a type stand for, in their order.
func keysOf(t reflect.Type) []string {
	fields := fieldsOf(t)
	return slices.SortedFunc(maps.Keys(fields), func(a, b string) int { return fields[a] - fields[b] })
}

// fieldsOf are the indices of the fields of a type that stand for keys.
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
