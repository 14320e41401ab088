package load

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/internal/lexical"
	"github.com/warpcheck/warpcheck/internal/pattern"
	"github.com/warpcheck/warpcheck/internal/preprocess"
	"github.com/warpcheck/warpcheck/source"
)

// Without a compilation database nobody says which macros the build defines. A header may declare all that it has under one:
//
//	#ifdef WITH_CUDA
//	typedef short3 point;                  the parser complains of point
//
// Where names are missed that stand in a part which a condition on one macro leaves out, and no file of the unit defines that
// macro, the file is read once more with it. That is kept where it leaves fewer errors.

// switching is a condition on one macro. Names that begin with an underscore are the compiler's.
var switching = pattern.Of(`^#\s*(?:ifdef\s+|if\s+(?:defined\s*\(?\s*)?)([A-Za-z]\w*)\s*\)?$`)

// assumeMacro defines the macro under which a unit declares the names that it misses, and reports whether there is one.
func (j *Job) assumeMacro(tree *ast.Unit) bool {
	names := missedBy(tree, unknownName())
	if j.discovery == nil || len(names) == 0 {
		return false
	}
	skipped := slices.SortedFunc(slices.Values(tree.Skipped), func(a, b source.Pos) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
	for _, part := range skipped {
		macro, name := j.switchOf(part, names)
		if macro == "" || j.MayDefine(macro) || j.isDefinedIn(tree, macro) {
			continue
		}
		j.args = append(slices.Clip(j.args), "-D"+macro+"=1")
		j.note(fmt.Sprintf("read with -D%s, as %s is declared under it at line %d of %s", macro, name, part.Line, fromHere(part.File)))
		return true
	}
	return false
}

// switchOf is the macro that a part which is left out depends on, and one of some names in it; "" for none.
func (j *Job) switchOf(part source.Pos, names []string) (macro, name string) {
	if j.isForeign(part.File) {
		return "", ""
	}
	code := lexical.Code(j.TextOf(part.File))
	lines := strings.Split(code, "\n")
	for _, d := range preprocess.All(code) {
		if d.Line != part.Line {
			continue
		}
		groups := switching().FindStringSubmatch(strings.TrimSpace(d.Text))
		if groups == nil {
			return "", ""
		}
		within := strings.Join(lines[part.Line:min(part.EndLine, len(lines))], "\n")
		at := slices.IndexFunc(names, func(name string) bool { return lexical.HasWord(within, name) })
		if at >= 0 {
			return groups[1], names[at]
		}
	}
	return "", ""
}

// isDefinedIn reports a macro that a file of the unit defines, in a part that is left out or not.
func (j *Job) isDefinedIn(tree *ast.Unit, macro string) bool {
	for file := range tree.Entered {
		for _, d := range preprocess.All(j.TextOf(file)) {
			if name, _ := d.Macro(); d.Word == "define" && name == macro {
				return true
			}
		}
	}
	return false
}
