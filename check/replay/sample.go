package replay

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/sim"
	"github.com/warpcheck/warpcheck/warp"
)

// arguments are what is tried for those arguments that a witness does not name.
var arguments = []uint64{4, 1, 33, 12, 0, 2, 1000}

// fills are the patterns of memory that are tried: the value of an element by its index, and a
// number that is drawn for it.
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

// mostCounted is up to which number every one is tried as an argument: how often a loop goes round, an index.
const mostCounted = 40

// An attempt is a pattern with an argument, with what the witness says or without.
type attempt struct {
	shape       warp.Shape
	fill        int
	arg         uint64
	withWitness bool
	// isSpread gives each argument another number, isFalling the later ones smaller numbers.
	isSpread, isFalling bool
	// form is what floating numbers are made of the small integers that are tried (forms).
	form int
	// isCount fills as many elements of memory with one as the argument says, and the others with zero.
	isCount bool
}

// attempts are all in a fixed order: neighbours differ in all.
func attempts(fact *lanes.Fact, w *lanes.Witness) []attempt {
	var list []attempt
	for _, shape := range shapes(fact, w) {
		for row := range arguments {
			for fill := range fills {
				arg := arguments[(row+fill)%len(arguments)]
				list = append(list, attempt{shape: shape, fill: fill, arg: arg, withWitness: true}, attempt{shape: shape, fill: fill, arg: arg})
			}
		}
	}
	list = append(list, smallNumbers(list[0].shape)...)
	if takesFloats(w.Root) {
		list = append(list, otherForms(list)...)
	}
	return list
}

// forms are floating numbers that a small integer stands for, in attempts after those that take it as it is: fractions, a
// negative number, none, and a large one.
var forms = []func(float64) float64{
	func(n float64) float64 { return n },
	func(n float64) float64 { return n / 8 },
	func(n float64) float64 { return n / 10 },
	func(n float64) float64 { return -n },
	noneWhereOdd,
	func(n float64) float64 { return n * 1e5 },
}

// noneWhereOdd is what is no number for an odd one.
func noneWhereOdd(n float64) float64 {
	if math.Mod(n, 2) != 0 {
		return math.NaN()
	}
	return n
}

// otherForms are the first attempts in other forms.
func otherForms(first []attempt) (list []attempt) {
	for _, a := range first[:2*len(fills)] {
		for form := 1; form < len(forms); form++ {
			a.form = form
			list = append(list, a)
		}
	}
	return list
}

// takesFloats reports a kernel that is given floating numbers.
func takesFloats(root *cfg.Func) bool {
	isFloating := func(t *ast.Type) bool {
		_, isSmall := sim.SmallFloat(t, 0)
		return isSmall || t != nil && t.Kind == ast.Float
	}
	scalars, pointers := sim.Parameters(root)
	return slices.ContainsFunc(append(scalars, pointers...), func(p sim.Parameter) bool {
		return isFloating(p.Type) || isFloating(p.Class) || isFloating(p.Type.Elem)
	})
}

// smallNumbers are attempts with every small number.
func smallNumbers(shape warp.Shape) (list []attempt) {
	for n := range mostCounted {
		fill := n % len(fills)
		list = append(list, attempt{shape: shape, fill: fill, arg: uint64(n), withWitness: true},
			attempt{shape: shape, fill: fill, arg: uint64(n), isSpread: true}, attempt{shape: shape, arg: uint64(n), isCount: true})
	}
	return list
}

// A sample is a witness that is tried near another one.
type sample struct {
	*lanes.Witness
	attempt
	// given is what the other witness says of memory, behind what the pointers that the kernel is
	// given point to: no other memory is filled.
	given  map[cell]byte
	behind map[string]*ast.Type
	// sizes are those of the elements of an object, as it is read first; read are the words that
	// were read.
	sizes map[string]int
	read  map[cell]lanes.MemoryValue
}

func newSample(w *lanes.Witness, a attempt) *sample {
	made := *w
	made.Shape, made.Args, made.Memory = a.shape, nil, nil
	made.Warp = min(w.Warp, (a.shape.Threads()-1)/warp.Size)
	s := &sample{Witness: &made, attempt: a, given: map[cell]byte{},
		behind: map[string]*ast.Type{}, sizes: map[string]int{}, read: map[cell]lanes.MemoryValue{}}
	if a.withWitness {
		made.Args, s.given = slices.Clone(w.Args), bytesOf(w.Memory)
	} else {
		made.Special = inFirstBlock(w.Special)
	}
	scalars, pointers := sim.Parameters(w.Root)
	for i, p := range scalars {
		isNamed := func(a lanes.ArgValue) bool { return a.Name == p.Name }
		if !slices.ContainsFunc(made.Args, isNamed) {
			made.Args = append(made.Args, lanes.ArgValue{Name: p.Name, Value: a.bitsOf(cmp.Or(p.Class, p.Type), a.argument(i))})
		}
	}
	for _, p := range pointers {
		s.behind[p.Name] = cmp.Or(p.Type.Elem, &ast.Type{})
	}
	return s
}

// argument is the number for the argument at a place.
func (a *attempt) argument(i int) uint64 {
	switch {
	case a.isSpread:
		return a.arg + uint64(i)
	case a.isFalling:
		return a.arg / uint64(i+1)
	}
	return a.arg
}

// inFirstBlock are registers of the grid as its first block has them, which is the only one where no clusters are known: a
// loop in strides of the grid is long over before a small argument in a large one.
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

// bitsOf is a number as a word of a type: of a floating type as the attempt's form has it, and no tiny fraction.
func (a *attempt) bitsOf(t *ast.Type, number uint64) uint64 {
	x := forms[a.form](float64(int64(number)))
	if word, is := sim.SmallFloat(t, x); is {
		return word
	}
	switch {
	case t == nil || t.Kind != ast.Float:
		return number
	case t.Bits == 32:
		return uint64(math.Float32bits(float32(x)))
	case t.Bits == 64:
		return math.Float64bits(x)
	}
	return number
}

// input is what the machine runs.
func (s *sample) input() sim.Input {
	in := machineInput(s.Witness)
	in.Memory = s.load
	return in
}

// load is what a word of memory holds, and notes that it was read.
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

// signedBits are the bits of a word behind a pointer to signed integers of that size, 0 for others.
func (s *sample) signedBits(object string, size int) int {
	if element := s.behind[object]; element != nil && element.Kind == ast.Int && element.Signed && element.Bits == 8*size {
		return element.Bits
	}
	return 0
}

func (s *sample) byteAt(at cell) byte {
	if b, ok := s.given[at]; ok {
		return b
	}
	pointer, _, _ := strings.Cut(at.object, "@")
	element := s.behind[pointer]
	if element == nil {
		return 0
	}
	size := int64(s.sizes[at.object])
	within := (at.offset%size + size) % size
	index := (at.offset - within) / size
	return byte(s.bitsOf(element, s.element(at.object, index)) >> (8 * within))
}

// element is the number in an element of memory.
func (s *sample) element(object string, index int64) uint64 {
	if !s.isCount {
		return fills[s.fill](uint64(index), s.drawn(object, index))
	}
	if uint64(index) < s.arg {
		return 1
	}
	return 0
}

// drawn is a number for an element of memory, the same in each run.
func (s *sample) drawn(object string, index int64) uint64 {
	h := fnv.New64a()
	fmt.Fprint(h, s.fill, s.arg, s.withWitness, object, index)
	const mix = 0x9e3779b97f4a7c15 // the last bytes hashed reach the high bits only so
	return h.Sum64() * mix >> 32
}
