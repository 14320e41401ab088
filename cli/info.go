package cli

import (
	"fmt"
	"io"
	"runtime"

	"github.com/warpcheck/warpcheck/check"
	"github.com/warpcheck/warpcheck/config"
	"github.com/warpcheck/warpcheck/frontend/clang"
	"github.com/warpcheck/warpcheck/report"
	"github.com/warpcheck/warpcheck/rules"
)

// Version of warpcheck.
const Version = "0.1.0"

// versionText is what --version prints.
func versionText() string {
	return fmt.Sprintf("warpcheck %s, %s, %s", Version, clang.Version(), runtime.Version())
}

// explain writes a rule's documentation.
func (c *Command) explain(key string) error {
	rule := rules.ByKey(key)
	if rule == nil {
		return fmt.Errorf("--explain: unknown rule %q%s", key, config.Suggest(key, check.Keys()))
	}
	return c.show(func(w io.Writer) error { return report.Explain(w, rule) })
}
