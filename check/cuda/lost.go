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
	"github.com/warpcheck/warpcheck/internal/pattern"
	"github.com/warpcheck/warpcheck/internal/preprocess"
	"github.com/warpcheck/warpcheck/result"
	"github.com/warpcheck/warpcheck/source"
)

// If a header is not found, clang drops what it cannot parse:
//
//	template <class T> __global__ void k(lib::View<T> v) { ... }    the whole function
//	lib::apply(v, [&] { __syncwarp(); });                           the statement
//
// A dropped kernel always matters. Other code matters if threads may wait for each other in it, or if it may use shared
// memory. So the text is searched for names of collectives and shared variables in three kinds of places: statements
// with an error of the parser, statements with a node of the tree that is marked as not parsed, and whole functions. A
// function that only the missing header can declare is assumed not to wait.

// Lost returns the dropped pieces of the user's device code that matter, in order. The function text returns the text
// of a file.
func (u *Unit) Lost(text func(file string) string) (all []account.Loss) {
	l := &losses{tree: u.tree, text: text, known: map[mention]bool{}, waiting: waitingIn(u.tree), bodies: map[string][]int{}, unparsed: map[string][]int{},
		errors: map[string][]source.Diagnostic{}}
	l.read()
	l.addMacros()
	for _, file := range slices.Sorted(maps.Keys(u.tree.Entered)) {
		l.findIn(file)
	}
	slices.SortStableFunc(l.found, func(a, b account.Loss) int {
		return cmp.Or(result.ComparePlaces(result.PlaceOf(a.Pos), result.PlaceOf(b.Pos)), cmp.Compare(a.Name, b.Name))
	})
	return slices.CompactFunc(l.found, func(a, b account.Loss) bool { return a.Pos.IsAt(b.Pos) })
}

// losses collects the dropped pieces that matter.
type losses struct {
	tree *ast.Unit
	text func(file string) string
	// known is the set of names in the tree. waiting is the set of names that matter if the tree lacks them.
	known   map[mention]bool
	waiting map[string]bool
	// bodies holds the offsets of the bodies of functions, by file. unparsed holds the offsets of errors and of nodes
	// that did not parse, by file. errors holds the errors of the parser, by file.
	bodies, unparsed map[string][]int
	errors           map[string][]source.Diagnostic
	found            []account.Loss
}

// mention is a name at a place. The column is 0 for a call, because the node of a call begins with its object or scope.
// The name is "" for a use of a macro. Such a mention stands for every name in its line.
type mention struct {
	file         string
	line, column int
	name         string
}

// read records the names in the tree and the errors of the parser.
func (l *losses) read() {
	for _, d := range l.tree.Diagnostics {
		if d.Severity >= source.Error {
			l.errors[d.Pos.File] = append(l.errors[d.Pos.File], d)
			l.unparsed[d.Pos.File] = append(l.unparsed[d.Pos.File], d.Pos.Offset)
		}
	}
	for _, fn := range l.tree.Functions {
		l.readFunction(fn)
	}
	for _, fn := range l.tree.Hosts {
		l.readFunction(fn)
	}
	for file, offsets := range l.unparsed {
		slices.Sort(offsets)
		l.unparsed[file] = slices.Compact(offsets) // instances of a template have the same offsets
	}
}

// readFunction records the names in a function. In code that does not parse, the tree keeps the variables and functions
// that an expression names, but not what the expression does with them. So such names are not recorded.
func (l *losses) readFunction(fn *ast.Function) {
	l.known[mention{fn.Pos.File, fn.Pos.Line, 0, fn.Name}] = true
	if fn.Body != nil {
		l.bodies[fn.Body.Pos.File] = append(l.bodies[fn.Body.Pos.File], fn.Body.Pos.Offset)
	}
	within := map[*ast.Node]bool{}
	for n := range fn.Nodes() {
		if isUnparsed(n) {
			l.unparsed[n.Pos.File] = append(l.unparsed[n.Pos.File], n.Pos.Offset)
		}
		for _, child := range n.Children {
			if within[n] || isUnparsed(n) {
				within[child] = true
			}
		}
		l.know(n, within[n])
	}
}

// know records the name of a node, and any use of a user's macro at the node. isWithinUnparsed is true if the node is
// part of code that does not parse.
func (l *losses) know(n *ast.Node, isWithinUnparsed bool) {
	isName := n.Kind == ast.VarRef || n.Kind == ast.FuncRef || n.Kind == ast.Decl
	switch name := nameOf(n); {
	case name == "" || isName && isWithinUnparsed:
	case isName:
		l.known[mention{n.Pos.File, n.Pos.Line, n.Pos.Column, name}] = true
	default:
		l.known[mention{n.Pos.File, n.Pos.Line, 0, name}] = true
	}
	if n.Pos.Macro != nil && !n.Pos.Macro.System {
		l.known[mention{n.Pos.File, n.Pos.Line, 0, ""}] = true
	}
}

// nameOf returns the name to which a node refers, or "" if there is none.
func nameOf(n *ast.Node) string {
	switch {
	case n.Kind == ast.Asm_:
		return "asm"
	case n.Func != nil:
		return n.Func.Name
	case n.Var != nil:
		return n.Var.Name
	}
	return ""
}

// isUnparsed reports whether a node is a statement or an expression that does not parse.
func isUnparsed(n *ast.Node) bool {
	return n.Kind == ast.Unsupported && (n.Text == "RecoveryExpr" || n.Text == "DroppedStmt")
}

// waitingIn returns the names of the user's functions that reach collectives, and the names of shared variables.
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

// addMacros adds to the names that matter each macro whose body contains one.
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

// names reports whether a text contains a word that matters.
func (l *losses) names(text string) bool {
	for at, word := range lexical.Words(text) {
		if l.matters(text, at, word) {
			return true
		}
	}
	return false
}

// launchBehind matches the rest of a launch after the name of the kernel, as in k<T><<<. The code that launches a
// kernel does not wait in it.
var launchBehind = pattern.Of(`^\s*(?:<[^;{}()]*>)?\s*<\s*<\s*<`)

// matters reports whether the word at an offset of a text shows that threads may wait for each other, or that shared
// memory is used. The loss of such a text matters.
func (l *losses) matters(text string, offset int, word string) bool {
	switch word {
	case "__shared__", "asm", "__asm__":
		return true
	case "sync":
		before := strings.TrimRight(text[:offset], " \t\n")
		return strings.HasSuffix(before, ".") || strings.HasSuffix(before, "::")
	}
	return l.waiting[word] && !launchBehind().MatchString(text[offset+len(word):]) || account.ReachOfName(word) != 0 && isCalled(text, offset+len(word))
}

// isCalled reports whether an opening parenthesis is at an offset of a text, after white space.
func isCalled(text string, offset int) bool {
	return strings.HasPrefix(strings.TrimLeft(text[offset:], " \t\n"), "(")
}

// findIn adds the losses in a file. For each function that the tree has, it adds only the first one.
func (l *losses) findIn(file string) {
	c := newCode(account.CodeOf(file, l.text(file), l.tree.Entered[file], l.tree.Skipped), file)
	for _, function := range l.functionsIn(c) {
		for _, offset := range l.unparsed[file] {
			if function.Start <= offset && offset < function.End && l.lookAt(c, c.statementAt(offset)) {
				break
			}
		}
	}
	for _, offset := range l.unparsed[file] {
		l.addUnmarked(c, offset)
	}
}

// addUnmarked adds the function that begins with the name at offset, if names in its body matter. The parser has an
// error at this name, which may be a missing macro for __global__. Without the macro, the function looks like one of
// the host. Names that are clearly such macros were defined before the parse (load/parse/absentmark.go).
//
//	template <class T> lib_kernel k(T *o) { ... __syncwarp(); }
func (l *losses) addUnmarked(c *code, offset int) {
	word := lexical.Name(c.text[offset:])
	if word == "" || isControl(word) {
		return
	}
	body, name, isDefined := lexical.Definition(c.text, offset+len(word))
	isFound := slices.ContainsFunc(l.found, func(o account.Loss) bool { return o.Pos.File == c.file && o.Name == name })
	if isDefined && name != "" && !isControl(name) && !isFound && l.names(c.text[body.Start:body.End]) {
		lost := lexical.Span{Start: offset, End: body.End}
		l.found = append(l.found, account.Loss{Pos: c.pos(offset), Name: name, IsFunction: true, Error: l.errorIn(c.file, lost)})
	}
}

// isControl reports whether a word begins something that looks like a function definition and is none, or is a mark of
// a function itself.
func isControl(word string) bool {
	switch word {
	case "if", "for", "while", "switch", "catch", "__global__", "__device__":
		return true
	}
	return false
}

// lookAt adds the first name in a span that matters and that the tree lacks. It reports whether there is one.
func (l *losses) lookAt(c *code, s lexical.Span) bool {
	for at, word := range lexical.Words(c.text[s.Start:s.End]) {
		pos := c.pos(s.Start + at)
		if !l.isKnown(pos, word) && l.matters(c.text, s.Start+at, word) {
			l.found = append(l.found, account.Loss{Pos: pos, Name: word, Error: l.errorIn(c.file, s)})
			return true
		}
	}
	return false
}

// isKnown reports whether the tree has the word at pos.
func (l *losses) isKnown(pos source.Pos, word string) bool {
	if word == "__asm__" {
		word = "asm"
	}
	return slices.ContainsFunc([]mention{{pos.File, pos.Line, pos.Column, word}, {pos.File, pos.Line, 0, word}, {pos.File, pos.Line, 0, ""}},
		func(m mention) bool { return l.known[m] })
}

// functionsIn adds the functions in the text whose body the tree lacks, if their loss matters. Every kernel matters. A
// device function matters if it takes a pointer, or if its body has a name that matters. functionsIn returns the spans
// of the functions that the tree has.
func (l *losses) functionsIn(c *code) (spans []lexical.Span) {
	end := 0
	for at, word := range lexical.Words(c.text) {
		if at < end || word != "__global__" && word != "__device__" {
			continue
		}
		body, name, isDefined := lexical.Definition(c.text, at+len(word))
		if !isDefined {
			continue
		}
		end = body.End
		switch {
		case slices.ContainsFunc(l.bodies[c.file], func(offset int) bool { return at <= offset && offset < body.End }):
			spans = append(spans, lexical.Span{Start: at, End: body.End})
		case name == "":
			l.lookAt(c, body)
		case word == "__global__" || mayStore(c.text[at:body.Start]) || l.names(c.text[body.Start:body.End]):
			lost := lexical.Span{Start: at, End: body.End}
			l.found = append(l.found, account.Loss{Pos: c.pos(at), Name: name, IsFunction: true, Error: l.errorIn(c.file, lost)})
		}
	}
	return spans
}

// mayStore reports whether a function takes a pointer, which may point to shared memory. head is the text before its
// body.
func mayStore(head string) bool { return strings.Contains(head, "*") }

// errorIn returns the first error of the parser in a span of a file, or the zero value if there is none.
func (l *losses) errorIn(file string, s lexical.Span) source.Diagnostic {
	for _, d := range l.errors[file] {
		if s.Start <= d.Pos.Offset && d.Pos.Offset < s.End {
			return d
		}
	}
	return source.Diagnostic{}
}
