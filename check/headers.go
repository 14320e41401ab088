package check

import (
	"context"
	"maps"
	"slices"

	"github.com/warpcheck/warpcheck/check/account"
	"github.com/warpcheck/warpcheck/load"
	"github.com/warpcheck/warpcheck/result"
)

// unitsOf returns the analysed units of inputs: first the sources, then the headers that no source includes.
func (c *checker) unitsOf(ctx context.Context, inputs []load.Input) ([]*unit, error) {
	var sources, headers []load.Input
	for _, in := range inputs {
		if in.Header() {
			headers = append(headers, in)
		} else {
			sources = append(sources, in)
		}
	}
	units, err := c.runAll(ctx, sources)
	if err != nil {
		return nil, err
	}
	included := c.includedIn(units)
	headers = slices.DeleteFunc(headers, func(input load.Input) bool { return included[c.loader.Identity(input.Path)] })
	alone, err := c.runAll(ctx, headers)
	if err != nil {
		return nil, err
	}
	return c.withoutSkipped(c.withoutParts(c.withStarts(ctx, append(units, alone...)))), nil
}

// withoutParts drops the units that do not parse alone, if a unit that is kept includes their file.
func (c *checker) withoutParts(units []*unit) []*unit {
	included := c.includedIn(units)
	part := map[*unit]bool{}
	for _, u := range units {
		part[u] = u.ParseErrors.InSource() && included[c.loader.Identity(u.Input.Path)]
	}
	whole := slices.DeleteFunc(slices.Clone(units), func(u *unit) bool { return part[u] })
	included = c.includedIn(whole)
	for _, u := range units {
		if part[u] && !included[c.loader.Identity(u.Input.Path)] {
			part[u] = false
			maps.Copy(included, c.includedIn([]*unit{u}))
		}
	}
	return slices.DeleteFunc(units, func(u *unit) bool { return part[u] })
}

// includedIn returns the identities of the files that some unit reads in addition to its own file.
func (c *checker) includedIn(units []*unit) map[string]bool {
	included := map[string]bool{}
	for _, u := range units {
		own := c.loader.Identity(u.Input.Path)
		for _, file := range u.Files {
			if id := c.loader.Identity(file); id != own {
				included[id] = true
			}
		}
	}
	return included
}

// A header that does not parse alone may be for another compiler. This is so if the preprocessor skips every line that
// includes the header. Then the header is not analysed.

// withoutSkipped looks for headers that a condition skips completely. It replaces the result of each by one that only
// states the condition.
func (c *checker) withoutSkipped(units []*unit) []*unit {
	var results []*result.Unit
	for _, u := range units {
		results = append(results, &u.Unit)
	}
	all := account.ReadingsOf(results...)
	units = slices.Clone(units)
	for i, u := range units {
		if !u.Input.Header() || !u.ParseErrors.InSource() {
			continue
		}
		if by := all.SkippedBy(c.loader.Includers(u.Input.Path), c.read); by != nil {
			units[i] = &unit{Job: u.Job, leftOut: by, Unit: result.Unit{Seconds: u.Seconds, TimesParsed: u.TimesParsed,
				NotModelled: []result.Reason{{File: u.Input.Path, Text: by.String()}}}}
		}
	}
	return units
}
