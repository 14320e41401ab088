package rules

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// Remedy is a change of the program that may repair a finding. Package repair knows how to edit the text for it. Only
// an analysis of the edited text shows whether it is right.
type Remedy struct {
	Kind RemedyKind
	// Mask is the mask to pass for NameLanes and StayInSegment, and for NameVoters if it is known. For OrderLanes it
	// holds the lanes that execute the later access, or no lane if they are not known.
	Mask warp.Lanes
	// Stays are the lanes that have not left the kernel at the barrier of OrderLanes. Gaps are the parts of the text
	// into which OrderLanes and OrderWarps may put a barrier, one barrier into each.
	Stays warp.Lanes
	Gaps  []lanes.Gap
}

// RemedyKind is the kind of change that a remedy makes.
type RemedyKind int

// The remedies.
const (
	// NameLanes passes Mask, and calls the form with _sync.
	NameLanes RemedyKind = iota
	// NameVariable passes the mask that another collective of the function passes.
	NameVariable
	// NameVoters takes the mask with a ballot before the branch.
	NameVoters
	// TakeActive replaces a ballot in which all lanes vote true by __activemask.
	TakeActive
	// LeaveBranch moves a barrier from the end of a branch to the place after it.
	LeaveBranch
	// LeaveOutWidth calls a shuffle with the width of a warp.
	LeaveOutWidth
	// OrderLanes calls __syncwarp between two accesses.
	OrderLanes
	// OrderWarps calls __syncthreads between two accesses.
	OrderWarps
	// AddAtomically makes an atomic addition of a statement that adds to a cell.
	AddAtomically
	// StayInSegment gives a shuffle whose mask is Mask a width: the number of lanes in Mask.
	StayInSegment
	// FillWhole raises the bound of the loop that fills a shared array to the length of the array.
	FillWhole
)

// Repair is a remedy in the text: edits of files, which do not overlap.
type Repair struct {
	// Text states in the imperative what the repair does.
	Text  string
	Edits []Edit
	// Unsafe says whether the repair guesses what the user meant, as with a mask that is narrowed to the lanes that
	// arrive. After any other repair, the program computes what its text clearly means.
	Unsafe bool
}

// Edit replaces Removed bytes of a file, from the byte Offset on, by Text.
type Edit struct {
	File            string
	Offset, Removed int
	Text            string
}

// IsMendedElsewhere reports whether an edit at another place may also repair the finding, because the finding is about
// several places.
func (f *Finding) IsMendedElsewhere() bool {
	return len(f.Contexts) > 0 && slices.ContainsFunc(f.Remedies, func(r Remedy) bool {
		return r.isOrder() || r.Kind == AddAtomically || r.Kind == LeaveBranch || r.Kind == NameLanes || r.Kind == NameVoters
	})
}

// Unrepaired is the reason why a finding has no repair.
type Unrepaired int

// The reasons.
const (
	// NotAsked: nobody asked for repairs, or the finding has one.
	NotAsked Unrepaired = iota
	// NoRemedy: the right change depends on what the program is for.
	NoRemedy
	// NotWritten: the call is not in the text of a function of the user, or not in a form that can be changed.
	NotWritten
	// InMacro: the call is written in a macro.
	InMacro
	// NotRun: no kernel of the run reaches the place.
	NotRun
	// Unproved: with each change, the analysis still has the finding, or has a new one.
	Unproved
	// OnlyGuessed: all repairs are guesses at what was meant, and nobody asked for guesses.
	OnlyGuessed
	// OutOfTrials: the trials of other findings took all the work that repairs may take.
	OutOfTrials
	// Interrupted: the run was interrupted before a repair was proved.
	Interrupted
	// NotTried: there are proposals, and nobody asked for one to be proved.
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
// same in every execution. If they are not, or if mask is 0, they pass the lanes that a ballot finds before the branch.
// If at most one lane at a time makes the call, no mask lets it exchange anything, so there is no remedy. Only the mask
// of a __syncwarp may then name that lane. Package repair finds out from the text whether the other side of the branch
// has a call of its own.
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

// nameInLegacy are the remedies for an intrinsic without a mask.
var nameInLegacy = []Remedy{
	{Kind: TakeActive}, {Kind: NameLanes, Mask: warp.All}, {Kind: NameVariable}, {Kind: NameVoters},
}

// agreed returns the remedies that two findings at one place have in common, each once. A common remedy that puts
// barriers into gaps has the gaps of both findings.
func agreed(a, b []Remedy) (common []Remedy) {
	for _, one := range a {
		for _, other := range b {
			if joined, same := one.with(other); same {
				common = append(common, joined)
				break // otherwise equal remedies would double with each finding
			}
		}
	}
	return common
}

// isOrder reports whether the remedy puts a barrier between two accesses.
func (r Remedy) isOrder() bool { return r.Kind == OrderLanes || r.Kind == OrderWarps }

// with joins two remedies that are the same change; same is false if they are not. A barrier of the block counts as the
// same change as one of the warp, and replaces it.
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

// addGap adds a gap, or joins it with the gap before the same access.
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
