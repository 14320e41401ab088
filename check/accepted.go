package check

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/warpcheck/warpcheck/config"
	"github.com/warpcheck/warpcheck/internal/baseline"
	"github.com/warpcheck/warpcheck/internal/lexical"
	"github.com/warpcheck/warpcheck/load"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/source"
)

// Narrowing selects the findings that are not shown, because the project had them before.
type Narrowing struct {
	// Baseline holds the findings that the project accepts. BaselinePath is the file that they were read from, or "" if
	// there is no baseline.
	Baseline     baseline.Contents
	BaselinePath string
	// OfPart reports whether this run checks only a part of the files of the baseline. If it does, it cannot find out
	// which entries of the baseline are out of date.
	OfPart bool
	// Changed reports whether lines of a file have changed. Findings that touch no changed line are left out. If it is
	// nil, all findings stay.
	Changed among
}

// among reports whether some line from first to last of a file is in a fixed set, such as the changed lines.
type among func(file string, first, last int) (bool, error)

// touches reports whether isAmong is true for a place that f names: its own place, the place in the definition of a
// macro, a label, a related place, or a call on a path to f.
func touches(f *rules.Finding, isAmong among) (bool, error) {
	places := []source.Pos{f.Pos}
	if f.MacroDefinition != nil {
		places = append(places, *f.MacroDefinition)
	}
	for _, label := range f.Labels {
		places = append(places, label.Pos)
	}
	for _, related := range slices.Concat(f.Calls, f.Related) {
		places = append(places, related.Pos)
	}
	for _, context := range f.Contexts {
		for _, call := range context.Calls {
			places = append(places, call.Pos)
		}
	}
	for _, p := range places {
		if is, err := isAmong(p.File, p.Line, max(p.Line, p.EndLine)); is || err != nil {
			return is, err
		}
	}
	return false, nil
}

// narrow removes from each list the findings without a place for which isAmong is true (touches). dropped is the number
// of findings that it removes from shown.
func (s *sortedOut) narrow(isAmong among) (dropped int, err error) {
	dropped = len(s.shown)
	for _, list := range []*[]rules.Finding{&s.shown, &s.hidden, &s.open, &s.listed} {
		*list = slices.DeleteFunc(*list, func(f rules.Finding) bool {
			is, failed := touches(&f, isAmong)
			err = cmp.Or(err, failed)
			return !is
		})
	}
	return dropped - len(s.shown), err
}

// leaveOut removes some of the findings in `all`: those in sources that the user did not name (Input.Added), and those
// that touch no changed line. It counts both in o.Stats.
func (c *checker) leaveOut(o *Outcome, all *sortedOut, inputs []load.Input) (err error) {
	if slices.ContainsFunc(inputs, func(input load.Input) bool { return input.Added }) {
		named := map[string]bool{}
		for _, in := range inputs {
			if !in.Added {
				named[load.Identity(in.Path)] = true
			}
		}
		o.Stats.Beside, err = all.narrow(func(file string, _, _ int) (bool, error) { return named[load.Identity(file)], nil })
	}
	if c.options.Changed != nil && err == nil {
		o.Stats.Unchanged, err = all.narrow(c.options.Changed)
	}
	return err
}

// entry returns the baseline entry of a finding.
func (s *suppressor) entry(f *rules.Finding) baseline.Entry {
	var kernels []string
	for _, kernel := range f.Kernels {
		kernels = append(kernels, lexical.WithoutTemplateArguments(kernel))
	}
	slices.Sort(kernels)
	line, _ := lexical.Line(string(s.text(f.Pos.File)), f.Pos.Line)
	return baseline.Entry{Key: f.Key, Path: baseline.Path(pathInRepository(f.Pos.File)), Kernels: slices.Compact(kernels),
		Line: baseline.LineHash(line), Count: 1, Source: baseline.Shown(line), Message: baseline.Shown(f.Message)}
}

// pathInRepository returns the path of a file relative to the root of its repository, or to the working folder if there
// is no repository.
func pathInRepository(file string) string {
	full, err := filepath.Abs(file)
	if err != nil {
		return filepath.ToSlash(file)
	}
	from := config.Repository(filepath.Dir(full))
	if from == "" {
		from, _ = os.Getwd()
	}
	relative, err := filepath.Rel(from, full)
	if err != nil {
		return filepath.ToSlash(file)
	}
	return filepath.ToSlash(relative)
}

// accept moves the findings that are in the baseline from o.Findings to o.Suppressed. Then it reports the entries of
// the baseline that no finding matches.
func (c *checker) accept(o *Outcome, s *suppressor, inputs []load.Input, units []*unit) error {
	if c.options.BaselinePath == "" {
		return nil
	}
	known := baseline.NewMatcher(c.options.Baseline.Findings)
	var fresh []rules.Finding
	for i := range o.Findings {
		if known.Has(s.entry(&o.Findings[i])) {
			o.Suppressed = append(o.Suppressed, rules.Suppressed{Finding: o.Findings[i], By: rules.SilencedByBaseline})
			o.Stats.Accepted++
		} else {
			fresh = append(fresh, o.Findings[i])
		}
	}
	o.Findings = fresh
	if c.options.Changed != nil || c.options.OfPart {
		return nil // not reported: this run may leave out findings that the baseline accepts
	}
	return c.reportGone(o, known.Gone(), inputs, units)
}

// reportGone adds a notice about entries, the entries of the baseline that no finding matches. It skips entries for
// files that this run has not read, and for rules that are off. It adds no notice if a unit failed.
func (c *checker) reportGone(o *Outcome, entries []baseline.Entry, inputs []load.Input, units []*unit) error {
	read, on := map[string]bool{}, map[string]bool{}
	for _, in := range inputs {
		enabled, err := c.options.enabled(in.Config)
		if err != nil {
			return err
		}
		for key, isOn := range enabled {
			on[key] = on[key] || isOn
		}
	}
	for _, u := range units {
		if u.Failed {
			return nil // not reported: the missing part may have the finding of an entry
		}
		for _, file := range append(slices.Clone(u.Files), u.Input.Path) {
			read[pathInRepository(file)] = true
		}
	}
	entries = slices.DeleteFunc(entries, func(e baseline.Entry) bool { return !read[e.Path] || !on[e.Key] })
	if len(entries) == 0 {
		return nil
	}
	n := 0
	for _, e := range entries {
		n += e.Count
	}
	o.Notices = append(o.Notices, rules.Notice{Severity: rules.Note, Pos: source.Pos{File: c.options.BaselinePath}, Text: fmt.Sprintf(
		"findings of the baseline that are gone: %d, the first is %s in %s; --write-baseline leaves them out", n, entries[0].Key, entries[0].Path)})
	return nil
}
