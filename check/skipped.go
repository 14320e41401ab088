package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/load"
	"github.com/warpcheck/warpcheck/result"
)

// A header that does not parse alone may be for another compiler: every file that includes it
// does so where the preprocessor leaves that out. Then it is left out as well.

// withoutSkipped books the headers that do not parse and that the preprocessor leaves out.
func (c *checker) withoutSkipped(units []*unit) []*unit {
	all := readings(resultsOf(units)...)
	units = slices.Clone(units)
	for i, u := range units {
		if !u.Header() || !u.ParseErrors.InSource() {
			continue
		}
		if why := c.skippedBy(u.Path, all); why != "" {
			units[i] = &unit{Job: u.Job, leftOut: why, Unit: result.Unit{Seconds: u.Seconds, TimesParsed: u.TimesParsed,
				NotModelled: []result.Reason{{File: u.Path, Text: why}}}}
		}
	}
	return units
}

// skippedBy says what leaves out all inclusions of a header, "" where something includes it or
// nothing is known to.
func (c *checker) skippedBy(header string, all map[string]*reading) (why string) {
	for _, one := range c.loader.Includers(header) {
		r := all[load.Identity(one.File)]
		if r == nil {
			return ""
		}
		within, left := r.leavesOut(one.Line)
		if !left {
			return ""
		}
		if why == "" {
			directive, line := directiveOf(strings.Split(c.read(one.File), "\n"), within.Line, one.Line)
			why = fmt.Sprintf("left out by the preprocessor: %s at line %d of %s", directive, line, r.file)
		}
	}
	return why
}
