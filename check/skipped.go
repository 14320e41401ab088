package check

import (
	"fmt"
	"slices"
	"strings"
)

// A header that does not parse alone may be for another compiler: every file that includes it
// does so where the preprocessor leaves that out. Then it is left out as well.

// withoutSkipped books the headers that do not parse and that the preprocessor leaves out.
func (c *checker) withoutSkipped(units []*unit) []*unit {
	all := readings(units)
	units = slices.Clone(units)
	for i, u := range units {
		if !u.header() || !u.errors.inSource() {
			continue
		}
		if why := c.skippedBy(u.path, all); why != "" {
			units[i] = &unit{input: u.input, flags: u.flags, args: u.args, arch: u.arch, clock: u.clock, leftOut: why,
				notModelled: []Reason{{File: u.path, Text: why}}}
		}
	}
	return units
}

// skippedBy says what leaves out all inclusions of a header, "" where something includes it or
// nothing is known to.
func (c *checker) skippedBy(header string, all map[string]*reading) (why string) {
	id := identity(header)
	for _, one := range c.discovery.includesOf(project(id), id) {
		r := all[identity(one.file)]
		if r == nil {
			return ""
		}
		within, left := r.leavesOut(one.line)
		if !left {
			return ""
		}
		if why == "" {
			directive, line := directiveOf(strings.Split(c.read(one.file), "\n"), within.Line, one.line)
			why = fmt.Sprintf("left out by the preprocessor: %s at line %d of %s", directive, line, r.file)
		}
	}
	return why
}
