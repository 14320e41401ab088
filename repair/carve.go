package repair

import (
	"fmt"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/internal/lexical"
	"github.com/warpcheck/warpcheck/internal/pattern"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/source"
)

// carve proposes to make the second of two dynamic shared arrays a part of the first one, behind its cells:
//
//	extern __shared__ int b[];    ->    int *b = reinterpret_cast<int *>(a + blockDim.x);
//
// It proposes this only if nothing else can be meant. The kernel stores to both arrays before it reads both, so they
// are in use at the same time. All indices have bounds, and each launch gives the bytes of both arrays. All launches
// are in the file, and state their blocks and bytes as constants. Otherwise the arrays may be meant to be the same
// memory, as those of steps that follow each other are.
func (p *Proposer) carve(f *rules.Finding) []rules.Repair {
	c := p.carvingOf(f)
	if c == nil || !c.areInUseTogether() {
		return nil
	}
	launches := p.constantLaunches(c.kernel)
	count := c.cellsOfFirst(launches)
	if count == "" {
		return nil
	}
	edits := c.edits(count)
	if edits == nil {
		return nil
	}
	return []rules.Repair{{Text: fmt.Sprintf("carve %s out of %s", c.second.Name, c.first.Name), Edits: edits}}
}

// carving has two arrays that only one kernel names.
type carving struct {
	sourceText
	kernel        *ast.Function
	first, second *ast.Var
}

// carvingOf returns the two dynamic shared arrays of a finding, the second one at the finding's place. It returns nil
// if the unit has others, or unless exactly one function names them: a kernel that is no template. It also returns nil
// if their elements are not plain numbers, or if one of the arrays or the kernel is in another file or partly left out.
func (p *Proposer) carvingOf(f *rules.Finding) *carving {
	var arrays []*ast.Var
	var kernels []*ast.Function
	for _, fn := range p.tree.Functions {
		for n := range fn.Nodes() {
			if n.Kind != ast.VarRef || !n.Var.IsDynamicShared() {
				continue
			}
			isSame := func(v *ast.Var) bool { return v.Pos.IsAt(n.Var.Pos) }
			if !slices.ContainsFunc(arrays, isSame) {
				arrays = append(arrays, n.Var)
			}
			if !slices.Contains(kernels, fn) {
				kernels = append(kernels, fn)
			}
		}
	}
	if len(arrays) != 2 || len(kernels) != 1 || !kernels[0].Kernel || kernels[0].Template != "" || kernels[0].Conditional {
		return nil
	}
	if arrays[0].Pos.IsAt(f.Pos) {
		slices.Reverse(arrays)
	}
	c := &carving{sourceText{f.Pos.File, p.read(f.Pos.File)}, kernels[0], arrays[0], arrays[1]}
	isHere := c.second.Pos.IsAt(f.Pos) && c.file == p.tree.File && c.first.Pos.File == c.file && c.kernel.Pos.File == c.file
	if !isHere || !isNumber(c.first) || !isNumber(c.second) || p.leavesOut(c.kernel) {
		return nil
	}
	return c
}

// isNumber reports whether the elements of an array are numbers that need no alignment beside their own.
func isNumber(array *ast.Var) bool {
	e := array.Type.Elem
	return (e.Kind == types.Int || e.Kind == types.Float) && e.Size > 0 && array.Alignment == 0
}

// leavesOut reports whether a condition of the preprocessor leaves out a part of a function.
func (p *Proposer) leavesOut(fn *ast.Function) bool {
	return slices.ContainsFunc(p.tree.Skipped, func(part source.Pos) bool {
		return part.File == fn.Pos.File && part.EndLine >= fn.Body.Pos.Line && part.Line <= fn.Body.Pos.EndLine
	})
}

// use is what a statement does with an array.
type use struct{ stores, loads bool }

// areInUseTogether reports whether both arrays hold values at the same time: after the statement by which both have
// been stored to, each of them is read before it is stored to again.
func (c *carving) areInUseTogether() bool {
	var first, second []use
	for _, statement := range c.kernel.Body.Children {
		one, isOneKnown := usesIn(statement, c.first)
		other, isOtherKnown := usesIn(statement, c.second)
		if !isOneKnown || !isOtherKnown {
			return false
		}
		first, second = append(first, one), append(second, other)
	}
	stores := func(u use) bool { return u.stores }
	one, other := slices.IndexFunc(first, stores), slices.IndexFunc(second, stores)
	if one < 0 || other < 0 {
		return false
	}
	behind := max(one, other) + 1
	return isReadFirst(first[behind:]) && isReadFirst(second[behind:])
}

// isReadFirst reports whether an array is read before it is stored to.
func isReadFirst(uses []use) bool {
	i := slices.IndexFunc(uses, func(u use) bool { return u.stores || u.loads })
	return i >= 0 && !uses[i].stores
}

// usesIn returns what a statement does with an array. isKnown is false if it does anything but load and store cells.
func usesIn(statement *ast.Node, array *ast.Var) (all use, isKnown bool) {
	cells := map[*ast.Node]bool{}
	named := 0
	for n := range statement.Nodes() {
		if n.Kind == ast.VarRef && n.Var.Pos.IsAt(array.Pos) {
			named++
		}
		for i, child := range n.Children {
			if !isCell(child, array) || cells[child] {
				continue
			}
			switch {
			case n.Kind == ast.Assign && i == 0:
				all.stores, all.loads = true, all.loads || n.Op != operator.Plain
			case n.Kind == ast.Cast && n.Op == operator.CastLoad:
				all.loads = true
			default:
				return use{}, false
			}
			cells[child] = true
		}
	}
	return all, len(cells) == named
}

// isCell reports whether an expression is a cell of an array, as in a[i].
func isCell(n *ast.Node, array *ast.Var) bool {
	if n == nil || n.Kind != ast.Index {
		return false
	}
	v := named(n.Child(0))
	return v != nil && v.Pos.IsAt(array.Pos)
}

// constantLaunch is a launch whose block and bytes of dynamic shared memory are constants.
type constantLaunch struct {
	block [3]int64
	bytes int64
}

// constantLaunches returns the launches of a kernel, nil if there are none, or if not all are constant.
func (p *Proposer) constantLaunches(kernel *ast.Function) (all []constantLaunch) {
	launches := slices.Clone(p.tree.Launches)
	if p.tree.HostView != nil {
		launches = append(launches, p.tree.HostView.Launches...)
	}
	const block, bytes = 2, 3 // children of a launch
	for _, l := range launches {
		if l.Kernel == nil || !l.Kernel.Pos.IsAt(kernel.Pos) {
			if l.Kernel == nil || l.Node == nil && l.Kernel.Name == kernel.Name {
				return nil // it may be of this kernel
			}
			continue
		}
		if l.Node == nil || l.Node.Kind != ast.Launch_ {
			return nil
		}
		shape, isShapeKnown := extents(l.Node.Child(block))
		given, isKnown := numberOf(l.Node.Child(bytes))
		if !isShapeKnown || !isKnown {
			return nil
		}
		all = append(all, constantLaunch{shape, given})
	}
	return all
}

// extents returns the extents of a block that is written as constants: 64, which clang converts to dim3(64, 1, 1), or
// dim3(32, 2). isKnown is false for any other expression.
func extents(n *ast.Node) (shape [3]int64, isKnown bool) {
	for n != nil && (n.Kind == ast.Cast || n.Kind == ast.Temporary || n.Kind == ast.Construct && len(n.Children) == 1) {
		n = n.Child(0)
	}
	switch {
	case n == nil:
		return shape, false
	case n.Kind != ast.Construct || len(n.Children) != len(shape):
		return shape, false
	}
	for i, extent := range n.Children {
		if shape[i], isKnown = numberOf(extent); !isKnown || shape[i] == 0 {
			return shape, false
		}
	}
	return shape, true
}

// cellsOfFirst returns the number of cells that the first array needs, as an expression. It returns "" if the number is
// not known, if some launch does not give the bytes of both arrays, or if the second array needs a larger alignment
// than these cells have.
func (c *carving) cellsOfFirst(launches []constantLaunch) string {
	size, other := c.first.Type.Elem.Size, c.second.Type.Elem.Size
	if len(launches) == 0 || other > size {
		return ""
	}
	isBlock, most := true, int64(0)
	for _, l := range launches {
		cells, isKnown := c.cells(c.first, l)
		if !isKnown {
			return ""
		}
		isBlock = isBlock && cells == l.block[0]
		most = max(most, cells)
	}
	for _, l := range launches {
		cells, isKnown := c.cells(c.second, l)
		before := most
		if isBlock {
			before = l.block[0]
		}
		if !isKnown || before*size+cells*other > l.bytes {
			return ""
		}
	}
	if isBlock {
		return "blockDim.x"
	}
	return fmt.Sprint(most)
}

// cells returns the number of cells of an array that the kernel may use in a launch. isKnown is false if some index has
// no known bounds, or if the kernel uses no cell.
func (c *carving) cells(array *ast.Var, l constantLaunch) (count int64, isKnown bool) {
	for n := range c.kernel.Nodes() {
		if !isCell(n, array) {
			continue
		}
		of := bounds{c.kernel, l}
		least, most, isBounded := of.of(n.Child(1), 0)
		if !isBounded || least < 0 {
			return 0, false
		}
		count = max(count, most+1)
	}
	return count, count > 0
}

// edits returns the edits that declare the second array as a pointer at the beginning of the kernel, or in place of its
// declaration if that is in the kernel. count is the number of cells of the first array. edits returns nil if the text
// has another form, for example if the declaration is not a line of its own. It also returns nil if the file names the
// second array elsewhere.
func (c *carving) edits(count string) []rules.Edit {
	at := c.offset(c.second.Pos.Line, c.second.Pos.Column)
	begin, end := c.start(c.kernel.Body), c.end(c.kernel.Body)
	earlier := c.offset(c.first.Pos.Line, c.first.Pos.Column)
	if at < 0 || begin < 0 || earlier < 0 || earlier > at || c.text[begin] != '{' {
		return nil
	}
	from := at - (c.second.Pos.Column - 1)
	line, _, _ := strings.Cut(string(c.text[from:]), "\n")
	found := declaration().FindStringSubmatch(line)
	if found == nil || found[3] != c.second.Name || c.isNamedElsewhere(from, from+len(line), begin, end) {
		return nil
	}
	indent, element := found[1], strings.TrimSpace(found[2])
	carved := fmt.Sprintf("%s + %s", c.first.Name, count)
	if c.first.Type.Elem.Name != c.second.Type.Elem.Name {
		carved = fmt.Sprintf("reinterpret_cast<%s *>(%s)", element, carved)
	}
	pointer := fmt.Sprintf("%s *%s = %s;", element, c.second.Name, carved)
	if begin < at && at < end {
		return []rules.Edit{{File: c.file, Offset: from + len(indent), Removed: len(strings.TrimRight(line, " \t\r")) - len(indent), Text: pointer}}
	}
	statement := c.start(c.kernel.Body.Children[0])
	inside, isAlone := c.indent(statement)
	if statement < 0 || !isAlone {
		return nil
	}
	lineFrom, lineTo := c.wholeLine(from+len(indent), from+len(strings.TrimRight(line, " \t\r")))
	return []rules.Edit{
		{File: c.file, Offset: lineFrom, Removed: lineTo - lineFrom},
		{File: c.file, Offset: statement, Text: pointer + c.newline(statement) + inside},
	}
}

// declaration is a line that declares one dynamic shared array without attributes. Its groups are the indent, the type
// and the name.
var declaration = pattern.Of(`^([ \t]*)extern[ \t]+__shared__[ \t]+((?:[\w:]+[ \t]+)+)(\w+)[ \t]*\[[ \t]*\][ \t]*;[ \t\r]*$`)

// isNamedElsewhere reports whether the file names the second array outside its declaration, which is text[from:to], and
// outside the kernel, which is text[begin:end]. A template that has no instance may name it, for example.
func (c *carving) isNamedElsewhere(from, to, begin, end int) bool {
	for at, word := range lexical.Words(lexical.Code(string(c.text))) {
		isInside := from <= at && at < to || begin <= at && at < end
		if word == c.second.Name && !isInside {
			return true
		}
	}
	return false
}
