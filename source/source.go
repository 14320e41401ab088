// Package source has places in source files, and the messages of a parser about them.
package source

// Pos is a place in a source file. Line and Column count from 1, and columns count bytes, as in clang. A Line of zero
// means that the place is not known.
type Pos struct {
	File         string
	Line, Column int
	// EndLine and EndColumn are where the last token of the construct ends (the column is exclusive).
	EndLine, EndColumn int
	// Offset is the byte offset of the start in File.
	Offset int
	// Macro is the place inside a macro's definition if the construct is in one, else nil. File, Line and Column are
	// then the place of the expansion that the user wrote.
	Macro *Pos
	// System reports whether the code at the place is not the user's. It is in a system or toolkit header or in an
	// embedded stand-in, or the compiler generated it in a member.
	System bool
}

// IsAt reports whether both constructs begin at the same place.
func (p Pos) IsAt(other Pos) bool {
	return p.File == other.File && p.Line == other.Line && p.Column == other.Column
}

// Holds reports whether place is within the construct at p, in one file.
func (p Pos) Holds(place Pos) bool {
	begins := place.Line > p.Line || place.Line == p.Line && place.Column >= p.Column
	ends := place.Line < p.EndLine || place.Line == p.EndLine && place.Column < p.EndColumn
	return p.File == place.File && begins && ends
}

// Severity is the severity of a parser diagnostic.
type Severity int

// The severities that matter. Milder messages are dropped.
const (
	Warning Severity = iota
	Error
	Fatal
)

// Diagnostic is one message of the parser.
type Diagnostic struct {
	Severity Severity
	Pos      Pos
	// Text is for people. What a decision needs is in the other fields.
	Text string
	Kind Kind
	// Name and Of are the first two names in the message, for the kinds that use them.
	Name, Of string
	// Missing is the header that an include names and that is not found; "" in other messages.
	Missing string
}
