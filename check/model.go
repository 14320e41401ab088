package check

import "github.com/warpcheck/warpcheck/warp"

// Model returns the execution model of lanes on an architecture. strict asks for the strict variant.
func Model(arch warp.Arch, strict bool) warp.Model {
	if model := arch.Model(); model != warp.Independent || !strict {
		return model
	}
	return warp.Strict
}
