package check

import (
	"fmt"
	"github.com/warpcheck/warpcheck/config"
	"github.com/warpcheck/warpcheck/internal/baseline"
	"maps"
	"slices"

	"github.com/warpcheck/warpcheck/check/account"
	"github.com/warpcheck/warpcheck/internal/legible"
	"github.com/warpcheck/warpcheck/load"
	"github.com/warpcheck/warpcheck/result"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/source"
)

// merge joins the results of all units into one outcome.
func (c *checker) merge(inputs []load.Input, units []*unit) (*Outcome, error) {
	booked := accounted(units)
	all, err := c.sortOut(units, booked)
	if err != nil {
		return nil, err
	}
	o := &Outcome{Stats: account.Of(countFiles(inputs), booked), Hints: c.loader.Hints, Quotable: c.loader.Quotable}
	o.Hints = append(o.Hints, o.Stats.CountLeftOut(booked, c.pathsOf(inputs), c.read)...)
	if err := c.reportUnmatched(o, inputs, units); err != nil {
		return nil, err
	}
	reportRefused(o, inputs)
	reportAbsent(o, units)
	c.reportIdleGlobs(o, inputs, units)
	s := &suppressor{files: map[string][]*suppression{}, texts: map[string][]byte{}, read: c.options.Text, configs: c.configsOf(inputs, units), judge: c.options.Judge}
	if c.options.Changed != nil {
		s.markUsed(&all) // by findings that are left out, too
	}
	if err := c.leaveOut(o, &all, inputs); err != nil {
		return nil, err
	}
	o.Findings, o.Suppressed = s.filter(all.shown)
	reported := slices.Concat(all.shown, all.hidden, all.open)
	all.hidden, all.open, all.listed = rules.OncePerRace(reported, all.hidden), rules.OncePerRace(reported, all.open), rules.OncePerRace(reported, all.listed)
	o.Findings = rules.OncePerRace(o.Findings, o.Findings)
	o.Suppressed = append(o.Suppressed, silenced(all.silenced, all.shown)...)
	o.Stats.Suppressed = len(o.Suppressed)
	hidden, _ := s.filter(all.hidden)
	open, _ := s.filter(all.open)
	listed, _ := s.filter(all.listed)
	unconfirmed, undecided := openParts(open)
	o.Stats.Hidden, o.Stats.Unconfirmed, o.Stats.Undecided = len(hidden), len(unconfirmed), len(undecided)
	o.Likely = likely(hidden)
	if c.options.Pictures {
		o.Hidden = slices.DeleteFunc(slices.Clone(hidden), func(f rules.Finding) bool { return len(f.Witness) == 0 || f.Unconfirmed != "" })
		for _, u := range units {
			o.Launches = append(o.Launches, u.Launches...)
		}
	}
	o.Unconfirmed, o.Undecided = openParts(listed)
	o.Notices = append(o.Notices, unreadNotices(c.loader.Unread)...)
	for _, u := range units {
		o.Notices = append(o.Notices, noticesOf(u)...)
	}
	o.Notices = append(uniqueNotices(o.Notices), interruption(units)...)
	o.addRead(units)
	for i := range o.Findings {
		o.Entries.Findings = append(o.Entries.Findings, s.entry(&o.Findings[i]))
	}
	for _, n := range o.Notices {
		if n.Incomplete && n.Pos.File != "" {
			o.Entries.Gaps = append(o.Entries.Gaps, gapOf(n))
		}
	}
	if err := c.accept(o, s, inputs, units); err != nil {
		return nil, err
	}
	c.judgeIncomplete(o, units)
	unused, err := c.unusedSuppressions(s, inputs, units)
	o.Notices = append(o.Notices, unused...)
	return o, err
}

// judgeIncomplete sets o.IsIncomplete: whether the run fails because something was not analysed. A unit's configuration
// decides whether the notices of the unit count. Notices that the baseline accepts do not count.
func (c *checker) judgeIncomplete(o *Outcome, units []*unit) {
	accepted := map[baseline.Gap]bool{}
	for _, gap := range c.options.Baseline.Gaps {
		accepted[gap] = true
	}
	fails := func(n rules.Notice) bool { return n.Incomplete && !accepted[gapOf(n)] }
	o.IsIncomplete = slices.ContainsFunc(slices.Concat(unreadNotices(c.loader.Unread), interruption(units)), fails)
	for _, u := range units {
		if u.Input.Config.Incomplete != config.IncompleteIgnored {
			o.IsIncomplete = o.IsIncomplete || slices.ContainsFunc(noticesOf(u), fails)
		}
	}
}

// noticesOf returns the notices of a unit. If the configuration asks for it, there is also a notice for each header
// that was not found.
func noticesOf(u *unit) []rules.Notice {
	if u.Input.Config.Incomplete != config.AbsentFails {
		return u.Notices
	}
	list := slices.Clone(u.Notices)
	for _, r := range u.Absent {
		list = append(list, rules.Notice{Severity: rules.Error, Pos: source.Pos{File: r.File, Line: r.Line, Column: r.Column},
			Text: absentHeader(r), Incomplete: true})
	}
	return list
}

// unreadNotices returns a notice for each input that could not be read.
func unreadNotices(unread []load.Unread) (list []rules.Notice) {
	for _, one := range unread {
		list = append(list, rules.Notice{Severity: rules.Error, Pos: source.Pos{File: one.File}, Text: one.Why, Incomplete: true})
	}
	return list
}

// gapOf returns the entry of the baseline for a notice about something that was not analysed.
func gapOf(n rules.Notice) baseline.Gap {
	return baseline.Gap{Path: baseline.Path(pathInRepository(n.Pos.File)), Reason: baseline.Path(n.Text)}
}

// pathsOf maps the identities of the inputs' files to their paths.
func (c *checker) pathsOf(inputs []load.Input) map[string]string {
	paths := map[string]string{}
	for _, in := range inputs {
		paths[c.loader.Identity(in.Path)] = in.Path
	}
	return paths
}

// read returns the text of a file, or "" if it cannot be read.
func (c *checker) read(file string) string {
	text, _ := c.options.Text(file)
	return string(text)
}

// addRead adds to o the files that the units read, and the pictures of their collectives.
func (o *Outcome) addRead(units []*unit) {
	read := map[string]bool{}
	for _, u := range units {
		for _, file := range u.Files {
			read[file] = true
		}
		o.Pictures = append(o.Pictures, u.Pictures...)
	}
	o.Read = slices.Sorted(maps.Keys(read))
	slices.SortStableFunc(o.Pictures, func(a, b result.Picture) int {
		return result.ComparePlaces(result.PlaceOf(a.Pos), result.PlaceOf(b.Pos))
	})
}

// sortedOut holds findings in four lists: findings to show, hidden potential findings, open findings (questions, and
// findings that no run has confirmed), and those open findings that the user asked for (listed).
type sortedOut struct {
	shown, hidden, open, listed []rules.Finding
	// silenced lists the findings that filters of the configuration suppress.
	silenced []arranged
}

// sortOut divides the findings into lists and merges equal ones. It applies the options of each unit's configuration.
func (c *checker) sortOut(units []*unit, booked []account.Unit) (all sortedOut, err error) {
	reached := account.JoinReached(booked)
	for i, u := range units {
		on, err := c.options.enabled(u.Input.Config)
		if err != nil {
			return sortedOut{}, err
		}
		for _, f := range u.Findings {
			if u.Variant != "" {
				f.SetVariant(legible.Text(u.Variant))
			}
			if !reached.Decides(&booked[i], &f) {
				all.add(arrange(u.Input.Config, account.WithLaunches(&u.Unit, f)), on, u.Input.Config.Undecided || c.options.Undecided)
			}
		}
	}
	all.open, all.listed = openIn(append(all.open, all.shown...)), openIn(append(all.listed, all.shown...))
	all.keepOncePerMask()
	for _, list := range []*[]rules.Finding{&all.hidden, &all.open, &all.listed, &all.shown} {
		*list = reportedOnce(*list, all.shown)
	}
	all.hidden = notIn(rules.OncePerMask(rules.Merge(all.hidden), all.shown), all.shown)
	return all, nil
}

// keepOncePerMask merges the findings to show. Of the findings that one mask causes, it keeps only the worst. A finding
// that a filter suppresses also takes part, and may replace the others.
func (s *sortedOut) keepOncePerMask() {
	var silenced []rules.Finding
	for _, f := range s.silenced {
		silenced = append(silenced, f.Finding)
	}
	s.shown = rules.OncePerMask(rules.Merge(s.shown), silenced)
	kept := setOf(rules.OncePerMask(silenced, s.shown))
	s.silenced = slices.DeleteFunc(s.silenced, func(f arranged) bool { return !kept[result.FoundOf(&f.Finding)] })
}

// add adds findings to the lists. lists is true if the report lists the unit's open findings.
func (s *sortedOut) add(list []arranged, enabled map[string]bool, lists bool) {
	for _, f := range list {
		variantOf := rules.ByKey(f.Key).PotentialOf
		switch {
		case f.IsOpen() && f.suppressed:
		case f.IsOpen():
			s.addOpen(f.Finding, enabled, lists)
		case enabled[f.Key] && f.suppressed:
			s.silenced = append(s.silenced, f)
		case enabled[f.Key]:
			s.shown = append(s.shown, f.Finding)
		case variantOf != "" && enabled[variantOf] && !f.suppressed:
			s.hidden = append(s.hidden, f.Finding)
		}
	}
}

// addOpen adds an open finding if its rule is on, or if its rule is the potential variant of a rule that is on. lists
// reports whether the user asked for open findings of this kind.
func (s *sortedOut) addOpen(f rules.Finding, enabled map[string]bool, lists bool) {
	rule := rules.ByKey(f.Key)
	if !enabled[rule.Key] && !enabled[rule.PotentialOf] {
		return
	}
	s.open = append(s.open, f)
	if lists {
		s.listed = append(s.listed, f)
	}
}

// openParts divides open findings into unconfirmed ones and questions.
func openParts(open []rules.Finding) (unconfirmed, undecided []rules.Finding) {
	for _, f := range open {
		if f.IsUnconfirmed() {
			unconfirmed = append(unconfirmed, f)
		} else {
			undecided = append(undecided, f)
		}
	}
	return unconfirmed, undecided
}

// openIn merges the findings in the list `all`, and returns the open ones in the result. The merge drops open findings at
// the place of a definite one.
func openIn(all []rules.Finding) []rules.Finding {
	return slices.DeleteFunc(rules.OncePerMask(rules.Merge(all), nil), func(f rules.Finding) bool { return !f.IsOpen() })
}

// setOf returns the set of the findings' identities.
func setOf(findings []rules.Finding) map[result.Found]bool {
	set := map[result.Found]bool{}
	for i := range findings {
		set[result.FoundOf(&findings[i])] = true
	}
	return set
}

// notIn returns the hidden potential findings without those that the list `shown` covers already, because it has the
// definite finding of the same rule at the same place.
func notIn(hidden, shown []rules.Finding) []rules.Finding {
	definite := setOf(shown)
	return slices.DeleteFunc(hidden, func(f rules.Finding) bool {
		return definite[result.Found{Key: rules.ByKey(f.Key).PotentialOf, At: result.PlaceOf(f.Pos)}]
	})
}

// likelyPlaces is the number of places of hidden findings that the last line of the report names.
const likelyPlaces = 3

// likely returns the places of the first hidden findings with a confirmed witness, at most likelyPlaces.
func likely(hidden []rules.Finding) []source.Pos {
	var places []source.Pos
	for _, f := range hidden {
		isNew := !slices.ContainsFunc(places, func(p source.Pos) bool { return result.PlaceOf(p) == result.PlaceOf(f.Pos) })
		if len(f.Witness) > 0 && f.Unconfirmed == "" && isNew && len(places) < likelyPlaces {
			places = append(places, f.Pos)
		}
	}
	return places
}

// unusedSuppressions returns notices about suppressions that are faulty or unused. It skips the files that an
// incomplete unit read, because the missing part may use their suppressions.
func (c *checker) unusedSuppressions(s *suppressor, inputs []load.Input, units []*unit) ([]rules.Notice, error) {
	incomplete := map[string]bool{}
	for _, u := range units {
		if u.interrupted {
			return nil, nil // nothing is reported, because the unit may have read any file
		}
		if u.Failed {
			for _, file := range append(u.Files, u.Input.Path) {
				incomplete[c.loader.Identity(file)] = true
			}
		}
	}
	var notices []rules.Notice
	for _, in := range inputs {
		if in.Added || incomplete[c.loader.Identity(in.Path)] {
			continue
		}
		on, err := c.options.enabled(in.Config)
		if err != nil {
			return nil, err
		}
		found, err := s.notices(in.Path, on, c.options.Changed)
		if err != nil {
			return nil, err
		}
		notices = append(notices, found...)
	}
	return notices, nil
}

// uniqueNotices drops repeated notices. A unit that is checked for several architectures has the same parse errors for
// each.
func uniqueNotices(all []rules.Notice) []rules.Notice {
	seen := map[string]bool{}
	return slices.DeleteFunc(all, func(n rules.Notice) bool {
		id := fmt.Sprint(n.Pos.File, n.Pos.Line, n.Pos.Column, n.Text)
		repeated := seen[id]
		seen[id] = true
		return repeated
	})
}

// interruption returns one notice about all interrupted units, or none if there are none.
func interruption(units []*unit) []rules.Notice {
	n := 0
	for _, u := range units {
		if u.interrupted {
			n++
		}
	}
	if n == 0 {
		return nil
	}
	return []rules.Notice{{Severity: rules.Error, Incomplete: true, Text: fmt.Sprintf(
		"interrupted: %d of %d units are not analysed (-v lists them)", n, len(units))}}
}

// countFiles returns the number of files of inputs. A Python file may contain several inputs, in its strings.
func countFiles(inputs []load.Input) (n int) {
	for i, in := range inputs {
		if i == 0 || !in.Embedded || inputs[i-1].Path != in.Path {
			n++
		}
	}
	return n
}
