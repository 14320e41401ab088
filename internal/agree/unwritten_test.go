package agree

import (
	"fmt"
	"slices"

	"pgregory.net/rapid"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/check/replay"
	"github.com/warpcheck/warpcheck/internal/warpgen"
	"github.com/warpcheck/warpcheck/rules/unwritten"
	"github.com/warpcheck/warpcheck/sim"
	"github.com/warpcheck/warpcheck/warp"
)

// mostTouches bounds the accesses of a run that is compared: the machine keeps 4,096 reads of a block.
const mostTouches = 4096 / warp.Size

// unwrittenInputs is how many inputs a program about unwritten shared memory is run with.
const unwrittenInputs = 16

// drawUnwritten draws a kernel whose threads fill parts of shared memory, and use parts of it.
func drawUnwritten(t *rapid.T) subject {
	source := rapid.SampledFrom([]*rapid.Generator[string]{warpgen.RaceProgram(), warpgen.FillProgram()}).Draw(t, "kind").Draw(t, "source")
	shape := warp.Shape{rapid.IntRange(1, 2).Draw(t, "warps") * warp.Size, 1, 1}
	inputs := make([]sim.Input, unwrittenInputs)
	for i := range inputs {
		inputs[i] = rapid.SampledFrom(warpgen.AllInputs()).Draw(t, "input")
		inputs[i].Shape, inputs[i].Model, inputs[i].Warp = shape, warp.Independent, 0
	}
	return subject{
		text:  fmt.Sprintf("// block %v\n%s", shape, source),
		check: func(p lowered) error { return compareUnwritten(p, shape, inputs) },
	}
}

// compareUnwritten compares the reads of unwritten shared memory that are definite with runs on other inputs: each run that
// makes such a read, and breaks no rule about collectives, must find unwritten bytes there.
func compareUnwritten(p lowered, shape warp.Shape, inputs []sim.Input) error {
	alone := *p.Program
	alone.Roots, alone.Launches = []*cfg.Func{p.kernel}, []*cfg.Launch{{Kernel: p.kernel.Decl, Block: (*[3]int)(&shape)}}
	shown := replay.NewUnwritten(&alone, warp.Independent, false)
	var definite []unwritten.Read
	for _, read := range unwritten.Find(&alone) {
		if seen := shown.By(&read); len(read.Calls) == 0 && seen != nil && (seen.Always || read.IsFirst) {
			definite = append(definite, read)
		}
	}
	for _, in := range inputs {
		in.Func, in.Unwritten, in.Races = p.kernel, true, true
		block := sim.RunBlock(in)
		touches := touchesOf(block)
		if !block.IsComplete() || isBroken(block) || len(touches) > mostTouches {
			continue
		}
		for _, read := range definite {
			isMade := slices.ContainsFunc(touches, func(t *sim.Touch) bool { return t.Site == read.At })
			isSeen := slices.ContainsFunc(block.Unwritten, func(r sim.UnwrittenRead) bool { return r.Site == read.At })
			if isMade && !isSeen {
				return fmt.Errorf("%s: false definite: the read at %d:%d finds written bytes", describe(in), read.At.Pos.Line, read.At.Pos.Column)
			}
		}
	}
	return nil
}

// touchesOf returns the accesses of all warps of a block to shared memory.
func touchesOf(block *sim.Block) (touches []*sim.Touch) {
	for _, w := range block.Warps {
		touches = append(touches, w.Touches...)
	}
	return touches
}
