package replay

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/lanes"
)

// A loop over tiles accesses the same cells again in its second iteration. This takes an argument that is greater than
// the tile:
//
//	for (int base = 0; base < n; base += 256) {
//	    s[t] = in[base + t];                       the second iteration races with the reads of the first
//	    __syncthreads();
//	    for (int i = 0; i < min(256, n - base); i++) v += s[i];
//	}
//
// The solver may choose any such number, such as 700,000,000, with which a run is too long. For this reason the
// witness of a race is run again with large arguments that are replaced by numbers just above the constants of the
// kernel.

// The constants of a kernel from leastTile to mostTile may be the sizes of tiles. mostTiles bounds how many are tried.
// tileSteps bounds the runs for one verdict, in instructions of a warp.
const (
	leastTile = 8
	mostTile  = 2048
	mostTiles = 4
	tileSteps = 1 << 18
)

// replayBeyondTile runs the witness of a race with arguments just above the constants of the kernel, and reports
// whether some run has a race. It changes the verdict to that race.
func (r *replayer) replayBeyondTile(v *lanes.Verdict) (isShown bool) {
	if v.Witness.Site.Collective != nil || !isSearched(v) {
		return false
	}
	r.isLong = true
	defer func() { r.isLong = isShown }()
	end := max(r.leftToReplay-tileSteps, 0)
	for _, tile := range tilesOf(v.Witness.Root) {
		for _, a := range []attempt{{withWitness: true}, {}} {
			a.shape, a.arg, a.pattern = v.Witness.Shape, tile+1, patterns[1]
			s := newSample(withSmallArguments(v.Witness, a.arg), a)
			s.fit()
			if r.leftToReplay <= end {
				return false
			}
			if !s.IsGiven() {
				continue
			}
			seen, ran := r.look(0, s, replaySteps, false)
			if r.leftToReplay -= ran.steps; seen != nil {
				seen.rewriteVerdict(v, s.Witness)
				return true
			}
		}
	}
	return false
}

// withSmallArguments returns a copy of a witness with number in place of all arguments that are greater than mostTile.
func withSmallArguments(w *lanes.Witness, number uint64) *lanes.Witness {
	made := *w
	made.Args = slices.Clone(w.Args)
	for i := range made.Args {
		if made.Args[i].Value > mostTile {
			made.Args[i].Value = number
		}
	}
	return &made
}

// tilesOf returns the constants from leastTile to mostTile that a kernel, or a function that it calls, adds to a
// variable, as in base += 256. They are in ascending order. If there are more than mostTiles, it returns the least
// ones.
func tilesOf(kernel *cfg.Func) (tiles []uint64) {
	kernel.LeadsTo(func(in *cfg.Instr) bool {
		if in.Op != cfg.Store || len(in.Args) < 2 || in.Args[1].Op != cfg.Binary || in.Args[1].Operator != operator.Add {
			return false
		}
		for i, step := range in.Args[1].Args {
			before := in.Args[1].Args[1-i]
			if step.Op == cfg.Const && step.Int >= leastTile && step.Int <= mostTile && before.Op == cfg.Load && before.Args[0] == in.Args[0] {
				tiles = append(tiles, uint64(step.Int))
			}
		}
		return false
	})
	slices.Sort(tiles)
	tiles = slices.Compact(tiles)
	return tiles[:min(len(tiles), mostTiles)]
}
