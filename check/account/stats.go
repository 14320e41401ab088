package account

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/warpcheck/warpcheck/result"
)

// Stats holds the figures of a run: what was read, what was analysed, and what was not, each with its reason and place.
// --stats writes them.
type Stats struct {
	Files int `json:"files"`
	Units int `json:"units"`
	// FailedUnits counts the units that did not parse without errors, ran out of a budget, or were interrupted.
	FailedUnits int `json:"failed_units"`
	// Parses counts the parses of all units. ParsedAgain counts the units that were parsed more than once.
	Parses      int        `json:"parses"`
	ParsedAgain int        `json:"parsed_again"`
	ParseErrors ParseStats `json:"parse_errors"`
	// Kernels and DeviceFunctions count each instance of a template.
	Kernels         int         `json:"kernels"`
	DeviceFunctions int         `json:"device_functions"`
	Launches        LaunchStats `json:"launches"`
	// Roots counts the interpreted roots. Steps counts the executed instructions. Work counts the units of work that
	// budgets bound.
	Roots       int      `json:"roots"`
	Steps       int      `json:"steps"`
	Work        int      `json:"work"`
	Collectives Coverage `json:"collectives"`
	Barriers    Coverage `json:"barriers"`
	// MostlyMissed lists the files in which more than half of the collectives and barriers are not analysed.
	MostlyMissed []string `json:"files_mostly_not_analysed"`
	// Interrupted lists the files with units that were not analysed because of an interruption.
	Interrupted []result.Reason `json:"interrupted"`
	// Budgets lists the roots whose budget ran out.
	Budgets []result.Reason `json:"budgets"`
	// NotModelled lists what the analysis had to treat as unknown.
	NotModelled []result.Reason `json:"not_modelled"`
	// Suppressed counts the findings that a comment or a filter suppresses. Hidden counts potential findings whose
	// rules are off.
	Suppressed int `json:"suppressed"`
	Hidden     int `json:"hidden_potential"`
	// Accepted counts the findings that are in the baseline. Unchanged counts the findings that touch no changed line.
	Accepted  int `json:"in_baseline"`
	Unchanged int `json:"unchanged"`
	// Beside counts the findings that touch none of the user's inputs. They are in sources that are only read because a
	// header is checked through them.
	Beside int `json:"beside"`
	// Unconfirmed counts the unconfirmed findings, Undecided the open questions. Both are counted even if the user did
	// not ask for them.
	Unconfirmed int `json:"unconfirmed"`
	Undecided   int `json:"undecided"`
	// Reused counts the units whose results an earlier run has stored.
	Reused int `json:"reused_units"`
	// ReusedRoots counts the roots whose results were taken from another unit or from an earlier run. Units whose whole
	// result was reused do not count. If units are analysed at the same time, the number depends on which of them is
	// done first.
	ReusedRoots int `json:"reused_roots"`
	// Absent lists the headers that were not found.
	Absent []result.Reason `json:"absent_headers"`
	// Sandbox describes the sandbox of the processes that parse and analyse. It is "none" if there is none.
	Sandbox string `json:"sandbox"`
	// Seconds maps a phase to its time, summed over the units, which run in parallel. The entry "total" is the elapsed
	// time.
	Seconds map[string]float64 `json:"seconds"`
}

// interrupted is the reason for a unit that was not analysed.
const interrupted = "not analysed: the run was interrupted"

// Of returns the sums of the units' figures. files is the number of input files.
func Of(files int, units []Unit) Stats {
	s := Stats{Files: files, Units: len(units), Seconds: map[string]float64{}}
	functions := map[string]bool{}
	for i := range units {
		u := &units[i]
		if u.Failed {
			s.FailedUnits++
		}
		if u.Interrupted {
			s.Interrupted = append(s.Interrupted, result.Reason{File: u.Path, Text: interrupted})
		}
		s.Parses += u.TimesParsed
		if u.TimesParsed > 1 {
			s.ParsedAgain++
		}
		s.ParseErrors.add(&u.ParseErrors)
		s.Absent = append(s.Absent, u.Absent...)
		s.Roots += u.Roots
		s.Steps += u.Steps
		s.Work += u.Work
		s.Budgets = append(s.Budgets, u.Budgets...)
		s.NotModelled = append(s.NotModelled, u.NotModelled...)
		maps.Copy(functions, u.Functions)
		for phase, seconds := range u.Seconds {
			s.Seconds[phase] += seconds
		}
	}
	for _, kernel := range functions {
		if kernel {
			s.Kernels++
		} else {
			s.DeviceFunctions++
		}
	}
	sites := joinSites(units)
	s.countSites(sites)
	s.MostlyMissed = mostlyMissed(sites)
	s.Launches = countLaunches(units)
	s.ParseErrors.Places = sorted(s.ParseErrors.Places)
	s.Interrupted = sorted(s.Interrupted)
	s.Budgets, s.NotModelled = sorted(s.Budgets), sorted(s.NotModelled)
	s.Absent = sorted(s.Absent)
	return s
}

// AbsentHeaders returns the names of the headers that were not found, without repetitions.
func (s *Stats) AbsentHeaders() []string {
	names := map[string]bool{}
	for _, r := range s.Absent {
		names[r.What] = true
	}
	return slices.Sorted(maps.Keys(names))
}

// countSites adds the sites of a run to the coverage of collectives and of barriers.
func (s *Stats) countSites(sites map[result.Place]*result.Site) {
	for _, one := range sites {
		if one.Block {
			s.Barriers.count(one)
		} else {
			s.Collectives.count(one)
		}
	}
	s.Collectives.Reasons = sorted(s.Collectives.Reasons)
	s.Barriers.Reasons = sorted(s.Barriers.Reasons)
}

// mostlyMissed returns the files in which most sites are not analysed.
func mostlyMissed(sites map[result.Place]*result.Site) []string {
	surplus := map[string]int{}
	for at, site := range sites {
		if site.Status == result.NotAnalysed {
			surplus[at.File]++
		} else {
			surplus[at.File]--
		}
	}
	files := []string{}
	for _, file := range slices.Sorted(maps.Keys(surplus)) {
		if surplus[file] > 0 {
			files = append(files, file)
		}
	}
	return files
}

// ParseStats counts the errors of the parser, and the units that have errors outside system headers.
type ParseStats struct {
	// User counts the errors in units for which all headers were found. Absent counts the errors in other units:
	// headers that were not found, and errors that may follow from that. Headers counts the errors in system headers.
	User        int             `json:"user"`
	UserUnits   int             `json:"user_units"`
	Absent      int             `json:"absent_header"`
	AbsentUnits int             `json:"absent_header_units"`
	Headers     int             `json:"headers"`
	Places      []result.Reason `json:"places"`
}

// add counts the errors of one more unit.
func (p *ParseStats) add(u *result.ParseErrors) {
	p.User += u.User
	p.UserUnits += min(u.User, 1)
	p.Absent += u.Absent
	p.AbsentUnits += min(u.Absent, 1)
	p.Headers += u.Headers
	p.Places = append(p.Places, u.Places...)
}

// Coverage counts what happened to the collectives in the syntax trees. A call in the source counts once, for any
// number of units and instances.
type Coverage struct {
	Found       int `json:"found"`
	Exact       int `json:"exact"`
	Approximate int `json:"approximate"`
	NotReached  int `json:"not_reached"`
	NotAnalysed int `json:"not_analysed"`
	// NotCompiled counts the collectives that the preprocessor leaves out of every unit. They are not in Found. They
	// are found by their names, so a library's wrappers do not count.
	NotCompiled int             `json:"not_compiled"`
	Reasons     []result.Reason `json:"reasons"`
}

// sorted sorts reasons and drops repetitions. For nil it returns an empty list, because JSON writes nil as null.
func sorted(reasons []result.Reason) []result.Reason {
	if reasons == nil {
		return []result.Reason{}
	}
	slices.SortFunc(reasons, result.CompareReasons)
	return slices.Compact(reasons)
}

var statusNames = [...]string{result.NotReached: "not reached", result.Exact: "exact",
	result.Approximate: "approximate", result.NotAnalysed: "not analysed"}

// count adds one site.
func (c *Coverage) count(s *result.Site) {
	c.Found++
	switch s.Status {
	case result.Exact:
		c.Exact++
		return
	case result.Approximate:
		c.Approximate++
	case result.NotReached:
		c.NotReached++
	case result.NotAnalysed:
		c.NotAnalysed++
	}
	c.Reasons = append(c.Reasons, result.ReasonAt(s.Pos, s.Name, statusNames[s.Status]+": "+s.Reason))
}

// Write writes the figures as indented JSON.
func (s *Stats) Write(w io.Writer) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(s)
}

// Words returns the figures for a user, one line each.
func (s *Stats) Words() []string {
	lines := []string{
		fmt.Sprintf("files: %d, units: %d, incomplete: %d; kernels: %d, device functions: %d",
			s.Files, s.Units, s.FailedUnits, s.Kernels, s.DeviceFunctions),
		fmt.Sprintf("parses: %d, units parsed more than once: %d", s.Parses, s.ParsedAgain),
		s.ParseErrors.words(),
		"warp collectives: " + s.Collectives.words(),
		"block barriers: " + s.Barriers.words(),
		fmt.Sprintf("launches: %d found, %d with all blocks known", s.Launches.Found, s.Launches.Known),
		fmt.Sprintf("units reused from another run: %d", s.Reused),
		fmt.Sprintf("roots reused from other units and runs: %d", s.ReusedRoots),
		"sandbox: " + s.Sandbox,
		fmt.Sprintf("roots: %d, instructions interpreted: %d, units of work: %d", s.Roots, s.Steps, s.Work),
	}
	if n := len(s.AbsentHeaders()); n > 0 {
		lines = append(lines, fmt.Sprintf("headers of other projects not found: %d", n))
	}
	for _, list := range []struct {
		name    string
		reasons []result.Reason
	}{
		{"unit", s.Interrupted}, {"absent header", s.Absent}, {"parse error", s.ParseErrors.Places}, {"collective", s.Collectives.Reasons},
		{"barrier", s.Barriers.Reasons}, {"launch", s.Launches.Reasons},
		{"not finished", s.Budgets}, {"not modelled", s.NotModelled},
	} {
		for _, r := range list.reasons {
			lines = append(lines, words(r, list.name))
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

func words(r result.Reason, kind string) string {
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
