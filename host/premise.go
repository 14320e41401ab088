package host

import (
	"iter"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
)

// A condition before a launch may be about an argument of the kernel. Then it holds in the kernel as well. An equation
// holds too if it computes an extent of the grid or the block from an argument:
//
//	if (n % 32 != 0) return;
//	k<<<n / 32, 32>>>(n);       n % 32 == 0, n == 32 * gridDim.x
//
// An argument that is computed as a multiple of a power of two is a multiple of it, even if the product wraps around:
//
//	int n = rows * 32;
//	k<<<(n + 255) / 256, 256>>>(n);       n % 32 == 0
//
// An argument that is computed otherwise may have bounds (range.go). A field of an argument counts as an argument.
//
// Other launches need not have the same premises. So a kernel has only the premises that all launches with the same
// block share. A constant argument is not a premise, because it is only one of many values that the kernel may get. But if
// conditions leave one of several constants, it is.

// mostPremises bounds the number of conditions of a launch that become premises.
const mostPremises = 16

// launchInputs holds the arguments and the grid of a launch. given returns a value under the conditions on the path to the
// launch.
type launchInputs struct {
	arguments []value
	grid      [3]value
	given     func(value) value
}

// premisesOf returns the premises of a launch: the conditions of the path p about arguments of the kernel, and relations
// that follow from how the host computes the arguments, the block and the grid (equalities, bounds, multiples).
// Multiples of numbers that are no powers of two are left out (isOdd).
func premisesOf(kernel *ast.Function, p path, block [3]value, g launchInputs) []*cfg.Premise {
	substituted, arguments := make([]value, len(g.arguments)), make([]value, len(g.arguments))
	for i, v := range g.arguments {
		substituted[i], arguments[i] = g.given(v), g.resolved(v)
	}
	among := parametersOf(kernel, arguments)
	list := among.withExtents(block, g.grid).conditions(p)
	list = list[:min(len(list), mostPremises)]
	for _, one := range g.narrowed(kernel) {
		if !slices.ContainsFunc(list, one.Equal) {
			list = append(list, one)
		}
	}
	list = append(list, multiplesAmong(kernel, p, substituted, list)...)
	list = append(list, p.spans(kernel, substituted)...)
	list = among.withEquations(list, p, block, g.grid)
	list = append(list, among.wholeParts(p, block, g.grid)...)
	list = append(list, among.ofExtents(kernel, block, arguments)...)
	list = append(list, among.multiplesOfOthers(kernel, block, arguments)...)
	list = append(list, among.sameAsOthers(kernel, arguments)...)
	list = append(list, among.computedOfOthers(kernel, arguments)...)
	for i, reg := range blockRegisters {
		list = append(list, p.boundsOfExtent(cfg.RegisterPremise(reg), g.given(block[i]))...)
	}
	return append(slices.DeleteFunc(list, isOdd), constantExtents(g.grid)...)
}

// conditions returns the conditions on the path p that are about arguments. For each place where two paths joined, it
// adds the condition that the conditions of one of these paths hold (anyOf).
func (in parameters) conditions(p path) (list []*cfg.Premise) {
	for _, l := range p {
		if about := in.translate(l.on); about != nil && !about.IsConstant() {
			list = append(list, isTrue(about, l.holds))
		}
	}
	for paths := range p.joined() {
		list = append(list, in.anyOf(paths)...)
	}
	return list
}

// anyOf returns the premises that the conditions on one of two paths imply. There are none if one of the paths has no
// conditions about arguments.
func (in parameters) anyOf(paths []path) []*cfg.Premise {
	if len(paths) == 1 {
		return in.conditions(paths[0])
	}
	if either := cfg.EitherPremise(in.conditions(paths[0]), in.conditions(paths[1])); either != nil {
		return []*cfg.Premise{either}
	}
	return nil
}

// isOdd reports whether a premise, or a part of it, states that a number is a multiple of one that is no power of two.
// Such premises are left out, because the solver takes too long for them.
func isOdd(p *cfg.Premise) bool {
	_, by := multiple(p)
	return by&(by-1) != 0 || p.IsConnective() && slices.ContainsFunc(p.Args, isOdd)
}

// narrowed returns premises about arguments that are choices among constants. If the conditions on the path leave only
// some of these constants, the premise is that the argument is one of them:
//
//	int m = wide ? 256 : 128;
//	if (wide) k<<<1, 256>>>(m);       m == 256
//
// If all constants are left, there is no premise, because each is only one of many values.
func (g launchInputs) narrowed(kernel *ast.Function) (found []*cfg.Premise) {
	for param, v := range scalars(kernel, g.arguments) {
		left := g.given(v)
		if leaves(left) < leaves(v) && isConstantChoice(left) && leaves(left) <= mostPremises {
			found = append(found, isOneOf(param, left))
		}
	}
	return found
}

// isOneOf returns the premise that a parameter has one of the constants of a choice.
func isOneOf(param *cfg.Premise, v value) *cfg.Premise {
	if c, isChoice := v.(*choice); isChoice {
		return &cfg.Premise{Op: operator.LOr, Args: []*cfg.Premise{isOneOf(param, c.then), isOneOf(param, c.other)}}
	}
	return equals(param, cfg.ConstantPremise(int64(v.(known))))
}

// resolved returns an argument with choices replaced by what the conditions on the path leave of them. A choice stays
// as it is if it is a truth value, or if only constants are left.
func (g launchInputs) resolved(v value) value {
	switch v := v.(type) {
	case record:
		made := make(record, len(v))
		for i, part := range v {
			made[i] = g.resolved(part)
		}
		return made
	case *choice:
		if left := g.given(v); !isTruth(v) && !isConstantChoice(left) {
			return left
		}
	}
	return v
}

// multiplesAmong returns premises that arguments are multiples of powers of two. They follow from the computation of
// the arguments. Premises that follow from conditions are left out.
func multiplesAmong(kernel *ast.Function, p path, arguments []value, conditions []*cfg.Premise) (found []*cfg.Premise) {
	for param, v := range scalars(kernel, arguments) {
		if _, isKnown := v.(known); isKnown {
			continue
		}
		by, of := p.sizeOf(v, neverChose).multiple, param
		by &= -by // a product that wraps around is still a multiple of the power of two
		isSaid := func(c *cfg.Premise) bool {
			known, n := multiple(c)
			return known != nil && known.Equal(of) && n%by == 0
		}
		if by > 1 && !slices.ContainsFunc(conditions, isSaid) {
			rest := &cfg.Premise{Op: operator.Rem, Args: []*cfg.Premise{of, cfg.ConstantPremise(by)}}
			found = append(found, equals(rest, cfg.ConstantPremise(0)))
		}
	}
	return found
}

// multiplesOfOthers returns premises that an argument is a multiple of another parameter or of an extent of the block,
// because the argument is a product with it. Solvers do not use these premises (lanes/exec), but examples must satisfy
// them.
func (in parameters) multiplesOfOthers(kernel *ast.Function, block [3]value, arguments []value) (found []*cfg.Premise) {
	for param, v := range scalars(kernel, arguments) {
		of := param
		for _, name := range factorsOf(v) {
			by := in.named(name, block)
			if u, ok := uncastValue(v).(*unknown); ok && u.name == name {
				continue // v is the value itself, and not a product
			}
			if by != nil && !by.Equal(of) {
				rest := &cfg.Premise{Op: operator.Rem, Args: []*cfg.Premise{of, by}}
				found = append(found, equals(rest, cfg.ConstantPremise(0)))
			}
		}
	}
	return found
}

// sameAsOthers returns premises that two parameters are equal, because the launch passes one unknown for both:
//
//	k<<<1, 32>>>(rows, rows)
func (in parameters) sameAsOthers(kernel *ast.Function, arguments []value) (found []*cfg.Premise) {
	for param, v := range scalars(kernel, arguments) {
		for u := range sameNumber(v) {
			if other := in[u.name]; other != nil && !other.Mentions(param) {
				found = append(found, equals(param, other))
				break
			}
		}
	}
	return found
}

// named returns the premise for the parameter or the extent of the block whose value is the unknown with the given
// name. It returns nil if there is none.
func (in parameters) named(name string, block [3]value) *cfg.Premise {
	if p := in[name]; p != nil {
		return p
	}
	for i, reg := range blockRegisters {
		if u, ok := uncastValue(block[i]).(*unknown); ok && u.name == name {
			return cfg.RegisterPremise(reg)
		}
	}
	return nil
}

// computedOfOthers returns premises that an argument is computed from others:
//
//	k<<<1, 32>>>(wide, !wide, wide ? 1 : 0)
func (in parameters) computedOfOthers(kernel *ast.Function, arguments []value) (found []*cfg.Premise) {
	for param, v := range scalars(kernel, arguments) {
		own := func(u *unknown) *cfg.Premise {
			if p := in[u.name]; p != nil && p.Param != nil && !p.Equal(param) {
				return p
			}
			return nil
		}
		if _, isKnown := v.(known); isKnown {
			continue
		}
		if of := translate(v, own); of != nil && of.Param == nil {
			found = append(found, equals(param, of))
		}
	}
	return found
}

// factorsOf returns the names of the factors of v. A product of signed numbers does not wrap around, so its factors are
// those of both operands. Any other unknown is its own single factor. The factors of a choice are those that both sides
// have.
func factorsOf(v value) []string {
	switch v := uncastValue(v).(type) {
	case *choice:
		other := factorsOf(v.other)
		return slices.DeleteFunc(factorsOf(v.then), func(name string) bool { return !slices.Contains(other, name) })
	case *unknown:
		if v.op != operator.Mul || !isSigned(v.t) {
			return []string{v.name}
		}
		return append(factorsOf(v.operands[0]), factorsOf(v.operands[1])...)
	}
	return nil
}

func equals(a, b *cfg.Premise) *cfg.Premise {
	return &cfg.Premise{Op: operator.EQ, Args: []*cfg.Premise{a, b}}
}

// isTrue returns the premise that a condition holds, or that it does not. An argument that is a truth value is compared
// with 0, because a premise is a comparison.
func isTrue(condition *cfg.Premise, holds bool) *cfg.Premise {
	switch zero := cfg.ConstantPremise(0); {
	case !holds:
		return equals(condition, zero)
	case condition.Op == operator.NoOp:
		return equals(equals(condition, zero), zero)
	}
	return condition
}

// parameters maps the name of an unknown that is passed to a kernel to the parameter of the kernel, or the part of a
// parameter, that gets the unknown.
type parameters map[string]*cfg.Premise

func parametersOf(kernel *ast.Function, arguments []value) parameters {
	found := parameters{}
	for p, v := range words(kernel, arguments) {
		for u := range sameNumber(v) {
			found.name(u, p)
			if on := u.negated(); on != nil {
				found.name(on, equals(p, cfg.ConstantPremise(0)))
			}
		}
	}
	return found
}

// name records p as the premise for the unknown u, unless one is recorded already.
func (in parameters) name(u *unknown, p *cfg.Premise) {
	if in[u.name] == nil {
		in[u.name] = p
	}
}

// scalars yields the integers and truth values among the parameters of a kernel and their fields, with their values in
// the arguments. It leaves out parameters that a premise cannot name.
func scalars(kernel *ast.Function, arguments []value) iter.Seq2[*cfg.Premise, value] {
	return func(yield func(*cfg.Premise, value) bool) {
		for p, v := range words(kernel, arguments) {
			if isScalar(p.Type()) && !yield(p, v) {
				return
			}
		}
	}
}

// words yields the integers, truth values and pointers among the parameters of a kernel and their fields, with their
// values in the arguments. It leaves out parameters that a premise cannot name.
func words(kernel *ast.Function, arguments []value) iter.Seq2[*cfg.Premise, value] {
	return func(yield func(*cfg.Premise, value) bool) {
		for i, p := range kernel.Params[:min(len(arguments), len(kernel.Params))] {
			if isNamedAlone(kernel, p) && !parts(cfg.ParameterPremise(&p.Var), arguments[i], yield) {
				return
			}
		}
	}
}

// mostParts bounds the fields of a class that premises name.
const mostParts = 32

// parts yields the parameter p with its value v. If p is of a class type, it yields the fields instead, also those of
// inner classes. Unions, and classes of more than mostParts fields, are left out. It reports whether yield returned
// true each time.
func parts(p *cfg.Premise, v value, yield func(*cfg.Premise, value) bool) bool {
	switch t := p.Type(); {
	case t == nil || t.Union:
	case isScalar(t), types.IsPointer(t):
		return yield(p, v)
	case t.Kind == types.Record && len(t.Fields) <= mostParts:
		for _, f := range t.Fields {
			part, isKnown := recordPart(v, slot(f))
			if isKnown && f.Name != "" && !parts(p.Part(f), heldIn(f, part), yield) {
				return false
			}
		}
	}
	return true
}

// heldIn returns the value that the field f holds after v was stored in it. An unknown v with a short name is cut to
// the bits of a bit-field. Any other v is returned unchanged.
func heldIn(f *types.Field, v value) value {
	if u, isUnknown := v.(*unknown); isUnknown && f.BitWidth > 0 && len(u.name) < mostName/2 {
		return (&domain{}).inBits(v, f)
	}
	return v
}

// sameNumber yields the unknowns that have the number v: v itself or a truth value (asTruth), and then the
// unknowns from which it is converted without a change of the number.
func sameNumber(v value) iter.Seq[*unknown] {
	return func(yield func(*unknown) bool) {
		for u := asTruth(v); u != nil && yield(u) && u.keepsNumber(); {
			u = asTruth(u.operands[0])
		}
	}
}

// asTruth returns v if it is an unknown. If v is a choice of 1 and 0, it returns the truth value that has this number. It
// returns nil for any other value.
//
//	bool b; int n;      b ? 1 : 0 has the number of b, and n != 0 ? 1 : 0 that of the condition n != 0
func asTruth(v value) *unknown {
	c, isChoice := v.(*choice)
	switch {
	case !isChoice:
		u, _ := v.(*unknown)
		return u
	case !isTruth(c):
		return nil
	case c.then == known(1):
		return c.on
	case c.on.isZeroOfTruth():
		return c.on.operands[0].(*unknown)
	}
	return &unknown{name: "!" + c.on.name, op: operator.EQ, t: wide, operands: []value{c.on, known(0)}, deps: c.on.deps, isTest: true}
}

// isZeroOfTruth reports whether v compares an unknown truth value with 0.
func (v *unknown) isZeroOfTruth() bool {
	if v.op != operator.EQ || v.operands[1] != known(0) || v.t == nil || v.t.Kind != types.Bool {
		return false
	}
	_, isUnknown := v.operands[0].(*unknown)
	return isUnknown
}

// negated returns the condition that v negates. It returns nil if v is no negation.
func (v *unknown) negated() *unknown {
	if v.op != operator.EQ || v.operands[1] != known(0) {
		return nil
	}
	if on, isUnknown := v.operands[0].(*unknown); isUnknown && on.isTest {
		return on
	}
	return nil
}

// isNamedAlone reports whether no other parameter of the kernel has the name of p. All parameters of a pack have the
// same name.
func isNamedAlone(kernel *ast.Function, p *ast.Var) bool {
	isOther := func(q *ast.Var) bool { return q != p && q.Name == p.Name }
	return p.Name != "" && !slices.ContainsFunc(kernel.Params, isOther)
}

// translate returns a number as an expression of parameters and constants. It returns nil if the number depends on
// anything else.
func (in parameters) translate(v value) *cfg.Premise {
	return translate(v, func(u *unknown) *cfg.Premise { return in[u.name] })
}

// translate returns a number as an expression of constants, and of the premises that leaf returns for unknowns. It
// returns nil if it cannot translate a part of the number.
func translate(v value, leaf func(*unknown) *cfg.Premise) *cfg.Premise {
	switch v := v.(type) {
	case known:
		return cfg.ConstantPremise(int64(v))
	case *choice:
		if u := asTruth(v); u != nil {
			return translate(u, leaf)
		}
	case *unknown:
		if p := leaf(v); p != nil {
			return p
		}
		if v.keepsNumber() {
			return translate(v.operands[0], leaf)
		}
		if len(v.operands) == 2 && isTranslated(v) {
			a, b := translate(v.operands[0], leaf), translate(v.operands[1], leaf)
			if a != nil && b != nil {
				return &cfg.Premise{Op: v.op, Args: []*cfg.Premise{a, b}}
			}
		}
	}
	return nil
}

// isTruth reports whether a value is `c ? 1 : 0` or `c ? 0 : 1`.
func isTruth(v value) bool {
	c, isChoice := v.(*choice)
	return isChoice && (c.then == known(1) && c.other == known(0) || c.then == known(0) && c.other == known(1))
}

// leavesIn returns the parameters in a premise.
func (in parameters) leavesIn(p *cfg.Premise) (list []*cfg.Premise) {
	if p.Param != nil {
		return []*cfg.Premise{p}
	}
	for _, a := range p.Args {
		list = append(list, in.leavesIn(a)...)
	}
	return list
}

// typed returns a number as an expression of parameters and constants, with the types of the operations. It returns nil
// if the number depends on anything else.
func (in parameters) typed(v value) *cfg.Premise {
	u, isUnknown := v.(*unknown)
	switch {
	case !isUnknown:
		return translate(v, func(*unknown) *cfg.Premise { return nil })
	case in[u.name] != nil:
		return in[u.name]
	case u.keepsNumber():
		return in.typed(u.operands[0])
	case len(u.operands) != 2 || u.t == nil || u.t.Kind != types.Int || !isArithmetic(u.op):
		return nil
	}
	a, b := in.typed(u.operands[0]), in.typed(u.operands[1])
	if a == nil || b == nil {
		return nil
	}
	return &cfg.Premise{Op: u.op, T: u.t, Args: []*cfg.Premise{a, b}}
}

func isArithmetic(op operator.Op) bool { return op >= operator.Add && op <= operator.Xor }

// isTranslated reports whether an operation has the same result in signed 64-bit arithmetic. A difference of unsigned
// numbers may have another one.
func isTranslated(u *unknown) bool {
	switch u.op {
	case operator.Sub:
		return isSigned(u.t)
	case operator.Mul, operator.And:
		_, isConstant := u.operands[1].(known)
		_, too := u.operands[0].(known)
		return isConstant || too
	case operator.Div, operator.Rem:
		by, isConstant := u.operands[1].(known)
		return isConstant && by > 1
	}
	return slices.Contains([]operator.Op{operator.EQ, operator.GT, operator.GE, operator.Add}, u.op)
}

// divides reports whether a number is computed by a division, a remainder or a mask. If the number is the value of a
// parameter of the kernel, it returns false, because the parameter then stands for the whole computation.
func (in parameters) divides(v value) bool {
	u, isUnknown := v.(*unknown)
	return isUnknown && in[u.name] == nil &&
		(u.op == operator.Div || u.op == operator.Rem || u.op == operator.And || slices.ContainsFunc(u.operands, in.divides))
}

// multiple returns dividend and factor if p states that dividend is a multiple of factor, as n % 32 == 0 does. It
// returns nil and 1 for any other premise.
func multiple(p *cfg.Premise) (dividend *cfg.Premise, factor int64) {
	if p.Op != operator.EQ || len(p.Args) != 2 || len(p.Args[0].Args) != 2 || !isNumber(p.Args[1], 0) {
		return nil, 1
	}
	rest := p.Args[0]
	switch by := rest.Args[1]; {
	case by.Op != operator.NoOp || by.Param != nil || by.IsReg:
		return nil, 1
	case rest.Op == operator.Rem:
		return rest.Args[0], by.Value
	case rest.Op == operator.And && by.Value > 0 && by.Value&(by.Value+1) == 0:
		return rest.Args[0], by.Value + 1
	}
	return nil, 1
}

func isNumber(p *cfg.Premise, n int64) bool {
	return p.Op == operator.NoOp && p.Param == nil && !p.IsReg && p.Value == n
}

// divides returns a divisor of v that the conditions of the path imply, or 1.
func (p path) divides(v value) int64 {
	all := int64(1)
	for _, l := range p {
		if by := l.restOf(v); l.holds && by > 0 {
			all = multipleOf(all, by)
		}
	}
	return all
}

// restOf returns the divisor if the condition of l compares a remainder of v with 0. It returns 0 for any other
// condition.
func (l literal) restOf(v value) int64 {
	if l.on.op != operator.EQ || len(l.on.operands) != 2 || l.on.operands[1] != known(0) {
		return 0
	}
	rest, isUnknown := l.on.operands[0].(*unknown)
	if !isUnknown || len(rest.operands) != 2 || !equal(uncastValue(rest.operands[0]), uncastValue(v)) {
		return 0
	}
	by, isConstant := rest.operands[1].(known)
	switch {
	case isConstant && rest.op == operator.Rem:
		return int64(by)
	case isConstant && rest.op == operator.And && by > 0 && by&(by+1) == 0:
		return int64(by) + 1
	}
	return 0
}

// uncastValue returns a number without the conversions that keep it.
func uncastValue(v value) value {
	for {
		u, isUnknown := v.(*unknown)
		if !isUnknown || !u.keepsNumber() {
			return v
		}
		v = u.operands[0]
	}
}

// narrowest is the smallest width of integers, in bits, for which a conversion is assumed not to change a number.
const narrowest = 32

// keepsNumber reports whether v is a conversion that is assumed not to change the number. A size_t that is passed for
// an int is assumed to keep its number. An int that is passed for an unsigned char is not.
func (v *unknown) keepsNumber() bool {
	return v.op == operator.CastInt && len(v.operands) == 1 && v.t != nil && v.t.Bits >= narrowest
}
