package check

import (
	"slices"

	"github.com/warpcheck/warpcheck/check/account"
	"github.com/warpcheck/warpcheck/result"
)

// A header that does not parse alone may be for another compiler: every file that includes it
// does so where the preprocessor leaves that out. Then it is left out as well.

// withoutSkipped books the headers that do not parse and that the preprocessor leaves out.
func (c *checker) withoutSkipped(units []*unit) []*unit {
	var results []*result.Unit
	for _, u := range units {
		results = append(results, &u.Unit)
	}
	all := account.ReadingsOf(results...)
	units = slices.Clone(units)
	for i, u := range units {
		if !u.Header() || !u.ParseErrors.InSource() {
			continue
		}
		if why := all.SkippedBy(c.loader.Includers(u.Path), c.read); why != "" {
			units[i] = &unit{Job: u.Job, leftOut: why, Unit: result.Unit{Seconds: u.Seconds, TimesParsed: u.TimesParsed,
				NotModelled: []result.Reason{{File: u.Path, Text: why}}}}
		}
	}
	return units
}
