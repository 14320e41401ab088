package account

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/warpcheck/warpcheck/internal/lexical"
	"github.com/warpcheck/warpcheck/internal/pattern"
	"github.com/warpcheck/warpcheck/internal/preprocess"
	"github.com/warpcheck/warpcheck/internal/ptx"
	"github.com/warpcheck/warpcheck/load"
	"github.com/warpcheck/warpcheck/result"
	"github.com/warpcheck/warpcheck/source"
)

// Code that the preprocessor leaves out is in no syntax tree. Kernels, collectives (intrinsics and PTX) and
// instructions of asynchronous engines in this code are found by their names in the text. They are listed if all units
// that read the file leave them out. Under a test of __CUDA_ARCH__, one unit may compile code that another leaves out.

// Reading records how the units of a run read one file: the lines that they left out (skipped), and the number of times
// that they read the file (entered).
type Reading struct {
	File    string
	entered int
	skipped []source.Pos
}

// Readings maps the identity of a file to its reading. It has each file in which some unit left out lines.
type Readings map[string]*Reading

// ReadingsOf joins the lines that the units read and left out.
func ReadingsOf(units ...*result.Unit) Readings {
	all, identities := Readings{}, map[string]string{}
	of := func(file string) *Reading {
		if identities[file] == "" {
			identities[file] = load.Identity(file)
		}
		id := identities[file]
		if all[id] == nil {
			all[id] = &Reading{File: file}
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
	maps.DeleteFunc(all, func(_ string, r *Reading) bool { return len(r.skipped) == 0 })
	return all
}

// LeavesOut returns a skipped range that contains a line. isSkipped is false if some unit compiled the line. A line is
// skipped if as many ranges contain it as units read the file, because the ranges of one unit do not overlap.
func (r *Reading) LeavesOut(line int) (skipped source.Pos, isSkipped bool) {
	times := 0
	for _, pos := range r.skipped {
		if pos.Line < line && line < pos.EndLine {
			if times == 0 {
				skipped = pos
			}
			times++
		}
	}
	return skipped, times > 0 && times >= r.entered
}

// Condition is a directive of the preprocessor that leaves code out.
type Condition struct {
	// File is the file of the directive. It is "" if the directive is in the same file as the code that is left out.
	File      string
	Directive string
	Line      int
}

func (c *Condition) String() string {
	text := fmt.Sprintf("left out by the preprocessor: %s at line %d", c.Directive, c.Line)
	if c.File != "" {
		text += " of " + c.File
	}
	return text
}

// SkippedBy returns the condition that leaves out the first of includers, the lines that include a header. It returns
// nil if some unit compiles one of these lines, or if there are none. The function text returns the text of a file.
func (all Readings) SkippedBy(includers []load.Inclusion, text func(file string) string) (condition *Condition) {
	for _, one := range includers {
		r := all[load.Identity(one.File)]
		if r == nil {
			return nil
		}
		within, left := r.LeavesOut(one.Line)
		if !left {
			return nil
		}
		if condition == nil {
			condition = directiveOf(strings.Split(text(one.File), "\n"), within.Line, one.Line)
			condition.File = r.File
		}
	}
	return condition
}

// Mention is a kernel, a call of a collective, or an instruction of an asynchronous engine in the text of a file.
type Mention struct {
	Line, Column int
	Name         string
	// reach is the set of collectives that the mention executes. It is empty for a kernel. An asm statement may have a
	// collective as well as an instruction of an engine.
	reach Reach
	// engine is the instruction of an asynchronous engine, or nil if there is none.
	engine *ptx.Asynchronous
	// LeftOutBy is the condition that leaves the mention out, nil if some unit compiles it.
	LeftOutBy *Condition
}

// Mentions returns the mentions in text, which must be the text of r.File.
func (r *Reading) Mentions(text string) []Mention {
	comments, literals := lexical.Scan(text)
	bare := lexical.Blank(text, comments)
	code := lexical.Blank(bare, literals)
	lines := strings.Split(bare, "\n")
	var all []Mention
	line, last := 1, 0
	for at, word := range lexical.Words(code) {
		if !strings.HasPrefix(word, "__") && word != "asm" && ptx.AsynchronousFunction(word) == nil {
			continue
		}
		line += strings.Count(code[last:at], "\n")
		last = at
		m := Mention{Line: line, Column: at - strings.LastIndexByte(code[:at], '\n'), Name: word}
		if m.reach, m.engine = executedAt(code, bare, at, word); m.reach == 0 && m.engine == nil && m.Name != "__global__" {
			continue
		}
		if within, left := r.LeavesOut(line); left {
			m.LeftOutBy = directiveOf(lines, within.Line, line)
		}
		all = append(all, m)
	}
	return all
}

// executedAt returns what the word name at an offset of the code executes: collectives, and an instruction of an
// asynchronous engine. bare is the code with its literals, for the text of asm statements.
func executedAt(code, bare string, offset int, name string) (Reach, *ptx.Asynchronous) {
	after := offset + len(name)
	rest := code[after:]
	if name == "asm" || name == "__asm__" || name == "__asm" {
		end := strings.IndexByte(rest, ';')
		if end < 0 {
			end = len(rest)
		}
		text := bare[after : after+end]
		return ReachOfAsm(text), engineIn(text)
	}
	called := strings.TrimLeft(rest, " \t")
	switch {
	case strings.HasPrefix(called, "("):
		return ReachOfName(name), ptx.AsynchronousFunction(strings.TrimPrefix(name, "__"))
	case strings.HasPrefix(called, "<"):
		return 0, ptx.AsynchronousFunction(name)
	}
	return 0, nil
}

// opcodeWord matches a word of an asm text that may be an opcode with qualifiers.
var opcodeWord = pattern.Of(`\b[a-z]\w*(\.[\w:]+)+`)

// engineIn returns the first instruction of an asynchronous engine in an asm text, or nil if it has none.
func engineIn(text string) *ptx.Asynchronous {
	for _, word := range opcodeWord().FindAllString(text, -1) {
		if a := ptx.AsynchronousOf(strings.Split(word, ".")); a != nil {
			return a
		}
	}
	return nil
}

// directiveOf returns the directive that decides whether a line is compiled. That is the #if at line start, or the last
// #elif or #else of the same condition before line. Lines count from 1.
func directiveOf(lines []string, start, line int) *Condition {
	at, depth := start, 0
	for n := start + 1; n < min(line, len(lines)); n++ {
		m := preprocess.Conditional().FindStringSubmatch(lines[n-1])
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
	return &Condition{Line: at, Directive: strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return unicode.ReplacementChar
		}
		return r
	}, words)}
}

// CountLeftOut counts the collectives that no unit compiles. It returns a hint for each requested file whose CUDA code
// is left out completely. requested maps the identity of a file to its path. The function text returns the text of a
// file.
func (s *Stats) CountLeftOut(units []Unit, requested map[string]string, text func(file string) string) (hints []string) {
	all, defining := ReadingsOf(resultsOf(units)...), map[string]bool{}
	for i := range units {
		u := &units[i]
		if u.LeftOut != nil {
			s.countSkipped(u, text)
		}
		for file := range u.Defining {
			defining[load.Identity(file)] = true
		}
	}
	for _, id := range slices.SortedFunc(maps.Keys(all), func(a, b string) int {
		return cmp.Compare(all[a].File, all[b].File)
	}) {
		r := all[id]
		mentions := r.Mentions(text(r.File))
		s.countLeftOut(r.File, mentions)
		whole := !slices.ContainsFunc(mentions, func(m Mention) bool { return m.LeftOutBy == nil })
		if path := requested[id]; path != "" && whole && len(mentions) > 0 && !defining[id] {
			hints = append(hints, path+": all its CUDA code is left out by the preprocessor "+
				mentions[0].LeftOutBy.hint())
		}
	}
	return hints
}

// resultsOf returns the results of units.
func resultsOf(units []Unit) []*result.Unit {
	all := make([]*result.Unit, len(units))
	for i := range units {
		all[i] = units[i].Unit
	}
	return all
}

// countSkipped counts the collectives of a header that is left out as a whole.
func (s *Stats) countSkipped(u *Unit, text func(file string) string) {
	mentions := (&Reading{File: u.Path}).Mentions(text(u.Path))
	for i := range mentions {
		mentions[i].LeftOutBy = u.LeftOut
	}
	s.countLeftOut(u.Path, mentions)
}

// wantedArch matches a condition on the architecture. The group is the number of the oldest architecture for which the
// condition holds. __CUDA_ARCH__ is ten times this number.
var wantedArch = pattern.Of(`__CUDA_ARCH__ >= (\d+)0\b`)

// hint returns a phrase with the directive. It adds the option that makes the condition true, if one is known.
func (c *Condition) hint() string {
	text := fmt.Sprintf("(%s at line %d)", c.Directive, c.Line)
	if macro := preprocess.SwitchOf(c.Directive); macro != "" {
		text += fmt.Sprintf("; give -D%s after --", macro)
	} else if arch := wantedArch().FindStringSubmatch(c.Directive); arch != nil {
		text += "; give --arch sm_" + arch[1]
	}
	return text
}

// IsLeftOut reports whether m is a collective, or an instruction of an asynchronous engine, that no unit compiles.
func (m *Mention) IsLeftOut() bool { return m.LeftOutBy != nil && (m.reach != 0 || m.engine != nil) }

// countLeftOut counts the collectives in mentions that no unit compiles, and lists them with their reasons. It also
// lists the instructions of asynchronous engines that no unit compiles.
func (s *Stats) countLeftOut(file string, mentions []Mention) {
	for _, m := range mentions {
		if !m.IsLeftOut() {
			continue
		}
		why := result.Reason{File: file, Line: m.Line, Column: m.Column, What: m.Name, Text: "not compiled: " + m.LeftOutBy.String()}
		if m.reach == 0 {
			why.What, why.Text = "", m.engine.Name+" "+why.Text
			s.NotModelled = append(s.NotModelled, why)
			continue
		}
		coverage := &s.Collectives
		if m.reach&ReachesWarp == 0 {
			coverage = &s.Barriers
		}
		coverage.NotCompiled++
		coverage.Reasons = append(coverage.Reasons, why)
	}
	s.NotModelled = sorted(s.NotModelled)
	s.Collectives.Reasons = sorted(s.Collectives.Reasons)
	s.Barriers.Reasons = sorted(s.Barriers.Reasons)
}
