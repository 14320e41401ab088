package lower

import (
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/internal/pattern"
	"github.com/warpcheck/warpcheck/internal/transitive"
)

// A call on a dependent object, or with dependent arguments, has a name but no declaration. It may write a variable
// that is passed to it under one condition: some function of the unit has this name, accepts the number of arguments,
// and may write through the parameter. If the unit has no function of this name, the call may write a variable of
// unknown type or of class type. A scalar is assumed to be passed by value, like most scalars:
//
//	for (int t = blockIdx.x; t < n; t += Count)
//	  p = buffer.token(t);                      t is the same in all lanes

// isUnresolved reports whether f is only a name, without a declaration.
func isUnresolved(f *ast.Function) bool { return f.Pattern && f.Key == "" }

// isPlain reports whether the call n of f looks like a computation. Only the name of f is known, and it names no
// operation of several threads. The call has a result and operands, and no operand is an address:
//
//	out[i] = convert<T>(s[i] + carry);         not: total = blockSum(v); fill(s, v); tile.load(s)
func isPlain(n *ast.Node, f *ast.Function, operands []*cfg.Instr) bool {
	if !isUnresolved(f) || f.This != nil || len(operands) == 0 || types.IsVoid(n.Type) || jointWord().MatchString(f.Name) {
		return false
	}
	return !slices.ContainsFunc(operands, func(o *cfg.Instr) bool { return types.IsPointer(o.Type) })
}

// jointWord matches the names of operations that several threads may carry out together.
var jointWord = pattern.Of(`(?i)sync|barrier|wait|fence|block|warp|lane|cta|group|team|tile|thread|reduc|scan|prefix|sum|` +
	`vote|ballot|all|any|sort|exchange|broadcast|bcast|shuf|shfl|arriv|acquire|lock|commit|flush|share|pipeline|load|store|copy|fetch|swap|mma|gemm`)

// mayWait returns a closure that determines whether a function may reach a collective, from the trees of the
// functions. An asm statement may contain a collective.
func mayWait() *transitive.Closure[*ast.Function, bool] {
	waits := func(n *ast.Node) bool {
		in, _ := intrinsicOf(n.Func)
		return isCollective(in.kind) || n.Kind == ast.Asm_ && asmWait().MatchString(n.Text)
	}
	own := func(f *ast.Function) bool {
		for n := range f.Nodes() {
			if waits(n) {
				return true
			}
		}
		return false
	}
	return transitive.Any(own, namedIn)
}

// namedIn returns the functions that the tree of f names.
func namedIn(f *ast.Function) (list []*ast.Function) {
	for n := range f.Nodes() {
		if n.Func != nil {
			list = append(list, n.Func)
		}
	}
	return list
}

func isCollective(kind intrinsicKind) bool {
	return kind == collective || kind == namedGroup || kind == namedBlock || kind == namedTile || kind == nvvmShuffle
}

// asmWait matches the names of the PTX instructions that lanes execute together. It also matches some other
// instructions.
var asmWait = pattern.Of(`\.sync\b|\bbar(rier)?\.|\b(shfl|vote)\.`)

// mayWrite reports whether a call of name with count arguments may write to the lvalue `variable`, its i-th argument. A
// method's object counts as an argument.
func (p *programBuilder) mayWrite(name string, variable *ast.Node, i, count int) bool {
	found := false
	for _, f := range p.named.byName[name] {
		params := parametersOf(f)
		if !takes(f, count) {
			continue
		}
		if isWrittenThrough(params[min(i, len(params)-1)], variable) {
			return true
		}
		found = true
	}
	return !found && (types.IsUnknown(variable.Type) || types.IsAggregate(variable.Type))
}

// parametersOf returns the types of a function's parameters, a method's object first.
func parametersOf(f *ast.Function) []*types.Type {
	var types []*types.Type
	if f.This != nil {
		types = append(types, f.This)
	}
	for _, p := range f.Params {
		types = append(types, p.Type)
	}
	return types
}

// isPack reports whether the last parameter takes all further arguments.
func isPack(params []*types.Type) bool {
	return len(params) > 0 && strings.HasSuffix(params[len(params)-1].Name, "...")
}

// isWrittenThrough reports whether a function may write an argument through a parameter that is not a pointer: the
// parameter is a non-const reference, or the object of a method.
func isWrittenThrough(param *types.Type, variable *ast.Node) bool {
	switch {
	case types.IsReference(param), strings.HasSuffix(param.Name, "&..."):
		return !isConstReference(param)
	case types.IsAggregate(param):
		return !types.IsPointer(variable.Type)
	}
	return false
}

// isConstReference reports whether t is a reference to const, according to clang's spelling: "const T &", "T *const
// &".
func isConstReference(t *types.Type) bool {
	if types.IsPointer(t.Elem) {
		return strings.Contains(t.Name, "*const &")
	}
	return strings.HasPrefix(t.Name, "const ")
}

// recovered lowers an expression that clang could not build, mostly because a header is missing: a name, or an
// operation on its parts. The unit is reported as one that does not parse. The value is unknown. It is assumed to be
// equal in lanes with equal parts, because such names are mostly constants and functions of their arguments.
func (b *builder) recovered(n *ast.Node, t *types.Type) *cfg.Instr {
	var parts []*cfg.Instr
	for _, c := range n.Children {
		switch {
		case c == nil || c.Text == "UnresolvedLookupExpr":
		case types.IsVoid(c.Type):
			b.statements.stmt(c)
		case c.LValue && (types.IsAggregate(c.Type) || isInShared(c)):
			parts = append(parts, b.addr(c))
		case c.LValue:
			parts = append(parts, b.unplaced(c))
		default:
			parts = append(parts, b.value(c))
		}
	}
	instr := b.Unread("unsupported "+n.Text, t, parts...)
	instr.Alike = true
	return instr
}

// unplaced returns the value of a variable or a cell that is an operand of code that does not parse. How this code uses
// the operand is not known, and neither is whether it loads the operand before or after other accesses. So if the value
// is a load, unplaced marks it as Unplaced, and the load is never part of a race.
func (b *builder) unplaced(n *ast.Node) *cfg.Instr {
	instr := b.value(n)
	instr.Unplaced = instr.Op == cfg.Load
	return instr
}

// isInShared reports whether n is a variable in shared memory, or a part of one.
func isInShared(n *ast.Node) bool {
	for n != nil && (n.Kind == ast.Index || n.Kind == ast.Member || n.Kind == ast.Cast) && len(n.Children) > 0 {
		n = n.Children[0]
	}
	return n != nil && n.Kind == ast.VarRef && n.Var != nil && n.Var.Storage == types.Shared
}

// isDropped reports whether n stands for statements that clang left out of the tree.
func isDropped(n *ast.Node) bool {
	return n != nil && n.Kind == ast.Unsupported && n.Text == "DroppedStmt"
}

// dropped lowers a statement that clang left out of the tree. The statement may execute collectives. It may change the
// arrays, structures and shared variables that it names. The children of n are these variables. For each other variable
// that the statement assigns to, the frontend adds an assignment of an unknown value.
func (b *builder) dropped(n *ast.Node) *cfg.Instr {
	var objects []*cfg.Instr
	for _, c := range n.Children {
		objects = append(objects, b.addr(c))
	}
	instr := b.Hiding("a statement that does not parse", nil, objects...)
	instr.Undeclared = true
	return instr
}
