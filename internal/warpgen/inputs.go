package warpgen

import (
	"github.com/warpcheck/warpcheck/sim"
	"github.com/warpcheck/warpcheck/warp"
)

// launches holds the block shapes with which programs run, and the index of the warp that runs: a full warp, a
// partial warp, and the second of two warps in a block whose rows are not warps.
var launches = []struct {
	shape warp.Shape
	warp  int
}{
	{warp.Shape{32, 1, 1}, 0},
	{warp.Shape{20, 1, 1}, 0},
	{warp.Shape{8, 8, 1}, 1},
}

// scalars lists the values that are tried for the parameter n.
var scalars = []int32{-1, 0, 1, 2, 4, 20, 32, 33}

// patterns lists contents of the memory to which d points, as functions of the lane.
var patterns = []func(lane int) int32{
	func(int) int32 { return 0 },
	func(int) int32 { return 1 },
	func(int) int32 { return -1 },
	func(l int) int32 { return int32(l%2*2 - 1) },
	func(l int) int32 { return int32(l - 16) },
	func(l int) int32 { return int32(l*2654435761>>7%5) - 2 },
}

// Inputs returns a few small inputs. The caller sets Func and Model. Arguments that the program does not read have only
// one value.
func (p *Prog) Inputs() []sim.Input {
	ns, ds := p.ranges()
	var inputs []sim.Input
	for _, at := range launches {
		for _, n := range ns {
			for _, pattern := range ds {
				inputs = append(inputs, sim.Input{
					Shape: at.shape, Warp: at.warp,
					Args:   map[string]uint64{"n": uint64(uint32(n))},
					Memory: memoryOf(pattern),
				})
			}
		}
	}
	return inputs
}

// ranges returns the values of n and the patterns of d to try. If the program does not read an argument, there is only
// one.
func (p *Prog) ranges() (ns []int32, ds []func(lane int) int32) {
	ns, ds = scalars, patterns
	if !p.usesN {
		ns = scalars[:1]
	}
	if !p.usesD {
		ds = patterns[:1]
	}
	return ns, ds
}

// memoryOf returns a memory with a pattern where d points, and zeros elsewhere.
func memoryOf(pattern func(lane int) int32) func(string, int64, int) uint64 {
	return func(object string, offset int64, _ int) uint64 {
		if object != "d" || offset < 0 || offset/4 >= warp.Size {
			return 0
		}
		return uint64(uint32(pattern(int(offset / 4))))
	}
}

// AllInputs returns the inputs for a program that reads n and d.
func AllInputs() []sim.Input { return (&Prog{usesN: true, usesD: true}).Inputs() }
