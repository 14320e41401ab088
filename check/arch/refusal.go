package arch

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/internal/lexical"
	"github.com/warpcheck/warpcheck/internal/preprocess"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// Code may be meant for some architectures only, and refuse the others:
//
//	#if __CUDA_ARCH__ < 800
//	#error "for sm_80 and above"
//	#endif
//	static_assert(__CUDA_ARCH__ >= 800);
//
// A unit with such an error can be read for an architecture that the code accepts.

// Refusal reports whether the parse for an architecture has the same error.
type Refusal func(warp.Arch) truth

// Refused returns the index of the first error that refuses the architecture, with its refusal. It returns -1 and nil
// if there is none.
func (u Unit) Refused(errors []source.Diagnostic) (int, Refusal) {
	for i, d := range errors {
		if refusal := u.refusal(d); refusal != nil {
			return i, refusal
		}
	}
	return -1, nil
}

// refusal returns the refusal of an error, or nil if the error is not about the architecture.
func (u Unit) refusal(d source.Diagnostic) Refusal {
	if d.Kind == source.FailedAssertion {
		return u.assertedArch(d.Pos)
	}
	return u.erroneousArch(d.Pos)
}

// erroneousArch returns the refusal of the #error at pos, if it is under a test on the architecture. Otherwise it
// returns nil.
func (u Unit) erroneousArch(pos source.Pos) Refusal {
	all := preprocess.All(lexical.WithoutComments(u.TextOfAny(pos.File)))
	if !slices.ContainsFunc(all, func(d preprocess.Directive) bool { return d.Word == "error" && d.Line == pos.Line }) {
		return nil
	}
	around, text := preprocess.Around(all, pos.Line), u.Text()
	if !slices.ContainsFunc(around, func(test preprocess.Test) bool { return text.names(test.String()) }) {
		return nil
	}
	return func(arch warp.Arch) truth {
		if !mayHold(around, arch, text.macros) {
			return no
		}
		return maybe
	}
}

// assertedArch returns the refusal of the static assertion at pos, if it is about the architecture. Otherwise it
// returns nil.
func (u Unit) assertedArch(pos source.Pos) Refusal {
	code := lexical.Code(u.TextOfAny(pos.File))
	if pos.Offset > len(code) {
		return nil
	}
	start := strings.LastIndexAny(code[:pos.Offset], ";{}") + 1
	statement, _, _ := strings.Cut(code[start:], ";")
	_, asserted, _ := strings.Cut(statement, "(")
	asserted = strings.TrimRight(asserted, ", \t\r\n)") // the literal in the assertion, its message, is replaced by blanks in this text
	text := u.Text()
	if !text.names(asserted) {
		return nil
	}
	return func(arch warp.Arch) truth { return yes - newArchTest(asserted, arch, text.macros).disjunction() }
}

// Accepted returns the first candidate that certainly does not cause the error about the architecture of u. If there is
// none, Accepted returns the first candidate that perhaps does not cause the error. found is false if all candidates
// cause it, or if there is no such error.
func (u Unit) Accepted(errors []source.Diagnostic) (arch warp.Arch, found bool) {
	_, refuses := u.Refused(errors)
	if refuses == nil {
		return 0, false
	}
	return u.another(refuses)
}

func (u Unit) another(refuses Refusal) (arch warp.Arch, found bool) {
	for _, answer := range []truth{no, maybe} {
		at := slices.IndexFunc(Candidates, func(arch warp.Arch) bool { return arch != u.Arch && refuses(arch) == answer })
		if at >= 0 {
			return Candidates[at], true
		}
	}
	return 0, false
}

// Advice returns the text of an error about the architecture, with the advice to name another one. The example in it is
// an architecture that parses, or may parse.
func (u Unit) Advice(d source.Diagnostic, refuses Refusal) string {
	example := ""
	if to, found := u.another(refuses); found {
		example = fmt.Sprintf(", as in `warpcheck --arch %s %s`", to, filepath.Base(u.Path))
	}
	return fmt.Sprintf("does not parse for %s; name another architecture with --arch%s: %s", u.Arch, example, d.Text)
}
