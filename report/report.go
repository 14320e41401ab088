// Package report writes findings: for a person ([Full], [HTML]), for a line
// reader such as an editor or a problem matcher ([Concise]), for a program
// ([JSON]), for GitHub code scanning ([SARIF]), for the log of a GitHub
// workflow ([GitHub]), for GitLab ([GitLab]), for reviewdog ([RDJSON]) and for what reads test
// results ([JUnit]).
//
// A format is one file and one function of type [Format]. It is given the
// finished [Report] and decides nothing but how to write it: which findings are
// shown, with which severity and where, is decided before. Output depends on
// the report alone, so that two runs agree byte for byte.
//
// # Columns
//
// A position counts bytes, as clang does. A terminal counts cells: tabs are
// expanded and wide runes take two. SARIF counts UTF-16 code units. source.go
// converts.
//
// # Text is untrusted
//
// File names, kernel names and source lines come from the code that is
// analysed. All go through package legible before a format sees them (shown.go), and each
// format escapes what has a meaning in it.
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

// formats are those that there are by name, in the order of the help text.
var formats = []struct {
	name   string
	format Format
}{
	{"full", Full}, {"concise", Concise}, {"json", JSON},
	{"sarif", SARIF}, {"github", GitHub}, {"gitlab", GitLab}, {"rdjson", RDJSON}, {"junit", JUnit},
	{"html", HTML},
}

// CarriesRepairs reports a format that another program may take repairs from.
func CarriesRepairs(name string) bool { return name == "sarif" || name == "json" || name == "rdjson" }

// Names lists the formats.
func Names() []string {
	var names []string
	for _, f := range formats {
		names = append(names, f.name)
	}
	return names
}

// ByName is the format of that name.
func ByName(name string) (Format, error) {
	for _, f := range formats {
		if f.name == name {
			return func(w io.Writer, r *Report) error { return f.format(w, r.shown()) }, nil
		}
	}
	return nil, fmt.Errorf("unknown format %q: use %s", name, strings.Join(Names(), ", "))
}

// Report is what a run has to say.
type Report struct {
	// Findings to show, sorted (rules.Compare); what no run has confirmed, and questions that were not decided, where
	// these are asked for.
	Findings, Unconfirmed, Undecided []rules.Finding
	// Suppressed are findings that are not to be shown: by comments, a baseline, or the configuration. Only formats
	// for programs write them.
	Suppressed []rules.Suppressed
	// Likely are the first places of potential findings that are not shown and have a witness.
	Likely []source.Pos
	// Notices state what the analysis could not do.
	Notices []rules.Notice
	// Absent are headers of other projects that were not found, each where it is asked for.
	Absent []AbsentHeader
	Stats  Stats
	// Sources reads a file that a position names. nil: no source is shown.
	Sources func(path string) ([]byte, error)
	// Root is the folder that paths are shown relative to, "" to show them as they are.
	Root string
	// Repository is the root of the repository that holds a file, given with its whole path, ""
	// where none does. Formats for code hosts give paths relative to it; nil: to the root.
	Repository func(file string) string
	// Version of the tool.
	Version string
	// Palette colours the text formats.
	Palette Palette
	// Width of the terminal in cells, 0 for none: lines are cut and broken to it.
	Width int
	// Quiet leaves out the last line of the text formats.
	Quiet bool
}

// AbsentHeader is a header that was not found, as an #include names it.
type AbsentHeader struct {
	Pos  source.Pos
	Name string
}

// Stats count what a run did.
type Stats struct {
	Files, Kernels, Collectives int
	// Suppressed findings, Hidden potential ones, and Unconfirmed ones and Undecided questions, shown or not.
	Suppressed, Hidden, Unconfirmed, Undecided int
	// Accepted findings are in the baseline, Unchanged ones touch no line that changed.
	Accepted, Unchanged int
	// Beside are those that touch no file that was named, in sources through which a header is checked.
	Beside int
	// Absent is the number of headers of other projects that were not found.
	Absent int
	// Failed is the number of units that were not parsed or not analysed in full.
	Failed int
	// Seconds that the run took; 0: not shown.
	Seconds float64
}

// path is how a file is shown.
func (r *Report) path(file string) string { return legible.Text(r.relative(file)) }

// relative is a file relative to the root where it lies below it, with slashes.
func (r *Report) relative(file string) string {
	if r.Root != "" && filepath.IsAbs(file) {
		relative, err := filepath.Rel(r.Root, file)
		if err == nil && filepath.IsLocal(relative) {
			file = relative
		}
	}
	return filepath.ToSlash(file)
}

// inRepository names a file for code hosts: from the root of the repository that holds
// it, in whatever folder the program runs.
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

// hosted is inRepository, as it may be shown.
func (r *Report) hosted(file string) string { return legible.Text(r.inRepository(file)) }

// place is path:line:col, as much of it as is known.
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

// contexts are the texts of contexts.
func (r *Report) contexts(list []rules.Context) []string {
	var texts []string
	for _, c := range list {
		texts = append(texts, c.Text(r.path))
	}
	return texts
}

// apart lists the open questions, which are no findings.
func (r *Report) apart() []rules.Finding { return slices.Concat(r.Unconfirmed, r.Undecided) }

// brief is the message, with a word for one that is not certain.
func brief(f *rules.Finding) string { return f.Message + reserved(f) }

// reasons are why no run has shown a finding, none where one did.
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
