package check

import (
	"maps"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/check/account"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/internal/preprocess"
	"github.com/warpcheck/warpcheck/load"
	"github.com/warpcheck/warpcheck/result"
	"github.com/warpcheck/warpcheck/warp"
)

// Where nobody says for which architecture a unit is compiled, it is read for the default one,
// and where tests on the architecture leave collectives out of it, for further ones that have
// them:
//
//	#if __CUDA_ARCH__ >= 800                read for sm_80
//	#ifdef __CUDA_ARCH_FEAT_SM90_ALL        read for sm_90a
//	#ifdef MMA_AVAILABLE                    where that is defined under a test on the architecture
//
// Which one compiles what is left out the parser says: it reads the unit for one candidate after
// the other until nothing is left. The kernels of a further architecture that are the same as
// one that was analysed are not analysed again, and their contexts name that one. An architecture that brings errors
// of the parser's is none for which the unit is compiled, unless a header is absent: what is called of that is
// unknown for each architecture that uses it.

// candidates are the further architectures, in the order in which they are tried: those that
// compile most of what older ones lack, then those that a test may name.
var candidates = []warp.Arch{80, 90 + warp.Specific, 100 + warp.Specific, 120 + warp.Specific}

// leftOutHere is a collective that the unit leaves out because of a test on the architecture.
type leftOutHere struct {
	file string // by identity
	line int
	name string // what is called, or asm
	// around are the conditions that it stands under, of which the one on the architecture is.
	around []preprocess.Test
}

// readFurther reads the unit for further architectures that have what is left out, and analyses roots that
// are not known. Errors are those of the reading before.
func (u *analysis) readFurther(known cfg.Known, left []leftOutHere, text archText, errors []ast.Diagnostic) {
	isOld := func(d ast.Diagnostic) bool { return slices.Contains(errors, d) }
	isIncomplete := slices.ContainsFunc(errors, isAbsentHeader)
	read := []warp.Arch{u.Arch}
	for _, arch := range candidates {
		if !slices.ContainsFunc(left, func(l leftOutHere) bool { return text.mayBring(l, arch, read) }) {
			continue
		}
		other := u.forArch(arch)
		tree, err := other.Read()
		other.clock.Lap("parse")
		var fresh []ast.Diagnostic
		if err == nil {
			fresh = slices.DeleteFunc(errorsOf(tree), isOld)
		}
		if err != nil || len(fresh) > 0 && !isIncomplete {
			u.Parses += other.Parses
			continue // what it leaves out is booked as such
		}
		read = append(read, arch)
		other.read(tree)
		other.countErrors(fresh, true)
		other.doubts = other.doubtsOf(tree)
		still := other.stillLeftOut(left)
		if len(still) == len(left) {
			u.Parses += other.Parses
			continue
		}
		left = still
		program := other.lower(tree)
		other.analyse(tree, program, known.Add(program))
		other.leaveOutUnreached(u.Sites)
		u.further = append(u.further, other)
		if len(left) == 0 {
			return
		}
	}
}

// mayBring reports an architecture that may have what those that were read leave out.
func (k archText) mayBring(l leftOutHere, arch warp.Arch, read []warp.Arch) bool {
	return mayHold(l.around, arch, k.macros) &&
		!slices.ContainsFunc(read, func(before warp.Arch) bool { return k.isSame(l.around, before, arch) })
}

// leaveOutUnreached drops the sites that nothing here reaches and that are known.
func (u *analysis) leaveOutUnreached(known []result.Site) {
	places := map[result.Place]bool{}
	for i := range known {
		places[result.PlaceOf(known[i].Pos)] = true
	}
	u.Sites = slices.DeleteFunc(u.Sites, func(s result.Site) bool {
		return s.Status == result.NotReached && places[result.PlaceOf(s.Pos)]
	})
}

// forArch is the same job for another architecture.
func (u *analysis) forArch(arch warp.Arch) *analysis {
	other := newAnalysis(u.ForArch(arch), u.asked)
	other.machine, other.session = u.machine, u.session
	return other
}

// leftOutByArch are the collectives of the user's files that a test on the architecture leaves
// out of the unit.
func (u *analysis) leftOutByArch() []leftOutHere {
	var left []leftOutHere
	var texts map[string][]preprocess.Directive
	var macros map[string]bool
	for id, r := range account.ReadingsOf(&u.Unit) {
		for _, m := range r.Mentions(u.TextOf(r.File)) {
			if !m.IsLeftOut() {
				continue
			}
			if macros == nil {
				texts = u.directives(u.Entered)
				macros = preprocess.ArchMacros(maps.Values(texts))
			}
			all := texts[r.File]
			if test := preprocess.TestOf(all, m.WhyLine); preprocess.NamesArch(test.String(), macros) {
				left = append(left, leftOutHere{id, m.Line, m.Name, preprocess.Around(all, m.Line)})
			}
		}
	}
	return left
}

// stillLeftOut are those that this reading of the unit leaves out, too.
func (u *analysis) stillLeftOut(left []leftOutHere) []leftOutHere {
	all := account.ReadingsOf(&u.Unit)
	return slices.DeleteFunc(slices.Clone(left), func(l leftOutHere) bool {
		if r := all[l.file]; r != nil {
			_, out := r.LeavesOut(l.line)
			return !out
		}
		return u.reads(l.file)
	})
}

// reads reports a file, by identity, of which the unit leaves nothing out.
func (u *analysis) reads(id string) bool {
	for file := range u.Entered {
		if load.Identity(file) == id {
			return true
		}
	}
	return false
}

// directives are those of files that the unit reads.
func (u *analysis) directives(entered map[string]int) map[string][]preprocess.Directive {
	all := map[string][]preprocess.Directive{}
	for file := range entered {
		all[file] = preprocess.All(u.TextOf(file))
	}
	return all
}
