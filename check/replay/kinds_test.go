package replay

import (
	"testing"

	"github.com/warpcheck/warpcheck/rules"
)

// otherwiseRun are the rules that ask facts and have no fault of their own on the machine.
var otherwiseRun = map[string]string{
	"missing-syncwarp":    "a race is found by its two accesses",
	"missing-syncthreads": "a race is found by its two accesses",
	"barrier-after-exit":  "a verdict has no example",
}

// A rule without a kind would be confirmed by the faults of another rule.
func TestEveryRuleHasAKind(t *testing.T) {
	for _, rule := range rules.All() {
		if rule.Ask == nil {
			continue
		}
		_, hasKind := kinds[rule.Key]
		if (otherwiseRun[rule.Key] != "") == hasKind {
			t.Errorf("%s: give it its fault in kinds, or say in otherwiseRun why it has none", rule.Key)
		}
	}
}
