package exec

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/grid"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/term"
)

// A call through a pointer is followed into each function of the unit that the pointer may hold, under a comparison of
// the pointer with this function. If the pointer's value is unknown, all these comparisons are satisfiable. But perhaps
// the pointer never holds the function with the collective:
//
//	__global__ void map(Op op, int *d) { if (lane < 16) d[lane] = op(d[lane]); }
//
// So a satisfiable comparison does not prove that the function is ever called. If the host passes the pointer, it may
// pass any of the functions, and a verdict that depends on the comparison is potential. If the interpreter lost the
// pointer's value, the verdict is weaker still.

// chooses compares a pointer with the address of a function. If the pointer is not known, it records the comparison,
// and whether the host passes the pointer to the kernel.
func (in *interp) chooses(fr *frame, i *cfg.Instr) memory.Value {
	is := in.arithmetic.Binary(i, in.words(fr, i), nil)
	for _, f := range is.Distinct() {
		if f.Op == term.Eq && (isUnknownAddress(f.Args[0]) || isUnknownAddress(f.Args[1])) {
			in.Trace.Chosen[f] = !term.Any(f.Args, func(x *term.Term) bool { return isUnknownAddress(x) && !isGivenAddress(x) })
		}
	}
	return is
}

func isUnknownAddress(x *term.Term) bool { return x.IsUnknown() }

// isGivenAddress reports whether the host passed the address x to the kernel, as an argument or in memory.
func isGivenAddress(x *term.Term) bool {
	switch o := x.Origin.(type) {
	case memory.ArgOrigin, memory.AddressOrigin, grid.Origin:
		return true
	case memory.Origin:
		return !o.Own && !o.Shared
	}
	return false
}
