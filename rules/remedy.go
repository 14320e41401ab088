package rules

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// Remedy is a change of the program that may repair a finding. Package repair makes the edits. Only an analysis of the
// edited text shows whether the remedy is right.
type Remedy struct {
	Kind RemedyKind
	// Mask is the mask to pass for NameLanes and StayInSegment. NameVoters passes it if it is not 0. For OrderLanes it
	// is the set of lanes that execute the later access, 0 if they are not known.
	Mask warp.Lanes
	// Stays is the set of lanes that have not left the kernel at the place of the barrier of OrderLanes. Gaps lists the
	// parts of the text into which OrderLanes and OrderWarps may put a barrier. Each gap needs one.
	Stays warp.Lanes
	Gaps  []lanes.Gap
}

// RemedyKind is the kind of change that a remedy makes.
type RemedyKind int

// The remedies.
const (
	// NameLanes passes Mask as the mask of the call. A call without _sync becomes one with _sync.
	NameLanes RemedyKind = iota
	// NameVariable passes the mask that another collective of the function passes.
	NameVariable
	// NameVoters takes the mask with a ballot before the branch.
	NameVoters
	// TakeActive replaces a ballot in which all lanes vote true by __activemask.
	TakeActive
	// LeaveBranch moves a barrier from the end of a branch to the place after the branch.
	LeaveBranch
	// LeaveOutWidth removes the width argument of a shuffle, so that it has the width of a warp.
	LeaveOutWidth
	// OrderLanes calls __syncwarp between two accesses.
	OrderLanes
	// OrderWarps calls __syncthreads between two accesses.
	OrderWarps
	// AddAtomically replaces a statement that adds to a cell, such as s[k]++, by an atomic addition.
	AddAtomically
	// StayInSegment gives a shuffle whose mask is Mask the number of its lanes as its width.
	StayInSegment
	// FillWhole raises the bound of the loop that fills a shared array to the length of the array.
	FillWhole
	// CarveArray makes the second of two dynamic shared arrays a part of the first one.
	CarveArray
)

// Repair is a remedy as edits of files. The edits do not overlap.
type Repair struct {
	// Text states in the imperative what the repair does.
	Text  string
	Edits []Edit
	// Unsafe reports whether the repair guesses the user's intention. For example, it narrows a mask to the lanes that
	// arrive. After a safe repair, the program computes the results that its text clearly means.
	Unsafe bool
}

// Edit replaces Removed bytes of a file, from the byte Offset on, by Text.
type Edit struct {
	File            string
	Offset, Removed int
	Text            string
}

// HasOtherPlaces reports whether an edit at another place may also repair the finding, because its remedies concern
// several places.
func (f *Finding) HasOtherPlaces() bool {
	return len(f.Contexts) > 0 && slices.ContainsFunc(f.Remedies, func(r Remedy) bool {
		return r.isOrder() || r.Kind == AddAtomically || r.Kind == LeaveBranch || r.Kind == NameLanes || r.Kind == NameVoters
	})
}

// IsOfDeclaration reports whether the finding is about a declaration, which no kernel executes.
func (f *Finding) IsOfDeclaration() bool {
	return slices.ContainsFunc(f.Remedies, func(r Remedy) bool { return r.Kind == CarveArray })
}

// Unrepaired is the reason why a finding has no repair.
type Unrepaired int

// The reasons.
const (
	// NotAsked: no repairs were requested, or the finding has one.
	NotAsked Unrepaired = iota
	// NoRemedy: the right change depends on what the program is for.
	NoRemedy
	// NotWritten: the call is not in the text of a user's function, or not in a form that can be edited.
	NotWritten
	// InMacro: the call is written in a macro.
	InMacro
	// NotRun: none of the analysed kernels reaches the place.
	NotRun
	// Unproved: with each remedy, the analysis still has the finding, or has a new one.
	Unproved
	// OnlyGuessed: all repairs guess what the user meant, and no guesses were requested.
	OnlyGuessed
	// OutOfTrials: the trials of other findings took all the work that repairs may take.
	OutOfTrials
	// Interrupted: the run was interrupted before a repair was proved.
	Interrupted
	// NotTried: there are remedies, and no proof of a repair was requested.
	NotTried
)

var unrepairedWords = map[Unrepaired]string{
	NoRemedy:    "what is right depends on what is meant",
	NotWritten:  "the place cannot be rewritten",
	InMacro:     "the call is written in a macro",
	NotRun:      "no kernel of this run comes here",
	Unproved:    "what was tried leaves this finding or makes another",
	OnlyGuessed: "one that is a guess at what is meant takes --unsafe-fixes",
	OutOfTrials: "too many other findings were tried before",
	Interrupted: "the run was interrupted",
}

// Remark returns a sentence about the reason, for the help of a finding; "" if there is nothing to state.
func (u Unrepaired) Remark() string {
	if words := unrepairedWords[u]; words != "" {
		return "no repair is proved: " + words
	}
	return ""
}

// nameArriving returns the remedies for a mask that names the wrong lanes. They pass mask if the right lanes are the
// same in every execution. Otherwise, or if mask is 0, they take a ballot before the branch.
//
// If at most one lane at a time makes the call, lanes cannot exchange values, whatever the mask is. Then there is a
// remedy only for __syncwarp, whose mask may name the single lane. Package repair finds out from the text whether the
// other side of the branch has its own call.
func nameArriving(mask warp.Lanes, fact *lanes.Fact, v *lanes.Verdict) []Remedy {
	if fact.IsOfOneLane() {
		if mask == 0 || v.IsExample() || fact.Site.Collective.Class.Kind != cfg.SyncWarp {
			return nil
		}
		return []Remedy{{Kind: NameLanes, Mask: mask}}
	}
	if v.IsExample() || mask == 0 {
		return []Remedy{{Kind: NameVoters}}
	}
	return []Remedy{{Kind: NameLanes, Mask: mask}, {Kind: NameVoters, Mask: mask}}
}

// nameInLegacy lists the remedies for an intrinsic without a mask.
var nameInLegacy = []Remedy{
	{Kind: TakeActive}, {Kind: NameLanes, Mask: warp.All}, {Kind: NameVariable}, {Kind: NameVoters},
}

// agreed returns the remedies that a and b, of two findings at one place, have in common, each once. If a common remedy
// puts barriers into gaps, the result has the gaps of both.
func agreed(a, b []Remedy) (common []Remedy) {
	for _, one := range a {
		for _, other := range b {
			if joined, same := one.with(other); same {
				common = append(common, joined)
				break // one match is enough: otherwise the list of equal remedies would grow with each finding
			}
		}
	}
	return common
}

// isOrder reports whether the remedy puts a barrier between two accesses.
func (r Remedy) isOrder() bool { return r.Kind == OrderLanes || r.Kind == OrderWarps }

// with joins two remedies if they make the same change. Otherwise it returns false. A barrier of the block and one of
// the warp count as the same change, and the barrier of the block stays.
func (r Remedy) with(other Remedy) (joined Remedy, same bool) {
	if !r.isOrder() || !other.isOrder() {
		return r, r.Kind == other.Kind && r.Mask == other.Mask
	}
	if other.Kind == OrderWarps {
		r.Kind = OrderWarps
	}
	if r.Mask != other.Mask {
		r.Mask = 0
	}
	if r.Stays != other.Stays {
		r.Stays = warp.All
	}
	r.Gaps = slices.Clone(r.Gaps)
	for _, gap := range other.Gaps {
		r.addGap(gap)
	}
	return r, true
}

// addGap adds a gap. If r has a gap before the same access, addGap joins the two.
func (r *Remedy) addGap(gap lanes.Gap) {
	n := slices.IndexFunc(r.Gaps, func(known lanes.Gap) bool { return known.Before.IsAt(gap.Before) })
	if n < 0 {
		r.Gaps = append(r.Gaps, gap)
		return
	}
	after := slices.Clone(r.Gaps[n].After)
	for _, pos := range gap.After {
		if !slices.ContainsFunc(after, pos.IsAt) {
			after = append(after, pos)
		}
	}
	r.Gaps[n].After = after
	r.Gaps[n].Inside = slices.DeleteFunc(slices.Clone(r.Gaps[n].Inside), func(pos source.Pos) bool {
		return !slices.ContainsFunc(gap.Inside, pos.IsAt)
	})
}
