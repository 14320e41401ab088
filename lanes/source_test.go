package lanes_test

import (
	"testing"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/frontend"
	"github.com/warpcheck/warpcheck/frontend/headers"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/rules"
)

// lower parses and lowers a CUDA text, which must be without errors.
func lower(tb testing.TB, source string) *cfg.Program {
	tb.Helper()
	dir, err := headers.Dir()
	if err != nil {
		tb.Fatal(err)
	}
	unit, err := frontend.Parse(frontend.Options{
		File: "test.cu", Source: []byte(source), Arch: 70, Headers: dir,
	})
	if err != nil {
		tb.Fatal(err)
	}
	for _, d := range unit.Diagnostics {
		tb.Fatalf("%d:%d: %s", d.Pos.Line, d.Pos.Column, d.Text)
	}
	return cfg.Build(unit)
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
