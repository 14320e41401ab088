package check

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/warpcheck/warpcheck/config"
	"github.com/warpcheck/warpcheck/rules"
)

// Selection selects the rules that report. Patterns are keys, codes, groups, prefixes or globs; see
// [rules.Catalogue.Match].
type Selection struct {
	Only, Enable, Disable []string
	// Potential turns on every potential rule.
	Potential bool
	// Undecided adds two lists to the report: the questions that are not decided, and the findings that no run of the
	// concrete machine has confirmed.
	Undecided bool
}

// enabled returns the set of rules that report under a configuration. The command line overrides the configuration.
func (s *Selection) enabled(c *config.Config) (map[string]bool, error) {
	on := map[string]bool{}
	for _, rule := range rules.All() {
		on[rule.Key] = rule.Default || rule.PotentialOf != "" && (c.Potential || s.Potential)
	}
	if err := setEach(on, c.Enable, true); err != nil {
		return nil, c.Wrong(config.Keys{"enable"}, "enable: %w", err)
	}
	if err := setEach(on, c.Disable, false); err != nil {
		return nil, c.Wrong(config.Keys{"disable"}, "disable: %w", err)
	}
	for key, options := range c.Rules {
		if options.Disabled || !isFor(options) {
			on[key] = false
		}
	}
	wereAny := hasAny(on)
	if !wereAny && len(c.Disable) > 0 && len(s.Only)+len(s.Enable) == 0 {
		return nil, c.Wrong(config.Keys{"disable"}, "disable turns off every rule: nothing would be checked")
	}
	if len(s.Only) > 0 {
		clear(on)
	}
	if err := setEach(on, s.Only, true); err != nil {
		return nil, fmt.Errorf("--only: %w", err)
	}
	if s.Potential && len(s.Only) > 0 {
		addVariants(on)
	}
	if err := setEach(on, s.Enable, true); err != nil {
		return nil, fmt.Errorf("--enable: %w", err)
	}
	if err := setEach(on, s.Disable, false); err != nil {
		return nil, fmt.Errorf("--disable: %w", err)
	}
	if wereAny && !hasAny(on) {
		return nil, errors.New("--disable turns off every rule that is left: nothing would be checked")
	}
	return on, nil
}

// requested returns the keys of rules with OnRequest. The rule or its potential variant must be on.
func (s *Selection) requested(c *config.Config) (keys []string) {
	on, err := s.enabled(c)
	for _, rule := range rules.All() {
		definite := rule.Definite()
		if err == nil && on[rule.Key] && definite.OnRequest && !slices.Contains(keys, definite.Key) {
			keys = append(keys, definite.Key)
		}
	}
	return keys
}

// hasAny reports whether any rule is enabled.
func hasAny(enabled map[string]bool) bool {
	return slices.Contains(slices.Collect(maps.Values(enabled)), true)
}

// confirms reports whether the concrete machine must run the witnesses of potential findings. It must if a potential
// rule is on, or if unconfirmed findings are listed.
func (s *Selection) confirms(c *config.Config) bool {
	on, err := s.enabled(c)
	return s.Undecided || c.Undecided || err == nil && slices.ContainsFunc(rules.All(), func(rule *rules.Rule) bool {
		return rule.PotentialOf != "" && on[rule.Key]
	})
}

// Reporting returns the keys of the rules that report under a configuration, in the order of the catalogue.
func (s *Selection) Reporting(c *config.Config) ([]string, error) {
	on, err := s.enabled(c)
	return slices.DeleteFunc(rules.All().Keys(), func(key string) bool { return !on[key] }), err
}

// asksForRaces reports whether a rule about races for shared memory, or its variant, is on: races between lanes of one
// warp, or between warps if ofWarps is true.
func (s *Selection) asksForRaces(c *config.Config, ofWarps bool) bool {
	on, err := s.enabled(c)
	return err == nil && slices.ContainsFunc(rules.All(), func(rule *rules.Rule) bool {
		of := rule.Definite()
		return of.OfAccesses && of.OfWarps == ofWarps && on[rule.Key]
	})
}

// addVariants turns on the potential variants of the rules that are on.
func addVariants(on map[string]bool) {
	for _, rule := range rules.All() {
		if rule.PotentialOf != "" && on[rule.PotentialOf] {
			on[rule.Key] = true
		}
	}
}

// setEach sets the entries of enabled to value for all rules that one of patterns matches.
func setEach(enabled map[string]bool, patterns []string, value bool) error {
	for _, pattern := range patterns {
		keys, err := rules.All().Match(pattern)
		if err != nil {
			return err
		}
		for _, key := range keys {
			enabled[key] = value
		}
	}
	return nil
}
