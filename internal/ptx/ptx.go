// Package ptx parses PTX modules, and the text inside CUDA asm statements: PTX instructions with the compiler's operand
// placeholders in place of registers.
//
// # From text to statements
//
// [Parse] turns the text into a flat list of [Statement]. It also resolves scopes: every mention of a declared register
// points to its [Symbol], so that registers of one name in two scopes are two symbols. A branch has the index of its
// target statement.
//
//	{                                  scope (leaves no statement)
//	 .reg .pred p;                     declares Symbol{p, pred}
//	 setp.ne.b32 p, %0, 0;             Opcode [setp ne b32], Operands p, arg 0, int 0
//	 @!p bra done;                     Pred {p, Negated}, Target 3
//	 shfl.sync.up.b32 %1|p, ...;       Operands[0] arg 1, whose Second is p
//	 done:                             Label
//	}
//
// # From a text to modules
//
// [ParseModules] reads the modules of a file ([Module]): variables, functions with their parameters, and bodies, which
// are statements as those of an asm statement are. Each statement has its line, and the place in the source that the
// last .loc before it names. A register range of a module makes a symbol for each register that is named.
//
// # What is not represented
//
// Constant expressions, prototypes of calls, debug sections and directives other than those above are not represented.
// A statement that cannot be parsed is kept in its place, with its text, its words and an Err; parsing continues after
// the next semicolon. No text makes Parse fail as a whole, or take more time than is proportionate to its length
// (limits.go).
//
// The grammar is that of the PTX ISA, chapters "Syntax" and "State Spaces, Types, and Variables"; the placeholders are
// those of GNU extended asm.
package ptx

import "fmt"

// Statement is one instruction or one label.
type Statement struct {
	// Label is the name of a label. A label is a statement of its own: the other fields are empty.
	Label string
	// Pred is the guard of the instruction, nil if there is none.
	Pred *Predicate
	// Opcode is the instruction split at its dots: "shfl", "sync", "up", "b32".
	Opcode   []string
	Operands []Operand
	// Target is the index of the statement that a branch goes to. It is -1 for any other statement, and for a branch to a
	// label that the text does not have.
	Target int
	// Text is the statement as written, without its semicolon and comments.
	Text string
	// Err is the reason why the statement could not be understood. Such a statement must be assumed to do anything.
	Err error
	// Words lists the names in the statement, each split at its dots like an opcode. It is set only if Err is set.
	// Pasted reports whether the compiler inserts an operand in place of the opcode or of a part of a name. The opcode
	// is then not known.
	Words  [][]string
	Pasted bool
	// Line is the line in the text of a module. Place is the place in the source that the last .loc before the statement
	// names, or nil if there is none.
	Line  int
	Place *Place
	// Table lists the labels of a .branchtargets directive, if this statement is its label. Targets holds the indices
	// of the statements to which a branch through a table (brx.idx) may go. It is nil if the table or one of its labels
	// is not known.
	Table   []string
	Targets []int
}

// Predicate is the guard "@p" or "@!p" of an instruction.
type Predicate struct {
	Register Operand
	Negated  bool
}

// Kind is the kind of an operand.
type Kind int

// The kinds of operand.
const (
	Arg      Kind = iota // %0 or %[name]: Index (-1 when named), Name
	Register             // declared in the text: Symbol
	Special              // %laneid, %tid.x: Name without the percent sign
	Name                 // any other name: a function, a register or variable declared elsewhere
	Sink                 // _: a result that is discarded
	Int                  // an integer: Int
	Float                // Text: the literal
	Vector               // {a, b}: Elems
	Memory               // [a+4] or [a, {b, c}]: Elems, Offset added to the first
	List                 // (a, b) of a call: Elems
)

// Operand is one operand of an instruction.
type Operand struct {
	Kind  Kind
	Index int
	Name  string
	// Component is the element of a vector register: "x" of v.x.
	Component string
	Symbol    *Symbol
	Int       int64
	Text      string
	Elems     []Operand
	Offset    int64
	// Negated reports whether the predicate is inverted: !p.
	Negated bool
	// Part is the part of the operand that a video instruction selects: "h0" of %1.h0, "-h0" of -%1.h0; "" for all of
	// it.
	Part string
	// Second is q of the pair p|q, nil if the operand is no pair.
	Second *Operand
}

// Symbol is a register or variable declared in the text.
type Symbol struct {
	Name string
	// Space is the state space: "reg", "shared", "local", ...
	Space string
	// Type is the fundamental type: "pred", "b32", "u64", ...
	Type string
	// Count is the number of elements of an array, -1 if it is not given, and 0 for a variable that is no array.
	Count int64
	// External reports whether another module defines the variable.
	External bool
	// Values lists the initial values of the variable. It is nil if there are none, or if some are not integers.
	Values []int64
}

// Error is a fault of a statement, with its place in the text.
type Error struct {
	// Line is the line in the text, from 1.
	Line int
	// Problem describes the error in a few words.
	Problem string
}

// Error implements error.
func (e *Error) Error() string { return fmt.Sprintf("ptx line %d: %s", e.Line, e.Problem) }

// Is reports whether the opcode begins with the given parts: Is("shfl", "sync") is true for shfl.sync.up.b32.
func (s *Statement) Is(parts ...string) bool {
	if len(s.Opcode) < len(parts) {
		return false
	}
	for i, part := range parts {
		if s.Opcode[i] != part {
			return false
		}
	}
	return true
}

// Has reports whether the opcode contains the qualifier.
func (s *Statement) Has(qualifier string) bool {
	for i, part := range s.Opcode {
		if i > 0 && part == qualifier {
			return true
		}
	}
	return false
}

// Type returns the last part of the opcode, which is the type for most instructions: "u32". It returns "" for a
// statement without an opcode.
func (s *Statement) Type() string {
	if len(s.Opcode) == 0 {
		return ""
	}
	return s.Opcode[len(s.Opcode)-1]
}
