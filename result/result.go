// Package result holds the result of the analysis of a unit as plain data, which can be written, read, compared and
// merged by any process.
//
//	plan (package check) ──job──▶ analysis ──[Unit]──▶ merge (package check)
//
// A unit is a file with one compile command and one architecture. Its result has no pointer to a syntax tree, and does
// not depend on other units. Some facts depend on all units: that another unit's kernels run a function, that several
// units include a header, that a suppression silences nothing. The merge finds these facts, and the result has the data
// that the merge needs for this. So a result may be made by any process: this one, a worker (package worker), an
// earlier run, or another machine.
//
// Files are named as in positions. Symbolic links in the names are not resolved, because the merge does that.
//
// # The encoding
//
// [Encode] writes CBOR (RFC 8949) in its deterministic form, so that equal values become equal bytes. JSON was the
// other candidate. It loses bytes that are not UTF-8, which names of files and texts of a checked tree may contain, but
// the report must be the same byte for byte. gob keeps them, but it promises no determinism and is not made to read
// untrusted data.
//
// Encoded data begins with the schema's name and its version. The version is a digest of the types themselves, so it
// changes whenever they do. A reader accepts only its own version ([VersionError]): results of another version are not
// read, because they can be made again. A reader may be given any bytes: lengths and nesting are limited, and bytes
// left over after a value are an error.
package result

import (
	"cmp"

	"github.com/warpcheck/warpcheck/cfg/identity"
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
	// Failed reports whether a part was not parsed or not analysed.
	Failed bool

	// Files lists the files that the parse read, with the stand-ins.
	Files []string
	// Entered counts how often each file of the user was read. Skipped lists the places that conditions left out
	// (ast.Unit).
	Entered map[string]int
	Skipped []source.Pos
	// Defining is the set of the files that define a kernel or a device function.
	Defining map[string]bool

	// Functions maps each function to whether it is a kernel. The name of a function is unique across units. The map is
	// nil if the functions are not known.
	Functions map[string]bool
	// Kernels lists the names of the kernels in the unit, as messages show them.
	Kernels []string
	// Covered lists the functions that were analysed as part of a kernel that calls them.
	Covered []Function
	// Launched lists the kernels whose block the configuration states. It also lists the kernels that this unit
	// launches, if each of these launches is certain to start the kernel. Unlaunched lists the kernels that nothing in
	// this unit launches and whose block is not configured.
	Launched   []Function
	Unlaunched []Kernel
	// Starts lists the launches of kernels that this unit only declares. Defined lists the kernels that it defines and
	// that other units may launch.
	Starts  []Start
	Defined []Definition
	// Sites lists the calls of collectives, by place.
	Sites []Site
	// Pictures lists drawings of the lanes at the calls of collectives, if the request wants them.
	Pictures []Picture
	// Launches lists the launches of kernels in host code, by place.
	Launches []Launch

	ParseErrors ParseErrors
	// Absent lists the headers that were not found, with the places of their #include. Names that only they declare are
	// not known.
	Absent []Reason
	// Lacking lists the headers among Absent without which the parser is known to have dropped code of the project.
	Lacking []string
	// TimesParsed is the number of times that the parser ran.
	TimesParsed int
	// Roots counts the roots, Steps the interpreted instructions. Work is the work of all roots, in units of term.Meter.
	Roots, Steps, Work int
	Budgets            []Reason
	NotModelled        []Reason
	// Seconds maps the name of a phase to the seconds that it took.
	Seconds map[string]float64

	// Repairs are proposals for the findings, if the request wants them.
	Repairs *Repairs
}

// Files holds the files that a parse read, and the lines that it left out.
type Files struct {
	// Read are all files that were read, with the stand-ins. The other fields are as in [Unit].
	Read     []string
	Entered  map[string]int
	Skipped  []source.Pos
	Defining map[string]bool
}

// Fail records that something was not analysed, with its place and a message.
func (u *Unit) Fail(pos source.Pos, text string) {
	u.Failed = true
	u.Notices = append(u.Notices, rules.Notice{Severity: rules.Error, Pos: pos, Text: text, Incomplete: true})
}

// Place is the start of a position. Sites with the same place are one site.
type Place struct {
	File         string
	Line, Column int
}

// PlaceOf returns the place at which a position starts.
func PlaceOf(p source.Pos) Place { return Place{p.File, p.Line, p.Column} }

// Function identifies a function by the place of its declaration. Instance is its name with template arguments, or ""
// for the template itself.
type Function struct {
	At       Place
	Instance string
}

// Kernel is a kernel, with its name in findings.
type Kernel struct {
	Name string
	Function
}

// FunctionOf converts the function of a finding to a function of a result.
func FunctionOf(f rules.Function) Function { return Function{PlaceOf(f.Pos), f.Instance} }

// Site is one call of a collective in the user's code. For a library's wrapper, such as a method of a cooperative
// group, it is the user's call of the wrapper.
type Site struct {
	Pos  source.Pos
	Name string
	// Block reports whether the collective is a barrier of the whole block.
	Block bool
	// Open reports whether the arguments of a template decide which function is called.
	Open   bool
	Status Status
	Reason string
	// Alone lists the functions in which the call was analysed, if no known kernel runs any of them. Otherwise it is
	// nil.
	Alone []Function
}

// Picture shows the lanes at a call of a collective in one context.
type Picture struct {
	Pos     source.Pos
	Name    string
	Context rules.Context
	lanes.Picture
}

// Status states how well a site was analysed. The worst status is the last one. Several analyses of one site are joined
// to the worst status. A site counts as reached if some instantiation reaches it, because NotReached is the least
// status.
type Status int

// The statuses.
const (
	NotReached Status = iota
	Exact
	Approximate
	NotAnalysed
)

// Add joins the status of another analysis of the site to s.
func (s *Site) Add(other *Site) {
	if other.Status > s.Status {
		s.Status, s.Reason = other.Status, other.Reason
	}
}

// Launch is a place in host code that launches kernels.
type Launch struct {
	At Reason
	// Known reports whether all blocks that are launched here are constants. If some block is not, Why is the reason
	// for one of them.
	Known bool
	Why   string
	// Blocks lists the constant blocks that are launched here.
	Blocks []warp.Shape
	// ByOtherUnit reports whether the launch is in another unit, at Pos.
	ByOtherUnit bool
	Pos         source.Pos
}

// ParseErrors holds the errors of the parser in a unit.
type ParseErrors struct {
	// User counts the errors of a unit that found all its headers. Absent counts the errors of any other unit: headers
	// that were not found, and errors that may follow from that. Headers counts errors in built-in headers.
	User, Absent, Headers int
	Places                []Reason
}

// InSource reports whether there are errors outside the built-in headers.
func (p *ParseErrors) InSource() bool { return p.User+p.Absent > 0 }

// Repairs holds proposals that are not proved yet, and the data that a proof compares with the edited unit.
type Repairs struct {
	Proposals []Proposal
	// Setbacks counts errors of the parser and parts that were not analysed. A repair must not increase this number.
	Setbacks int
	// Roots lists the results for the roots of the unit, if it has proposals. An edit leaves most of them unchanged.
	Roots []Root
	// Arch is the architecture of this result. Found has the flags and headers with which the unit was read in addition
	// to the user's flags. Searched reports whether headers were searched for in the project.
	Arch     warp.Arch
	Found    load.Found
	Searched bool
}

// Proposal holds the repairs that may be right for a finding, or the reason why there are none.
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

// FoundOf returns the key and the place of a finding, which identify it across runs.
func FoundOf(f *rules.Finding) Found { return Found{f.Key, PlaceOf(f.Pos)} }

// CompareFound orders findings by place and rule.
func CompareFound(a, b Found) int {
	return cmp.Or(ComparePlaces(a.At, b.At), cmp.Compare(a.Key, b.Key))
}

// Root is the result for one root. Is identifies the root (identity.InReadings). Setbacks is the number of parts of the
// root that were not analysed.
type Root struct {
	Is       identity.Key
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
