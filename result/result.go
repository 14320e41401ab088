// Package result is what the analysis of a unit comes to, as a value: plain data that is written,
// read, compared and merged, whoever made it.
//
//	plan (package check) ──job──▶ analysis ──[Unit]──▶ merge (package check)
//
// A unit is a file under one command and one architecture. Its result holds no pointer to a syntax
// tree and nothing that depends on other units: what only all units together tell (a function that
// another unit's kernels run, a header that several include, a suppression that silences nothing)
// is left to the merge, and what the merge needs to know for it is here. So it is the same where a
// result comes from: this process, a worker (package worker), a cache, another machine.
//
// Files are named as in positions, never by where they lie when links are followed: that is found
// out by who merges.
//
// # The encoding
//
// [Encode] writes CBOR (RFC 8949) in its deterministic form, so that equal values are equal bytes.
// JSON was the other candidate; it loses bytes that are not UTF-8, which names of files and texts
// of a checked tree may have, and the report must be the same byte for byte. gob keeps them but
// promises no determinism, and is not made to read what others wrote.
//
// What is encoded begins with the schema's name and its version, which is a digest of the types
// themselves: nobody can forget to raise it. A reader takes its own version
// and refuses every other one ([VersionError]): there is no reading of older ones, since whoever
// has an old result can have a new one made.
// A reader may be given anything: lengths are bounded, nesting is, and what is left over behind a
// value is an error.
package result

import (
	"cmp"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/load"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// Unit is the result of one unit.
type Unit struct {
	Findings []rules.Finding
	Notices  []rules.Notice
	// Failed reports that a part was not parsed or not analysed.
	Failed bool

	// Files that the parse read, with the stand-ins.
	Files []string
	// Entered counts how often a file of the user was read, and Skipped is what conditions left
	// out of it (ast.Unit).
	Entered map[string]int
	Skipped []source.Pos
	// Defining are the files with a kernel or device function.
	Defining map[string]bool

	// Functions by a name that is unique across units: true for a kernel. nil if they are not known.
	Functions map[string]bool
	// Kernels are the names alone.
	Kernels []string
	// Covered are the functions that were analysed as some kernel runs them.
	Covered []Function
	// Launched are the kernels that this unit launches, always with a known block, and that were analysed so.
	// Unlaunched are those that nothing here launches.
	Launched   []Function
	Unlaunched []Kernel
	// Sites are the calls of collectives, by place.
	Sites []Site
	// Pictures are of these calls, where they were asked for.
	Pictures []Picture
	// Launches of kernels in host code, by place.
	Launches []Launch

	ParseErrors ParseErrors
	// Absent are the headers that were not found, each where it is asked for. What only they declare is not known.
	Absent []Reason
	// TimesParsed is how often the parser ran.
	TimesParsed int
	// Work is the work of all roots, in units of term.Meter.
	Roots, Steps, Work int
	Budgets            []Reason
	NotModelled        []Reason
	// Seconds that the phases took.
	Seconds map[string]float64

	// Repairs are proposals for the findings, if they were asked for.
	Repairs *Repairs
}

// Files are the files and lines that a parse read and left out.
type Files struct {
	// Read are all files, with the stand-ins. The others are as in [Unit].
	Read     []string
	Entered  map[string]int
	Skipped  []source.Pos
	Defining map[string]bool
}

// Fail records that something was not analysed, and where.
func (u *Unit) Fail(pos source.Pos, text string) {
	u.Failed = true
	u.Notices = append(u.Notices, rules.Notice{Severity: rules.Error, Pos: pos, Text: text, Incomplete: true})
}

// Place is the start of a position. Sites at one place are one site.
type Place struct {
	File         string
	Line, Column int
}

// PlaceOf is where a position begins.
func PlaceOf(p source.Pos) Place { return Place{p.File, p.Line, p.Column} }

// Function is a function by its declaration; Instance is "" for a template.
type Function struct {
	At       Place
	Instance string
}

// Kernel is a kernel with the name that findings have for it.
type Kernel struct {
	Name string
	Function
}

// FunctionOf is one of a finding.
func FunctionOf(f rules.Function) Function { return Function{PlaceOf(f.Pos), f.Instance} }

// Site is one call of a collective in the user's code. A library's wrapper (a cooperative group's
// method) counts where the user calls it.
type Site struct {
	Pos  source.Pos
	Name string
	// Block reports a barrier of the whole block.
	Block bool
	// Open reports that a template's arguments decide which function is called.
	Open   bool
	Status Status
	Reason string
	// Alone are the functions that it was analysed in, if no kernel is known to run any of them.
	Alone []Function
}

// Picture shows the lanes at a call of a collective in one context.
type Picture struct {
	Pos     source.Pos
	Name    string
	Context rules.Context
	lanes.Picture
}

// Status of a site, the worst last. Several analyses of one site are joined to the worst status; a site that one
// instantiation reaches and another does not is reached.
type Status int

// The statuses.
const (
	NotReached Status = iota
	Exact
	Approximate
	NotAnalysed
)

// Add joins the status of another analysis of the site.
func (s *Site) Add(other *Site) {
	if other.Status > s.Status {
		s.Status, s.Reason = other.Status, other.Reason
	}
}

// Launch says for the launches at a place why the block is not known, "" if it is.
type Launch struct {
	At Reason
	// Known reports that all blocks launched here are constants. Else Why says what hides one.
	Known bool
	Why   string
}

// ParseErrors are the errors of the parser in a unit.
type ParseErrors struct {
	// User errors are those of a unit that found all headers. Absent errors are those of any other unit: the
	// missing headers and the errors that may follow from them. Headers are errors in built-in headers.
	User, Absent, Headers int
	Places                []Reason
}

// InSource reports errors outside the built-in headers.
func (p *ParseErrors) InSource() bool { return p.User+p.Absent > 0 }

// Repairs are proposals that are not proved yet.
type Repairs struct {
	Proposals []Proposal
	// Setbacks counts errors of the parser and parts that are not analysed. A repair must not add to them.
	Setbacks int
	// Roots are those of the unit, if it has proposals. Edits leave most of them unchanged.
	Roots []Root
	// Arch is the architecture of this result, Found what the unit was read with, and Searched
	// reports that headers were looked for.
	Arch     warp.Arch
	Found    load.Found
	Searched bool
}

// Proposal has the repairs that may be right for a finding, or the reason why there is none.
type Proposal struct {
	For     Found
	Repairs []rules.Repair
	Why     rules.Unrepaired
}

// Found is the identity of a finding: the key of its rule, and its place.
type Found struct {
	Key string
	At  Place
}

// FoundOf is the identity of a finding.
func FoundOf(f *rules.Finding) Found { return Found{f.Key, PlaceOf(f.Pos)} }

// CompareFound orders findings by place and rule.
func CompareFound(a, b Found) int {
	return cmp.Or(ComparePlaces(a.At, b.At), cmp.Compare(a.Key, b.Key))
}

// Root is the result of a root, which its digest identifies: its findings and its share of the setbacks.
type Root struct {
	Is       cfg.Digest
	Found    []Found
	Setbacks int
}

// ComparePlaces orders places.
func ComparePlaces(a, b Place) int {
	return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
}

// CompareFunctions orders functions by their places.
func CompareFunctions(a, b Function) int {
	return cmp.Or(ComparePlaces(a.At, b.At), cmp.Compare(a.Instance, b.Instance))
}
