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

// A tree has files beside CUDA's that look like it:
//
//	#include <hip/hip_runtime.h>             HIP, whose warps may have 64 lanes
//	__global__ void k{{ n }}() { ... }       text from which another language makes CUDA
//
// Neither is analysed as CUDA.

// runtimeOfHIP is the header that HIP sources begin with.
const runtimeOfHIP = "hip/hip_runtime.h"

// isOtherLanguage reports whether a unit is not CUDA, and adds a message about it to the unit. A HIP source is one that
// includes HIP's runtime itself, in a run that has no such header. A template is a text with an error in a line that
// has a mark of a template (templateMark).
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

// templateMark matches what Jinja and CMake replace, and nothing of C++ outside comments and literals. C++ has braces in
// braces (Box b{{1, 2}};), but no name or list of parameters directly behind them (void k{{ n }}()).
var templateMark = pattern.Of(`(\{\{[^{}]+\}\})[\w(]|(\{%[^{}]*%\}|@\w+@)`)

// templateMarkAt returns the first mark of a template (templateMark) in the line at pos, or "" if there is none.
func (u *analysis) templateMarkAt(pos source.Pos) string {
	line, _ := lexical.Line(lexical.Code(u.QuotableText(pos.File)), pos.Line)
	groups := templateMark().FindStringSubmatch(line)
	return strings.Join(groups[min(1, len(groups)):], "")
}
