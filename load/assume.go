package load

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/internal/lexical"
	"github.com/warpcheck/warpcheck/internal/pattern"
	"github.com/warpcheck/warpcheck/internal/preprocess"
	"github.com/warpcheck/warpcheck/source"
)

// Without a compilation database, it is not known which macros the build defines. A header may put all its declarations
// under a condition on one of them, or a file may include the header under such a condition:
//
//	#ifdef WITH_CUDA
//	typedef short3 point;                  the parser reports an error about point
//
// A condition on one macro may leave out code that declares a missing name, or that specialises a class template which
// lacks a member. If no file of the unit defines this macro, the unit is parsed again with the macro defined. A header
// may also ask for a macro:
//
//	#ifndef USE_HALF
//	#error "the build must define USE_HALF"
//	#endif
//
// A further reading replaces the first one if it has fewer errors.

// lackingClasses returns the class templates that have an instance without a member that is used, or without a body.
func lackingClasses(tree *ast.Unit) []string {
	return diagnosed(tree, func(d source.Diagnostic) string {
		instance := d.Name
		switch d.Kind {
		case source.NoMember:
			instance = d.Of
		case source.IncompleteClass:
		default:
			return ""
		}
		if class := instanceName().FindStringSubmatch(instance); class != nil {
			return class[1]
		}
		return ""
	})
}

// instanceName matches the name of an instance of a class template. The group is the name of the template.
var instanceName = pattern.Of(`^(?:const )?(?:\w+::)*(\w+)<`)

// assumeMacro looks for a macro under which a unit declares a missing name, and defines this macro. It reports whether
// it has found one.
func (j *Job) assumeMacro(tree *ast.Unit) bool {
	names := append(missedBy(tree), lackingClasses(tree)...)
	if j.discovery == nil || len(names) == 0 {
		return false
	}
	skipped := slices.SortedFunc(slices.Values(tree.Skipped), func(a, b source.Pos) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
	macros := preprocess.MacrosOf(maps.Values(preprocess.InFiles(maps.Keys(tree.Entered), j.TextOf)), func(string) bool { return false })
	var in switches
	for _, part := range skipped {
		if part.File != in.file {
			in = j.switchesIn(part.File)
		}
		macro, name := in.of(part, names)
		if macro == "" || j.MayDefine(macro) || len(macros.Of(macro)) > 0 {
			continue
		}
		j.args = append(slices.Clip(j.args), "-D"+macro+"=1")
		j.note(fmt.Sprintf("read with -D%s, as %s is declared under it at line %d of %s", macro, name, part.Line, fromHere(part.File)))
		return true
	}
	return false
}

// defineAsked looks for a macro that an #error of a unit asks for, and defines this macro. It reports whether it has
// found one.
func (j *Job) defineAsked(tree *ast.Unit) bool {
	for _, d := range tree.Diagnostics {
		if j.discovery == nil || d.Severity < source.Error || j.isUnquoted(d.Pos.File) {
			continue
		}
		macro := preprocess.AskedAt(preprocess.All(lexical.Code(j.TextOf(d.Pos.File))), d.Pos.Line)
		if macro == "" || j.MayDefine(macro) {
			continue
		}
		j.args = append(slices.Clip(j.args), "-D"+macro+"=1")
		j.note(fmt.Sprintf("read with -D%s=1, as line %d of %s asks for it", macro, d.Pos.Line, fromHere(d.Pos.File)))
		return true
	}
	return false
}

// switches holds the conditions of a file that depend on a single macro. macros maps the line of a condition to its
// macro. The field lines is the code of the file. In place of a line that includes a header from the folder of the
// file, it has the code of that header. Both are empty for a file that may not be quoted.
type switches struct {
	file   string
	lines  []string
	macros map[int]string
}

func (j *Job) switchesIn(file string) switches {
	in := switches{file: file, macros: map[int]string{}}
	if j.isUnquoted(file) {
		return in
	}
	code := lexical.Code(j.TextOf(file))
	in.lines = strings.Split(code, "\n")
	for _, d := range preprocess.All(code) {
		in.macros[d.Line] = preprocess.SwitchOf(d.Text)
	}
	for _, d := range preprocess.All(lexical.WithoutComments(j.TextOf(file))) {
		header := quotedHeader().FindStringSubmatch(d.Text)
		if d.Word != "include" || header == nil {
			continue
		}
		if path := j.beside(file, header[1]); path != "" && !j.isUnquoted(path) {
			j.Dependencies.reads(path)
			in.lines[d.Line-1] = strings.ReplaceAll(lexical.Code(j.TextOf(path)), "\n", " ")
		}
	}
	return in
}

// quotedHeader matches the name of a header that is searched for in the folder of the file.
var quotedHeader = pattern.Of(`"([^"]+)"`)

// of returns the macro that decides whether the given part is compiled, and the first of names that the part contains.
// It returns "" for both if there is no such macro or name.
func (in switches) of(part source.Pos, names []string) (macro, name string) {
	if in.macros[part.Line] == "" {
		return "", ""
	}
	within := strings.Join(in.lines[part.Line:min(part.EndLine, len(in.lines))], "\n")
	at := slices.IndexFunc(names, func(name string) bool { return lexical.HasWord(within, name) })
	if at < 0 {
		return "", ""
	}
	return in.macros[part.Line], names[at]
}
