package rules

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/internal/linetext"
)

const launchBoundsDifferKey = "launch-bounds-differ"

var launchBoundsDiffer = &Rule{
	Key:   launchBoundsDifferKey,
	Code:  "WC701",
	Title: "Two declarations of a kernel have other launch bounds",
	Text: "The compiler keeps one `__launch_bounds__` for a kernel. Where two declarations name other bounds, it is not said\n" +
		`which are kept: the kernel may get too many registers for the blocks that it is launched with, and the launch fails.

Write the bounds once, or the same bounds everywhere. A declaration without bounds names none. Where another file of the
run launches the kernel by a declaration of its own, the finding stands at the definition.`,
	Bad: `__global__ void __launch_bounds__(256) bad(int *out);

__global__ void __launch_bounds__(128) bad(int *out) { out[threadIdx.x] = threadIdx.x; }
`,
	Good: `__global__ void __launch_bounds__(128) good(int *out);

__global__ void __launch_bounds__(128) good(int *out) { out[threadIdx.x] = threadIdx.x; }
`,
	Guideline: "4.4",
	Severity:  Warning,
	Default:   true,
	Program:   findDifferentBounds,
}

// findDifferentBounds compares the launch bounds of a kernel's declarations. It returns the declarations whose bounds
// differ from those of the first declaration with bounds.
func findDifferentBounds(program *cfg.Program) (found []Claim) {
	for _, fn := range program.Funcs {
		if !fn.Kernel || len(fn.Decl.Bounds) == 0 {
			continue
		}
		found = append(found, differentInOtherUnit(program, fn)...)
		first := fn.Decl.Bounds[0]
		for _, other := range fn.Decl.Bounds[1:] {
			if differ(first, other) && !other.Pos.System {
				found = append(found, Claim{Finding: differentBounds(fn, first, other)})
			}
		}
	}
	return found
}

// differentInOtherUnit finds a declaration in another unit that launches the kernel, whose bounds differ from the
// definition's bounds. The compiler of that unit does not see the definition.
func differentInOtherUnit(program *cfg.Program, kernel *cfg.Func) []Claim {
	own := kernel.Decl.Bounds[len(kernel.Decl.Bounds)-1]
	for _, l := range program.Launches {
		for _, other := range l.Declared {
			if l.Kernel == kernel.Decl && !l.Possible && differ(own, other) && !own.Pos.System {
				return []Claim{{Finding: differentBounds(kernel, other, own)}}
			}
		}
	}
	return nil
}

// differ reports whether two bounds are known and not equal.
func differ(a, b types.LaunchBounds) bool {
	x, y := operands(a), operands(b)
	return slices.Min(x) >= 0 && slices.Min(y) >= 0 && !slices.Equal(x, y)
}

// operands returns the operands of bounds as they are written, with 0 for omitted ones.
func operands(b types.LaunchBounds) []int { return []int{b.MaxThreads, b.MinBlocks, b.MaxClusters} }

func differentBounds(kernel *cfg.Func, first, other types.LaunchBounds) Finding {
	where := linetext.Of(first.Pos)
	if first.Pos.File != other.Pos.File {
		where = fmt.Sprintf("%s:%d", filepath.Base(first.Pos.File), first.Pos.Line)
	}
	text := fmt.Sprintf("%s has %s here, and %s in %s", kernel.Decl.Name, boundsText(other), boundsText(first), where)
	f := ofProgram(launchBoundsDifferKey, Warning, kernel.Name, other.Pos, text, "other bounds than before")
	f.Help = "write the same bounds in all declarations of the kernel"
	f.Related = []Related{{Pos: first.Pos, Text: "declared with " + boundsText(first)}}
	return f
}

// boundsText returns bounds as they are written, without the operands if one of them depends on template parameters.
func boundsText(b types.LaunchBounds) string {
	switch {
	case slices.Min(operands(b)) < 0:
		return "__launch_bounds__"
	case b.MaxClusters != 0:
		return fmt.Sprintf("__launch_bounds__(%d, %d, %d)", b.MaxThreads, b.MinBlocks, b.MaxClusters)
	case b.MinBlocks != 0:
		return fmt.Sprintf("__launch_bounds__(%d, %d)", b.MaxThreads, b.MinBlocks)
	}
	return fmt.Sprintf("__launch_bounds__(%d)", b.MaxThreads)
}
