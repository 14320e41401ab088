package exec

import (
	"fmt"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/internal/pattern"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/prove"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

type binaryOp func(x, y *term.Term) *term.Term

// binary is arithmetic, a bit operation or a comparison.
func (in *interp) binary(i *cfg.Instr, args []vector.Vec) vector.Vec {
	x, y, bits := args[0], args[1], memory.Width(i.Type)
	operands := i.Args[0].Type
	if memory.IsFloat(operands) {
		return in.floating(i.Operator, bits, x, y)
	}
	if i.Operator == ast.Sub && operands != nil && operands.Kind == ast.Pointer {
		return in.elementsApart(x, y, operands.Elem)
	}
	if isShift(i.Operator) || x.Bits() != y.Bits() {
		y = vector.Map1(y, func(t *term.Term) *term.Term { return in.t.Resize(t, max(x.Bits(), 1), false) })
	}
	f := in.operation(i.Operator, operands == nil || !operands.Signed || operands.Kind != ast.Int)
	if f == nil || x.Bits() == 0 && !isEquality(i.Operator) {
		return in.vectors.Opaque(fmt.Sprintf("op %d %s", i.Operator, memory.TypeName(operands)), bits, nil, x, y)
	}
	result := in.toWidth(vector.Map2(x, y, f), bits)
	if operands != nil && operands.Signed {
		in.noteExact(i.Operator, result)
	}
	return result
}

// elementsApart is the difference of two pointers, in elements.
func (in *interp) elementsApart(x, y vector.Vec, elem *ast.Type) vector.Vec {
	bytes := uint64(memory.Stride(elem))
	return vector.Map2(x, y, func(a, b *term.Term) *term.Term { return in.t.ExactDiv(in.t.Sub(a, b), bytes) })
}

// toWidth gives a word the width of an instruction's type.
func (in *interp) toWidth(v vector.Vec, bits int) vector.Vec {
	switch {
	case v.Bits() == bits:
		return v
	case bits == 0:
		return in.vectors.Truth(v)
	}
	return vector.Map1(v, func(t *term.Term) *term.Term { return in.t.Resize(t, bits, false) })
}

func isShift(op ast.Op) bool { return op == ast.Shl || op == ast.Shr }

func isEquality(op ast.Op) bool { return op == ast.EQ || op == ast.NE }

// operation is the term for an operator on integers of one signedness.
func (in *interp) operation(op ast.Op, unsigned bool) binaryOp {
	t := in.t
	switch op {
	case ast.Add:
		return t.Add
	case ast.Sub:
		return t.Sub
	case ast.Mul:
		return t.Mul
	case ast.And:
		return t.BAnd
	case ast.Or:
		return t.BOr
	case ast.Xor:
		return t.BXor
	case ast.Shl:
		return t.Shl
	case ast.EQ:
		return t.Eq
	case ast.NE:
		return func(x, y *term.Term) *term.Term { return t.Not(t.Eq(x, y)) }
	}
	less, div, rem, shr := in.signedLess, t.SDiv, t.SRem, t.AShr
	if unsigned {
		less, div, rem, shr = in.unsignedLess, t.UDiv, t.URem, t.LShr
	}
	switch op {
	case ast.Div:
		return div
	case ast.Rem:
		return rem
	case ast.Shr:
		return shr
	case ast.LT:
		return less
	case ast.GT:
		return func(x, y *term.Term) *term.Term { return less(y, x) }
	case ast.LE:
		return func(x, y *term.Term) *term.Term { return t.Not(less(y, x)) }
	case ast.GE:
		return func(x, y *term.Term) *term.Term { return t.Not(less(x, y)) }
	}
	return nil
}

// signedLess is x < y of signed words. Their sums do not overflow, so that what both add
// is left out: in base + thread < end + thread the thread does not matter, and base + thread <
// base never holds. A bound that is below an index is not above the index before, so that
// base + 32 <= n says of the last lane what base + lane < n does. What is below the lowest bit of a bound with a constant goes
// first: the bound is no multiple of anything once a lane's number is taken from it.
func (in *interp) signedLess(x, y *term.Term) *term.Term {
	if y.Op == term.Add && y.K != 0 {
		x = in.t.RoundedFor(x, y)
	}
	if x.Op == term.Add && y.Op == term.Add {
		both := in.common(x, y)
		x, y = in.t.Sub(x, both), in.t.Sub(y, both)
	}
	x, y = in.constantAside(x, y)
	switch {
	case in.t.Sub(x, y).Hi < prove.MaxIndex:
		return in.t.False
	case in.t.Sub(y, x).Hi < prove.MaxIndex:
		return in.t.Not(in.t.Eq(x, y))
	}
	if last := in.indexBefore(x, y); last != nil {
		return in.t.Not(in.t.SLt(last, x))
	}
	return in.t.SLt(x, y)
}

// unsignedLess is x < y of unsigned words, which is said of an index in the same way where
// its sum does not wrap around.
func (in *interp) unsignedLess(x, y *term.Term) *term.Term {
	if last := in.indexBefore(x, y); last != nil && prove.IsPositive(y) {
		return in.t.Not(in.t.ULt(last, x))
	}
	return in.t.ULt(x, y)
}

// indexBefore is the index before y, where x is compared with it as its bound; nil for other
// words.
func (in *interp) indexBefore(x, y *term.Term) *term.Term {
	if y.Op == term.Add && 0 < prove.SignedConstant(y) && !x.IsConst() && !in.prover.IsIndex(x) {
		if last := in.t.AddConst(y, ^uint64(0)); in.prover.IsIndex(last) {
			return last
		}
	}
	return nil
}

// common is what two sums both add: a small constant, multiples of what has few values, as
// thread numbers have, and whatever both add once.
func (in *interp) common(x, y *term.Term) *term.Term {
	both := in.t.Const(x.Bits, 0)
	if c := min(x.K, y.K); c < warp.MaxThreads && max(x.K, y.K) < prove.MaxIndex {
		both = in.t.Const(x.Bits, c)
	}
	for i, a := range x.Args {
		j := slices.Index(y.Args, a)
		if j >= 0 && x.Coefs[i] == y.Coefs[j] && x.Coefs[i] < prove.MaxIndex && (x.Coefs[i] == 1 || a.Hi < prove.MaxIndex/x.Coefs[i]) {
			both = in.t.Add(both, in.t.Mul(a, in.t.Const(x.Bits, x.Coefs[i])))
		}
	}
	return both
}

// symmetric is opaque for an operation whose operands may change places. Lanes that
// exchange their values in pairs and combine them then have equal ones, which makes what
// a butterfly of such exchanges gives the same for all of them:
//
//	for (int o = 16; o; o >>= 1) m = fmaxf(m, __shfl_xor_sync(~0u, m, o));
func (in *interp) symmetric(name string, bits int, origin any, x, y vector.Vec) vector.Vec {
	return in.vectors.Opaque(name, bits, origin, vector.Map2(x, y, lower), vector.Map2(x, y, higher))
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

func (in *interp) unary(i *cfg.Instr, args []vector.Vec) vector.Vec {
	x, bits := args[0], memory.Width(i.Type)
	switch {
	case i.Operator == ast.Not && memory.IsFloat(i.Args[0].Type):
		return in.toWidth(in.vectors.Not(in.nonzero(x)), bits)
	case i.Operator == ast.Not:
		return in.toWidth(in.vectors.Not(in.vectors.Truth(x)), bits)
	case memory.IsFloat(i.Type):
		return in.negated(x, bits)
	}
	x = vector.Map1(x, func(t *term.Term) *term.Term { return in.t.Resize(t, max(bits, 1), false) })
	switch i.Operator {
	case ast.Neg:
		return vector.Map1(x, in.t.Neg)
	case ast.BNot:
		return vector.Map1(x, in.t.BNot)
	}
	return x
}

// pureWord is the meaning of an integer function that has one of its own, nil of others. The result
// is resized to the function's type.
func (in *interp) pureWord(name string) func(*term.Term) *term.Term {
	switch strings.TrimSuffix(strings.TrimSuffix(strings.TrimLeft(name, "_"), "ll"), "l") {
	case "popc", "builtin_popcount", "popc.b32", "popc.b64":
		return in.t.Popc
	case "ffs", "builtin_ffs":
		return in.t.Ffs
	case "clz", "builtin_clz", "clz.b32", "clz.b64":
		return in.t.Clz
	case "brev", "brev.b32", "brev.b64":
		return in.t.Brev
	case "builtin_ctz":
		return func(x *term.Term) *term.Term { return in.t.AddConst(in.t.Ffs(x), ^uint64(0)) }
	case "bfind.u32":
		return func(x *term.Term) *term.Term { return in.t.Sub(in.t.Const(x.Bits, 31), in.t.Clz(x)) }
	}
	return nil
}

// pureValue is what a function without effects yields. An operand of class type counts as
// the scalars that it is made of, and a result of class type as one function for each.
func (in *interp) pureValue(fr *frame, i *cfg.Instr) memory.Value {
	if i.Classes != nil {
		if p, is := in.arg(fr, i, 0).(memory.Pointer); is && p.LeadsToObjects() {
			return in.memory.ClassOf(p, i.Classes, i.Type)
		}
	}
	aggregates := memory.IsAggregate(i.Type)
	var words []vector.Vec
	for n, a := range i.Args {
		if !memory.IsAggregate(a.Type) {
			words = append(words, in.word(fr, i, n))
			continue
		}
		aggregates = true
		words = append(words, in.scalarWords(fr, i, n)...)
	}
	if !aggregates {
		return in.suspend(i, words, in.pure)
	}
	return in.computed("pure "+i.Text+signature(i), i.Type, nil, words)
}

// signature tells functions of one name apart that are given the same words.
func signature(i *cfg.Instr) string {
	var b strings.Builder
	b.WriteString(" " + memory.TypeName(i.Type))
	for _, a := range i.Args {
		b.WriteString(" " + memory.TypeName(a.Type))
	}
	return b.String()
}

// scalarWords are the scalars of an operand of class type; of one that is not wholly known,
// a word of each lane its own.
func (in *interp) scalarWords(fr *frame, i *cfg.Instr, n int) []vector.Vec {
	list, listed := in.memory.Parts(i.Args[n].Type)
	if words, known := in.memory.WordsAt(in.arg(fr, i, n), list); listed && known {
		return words
	}
	return []vector.Vec{in.word(fr, i, n)}
}

// pure is a function without effects: exact for those of integers that decide lanes
// and masks, else uninterpreted.
func (in *interp) pure(i *cfg.Instr, args []vector.Vec) vector.Vec {
	bits := memory.Width(i.Type)
	switch {
	case len(args) == 1 && reinterprets[i.Text] && args[0].Bits() == bits, in.setting.Racing && i.IsSharedAddress() && args[0].Bits() == bits:
		return args[0]
	case len(args) > 0 && !memory.IsFloat(i.Type) && !memory.IsUnknown(i.Type) && !memory.IsUnknown(i.Args[0].Type):
		if v, ok := in.exactPure(i, bits, args); ok {
			return v
		}
	}
	if v, ok := in.smallFunction(i, bits, args); ok {
		return v
	}
	if v, ok := in.halfOfDouble(i, args); ok {
		return v
	}
	if len(args) > 0 && memory.IsFloat(i.Args[0].Type) {
		if v, ok := in.floatFunction(i, bits, args); ok {
			return v
		}
	}
	if len(args) == 2 && symmetricPure().MatchString(i.Text) {
		return in.symmetric("pure "+i.Text, bits, originOfPure(i), args[0], args[1])
	}
	return in.uninterpreted(i, bits, args)
}

// halfOfDouble is one of the two words of a double, or a double made of such.
func (in *interp) halfOfDouble(i *cfg.Instr, args []vector.Vec) (v vector.Vec, ok bool) {
	switch {
	case len(args) == 1 && args[0].Bits() == 64 && i.Text == "__double2hiint":
		return vector.Map1(args[0], func(x *term.Term) *term.Term { return high(in.t, x) }), true
	case len(args) == 1 && args[0].Bits() == 64 && i.Text == "__double2loint":
		return vector.Map1(args[0], func(x *term.Term) *term.Term { return in.t.Trunc(x, 32) }), true
	case len(args) == 2 && i.Text == "__hiloint2double" && args[0].Bits() == 32 && args[1].Bits() == 32:
		return vector.Map2(args[0], args[1], func(x, y *term.Term) *term.Term { return double(in.t, []*term.Term{y, x}) }), true
	}
	return v, false
}

// reinterprets are the functions that change the type of a word and nothing else.
var reinterprets = map[string]bool{"__float_as_int": true, "__float_as_uint": true, "__int_as_float": true,
	"__uint_as_float": true, "__double_as_longlong": true, "__longlong_as_double": true}

// originOfPure tells a function of floating words from others.
func originOfPure(i *cfg.Instr) any {
	floats := func(x *cfg.Instr) bool { return memory.IsFloat(x.Type) }
	if floats(i) || slices.ContainsFunc(i.Args, floats) {
		return memory.FloatFunction{Function: i.Text}
	}
	return nil
}

// uninterpreted is a function of which nothing is known. One of integers may decide
// lanes and masks, and is noted.
func (in *interp) uninterpreted(i *cfg.Instr, bits int, args []vector.Vec) vector.Vec {
	other := func(x *cfg.Instr) bool { return x.Type == nil || x.Type.Kind != ast.Int }
	if len(args) == 0 || other(i) || slices.ContainsFunc(i.Args, other) {
		return in.vectors.Opaque("pure "+i.Text, bits, originOfPure(i), args...)
	}
	in.note(i.Pos, "the function "+i.Text, false)
	return in.vectors.Opaque("unmodelled "+i.Text, bits, memory.Unmodelled{Function: i.Text}, args...)
}

// integer is a function of CUDA on 32-bit words; false when some lane's is not known.
func (in *interp) integer(f integerFunction, args []vector.Vec) (vector.Vec, bool) {
	known := true
	v := vector.Build(func(l int) *term.Term {
		terms := make([]*term.Term, len(args))
		for k, a := range args {
			terms[k] = a.At(l)
		}
		x := f.eval(in.t, terms)
		if known = known && x != nil; x == nil {
			x = in.t.Const(32, 0)
		}
		return x
	})
	return v, known
}

// symmetricPure are the functions of two operands that may change places.
var symmetricPure = pattern.Of(`^(fmin|fmax|fmin[fl]|fmax[fl]|f?min|f?max|` +
	`__[fd](add|mul)_r[nzud])$`)

func (in *interp) exactPure(i *cfg.Instr, bits int, args []vector.Vec) (vector.Vec, bool) {
	signed := i.Args[0].Type != nil && i.Args[0].Type.Signed
	less := in.t.ULt
	if signed {
		less = in.t.SLt
	}
	name := strings.TrimPrefix(strings.TrimPrefix(i.Text, "ll"), "u")
	f, ok := integerFunctions[i.Text]
	if !ok {
		f, ok = simdFunctions[i.Text]
	}
	if ok && len(args) == f.args && bits == 32 &&
		vector.All(args, func(v vector.Vec) bool { return v.Bits() == 32 }) {
		return in.integer(f, args)
	}
	switch {
	case len(args) == 1 && args[0].Bits() > 0 && in.pureWord(i.Text) != nil:
		v := vector.Map1(args[0], in.pureWord(i.Text))
		return vector.Map1(v, func(x *term.Term) *term.Term { return in.t.Resize(x, bits, false) }), true
	case i.Text == "__fns" && len(args) == 3 && bits == 32:
		return vector.Map3(args[0], args[1], args[2], in.t.Fns), true
	case len(args) == 2 && args[0].Bits() == bits && args[1].Bits() == bits && bits > 0 &&
		(name == "min" || name == "max" || name == "llmin" || name == "llmax"):
		return vector.Map2(args[0], args[1], func(x, y *term.Term) *term.Term {
			if strings.HasSuffix(name, "max") {
				return in.t.Ite(less(x, y), y, x)
			}
			return in.t.Ite(less(y, x), y, x)
		}), true
	case len(args) == 1 && (i.Text == "abs" || i.Text == "labs" || i.Text == "llabs") && args[0].Bits() == bits:
		return vector.Map1(args[0], func(x *term.Term) *term.Term {
			return in.t.Ite(in.t.Bit(x, x.Bits-1), in.t.Neg(x), x)
		}), true
	}
	return vector.Vec{}, false
}
