package arithmetic

import (
	"fmt"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/internal/pattern"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/prove"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

type binaryOp func(x, y *term.Term) *term.Term

// Binary computes arithmetic, a bit operation or a comparison. multiples lists words that are known to be multiples
// of powers of two.
func (u *Unit) Binary(i *cfg.Instr, args []vector.Vec, multiples []memory.Multiple) vector.Vec {
	args = u.asMultiples(i, args, multiples)
	x, y, bits := args[0], args[1], memory.Width(i.Type)
	operands := i.Args[0].Type
	if memory.IsFloat(operands) {
		return u.floating(i.Operator, bits, x, y)
	}
	if i.Operator == operator.Sub && operands != nil && operands.Kind == types.Pointer {
		return u.elementsApart(x, y, operands.Elem)
	}
	if isShift(i.Operator) || x.Bits() != y.Bits() {
		y = vector.Map1(y, func(t *term.Term) *term.Term { return u.t.Resize(t, max(x.Bits(), 1), false) })
	}
	f := u.operation(i.Operator, operands == nil || !operands.Signed || operands.Kind != types.Int)
	if f == nil || x.Bits() == 0 && !isEquality(i.Operator) {
		return u.vectors.Opaque(fmt.Sprintf("op %d %s", i.Operator, memory.TypeName(operands)), bits, nil, x, y)
	}
	result := u.toWidth(vector.Map2(x, y, f), bits)
	if operands != nil && operands.Signed {
		u.noteExact(i.Operator, result)
	}
	return result
}

// elementsApart returns the difference x - y of two addresses as a number of elements of the type elem.
func (u *Unit) elementsApart(x, y vector.Vec, elem *types.Type) vector.Vec {
	bytes := uint64(memory.Stride(elem))
	return vector.Map2(x, y, func(a, b *term.Term) *term.Term { return u.t.ExactDiv(u.t.Sub(a, b), bytes) })
}

// toWidth truncates or widens a word to the width of an instruction's type.
func (u *Unit) toWidth(v vector.Vec, bits int) vector.Vec {
	switch {
	case v.Bits() == bits:
		return v
	case bits == 0:
		return u.vectors.Truth(v)
	}
	return vector.Map1(v, func(t *term.Term) *term.Term { return u.t.Resize(t, bits, false) })
}

func isShift(op operator.Op) bool { return op == operator.Shl || op == operator.Shr }

func isEquality(op operator.Op) bool { return op == operator.EQ || op == operator.NE }

// operation returns the function on terms that computes an operator on signed or unsigned integers, nil if there is
// none.
func (u *Unit) operation(op operator.Op, unsigned bool) binaryOp {
	t := u.t
	switch op {
	case operator.Add:
		return t.Add
	case operator.Sub:
		return t.Sub
	case operator.Mul:
		return t.Mul
	case operator.And:
		return t.BAnd
	case operator.Or:
		return t.BOr
	case operator.Xor:
		return t.BXor
	case operator.Shl:
		return t.Shl
	case operator.EQ:
		return t.Eq
	case operator.NE:
		return func(x, y *term.Term) *term.Term { return t.Not(t.Eq(x, y)) }
	}
	less, div, rem, shr := u.signedLess, t.SDiv, t.SRem, t.AShr
	if unsigned {
		less, div, rem, shr = u.unsignedLess, t.UDiv, t.URem, t.LShr
	}
	switch op {
	case operator.Div:
		return div
	case operator.Rem:
		return rem
	case operator.Shr:
		return shr
	case operator.LT:
		return less
	case operator.GT:
		return func(x, y *term.Term) *term.Term { return less(y, x) }
	case operator.LE:
		return func(x, y *term.Term) *term.Term { return t.Not(less(y, x)) }
	case operator.GE:
		return func(x, y *term.Term) *term.Term { return t.Not(less(x, y)) }
	}
	return nil
}

// signedLess returns x < y for signed words. Their sums do not overflow, so the comparison can be simplified:
//
//   - If y is a sum with a constant, the bits of x below the lowest bit that y can have are dropped first. Later
//     steps may take a lane's number from y, and then y is no longer a multiple of a power of two.
//   - Summands that x and y share are dropped: in base + thread < end + thread the thread does not matter, and base +
//     thread < base never holds.
//   - If y - 1 is an index, x < y becomes not (y - 1 < x). So base + 32 <= n states for the last lane the same as
//     base + lane < n.
func (u *Unit) signedLess(x, y *term.Term) *term.Term {
	if y.Op == term.Add && y.K != 0 {
		x = u.t.RoundedFor(x, y)
	}
	if x.Op == term.Add && y.Op == term.Add {
		both := u.common(x, y)
		x, y = u.t.Sub(x, both), u.t.Sub(y, both)
	}
	x, y = u.constantAside(x, y)
	switch {
	case u.t.Sub(x, y).Hi < prove.MaxIndex:
		return u.t.False
	case u.t.Sub(y, x).Hi < prove.MaxIndex:
		return u.t.Not(u.t.Eq(x, y))
	}
	if last := u.indexBefore(x, y); last != nil {
		return u.t.Not(u.t.SLt(last, x))
	}
	return u.t.SLt(x, y)
}

// unsignedLess returns x < y for unsigned words. If y - 1 is an index (indexBefore) and the sign bit of y is never set,
// it returns not (y - 1 < x), as signedLess does. It makes no other simplification of signedLess.
func (u *Unit) unsignedLess(x, y *term.Term) *term.Term {
	if last := u.indexBefore(x, y); last != nil && prove.IsPositive(y) {
		return u.t.Not(u.t.ULt(last, x))
	}
	return u.t.ULt(x, y)
}

// indexBefore returns y - 1 if it is an index and y is the bound in a comparison x < y. It returns nil for other words.
func (u *Unit) indexBefore(x, y *term.Term) *term.Term {
	if y.Op == term.Add && 0 < prove.SignedConstant(y) && !x.IsConst() && !u.prover.IsIndex(x) {
		if last := u.t.AddConst(y, ^uint64(0)); u.prover.IsIndex(last) {
			return last
		}
	}
	return nil
}

// common returns the sum of the summands that x and y share. These are the lesser of their constants, if both are
// small, and each term that has the same coefficient in both. The coefficient must be 1, or its product with the term
// must be small, as for a thread number.
func (u *Unit) common(x, y *term.Term) *term.Term {
	both := u.t.Const(x.Bits, 0)
	if c := min(x.K, y.K); c < warp.MaxThreads && max(x.K, y.K) < prove.MaxIndex {
		both = u.t.Const(x.Bits, c)
	}
	for i, a := range x.Args {
		j := slices.Index(y.Args, a)
		if j >= 0 && x.Coefs[i] == y.Coefs[j] && x.Coefs[i] < prove.MaxIndex && (x.Coefs[i] == 1 || a.Hi < prove.MaxIndex/x.Coefs[i]) {
			both = u.t.Add(both, u.t.Mul(a, u.t.Const(x.Bits, x.Coefs[i])))
		}
	}
	return both
}

// symmetric returns an uninterpreted function f with f(x, y) = f(y, x). If lanes exchange their values in pairs and
// combine them, both lanes of a pair then have equal results. So a butterfly of such exchanges gives the same result
// in all lanes:
//
//	for (int o = 16; o; o >>= 1) m = fmaxf(m, __shfl_xor_sync(~0u, m, o));
func (u *Unit) symmetric(name string, bits int, origin any, x, y vector.Vec) vector.Vec {
	return u.vectors.Opaque(name, bits, origin, vector.Map2(x, y, lower), vector.Map2(x, y, higher))
}

func lower(x, y *term.Term) *term.Term {
	if x.ID < y.ID {
		return x
	}
	return y
}

func higher(x, y *term.Term) *term.Term {
	if x.ID < y.ID {
		return y
	}
	return x
}

// Unary computes a logical, arithmetic or bitwise negation.
func (u *Unit) Unary(i *cfg.Instr, args []vector.Vec) vector.Vec {
	x, bits := args[0], memory.Width(i.Type)
	switch {
	case i.Operator == operator.Not && memory.IsFloat(i.Args[0].Type):
		return u.toWidth(u.vectors.Not(u.nonzero(x)), bits)
	case i.Operator == operator.Not:
		return u.toWidth(u.vectors.Not(u.vectors.Truth(x)), bits)
	case memory.IsFloat(i.Type):
		return u.negated(x, bits)
	}
	x = vector.Map1(x, func(t *term.Term) *term.Term { return u.t.Resize(t, max(bits, 1), false) })
	switch i.Operator {
	case operator.Neg:
		return vector.Map1(x, u.t.Neg)
	case operator.BNot:
		return vector.Map1(x, u.t.BNot)
	}
	return x
}

// pureWord returns the function on terms that computes the CUDA function with the given name, which has one integer as
// its argument. It returns nil if terms have no such operator. The caller resizes the result to the function's type.
func (u *Unit) pureWord(name string) func(*term.Term) *term.Term {
	switch strings.TrimSuffix(strings.TrimSuffix(strings.TrimLeft(name, "_"), "ll"), "l") {
	case "popc", "builtin_popcount", "popc.b32", "popc.b64":
		return u.t.Popc
	case "ffs", "builtin_ffs":
		return u.t.Ffs
	case "clz", "builtin_clz", "clz.b32", "clz.b64":
		return u.t.Clz
	case "brev", "brev.b32", "brev.b64":
		return u.t.Brev
	case "builtin_ctz":
		return func(x *term.Term) *term.Term { return u.t.AddConst(u.t.Ffs(x), ^uint64(0)) }
	case "bfind.u32":
		return func(x *term.Term) *term.Term { return u.t.Sub(u.t.Const(x.Bits, 31), u.t.Clz(x)) }
	}
	return nil
}

// Pure computes the result of a function without effects. The result is exact for those functions of integers that
// programs use to select lanes and to compute masks. Most other functions are uninterpreted.
func (u *Unit) Pure(i *cfg.Instr, args []vector.Vec) vector.Vec {
	bits := memory.Width(i.Type)
	switch {
	case len(args) == 1 && reinterprets[i.Text] && args[0].Bits() == bits, u.racing && i.IsSharedAddress() && args[0].Bits() == bits:
		return args[0]
	case len(args) > 0 && !memory.IsFloat(i.Type) && !memory.IsUnknown(i.Type) && !memory.IsUnknown(i.Args[0].Type):
		if v, ok := u.exactPure(i, bits, args); ok {
			return v
		}
	}
	if v, ok := u.smallFunction(i, bits, args); ok {
		return v
	}
	if v, ok := u.halfOfDouble(i, args); ok {
		return v
	}
	if len(args) > 0 && (memory.IsFloat(i.Args[0].Type) || memory.IsFloat(i.Type)) {
		if v, ok := u.floatFunction(i, bits, args); ok {
			return v
		}
	}
	if len(args) == 2 && symmetricPure().MatchString(i.Text) {
		return u.symmetric("pure "+i.Text, bits, originOfPure(i), args[0], args[1])
	}
	return u.uninterpreted(i, bits, args)
}

// halfOfDouble computes the functions that take one of the two words of a double, or make a double of two words. ok is
// false for any other function.
func (u *Unit) halfOfDouble(i *cfg.Instr, args []vector.Vec) (v vector.Vec, ok bool) {
	switch {
	case len(args) == 1 && args[0].Bits() == 64 && i.Text == "__double2hiint":
		return vector.Map1(args[0], func(x *term.Term) *term.Term { return high(u.t, x) }), true
	case len(args) == 1 && args[0].Bits() == 64 && i.Text == "__double2loint":
		return vector.Map1(args[0], func(x *term.Term) *term.Term { return u.t.Trunc(x, 32) }), true
	case len(args) == 2 && i.Text == "__hiloint2double" && args[0].Bits() == 32 && args[1].Bits() == 32:
		return vector.Map2(args[0], args[1], func(x, y *term.Term) *term.Term { return double(u.t, []*term.Term{y, x}) }), true
	}
	return v, false
}

// reinterprets holds the functions that change the type of a word, but not its bits.
var reinterprets = map[string]bool{"__float_as_int": true, "__float_as_uint": true, "__int_as_float": true,
	"__uint_as_float": true, "__double_as_longlong": true, "__longlong_as_double": true}

// originOfPure returns the origin of a function's result: a FloatFunction if the result or an argument is a
// floating-point word, else nil.
func originOfPure(i *cfg.Instr) any {
	floats := func(x *cfg.Instr) bool { return memory.IsFloat(x.Type) }
	if floats(i) || slices.ContainsFunc(i.Args, floats) {
		return memory.FloatFunction{Function: i.Text}
	}
	return nil
}

// uninterpreted returns the result of a function without a model. A function of integers may decide lanes and masks, so
// it is reported.
func (u *Unit) uninterpreted(i *cfg.Instr, bits int, args []vector.Vec) vector.Vec {
	other := func(x *cfg.Instr) bool { return x.Type == nil || x.Type.Kind != types.Int }
	if len(args) == 0 || other(i) || slices.ContainsFunc(i.Args, other) {
		return u.vectors.Opaque("pure "+i.Text, bits, originOfPure(i), args...)
	}
	u.unmodelled(i)
	return u.vectors.Opaque("unmodelled "+i.Text, bits, memory.Unmodelled{Function: i.Text}, args...)
}

// integer computes a CUDA function of 32-bit words. It returns false if the result of some lane is not known.
func (u *Unit) integer(f integerFunction, args []vector.Vec) (vector.Vec, bool) {
	known := true
	v := vector.Build(func(l int) *term.Term {
		terms := make([]*term.Term, len(args))
		for k, a := range args {
			terms[k] = a.At(l)
		}
		x := f.eval(u.t, terms)
		if known = known && x != nil; x == nil {
			x = u.t.Const(32, 0)
		}
		return x
	})
	return v, known
}

// symmetricPure matches the functions of two operands f with f(x, y) = f(y, x).
var symmetricPure = pattern.Of(`^(fmin|fmax|fmin[fl]|fmax[fl]|f?min|f?max|` +
	`__[fd](add|mul)_r[nzud])$`)

func (u *Unit) exactPure(i *cfg.Instr, bits int, args []vector.Vec) (vector.Vec, bool) {
	signed := i.Args[0].Type != nil && i.Args[0].Type.Signed
	less := u.t.ULt
	if signed {
		less = u.t.SLt
	}
	name := strings.TrimPrefix(strings.TrimPrefix(i.Text, "ll"), "u")
	f, ok := integerFunctions[i.Text]
	if !ok {
		f, ok = simdFunctions[i.Text]
	}
	if ok && len(args) == f.args && bits == 32 &&
		vector.All(args, func(v vector.Vec) bool { return v.Bits() == 32 }) {
		return u.integer(f, args)
	}
	if f, is := wideFunctions[i.Text]; is && len(args) == f.args {
		v, known := u.integer(f, args)
		return vector.Map1(v, func(x *term.Term) *term.Term { return u.t.Resize(x, bits, false) }), known
	}
	switch {
	case len(args) == 1 && args[0].Bits() > 0 && u.pureWord(i.Text) != nil:
		v := vector.Map1(args[0], u.pureWord(i.Text))
		return vector.Map1(v, func(x *term.Term) *term.Term { return u.t.Resize(x, bits, false) }), true
	case i.Text == "__fns" && len(args) == 3 && bits == 32:
		return vector.Map3(args[0], args[1], args[2], u.t.Fns), true
	case len(args) == 2 && args[0].Bits() == bits && args[1].Bits() == bits && bits > 0 &&
		(name == "min" || name == "max" || name == "llmin" || name == "llmax"):
		return vector.Map2(args[0], args[1], func(x, y *term.Term) *term.Term {
			if strings.HasSuffix(name, "max") {
				return u.t.Ite(less(x, y), y, x)
			}
			return u.t.Ite(less(y, x), y, x)
		}), true
	case len(args) == 1 && (i.Text == "abs" || i.Text == "labs" || i.Text == "llabs") && args[0].Bits() == bits:
		return vector.Map1(args[0], func(x *term.Term) *term.Term {
			return u.t.Ite(u.t.Bit(x, x.Bits-1), u.t.Neg(x), x)
		}), true
	}
	return vector.Vec{}, false
}

// Signature lists the types of a function's result and arguments. It distinguishes functions that have the same name
// and the same words as arguments.
func Signature(i *cfg.Instr) string {
	var b strings.Builder
	b.WriteString(" " + memory.TypeName(i.Type))
	for _, a := range i.Args {
		b.WriteString(" " + memory.TypeName(a.Type))
	}
	return b.String()
}
