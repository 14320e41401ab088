package report

import (
	"encoding/json"
	"io"
	"strings"

	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/rules"
)

// rdResult is reviewdog's DiagnosticResult, as far as we have something to say. Columns count bytes
// of UTF-8, as ours do.
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

// rdSeverities of the severities.
var rdSeverities = [...]string{rules.Note: "INFO", rules.Warning: "WARNING", rules.Error: "ERROR"}

// RDJSON writes reviewdog's diagnostics, a repair of one place as a suggestion.
func RDJSON(w io.Writer, r *Report) error {
	files := newSource(r)
	all := rdResult{Source: rdSource{"warpcheck", homepage}, Diagnostics: []rdDiagnostic{}}
	for i := range r.Findings {
		all.Diagnostics = append(all.Diagnostics, r.rdDiagnostic(&r.Findings[i], files))
	}
	for i := range r.Undecided {
		all.Diagnostics = append(all.Diagnostics, r.rdDiagnostic(&r.Undecided[i], files))
	}
	for _, n := range r.Notices {
		if n.Pos.File != "" { // a diagnostic has a place
			all.Diagnostics = append(all.Diagnostics, rdDiagnostic{Message: n.Text,
				Location: r.rdLocation(n.Pos), Severity: rdSeverities[n.Severity]})
		}
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(all)
}

func (r *Report) rdDiagnostic(f *rules.Finding, files *source) rdDiagnostic {
	d := rdDiagnostic{Message: brief(f), Location: r.rdLocation(f.Pos), Severity: rdSeverities[f.Severity],
		Code: &rdCode{f.Key, rulePage(f.Key)}}
	if f.Provider != "" {
		d.Source = &rdSource{Name: f.Provider}
	}
	if f.Help != "" {
		d.Message += "\nhelp: " + f.Help
	}
	for _, related := range append(steps(f), relatedTo(f)...) {
		d.Related = append(d.Related, rdRelated{related.Text, r.rdLocation(related.Pos)})
	}
	if one := files.suggestion(f); one != nil {
		d.Suggestions = []rdSuggestion{*one}
	}
	return d
}

func (r *Report) rdLocation(pos ast.Pos) rdLocation {
	at := rdLocation{Path: r.hosted(pos.File)}
	if pos.Line > 0 {
		at.Range = &rdRange{Start: rdPosition{pos.Line, pos.Column}}
		if pos.EndLine > 0 {
			at.Range.End = &rdPosition{pos.EndLine, pos.EndColumn}
		}
	}
	return at
}

// suggestion is a repair that edits one place of the finding's file; reviewdog applies suggestions
// one by one, which is wrong for those that belong together. nil for others.
func (s *source) suggestion(f *rules.Finding) *rdSuggestion {
	if f.Repair == nil || len(f.Repair.Edits) != 1 || f.Repair.Edits[0].File != f.Pos.File {
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

// position is the line and the column in bytes, from 1, of a byte.
func (f *file) position(offset int) rdPosition {
	before := f.text[:offset]
	return rdPosition{1 + strings.Count(before, "\n"), offset - strings.LastIndexByte(before, '\n')}
}
