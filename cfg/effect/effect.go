// Package effect is the table of what the engines do not compute: for each function of a library or of the
// compiler, and each PTX instruction, what its value may be, what memory it may read and write, whether it may
// wait for other lanes, and whether it returns.
//
// The lowering makes instructions that carry their [Row]. Both engines, the slices, the search
// for races and the list of what is not modelled read that row, and know no name. A function without a row is
// defined elsewhere: it may do anything (see [Anything]).
//
//	printf("%d", s[l]);     reads what it is given, waits for nobody: no order of accesses
//	report(l);              declared only: it may hold a barrier
package effect

// Row says what an operation may do that is not computed.
type Row struct {
	Value Value
	// Reads and Writes are the operands behind which it may read and write.
	Reads, Writes Operands
	// Waits: it may wait for what other lanes do, and so order their accesses to memory.
	Waits bool
	// Ends: it does not come back.
	Ends bool
}

// Value says what the result of an operation may be. What is stored through the operands that [Stores] names is as its result.
type Value int

// The values.
const (
	// PerLane may be anything, in each lane.
	PerLane Value = iota
	// OfOperands is the same wherever the operands are the same. Without operands it is one value for all lanes.
	OfOperands
	// Fresh is the address of memory that no other pointer reaches.
	Fresh
	// NoValue: it yields nothing.
	NoValue
)

// Operands is a set of operands, by number.
type Operands uint16

// Sets of operands: no memory is touched, the target of the first operand, the targets of all operands, and also all
// memory that can be reached from there or whose address somebody keeps.
const (
	None     Operands = 0
	First    Operands = 1
	Second   Operands = 2
	All      Operands = 1<<15 - 1
	Anywhere Operands = 1<<16 - 1
)

// beyond is the number of operands that are distinguished.
const beyond = 14

// Has reports an operand of the set.
func (o Operands) Has(n int) bool { return o>>min(n, beyond)&1 != 0 }

// IsAnywhere reports a set that is not bounded by the operands.
func (o Operands) IsAnywhere() bool { return o == Anywhere }

// Anything is what a function may do that somebody else defines.
func Anything() Row { return Row{Reads: Anywhere, Writes: Anywhere, Waits: true} }

// Gap is what an expression may do that could not be lowered and that calls nothing.
func Gap() Row { return Row{Reads: Anywhere, Writes: Anywhere} }

// IsNothing reports a row of what no engine would see.
func (r Row) IsNothing() bool {
	return r.Value == NoValue && r.Reads == None && r.Writes == None && !r.Waits && !r.Ends
}

// IsFunction reports a row of what is a function of its operands and does nothing else.
func (r Row) IsFunction() bool {
	return r.Value == OfOperands && r.Reads == None && r.Writes == None && !r.Waits && !r.Ends
}
