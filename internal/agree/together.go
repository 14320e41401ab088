package agree

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/sim"
	"github.com/warpcheck/warpcheck/warp"
)

// keysOfLanes lists functions that group lanes at __activemask: lanes with equal keys run together. The second
// parameter is the sum of the iterations of the loops around the call. The groups are, in order: all lanes, the even
// and the odd lanes, eight neighbours each, and each lane alone.
var keysOfLanes = []func(lane, turn int) int{
	nil,
	func(lane, _ int) int { return lane % 2 },
	func(lane, turn int) int { return (lane + turn) / 8 },
	func(lane, _ int) int { return lane },
}

// grouped returns the inputs. If the program calls __activemask, it adds inputs in which fewer lanes run together.
func grouped(p *cfg.Program, inputs []sim.Input) []sim.Input {
	if !asksWhoIsActive(p) {
		return inputs
	}
	var all []sim.Input
	for i, in := range inputs {
		all = append(all, in)
		if key := keysOfLanes[i%len(keysOfLanes)]; key != nil {
			in.Together = groupsBy(key)
			all = append(all, in)
		}
	}
	return all
}

func groupsBy(key func(lane, turn int) int) func(*cfg.Instr, []int) [warp.Size]uint8 {
	return func(_ *cfg.Instr, iterations []int) (keys [warp.Size]uint8) {
		turn := 0
		for _, i := range iterations {
			turn += i
		}
		for l := range keys {
			keys[l] = uint8(key(l, turn))
		}
		return keys
	}
}

func asksWhoIsActive(p *cfg.Program) bool {
	asks := func(i *cfg.Instr) bool { return i.Op == cfg.Special && i.Special == cfg.ActiveMask }
	return slices.ContainsFunc(p.Funcs, func(f *cfg.Func) bool {
		return slices.ContainsFunc(f.Blocks, func(b *cfg.Block) bool { return slices.ContainsFunc(b.Instrs, asks) })
	})
}
