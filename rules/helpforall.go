package rules

import (
	"slices"

	"github.com/warpcheck/warpcheck/internal/pattern"
	"github.com/warpcheck/warpcheck/lanes"
)

// maskInHelp matches a mask that a help names.
var maskInHelp = pattern.Of(`0x[0-9a-f]{8}\b`)

// helpForAll returns a help for all findings of a group that are as certain as the merged one. A help without a mask is
// for all. If the helps differ by their masks alone, the result says that the mask depends on the case.
func helpForAll(merged *Finding, group []Finding) string {
	help, isOne := merged.Help, true
	for _, f := range group {
		if f.Help == merged.Help || f.Help == "" || f.Unconfirmed != "" || f.Certainty == lanes.Undecided {
			continue
		}
		isOne = false
		if !maskInHelp().MatchString(f.Help) {
			help = f.Help
			break
		}
	}
	if isOne || !maskInHelp().MatchString(help) {
		return help
	}
	return withMasks(help, group)
}

// withMasks returns a help with the masks of all findings whose help differs by the mask alone.
func withMasks(help string, group []Finding) string {
	form := maskInHelp().ReplaceAllString(help, "")
	masks := []string{maskInHelp().FindString(help)}
	for _, f := range group {
		if mask := maskInHelp().FindString(f.Help); maskInHelp().ReplaceAllString(f.Help, "") == form && !slices.Contains(masks, mask) {
			masks = append(masks, mask)
		}
	}
	if len(masks) < 2 {
		return help
	}
	slices.Sort(masks[1:])
	return maskInHelp().ReplaceAllLiteralString(help, either(masks)+", as the case needs")
}
