package rules

import (
	"fmt"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
)

const severalDynamicSharedArraysKey = "several-dynamic-shared-arrays"

var severalDynamicSharedArrays = &Rule{
	Key:   severalDynamicSharedArraysKey,
	Code:  "WC601",
	Title: "A kernel names its dynamic shared memory by several arrays",
	Text: `All arrays ` + "`extern __shared__ T name[]`" + ` that a kernel and the functions that it calls name begin at the same
address: they are one piece of memory, whose size the launch gives. What is stored to one is stored to the others, and
an array is aligned as its own type asks only where no other has its place.

Declare one array, of bytes if need be, and carve the parts out of it by pointers whose offsets are aligned.

Two changes may be right. Arrays that are meant to be apart need an offset and launches with the bytes of both.
Functions that use the same memory one after the other, which is common, need offset 0, where the first kind would lose
its finding and keep its fault. So a repair is offered only where a kernel stores to both arrays before it reads both,
all its indices have bounds, and each launch, with a constant block, gives the bytes of both.`,
	Bad: `extern __shared__ float sums[];
extern __shared__ int counts[];

__global__ void bad(float *out) {
  sums[threadIdx.x] = threadIdx.x;
  counts[threadIdx.x] = 1;
  out[threadIdx.x] = sums[threadIdx.x] / counts[threadIdx.x];
}

void launch(float *out) { bad<<<1, 32, 512>>>(out); }
`,
	Good: `extern __shared__ float sums[];

__global__ void good(float *out) {
  int *counts = reinterpret_cast<int *>(sums + blockDim.x);
  sums[threadIdx.x] = threadIdx.x;
  counts[threadIdx.x] = 1;
  out[threadIdx.x] = sums[threadIdx.x] / counts[threadIdx.x];
}

void launch(float *out) { good<<<1, 32, 512>>>(out); }
`,
	Guideline: "3.4",
	Severity:  Warning,
	Default:   true,
	Program:   findSeveralArrays,
}

// findSeveralArrays returns a claim for each array of dynamic shared memory that a kernel reaches, except the first one
// that it reaches.
func findSeveralArrays(program *cfg.Program) (found []Claim) {
	for _, kernel := range program.Roots {
		if !kernel.Kernel {
			continue
		}
		var arrays []*types.Var
		functions := cfg.InCallOrder([]*cfg.Func{kernel})
		for _, fn := range functions {
			arrays = append(arrays, fn.Dynamic...)
		}
		for i, array := range arrays {
			if first := arrays[0]; !isNamedBefore(arrays[:i], array) && !array.Pos.System {
				f := severalArrays(kernel, first, array, isSharedByFunction(functions, first, array))
				f.Remedies = carvingRemedies(program, kernel)
				found = append(found, Claim{Finding: f})
			}
		}
	}
	return found
}

// isSharedByFunction reports whether one of the functions names both arrays.
func isSharedByFunction(functions []*cfg.Func, first, array *types.Var) bool {
	return slices.ContainsFunc(functions, func(fn *cfg.Func) bool {
		return slices.Contains(fn.Dynamic, first) && slices.Contains(fn.Dynamic, array)
	})
}

// carvingRemedies returns the remedy for the arrays of a kernel, if all its launches are in its unit and have known
// blocks.
func carvingRemedies(program *cfg.Program, kernel *cfg.Func) []Remedy {
	isUnknown := func(l *cfg.Launch) bool {
		return l.Kernel == nil || l.Kernel == kernel.Decl && (l.ByOtherUnit || l.Named || l.Possible || !l.IsKnown())
	}
	if slices.ContainsFunc(program.Launches, isUnknown) {
		return nil
	}
	return []Remedy{{Kind: CarveArray}}
}

// isNamedBefore reports whether array is declared like one of the earlier arrays. Such declarations name one array. It
// also returns true if there are no earlier arrays, because the first array is no finding.
func isNamedBefore(before []*types.Var, array *types.Var) bool {
	for _, other := range before {
		if qualified(other) == qualified(array) && typeName(other) == typeName(array) && mayAlignAlike(other, array) {
			return true
		}
	}
	return len(before) == 0
}

// qualified returns the name of an array with its namespaces.
func qualified(array *types.Var) string { return array.Scope + array.Name }

// typeName returns the type of the elements of an array.
func typeName(array *types.Var) string { return types.Elem(array.Type).Name }

// mayAlignAlike reports whether two arrays have, or may have, the same alignment.
func mayAlignAlike(a, b *types.Var) bool {
	isOpen := a.Alignment == types.OpenAlignment || b.Alignment == types.OpenAlignment
	return isOpen || alignment(a) == alignment(b)
}

// alignment returns the alignment of an array in bytes: the one that its attributes give, or that of its scalar
// elements if it is larger.
func alignment(array *types.Var) int64 {
	element := types.Elem(array.Type)
	if element.Kind == types.Record || element.Kind == types.Array {
		return int64(array.Alignment)
	}
	return max(int64(array.Alignment), element.Size)
}

func severalArrays(kernel *cfg.Func, first, array *types.Var, isNamedTogether bool) Finding {
	text := fmt.Sprintf("%s (%s) and %s (%s) are one dynamic shared memory in %s",
		qualified(array), typeName(array), qualified(first), typeName(first), kernel.Name)
	f := ofProgram(severalDynamicSharedArraysKey, Warning, kernel.Name, array.Pos, text, "the same memory")
	f.Help = carving(first, array, isNamedTogether)
	f.Related = []Related{{Pos: first.Pos, Text: "the first array is here"}}
	return f
}

// carving returns words for how to declare an array as a part of the first one. If its elements need a larger alignment
// than those of the first array, it must begin at a multiple of several of these. isNamedTogether reports whether one
// function names both arrays, so that it can declare one by the other.
func carving(first, array *types.Var, isNamedTogether bool) string {
	if first.Name == array.Name || typeName(array) == "" {
		return "declare one array, and carve the parts out of it by pointers with aligned offsets"
	}
	count := "the number of cells of " + first.Name
	if of, each := alignment(array), types.Elem(first.Type).Size; each > 0 && of > each {
		count += fmt.Sprintf(", up to a multiple of %d", of/each)
	}
	pointer := fmt.Sprintf("%[3]s *%[2]s = reinterpret_cast<%[3]s *>(%[1]s + N)", first.Name, array.Name, typeName(array))
	if !isNamedTogether {
		return fmt.Sprintf("if both are meant to be the same memory, give both one name and type; else pass %s to the function with %s, and begin behind it, as in %s, where N is %s",
			first.Name, array.Name, pointer, count)
	}
	return fmt.Sprintf("instead of %s write %s, where N is %s, and 0 if both are meant to be the same memory", array.Name, pointer, count)
}
