package result

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// A kernel may be defined in one unit and launched in another, which has only its declaration:
//
//	k.h        __global__ void scale(float *x, int n);
//	k.cu       __global__ void scale(float *x, int n) { ... }
//	main.cu    scale<<<(n + 63) / 64, 64>>>(x, n);
//
// The unit of main.cu has a Start, and the unit of k.cu is analysed with it.

// Start is a launch of a kernel that the unit only declares.
type Start struct {
	// Key identifies the kernel across units. Declared is the file of the declaration that the unit has.
	Key, Declared string
	// Block has the known extents of the block, 0 for the others. HasBlock is false if no extent is known. Extents has
	// the limits of the unknown extents. The other fields are as in [cfg.Launch].
	HasBlock bool
	Block    [3]int
	Extents  [3]warp.Extent
	Possible bool
	Premises []Premise
	Why      string
	Pos      source.Pos
	// Bounds lists the launch bounds of the declarations that the unit has.
	Bounds []types.LaunchBounds
}

// Premise is a [cfg.Premise] whose parameters are given by their positions, from 1; 0 is no parameter.
type Premise struct {
	Op    operator.Op
	Args  []Premise
	T     *types.Type
	Param int
	// Path lists the names of the fields from the parameter down to the part.
	Path  []string
	Reg   cfg.SpecialReg
	IsReg bool
	Value int64
}

// Definition is a kernel that the unit defines. Key identifies it across units. IsLaunched reports whether the unit
// itself launches it.
type Definition struct {
	Key        string
	At         Place
	IsLaunched bool
}

// StartOf converts a launch to plain data. It leaves out the premises that are no formulas over the parameters of the
// kernel.
func StartOf(l *cfg.Launch) Start {
	s := Start{Key: l.Kernel.Key, Declared: l.Kernel.Pos.File, Extents: l.Extents, Possible: l.Possible, Why: l.Why, Pos: l.Pos, Bounds: l.Kernel.Bounds}
	if l.Block != nil {
		s.HasBlock, s.Block = true, *l.Block
	}
	for _, p := range l.Premises {
		if plain, ok := premiseOf(p, l.Params); ok {
			s.Premises = append(s.Premises, plain)
		}
	}
	return s
}

// premiseOf converts a premise about parameters. It returns false if the premise is no formula, or names another
// variable.
func premiseOf(p *cfg.Premise, params []*types.Var) (plain Premise, ok bool) {
	plain = Premise{Op: p.Op, Param: 1 + slices.Index(params, p.Param), Reg: p.Reg, IsReg: p.IsReg, Value: p.Value}
	if p.Allows != nil || p.Param != nil && plain.Param == 0 {
		return plain, false
	}
	if p.T != nil {
		plain.T = &types.Type{Kind: types.Int, Bits: p.T.Bits, Signed: p.T.Signed}
	}
	for _, f := range p.Path {
		plain.Path = append(plain.Path, f.Name)
	}
	for _, arg := range p.Args {
		one, ok := premiseOf(arg, params)
		if !ok {
			return plain, false
		}
		plain.Args = append(plain.Args, one)
	}
	return plain, true
}

// Launch converts s, which is a launch in another unit, to a launch of kernel. params lists the kernel's parameters.
func (s Start) Launch(kernel *types.Func, params []*types.Var) *cfg.Launch {
	l := &cfg.Launch{Kernel: kernel, Params: params, Extents: s.Extents, Possible: s.Possible, ByOtherUnit: true, Declared: s.Bounds, Why: s.Why, Pos: s.Pos}
	if s.HasBlock {
		block := s.Block
		l.Block = &block
	}
	for _, p := range s.Premises {
		if made := p.with(params); made != nil {
			l.Premises = append(l.Premises, made)
		}
	}
	return l
}

// with returns the premise about the parameters of a kernel, or nil if the kernel has no such parameter.
func (p Premise) with(params []*types.Var) *cfg.Premise {
	made := &cfg.Premise{Op: p.Op, T: p.T, Reg: p.Reg, IsReg: p.IsReg, Value: p.Value}
	switch {
	case p.Param < 0 || p.Param > len(params):
		return nil
	case p.Param > 0:
		made.Param = params[p.Param-1]
	}
	for _, name := range p.Path {
		f := types.FieldNamed(made.Type(), name)
		if f == nil {
			return nil
		}
		made = made.Part(f)
	}
	for _, arg := range p.Args {
		one := arg.with(params)
		if one == nil {
			return nil
		}
		made.Args = append(made.Args, one)
	}
	return made
}
