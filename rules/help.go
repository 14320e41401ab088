package rules

import (
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/warp"
)

// maskMark is the placeholder for a mask in advice.
const maskMark = "{mask}"

// advise gives a finding the help of its rule, with the mask that the rule wants to be passed.
func (f *Finding) advise(help string, r *Rule, fact *lanes.Fact, v *lanes.Verdict) {
	if f.Help = help; strings.Contains(help, maskMark) {
		f.Advice, f.Masks = help, []warp.Lanes{r.Pass(fact, v)}
		f.Help = f.advised()
	}
}

// advised returns the advice of a finding with its masks. If there are several masks, the advice states that the case
// decides which one is right.
func (f *Finding) advised() string {
	masks := make([]string, len(f.Masks))
	for i, mask := range f.Masks {
		masks[i] = mask.Hex()
	}
	text := either(masks)
	if len(masks) > 1 {
		text += ", as the case needs"
	}
	return strings.ReplaceAll(f.Advice, maskMark, text)
}

// helpAll gives a merged finding a help for all findings of its group that are as certain. A help without a mask is for
// all, that of the finding itself before others. If the helps differ by their masks alone, the merged help names all
// masks.
func (f *Finding) helpAll(group []Finding) {
	differs := func(g Finding) bool {
		return g.Help != f.Help && g.Help != "" && g.Unconfirmed == "" && g.Certainty != lanes.Undecided
	}
	if f.Help != "" && f.Advice == "" || !slices.ContainsFunc(group, differs) {
		return
	}
	if i := slices.IndexFunc(group, func(g Finding) bool { return differs(g) && g.Advice == "" }); i >= 0 {
		f.Help, f.Advice, f.Masks = group[i].Help, "", nil
		return
	}
	if f.Advice == "" {
		return
	}
	masks := slices.Clone(f.Masks)
	for _, g := range group {
		if g.Advice == f.Advice {
			masks = append(masks, g.Masks...)
		}
	}
	f.Masks = withoutRepetition(masks)
	f.Help = f.advised()
}

// withoutRepetition returns the first mask, and then each other mask once, in order.
func withoutRepetition(masks []warp.Lanes) []warp.Lanes {
	others := slices.DeleteFunc(slices.Clone(masks[1:]), func(m warp.Lanes) bool { return m == masks[0] })
	slices.Sort(others)
	return append(masks[:1:1], slices.Compact(others)...)
}
