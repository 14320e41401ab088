// Package rules converts the interpreter's results about each collective to findings, which a person reads, fixes or
// suppresses.
//
// # A rule
//
// A [Rule] is documentation as data (it feeds --explain, docs/rules.md, SARIF and the editor) and one question. Most
// rules ask it of a [lanes.Fact], one collective in one context:
//
//	NotInMask = &Rule{Key: "participating_lane_not_in_mask", ..., Ask: (*lanes.Fact).NotInMask}
//
// The answer is a list of verdicts. The rule itself reports a definite verdict. A potential verdict is reported by the
// rule's potential variant. The variant is a rule of its own, off by default, and its PotentialOf is the key of the
// definite rule. If there is no variant, the verdict is dropped. A verdict on a wrong value that nothing uses is
// reported by another rule, whose UnusedOf is the key of the definite rule. A rule with Program looks at the lowered
// program instead, whether a kernel reaches the place or not.
//
// Rules do not know output formats, and formats do not know rules.
//
// # One key at one place is one finding
//
// A place is analysed in many contexts: template arguments, block shapes, architectures, call paths, iterations.
// [Collect] groups the verdicts of one key at one place by their message ([Case]). Each context appears once, with its
// first verdict. The first case is the finding's message, and the others follow as notes. A definite verdict on a path
// of calls removes the findings of the potential variant on this path. A finding of a rule with Program has no
// contexts. The names of its kernels then identify the paths. A question that is not decided gives a finding with the
// certainty Undecided. Its key is that of the variant, or of the rule if it has no variant.
package rules

import (
	"cmp"
	"fmt"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/warp"
)

// Severity is the severity of a finding. The more severe, the larger the number.
type Severity int

// The severities.
const (
	Note Severity = iota
	Warning
	Error
)

var severityNames = [...]string{"note", "warning", "error"}

// String returns the severity's name in messages and configuration.
func (s Severity) String() string { return severityNames[s] }

// MarshalText writes the severity's name.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads the severity's name.
func (s *Severity) UnmarshalText(text []byte) error {
	parsed, err := ParseSeverity(string(text))
	*s = parsed
	return err
}

// ParseSeverity reads "note", "warning" or "error".
func ParseSeverity(name string) (Severity, error) {
	for i, known := range severityNames {
		if name == known {
			return Severity(i), nil
		}
	}
	return Note, fmt.Errorf("unknown severity %q: use note, warning or error", name)
}

// Rule is one rule: its documentation, and the question that it asks.
type Rule struct {
	// Key names the rule in output, configuration and suppressions.
	Key string
	// Code is the short name of the rule. It begins with the digit of its group. Neither key nor code ever changes.
	Code string
	// Title states in one line what is wrong, without a final period.
	Title string
	// Text explains why it is wrong and how to repair it: Markdown paragraphs.
	Text string
	// Bad is a complete kernel that only this rule reports under the default model. Good is the repaired kernel, which
	// no rule reports.
	Bad, Good string
	// Guideline names the rule in NVIDIA's CUDA C++ Guidelines for Robust and Safety-Critical Programming that this
	// rule checks, by its number. It is "" if there is none.
	Guideline string
	// Demands lists the numbers of further rules of the guideline that this rule checks. It is nil if there are none,
	// or only Guideline.
	Demands  []string
	Severity Severity
	// Default reports whether the rule is on by default.
	Default bool
	// PotentialOf is set for a potential variant: the key of the definite rule with the same question. It is "" for a
	// definite rule.
	PotentialOf string
	// UnusedOf is set for a rule that reports only faults whose values nothing uses: the key of the rule that reports
	// the other faults. It is "" for most rules.
	UnusedOf string

	// Ask returns the rule's verdicts on a fact. It is nil for a variant, and for a rule with Program.
	Ask func(*lanes.Fact) []lanes.Verdict
	// OfAccesses reports whether the question is about accesses to shared memory. If it is false, the question is about
	// collectives.
	OfAccesses bool
	// OfWarps reports whether the question is about accesses of several warps of a block. If it is false, the question
	// is about lanes of one warp.
	OfWarps bool
	// OnRequest reports whether Program is called only if the rule or its variant is on (Runs.Requested). It is set for
	// a rule that finds something in most programs, or that has to run kernels.
	OnRequest bool
	// Message returns the message of a verdict, with contextsMark or kernelsMark as the placeholder for the contexts.
	Message func(*lanes.Fact, *lanes.Verdict) string
	// Question is the text of the rule's question after "whether". Undecided findings show it.
	Question string
	// Help returns advice on how to repair the fault of a verdict, with the placeholders maskMark, lanesMark, readersMark.
	Help func(*lanes.Fact, *lanes.Verdict) string
	// Pass returns the mask to pass. It is nil if Help names none.
	Pass func(*lanes.Fact, *lanes.Verdict) warp.Lanes
	// Remedies returns changes that may repair the fault of a verdict, the best first. It returns nil if there are
	// none.
	Remedies func(*lanes.Fact, *lanes.Verdict) []Remedy
	// Rows returns the sets of lanes to draw in addition to the usual ones. It is nil for most rules.
	Rows func(*lanes.Verdict) []Row
	// OfMask reports whether a verdict would disappear if the call's mask named exactly the lanes that arrive. It is
	// nil if no verdict of the rule would.
	OfMask func(*lanes.Verdict) bool
	// Evidence is the kind of observation on a device that proves that the rule is broken. A potential variant has the
	// evidence of its rule.
	Evidence Evidence
	// Related is the text at the related places of a verdict. The field Here is the text at the place itself. If it is
	// "", the text there names the lanes that reach the place.
	Related, Here string
	// LockstepOnly reports whether Program applies only if lanes run in lockstep.
	LockstepOnly bool
	// Independent replaces Program for a LockstepOnly rule if lanes do not run in lockstep. It may be nil.
	Independent func(*cfg.Program) []Claim
	// Program returns the rule's claims about a lowered program. It is nil for a rule with Ask.
	Program func(*cfg.Program) []Claim
}

// Certainty returns the certainty of the rule's findings: Potential for potential variants, Definite for other rules.
func (r *Rule) Certainty() lanes.Certainty {
	if r.PotentialOf != "" {
		return lanes.Potential
	}
	return lanes.Definite
}

// Definite returns the rule whose potential variant r is. If r is no variant, it returns r.
func (r *Rule) Definite() *Rule { return ByKey(cmp.Or(r.PotentialOf, r.Key)) }

// All returns all rules in a fixed order: each definite rule, followed by its variants.
func All() Catalogue {
	return Catalogue{
		notParticipating, potentiallyNotParticipating,
		divergentMask, potentiallyDivergentMask,
		notInMask, potentiallyNotInMask,
		sourceNotInMask, potentiallySourceNotInMask, unusedSourceNotInMask,
		width,
		divergentBarrier, potentiallyDivergentBarrier,
		activeMaskAsMask,
		missingSyncwarp, potentiallyMissingSyncwarp,
		missingSyncthreads, potentiallyMissingSyncthreads,
		pdlAccessBeforeWait, potentiallyPdlAccessBeforeWait,
		warpgroupNotWhole, potentiallyWarpgroupNotWhole,
		asyncProxyFence, potentiallyAsyncProxyFence,
		mbarrierArrivals, potentiallyMbarrierArrivals,
		wgmmaNotWaited, potentiallyWgmmaNotWaited,
		spinWaitDeadlock,
		barrierAfterExit,
		deprecatedIntrinsic,
		severalDynamicSharedArrays,
		uninitializedShared, potentiallyUninitializedShared,
		launchBoundsDiffer,
		launchExceedsBounds, potentiallyLaunchExceedsBounds,
		launchNotWholeWarps,
		collectivesForbidden,
	}
}

// ByKey returns the rule with that key, or nil if there is none. The key must be in the spelling that findings show,
// with _.
func ByKey(key string) *Rule { return All().ByKey(key) }
