package frontend

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/frontend/ast"
)

// Host code may hide its launches from the device's view of the file:
//
//	#ifndef __CUDA_ARCH__
//	  kernel<<<1, 16>>>();
//	#endif
//
// or what they are launched with: other numbers for its names, other statements in its
// functions. Where the preprocessor left such text out of a file that asks for __CUDA_ARCH__,
// the file is read again without the macro, for its host code alone. Reading it as clang's
// host view would cost as much, and clang would spell some types in another way.

const archMacro = "__CUDA_ARCH__"

var launchText = regexp.MustCompile(`<<<|\bcudaLaunch(Cooperative)?Kernel`)

// hostView is the unit as host code sees it where that may launch what the unit does not
// show, nil elsewhere.
func hostView(unit *ast.Unit, r reading) *ast.Unit {
	asking := map[string][][]byte{}
	hides := func(left ast.Pos) bool {
		lines, read := asking[left.File]
		if !read {
			lines = r.askingLines(left.File)
			asking[left.File] = lines
		}
		return hidesLaunch(left, lines) ||
			len(unit.Launches) > 0 && (isOfHost(unit, left, lines) || hidesNumber(left, lines, r.text(r.File)))
	}
	if !slices.ContainsFunc(unit.Skipped, hides) {
		return nil
	}
	r.args = append(slices.Clip(r.args), "-U"+archMacro)
	view, err := parse(r)
	if err != nil {
		return nil
	}
	view, _ = launching(view, r)
	return view
}

// askingLines are the lines of a file that asks for the macro, none of another.
func (r reading) askingLines(file string) [][]byte {
	text := r.text(file)
	if !bytes.Contains(text, []byte(archMacro)) {
		return nil
	}
	return bytes.Split(text, []byte("\n"))
}

// isOfHost reports lines left out of a function that host code runs.
func isOfHost(unit *ast.Unit, left ast.Pos, lines [][]byte) bool {
	return lines != nil && slices.ContainsFunc(unit.Functions, func(f *ast.Function) bool {
		return f.Host && f.Body != nil && f.Body.Pos.File == left.File &&
			f.Body.Pos.Line <= left.Line && left.EndLine <= f.Body.Pos.EndLine
	})
}

// definedName is a macro or a constant that a line defines.
var definedName = regexp.MustCompile(
	`(?m)^[ \t]*#[ \t]*define[ \t]+(\w+)[ \t]|\bconst(?:expr)?\b[^=;(){}\n]*\b(\w+)[ \t]*=`)

// hidesNumber reports lines left out in which a name is defined that a text uses, in a line
// that is no directive.
func hidesNumber(left ast.Pos, lines [][]byte, text []byte) bool {
	if left.Line < 1 || left.EndLine > len(lines) {
		return false
	}
	var names []string
	for _, name := range definedName.FindAllSubmatch(bytes.Join(lines[left.Line-1:left.EndLine], []byte("\n")), -1) {
		names = append(names, string(name[1])+string(name[2]))
	}
	used := `(?m)^[ \t]*([^# \t\n].*\W|)(` + strings.Join(names, "|") + `)\b`
	return len(names) > 0 && regexp.MustCompile(used).Match(text)
}

// hidesLaunch reports a launch among the lines that the preprocessor left out.
func hidesLaunch(left ast.Pos, lines [][]byte) bool {
	return left.Line >= 1 && left.EndLine <= len(lines) &&
		slices.ContainsFunc(lines[left.Line-1:left.EndLine], launchText.Match)
}

// markConditional tells the functions for both sides of which host code may see another text.
func (r reading) markConditional(unit *ast.Unit) {
	if len(unit.Launches) == 0 {
		return
	}
	lines := map[string][][]byte{}
	for _, f := range unit.Functions {
		if !f.Host || !f.Device || f.Body == nil {
			continue
		}
		file := f.Body.Pos.File
		if lines[file] == nil {
			lines[file] = bytes.Split(r.text(file), []byte("\n"))
		}
		f.Conditional = hasDirective(lines[file], f.Body.Pos) || hasMacro(f)
	}
}

func hasDirective(lines [][]byte, in ast.Pos) bool {
	return in.Line < 1 || in.EndLine > len(lines) ||
		slices.ContainsFunc(lines[in.Line-1:in.EndLine], func(line []byte) bool {
			return bytes.HasPrefix(bytes.TrimSpace(line), []byte("#"))
		})
}

func hasMacro(f *ast.Function) bool {
	for n := range f.Nodes() {
		if n.Pos.Macro != nil {
			return true
		}
	}
	return false
}
