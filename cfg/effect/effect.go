// Package effect is the table of operations that the engines do not compute. For each function of a library or of the
// compiler, and for each PTX instruction, it states which value the operation may return, which memory it may read and
// write, whether it may wait for other lanes, and whether it returns.
//
// The lowering puts a [Row] into the instructions of these operations. Everything that depends on their effects uses
// only this row, and no names: both engines, the slices, the search for races, and the list of operations that are not
// modelled. A function without a row is defined elsewhere, and may do anything (see [Anything]).
//
//	printf("%d", s[l]);     reads its operands, waits for no lane: does not order accesses
//	report(l);              declared only: it may hold a barrier
package effect

// Row states what an operation may do that the engines do not compute.
type Row struct {
	Value Value
	// Reads and Writes are the operands whose targets the operation may read and write.
	Reads, Writes Operands
	// Waits: the operation may wait for actions of other lanes, and so order their accesses to memory.
	Waits bool
	// Ends: the operation never returns.
	Ends bool
}

// Value states how the result of an operation is determined. Values that the operation stores through its pointers are
// of the same kind.
type Value int

// The values.
const (
	// PerLane: the value may be anything, and may differ in each lane.
	PerLane Value = iota
	// OfOperands: the value is a function of the operands, so equal operands give equal values. Without operands it is
	// the same in all lanes.
	OfOperands
	// Fresh: the value is the address of memory that no other pointer reaches.
	Fresh
	// NoValue: the operation has no result.
	NoValue
)

// Operands is a set of operands, by number.
type Operands uint16

// Sets of operands that an operation accesses as addresses. None: no memory is accessed. First, Second, All: the
// targets of these operands. Anywhere: also all memory that is reachable from these targets, or whose address was
// stored somewhere.
const (
	None     Operands = 0
	First    Operands = 1
	Second   Operands = 2
	All      Operands = 1<<15 - 1
	Anywhere Operands = 1<<16 - 1
)

// beyond is the number of operands that have a bit of their own in a set. All further operands share one bit.
const beyond = 14

// Has reports whether operand n is in the set.
func (o Operands) Has(n int) bool { return o>>min(n, beyond)&1 != 0 }

// IsAnywhere reports whether the set covers more memory than the targets of operands.
func (o Operands) IsAnywhere() bool { return o == Anywhere }

// Anything returns the row of a function that is defined elsewhere, and so may do anything.
func Anything() Row { return Row{Reads: Anywhere, Writes: Anywhere, Waits: true} }

// Gap returns the row of an expression that could not be lowered and that calls nothing.
func Gap() Row { return Row{Reads: Anywhere, Writes: Anywhere} }

// IsNothing reports whether the operation has no result and no effect that an engine models.
func (r Row) IsNothing() bool {
	return r.Value == NoValue && r.Reads == None && r.Writes == None && !r.Waits && !r.Ends
}

// IsFunction reports whether the operation is a function of its operands and does nothing else.
func (r Row) IsFunction() bool {
	return r.Value == OfOperands && r.Reads == None && r.Writes == None && !r.Waits && !r.Ends
}
