package rules

import (
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/warp"
)

// The placeholders in advice: maskMark is for the mask to pass, lanesMark for the lanes of the verdict, and readersMark
// for a clause about Readers, which is empty if there are none.
const (
	maskMark    = "{mask}"
	readersMark = "{readers}"
)

// Advice is a help with placeholders. It is merged case by case, so that it is right for each.
type Advice struct {
	// Text is the help with placeholders, "" for a help that has none.
	Text string
	// Masks lists the masks to pass, each once, nil if Text names no mask.
	Masks []warp.Lanes
	// Lanes is the set of the lanes of the verdicts. Readers is the set of lanes that read undefined values once the
	// mask is passed.
	Lanes, Readers warp.Lanes
}

// advise gives a finding the help of its rule, with the mask that the rule wants to be passed.
func (f *Finding) advise(help string, r *Rule, fact *lanes.Fact, v *lanes.Verdict) {
	advice := Advice{Text: help}
	if strings.Contains(help, maskMark) {
		advice.Masks = []warp.Lanes{r.Pass(fact, v)}
	}
	if strings.Contains(help, lanesMark) {
		advice.Lanes = v.Lanes
	}
	if strings.Contains(help, readersMark) {
		advice.Readers = readersOfAbsent(fact, v)
	}
	if f.Help = advice.String(); f.Help != help {
		f.Advice = advice
	}
}

// String returns the help. If there are several masks, it states that the case decides which one is right.
func (a Advice) String() string {
	masks := make([]string, len(a.Masks))
	for i, mask := range a.Masks {
		masks[i] = mask.Hex()
	}
	mask, readers := either(masks), ""
	if len(masks) > 1 {
		mask += ", as the case needs"
	}
	if a.Readers != 0 {
		readers = "; with a smaller mask what " + a.Readers.Words() + " " + verb(a.Readers, "read") + " there is undefined, and must not be used"
	}
	return strings.NewReplacer(maskMark, mask, lanesMark, a.Lanes.Words(), readersMark, readers).Replace(a.Text)
}

// with joins the advice of two cases that differ only by what the placeholders stand for.
func (a Advice) with(other Advice) Advice {
	a.Masks = withoutRepetition(append(slices.Clone(a.Masks), other.Masks...))
	a.Lanes |= other.Lanes
	a.Readers |= other.Readers
	return a
}

// helpAll gives the merged finding f a help that is right for all findings of its group that are neither unconfirmed
// nor undecided. A help without a mask is right for all. If f has no help, or its help has a mask, helpAll takes the
// first help without a mask. Helps that differ only in the values of their placeholders are joined.
func (f *Finding) helpAll(group []Finding) {
	differs := func(g Finding) bool {
		return g.Help != f.Help && g.Help != "" && g.Unconfirmed == "" && g.Certainty != lanes.Undecided
	}
	if !slices.ContainsFunc(group, differs) {
		return
	}
	if f.Help == "" || f.Advice.Masks != nil {
		hasNoMask := func(g Finding) bool { return differs(g) && g.Advice.Masks == nil }
		if i := slices.IndexFunc(group, hasNoMask); i >= 0 {
			f.Help, f.Advice = group[i].Help, group[i].Advice
		}
	}
	if f.Advice.Text == "" {
		return
	}
	for _, g := range group {
		if g.Advice.Text == f.Advice.Text {
			f.Advice = f.Advice.with(g.Advice)
		}
	}
	f.Help = f.Advice.String()
}

// withoutRepetition returns the first mask, and then each other mask once, in order.
func withoutRepetition(masks []warp.Lanes) []warp.Lanes {
	if len(masks) == 0 {
		return nil
	}
	others := slices.DeleteFunc(slices.Clone(masks[1:]), func(m warp.Lanes) bool { return m == masks[0] })
	slices.Sort(others)
	return append(masks[:1:1], slices.Compact(others)...)
}
