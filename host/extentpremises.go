package host

import (
	"iter"
	"maps"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/warp"
)

// An extent of the block or the grid may be computed from arguments of the kernel, or arguments from it. The kernel reads
// the extent in a register, so such relations are premises too. A constant extent of the grid is a premise. A constant
// extent of the block is none, because a kernel is analysed for each constant block.

// blockRegisters and gridRegisters hold the registers that contain the extents of the block and of the grid.
var (
	blockRegisters = [3]cfg.SpecialReg{cfg.NTidX, cfg.NTidY, cfg.NTidZ}
	gridRegisters  = [3]cfg.SpecialReg{cfg.NCtaidX, cfg.NCtaidY, cfg.NCtaidZ}
)

// extentRegisters yields the extents of the block and of the grid, each with the register that contains it.
func extentRegisters(block, grid [3]value) iter.Seq2[cfg.SpecialReg, value] {
	return func(yield func(cfg.SpecialReg, value) bool) {
		extents := slices.Concat(block[:], grid[:])
		for i, reg := range slices.Concat(blockRegisters[:], gridRegisters[:]) {
			if !yield(reg, extents[i]) {
				return
			}
		}
	}
}

// withExtents returns the parameters, and with them the unknowns that the host passes as extents of the block or the grid
// and not as arguments.
func (in parameters) withExtents(block, grid [3]value) parameters {
	found := maps.Clone(in)
	for reg, v := range extentRegisters(block, grid) {
		for u := range sameNumber(v) {
			found.name(u, cfg.RegisterPremise(reg))
		}
	}
	return found
}

// withEquations returns a list of premises with those that an extent equals an expression of arguments. They replace
// premises of the list that follow from them.
func (in parameters) withEquations(list []*cfg.Premise, p path, block, grid [3]value) []*cfg.Premise {
	for reg, v := range extentRegisters(block, grid) {
		if of := in.extent(p, v); of != nil {
			list = append(list, equals(of, cfg.RegisterPremise(reg)))
		} else if times, of := in.exactly(p, v); of != nil {
			whole := &cfg.Premise{Op: operator.Mul, Args: []*cfg.Premise{cfg.RegisterPremise(reg), times}}
			list = append(without(list, of, times.Value), equals(of, whole))
		} else if slices.Contains(blockRegisters[:], reg) {
			list = append(list, in.asComputed(v, reg)...)
		}
	}
	return list
}

// constantExtents returns the premises that extents of the grid are constants.
func constantExtents(grid [3]value) (found []*cfg.Premise) {
	for i, reg := range gridRegisters {
		if n, isConstant := grid[i].(known); isConstant {
			found = append(found, equals(cfg.RegisterPremise(reg), cfg.ConstantPremise(int64(n))))
		}
	}
	return found
}

// boundsOfExtent returns premises about an extent v of the block, which the register has: that it is one of a few
// constants, or its bounds, and that it is a power of two.
func (p path) boundsOfExtent(register *cfg.Premise, v value) (found []*cfg.Premise) {
	if _, isKnown := v.(known); isKnown || v == nil {
		return nil
	}
	if isConstantChoice(v) && leaves(v) <= mostPremises {
		return []*cfg.Premise{isOneOf(register, v)}
	}
	s := p.sizeOf(v, neverChose)
	if s.least > 1 && s.least <= warp.MaxThreads {
		found = append(found, atLeast(register, s.least))
	}
	if s.most > 0 && s.most < warp.MaxThreads {
		found = append(found, atMost(register, s.most))
	}
	if s.isPower {
		before := &cfg.Premise{Op: operator.Sub, Args: []*cfg.Premise{register, cfg.ConstantPremise(1)}}
		found = append(found, equals(&cfg.Premise{Op: operator.And, Args: []*cfg.Premise{register, before}}, cfg.ConstantPremise(0)))
	}
	return found
}

// atLeast and atMost return the premise that a number has a bound.
func atLeast(number *cfg.Premise, bound int64) *cfg.Premise {
	return &cfg.Premise{Op: operator.GE, Args: []*cfg.Premise{number, cfg.ConstantPremise(bound)}}
}

func atMost(number *cfg.Premise, bound int64) *cfg.Premise {
	above := &cfg.Premise{Op: operator.GT, Args: []*cfg.Premise{number, cfg.ConstantPremise(bound)}}
	return equals(above, cfg.ConstantPremise(0))
}

// asComputed returns the premise that an extent of the block equals the expression of arguments by which the host
// computes it, in the types of the host. The list is empty if there is no such expression:
//
//	k<<<1, (n + 1) / 2>>>(n)       (n + 1) / 2 == blockDim.x
func (in parameters) asComputed(extent value, reg cfg.SpecialReg) []*cfg.Premise {
	of := in.typed(extent)
	if of == nil || of.T == nil || len(in.leavesIn(of)) == 0 {
		return nil
	}
	return []*cfg.Premise{equals(of, cfg.RegisterPremise(reg))}
}

// ofExtents returns the premises that arguments are computed from extents of the block:
//
//	k<<<1, n>>>(n + 2)       the argument is blockDim.x + 2
func (in parameters) ofExtents(kernel *ast.Function, block [3]value, arguments []value) (found []*cfg.Premise) {
	names := map[string]*cfg.Premise{}
	for i, reg := range blockRegisters {
		if u, ok := uncastValue(block[i]).(*unknown); ok && in[u.name] == nil && names[u.name] == nil {
			names[u.name] = cfg.RegisterPremise(reg)
		}
	}
	for param, v := range scalars(kernel, arguments) {
		if _, isUnknown := v.(*unknown); !isUnknown {
			continue
		}
		if of := translate(v, func(u *unknown) *cfg.Premise { return names[u.name] }); of != nil {
			found = append(found, equals(param, of))
		}
	}
	return found
}

// wholeParts returns premises about quotients that are rounded down. The size of the grid may be the quotient of an
// argument by a constant or by the block's size. An extent of the block may be the quotient of an argument by a
// constant:
//
//	k<<<n / 256, 256>>>(n)       n >= 256 * gridDim.x
//	k<<<1, n / 2>>>(n)           n >= 2 * blockDim.x, n < 2 * blockDim.x + 2
func (in parameters) wholeParts(p path, block, grid [3]value) (found []*cfg.Premise) {
	for i, reg := range gridRegisters {
		if of, by := in.quotient(p, grid[i], block); of != nil {
			found = append(found, holdsParts(of, by, cfg.RegisterPremise(reg)))
		}
	}
	for i, reg := range blockRegisters {
		if of, by := in.quotient(p, block[i], [3]value{}); of != nil {
			size := cfg.RegisterPremise(reg)
			next := &cfg.Premise{Op: operator.Add, Args: []*cfg.Premise{size, cfg.ConstantPremise(1)}}
			found = append(found, holdsParts(of, by, size), equals(holdsParts(of, by, next), cfg.ConstantPremise(0)))
		}
	}
	return found
}

// holdsParts returns the premise that a number is at least parts * size.
func holdsParts(number, size, parts *cfg.Premise) *cfg.Premise {
	whole := &cfg.Premise{Op: operator.Mul, Args: []*cfg.Premise{parts, size}}
	return &cfg.Premise{Op: operator.GE, Args: []*cfg.Premise{number, whole}}
}

// quotient returns the dividend and the divisor of an extent that is the quotient of an argument, rounded down. It
// returns nil for any other extent. It also returns nil for a division without remainder, which the function exactly
// translates.
func (in parameters) quotient(p path, extent value, block [3]value) (of, by *cfg.Premise) {
	u, isUnknown := uncastValue(extent).(*unknown)
	if !isUnknown || u.op != operator.Div || len(u.operands) != 2 {
		return nil, nil
	}
	of, by = in.translate(u.operands[0]), in.divisor(u.operands[1], block)
	if _, whole := in.exactly(p, u); whole != nil || of == nil || of.Param == nil || by == nil {
		return nil, nil
	}
	return of, by
}

// divisor returns a constant above 1, or an extent of the block, as a premise. It returns nil for any other value.
func (in parameters) divisor(v value, block [3]value) *cfg.Premise {
	switch v := uncastValue(v).(type) {
	case known:
		if v > 1 {
			return cfg.ConstantPremise(int64(v))
		}
	case *unknown:
		if p := in.named(v.name, block); p != nil && p.IsReg {
			return p
		}
	}
	return nil
}

// extent returns an extent v as a sum or a product of the parameters, nil if it has no such form.
func (in parameters) extent(p path, v value) *cfg.Premise {
	u, isUnknown := v.(*unknown)
	if !isUnknown || in.divides(u) {
		return nil
	}
	return in.translate(u)
}

// exactly returns, for an extent v that is a quotient by a constant, the constant as factor and the dividend as
// product. A condition on the path p must imply that the remainder is zero. It returns nil for any other extent.
func (in parameters) exactly(p path, v value) (factor, product *cfg.Premise) {
	u, isUnknown := uncastValue(v).(*unknown)
	if !isUnknown || u.op != operator.Div || len(u.operands) != 2 || in.divides(u.operands[0]) {
		return nil, nil
	}
	by, isConstant := u.operands[1].(known)
	if !isConstant || by <= 1 || p.sizeOf(u.operands[0], neverChose).multiple%int64(by) != 0 {
		return nil, nil
	}
	return cfg.ConstantPremise(int64(by)), in.translate(u.operands[0])
}

// without removes premises from list that follow from the premise that product is a multiple of factor.
func without(list []*cfg.Premise, product *cfg.Premise, factor int64) []*cfg.Premise {
	return slices.DeleteFunc(list, func(p *cfg.Premise) bool {
		other, by := multiple(p)
		return other != nil && other.Equal(product) && factor%by == 0
	})
}
