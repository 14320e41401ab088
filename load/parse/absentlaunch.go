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
// instantiates. So the file is read again with the name of the kernel and its template arguments inserted before the
// call, where clang makes the instance.

// naming returns the reading with the names of kernels before the calls that name them, if the file uses a name that
// nothing declares. It returns r if there are no such calls, or if the new reading has more errors.
func (r Reading) naming() Reading {
	isAbsent := slices.ContainsFunc(r.Unit.Diagnostics, func(d source.Diagnostic) bool {
		return d.Kind == source.UndeclaredName || d.Kind == source.UnknownType || d.Kind == source.NoMember
	})
	if !isAbsent {
		return r
	}
	calls := callsOfKernels(r.Text(r.Unit.File))
	amended, isAmended := r.amend(r.Unit.Diagnostics) // amend the calls first: without that, the new reading would not have fewer errors
	if next, isNew := amended.named(calls); isAmended && isNew {
		if read, isTaken := r.reread(next); isTaken {
			return read
		}
	}
	if next, isNew := r.named(calls); isNew {
		r, _ = r.reread(next)
	}
	return r
}

// named adds an edit to the reading for each of the calls: an expression before the call, which names the kernel of the
// call. It reports whether it has added any.
func (r Reading) named(calls []callOfKernel) (Reading, bool) {
	file, more, isNew := r.Unit.File, r.Edits.Clone(), false
	for _, call := range calls {
		kernel := r.Edits.Within(file, r.Text(file), call.start, call.end)
		isNew = more.Add(file, r.Text(file), frontend.Edit{Offset: call.offset, Text: "(void)&" + string(kernel) + ", "}) || isNew
	}
	r.Edits = more
	return r, isNew
}

// callOfKernel is a call that begins a statement, at an offset. Its first argument is an instance of a kernel, from start
// to end.
type callOfKernel struct{ offset, start, end int }

// callsOfKernels returns the calls in a text that begin a statement and whose first argument is an instance of a kernel
// that the text declares.
func callsOfKernels(text []byte) (calls []callOfKernel) {
	code := lexical.Code(string(text))
	kernels := map[string]bool{}
	for at, word := range lexical.Words(code) {
		if word == "__global__" {
			declared, _ := declarator(code[at+len(word):])
			kernels[wordAt([]byte(declared[:min(len(declared), maxHead)]), 0)] = true
		}
	}
	for _, m := range callOfInstance().FindAllStringSubmatchIndex(code, -1) {
		if !kernels[code[m[4]:m[5]]] || !beginsStatement(code[:m[0]]) {
			continue
		}
		if list := listLength([]byte(code[m[5]:min(len(code), m[5]+maxHead)])); list > 0 {
			calls = append(calls, callOfKernel{m[0], m[2], m[5] + list})
		}
	}
	return calls
}

// beginsStatement reports whether a statement begins after the text code. The last character of code alone does not
// decide this, because other expressions may follow it too:
//
//	(void)launch(k<4>)      n ? 0 : launch(k<4>)      int a[] = {launch(k<4>)}
func beginsStatement(code string) bool {
	code = strings.TrimRight(code[max(len(code)-maxHead, 0):], space)
	switch before := strings.TrimRight(code[:max(len(code)-1, 0)], space); {
	case code == "":
		return false
	case strings.HasSuffix(code, ";"), strings.HasSuffix(code, "}"):
		return true
	case strings.HasSuffix(code, "{"):
		return opensBlock().MatchString(before)
	case strings.HasSuffix(code, ":"):
		return label().MatchString(before[strings.LastIndexAny(before, ";{}")+1:])
	case strings.HasSuffix(code, ")"):
		return controls().MatchString(beforeBracket(before))
	}
	return lastWord().FindString(code) == "else" || lastWord().FindString(code) == "do"
}

// beforeBracket returns the part of code before the innermost parenthesis that code does not close. It returns "" if
// there is no such parenthesis.
func beforeBracket(code string) string {
	depth := 0
	for i := len(code) - 1; i >= 0; i-- {
		switch code[i] {
		case ')':
			depth++
		case '(':
			if depth--; depth < 0 {
				return code[:i]
			}
		}
	}
	return ""
}

var (
	// callOfInstance matches a call up to the name of its first argument, which has template arguments. The first group is
	// the qualified name of the argument, and the second its last word.
	callOfInstance = pattern.Of(`(?:::\s*|\b)(?:[A-Za-z_]\w*\s*::\s*)*[A-Za-z_]\w*\s*\(\s*\(?\s*&?\s*((?:[A-Za-z_]\w*\s*::\s*)*([A-Za-z_]\w*))<[^<=]`)
	// opensBlock matches text that may stand before the opening brace of a block, but not before that of a braced list.
	opensBlock = pattern.Of(`(?:[;{})\]:]|\b(?:else|do|try|const|noexcept|mutable|override|final))$`)
	label      = pattern.Of(`^\s*(?:case\b[^?]*|default|[A-Za-z_]\w*)\s*$`)
	controls   = pattern.Of(`\b(?:if|for|while|switch|if\s+constexpr)\s*$`)
)
