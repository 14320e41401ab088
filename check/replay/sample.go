package replay

import (
	"cmp"
	"hash/fnv"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/sim"
	"github.com/warpcheck/warpcheck/warp"
)

// arguments lists the values that are tried for arguments to which a witness gives no value.
var arguments = []uint64{4, 1, 33, 12, 0, 2, 1000}

// fills lists patterns of memory. Each computes the value of an element from its index, and from a random number for
// the element.
var fills = []func(index, drawn uint64) uint64{
	func(_, drawn uint64) uint64 { return drawn % 2 },
	func(uint64, uint64) uint64 { return 0 },
	func(index, _ uint64) uint64 { return index / warp.Size },
	func(_, drawn uint64) uint64 { return drawn % 4 },
	func(uint64, uint64) uint64 { return 1 },
	func(index, _ uint64) uint64 { return index },
	func(_, drawn uint64) uint64 { return drawn % 64 },
	func(_, drawn uint64) uint64 { return drawn % 8 },
	func(_, drawn uint64) uint64 { return -(drawn % 2) },
	func(index, _ uint64) uint64 { return index % warp.Size / (warp.Size / 2) },
}

// mostCounted is the bound below which all numbers are tried, because a fault may need one particular trip count or
// index.
const mostCounted = 40

// attempt is a choice of memory and arguments for a run. If withWitness is set, the values of the witness have
// precedence.
type attempt struct {
	shape       warp.Shape
	fill        int
	arg         uint64
	withWitness bool
	// given holds the words of some arguments, which may be pointers. The other members do not decide these arguments.
	given words
	// isSpread gives each argument a different number. isFalling gives later arguments smaller numbers.
	isSpread, isFalling bool
	// blocks is the extent of the grid in each dimension that a premise names. It counts as 1 if it is 0.
	blocks uint32
	// isInLastBlock runs the last block of the grid in place of the first one.
	isInLastBlock bool
	// form is an index in forms, the conversions of small integers to floating-point numbers.
	form int
	// isCount sets the first arg elements of each object to one, and the others to zero.
	isCount bool
	// pattern, if it is not nil, gives the contents of memory in place of fill.
	pattern func(s *sample, object string, index int64) uint64
}

// attempts returns the attempts in a fixed order. An attempt has a number that fills memory (fills) and a number for the
// arguments (arguments). Each pair of these is tried with and without the values of the witness. Two successive pairs
// differ in both numbers.
func attempts(fact *lanes.Fact, w *lanes.Witness) []attempt {
	var list []attempt
	for _, shape := range shapes(fact, w) {
		for row := range arguments {
			for fill := range fills {
				arg := arguments[(row+fill)%len(arguments)]
				list = append(list, attempt{shape: shape, fill: fill, arg: arg, withWitness: true},
					attempt{shape: shape, fill: fill, arg: arg, blocks: 1 + uint32(row+fill)%mostBlocks})
			}
		}
	}
	list = append(list, smallNumbers(list[0].shape)...)
	if takesFloats(w.Root) {
		list = append(list, otherForms(list)...)
	}
	return list
}

// mostBlocks bounds the extents of the grids that are tried. A loop over tiles of n, where k<<<n / 16, 16>>>(n) is the
// launch, has as many iterations as the grid has blocks.
const mostBlocks = 3

// forms lists conversions of a small integer to a floating-point number: to the number itself, fractions, a negative
// number, NaN, and a large number.
var forms = []func(float64) float64{
	func(n float64) float64 { return n },
	func(n float64) float64 { return n / 8 },
	func(n float64) float64 { return n / 10 },
	func(n float64) float64 { return -n },
	noneWhereOdd,
	func(n float64) float64 { return n * 1e5 },
}

// noneWhereOdd returns n if n is even, and NaN if it is odd.
func noneWhereOdd(n float64) float64 {
	if math.Mod(n, 2) != 0 {
		return math.NaN()
	}
	return n
}

// otherForms returns copies of the first attempts. In each copy, floating-point numbers have another form.
func otherForms(attempts []attempt) (list []attempt) {
	for _, a := range attempts[:2*len(fills)] {
		for form := 1; form < len(forms); form++ {
			a.form = form
			list = append(list, a)
		}
	}
	return list
}

// takesFloats reports whether a kernel has floating-point parameters, or pointers to floating-point numbers.
func takesFloats(root *cfg.Func) bool {
	isFloating := func(t *types.Type) bool {
		_, isSmall := sim.SmallFloat(t, 0)
		return isSmall || t != nil && t.Kind == types.Float
	}
	scalars, pointers := sim.Parameters(root)
	return slices.ContainsFunc(append(scalars, pointers...), func(p sim.Parameter) bool {
		return isFloating(p.Type) || isFloating(p.Class) || isFloating(p.Type.Elem)
	})
}

// smallNumbers returns attempts for every number below mostCounted.
func smallNumbers(shape warp.Shape) (list []attempt) {
	for n := range mostCounted {
		fill := n % len(fills)
		list = append(list, attempt{shape: shape, fill: fill, arg: uint64(n), withWitness: true},
			attempt{shape: shape, fill: fill, arg: uint64(n), isSpread: true}, attempt{shape: shape, arg: uint64(n), isCount: true})
	}
	return list
}

// sample is the input of an attempt: a witness with the values of the attempt.
type sample struct {
	*lanes.Witness
	attempt
	// witnessCells holds the bytes of memory to which the witness gives values. It is empty if the attempt ignores
	// them. elementTypes maps the kernel's pointer arguments to their element types. The patterns fill only the memory
	// to which these point.
	witnessCells map[cell]byte
	elementTypes map[string]*types.Type
	// last is the element of memory that was filled last, because its bytes are asked for one by one.
	last filledElement
	// sizes maps objects to their element size in bytes: the size of the first read of the object. read holds the words
	// that were read.
	sizes map[string]int
	read  map[cell]lanes.MemoryValue
}

func newSample(w *lanes.Witness, a attempt) *sample {
	made := *w
	made.Shape, made.Args, made.Memory = a.shape, nil, nil
	made.Warp = min(w.Warp, (a.shape.Threads()-1)/warp.Size)
	s := &sample{Witness: &made, attempt: a, witnessCells: map[cell]byte{},
		elementTypes: map[string]*types.Type{}, sizes: map[string]int{}, read: map[cell]lanes.MemoryValue{}}
	switch {
	case a.withWitness:
		made.Args, s.witnessCells = slices.Clone(w.Args), bytesOf(w.Memory)
	case a.isInLastBlock:
		made.Special = inLastBlock(w.Special)
	default:
		made.Special = inFirstBlock(w.Special)
		s.growGrid()
	}
	scalars, pointers := sim.Parameters(w.Root)
	chosen := a.alternatives(made.Args, scalars)
	for i, p := range scalars {
		isNamed := func(a lanes.ArgValue) bool { return a.Name == p.Name }
		switch word, isGiven := a.given[p.Name]; {
		case slices.ContainsFunc(made.Args, isNamed), p.Union != "" && chosen[p.Union] != p.Alternative:
		case isGiven:
			made.Args = append(made.Args, argumentOf(p, word))
		default:
			made.Args = append(made.Args, lanes.ArgValue{Name: p.Name, Value: a.bitsOf(typeOfNumber(p), a.argument(i, p))})
		}
	}
	for _, p := range pointers {
		if word, isGiven := a.given[p.Name]; isGiven {
			made.Args = append(made.Args, argumentOf(p, word))
		}
		s.elementTypes[p.Name] = cmp.Or(p.Type.Elem, &types.Type{})
	}
	return s
}

// typeOfNumber returns the type in which a parameter holds a number: its class if that is a class of small
// floating-point numbers, such as __half, and otherwise its type.
func typeOfNumber(p sim.Parameter) *types.Type {
	if _, isSmall := sim.SmallFloat(p.Class, 0); isSmall {
		return p.Class
	}
	return p.Type
}

// alternatives returns for each union among parameters the member that has a value: one to which the witness or the
// attempt gives a number, else the first one.
func (a *attempt) alternatives(known []lanes.ArgValue, parameters []sim.Parameter) map[string]string {
	chosen := map[string]string{}
	for _, p := range parameters {
		_, isGiven := a.given[p.Name]
		isGiven = isGiven || slices.ContainsFunc(known, func(a lanes.ArgValue) bool { return a.Name == p.Name })
		if _, isChosen := chosen[p.Union]; isGiven || !isChosen {
			chosen[p.Union] = p.Alternative
		}
	}
	return chosen
}

// argument returns the number for the argument with index i. An enumeration gets one of its enumerators, and a bit-field
// a number that it holds.
func (a *attempt) argument(i int, p sim.Parameter) uint64 {
	number := a.arg
	switch {
	case a.isSpread:
		number += uint64(i)
	case a.isFalling:
		number /= uint64(i + 1)
	}
	switch t := p.Type; {
	case t.Enumeration && len(t.Enumerators) > 0:
		return uint64(t.Enumerators[number%uint64(len(t.Enumerators))])
	case t.Enumeration:
		return 0
	case p.IsBitField:
		return min(number, 1<<min(t.Bits, 63)-1)
	}
	return number
}

// inFirstBlock returns the registers of the first block of the grid. The grid has one block, unless the clusters are
// known. (In a large grid, a loop whose step is the size of the grid ends at once for a small argument.)
func inFirstBlock(registers map[cfg.SpecialReg]uint32) map[cfg.SpecialReg]uint32 {
	first := maps.Clone(registers)
	_, isClustered := registers[cfg.ClusterX]
	for reg := range first {
		switch reg {
		case cfg.CtaidX, cfg.CtaidY, cfg.CtaidZ:
			first[reg] = 0
		case cfg.NCtaidX, cfg.NCtaidY, cfg.NCtaidZ:
			if !isClustered {
				first[reg] = 1
			}
		}
	}
	return first
}

// growGrid gives the grid more blocks in the dimensions that premises name. It does nothing if the grid has clusters.
func (s *sample) growGrid() {
	if _, isClustered := s.Special[cfg.ClusterX]; isClustered || s.blocks <= 1 {
		return
	}
	for _, p := range s.Premises {
		for _, leaf := range leavesOf(p) {
			switch {
			case !leaf.IsReg:
			case leaf.Reg == cfg.NCtaidX, leaf.Reg == cfg.NCtaidY, leaf.Reg == cfg.NCtaidZ:
				s.Special[leaf.Reg] = s.blocks
			}
		}
	}
}

// inLastBlock returns the registers of the last block along x. It makes the grid at least two blocks wide.
func inLastBlock(registers map[cfg.SpecialReg]uint32) map[cfg.SpecialReg]uint32 {
	last := map[cfg.SpecialReg]uint32{}
	maps.Copy(last, registers)
	last[cfg.NCtaidX] = max(registers[cfg.NCtaidX], 2)
	last[cfg.CtaidX] = last[cfg.NCtaidX] - 1
	return last
}

// bitsOf converts a number to a word of type t. For a floating-point type it uses the attempt's form of the number,
// because the bits of a small integer would be a tiny fraction. A bool is false for 0.
func (a *attempt) bitsOf(t *types.Type, number uint64) uint64 {
	switch word, isFloating := floatWord(t, forms[a.form](float64(int64(number)))); {
	case isFloating:
		return word
	case t != nil && t.Kind == types.Bool:
		return min(number, 1)
	}
	return number
}

// floatWord converts a number to a word of type t. It returns false for a type that has no floating-point numbers.
func floatWord(t *types.Type, x float64) (uint64, bool) {
	if word, isSmall := sim.SmallFloat(t, x); isSmall {
		return word, true
	}
	switch {
	case t == nil || t.Kind != types.Float:
		return 0, false
	case t.Bits == 32:
		return uint64(math.Float32bits(float32(x))), true
	case t.Bits == 64:
		return math.Float64bits(x), true
	}
	return 0, false
}

// input returns the machine's input for the sample.
func (s *sample) input() sim.Input {
	in := machineInput(s.Witness)
	in.Memory = s.load
	return in
}

// load returns a word of memory for the machine, and records it in the memory of the sample's witness.
func (s *sample) load(object string, offset int64, size int) uint64 {
	at := cell{object, offset}
	before, isRead := s.read[at]
	if isRead && before.Size == size {
		return before.Value
	}
	if s.sizes[object] == 0 {
		s.sizes[object] = size
	}
	word := uint64(0)
	for i := range size {
		word |= uint64(s.byteAt(cell{object, offset + int64(i)})) << (8 * i)
	}
	if !isRead {
		s.read[at] = lanes.MemoryValue{Object: object, Offset: offset, Size: size, Value: word, Signed: s.signedBits(object, size)}
		s.Memory = append(s.Memory, s.read[at])
	}
	return word
}

// signedBits returns the width of the words of an object if they are signed integers of size bytes, and 0 otherwise.
func (s *sample) signedBits(object string, size int) int {
	if element := s.elementTypes[object]; element != nil && element.Kind == types.Int && element.Signed && element.Bits == 8*size {
		return element.Bits
	}
	return 0
}

func (s *sample) byteAt(c cell) byte {
	if b, ok := s.witnessCells[c]; ok {
		return b
	}
	pointer, _, _ := strings.Cut(c.object, "@")
	element := s.elementTypes[pointer]
	if element == nil {
		return 0
	}
	size := int64(s.sizes[c.object])
	within := (c.offset%size + size) % size
	index := (c.offset - within) / size
	if s.last.object != c.object || s.last.index != index {
		s.last = filledElement{c.object, index, s.bitsOf(element, s.element(c.object, index))}
	}
	return byte(s.last.word >> (8 * within))
}

// filledElement is the word that a sample gives to the element of an object at an index.
type filledElement struct {
	object string
	index  int64
	word   uint64
}

// element returns the number in the element of an object at an index.
func (s *sample) element(object string, index int64) uint64 {
	switch {
	case s.pattern != nil:
		return s.pattern(s, object, index)
	case !s.isCount:
		return s.filled(object, index)
	case uint64(index) < s.arg:
		return 1
	}
	return 0
}

// filled returns the number that the attempt's pattern gives to the element of an object at an index.
func (s *sample) filled(object string, index int64) uint64 {
	return fills[s.fill](uint64(index), s.drawn(object, index))
}

// drawn returns a random number for an element of memory. It is the same in each run.
func (s *sample) drawn(object string, index int64) uint64 {
	h := fnv.New64a()
	text := strconv.AppendInt(make([]byte, 0, 64), int64(s.fill), 10)
	text = strconv.AppendUint(append(text, ' '), s.arg, 10)
	text = strconv.AppendBool(append(text, ' '), s.withWitness)
	h.Write(strconv.AppendInt(append(text, object...), index, 10))
	const mix = 0x9e3779b97f4a7c15 // a factor that spreads the last hashed bytes to the high bits
	return h.Sum64() * mix >> 32
}
