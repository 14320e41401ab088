package grid

import (
	"cmp"
	"slices"

	"github.com/warpcheck/warpcheck/warp"
)

// A block of several dimensions may not consist of whole warps if the host computes one of them. No plane of such a
// block has a size that could be an unknown:
//
//	k<<<1, dim3(n / 4, 2)>>>();     1x2, 17x2
//
// These blocks are analysed as planes of whole warps. In addition, the smallest blocks without such planes are analysed
// as samples. A fault is definite only if the planes and all samples show it. A fault that only a sample shows is
// potential.

// samplesOf returns two blocks of a launch that do not consist of whole warps: the smallest block of less than a warp,
// and the smallest block of more than a warp. If there is none, the sample has no shape. limit is the largest number of
// threads of a sample.
func samplesOf(s warp.Shape, extents [3]warp.Extent, limit int) (samples [mostSamples]warp.Shape) {
	sizes := [3][]int{}
	for i, n := range s {
		switch {
		case n > 0:
			sizes[i] = []int{n}
		case extents[i].IsKnown():
			sizes[i] = extents[i].Sizes(warp.MaxThreads)
			sizes[i] = sizes[i][:min(len(sizes[i]), mostSizesTried)]
		default:
			sizes[i] = []int{1}
		}
	}
	for _, z := range sizes[2] {
		for _, y := range sizes[1] {
			for _, x := range sizes[0] {
				if one := (warp.Shape{x, y, z}); one.IsLaunchable() && one.Threads() <= limit && one.Threads()%warp.Size != 0 {
					keepSmaller(&samples, one)
				}
			}
		}
	}
	return samples
}

// keepSmaller puts a shape into samples: in the place for blocks of less than a warp, or in the place for larger
// blocks. It replaces the sample there only by a smaller shape.
func keepSmaller(samples *[mostSamples]warp.Shape, shape warp.Shape) {
	at := 0
	if shape.Threads() > warp.Size {
		at = 1
	}
	if !samples[at].Known() || isSmaller(shape, samples[at]) {
		samples[at] = shape
	}
}

func isSmaller(s, o warp.Shape) bool {
	return cmp.Or(cmp.Compare(s.Threads(), o.Threads()), slices.Compare(s[:], o[:])) < 0
}

// AllSamples returns the samples that have a shape.
func (b Blocks) AllSamples() []warp.Shape {
	return slices.DeleteFunc(slices.Clone(b.Samples[:]), func(s warp.Shape) bool { return !s.Known() })
}

// ofPossible returns contexts of a kernel from the blocks of its possible launches. A launch is a possible one of
// several kernels if it is not known which of them it launches. The contexts have no shape, as if no launch were known.
// The shapes of the launches are their samples. There are at most mostPossible contexts.
func ofPossible(blocks []Blocks) (list []Blocks) {
	var shapes []warp.Shape
	for _, b := range blocks {
		of := []warp.Shape{b.Shape}
		if b.Size.IsKnown() {
			samples := samplesOf(b.Shape, b.extents(), warp.MaxThreads)
			of = samples[:]
		}
		shapes = append(shapes, append(of, b.Samples[:]...)...)
	}
	shapes = slices.DeleteFunc(shapes, func(s warp.Shape) bool { return !s.Known() })
	slices.SortFunc(shapes, func(s, o warp.Shape) int {
		if isSmaller(s, o) {
			return -1
		}
		return 1
	})
	shapes = slices.Compact(shapes)
	for part := range slices.Chunk(shapes, mostSamples) {
		var b Blocks
		copy(b.Samples[:], part)
		list = append(list, b)
	}
	if len(blocks) > 0 && len(list) == 0 {
		return []Blocks{{}}
	}
	return list[:min(len(list), mostPossible)]
}

// extents returns the known bounds of the extents: Size for the dimension plane.last, no bounds for the others.
func (b Blocks) extents() (e [3]warp.Extent) {
	e[planeOf(b.Shape).last] = b.Size
	return e
}
