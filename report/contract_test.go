package report

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/warpcheck/warpcheck/rules"
)

func contract(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "docs", "semantics.md"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// The contract names every rule, with its default and its guideline.
func TestContractTellsEveryRule(t *testing.T) {
	text := contract(t)
	for _, rule := range rules.All() {
		if rule.PotentialOf != "" {
			if !strings.Contains(text, "`"+rule.Key+"`") {
				t.Errorf("docs/semantics.md does not name %s", rule.Key)
			}
			continue
		}
		if row := fmt.Sprintf("| `%s` | %s |", rule.Key, onOff(rule)); !strings.Contains(text, row) {
			t.Errorf("docs/semantics.md has no row %q", row)
		}
	}
}

// Every row of the truth table has a kernel, and every such kernel has a row.
func TestContractHasEveryTruthRow(t *testing.T) {
	text := contract(t)
	kernels, err := filepath.Glob(filepath.Join("..", "testdata", "kernels", "truth", "[0-9][0-9]_*.cu"))
	if err != nil || len(kernels) == 0 {
		t.Fatalf("no kernels: %v", err)
	}
	for i := range kernels {
		if !strings.Contains(text, fmt.Sprintf("\n| %d | ", i+1)) {
			t.Errorf("docs/semantics.md has no row %d", i+1)
		}
	}
	if strings.Contains(text, fmt.Sprintf("\n| %d | ", len(kernels)+1)) {
		t.Errorf("docs/semantics.md has more rows than the %d kernels", len(kernels))
	}
}
