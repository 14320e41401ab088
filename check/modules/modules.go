// Package modules implements for PTX what package check needs of a parsed file. The file has one module, or several as
// cuobjdump writes them.
//
//	Read            parse the file of a job (internal/ptx)
//	Unit.Program    lower its functions (cfg/lower/asm)
//	Unit.Sites      find the collectives in the text of its instructions
//
// A module may name places in source files (.loc). An instruction gets such a place under three conditions. The source
// file is found where its name says, or next to the PTX. The file may be quoted. It has the line. Inlined code gets its
// own place, or else that of the closest call that has one. Otherwise the place of the instruction is its line of the
// PTX. If the command line names no architecture, a module is checked for its own target: a file with modules for
// several targets has a job for each target (load.Job.Target).
//
// The only known launches of a module are those that .reqntid requires. There are no repairs.
package modules

import (
	"path/filepath"
	"strings"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/lower/asm"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/check/account"
	"github.com/warpcheck/warpcheck/internal/ptx"
	"github.com/warpcheck/warpcheck/load"
	"github.com/warpcheck/warpcheck/result"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// Unit is a parsed file.
type Unit struct {
	file    string
	modules []*ptx.Module
	arch    warp.Arch
	program *cfg.Program
	sources *sources
	// written holds the instructions that have a place in a source file, by this place. It is nil until they are
	// needed.
	written map[result.Place][]written
}

// Read parses the modules of a job's file that are for the job's target.
func Read(job *load.Job) (*Unit, error) {
	text, err := job.ReadText()
	if err != nil {
		return nil, err
	}
	modules, err := ptx.ParseModules(text, job.Target)
	if err != nil {
		return nil, err
	}
	return &Unit{file: job.Input.Path, modules: modules, arch: job.Arch, sources: newSources(job)}, nil
}

// Program lowers the functions of the modules.
func (u *Unit) Program() *cfg.Program {
	if u.program == nil {
		u.program = asm.Build(u.modules, u.arch, u.place)
	}
	return u.program
}

// place returns the source position of a line of module m. `at` is the place that the module names for the line, nil if
// it names none.
func (u *Unit) place(m *ptx.Module, line int, at *ptx.Place) source.Pos {
	for ; at != nil; at = at.Caller {
		if pos, found := u.sources.place(m.FileOf(at), at); found {
			return pos
		}
	}
	return u.lineOf(line)
}

// Sites returns the collectives, found in the texts of the instructions.
func (u *Unit) Sites() *account.Sites {
	declared := map[string]*types.Func{}
	for _, f := range u.Program().Funcs {
		declared[f.Decl.Key] = f.Decl
	}
	sites := account.NewSites()
	for _, m := range u.modules {
		for _, f := range m.Functions {
			owner := account.Owner{Func: declared[f.Name], ForDevice: true}
			for i := range f.Body {
				s := &f.Body[i]
				pos := u.place(m, s.Line, s.Place)
				if r := account.ReachOfAsm(s.Text); r != 0 {
					sites.Add(pos, strings.Join(s.Opcode, "."), r, owner)
				}
				if a := ptx.AsynchronousOf(s.Opcode); a != nil {
					sites.AddAsynchronous(pos, a)
				}
			}
		}
	}
	return sites
}

// Messages returns an error for each directive of a module that is not understood. A statement that is not understood
// gives no error. It becomes an Unknown instruction of the program.
func (u *Unit) Messages() (list []source.Diagnostic) {
	for _, m := range u.modules {
		for _, s := range m.Unread {
			list = append(list, source.Diagnostic{Severity: source.Error, Pos: u.lineOf(s.Line), Text: problemOf(s.Err)})
		}
	}
	return list
}

// problemOf returns the text of an error without the line number.
func problemOf(err error) string {
	if e, is := err.(*ptx.Error); is {
		return e.Problem
	}
	return err.Error()
}

// Unread returns nothing: a module needs no other file.
func (u *Unit) Unread() []source.Diagnostic { return nil }

// Lost returns nothing. Messages reports the directives that are not understood, and the program has an Unknown
// instruction for each such statement.
func (u *Unit) Lost(func(file string) string) []account.Loss { return nil }

// Files returns the file of the unit, and the source files that were found.
func (u *Unit) Files() result.Files {
	defining := map[string]bool{u.file: true}
	read := []string{u.file}
	for _, file := range u.sources.found {
		if file != "" && !defining[file] {
			read, defining[file] = append(read, file), true
		}
	}
	return result.Files{Read: read, Defining: defining}
}

// Propose proposes nothing: a compiler wrote the text.
func (u *Unit) Propose(func(file string) []byte) func(*rules.Finding) ([]rules.Repair, rules.Unrepaired) {
	return func(*rules.Finding) ([]rules.Repair, rules.Unrepaired) { return nil, rules.NotWritten }
}

// Forget does nothing, because the modules hold no large bodies.
func (u *Unit) Forget() {}

// sources finds and caches the source files that modules name.
type sources struct {
	job *load.Job
	// found maps a name to the path of its file, "" if the file is not found or may not be quoted. lines maps the path
	// of such a file to its number of lines.
	found map[string]string
	lines map[string]int
}

func newSources(job *load.Job) *sources {
	return &sources{job: job, found: map[string]string{}, lines: map[string]int{}}
}

// place returns the position of a line in the source file called name. It returns false if the file is not found, or
// has no such line.
func (s *sources) place(name string, at *ptx.Place) (source.Pos, bool) {
	if name == "" {
		return source.Pos{}, false
	}
	file, known := s.found[name]
	if !known {
		file = s.find(name)
		s.found[name] = file
	}
	if file == "" || at.Line > s.lines[file] {
		return source.Pos{}, false
	}
	column := max(at.Column, 1)
	return source.Pos{File: file, Line: at.Line, Column: column, EndLine: at.Line, EndColumn: column}, true
}

// find returns the path of the source file called name, "" if there is none. A relative name is relative to the folder
// of the PTX. If there is no such file, a file next to the PTX with the same base name is taken.
func (s *sources) find(name string) string {
	folder := filepath.Dir(s.job.Input.Path)
	candidates := []string{filepath.Join(folder, filepath.Base(name))}
	if filepath.IsAbs(name) {
		candidates = append([]string{name}, candidates...)
	} else {
		candidates = append([]string{filepath.Join(folder, name)}, candidates...)
	}
	for _, file := range candidates {
		if text := s.job.SourceText(file); text != "" {
			s.lines[file] = strings.Count(text, "\n") + 1
			return file
		}
	}
	return ""
}
