package rules

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/internal/linetext"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/lanes/detail"
	"github.com/warpcheck/warpcheck/sim"
	"github.com/warpcheck/warpcheck/warp"
)

// memoryCells bounds the number of runs of equal cells that a witness lists of one object. memoryObjects bounds the
// number of objects. The list must stay readable.
const (
	memoryCells   = 8
	memoryObjects = 4
)

// launchNames maps the registers of a launch that a witness may fix to their CUDA names.
var launchNames = map[cfg.SpecialReg]string{
	cfg.NTidX: "blockDim.x", cfg.NTidY: "blockDim.y", cfg.NTidZ: "blockDim.z",
	cfg.CtaidX: "blockIdx.x", cfg.CtaidY: "blockIdx.y", cfg.CtaidZ: "blockIdx.z",
	cfg.NCtaidX: "gridDim.x", cfg.NCtaidY: "gridDim.y", cfg.NCtaidZ: "gridDim.z",
	cfg.Clock: "clock", cfg.DynamicShared: "dynamic shared memory size",
	cfg.SmID: "smid", cfg.NSmID: "nsmid",
	cfg.ClusterX: "clusterDim.x", cfg.ClusterY: "clusterDim.y", cfg.ClusterZ: "clusterDim.z",
	cfg.WarpID: "warp id", cfg.NWarpID: "number of warps",
}

// witnessLines returns lines that describe the input of a verdict: the launch, the arguments, the memory, and the lanes
// that result.
func witnessLines(v *lanes.Verdict) []string {
	if v.Witness == nil {
		return nil
	}
	lines := inputLines(v.Witness)
	lines = append(lines, togetherLines(v.Witness.Together)...)
	lines = append(lines, resultLine(v))
	return lines
}

// inputLines returns lines that describe the launch, the arguments and the memory.
func inputLines(w *lanes.Witness) []string {
	lines := []string{launchLine(w)}
	var arguments []string
	for _, arg := range w.Args {
		arguments = append(arguments, fmt.Sprintf("%s = %s", arg.Name, argumentText(w.Root, arg)))
	}
	if arguments != nil {
		lines = append(lines, strings.Join(arguments, ", "))
	}
	return append(lines, memoryLines(w.Root, w.Memory)...)
}

func launchLine(w *lanes.Witness) string {
	parts := []string{"block " + w.Shape.String(), fmt.Sprintf("warp %d", w.Warp)}
	switch {
	case w.OtherBlock != nil:
		parts[1] = fmt.Sprintf("warp %d waits and warp %d of block (%d, %d, %d) stays away",
			w.Warp, *w.Other, w.OtherBlock[0], w.OtherBlock[1], w.OtherBlock[2])
	case w.RacesWith != nil:
		parts[1] = fmt.Sprintf("warps %d and %d", w.Warp, *w.RacesWith)
	case w.Other != nil:
		parts[1] = fmt.Sprintf("warp %d waits and warp %d stays away", w.Warp, *w.Other)
	}
	var registers []cfg.SpecialReg
	for register := range w.Special {
		if launchNames[register] != "" {
			registers = append(registers, register)
		}
	}
	slices.Sort(registers)
	for _, register := range registers {
		parts = append(parts, fmt.Sprintf("%s = %d", launchNames[register], w.Special[register]))
	}
	return strings.Join(parts, ", ")
}

// togetherLines returns lines that list the groups of lanes that run together at each __activemask. Equal iterations of
// a loop are listed once:
//
//	__activemask() in line 7 may name any part of the lanes that come: here come lanes 0, 2-31 together, and lane 1
func togetherLines(list []lanes.Together) []string {
	var lines []string
	for _, t := range list {
		if line := togetherLine(t); !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	if more := len(lines) - maxListed; more > 0 {
		lines = append(lines[:maxListed], fmt.Sprintf("%d more such groups of lanes come to __activemask()", more))
	}
	return lines
}

func togetherLine(t lanes.Together) string {
	groups := map[uint8]warp.Lanes{}
	var order []uint8
	for l, key := range t.Keys {
		if groups[key] == 0 {
			order = append(order, key)
		}
		groups[key] |= 1 << l
	}
	var words []string
	for _, key := range order {
		words = append(words, groups[key].Words())
	}
	if more := len(words) - maxListed; more > 0 {
		words = append(words[:maxListed], fmt.Sprintf("%d more groups", more))
	}
	together := words[0] + " together"
	if len(words) > 1 {
		together += ", and " + strings.Join(words[1:], ", and ")
	}
	return fmt.Sprintf("__activemask() in %s may name any part of the lanes that come: here come %s", linetext.Of(t.Site.Pos), together)
}

// resultLine returns a line that lists which lanes arrive, are elsewhere or have exited under the witness.
func resultLine(v *lanes.Verdict) string {
	parts := []string{fmt.Sprintf("%s %s", v.Arrives.Words(), verb(v.Arrives, "arrive"))}
	if v.Elsewhere != 0 {
		parts = append(parts, v.Elsewhere.Words()+" elsewhere")
	}
	absent := nonexistent(&lanes.Context{}, v)
	if left := v.Exited &^ absent; left != 0 {
		parts = append(parts, left.Words()+" exited")
	}
	if absent != 0 {
		parts = append(parts, absent.Words()+" without a thread")
	}
	if _, isRace := v.Detail.(detail.Race); v.Certainty == lanes.Definite && !isRace {
		parts = append(parts, "other input gives other lanes or masks")
	}
	return strings.Join(parts, ", ")
}

// memoryLines returns one line for each object, which lists its cells. Dynamic shared memory has the name that the
// kernel gives it. Adjacent cells with the same value are joined: "d[0] = 1, d[1..31] = 0".
func memoryLines(kernel *cfg.Func, memory []lanes.MemoryValue) []string {
	sorted := slices.Clone(memory)
	if kernel != nil {
		ofProgram, own := kernel.DynamicNames()
		for i := range sorted {
			if sorted[i].Object == ofProgram {
				sorted[i].Object = own
			}
		}
	}
	slices.SortStableFunc(sorted, func(a, b lanes.MemoryValue) int {
		return cmp.Or(cmp.Compare(a.Object, b.Object), cmp.Compare(a.Offset, b.Offset))
	})
	var lines, objects []string
	for len(sorted) > 0 {
		n := slices.IndexFunc(sorted, func(m lanes.MemoryValue) bool {
			return m.Object != sorted[0].Object
		})
		if n < 0 {
			n = len(sorted)
		}
		lines = append(lines, objectLine(kernel, sorted[:n]))
		objects = append(objects, sorted[0].Object)
		sorted = sorted[n:]
	}
	if len(lines) > memoryObjects {
		return append(lines[:memoryObjects], "and values in "+listed(objects[memoryObjects:]))
	}
	return lines
}

// objectLine lists the cells of one object, in order of their offsets. If most cells hold the same value, it lists the
// other cells, and then this value.
func objectLine(kernel *cfg.Func, cells []lanes.MemoryValue) string {
	usual, others := apartFrom(cells)
	if usual == nil {
		return cellRuns(kernel, cells)
	}
	return fmt.Sprintf("%s, all others %s", cellRuns(kernel, others), cellText(kernel, *usual))
}

// leastUsual is the least number of cells with one value that objectLine summarizes as "all others".
const leastUsual = 3

// apartFrom returns in usual a cell with the most frequent value, and in others the cells with different values. The
// frequent value must be in more than half of the cells and in at least leastUsual. Both results are nil if there is no
// such value, if all cells hold one value, or if the cells differ in size.
func apartFrom(cells []lanes.MemoryValue) (usual *lanes.MemoryValue, others []lanes.MemoryValue) {
	counts := map[uint64]int{}
	for i := range cells {
		if cells[i].Size != cells[0].Size {
			return nil, nil
		}
		if counts[cells[i].Value]++; usual == nil || counts[cells[i].Value] > counts[usual.Value] {
			usual = &cells[i]
		}
	}
	for _, c := range cells {
		if c.Value != usual.Value {
			others = append(others, c)
		}
	}
	if n := counts[usual.Value]; len(others) == 0 || n <= len(others) || n < leastUsual {
		return nil, nil
	}
	return usual, others
}

// cellRuns lists cells. It joins adjacent cells with the same value. Beyond memoryCells, it only states how many more
// there are.
func cellRuns(kernel *cfg.Func, cells []lanes.MemoryValue) string {
	var runs []string
	for len(cells) > 0 {
		n := 1
		for n < len(cells) && continues(cells[n-1], cells[n]) && memberText(kernel, cells[n]) == "" {
			n++
		}
		runs = append(runs, runText(kernel, cells[0], cells[n-1]))
		cells = cells[n:]
	}
	if more := len(runs) - memoryCells; more > 0 {
		runs = append(runs[:memoryCells], fmt.Sprintf("and %d more", more))
	}
	return strings.Join(runs, ", ")
}

// memberText names the member that a cell is, if it is in an array of a class: d[3].x. It returns "" for other cells.
func memberText(kernel *cfg.Func, cell lanes.MemoryValue) string {
	t := kernel.TypeOfParameter(cell.Object)
	if !types.IsPointer(t) || t.Elem == nil || t.Elem.Size <= int64(cell.Size) || cell.Offset < 0 {
		return ""
	}
	text, isMember := cfg.ElementBehind(cell.Object, t.Elem, cell.Offset)
	if !isMember {
		return ""
	}
	return text
}

func continues(a, b lanes.MemoryValue) bool {
	return a.Size == b.Size && a.Value == b.Value && b.Offset == a.Offset+int64(a.Size)
}

// runText writes a run of cells with one value, from the first to the last. It writes members, indices, or the byte
// offset if that is no multiple of the cell size.
func runText(kernel *cfg.Func, first, last lanes.MemoryValue) string {
	value := cellText(kernel, first)
	if member := memberText(kernel, first); member != "" {
		return fmt.Sprintf("%s = %s", member, value)
	}
	size := int64(first.Size)
	if size == 0 || first.Offset%size != 0 {
		return fmt.Sprintf("%s at byte %d = %s", first.Object, first.Offset, value)
	}
	from, to := first.Offset/size, last.Offset/size
	if from == to {
		return fmt.Sprintf("%s[%d] = %s", first.Object, from, value)
	}
	return fmt.Sprintf("%s[%d..%d] = %s", first.Object, from, to, value)
}

// argumentText writes the value of an argument, as a floating-point number if the parameter is one.
func argumentText(kernel *cfg.Func, arg lanes.ArgValue) string {
	if t := kernel.TypeOfParameter(arg.Name); isFloat(t) {
		return floatText(arg.Value, t)
	}
	return number(arg.Value, 0, arg.Signed)
}

// cellText writes the value of a cell. It is written as a floating-point number if the parameter points to
// floating-point numbers, or to a class with a floating-point member at this offset.
func cellText(kernel *cfg.Func, cell lanes.MemoryValue) string {
	if t := kernel.NumberBehind(cell.Object, cell.Offset, int64(cell.Size)); isFloat(t) {
		return floatText(cell.Value, t)
	}
	return number(cell.Value, cell.Size, cell.Signed)
}

// isFloat reports whether t is a floating-point type, or a class of one such number.
func isFloat(t *types.Type) bool {
	return t != nil && t.Kind == types.Float || cfg.IsSmallFloat(t)
}

// floatText writes the floating-point number of type t that has these bits.
func floatText(value uint64, t *types.Type) string {
	if t.Kind == types.Record || t.Bits == 16 {
		return strconv.FormatFloat(sim.SmallNumber(t, value), 'g', 5, 64)
	}
	number := math.Float64frombits(value)
	if t.Bits < 64 {
		number = float64(math.Float32frombits(uint32(value)))
	}
	return strconv.FormatFloat(number, 'g', -1, t.Bits)
}

// number writes a value of size bytes, 0 if the size is not known. signed is the number of bits of its type, 0 if the
// type is not known to be signed. A value that may be a mask or a negative number is written in both forms: 0xffffffff
// (-1).
func number(value uint64, size, signed int) string {
	switch {
	case signed > 0 && value>>(signed-1)&1 != 0:
		return fmt.Sprint(int64(value<<(64-signed)) >> (64 - signed))
	case signed > 0:
	case value > math.MaxInt32 && value <= math.MaxUint32 && size != 8:
		return fmt.Sprintf("%#x (%d)", value, int32(value))
	case value > math.MaxInt64:
		return fmt.Sprintf("%#x (%d)", value, int64(value))
	}
	return fmt.Sprint(value)
}
