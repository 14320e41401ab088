// Package report writes findings: for a person ([Full], [HTML]), for a reader of lines such as an editor or a problem
// matcher ([Concise]), for a program ([JSON], [JSONLines]), for GitHub code scanning ([SARIF]), for the log of a GitHub
// workflow ([GitHub]), for GitLab ([GitLab]), for reviewdog ([RDJSON]), for readers of test results ([JUnit]), and for
// other servers ([Checkstyle], [CodeChecker], [Azure], [TeamCity]).
//
// A format is one file and one function of type [Format]. It receives the finished [Report] and only decides how to
// write it: earlier phases decide which findings are shown, where, and with which severity. Output depends on the
// report alone, so that two runs agree byte for byte.
//
// # Columns
//
// A position counts bytes, as clang does. A terminal counts cells: tabs are
// expanded and wide runes take two. SARIF counts UTF-16 code units. source.go
// converts.
//
// # Text is untrusted
//
// File names, kernel names and source lines come from the analysed code. All of them pass through package legible
// before a format sees them (shown.go), and each format escapes what has a meaning in it.
package report

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/internal/legible"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/source"
)

// Format writes a report.
type Format func(w io.Writer, r *Report) error

// formats lists the formats by name, in the order of the help text.
var formats = []struct {
	name   string
	format Format
}{
	{"full", Full}, {"concise", Concise}, {"json", JSON},
	{"sarif", SARIF}, {"github", GitHub}, {"gitlab", GitLab}, {"rdjson", RDJSON}, {"junit", JUnit},
	{"html", HTML}, {"jsonl", JSONLines}, {"checkstyle", Checkstyle}, {"codechecker", CodeChecker}, {"azure", Azure}, {"teamcity", TeamCity},
	{StatisticsName, Statistics},
}

// StatisticsName is the name of the format [Statistics], which has a flag of its own.
const StatisticsName = "statistics"

// CarriesRepairs reports whether other programs may read repairs from the format.
func CarriesRepairs(name string) bool { return name == "sarif" || name == "json" || name == "rdjson" }

// Names lists the names of the formats.
func Names() []string {
	var names []string
	for _, f := range formats {
		names = append(names, f.name)
	}
	return names
}

// ByName returns the format with that name. It makes all texts of the report safe to show before it writes them.
func ByName(name string) (Format, error) {
	for _, f := range formats {
		if f.name == name {
			return func(w io.Writer, r *Report) error { return f.format(w, r.shown()) }, nil
		}
	}
	return nil, fmt.Errorf("unknown format %q: use %s", name, strings.Join(Names(), ", "))
}

// Report is the result of a run, as the formats write it.
type Report struct {
	// Findings lists the findings to show, sorted by rules.Compare. Unconfirmed lists faults that no run has shown, and
	// Undecided questions without an answer. Both are empty unless the user wants them listed.
	Findings, Unconfirmed, Undecided []rules.Finding
	// Suppressed lists findings that a comment, a baseline or the configuration silences. Only formats for programs
	// write them.
	Suppressed []rules.Suppressed
	// Likely lists the places of the first potential findings that are hidden although they have a witness.
	Likely []source.Pos
	// Notices state what the analysis could not do.
	Notices []rules.Notice
	// Absent lists headers of other projects that were not found, each with the place of its #include.
	Absent []AbsentHeader
	Stats  Stats
	// Sources returns the content of a file that a position names. It is nil if no source is to be shown.
	Sources func(path string) ([]byte, error)
	// Root is the folder to which shown paths are relative, "" to show them unchanged.
	Root string
	// Repository returns the root of the repository that contains a file, for an absolute path; "" if there is none.
	// Formats for code hosts write paths relative to it, or relative to Root if Repository is nil.
	Repository func(file string) string
	// Version is the version of warpcheck.
	Version string
	// Command is the command line of the run, which states what was checked. Date is the day of the run, as in
	// 2026-01-31. Both are "" if they are not to be shown.
	Command, Date string
	// Palette colours the text formats.
	Palette Palette
	// Width is the width of the terminal in cells, 0 if there is no terminal. Lines are cut and broken to fit.
	Width int
	// Quiet leaves out the last line of the text formats.
	Quiet bool
}

// AbsentHeader is a header that was not found, as an #include names it.
type AbsentHeader struct {
	Pos  source.Pos
	Name string
}

// Stats counts what a run did.
type Stats struct {
	Files, Kernels, Collectives int
	// Suppressed counts findings that are silenced. Hidden counts potential findings that are not shown. Unconfirmed
	// and Undecided count questions, whether they are listed or not.
	Suppressed, Hidden, Unconfirmed, Undecided int
	// Accepted counts findings that are in the baseline. Unchanged counts findings that touch no changed line.
	Accepted, Unchanged int
	// Beside counts findings that are left out because they touch no file that the user named. They are in sources that
	// were added because a named header is checked through them.
	Beside int
	// MostlyMissed counts the files in which most collectives and barriers were not analysed.
	MostlyMissed int
	// Absent counts headers of other projects that were not found.
	Absent int
	// Failed counts units that were not parsed or not analysed in full.
	Failed int
	// Seconds is the time that the run took, or 0 if the report must not contain it.
	Seconds float64
}

// path returns the path of a file as it is shown.
func (r *Report) path(file string) string { return legible.Text(r.relative(file)) }

// relative returns a path with slashes, relative to the root if the file is below the root.
func (r *Report) relative(file string) string {
	if r.Root != "" && filepath.IsAbs(file) {
		relative, err := filepath.Rel(r.Root, file)
		if err == nil && filepath.IsLocal(relative) {
			file = relative
		}
	}
	return filepath.ToSlash(file)
}

// inRepository returns the path of a file for code hosts. It is relative to the root of the file's repository, and does
// not depend on the folder in which warpcheck runs.
func (r *Report) inRepository(file string) string {
	full := file
	if !filepath.IsAbs(full) {
		full = filepath.Join(r.Root, full)
	}
	repository := ""
	if r.Repository != nil {
		repository = r.Repository(full)
	}
	relative, err := filepath.Rel(repository, full)
	if repository == "" || err != nil || !filepath.IsLocal(relative) {
		return r.relative(file)
	}
	return filepath.ToSlash(relative)
}

// hosted returns the path of a file for code hosts (inRepository), made safe to show.
func (r *Report) hosted(file string) string { return legible.Text(r.inRepository(file)) }

// place returns path:line:column, or only the path if the line is not known.
func (r *Report) place(pos source.Pos) string {
	path := r.path(pos.File)
	if pos.Line == 0 {
		return path
	}
	return fmt.Sprintf("%s:%d:%d", path, pos.Line, pos.Column)
}

// incomplete reports whether something was not analysed.
func (r *Report) incomplete() bool {
	return r.Stats.Failed > 0 ||
		slices.ContainsFunc(r.Notices, func(n rules.Notice) bool { return n.Incomplete })
}

// contexts returns the text of each context.
func (r *Report) contexts(list []rules.Context) []string {
	var texts []string
	for _, c := range list {
		texts = append(texts, c.Text(r.path))
	}
	return texts
}

// apart returns the unconfirmed findings and the undecided questions, which do not count as findings.
func (r *Report) apart() []rules.Finding { return slices.Concat(r.Unconfirmed, r.Undecided) }

// brief returns the message of a finding and the number of its further cases. If it applies, "(unconfirmed)" or "(if
// compiled)" follows.
func brief(f *rules.Finding) string { return f.Message + moreCases(f) + reserved(f) }

// namedCases is the number of further cases of a finding that a line names.
const namedCases = 2

// moreCases counts the further cases of a finding, in addition to the case of its message, and names the kernels of the
// first further cases. It returns "" if there are none.
func moreCases(f *rules.Finding) string {
	if len(f.Cases) < 2 {
		return ""
	}
	further := f.Cases[1:]
	var named []string
	for _, c := range further[:min(namedCases, len(further))] {
		if len(c.Contexts) > 0 {
			named = append(named, rules.Fold(c.Contexts))
		}
	}
	text := "and " + count(len(further), "more case")
	if len(named) == 0 {
		return fmt.Sprintf(" (%s)", text)
	}
	if len(named) < len(further) {
		named = append(named, "...")
	}
	return fmt.Sprintf(" (%s: %s)", text, strings.Join(named, ", "))
}

// reasons returns the reason why no run has shown a finding, or nil if a run has.
func reasons(f *rules.Finding) []string {
	if f.Unconfirmed == "" {
		return nil
	}
	return []string{f.Unconfirmed}
}

func reserved(f *rules.Finding) string {
	switch {
	case f.IsUnconfirmed():
		return " (unconfirmed)"
	case f.Condition != "":
		return " (if compiled)"
	}
	return ""
}
