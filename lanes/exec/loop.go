package exec

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/exec/loop"
	"github.com/warpcheck/warpcheck/lanes/exec/shared"
	"github.com/warpcheck/warpcheck/lanes/grid"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// loop interprets a loop and returns the edges that leave it. The loop is unrolled if it is known in each iteration,
// for every lane, whether the lane leaves. Otherwise it is summarised by one arbitrary iteration. A loop with a large
// body is summarised first. The summary is kept if it loses nothing, or if the loop has no collectives.
func (in *interp) loop(fr *frame, l *cfg.Loop, entry loop.Edge) []loop.Edge {
	if !fr.sliced.Repeats(l) {
		exits, _, _ := in.iteration(fr, l, 0, entry, nil)
		return in.joinExits(exits, entry, false)
	}
	trial, begin := in.start(), beginning{in.loops.Count(), in.t.Len()}
	collectiveFree := fr.summary.heavy[l] > maxCollectiveFree && !fr.summary.busy[l]
	small := fr.summary.heavy[l] <= maxBusy
	if small && !collectiveFree {
		if exits, ok := in.unroll(fr, l, entry, true); ok {
			return exits
		}
		in.restart(trial)
	}
	exits, iterations := in.loops.Summarise(in.taskOf(fr, l, entry))
	if collectiveFree || iterations && (small || in.iterationsAlike(in.log.Since(trial.log).Events, begin)) {
		return exits
	}
	summary := in.recordedSince(trial)
	in.restart(trial)
	if exits, ok := in.unroll(fr, l, entry, iterations); ok {
		return exits
	}
	in.restart(trial)
	in.resume(summary)
	return exits
}

// beginning records how many summarised loops and terms there were when a loop was entered.
type beginning struct{ loops, terms int }

// iterationsAlike reports whether the events of summarised loops are the same in every iteration. Their operands must
// be the same, and so must their guards except for comparisons with the number of the iteration. Only loops that were
// summarised after the given beginning count.
func (in *interp) iterationsAlike(events []*trace.Event, since beginning) bool {
	var guards, operands []*term.Term
	for _, e := range events {
		if !e.Imprecision.IsNone() || e.Opaque {
			return false
		}
		guards = append(guards, e.Guard.Distinct()...)
		operands = append(operands, slices.Concat(e.Source.Distinct(), e.Width.Distinct())...)
		if e.Masked {
			operands = append(operands, e.Mask.Distinct()...)
		}
	}
	return !in.mentionsIteration(guards, since, false) && !in.mentionsIteration(operands, since, true)
}

// mentionsIteration reports whether some term depends on a word that a loop carries. Only loops that were summarised
// after the given beginning count. If number is not set, the number of the iteration does not count.
func (in *interp) mentionsIteration(terms []*term.Term, since beginning, number bool) bool {
	return term.AnySince(since.terms, terms, func(x *term.Term) bool {
		c, carried := in.unknowns.Carried(x)
		return carried && c.Loop > since.loops && (number || !c.IsNumber)
	})
}

// trial is a point to which the interpretation can be set back.
type trial struct {
	log                 trace.Mark
	memory              memory.Mark
	shared              shared.Mark
	unrolled, recursive int
}

// recording holds the entries that were recorded while a loop was interpreted.
type recording struct {
	log    trace.Log
	memory memory.Record
	shared shared.Record
}

// recordedSince copies the entries that were recorded after the trial t began.
func (in *interp) recordedSince(t trial) recording {
	log := in.log.Since(t.log)
	return recording{log.Clone(), in.memory.RecordSince(t.memory), in.shared.RecordSince(t.shared)}
}

// resume records the entries of r again.
func (in *interp) resume(r recording) {
	in.log.PutBack(r.log)
	in.memory.PutBack(r.memory)
	in.shared.PutBack(r.shared)
}

// start marks the current point; restart sets the interpretation back to it.
func (in *interp) start() trial {
	return trial{in.log.Marked(), in.memory.Marked(), in.shared.Marked(), in.unrolled, in.recursive}
}

func (in *interp) restart(t trial) {
	in.log.BackTo(t.log)
	in.memory.BackTo(t.memory)
	in.shared.BackTo(t.shared)
	in.unrolled, in.recursive = t.unrolled, t.recursive
}

// iteration interprets the body once, as iteration n. It returns the edges out of the loop, and the state back at the
// header if some lane takes the back edge (repeats). After the header it calls giveUp, if not nil, with the exits so
// far. If giveUp returns true, the rest of the body is not interpreted.
func (in *interp) iteration(fr *frame, l *cfg.Loop, n int, header loop.Edge,
	giveUp func(exits []loop.Edge) bool) (exits []loop.Edge, backEdge loop.Edge, repeats bool) {
	fr.iterations = append(fr.iterations, n)
	header.To = l.Header
	exits, backs := in.body(fr, l, header, giveUp)
	fr.iterations = fr.iterations[:len(fr.iterations)-1]
	if len(backs) == 0 {
		return exits, loop.Edge{}, false
	}
	return exits, in.join(backs), true
}

// taskOf describes a loop, and the lanes that enter it, for package loop.
func (in *interp) taskOf(fr *frame, l *cfg.Loop, entry loop.Edge) loop.Task {
	entry.State = entry.State.Clone()
	leaves := fr.summary.leaves[l]
	return loop.Task{Loop: l, Call: fr.Call, Entry: entry, Body: &loopBody{in, fr, l}, Iterations: slices.Clone(fr.iterations),
		Locals: fr.summary.locals[l], Leaves: leaves != 0, ByTrap: leaves == byTrap, MayNotEnd: fr.summary.keeps[l]}
}

// unroll runs the iterations one by one. It returns false if there are too many, or if it is not known of some lane
// whether it leaves the loop. If iterations is true, unroll checks the exits at the header first, and stops there if it
// is not known of some lane whether it takes one.
func (in *interp) unroll(fr *frame, l *cfg.Loop, entry loop.Edge, iterations bool) ([]loop.Edge, bool) {
	outer := max(in.unrolled, 1)
	limit, total := in.unrolls()
	limit = min(limit, total/outer)
	retired := len(in.log.Retired)
	var all []loop.Edge
	header := loop.Edge{To: l.Header, Guard: entry.Guard, State: entry.State.Clone()}
	open := false // whether some lane leaves at the header is not known
	giveUp := func(exits []loop.Edge) bool {
		open = iterations && slices.ContainsFunc(exits, func(e loop.Edge) bool { return !decided(header.Guard, e.Guard) })
		return open
	}
	for n := 0; n < limit; n++ {
		in.unrolled = outer * (n + 1)
		exits, backEdge, again := in.iteration(fr, l, n, header, giveUp)
		if open {
			return nil, false
		}
		all = append(all, exits...)
		if !again || backEdge.Guard.IsFalse() {
			in.unrolled = outer
			return in.joinExits(all, entry, len(in.log.Retired) == retired && !fr.summary.keeps[l]), true
		}
		if !decided(header.Guard, backEdge.Guard) {
			return nil, false
		}
		header = backEdge
	}
	return nil, false
}

// unrolls returns the limits on the iterations of one unrolled loop and on their product over nested loops.
func (in *interp) unrolls() (limit, total int) {
	if in.setting.Warp != grid.AnyWarp {
		return perWarpLimit, perWarpTotal
	}
	return unrollLimit, unrollTotal
}

// decided reports whether the form of the guards shows, for each lane at the header, whether the lane takes an edge.
// header and edge are the guards of the header and of the edge. A lane does not take the edge if its formula in edge is
// false. It takes the edge if its formulas in both guards are the same. Different lanes may decide differently.
func decided(header, edge vector.Vec) bool {
	for l := 0; l < warp.Size; l++ {
		if w := edge.At(l); !w.IsFalse() && w != header.At(l) {
			return false
		}
	}
	return true
}

// joinExits merges the exits of all iterations into one edge for each target. Lanes that left in different iterations
// are together again after the loop. whole reports whether all lanes leave the loop by an exit. If whole is true and
// there is one target, the guard of the merged edge is that of the entry.
func (in *interp) joinExits(exits []loop.Edge, entry loop.Edge, whole bool) []loop.Edge {
	var targets []*cfg.Block
	by := map[*cfg.Block][]loop.Edge{}
	for _, e := range exits {
		if by[e.To] == nil {
			targets = append(targets, e.To)
		}
		by[e.To] = append(by[e.To], e)
	}
	merged := make([]loop.Edge, len(targets))
	for i, to := range targets {
		merged[i] = in.join(by[to])
		merged[i].To = to
	}
	if len(merged) == 1 && whole {
		merged[0].Guard = entry.Guard
	}
	return merged
}
