package host

import "github.com/warpcheck/warpcheck/frontend/ast"

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

// fold computes an operation on integers, where its result is known.
func fold(op ast.Op, left, right int64) (int64, bool) {
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
		return truth(left == right), true
	case ast.NE:
		return truth(left != right), true
	case ast.LT:
		return truth(left < right), true
	case ast.GT:
		return truth(left > right), true
	case ast.LE:
		return truth(left <= right), true
	case ast.GE:
		return truth(left >= right), true
	}
	return 0, false
}
