package parse

import (
	"bytes"
	"slices"

	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/internal/pattern"
	"github.com/warpcheck/warpcheck/source"
)

// Host code may hide its launches from the device's view of the file:
//
//	#ifndef __CUDA_ARCH__
//	  kernel<<<1, 16>>>();
//	#endif
//
// It may also hide the values with which kernels are launched, because a constant may have another value in host code,
// and a function another body. If the preprocessor left out text because of __CUDA_ARCH__, the file is read again
// without the macro, for its host code only. Clang's own host view would take as long to read, and would spell some
// types differently.
//
// Text that only device code uses does not matter. This is text in device functions, names that occur only in them, and
// functions for both sides that only device code calls.

var launchText = pattern.Of(`<[ \t]*<[ \t]*<|\bcudaLaunch(Cooperative)?Kernel`)

// hostView returns the unit as host code sees it. It returns nil if no text that the preprocessor left out may have
// launches, or values for launches, that only host code sees. It also returns nil if the file cannot be read again. The
// argument unit is the view from an earlier reading. If it is nil, hostView reads the file again.
func (r Reading) hostView(unit *ast.Unit) *ast.Unit {
	s := newSides(r)
	if !slices.ContainsFunc(r.Unit.Skipped, s.hides) {
		return nil
	}
	if unit != nil {
		return unit
	}
	r.HostCode = true
	view, err := once(r.Options)
	if err != nil {
		return nil
	}
	r.Unit = view
	r = r.Mend()
	r.markShown()
	return r.Unit
}

// markConditional sets Conditional in the functions for both sides whose text may differ in host code.
func (r Reading) markConditional() {
	unit := r.Unit
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
			lines[file] = bytes.Split(r.Text(file), []byte("\n"))
		}
		f.Conditional = hasDirective(lines[file], f.Body.Pos) || r.hasVaryingMacro(f, lines)
	}
}

func hasDirective(lines [][]byte, pos source.Pos) bool {
	return pos.Line < 1 || pos.EndLine > len(lines) ||
		slices.ContainsFunc(lines[pos.Line-1:pos.EndLine], func(line []byte) bool {
			return bytes.HasPrefix(bytes.TrimSpace(line), []byte("#"))
		})
}

// hasVaryingMacro reports whether a function uses a macro that may have another definition in host code. A macro cannot
// have another definition if a file of the user defines it once and under no condition. lines caches the lines of
// files.
func (r Reading) hasVaryingMacro(f *ast.Function, lines map[string][][]byte) bool {
	simple := map[spot]bool{}
	for n := range f.Nodes() {
		at := n.Pos.Macro
		switch {
		case at == nil:
			continue
		case at.System || at.Macro != nil:
			return true
		}
		if lines[at.File] == nil {
			lines[at.File] = bytes.Split(r.Text(at.File), []byte("\n"))
		}
		is, known := simple[spot{at.File, at.Line, 1}]
		if !known {
			is = isSimplyDefined(lines[at.File], at.Line)
			simple[spot{at.File, at.Line, 1}] = is
		}
		if !is {
			return true
		}
	}
	return false
}

var (
	conditionalLine = pattern.Of(`^[ \t]*#[ \t]*(if|ifdef|ifndef|endif)\b[ \t]*(\w*)`)
	defineLine      = pattern.Of(`^[ \t]*#[ \t]*define[ \t]+(\w+)`)
)

// isSimplyDefined reports whether a line is in the definition of a macro that its file defines once. The definition
// must be under no condition except the include guard of the file. Lines count from 1.
func isSimplyDefined(lines [][]byte, line int) bool {
	for line > 1 && line <= len(lines) && bytes.HasSuffix(bytes.TrimRight(lines[line-2], " \t\r"), []byte("\\")) {
		line--
	}
	if line > len(lines) {
		return false
	}
	name := defineLine().FindSubmatch(lines[line-1])
	if name == nil {
		return false
	}
	times := 0
	for _, text := range lines {
		if m := defineLine().FindSubmatch(text); m != nil && string(m[1]) == string(name[1]) {
			times++
		}
	}
	return times == 1 && !isConditional(lines, line)
}

// isConditional reports whether a line is within a conditional. The include guard of the file does not count.
func isConditional(lines [][]byte, line int) bool {
	var open []int // open holds the lines at which the conditionals around a line begin
	guard := guardOf(lines)
	for i, text := range lines[:line] {
		m := conditionalLine().FindSubmatch(text)
		switch {
		case m == nil:
		case string(m[1]) != "endif":
			open = append(open, i)
		case len(open) > 0:
			open = open[:len(open)-1]
		}
	}
	return slices.ContainsFunc(open, func(start int) bool { return start != guard })
}

// guardOf returns the index, from 0, of the first line of the guard with which a file begins. It returns -1 if there is
// none:
//
//	#ifndef NAME
//	#define NAME
func guardOf(lines [][]byte) int {
	for i, text := range lines {
		if !bytes.HasPrefix(bytes.TrimSpace(text), []byte("#")) {
			continue
		}
		m := conditionalLine().FindSubmatch(text)
		if m == nil || string(m[1]) != "ifndef" || i+1 == len(lines) {
			return -1
		}
		if next := defineLine().FindSubmatch(lines[i+1]); next == nil || string(next[1]) != string(m[2]) {
			return -1
		}
		return i
	}
	return -1
}
