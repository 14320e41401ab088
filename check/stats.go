package check

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/internal/legible"
)

// Stats account for a run: what was read, what was analysed, and what was not,
// each with its reason and place. It is what --stats writes.
type Stats struct {
	Files int `json:"files"`
	Units int `json:"units"`
	// FailedUnits did not parse, or with errors, or ran out of a budget, or were
	// interrupted.
	FailedUnits int `json:"failed_units"`
	// Parses of all units together, and the units that were parsed more than once.
	Parses      int        `json:"parses"`
	ParsedAgain int        `json:"parsed_again"`
	ParseErrors ParseStats `json:"parse_errors"`
	// Kernels and device functions are counted once per template instantiation.
	Kernels         int         `json:"kernels"`
	DeviceFunctions int         `json:"device_functions"`
	Launches        LaunchStats `json:"launches"`
	// Roots interpreted and instructions executed, over all models.
	Roots       int      `json:"roots"`
	Steps       int      `json:"steps"`
	Collectives Coverage `json:"collectives"`
	Barriers    Coverage `json:"barriers"`
	// Interrupted are the files with units that an interruption came before.
	Interrupted []Reason `json:"interrupted"`
	// Budgets are the roots whose budget ran out.
	Budgets []Reason `json:"budgets"`
	// NotModelled lists what the analysis had to treat as unknown.
	NotModelled []Reason `json:"not_modelled"`
	// Suppressed and Hidden findings: by a comment; potential and not asked for.
	Suppressed int `json:"suppressed"`
	Hidden     int `json:"hidden_potential"`
	// Undecided questions, whether they are asked for or not.
	Undecided int `json:"undecided"`
	// Seconds by phase, summed over the units that run in parallel; "total" is
	// the time that passed.
	Seconds map[string]float64 `json:"seconds"`
}

// ParseStats are the errors of the parser, and the units that have any outside the built-in
// headers.
type ParseStats struct {
	// User errors are those in units that found all headers, Absent those in the others: the
	// missing headers and what may come of it.
	User        int      `json:"user"`
	UserUnits   int      `json:"user_units"`
	Absent      int      `json:"absent_header"`
	AbsentUnits int      `json:"absent_header_units"`
	Headers     int      `json:"headers"`
	Places      []Reason `json:"places"`
}

// inSource reports errors outside the built-in headers.
func (p *ParseStats) inSource() bool { return p.User+p.Absent > 0 }

// add books the errors of a unit.
func (p *ParseStats) add(u *ParseStats) {
	p.User += u.User
	p.UserUnits += min(u.User, 1)
	p.Absent += u.Absent
	p.AbsentUnits += min(u.Absent, 1)
	p.Headers += u.Headers
	p.Places = append(p.Places, u.Places...)
}

// Coverage is what became of the collectives found in the syntax trees: calls
// in the source, counted once whatever the number of units and instantiations.
type Coverage struct {
	Found       int `json:"found"`
	Exact       int `json:"exact"`
	Approximate int `json:"approximate"`
	NotReached  int `json:"not_reached"`
	NotAnalysed int `json:"not_analysed"`
	// NotCompiled are not among those found: the preprocessor leaves them out of every
	// unit. They are known by name only, so a library's wrappers are not among them.
	NotCompiled int      `json:"not_compiled"`
	Reasons     []Reason `json:"reasons"`
}

// Reason is why something is as it is, at a place.
type Reason struct {
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
	// What it is about: "approximate", the name of a collective or of a kernel.
	What string `json:"what,omitempty"`
	Text string `json:"reason"`
}

// MarshalJSON writes the texts, which come from the code, as they may be shown.
func (r Reason) MarshalJSON() ([]byte, error) {
	type plain Reason
	r.File, r.What, r.Text = legible.Text(r.File), legible.Name(r.What), legible.Text(r.Text)
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(plain(r))
	return out.Bytes(), err
}

// Place is path:line:column, as much of it as is known.
func (r Reason) Place() string {
	if r.Line == 0 {
		return r.File
	}
	return fmt.Sprintf("%s:%d:%d", r.File, r.Line, r.Column)
}

func reasonAt(pos ast.Pos, what, text string) Reason {
	return Reason{pos.File, pos.Line, pos.Column, what, text}
}

func compareReasons(a, b Reason) int {
	return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line),
		cmp.Compare(a.Column, b.Column), cmp.Compare(a.What, b.What), cmp.Compare(a.Text, b.Text))
}

// sorted puts reasons in order, each once; none are an empty list, not null.
func sorted(reasons []Reason) []Reason {
	if reasons == nil {
		return []Reason{}
	}
	slices.SortFunc(reasons, compareReasons)
	return slices.Compact(reasons)
}

var statusNames = [...]string{notReached: "not reached", exact: "exact",
	approximate: "approximate", notAnalysed: "not analysed"}

// count adds one site.
func (c *Coverage) count(s *site) {
	c.Found++
	switch s.status {
	case exact:
		c.Exact++
		return
	case approximate:
		c.Approximate++
	case notReached:
		c.NotReached++
	case notAnalysed:
		c.NotAnalysed++
	}
	c.Reasons = append(c.Reasons, reasonAt(s.pos, s.name, statusNames[s.status]+": "+s.reason))
}

// Write writes the figures as indented JSON.
func (s *Stats) Write(w io.Writer) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(s)
}

// Words says the same for a person, a line each.
func (s *Stats) Words() []string {
	lines := []string{
		fmt.Sprintf("files: %d, units: %d, incomplete: %d; kernels: %d, device functions: %d",
			s.Files, s.Units, s.FailedUnits, s.Kernels, s.DeviceFunctions),
		fmt.Sprintf("parses: %d, units parsed more than once: %d", s.Parses, s.ParsedAgain),
		s.ParseErrors.words(),
		"warp collectives: " + s.Collectives.words(),
		"block barriers: " + s.Barriers.words(),
		fmt.Sprintf("launches: %d found, %d with all blocks known", s.Launches.Found, s.Launches.Known),
		fmt.Sprintf("roots: %d, instructions interpreted: %d", s.Roots, s.Steps),
	}
	for _, list := range []struct {
		name    string
		reasons []Reason
	}{
		{"unit", s.Interrupted}, {"parse error", s.ParseErrors.Places}, {"collective", s.Collectives.Reasons},
		{"barrier", s.Barriers.Reasons}, {"launch", s.Launches.Reasons},
		{"budget", s.Budgets}, {"not modelled", s.NotModelled},
	} {
		for _, r := range list.reasons {
			lines = append(lines, r.words(list.name))
		}
	}
	return lines
}

func (p *ParseStats) words() string {
	text := fmt.Sprintf("parse errors: %d in user code, %d in headers", p.User, p.Headers)
	if p.Absent > 0 {
		text += fmt.Sprintf(", %d in units without all their headers (%d)", p.Absent, p.AbsentUnits)
	}
	return text
}

func (r Reason) words(kind string) string {
	if r.What != "" {
		kind += " " + r.What
	}
	return fmt.Sprintf("%s: %s: %s", r.Place(), kind, r.Text)
}

func (c *Coverage) words() string {
	text := fmt.Sprintf("%d found, %d exact, %d approximate, %d not reached, %d not analysed",
		c.Found, c.Exact, c.Approximate, c.NotReached, c.NotAnalysed)
	if c.NotCompiled > 0 {
		text += fmt.Sprintf("; %d not compiled", c.NotCompiled)
	}
	return text
}

// clock measures the phases of one unit.
type clock struct {
	seconds map[string]float64
	started time.Time
}

func newClock() *clock { return &clock{seconds: map[string]float64{}, started: time.Now()} }

// lap books the time since the last lap on a phase.
func (c *clock) lap(phase string) {
	now := time.Now()
	c.seconds[phase] += now.Sub(c.started).Seconds()
	c.started = now
}
