package cli

import (
	"fmt"
	"io"
	"runtime"

	"github.com/warpcheck/warpcheck/frontend/clang"
	"github.com/warpcheck/warpcheck/report"
	"github.com/warpcheck/warpcheck/rules"
)

// Version is the version of warpcheck.
const Version = "0.1.0"

// versionText returns what --version prints.
func versionText() string {
	return fmt.Sprintf("warpcheck %s, %s, %s", Version, clang.Version(), runtime.Version())
}

// listRules writes the list of the rules, in the format of --format.
func (c *Command) listRules(o *options) error {
	switch o.output.format {
	case "full", "concise":
		if o.about.guideline {
			return c.show(report.ListGuideline)
		}
		return c.show(report.List)
	case "json":
		return c.show(func(w io.Writer) error { return report.RulesJSON(w, rules.All()) })
	}
	return fmt.Errorf("--list-rules writes text or, with -f json, JSON: not %s", o.output.format)
}

// explain writes the documentation of the rules that the pattern of --explain matches.
func (c *Command) explain(o *options) error {
	keys, err := rules.All().Match(o.about.explain)
	if err != nil {
		return fmt.Errorf("--explain: %w", err)
	}
	var list []*rules.Rule
	for _, key := range keys {
		list = append(list, rules.ByKey(key))
	}
	switch o.output.format {
	case "full", "concise":
		return c.show(func(w io.Writer) error { return report.Explain(w, list) })
	case "json":
		return c.show(func(w io.Writer) error { return report.RulesJSON(w, list) })
	}
	return fmt.Errorf("--explain writes text or, with -f json, JSON: not %s", o.output.format)
}
