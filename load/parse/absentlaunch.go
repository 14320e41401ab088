package parse

import (
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/frontend"
	"github.com/warpcheck/warpcheck/internal/lexical"
	"github.com/warpcheck/warpcheck/internal/pattern"
	"github.com/warpcheck/warpcheck/source"
)

// Projects launch kernels by a function or a macro of their own. The header that declares it may not be found:
//
//	lib_launch(scan<threads, 16>, params, in, out);
//
// clang drops the statement, and makes no instance of the kernel. The kernel is then read as a template that nothing
// instantiates. So the file is read again with the name of the kernel and its template arguments before the call, where
// clang makes the instance.

// naming returns the reading with the names of kernels before the calls that name them, if the file uses a name that
// nothing declares. It returns r if there are no such calls.
func (r Reading) naming() Reading {
	isAbsent := slices.ContainsFunc(r.Unit.Diagnostics, func(d source.Diagnostic) bool {
		return d.Kind == source.UndeclaredName || d.Kind == source.UnknownType
	})
	if !isAbsent {
		return r
	}
	next, text, isNew := r, r.Text(r.Unit.File), false
	next.Edits = r.Edits.Clone()
	for _, edit := range namedKernels(text) {
		isNew = next.Edits.Add(r.Unit.File, text, edit) || isNew
	}
	if !isNew {
		return r
	}
	again, err := once(next.Options)
	if err != nil {
		return r
	}
	next.Unit = again
	return next
}

// namedKernels returns the edits that name kernels before the calls of a text that have them as arguments, where the
// call begins a statement.
func namedKernels(text []byte) (edits []frontend.Edit) {
	code := lexical.Code(string(text))
	kernels := map[string]bool{}
	for at, word := range lexical.Words(code) {
		if word == "__global__" {
			declared, _ := declarator(code[at+len(word):])
			kernels[wordAt([]byte(declared), 0)] = true
		}
	}
	for _, m := range callOfInstance().FindAllStringSubmatchIndex(code, -1) {
		kernel, list := code[m[4]:m[5]], listLength([]byte(code[m[5]:]))
		if kernels[kernel] && list > 0 && beginsStatement(code[:m[2]]) {
			edits = append(edits, frontend.Edit{Offset: m[2], Text: "(void)&" + code[m[4]:m[5]+list] + ", "})
		}
	}
	return edits
}

// beginsStatement reports whether the text code ends where a statement may begin.
func beginsStatement(code string) bool {
	code = strings.TrimRight(code, space)
	return code != "" && strings.ContainsRune(";{}:)", rune(code[len(code)-1])) || strings.HasSuffix(code, "else")
}

// callOfInstance matches a call up to the name of its first argument, which has template arguments.
var callOfInstance = pattern.Of(`\b([A-Za-z_]\w*)\s*\(\s*\(?\s*([A-Za-z_]\w*)<[^<=]`)
