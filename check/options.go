package check

import (
	"regexp"
	"slices"

	"github.com/warpcheck/warpcheck/config"
	"github.com/warpcheck/warpcheck/result"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/source"
)

// The options of a configuration apply to a finding in this order: the place (report_at), the exclusions, the severity
// and the provider, and the filters of post_processing. Comments and baselines apply after them.

// arranged is a finding after the options of a configuration were applied.
type arranged struct {
	rules.Finding
	// suppressed reports whether a filter suppresses the finding. reason is the filter's reason.
	suppressed bool
	reason     string
}

// arrange applies a configuration to a finding. The result is empty if the configuration excludes the finding. It has
// several elements if a finding in a macro is reported at each use.
func arrange(c *config.Config, f rules.Finding) []arranged {
	var all []arranged
	for _, placed := range placedAt(c.Rules[f.Key].ReportAt, f) {
		if !reports(c, &placed) {
			continue
		}
		made := arranged{Finding: withSeverity(c, placed)}
		made.Provider = c.Rules[f.Key].Provider
		if made.filter(c) {
			all = append(all, made)
		}
	}
	return all
}

// reports returns true if the options of a finding's rule do not exclude the finding.
func reports(c *config.Config, f *rules.Finding) bool {
	options := c.Rules[f.Key]
	hideSystem := options.ExcludeInSystemHeaders == nil || *options.ExcludeInSystemHeaders
	if f.Forbidden != nil && isAllowed(options, f) {
		return false
	}
	inMacro := f.MacroDefinition != nil || len(f.Uses) > 0
	if inMacro && options.ExcludeInMacros || !c.ReportsIn(options, f.Pos.File) || f.Pos.System && hideSystem {
		return false
	}
	return !options.ExtendExclude || !slices.ContainsFunc(otherEnds(f), func(pos source.Pos) bool {
		return !c.ReportsIn(options, pos.File) || pos.System && hideSystem
	})
}

// isAllowed reports whether the options of collectives-forbidden allow the call of f.
func isAllowed(options config.Rule, f *rules.Finding) bool {
	matches := func(globs []string, name string) bool {
		return slices.ContainsFunc(globs, func(glob string) bool { return config.MatchKernel(glob, name) })
	}
	return options.ReachableOnly && len(f.Alone) > 0 ||
		matches(options.AllowedCalls, f.Forbidden.Call) || matches(options.AllowedFunctions, f.Forbidden.Function)
}

// otherEnds returns the other places of a finding in a macro. If f is at a use of the macro, this is the definition. If
// f is in the definition, these are the uses.
func otherEnds(f *rules.Finding) []source.Pos {
	if f.MacroDefinition != nil {
		return []source.Pos{*f.MacroDefinition}
	}
	return f.Uses
}

// placedAt moves a finding in a macro to the places that the option report_at selects. place is the value of this
// option. A finding in a macro of a system header stays at the use.
func placedAt(place string, f rules.Finding) []rules.Finding {
	switch {
	case place == "definition" && f.MacroDefinition != nil && !f.MacroDefinition.System:
		use := f.Pos
		f = movedTo(f, *f.MacroDefinition)
		f.MacroDefinition, f.Uses = nil, []source.Pos{use}
		f.Related = append(slices.Clone(f.Related), rules.Related{Pos: use, Text: rules.UsedHere})
		return []rules.Finding{f}
	case place == "expansion" && len(f.Uses) > 0:
		var all []rules.Finding
		for _, use := range f.Uses {
			one := movedTo(f, use)
			one.MacroDefinition, one.Uses, one.Related = &f.Pos, nil, nil
			all = append(all, one)
		}
		return all
	}
	return []rules.Finding{f}
}

// movedTo returns the finding f moved to pos, with its primary label.
func movedTo(f rules.Finding, pos source.Pos) rules.Finding {
	f.Pos, f.Labels = pos, slices.Clone(f.Labels)
	for i := range f.Labels {
		if f.Labels[i].Primary {
			f.Labels[i].Pos = pos
		}
	}
	return f
}

// withSeverity gives f the severity that the configuration sets for its rule, if it sets one. An undecided or
// unconfirmed finding keeps its severity, because the rule may not be broken.
func withSeverity(c *config.Config, f rules.Finding) rules.Finding {
	return severely(f, c.Rules[f.Key].Severity)
}

func severely(f rules.Finding, name string) rules.Finding {
	if severity, err := rules.ParseSeverity(name); err == nil && !f.IsOpen() {
		f.Severity = severity
	}
	return f
}

// filter applies the first filter that matches the finding. It reports whether the finding stays.
func (f *arranged) filter(c *config.Config) bool {
	first, is := c.Filter(f.Key, f.Pos.File, f.Message, f.Kernels)
	switch {
	case !is, first.Action == config.Keep:
		return true
	case first.Action == config.Exclude:
		return false
	case first.Action == config.Suppress:
		f.suppressed, f.reason = true, first.Reason
	default:
		f.Finding = severely(f.Finding, first.Action)
	}
	return true
}

// silenced returns the findings that filters suppress, each once. It leaves out findings that are shown for another
// configuration.
func silenced(all []arranged, shown []rules.Finding) []rules.Suppressed {
	seen := setOf(shown)
	var list []rules.Suppressed
	for i := range all {
		f := &all[i]
		if id := result.FoundOf(&f.Finding); !seen[id] {
			seen[id] = true
			list = append(list, rules.Suppressed{Finding: f.Finding, By: rules.SilencedByConfiguration, Reason: f.reason})
		}
	}
	slices.SortStableFunc(list, func(a, b rules.Suppressed) int { return rules.Compare(a.Finding, b.Finding) })
	return list
}

// isFor reports whether the option languages of a rule includes CUDA.
func isFor(options config.Rule) bool {
	return len(options.Languages) == 0 || slices.Contains(options.Languages, "cuda")
}

// justified reports whether the option justification_checker of a rule accepts a reason.
func justified(options config.Rule, reason string) bool {
	return regexp.MustCompile(options.JustificationChecker).MatchString(reason)
}
