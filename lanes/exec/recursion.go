package exec

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// A function that calls itself is followed while constants decide how often it does:
//
//	__device__ int sum(int v, int distance) {
//	  v += __shfl_xor_sync(~0u, v, distance);
//	  return distance == 1 ? v : sum(v, distance / 2);
//	}
//	sum(v, 16)      five calls
//	sum(v, n)       one call is followed, the next is not
//
// An argument decides this only if it is a constant other than the one in the outer call.

// tooDeep returns the reason why a call is not followed. It is empty for a call that is followed.
func (in *interp) tooDeep(fr *frame, call *cfg.Instr) trace.Imprecision {
	if fr.depth >= maxDepth {
		return notFollowed(call, "call nested too deep: "+call.Callee.Name)
	}
	around := fr.enclosing(call.Callee)
	switch {
	case around == nil:
		return trace.Imprecision{}
	case in.recursive >= maxRecursive || !fr.sliced.Runs(call) || !in.isDecided(fr, call, around):
		return notFollowed(call, "recursive call of "+call.Callee.Name)
	}
	in.recursive++
	return trace.Imprecision{}
}

func notFollowed(call *cfg.Instr, reason string) trace.Imprecision {
	return trace.Imprecision{Kind: trace.CallNotFollowed, Pos: call.Pos, Reason: reason}
}

// enclosing returns the frame of the innermost call of fn around fr or at it, nil if there is none.
func (fr *frame) enclosing(fn *cfg.Func) *frame {
	for fr.Fn != fn {
		if fr.caller == nil {
			return nil
		}
		fr = fr.caller
	}
	return fr
}

// isDecided reports whether a recursive call has a constant argument that differs from the argument of the outer call.
func (in *interp) isDecided(fr *frame, call *cfg.Instr, outer *frame) bool {
	for n := range min(len(call.Args), len(outer.args)) {
		now, isWord := in.arg(fr, call, n).(vector.Vec)
		before, wasWord := outer.args[n].(vector.Vec)
		if isWord && wasWord && now.IsConstant() && before.IsConstant() && !now.EqualWhere(before, in.Trace.Alive) {
			return true
		}
	}
	return false
}
