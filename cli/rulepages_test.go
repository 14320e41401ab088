package cli

import (
	"bytes"
	"path/filepath"
	"testing"

	"github.com/warpcheck/warpcheck/internal/golden"
	"github.com/warpcheck/warpcheck/report"
	"github.com/warpcheck/warpcheck/rules"
)

// docs/rules has a page for each rule and no other, with what the program says of the rule's bad
// example.
func TestRulePages(t *testing.T) {
	const folder = "../docs/rules"
	pages := map[string]bool{}
	for _, rule := range rules.All() {
		page := filepath.Join(folder, rule.Key+".md")
		pages[page] = true
		var want bytes.Buffer
		if err := report.RulePage(&want, rule, saysOfBad(t, rule)); err != nil {
			t.Fatal(err)
		}
		golden.Compare(t, page, want.Bytes())
	}
	found, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range found {
		if !pages[page] {
			t.Errorf("%s is of no rule: remove it", page)
		}
	}
}

// saysOfBad is what the program says of a rule's bad example.
func saysOfBad(t *testing.T, rule *rules.Rule) string {
	folder := t.TempDir()
	writeFile(t, filepath.Join(folder, report.BadFile), rule.Bad)
	out, code := shell(t, folder, report.BadCommand(rule))
	if code > exitFindings {
		t.Fatalf("%s: exit code %d: %s", rule.Key, code, out)
	}
	return out
}
