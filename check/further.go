package check

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/frontend/ast"
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
// one that was analysed are not analysed again, and their contexts name that one.

// candidates are the further architectures, in the order in which they are tried: those that
// compile most of what older ones lack, then those that a test may name.
var candidates = []warp.Arch{80, 90 + warp.Specific, 100 + warp.Specific, 120 + warp.Specific}

// leftOutHere is a collective that the unit leaves out because of a test on the architecture.
type leftOutHere struct {
	file string // by identity
	line int
	name string // what is called, or asm
	test string // the directive
}

// readFurther reads the unit for further architectures that have what is left out.
func (u *analysis) readFurther(program *cfg.Program, left []leftOutHere) {
	if len(left) == 0 {
		return
	}
	known := cfg.Known{}
	known.Add(program)
	for _, arch := range candidates {
		if !slices.ContainsFunc(left, func(l leftOutHere) bool { return mayHold(l.test, arch) }) {
			continue
		}
		other := u.forArch(arch)
		tree, err := other.Read()
		other.clock.lap("parse")
		if err != nil || slices.ContainsFunc(tree.Diagnostics, func(d ast.Diagnostic) bool { return d.Severity >= ast.Error }) {
			u.Parses += other.Parses
			continue // what it leaves out is booked as such
		}
		other.read(tree)
		still := other.stillLeftOut(left)
		if len(still) == len(left) {
			u.Parses += other.Parses
			continue
		}
		left = still
		other.lower(tree)
		other.analyse(tree, known.Add(other.program))
		other.program = nil
		other.leaveOutUnreached(u.Sites)
		u.further = append(u.further, other)
		if len(left) == 0 {
			return
		}
	}
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
	other.machine = u.machine
	return other
}

// leftOutByArch are the collectives of the user's files that a test on the architecture leaves
// out of the unit.
func (u *analysis) leftOutByArch() []leftOutHere {
	var left []leftOutHere
	var macros map[string]bool
	for id, r := range readings(&u.Unit) {
		for _, m := range r.mentionsIn(u.TextOf(r.file)) {
			if m.why == "" || m.reach == 0 {
				continue
			}
			if macros == nil {
				macros = u.archMacros()
			}
			if test := u.testOf(r.file, m.whyLine); namesAny(test, macros) {
				left = append(left, leftOutHere{id, m.line, m.name, test})
			}
		}
	}
	return left
}

// stillLeftOut are those that this reading of the unit leaves out, too.
func (u *analysis) stillLeftOut(left []leftOutHere) []leftOutHere {
	all := readings(&u.Unit)
	return slices.DeleteFunc(slices.Clone(left), func(l leftOutHere) bool {
		if r := all[l.file]; r != nil {
			_, out := r.leavesOut(l.line)
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

// testOf is the directive at a line, and for #else and #elif those before it of the same
// condition as well.
func (u *analysis) testOf(file string, line int) string {
	lines := strings.Split(u.TextOf(file), "\n")
	if line < 1 || line > len(lines) {
		return ""
	}
	text, depth := lines[line-1], 0
	if m := conditional.FindStringSubmatch(text); m == nil || !strings.HasPrefix(m[1], "el") {
		return text
	}
	for n := line - 2; n >= 0; n-- {
		m := conditional.FindStringSubmatch(lines[n])
		switch {
		case m == nil:
		case m[1] == "endif":
			depth++
		case strings.HasPrefix(m[1], "if") && depth > 0:
			depth--
		case strings.HasPrefix(m[1], "if"):
			return text + " " + lines[n]
		case depth == 0:
			text += " " + lines[n]
		}
	}
	return text
}

// archName is a macro of the compiler's that tells of the architecture.
const archName = "__CUDA_ARCH"

var (
	identifier = regexp.MustCompile(`[A-Za-z_]\w*`)
	definition = regexp.MustCompile(`^\s*#\s*define\s+([A-Za-z_]\w*)`)
)

// namesAny reports a directive that names a macro of the compiler's for the architecture, or
// one of others.
func namesAny(directive string, macros map[string]bool) bool {
	return slices.ContainsFunc(identifier.FindAllString(directive, -1), func(name string) bool {
		return strings.HasPrefix(name, archName) || macros[name]
	})
}

// archMacros are the macros that the user's files define under a test on the architecture,
// directly or by other such macros.
func (u *analysis) archMacros() map[string]bool {
	macros := map[string]bool{}
	for {
		before := len(macros)
		for _, file := range slices.Sorted(maps.Keys(u.Entered)) {
			addArchMacros(u.TextOf(file), macros)
		}
		if len(macros) == before {
			return macros
		}
	}
}

func addArchMacros(text string, macros map[string]bool) {
	var within []bool // the conditions around a line that test the architecture
	for _, line := range strings.Split(text, "\n") {
		if m := definition.FindStringSubmatch(line); m != nil && slices.Contains(within, true) {
			macros[m[1]] = true
		}
		m := conditional.FindStringSubmatch(line)
		switch {
		case m == nil:
		case strings.HasPrefix(m[1], "if"):
			within = append(within, namesAny(line, macros))
		case len(within) == 0:
		case m[1] == "endif":
			within = within[:len(within)-1]
		default:
			within[len(within)-1] = within[len(within)-1] || namesAny(line, macros)
		}
	}
}
