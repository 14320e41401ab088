package check

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/warpcheck/warpcheck/internal/lexical"
	"github.com/warpcheck/warpcheck/internal/pattern"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/source"
)

// A source tree may have files that look like CUDA and are not:
//
//	#include <hip/hip_runtime.h>             HIP, whose warps may have 64 lanes
//	__global__ void k{{ n }}() { ... }       a template for CUDA, expanded by another program
//
// Neither is analysed as CUDA.

// runtimeOfHIP is the header that HIP sources include first.
const runtimeOfHIP = "hip/hip_runtime.h"

// isOtherLanguage reports whether a unit is not CUDA, and adds a message about that to the unit. A HIP source includes
// the header of HIP's runtime itself, in a run that does not find it. A text template, from which another program makes
// CUDA code, has an error in a line with a mark of such a template (templateMark).
func (u *analysis) isOtherLanguage(tree parsed) bool {
	for _, d := range errorsOf(tree) {
		if d.Pos.File != u.Input.Path {
			continue
		}
		if d.Missing == runtimeOfHIP {
			u.Fail(d.Pos, fmt.Sprintf("HIP is not read: for CUDA give the folder of its headers, as in `warpcheck %s -- -Ihip/include`",
				filepath.Base(u.Input.Path)))
			return true
		}
		if mark := u.templateMarkAt(d.Pos); mark != "" {
			u.Notices = append(u.Notices, rules.Notice{Severity: rules.Note, Pos: d.Pos,
				Text: fmt.Sprintf("not CUDA but a template for it, by its mark %s: check what is made of it", mark)})
			return true
		}
	}
	return false
}

// templateMark matches the marks of Jinja and CMake. It matches nothing in C++ outside comments and literals: C++ has
// nested braces (Box b{{1, 2}};), but no name or list of parameters directly after them (void k{{ n }}()).
var templateMark = pattern.Of(`(\{\{[^{}]+\}\})[\w(]|(\{%[^{}]*%\}|@\w+@)`)

// templateMarkAt returns the first mark of a template (templateMark) in the line at pos, or "" if there is none.
func (u *analysis) templateMarkAt(pos source.Pos) string {
	line, _ := lexical.Line(lexical.Code(u.QuotableText(pos.File)), pos.Line)
	groups := templateMark().FindStringSubmatch(line)
	return strings.Join(groups[min(1, len(groups)):], "")
}
