package arch

import (
	"maps"
	"slices"

	"github.com/warpcheck/warpcheck/check/account"
	"github.com/warpcheck/warpcheck/internal/preprocess"
	"github.com/warpcheck/warpcheck/load"
	"github.com/warpcheck/warpcheck/warp"
)

// Candidates lists the further architectures, in the order in which they are tried. The first ones compile most of the
// code that tests leave out for older architectures. The last ones are architectures that a test may name.
var Candidates = []warp.Arch{80, 90 + warp.Specific, 100 + warp.Specific, 120 + warp.Specific}

// LeftOut is a collective, or an instruction of an asynchronous engine, that the unit leaves out because of a test on
// the architecture.
type LeftOut struct {
	file string // the identity of the file with the code
	line int
	// Name is the name of the called function, or asm.
	Name string
	// conditions lists the conditions of the #if directives around the line, including the one on the architecture.
	conditions []preprocess.Test
}

// LeftOut returns the collectives and instructions of asynchronous engines in the user's files that a test on the
// architecture leaves out of the unit.
func (u Unit) LeftOut() []LeftOut {
	var left []LeftOut
	var texts map[string][]preprocess.Directive
	var macros map[string]bool
	for id, r := range account.ReadingsOf(u.Read) {
		for _, m := range r.Mentions(u.TextOf(r.File)) {
			if !m.IsLeftOut() {
				continue
			}
			if macros == nil {
				texts = u.directives()
				macros = preprocess.ArchMacros(maps.Values(texts))
			}
			all := texts[r.File]
			if test := preprocess.TestOf(all, m.LeftOutBy.Line); preprocess.NamesArch(test.String(), macros) {
				left = append(left, LeftOut{id, m.Line, m.Name, preprocess.Around(all, m.Line)})
			}
		}
	}
	return left
}

// Still returns those elements of the list that this reading of the unit also leaves out.
func (u Unit) Still(ranges []LeftOut) []LeftOut {
	all := account.ReadingsOf(u.Read)
	return slices.DeleteFunc(slices.Clone(ranges), func(l LeftOut) bool {
		if r := all[l.file]; r != nil {
			_, out := r.LeavesOut(l.line)
			return !out
		}
		return u.reads(l.file)
	})
}

// directives returns the directives in the user's files that the unit reads.
func (u Unit) directives() map[string][]preprocess.Directive {
	return preprocess.InFiles(maps.Keys(u.Read.Entered), u.TextOf)
}

// reads reports whether the unit reads the file with the identity id.
func (u Unit) reads(id string) bool {
	for file := range u.Read.Entered {
		if load.Identity(file) == id {
			return true
		}
	}
	return false
}

// MayHave reports whether an architecture may compile l.
func (x Text) MayHave(l LeftOut, arch warp.Arch) bool { return mayHold(l.conditions, arch, x.macros) }

// MayBring reports whether a reading for the architecture arch may compile l. The caller has read the unit for the
// architectures in the list `read`. Each of these readings leaves l out.
func (x Text) MayBring(l LeftOut, arch warp.Arch, read []warp.Arch) bool {
	return x.MayHave(l, arch) &&
		!slices.ContainsFunc(read, func(earlier warp.Arch) bool { return x.isSame(l.conditions, earlier, arch) })
}
