package report

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/warpcheck/warpcheck/internal/golden"
	"github.com/warpcheck/warpcheck/rules"
)

func TestRulesPageIsFresh(t *testing.T) {
	var out bytes.Buffer
	if err := Markdown(&out); err != nil {
		t.Fatal(err)
	}
	golden.Compare(t, filepath.Join("..", "docs", "rules.md"), out.Bytes())
}

func TestExplainTellsAll(t *testing.T) {
	for _, rule := range rules.All() {
		var out bytes.Buffer
		if err := Explain(&out, []*rules.Rule{rule}); err != nil {
			t.Fatal(err)
		}
		for _, part := range []string{rule.Key, rule.Title, rule.Guideline,
			rule.Severity.String(), " bad(", " good("} {
			if !strings.Contains(out.String(), part) {
				t.Errorf("--explain %s lacks %q", rule.Key, part)
			}
		}
		if strings.Contains(out.String(), "`") {
			t.Errorf("--explain %s shows Markdown", rule.Key)
		}
	}
}

func TestListNamesEveryRule(t *testing.T) {
	var out bytes.Buffer
	if err := List(&out); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != len(rules.All()) {
		t.Fatalf("%d lines for %d rules", len(lines), len(rules.All()))
	}
	for i, rule := range rules.All() {
		if fields := strings.Fields(lines[i]); fields[0] != rule.Key || fields[1] != rule.Code ||
			fields[2] != onOff(rule) || fields[3] != rule.Severity.String() {
			t.Errorf("line %q for %s", lines[i], rule.Key)
		}
	}
}
