package spin

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/operator"
)

// exit is a branch that makes a lane leave a loop. out is the index of the target that the lane then takes. Usually the
// branch itself jumps out of the loop. But a branch that jumps out may only test a local variable that the loop sets
// and uses for nothing else. Then the exit is the branch that decides whether the variable is set:
//
//	while (!done) { if (atomicCAS(lock, 0, 1) == 0) done = true; }
type exit struct {
	block *cfg.Block
	out   int
}

// exits returns the exits of a loop. known is false if a lane may leave the loop by a terminator other than an if.
func (f *function) exits(loop *cfg.Loop) (list []exit, known bool) {
	known = true
	for _, b := range loop.Blocks {
		for i, to := range b.Succs {
			switch {
			case to.Loop.Within(loop):
			case b.Term.Kind != cfg.If:
				known = false
			default:
				e := exit{b, i}
				if earlier := f.settings(loop, e); earlier != nil {
					list = append(list, earlier...)
				} else {
					list = append(list, e)
				}
			}
		}
	}
	return list, known
}

// settings replaces an exit e that tests one local variable only: it returns the branches that decide whether the loop
// sets this variable. It returns nil for another exit. It also returns nil if a store in the loop does not make lanes
// leave by e, or if a store elsewhere does.
func (f *function) settings(loop *cfg.Loop, e exit) (list []exit) {
	read := comparedWithConstant(e.block.Term.Cond)
	o := variable(read)
	if o == nil || o.Func != f.fn || o.Escapes {
		return nil
	}
	for instr := range instrs(f.fn.Blocks) {
		if instr.Op != cfg.Store || instr.Args[0].Op != cfg.Addr || instr.Args[0].Object != o {
			continue
		}
		value, isConstant := constant(instr.Args[1])
		isIn := slices.Contains(loop.Blocks, instr.Block)
		if !isConstant || f.leavesBy(e, read, value) != isIn {
			return nil
		}
		if !isIn {
			continue
		}
		by := decider(loop, instr.Block)
		if by == nil {
			return nil
		}
		list = append(list, *by)
	}
	return list
}

// comparedWithConstant returns the value that a condition tests. It removes conversions, negations and comparisons with
// a constant.
func comparedWithConstant(cond *cfg.Instr) *cfg.Instr {
	for {
		switch {
		case cond.Op == cfg.Convert, cond.Op == cfg.Unary && cond.Operator == operator.Not:
			cond = cond.Args[0]
		case cond.Op == cfg.Binary && cond.Args[1].Unconverted().Op == cfg.Const:
			cond = cond.Args[0]
		case cond.Op == cfg.Binary && cond.Args[0].Unconverted().Op == cfg.Const:
			cond = cond.Args[1]
		default:
			return cond
		}
	}
}

// leavesBy reports whether a lane takes the exit e if the instruction `read` has the given value.
func (f *function) leavesBy(e exit, read *cfg.Instr, value int64) bool {
	cond, known := (&evaluator{function: f, assigned: read, value: value}).eval(e.block.Term.Cond)
	return known && 1-truth(cond != 0) == int64(e.out)
}

// decider returns the innermost branch of a loop that b is reached through by one side only, as an exit with the index
// of that side. It returns nil if there is none.
func decider(loop *cfg.Loop, b *cfg.Block) *exit {
	for d := b.Idom; d != nil && slices.Contains(loop.Blocks, d); d = d.Idom {
		if d.Term.Kind != cfg.If {
			continue
		}
		for i, side := range d.Term.Targets {
			if owns(side, b) {
				return &exit{d, i}
			}
		}
	}
	return nil
}
