package config

import (
	"fmt"
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

	// keys are the keys of the rules that Key matches.
	keys []string
}

// The actions of a filter that are not severities.
const (
	Keep     = "keep"
	Exclude  = "exclude"
	Suppress = "suppress"
)

// Actions are what a filter may do. A severity replaces that of the finding.
var Actions = append([]string{Keep, Exclude, Suppress}, Severities...)

// Filter returns the first filter that matches a finding of the rule with a key, false if none does. The filters of the
// rule are tried before those of all rules.
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

// validFilters returns an error for filters that match nothing or do nothing. way is the list of the keys and indices
// from the top of the file to the list of filters.
func (c *Config) validFilters(list []Filter, way ...any) error {
	for i, f := range list {
		at := func(key string) string { return c.At(append(slices.Clone(way), i, key)...) }
		switch {
		case f.Key == "" && f.Path == "" && f.Kernel == "" && f.Message == "":
			return fmt.Errorf("%s: a filter needs a path, a kernel, a message or a key to match", at(""))
		case f.Key != "" && len(way) > 1:
			return fmt.Errorf("%s: the filter stands under a rule, and needs no key", at("key"))
		case !slices.Contains(Actions, f.Action):
			return fmt.Errorf("%s: unknown action %q of a filter%s", at("action"), f.Action, nearest.Suggest(f.Action, Actions))
		case f.Action == Suppress && f.Reason == "":
			return fmt.Errorf("%s: a filter that suppresses needs a reason", at("action"))
		}
		if _, err := path.Match(f.Kernel, ""); err != nil {
			return fmt.Errorf("%s: bad glob %q: %w", at("kernel"), f.Kernel, err)
		}
		if _, err := regexp.Compile(f.Message); err != nil {
			return fmt.Errorf("%s: message: %w", at("message"), err)
		}
		if err := c.validGlobs([]string{f.Path}, append(slices.Clone(way), i, "path")...); err != nil {
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
			return fmt.Errorf("%s: %w", c.At("post_processing", i, "key"), err)
		}
		f.keys = keys
	}
	return nil
}
