package check

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/identity"
	"github.com/warpcheck/warpcheck/check/arch"
	"github.com/warpcheck/warpcheck/result"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// If the user names no architecture for a unit, tests on the architecture may leave out collectives or instructions of
// asynchronous engines. The unit is then also read for further architectures that may compile them (package arch). A
// reading with new errors of the parser does not count, because the unit is not meant for its architecture. But if a
// header was not found, new errors are expected, because code may use declarations of the header.

// ofArch returns the unit in the form that package arch takes.
func (u *analysis) ofArch() arch.Unit {
	return arch.Unit{Sources: u.Job, Read: &u.Unit, Path: u.Input.Path, Arch: u.Arch}
}

// analysedRoots holds the keys of roots that have been analysed. Programs made from one file for several architectures
// have most roots in common.
type analysedRoots map[identity.Key]bool

// add adds the roots of a program. It returns, for each root, whether it is new.
func (a analysedRoots) add(program *cfg.Program) map[*cfg.Func]bool {
	fresh, keys := map[*cfg.Func]bool{}, identity.InReadings(program)
	for _, root := range program.Roots {
		key, has := keys[root]
		fresh[root] = !has || !a[key]
		if has {
			a[key] = true
		}
	}
	return fresh
}

// readFurther reads the unit for further architectures that may compile what is in leftOut. It analyses the roots that
// are not in analysed. errors lists the errors of the first reading.
func (u *analysis) readFurther(analysed analysedRoots, leftOut []arch.LeftOut, text arch.Text, errors []source.Diagnostic) {
	isOld := func(d source.Diagnostic) bool { return slices.Contains(errors, d) }
	isIncomplete := slices.ContainsFunc(errors, isAbsentHeader)
	read := []warp.Arch{u.Arch}
	for _, to := range arch.Candidates {
		if !slices.ContainsFunc(leftOut, func(l arch.LeftOut) bool { return text.MayBring(l, to, read) }) {
			continue
		}
		other := u.forArch(to)
		tree, err := parse(other.Job)
		other.clock.Lap("parse")
		var fresh []source.Diagnostic
		if err == nil {
			fresh = slices.DeleteFunc(errorsOf(tree), isOld)
		}
		if err != nil || len(fresh) > 0 && !isIncomplete {
			u.Parses += other.Parses
			continue // not compiled in this reading either: the accounting of u lists what stays left out
		}
		read = append(read, to)
		other.read(tree)
		other.countErrors(fresh, true)
		other.doubts = other.doubtsOf(tree)
		still := other.ofArch().Still(leftOut)
		if len(still) == len(leftOut) {
			u.Parses += other.Parses
			continue
		}
		leftOut = still
		program := other.lower(tree)
		other.examine(tree, program, analysed.add(program))
		other.leaveOutUnreached(u.Sites)
		u.further = append(u.further, other)
		if len(leftOut) == 0 {
			return
		}
	}
}

// leaveOutUnreached drops sites of u if no function of u reaches them and another reading of the file has a site at the
// same place. The parameter sites holds the sites of the other reading.
func (u *analysis) leaveOutUnreached(sites []result.Site) {
	places := map[result.Place]bool{}
	for i := range sites {
		places[result.PlaceOf(sites[i].Pos)] = true
	}
	u.Sites = slices.DeleteFunc(u.Sites, func(s result.Site) bool {
		return s.Status == result.NotReached && places[result.PlaceOf(s.Pos)]
	})
}

// forArch returns an analysis of the same job for another architecture.
func (u *analysis) forArch(arch warp.Arch) *analysis {
	other := newAnalysis(u.ForArch(arch), u.request)
	other.machine, other.replayers, other.session, other.roots = u.machine, u.replayers, u.session, u.roots
	return other
}
