package frontend

import "github.com/warpcheck/warpcheck/frontend/ast"

// maxFolds bounds the expressions that a launch configuration is followed
// through. They are counted, not their depth: a chain of variables that each
// name the one before twice is short and has no end in practice.
const maxFolds = 1 << 10

// folding is the evaluation of one launch configuration.
type folding struct {
	*decoder
	fuel int
}

// goesOn reports that there is an expression, and fuel to look at it.
func (d *folding) goesOn(expr *ast.Node) bool {
	d.fuel--
	return expr != nil && d.fuel >= 0
}

// extents folds the grid or block of a launch: a dim3, or what converts to one.
// A missing extent is 1, one that is not constant 0; nil means that none is constant.
func (d *decoder) extents(expr *ast.Node) *[3]int {
	return (&folding{d, maxFolds}).extents(expr)
}

func (d *folding) extents(expr *ast.Node) *[3]int {
	made := d.findConstruct(expr)
	if made == nil {
		return nil
	}
	extents := [3]int{1, 1, 1}
	if len(made.Children) > len(extents) {
		return nil
	}
	for i, child := range made.Children {
		extents[i] = 0
		if value, ok := d.constant(child); ok {
			extents[i] = int(value)
		}
	}
	if extents == [3]int{} {
		return nil
	}
	return &extents
}

// findConstruct follows copies, casts and variables to where a dim3 is made.
func (d *folding) findConstruct(expr *ast.Node) *ast.Node {
	if !d.goesOn(expr) || expr.Type == nil {
		return nil
	}
	switch expr.Kind {
	case ast.Cast, ast.Temporary:
		return d.findConstruct(expr.Children[0])
	case ast.VarRef:
		if d.keepsInit(expr.Var) {
			return d.findConstruct(expr.Var.Init)
		}
	case ast.Construct, ast.InitList:
		if d.isCopy(expr) {
			return d.findConstruct(expr.Children[0])
		}
		return expr
	}
	return nil
}

func (d *decoder) isCopy(expr *ast.Node) bool {
	return len(expr.Children) == 1 && expr.Children[0] != nil &&
		expr.Children[0].Type != nil && expr.Children[0].Type.Kind == ast.Record
}

// keepsInit reports a variable that holds its initialiser wherever it is read.
func (d *decoder) keepsInit(v *ast.Var) bool {
	return v != nil && v.Init != nil && !v.Volatile &&
		(v.Const || v.Storage == ast.Local && !d.reassigned[v])
}

// constant folds an integer expression of host code.
func (d *folding) constant(expr *ast.Node) (int64, bool) {
	if !d.goesOn(expr) {
		return 0, false
	}
	if expr.Known {
		return expr.Value, true
	}
	switch expr.Kind {
	case ast.Cast:
		value, ok := d.constant(expr.Children[0])
		return truncate(value, expr.Type), ok && isInteger(expr.Type)
	case ast.VarRef:
		return d.constantVar(expr.Var)
	case ast.Member:
		return d.constantMember(expr)
	case ast.Unary:
		value, ok := d.constant(expr.Children[0])
		folded, known := foldUnary(expr.Op, value)
		return truncate(folded, expr.Type), ok && known
	case ast.Binary:
		left, ok := d.constant(expr.Children[0])
		if !ok {
			return 0, false
		}
		right, ok := d.constant(expr.Children[1])
		if !ok {
			return 0, false
		}
		folded, known := foldBinary(expr.Op, left, right)
		return truncate(folded, expr.Type), known
	case ast.Cond:
		cond, ok := d.constant(expr.Children[0])
		if !ok {
			return 0, false
		}
		if cond != 0 {
			return d.constant(expr.Children[1])
		}
		return d.constant(expr.Children[2])
	}
	return 0, false
}

func (d *folding) constantVar(v *ast.Var) (int64, bool) {
	if v != nil && v.Known {
		return v.Value, true
	}
	if !d.keepsInit(v) {
		return 0, false
	}
	value, ok := d.constant(v.Init)
	return truncate(value, v.Type), ok
}

// constantMember folds block.x of a dim3 whose extents are known.
func (d *folding) constantMember(expr *ast.Node) (int64, bool) {
	made := d.findConstruct(expr.Children[0])
	if made == nil || expr.Field == nil {
		return 0, false
	}
	if expr.Field.Index < len(made.Children) {
		return d.constant(made.Children[expr.Field.Index])
	}
	return 1, made.Kind == ast.Construct
}

func isInteger(t *ast.Type) bool {
	return t != nil && (t.Kind == ast.Int || t.Kind == ast.Bool)
}

// truncate converts a value to an integer type.
func truncate(value int64, t *ast.Type) int64 {
	switch {
	case t == nil:
		return value
	case t.Kind == ast.Bool:
		if value != 0 {
			return 1
		}
		return 0
	case t.Kind != ast.Int || t.Bits <= 0 || t.Bits >= 64:
		return value
	case t.Signed:
		return value << (64 - t.Bits) >> (64 - t.Bits)
	default:
		return int64(uint64(value) << (64 - t.Bits) >> (64 - t.Bits))
	}
}

func foldUnary(op ast.Op, value int64) (int64, bool) {
	switch op {
	case ast.Neg:
		return -value, true
	case ast.BNot:
		return ^value, true
	case ast.UPlus:
		return value, true
	case ast.Not:
		return boolean(value == 0), true
	}
	return 0, false
}

func foldBinary(op ast.Op, left, right int64) (int64, bool) {
	switch op {
	case ast.Add:
		return left + right, true
	case ast.Sub:
		return left - right, true
	case ast.Mul:
		return left * right, true
	case ast.Div:
		if right == 0 {
			return 0, false
		}
		return left / right, true
	case ast.Rem:
		if right == 0 {
			return 0, false
		}
		return left % right, true
	case ast.Shl:
		return left << uint(right&63), right >= 0 && right < 64
	case ast.Shr:
		return left >> uint(right&63), right >= 0 && right < 64
	case ast.And:
		return left & right, true
	case ast.Or:
		return left | right, true
	case ast.Xor:
		return left ^ right, true
	case ast.EQ:
		return boolean(left == right), true
	case ast.NE:
		return boolean(left != right), true
	case ast.LT:
		return boolean(left < right), true
	case ast.GT:
		return boolean(left > right), true
	case ast.LE:
		return boolean(left <= right), true
	case ast.GE:
		return boolean(left >= right), true
	}
	return 0, false
}

func boolean(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
