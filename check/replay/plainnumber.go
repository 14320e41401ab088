package replay

import (
	"maps"
	"math"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/sim"
	"github.com/warpcheck/warpcheck/warp"
)

// A solver has no preference for small numbers, and may choose 2051484056 instead of 33. So each large number is
// replaced by the first plain number with which the witness still breaks the rule.

// plainEnough is the largest number that is not replaced.
const plainEnough = 64

// plainNumbers lists the plain numbers, in the order in which they are tried.
var plainNumbers = []uint64{0, 1, 2, 4, 8, 16, 31, 32, 33, 64, 100, 128, 256, 1000, 10_000, 1_000_000, 100_000_000}

// number is one number in a witness. The function set replaces it. It changes a copy of the map or list that contains
// the number.
type number struct {
	value uint64
	// least is the lower bound of the number. signed is the width of a signed type, and 0 for any other type.
	least  uint64
	signed int
	// of is the type of a floating-point number, nil for other numbers.
	of *types.Type
	// isSize reports whether the number is an integer argument that may be a size.
	isSize bool
	set    func(w *lanes.Witness, value uint64)
}

// isPlain reports whether n need not be replaced.
func (n number) isPlain() bool {
	if n.of != nil {
		return n.value == 0 || slices.Contains(plainFloats(n.of), n.value)
	}
	return n.value <= plainEnough
}

// plainFloats returns the words of plain numbers of a floating-point type, in the order in which they are tried.
func plainFloats(t *types.Type) (words []uint64) {
	for _, x := range []float64{1, 2, 0.5, -1} {
		word, isSmall := sim.SmallFloat(t, x)
		switch {
		case isSmall:
		case t.Bits == 64:
			word = math.Float64bits(x)
		case t.Bits == 32:
			word = uint64(math.Float32bits(float32(x)))
		default:
			return nil
		}
		words = append(words, word)
	}
	return words
}

// floatType returns t if it is the type of a floating-point number, and nil otherwise.
func floatType(t *types.Type) *types.Type {
	if t != nil && (t.Kind == types.Float && t.Bits > 16 || cfg.IsSmallFloat(t)) {
		return t
	}
	return nil
}

// cellType returns the type of the floating-point number in a cell, nil for other cells.
func cellType(kernel *cfg.Func, cell lanes.MemoryValue) *types.Type {
	return floatType(kernel.NumberBehind(cell.Object, cell.Offset, int64(cell.Size)))
}

// numbers is the type of functions that return the numbers of one kind in a witness.
type numbers = func(*lanes.Witness) []number

// ofTheLaunch lists the kinds of numbers that are no content of memory. The index of a block is before the extent of
// the grid, because it bounds the extent from below.
var ofTheLaunch = []numbers{argumentNumbers, indexNumbers, extentNumbers}

func argumentNumbers(w *lanes.Witness) []number {
	var all []number
	for i, arg := range w.Args {
		t := w.Root.TypeOfParameter(arg.Name)
		all = append(all, number{value: arg.Value, signed: arg.Signed, of: floatType(t), isSize: isSizeType(t), set: func(w *lanes.Witness, value uint64) {
			w.Args = slices.Clone(w.Args)
			w.Args[i].Value = value
		}})
	}
	return all
}

// indexNumbers returns the index of the block. extentNumbers returns the extents of the grid. Each extent must exceed
// the index.
func indexNumbers(w *lanes.Witness) []number {
	return []number{register(w, cfg.CtaidX, 0), register(w, cfg.CtaidY, 0), register(w, cfg.CtaidZ, 0)}
}

func extentNumbers(w *lanes.Witness) []number {
	return []number{register(w, cfg.NCtaidX, w.Special[cfg.CtaidX]+1), register(w, cfg.NCtaidY, w.Special[cfg.CtaidY]+1),
		register(w, cfg.NCtaidZ, w.Special[cfg.CtaidZ]+1)}
}

func register(w *lanes.Witness, reg cfg.SpecialReg, least uint32) number {
	return number{value: uint64(w.Special[reg]), least: uint64(least), set: func(w *lanes.Witness, value uint64) {
		w.Special = maps.Clone(w.Special)
		w.Special[reg] = uint32(value)
	}}
}

// memoryNumbers returns the values in memory. Cells of one object with the same value are one number.
func memoryNumbers(w *lanes.Witness) []number {
	var all []number
	seen := map[lanes.MemoryValue]bool{}
	for _, cell := range w.Memory {
		same := lanes.MemoryValue{Object: cell.Object, Value: cell.Value}
		if seen[same] {
			continue
		}
		seen[same] = true
		all = append(all, number{value: cell.Value, signed: cell.Signed, of: cellType(w.Root, cell), set: func(w *lanes.Witness, value uint64) {
			w.Memory = slices.Clone(w.Memory)
			for i, other := range w.Memory {
				if other.Object == cell.Object && other.Value == cell.Value {
					w.Memory[i].Value = value
				}
			}
		}})
	}
	return all
}

// plainer returns the plain numbers to try in place of n. Integers are smaller than n, and not below n.least. For a
// negative integer there is also -1. For a floating-point number, plainer returns all plain ones.
func (n number) plainer() []uint64 {
	if n.of != nil {
		return append([]uint64{0}, plainFloats(n.of)...)
	}
	list := slices.DeleteFunc(slices.Clone(plainNumbers), func(value uint64) bool { return value > n.value })
	if n.signed > 0 && n.value>>(n.signed-1)&1 != 0 {
		list = append(list, minusOne(n.signed))
	}
	return slices.DeleteFunc(list, func(value uint64) bool { return value < n.least || value == n.value })
}

// minusOne returns -1 as a word of the given number of bits.
func minusOne(bits int) uint64 { return math.MaxUint64 >> (64 - bits) }

// makePlain replaces large numbers of the given kinds by plain ones. For each, it takes the first plain number with which
// at least one lane breaks the rule, and no more lanes than the number offenders.
func (s *shrinker) makePlain(offenders int, kinds []numbers) {
	for _, kind := range kinds {
		for _, n := range kind(s.Witness) {
			if !n.isPlain() {
				s.tryNumbers(n, offenders)
			}
		}
	}
}

func (s *shrinker) tryNumbers(n number, offenders int) {
	before := *s.Witness
	for _, to := range n.plainer() {
		if s.budget <= 0 {
			return
		}
		n.set(s.Witness, to)
		if s.isShown(offenders) {
			return
		}
		*s.Witness = before
	}
}

// makeLaunchSmall tries a grid of one block, one plain number for all large arguments, and zero for all memory,
// together. This works for large numbers that are added or compared, which cannot be replaced one at a time. The result
// may be a fault of other lanes or of more lanes. If the fault is in one warp, it may also be one in the first warp.
func (s *shrinker) makeLaunchSmall() {
	before := *s.Witness
	warps := []int{s.Warp}
	if s.Warp > 0 && s.Other == nil && s.RacesWith == nil {
		warps = append(warps, 0)
	}
	for i := range len(plainNumbers) * len(warps) {
		to := plainNumbers[i/len(warps)]
		if s.budget <= 0 {
			return
		}
		s.Special, s.Memory, s.Warp = ofOneBlock(s.Special), nil, warps[i%len(warps)]
		for _, n := range argumentNumbers(s.Witness) {
			if n.of == nil && !n.isPlain() {
				n.set(s.Witness, to)
			}
		}
		if s.isShown(warp.Size) {
			return
		}
		*s.Witness = before
	}
}

// fillSizes replaces integer arguments that are zero by a small number with which the same fault is shown. A launch with
// nothing to do is no example that a person believes.
func (s *shrinker) fillSizes(offenders int) {
	for _, n := range argumentNumbers(s.Witness) {
		if n.value != 0 || !n.isSize {
			continue
		}
		before := *s.Witness
		for _, to := range []uint64{1, 2, 4, warp.Size} {
			if s.budget <= 0 {
				return
			}
			n.set(s.Witness, to)
			if s.isShown(offenders) {
				break
			}
			*s.Witness = before
		}
	}
}

// hasEmptySizes reports whether some integer argument of a witness is zero.
func hasEmptySizes(w *lanes.Witness) bool {
	return slices.ContainsFunc(argumentNumbers(w), func(n number) bool { return n.isSize && n.value == 0 })
}

// isSizeType reports whether an argument of type t may be a size.
func isSizeType(t *types.Type) bool { return types.IsInteger(t) && t.Kind == types.Int && t.Bits >= 16 }

// ofOneBlock returns the registers with the values that they have in a grid of one block.
func ofOneBlock(registers map[cfg.SpecialReg]uint32) map[cfg.SpecialReg]uint32 {
	first := inFirstBlock(registers)
	for reg := range first {
		switch reg {
		case cfg.NCtaidX, cfg.NCtaidY, cfg.NCtaidZ, cfg.ClusterX, cfg.ClusterY, cfg.ClusterZ:
			first[reg] = 1
		}
	}
	return first
}

// largeNumbers counts the numbers of a witness that are not plain, without the content of memory.
func largeNumbers(w *lanes.Witness) int {
	count := 0
	for _, kind := range ofTheLaunch {
		for _, n := range kind(w) {
			if !n.isPlain() {
				count++
			}
		}
	}
	return count
}
