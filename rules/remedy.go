package rules

import (
	"slices"

	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/warp"
)

// Remedy is a change of the program that may repair a finding. What it comes to in the text
// package repair knows, and whether it is right only an analysis of the changed text.
type Remedy struct {
	Kind RemedyKind
	// Mask is the mask of NameLanes.
	Mask warp.Lanes
}

// RemedyKind says what a remedy changes.
type RemedyKind int

// The remedies.
const (
	// NameLanes passes Mask, and calls the form with _sync.
	NameLanes RemedyKind = iota
	// NameVariable passes the mask that another collective of the function passes.
	NameVariable
	// NameVoters takes the mask with a ballot before the branch.
	NameVoters
	// TakeActive calls __activemask instead of a ballot in which all vote for.
	TakeActive
	// LeaveBranch moves a barrier from the end of a branch behind it.
	LeaveBranch
	// LeaveOutWidth calls a shuffle with the width of a warp.
	LeaveOutWidth
	// OrderLanes calls __syncwarp before the access, or before a branch around it.
	OrderLanes
)

// Repair is a remedy in the text: the edits of files, none of which overlap.
type Repair struct {
	// Text says what it does, in the imperative.
	Text  string
	Edits []Edit
}

// Edit puts a text in the place of Removed bytes of a file, from Offset on.
type Edit struct {
	File            string
	Offset, Removed int
	Text            string
}

// Unrepaired is why a finding has no repair.
type Unrepaired int

// The reasons.
const (
	// NotAsked: nobody asked for repairs, or there is one.
	NotAsked Unrepaired = iota
	// NoRemedy: what is to be done depends on what the program is for.
	NoRemedy
	// NotWritten: the call does not stand in the text of a function of the user's, or not in a
	// form that can be changed.
	NotWritten
	// InMacro: the call is written in a macro.
	InMacro
	// NotRun: no kernel of the run comes to the place.
	NotRun
	// Unproved: the analysis of the changed text still has the finding, or has another one.
	Unproved
	// OutOfTrials: other findings took all analyses that repairs may take.
	OutOfTrials
	// Interrupted: the run was interrupted before it was proved.
	Interrupted
)

var unrepairedWords = map[Unrepaired]string{
	NoRemedy:    "what is right depends on what is meant",
	NotWritten:  "the place cannot be rewritten",
	InMacro:     "the call is written in a macro",
	NotRun:      "no kernel of this run comes here",
	Unproved:    "what was tried leaves this finding or makes another",
	OutOfTrials: "too many other findings were tried before",
	Interrupted: "the run was interrupted",
}

// Remark is the reason in words, for the help of a finding; "" when there is nothing to say.
func (u Unrepaired) Remark() string {
	if words := unrepairedWords[u]; words != "" {
		return "no repair is proved: " + words
	}
	return ""
}

// nameArriving are the remedies for a mask that names the wrong lanes: the right ones where they
// are the same in every execution, else those that a ballot finds before the branch.
func nameArriving(mask warp.Lanes, v *lanes.Verdict) []Remedy {
	voters := []Remedy{{Kind: NameVoters}}
	if v.IsExample() || mask == 0 {
		return voters
	}
	return append([]Remedy{{Kind: NameLanes, Mask: mask}}, voters...)
}

// nameInLegacy are those for an intrinsic without a mask.
var nameInLegacy = []Remedy{
	{Kind: TakeActive}, {Kind: NameLanes, Mask: warp.All}, {Kind: NameVariable}, {Kind: NameVoters},
}

// agreed are the remedies that two findings at one place have in common.
func agreed(a, b []Remedy) (both []Remedy) {
	for _, one := range a {
		if slices.Contains(b, one) {
			both = append(both, one)
		}
	}
	return both
}
