package modules

import (
	"fmt"
	"slices"

	"github.com/warpcheck/warpcheck/check/account"
	"github.com/warpcheck/warpcheck/internal/mangled"
	"github.com/warpcheck/warpcheck/internal/ptx"
	"github.com/warpcheck/warpcheck/result"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/source"
)

// written is an instruction of the PTX that has a place in a source file.
type written struct {
	line int
	// function is the name of its function, as findings show it.
	function string
	// reach is the set of collectives that the instruction executes. touchesMemory reports whether it reads or writes
	// memory.
	reach         account.Reach
	touchesMemory bool
}

// mostWritten bounds the instructions that a finding names.
const mostWritten = 3

// Written returns the instructions that the place of a finding stands for, if the place is in a source file. A compiler
// may make several instructions of one line. Those in the kernels of the finding that can break its rule are preferred.
func (u *Unit) Written(f *rules.Finding) []rules.Related {
	if f.Pos.File == u.file {
		return nil
	}
	list := u.writtenAt()[result.PlaceOf(f.Pos)]
	list = preferred(list, func(w written) bool { return slices.Contains(f.Kernels, w.function) })
	list = preferred(list, func(w written) bool { return w.reach != 0 || w.touchesMemory })
	switch groupOf(f) {
	case "races":
		list = preferred(list, func(w written) bool { return w.touchesMemory })
	case "barriers":
		list = preferred(list, func(w written) bool { return w.reach&account.ReachesBlock != 0 })
	default:
		list = preferred(list, func(w written) bool { return w.reach != 0 })
	}
	var related []rules.Related
	for i, w := range list[:min(len(list), mostWritten)] {
		text := "the PTX instruction is here"
		if more := len(list) - mostWritten; i == mostWritten-1 && more > 0 {
			text += fmt.Sprintf(", and %d more of this line follow", more)
		}
		related = append(related, rules.Related{Pos: u.lineOf(w.line), Text: text})
	}
	return related
}

// preferred returns the instructions for which isWanted returns true. If there are none, it returns all.
func preferred(list []written, isWanted func(written) bool) []written {
	if wanted := slices.DeleteFunc(slices.Clone(list), func(w written) bool { return !isWanted(w) }); len(wanted) > 0 {
		return wanted
	}
	return list
}

// groupOf returns the name of the group of a finding's rule, "" if the rule is not known.
func groupOf(f *rules.Finding) string {
	if r := rules.ByKey(f.Key); r != nil {
		return r.Group().Name
	}
	return ""
}

// writtenAt returns the instructions of the modules that have a place in a source file, by that place.
func (u *Unit) writtenAt() map[result.Place][]written {
	if u.written != nil {
		return u.written
	}
	u.written = map[result.Place][]written{}
	for _, m := range u.modules {
		for _, f := range m.Functions {
			for i := range f.Body {
				s := &f.Body[i]
				pos := u.place(m, s.Line, s.Place)
				if s.Label != "" || pos.File == u.file {
					continue
				}
				at := result.PlaceOf(pos)
				u.written[at] = append(u.written[at], written{
					line: s.Line, function: mangled.Plain(f.Name),
					reach: account.ReachOfAsm(s.Text), touchesMemory: touchesMemory(s),
				})
			}
		}
	}
	return u.written
}

// touchesMemory reports whether an instruction reads or writes memory.
func touchesMemory(s *ptx.Statement) bool {
	return slices.ContainsFunc(s.Operands, func(o ptx.Operand) bool { return o.Kind == ptx.Memory }) && !s.Has("param")
}

// lineOf returns the position of a line of the PTX.
func (u *Unit) lineOf(line int) source.Pos {
	return source.Pos{File: u.file, Line: line, Column: 1, EndLine: line, EndColumn: 1}
}
