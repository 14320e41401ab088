package cli

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/warpcheck/warpcheck/internal/golden"
	"github.com/warpcheck/warpcheck/report"
	"github.com/warpcheck/warpcheck/rules"
)

// docs/rules has a page for each rule and no others, with the program's output for the rule's bad example.
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

// Each rule reports its bad example, and no rule that is on by default reports its good one.
func TestRuleExamples(t *testing.T) {
	for _, rule := range rules.All() {
		t.Run(rule.Key, func(t *testing.T) {
			if says := saysOfBad(t, rule); !strings.Contains(says, "["+rule.Key+"]") {
				t.Errorf("the bad example has no finding:\n%s", says)
			}
			folder := t.TempDir()
			writeFile(t, filepath.Join(folder, "good.cu"), rule.Good)
			for _, command := range []string{"warpcheck good.cu", strings.Replace(report.BadCommand(rule), report.BadFile, "good.cu", 1)} {
				if says, code := shell(t, folder, command); code != exitClean {
					t.Errorf("%s: the good example ends with exit code %d:\n%s", command, code, says)
				}
			}
		})
	}
}

// saysOfBad is the program's output for a rule's bad example.
func saysOfBad(t *testing.T, rule *rules.Rule) string {
	folder := t.TempDir()
	writeFile(t, filepath.Join(folder, report.BadFile), rule.Bad)
	out, code := shell(t, folder, report.BadCommand(rule))
	if code > exitFindings {
		t.Fatalf("%s: exit code %d: %s", rule.Key, code, out)
	}
	return out
}
