package report

import (
	"io"
	"strings"

	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/source"
)

// rdResult is reviewdog's DiagnosticResult, with the fields that can be filled in here. Columns count bytes of UTF-8,
// as those of package source do.
type rdResult struct {
	Source      rdSource       `json:"source"`
	Diagnostics []rdDiagnostic `json:"diagnostics"`
}

type rdSource struct {
	Name string `json:"name"`
	URL  string `json:"url,omitempty"`
}

type rdDiagnostic struct {
	Message     string         `json:"message"`
	Location    rdLocation     `json:"location"`
	Severity    string         `json:"severity"`
	Source      *rdSource      `json:"source,omitempty"`
	Code        *rdCode        `json:"code,omitempty"`
	Suggestions []rdSuggestion `json:"suggestions,omitempty"`
	Related     []rdRelated    `json:"related_locations,omitempty"`
}

type rdLocation struct {
	Path  string   `json:"path"`
	Range *rdRange `json:"range,omitempty"`
}

type rdRange struct {
	Start rdPosition  `json:"start"`
	End   *rdPosition `json:"end,omitempty"`
}

type rdPosition struct {
	Line   int `json:"line"`
	Column int `json:"column,omitempty"`
}

type rdCode struct {
	Value string `json:"value"`
	URL   string `json:"url"`
}

type rdSuggestion struct {
	Range rdRange `json:"range"`
	Text  string  `json:"text"`
}

type rdRelated struct {
	Message  string     `json:"message"`
	Location rdLocation `json:"location"`
}

// rdSeverities are reviewdog's names of the severities.
var rdSeverities = [...]string{rules.Note: "INFO", rules.Warning: "WARNING", rules.Error: "ERROR"}

// RDJSON writes diagnostics in reviewdog's format. A safe repair that edits one place becomes a suggestion.
func RDJSON(w io.Writer, r *Report) error {
	files := newSources(r)
	all := rdResult{Source: rdSource{"warpcheck", homepage}, Diagnostics: []rdDiagnostic{}}
	for _, d := range r.diagnostics() {
		if d.Pos.File != "" { // left out without a place, because reviewdog requires one
			all.Diagnostics = append(all.Diagnostics, r.rdDiagnostic(d, files))
		}
	}
	return writeJSON(w, all)
}

func (r *Report) rdDiagnostic(d Diagnostic, files *sources) rdDiagnostic {
	out := rdDiagnostic{Message: d.Text, Location: r.rdLocation(d.Pos), Severity: rdSeverities[d.Severity]}
	if d.Finding == nil {
		return out
	}
	out.Code = &rdCode{d.Key, d.Page}
	if d.Finding.Provider != "" {
		out.Source = &rdSource{Name: d.Finding.Provider}
	}
	for _, related := range d.Places {
		out.Related = append(out.Related, rdRelated{related.Text, r.rdLocation(related.Pos)})
	}
	if one := files.suggestion(d.Finding); one != nil {
		out.Suggestions = []rdSuggestion{*one}
	}
	return out
}

func (r *Report) rdLocation(pos source.Pos) rdLocation {
	at := rdLocation{Path: r.hosted(pos.File)}
	if pos.Line > 0 {
		at.Range = &rdRange{Start: rdPosition{pos.Line, pos.Column}}
		if pos.EndLine > 0 {
			at.Range.End = &rdPosition{pos.EndLine, pos.EndColumn}
		}
	}
	return at
}

// suggestion returns the repair of a finding if it is safe and makes a single edit in the finding's file, otherwise
// nil. Reviewdog applies suggestions one by one. That is wrong for edits that belong together. It also does not show
// which suggestions are safe.
func (s *sources) suggestion(f *rules.Finding) *rdSuggestion {
	if f.Repair == nil || f.Repair.Unsafe || len(f.Repair.Edits) != 1 || f.Repair.Edits[0].File != f.Pos.File {
		return nil
	}
	e := f.Repair.Edits[0]
	text := s.file(e.File)
	if text == nil || e.Offset+e.Removed > len(text.text) {
		return nil
	}
	end := text.position(e.Offset + e.Removed)
	return &rdSuggestion{Range: rdRange{Start: text.position(e.Offset), End: &end}, Text: e.Text}
}

// position returns the line and the column of an offset. Both count from 1, and columns count bytes.
func (f *file) position(offset int) rdPosition {
	before := f.text[:offset]
	return rdPosition{1 + strings.Count(before, "\n"), offset - strings.LastIndexByte(before, '\n')}
}
