package cli

import (
	"fmt"
	"runtime"
	"strings"

	"github.com/warpcheck/warpcheck/check"
	"github.com/warpcheck/warpcheck/config"
	"github.com/warpcheck/warpcheck/frontend"
	"github.com/warpcheck/warpcheck/rules"
)

// Version of warpcheck.
const Version = "0.1.0"

// versionText is what --version prints.
func versionText() string {
	return fmt.Sprintf("warpcheck %s, %s, %s", Version, frontend.Version(), runtime.Version())
}

// listRules writes a line for each rule: key, state, severity, title.
func (c *Command) listRules() error {
	width := 0
	for _, rule := range rules.All() {
		width = max(width, len(rule.Key))
	}
	for _, rule := range rules.All() {
		state := "off"
		if rule.On {
			state = "on"
		}
		_, err := fmt.Fprintf(c.Stdout, "%-*s  %-3s  %-7s  %s\n", width, rule.Key, state,
			rule.Severity, rule.Title)
		if err != nil {
			return fmt.Errorf("cannot write: %w", err)
		}
	}
	return nil
}

// explain writes a rule's documentation.
func (c *Command) explain(key string) error {
	rule := rules.ByKey(key)
	if rule == nil {
		return fmt.Errorf("--explain: unknown rule %q%s", key, config.Suggest(key, check.Keys()))
	}
	_, err := fmt.Fprint(c.Stdout, explanation(rule))
	return err
}

// explanation is the documentation of a rule as text.
func explanation(rule *rules.Rule) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n\n", rule.Key, rule.Title)
	fmt.Fprintf(&b, "%s\n\n", strings.TrimSpace(rule.Text))
	fmt.Fprintf(&b, "Severity: %s\n", rule.Severity)
	fmt.Fprintf(&b, "Default: %s\n", defaultState(rule))
	if rule.Guideline != "" {
		fmt.Fprintf(&b, "Guideline: rule %s of NVIDIA's CUDA C++ Guidelines for Robust and "+
			"Safety-Critical Programming\n", rule.Guideline)
	}
	example(&b, "Wrong", rule.Bad)
	example(&b, "Right", rule.Good)
	return b.String()
}

func defaultState(rule *rules.Rule) string {
	switch {
	case rule.On:
		return "on"
	case rule.Of != "":
		return fmt.Sprintf("off; --potential or --enable %s turns it on", rule.Key)
	}
	return fmt.Sprintf("off; --enable %s turns it on", rule.Key)
}

func example(b *strings.Builder, title, code string) {
	if code == "" {
		return
	}
	fmt.Fprintf(b, "\n%s:\n\n", title)
	for line := range strings.Lines(code) {
		fmt.Fprintf(b, "    %s", line)
	}
}
