package rules

import (
	"cmp"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/lanes/detail"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// Run is the input of a run that breaks a rule, as plain values. A program that shows the finding launches the kernel
// with it. An input that Run does not name may have any value, such as zero.
type Run struct {
	// Kernel is the function that is launched, with its namespaces and template arguments. IsKernel is false for a
	// device function: the program then has to define a kernel that calls it.
	Kernel   string
	IsKernel bool
	// IsTemplate reports whether the function is a template that nothing instantiates.
	IsTemplate bool
	// Source is the file that is compiled, which defines the kernel or includes it.
	Source string
	// Flags lists flags for the compiler. They are from the compile command, or name folders in which headers were
	// found.
	Flags []string
	// Parameters lists the names of the kernel's parameters, in order. Pointers lists the pointers among the parameters
	// and their members: "d", "param.field".
	Parameters, Pointers []string
	// Variables lists the variables of global and constant memory that Memory names.
	Variables []string
	// Block is the shape of the block. Warp is the index in it of the warp that the finding is about. Other is the
	// index of a second warp, nil if there is none.
	Block warp.Shape
	Warp  int
	Other *int
	// Grid holds the extents of the grid. An extent of 0 may have any value. The field At is the index of the block in
	// the grid.
	Grid, At [3]uint32
	// Dynamic is the size of dynamic shared memory in bytes, nil if any size will do.
	Dynamic *uint32
	// Arguments lists the scalar arguments. Memory lists the cells that the run reads before it writes them.
	Arguments []lanes.ArgValue
	Memory    []lanes.MemoryValue
	// Earlier is the place of the earlier of two racing accesses, nil if the finding is not about a race.
	Earlier *source.Pos
}

// runOf returns the run of a kernel with the input of a witness. The caller must set Source, Flags, Parameters,
// Pointers and Variables, which depend on the program.
func runOf(kernel *cfg.Func, w *lanes.Witness) *Run {
	made := &Run{
		Kernel: kernel.Name, IsKernel: kernel.Kernel, IsTemplate: kernel.Decl.Pattern,
		Block: w.Shape, Warp: w.Warp, Other: cmp.Or(w.RacesWith, w.Other), Arguments: w.Args, Memory: w.Memory,
	}
	for i := range made.Grid {
		made.Grid[i], made.At[i] = w.Special[cfg.NCtaidX+cfg.SpecialReg(i)], w.Special[cfg.CtaidX+cfg.SpecialReg(i)]
	}
	if bytes, isKnown := w.Special[cfg.DynamicShared]; isKnown {
		made.Dynamic = &bytes
	}
	return made
}

// runOfVerdict returns a run that shows a verdict. If the verdict has no input because it does not depend on arguments,
// the run has any arguments.
func runOfVerdict(fact *lanes.Fact, v *lanes.Verdict) *Run {
	w := cmp.Or(v.Witness, v.Run)
	if w == nil {
		w = anyInput(&fact.Context, v)
	}
	made := runOf(fact.Context.Root, w)
	if race, is := v.Detail.(detail.Race); is {
		made.Earlier = &race.Earlier
	}
	return made
}

// anyInput returns an input for a verdict that does not depend on arguments.
func anyInput(c *lanes.Context, v *lanes.Verdict) *lanes.Witness {
	w := &lanes.Witness{Shape: warp.Shape{warp.Size, 1, 1}, Special: map[cfg.SpecialReg]uint32{}, Other: v.Other}
	if c.Shape != nil && c.Shape.Known() {
		w.Shape = *c.Shape
	}
	if v.InWarp != nil {
		w.Warp = *v.InWarp
	}
	return w
}
