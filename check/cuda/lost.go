package cuda

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/check/account"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/internal/lexical"
	"github.com/warpcheck/warpcheck/internal/preprocess"
	"github.com/warpcheck/warpcheck/result"
	"github.com/warpcheck/warpcheck/source"
)

// Where a header is not found, clang drops what it cannot make sense of:
//
//	template <class T> __global__ void k(lib::View<T> v) { ... }    the whole function
//	lib::apply(v, [&] { __syncwarp(); });                           the statement
//
// That matters where threads may wait for each other in it, or use shared memory. Their names are looked for in the text, in
// the statements around the errors of the parser and in those of which the tree says that they do not parse. A name that
// only the absent header could declare stands for nothing that waits.

// Lost are the pieces of the user's device code that were dropped and that matter, in the order of their places. text is the
// text of a file.
func (u *Unit) Lost(text func(file string) string) (all []account.Loss) {
	l := &losses{tree: u.tree, text: text, known: knownIn(u.tree), waiting: waitingIn(u.tree)}
	l.addMacros()
	for _, file := range slices.Sorted(maps.Keys(u.tree.Entered)) {
		l.findIn(file)
	}
	slices.SortStableFunc(l.found, func(a, b account.Loss) int {
		return cmp.Or(result.ComparePlaces(result.PlaceOf(a.Pos), result.PlaceOf(b.Pos)), cmp.Compare(a.Name, b.Name))
	})
	return slices.CompactFunc(l.found, func(a, b account.Loss) bool { return a.Pos.IsAt(b.Pos) })
}

// losses looks for them.
type losses struct {
	tree *ast.Unit
	text func(file string) string
	// known are the names that the tree has, by line, and waiting those of which one that is lost matters.
	known   map[mention]bool
	waiting map[string]bool
	found   []account.Loss
}

// mention is a name on a line; "" for a macro of any name.
type mention struct {
	file string
	line int
	name string
}

// knownIn are the names that the trees of a unit have.
func knownIn(u *ast.Unit) map[mention]bool {
	known := map[mention]bool{}
	for _, fn := range slices.Concat(u.Functions, u.Hosts) {
		known[mention{fn.Pos.File, fn.Pos.Line, fn.Name}] = true
		for n := range fn.Nodes() {
			name := ""
			switch {
			case n.Kind == ast.Asm_:
				name = "asm"
			case n.Func != nil:
				name = n.Func.Name
			case n.Var != nil:
				name = n.Var.Name
			}
			known[mention{n.Pos.File, n.Pos.Line, name}] = name != ""
			if n.Pos.Macro != nil {
				known[mention{n.Pos.File, n.Pos.Line, ""}] = true
			}
		}
	}
	return known
}

// waitingIn are the user's functions that lead to collectives, and the variables in shared memory.
func waitingIn(u *ast.Unit) map[string]bool {
	waiting, finder := map[string]bool{}, finderOf(u)
	for _, fn := range u.Functions {
		if fn.Pos.System {
			continue
		}
		if finder.all.Of(fn) != 0 {
			waiting[fn.Name] = true
		}
		for n := range fn.Nodes() {
			if n.Var != nil && n.Var.Storage == types.Shared && n.Var.Name != "" {
				waiting[n.Var.Name] = true
			}
		}
	}
	delete(waiting, "operator()")
	return waiting
}

// addMacros adds the macros that name what waits.
func (l *losses) addMacros() {
	directives := preprocess.InFiles(maps.Keys(l.tree.Entered), l.text)
	for isNew := true; isNew; {
		isNew = false
		for _, all := range directives {
			for _, d := range all {
				if name, body := d.Macro(); d.Word == "define" && !l.waiting[name] && l.names(body) {
					l.waiting[name], isNew = true, true
				}
			}
		}
	}
}

// names reports a text with a name in it of what waits.
func (l *losses) names(text string) bool {
	for at, word := range lexical.Words(text) {
		if l.matters(text, at, word) {
			return true
		}
	}
	return false
}

// matters reports the word at an offset of a text as what waits.
func (l *losses) matters(text string, at int, word string) bool {
	switch word {
	case "__shared__", "asm", "__asm__":
		return true
	case "sync":
		before := strings.TrimRight(text[:at], " \t\n")
		return strings.HasSuffix(before, ".") || strings.HasSuffix(before, "::")
	}
	return l.waiting[word] || account.ReachOfName(word) != 0 && isCalled(text, at+len(word))
}

// isCalled reports a name that a list of arguments follows.
func isCalled(text string, behind int) bool {
	return strings.HasPrefix(strings.TrimLeft(text[behind:], " \t\n"), "(")
}

// findIn looks in a file.
func (l *losses) findIn(file string) {
	c := newCode(account.CodeOf(file, l.text(file), l.tree.Entered[file], l.tree.Skipped), file)
	within := l.functionsIn(c)
	for _, d := range l.tree.Diagnostics {
		if d.Severity >= source.Error && d.Pos.File == file && slices.ContainsFunc(within, func(s lexical.Span) bool { return s.Start <= d.Pos.Offset && d.Pos.Offset < s.End }) {
			l.lookAt(c, c.statementAt(d.Pos.Offset))
		}
	}
	for _, fn := range l.tree.Functions {
		if fn.Pos.System || !fn.Device && !fn.Kernel {
			continue
		}
		for n := range fn.Nodes() {
			if n.Kind == ast.Unsupported && n.Pos.File == file && (n.Text == "RecoveryExpr" || n.Text == "DroppedStmt") {
				l.lookAt(c, c.statementAt(n.Pos.Offset))
			}
		}
	}
}

// lookAt adds the first name in a span that matters and that the tree does not have.
func (l *losses) lookAt(c *code, s lexical.Span) {
	for at, word := range lexical.Words(c.text[s.Start:s.End]) {
		pos := c.pos(s.Start + at)
		isKnown := l.known[mention{c.file, pos.Line, word}] || l.known[mention{c.file, pos.Line, ""}] || word == "__asm__" && l.known[mention{c.file, pos.Line, "asm"}]
		if !isKnown && l.matters(c.text, s.Start+at, word) {
			l.found = append(l.found, account.Loss{Pos: pos, Name: word, Error: l.errorIn(c.file, s)})
			return
		}
	}
}

// functionsIn adds the device functions of which the tree has no body, and returns the text of the others.
func (l *losses) functionsIn(c *code) (others []lexical.Span) {
	bodies := l.bodiesIn(c.file)
	end := 0
	for at, word := range lexical.Words(c.text) {
		if at < end || word != "__global__" && word != "__device__" {
			continue
		}
		body, name, is := c.definitionFrom(at + len(word))
		if !is {
			continue
		}
		end = body.End
		switch {
		case slices.ContainsFunc(bodies, func(offset int) bool { return at <= offset && offset < body.End }):
			others = append(others, lexical.Span{Start: at, End: body.End})
		case name == "":
			l.lookAt(c, body)
		default:
			lost := lexical.Span{Start: at, End: body.End}
			l.found = append(l.found, account.Loss{Pos: c.pos(at), Name: name, IsFunction: true, Error: l.errorIn(c.file, lost)})
		}
	}
	return others
}

// errorIn is the first error of the parser in a span of a file.
func (l *losses) errorIn(file string, s lexical.Span) string {
	for _, d := range l.tree.Diagnostics {
		if d.Severity >= source.Error && d.Pos.File == file && s.Start <= d.Pos.Offset && d.Pos.Offset < s.End {
			return d.Text
		}
	}
	return ""
}

// bodiesIn are the offsets of the bodies in a file.
func (l *losses) bodiesIn(file string) (list []int) {
	for _, fn := range slices.Concat(l.tree.Functions, l.tree.Hosts) {
		if fn.Body != nil && fn.Body.Pos.File == file {
			list = append(list, fn.Body.Pos.Offset)
		}
	}
	return list
}
