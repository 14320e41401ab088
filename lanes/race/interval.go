package race

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/detail"
	"github.com/warpcheck/warpcheck/lanes/trace"
)

// A finding shows the barriers near a pair of accesses, to explain why none orders the pair:
//
//	__syncthreads();       before both
//	s[t] = x;
//	__syncwarp();          orders the threads of one warp alone
//	y = s[255 - t];
//	__syncthreads();       after both
//
// In a loop, the later access may be in the next iteration. Then a barrier above the earlier access in the text
// precedes both.

// barriersNear returns the barriers near a pair. They do not order it. These are the barriers of a warp between the
// accesses, and one barrier of the block: the last one before both or, if there is none, the first one after both.
func (j *Judge) barriersNear(p pair, between []syncPoint) (list []detail.Beside) {
	add := func(e *trace.Event, where detail.Where) {
		one := detail.Beside{Pos: e.Position(), Where: where}
		if !one.Pos.System && !slices.Contains(list, one) {
			list = append(list, one)
		}
	}
	if e := j.lastBefore(p); e != nil {
		add(e, detail.BeforeBoth)
	} else if e := j.firstBehind(p); e != nil {
		add(e, detail.BehindBoth)
	}
	for _, s := range between {
		if isOfWarp(s) && s.Instr.Collective.Class.Kind == cfg.SyncWarp {
			add(s.Event, detail.OfOneWarp)
		}
	}
	return list
}

// lastBefore returns the last barrier of the block before both accesses, nil if there is none. If the pair has a loop,
// only barriers in this loop count.
func (j *Judge) lastBefore(p pair) *trace.Event {
	from := 0
	if p.loop != nil {
		from = min(p.later.After, p.earlier.After)
	}
	for _, e := range slices.Backward(j.trace.Log.Events[from:p.earlier.After]) {
		isInLoop := p.loop == nil || e.IsWithin(p.loop)
		if j.isBarrier(e) && isInLoop && j.trace.Order(e.Point, p.earlier.Point) == trace.Before &&
			(p.loop != nil || j.trace.Order(e.Point, p.later.Point) == trace.Before) {
			return e
		}
	}
	return nil
}

// firstBehind returns the first barrier of the block after both accesses. It returns nil if there is none, or if the
// accesses are in two iterations.
func (j *Judge) firstBehind(p pair) *trace.Event {
	if p.loop != nil {
		return nil
	}
	for _, e := range j.trace.Log.Events[max(p.later.After, p.earlier.After):] {
		if j.isBarrier(e) && j.trace.Order(p.later.Point, e.Point) == trace.Before && j.trace.Order(p.earlier.Point, e.Point) == trace.Before {
			return e
		}
	}
	return nil
}

// isBarrier reports whether e is a barrier that may order the accesses of two threads.
func (j *Judge) isBarrier(e *trace.Event) bool { return e.IsSync() && j.isOfAll(e) }
