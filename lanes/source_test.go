package lanes_test

import (
	"testing"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/internal/parsetest"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/rules"
)

// lower parses and lowers a CUDA text, which must be without errors.
func lower(tb testing.TB, source string) *cfg.Program {
	tb.Helper()
	return parsetest.Program(tb, source)
}

// askAll puts the question of every rule to every fact.
func askAll(facts []*lanes.Fact) (verdicts []lanes.Verdict) {
	for _, f := range facts {
		for _, rule := range rules.All() {
			if rule.Ask != nil {
				verdicts = append(verdicts, rule.Ask(f)...)
			}
		}
	}
	return verdicts
}
