package config

import (
	"path"
	"regexp"
	"slices"

	"github.com/warpcheck/warpcheck/internal/nearest"
)

// Filter decides what happens to a finding that it matches. In a list, the first filter that matches a finding decides.
type Filter struct {
	// Key is a pattern for rules (Rules.Match). It is for filters of all rules only.
	Key string `yaml:"key,omitempty"`
	// Path is a glob for the file, relative to the configuration file.
	Path string `yaml:"path,omitempty"`
	// Kernel is a glob that each kernel of the finding must match, with or without its template arguments.
	Kernel string `yaml:"kernel,omitempty"`
	// Message is a regular expression that matches a part of the message.
	Message string `yaml:"message,omitempty"`
	// Action is what the filter does: one of Actions.
	Action string `yaml:"action"`
	// Reason is the reason of the suppression, for the action Suppress.
	Reason string `yaml:"reason,omitempty"`

	// keys lists the keys of the rules that Key matches.
	keys []string
}

// The actions of a filter that are not severities.
const (
	Keep     = "keep"
	Exclude  = "exclude"
	Suppress = "suppress"
)

// Actions lists the possible actions of a filter. An action that is a severity replaces the severity of the finding.
var Actions = append([]string{Keep, Exclude, Suppress}, Severities...)

// Filter returns the first filter that matches a finding, false if none does. key is the key of the finding's rule.
// file, message and kernels are those of the finding. The filters of the rule are tried before those of all rules.
func (c *Config) Filter(key, file, message string, kernels []string) (Filter, bool) {
	for _, list := range [][]Filter{c.Rules[key].PostProcessing, c.PostProcessing} {
		for _, f := range list {
			if c.matchesFilter(&f, key, file, message, kernels) {
				return f, true
			}
		}
	}
	return Filter{}, false
}

func (c *Config) matchesFilter(f *Filter, key, file, message string, kernels []string) bool {
	isOther := func(kernel string) bool { return !MatchKernel(f.Kernel, kernel) }
	switch {
	case f.Key != "" && !slices.Contains(f.keys, key),
		f.Path != "" && !c.matches([]string{f.Path}, file),
		f.Kernel != "" && (len(kernels) == 0 || slices.ContainsFunc(kernels, isOther)):
		return false
	}
	return regexp.MustCompile(f.Message).MatchString(message)
}

// validFilters returns an error for filters that match nothing or do nothing. keys is the list of the keys and indices
// from the top of the file to the list of filters.
func (c *Config) validFilters(list []Filter, keys ...any) error {
	for i, f := range list {
		wrong := func(key, format string, args ...any) error { return c.Wrong(Keys(keys).and(i, key), format, args...) }
		switch {
		case f.Key == "" && f.Path == "" && f.Kernel == "" && f.Message == "":
			return wrong("", "a filter needs a path, a kernel, a message or a key to match")
		case f.Key != "" && len(keys) > 1:
			return wrong("key", "the filter stands under a rule, and needs no key")
		case !slices.Contains(Actions, f.Action):
			return wrong("action", "unknown action %q of a filter%s", f.Action, nearest.Suggest(f.Action, Actions))
		case f.Action == Suppress && f.Reason == "":
			return wrong("action", "a filter that suppresses needs a reason")
		}
		if _, err := path.Match(f.Kernel, ""); err != nil {
			return wrong("kernel", "bad glob %q: %w", f.Kernel, err)
		}
		if _, err := regexp.Compile(f.Message); err != nil {
			return wrong("message", "message: %w", err)
		}
		if err := c.validGlobs([]string{f.Path}, Keys(keys).and(i, "path")...); err != nil {
			return err
		}
	}
	return nil
}

// resolveKeys finds the rules that the filters of all rules name. It returns an error for a filter that names none.
func (c *Config) resolveKeys(rules Rules) error {
	for i := range c.PostProcessing {
		f := &c.PostProcessing[i]
		if f.Key == "" {
			continue
		}
		keys, err := rules.Match(f.Key)
		if err != nil {
			return c.Wrong(Keys{"post_processing", i, "key"}, "%w", err)
		}
		f.keys = keys
	}
	return nil
}
