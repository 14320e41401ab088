package check

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/internal/lexical"
	"github.com/warpcheck/warpcheck/internal/pattern"
	"github.com/warpcheck/warpcheck/load"
	"github.com/warpcheck/warpcheck/result"
)

// What conditions of the preprocessor leave out is in no syntax tree. Kernels and
// collectives in it are found by their names (those of the intrinsics and of PTX), and
// told when every reading of their file leaves them out, in whatever unit: under
// __CUDA_ARCH__ one unit may compile what another does not.

// reading is what the units of a run read of one file.
type reading struct {
	file    string
	entered int
	skipped []ast.Pos
}

// readings of the files that units leave something out of, by identity.
func readings(units ...*result.Unit) map[string]*reading {
	all, identities := map[string]*reading{}, map[string]string{}
	of := func(file string) *reading {
		if identities[file] == "" {
			identities[file] = load.Identity(file)
		}
		id := identities[file]
		if all[id] == nil {
			all[id] = &reading{file: file}
		}
		return all[id]
	}
	for _, u := range units {
		for _, file := range slices.Sorted(maps.Keys(u.Entered)) {
			of(file).entered += u.Entered[file]
		}
		for _, pos := range u.Skipped {
			r := of(pos.File)
			r.skipped = append(r.skipped, pos)
		}
	}
	maps.DeleteFunc(all, func(_ string, r *reading) bool { return len(r.skipped) == 0 })
	return all
}

// resultsOf are the results of units.
func resultsOf(units []*unit) []*result.Unit {
	all := make([]*result.Unit, len(units))
	for i, u := range units {
		all[i] = &u.Unit
	}
	return all
}

// leavesOut is a range that holds a line which no reading compiled. The ranges of one
// reading do not overlap.
func (r *reading) leavesOut(line int) (within ast.Pos, left bool) {
	times := 0
	for _, pos := range r.skipped {
		if pos.Line < line && line < pos.EndLine {
			if times == 0 {
				within = pos
			}
			times++
		}
	}
	return within, times > 0 && times >= r.entered
}

// mention is a kernel or a call of a collective in the text of a file.
type mention struct {
	line, column int
	name         string
	// reach is 0 for a kernel.
	reach reach
	// why is the directive that leaves it out, "" when something compiles it, and
	// whyLine its line.
	why     string
	whyLine int
}

// mentionsIn finds the mentions in the text of a file.
func (r *reading) mentionsIn(text string) []mention {
	comments, literals := lexical.Scan(text)
	bare := lexical.Blank(text, comments)
	code := lexical.Blank(bare, literals)
	lines := strings.Split(bare, "\n")
	var all []mention
	line, last := 1, 0
	for at, word := range lexical.Words(code) {
		if !strings.HasPrefix(word, "__") && word != "asm" {
			continue
		}
		line += strings.Count(code[last:at], "\n")
		last = at
		m := mention{line: line, column: at - strings.LastIndexByte(code[:at], '\n'), name: word}
		if m.reach = reachAt(code, bare, at, word); m.reach == 0 && m.name != "__global__" {
			continue
		}
		if within, left := r.leavesOut(line); left {
			m.why, m.whyLine = directiveOf(lines, within.Line, line)
		}
		all = append(all, m)
	}
	return all
}

// reachAt is what the word at a place of the code calls. bare has the literals, where
// the text of an asm statement stands.
func reachAt(code, bare string, at int, name string) reach {
	behind := at + len(name)
	rest := code[behind:]
	switch {
	case name == "asm" || name == "__asm__" || name == "__asm":
		end := strings.IndexByte(rest, ';')
		if end < 0 {
			end = len(rest)
		}
		return textReach(bare[behind:behind+end], warpAsm(), blockAsm())
	case strings.HasPrefix(strings.TrimLeft(rest, " \t"), "("):
		return textReach(name, warpName(), blockName())
	}
	return 0
}

var conditional = pattern.Of(`^\s*#\s*(if|ifdef|ifndef|elif|elifdef|elifndef|else|endif)\b`)

// directiveOf is the directive that a line depends on within what begins at another: that
// one, or a later #elif or #else of the same condition.
func directiveOf(lines []string, from, line int) (string, int) {
	at, depth := from, 0
	for n := from + 1; n < min(line, len(lines)); n++ {
		m := conditional().FindStringSubmatch(lines[n-1])
		switch {
		case m == nil:
		case strings.HasPrefix(m[1], "if"):
			depth++
		case m[1] == "endif":
			depth--
		case depth == 0:
			at = n
		}
	}
	words := strings.Join(strings.Fields(strings.TrimRight(lines[at-1], "\\\r ")), " ")
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return unicode.ReplacementChar
		}
		return r
	}, words), at
}

// reportLeftOut books the collectives that nothing compiles, and tells of the inputs of
// which nothing was checked because of that.
func (c *checker) reportLeftOut(o *Outcome, inputs []load.Input, units []*unit) {
	all := readings(resultsOf(units)...)
	given, defining := map[string]string{}, map[string]bool{}
	for _, in := range inputs {
		given[c.loader.Identity(in.Path)] = in.Path
	}
	for _, u := range units {
		if u.leftOut != "" {
			c.reportSkipped(o, u)
		}
		for file := range u.Defining {
			defining[c.loader.Identity(file)] = true
		}
	}
	for _, id := range slices.SortedFunc(maps.Keys(all), func(a, b string) int {
		return cmp.Compare(all[a].file, all[b].file)
	}) {
		r := all[id]
		mentions := r.mentionsIn(c.read(r.file))
		o.Stats.countLeftOut(r.file, mentions)
		whole := !slices.ContainsFunc(mentions, func(m mention) bool { return m.why == "" })
		if path := given[id]; path != "" && whole && len(mentions) > 0 && !defining[id] {
			o.Hints = append(o.Hints, path+": all its CUDA code is left out by the preprocessor "+
				mentions[0].condition())
		}
	}
}

// reportSkipped books the collectives of a header that is left out as a whole.
func (c *checker) reportSkipped(o *Outcome, u *unit) {
	mentions := (&reading{file: u.Path}).mentionsIn(c.read(u.Path))
	for i := range mentions {
		mentions[i].why = u.leftOut
	}
	o.Stats.countLeftOut(u.Path, mentions)
}

// read is the text of a file; one that is gone is empty.
func (c *checker) read(file string) string {
	text, _ := c.Text(file)
	return string(text)
}

// wanted is the one macro that a condition asks for. Names with underscores in front are
// the compiler's, and not for the user to define.
var wanted = pattern.Of(`^# ?(?:ifdef |if (?:defined ?\(? ?)?)([A-Za-z]\w*) ?\)?$`)

// wantedArch is the oldest architecture, times ten, that a condition asks for.
var wantedArch = pattern.Of(`__CUDA_ARCH__ >= (\d+)0\b`)

// condition names the directive in words, and what would make it hold.
func (m *mention) condition() string {
	text := fmt.Sprintf("(%s at line %d)", m.why, m.whyLine)
	if macro := wanted().FindStringSubmatch(m.why); macro != nil {
		text += fmt.Sprintf("; give -D%s after --", macro[1])
	} else if arch := wantedArch().FindStringSubmatch(m.why); arch != nil {
		text += "; give --arch sm_" + arch[1]
	}
	return text
}

// leftOutBy says what leaves a mention out.
func (m *mention) leftOutBy() string {
	if m.whyLine == 0 {
		return m.why
	}
	return fmt.Sprintf("left out by the preprocessor: %s at line %d", m.why, m.whyLine)
}

// countLeftOut adds the collectives of a file that nothing compiles.
func (s *Stats) countLeftOut(file string, mentions []mention) {
	for _, m := range mentions {
		coverage := &s.Collectives
		if m.reach&reachesWarp == 0 {
			coverage = &s.Barriers
		}
		if m.why == "" || m.reach == 0 {
			continue
		}
		coverage.NotCompiled++
		coverage.Reasons = append(coverage.Reasons, result.Reason{File: file, Line: m.line, Column: m.column, What: m.name,
			Text: "not compiled: " + m.leftOutBy()})
	}
	s.Collectives.Reasons = sorted(s.Collectives.Reasons)
	s.Barriers.Reasons = sorted(s.Barriers.Reasons)
}
