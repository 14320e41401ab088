// Package source has places in source files and what a parser says of them.
package source

// Pos is a place in a source file. Line and Column count from 1 and columns
// are bytes, as clang gives them. A zero Line means that no place is known.
type Pos struct {
	File         string
	Line, Column int
	// EndLine and EndColumn is where the construct's last token ends
	// (exclusive column).
	EndLine, EndColumn int
	// Offset is the byte offset of the start in File.
	Offset int
	// Macro is where the text stands inside a macro's definition, when the
	// construct comes from a macro: then File, Line and Column are the place
	// of the expansion that the user wrote. nil outside macros.
	Macro *Pos
	// System reports a system or toolkit header, one of the embedded stand-ins, or
	// what the compiler writes in a member: code that is not the user's.
	System bool
}

// IsAt reports a construct that begins at the same place.
func (p Pos) IsAt(other Pos) bool {
	return p.File == other.File && p.Line == other.Line && p.Column == other.Column
}

// Holds reports a place that is within a construct, in its file.
func (p Pos) Holds(place Pos) bool {
	begins := place.Line > p.Line || place.Line == p.Line && place.Column >= p.Column
	ends := place.Line < p.EndLine || place.Line == p.EndLine && place.Column < p.EndColumn
	return p.File == place.File && begins && ends
}

// Severity of a parser diagnostic.
type Severity int

// The severities that matter: everything milder is dropped.
const (
	Warning Severity = iota
	Error
	Fatal
)

// Diagnostic is one message of the parser.
type Diagnostic struct {
	Severity Severity
	Pos      Pos
	Text     string
}
