package check

import "github.com/warpcheck/warpcheck/warp"

// Model returns how lanes converge on an architecture.
func Model(arch warp.Arch, strict bool) warp.Model {
	if model := arch.Model(); model != warp.Independent || !strict {
		return model
	}
	return warp.Strict
}
