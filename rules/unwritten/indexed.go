package unwritten

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
)

// IsIndexedByData reports whether the program's data choose the element that is read: its index is computed from what the
// kernel loads from memory that is not shared. The program may pass only data that choose written elements, such as the
// symbols of a table:
//
//	for (int i = threadIdx.x; i < symbols; i += blockDim.x) table[i] = codes[i];
//	__syncthreads();
//	out[threadIdx.x] = table[in[threadIdx.x]];
func (r *Read) IsIndexedByData() bool {
	wanted := []*cfg.Instr{r.At.Args[0]}
	for n := len(r.Calls); n >= 0 && len(wanted) > 0; n-- {
		fn := r.Root
		if n > 0 {
			fn = r.Calls[n-1].Callee
		}
		flow := fn.Dataflow()
		origins := flow.Origins(wanted...)
		for in := range origins {
			if isData(flow, in) {
				return true
			}
		}
		if n > 0 {
			wanted = passedTo(origins, r.Calls[n-1])
		}
	}
	return false
}

// isData reports whether an instruction loads a number through a pointer that is not one into shared memory.
func isData(flow *cfg.Dataflow, in *cfg.Instr) bool {
	if in.Op != cfg.Load || in.Type == nil || in.Type.Kind == types.Pointer {
		return false
	}
	base := in.Args[0].Base()
	if base.Op != cfg.Load {
		return false
	}
	for origin := range flow.Origins(base) {
		if origin.Op == cfg.Addr && origin.Object.Storage == types.Shared {
			return false
		}
	}
	return true
}

// passedTo returns the arguments of a call for those parameters that the instructions in origins load.
func passedTo(origins map[*cfg.Instr]bool, call *cfg.Instr) (arguments []*cfg.Instr) {
	for in := range origins {
		if in.Op != cfg.Load || in.Args[0].Op != cfg.Addr {
			continue
		}
		if n := slices.Index(call.Callee.Params, in.Args[0].Object); n >= 0 && n < len(call.Args) {
			arguments = append(arguments, call.Args[n])
		}
	}
	return arguments
}
