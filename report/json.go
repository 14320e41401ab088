package report

import (
	"encoding/json"
	"io"

	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/source"
)

// jsonVersion counts the incompatible changes of the JSON format.
const jsonVersion = 1

type jsonReport struct {
	Version  int           `json:"version"`
	Tool     jsonTool      `json:"tool"`
	Findings []jsonFinding `json:"findings"`
	// Unconfirmed lists faults that no run has shown. Undecided lists questions without an answer. Their entries have
	// the form of findings, but do not count as findings.
	Unconfirmed []jsonFinding `json:"unconfirmed,omitempty"`
	Undecided   []jsonFinding `json:"undecided,omitempty"`
	// Suppressed lists silenced findings, each with the comment or filter that silences it.
	Suppressed []jsonSuppressed `json:"suppressed,omitempty"`
	Notices    []jsonNotice     `json:"notices"`
	// AbsentHeaders lists the #include lines whose headers were not found; Text is the name of the header.
	AbsentHeaders []jsonPlace `json:"absent_headers,omitempty"`
	Stats         jsonStats   `json:"stats"`
}

type jsonTool struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

type jsonPlace struct {
	Path      string `json:"path"`
	Line      int    `json:"line,omitempty"`
	Column    int    `json:"column,omitempty"` // bytes
	EndLine   int    `json:"end_line,omitempty"`
	EndColumn int    `json:"end_column,omitempty"`
	Text      string `json:"text,omitempty"`
}

type jsonFinding struct {
	Key       string         `json:"key"`
	Severity  rules.Severity `json:"severity"`
	Certainty string         `json:"certainty"`
	Provider  string         `json:"provider,omitempty"`
	jsonPlace
	Message      string            `json:"message"`
	Notes        []string          `json:"notes,omitempty"`
	Contexts     []string          `json:"contexts,omitempty"`
	Cases        []jsonCase        `json:"cases,omitempty"` // set only if there are several cases
	Assumptions  []string          `json:"assumptions,omitempty"`
	Kernels      []string          `json:"kernels,omitempty"`
	Lanes        map[string]string `json:"lanes,omitempty"` // hexadecimal masks, by the name of the row in the drawing
	Help         string            `json:"help,omitempty"`
	Repair       *jsonRepair       `json:"repair,omitempty"`
	Witness      []string          `json:"witness,omitempty"`
	Precondition string            `json:"precondition,omitempty"`
	Unconfirmed  string            `json:"unconfirmed,omitempty"`
	Condition    string            `json:"condition,omitempty"`
	Steps        []jsonPlace       `json:"steps,omitempty"`
	Related      []jsonPlace       `json:"related,omitempty"`
	Macro        *jsonPlace        `json:"macro,omitempty"`
	Run          *jsonRun          `json:"run,omitempty"`
}

// jsonSuppressed is a silenced finding, with what silences it.
type jsonSuppressed struct {
	jsonFinding
	By     string     `json:"by"` // "comment", "baseline" or "configuration"
	Reason string     `json:"reason,omitempty"`
	At     *jsonPlace `json:"at,omitempty"`
}

// jsonCase is the message of a finding for some of its contexts.
type jsonCase struct {
	Message  string   `json:"message"`
	Contexts []string `json:"contexts"`
}

// jsonRepair is a proved repair.
type jsonRepair struct {
	Text  string     `json:"text"`
	Safe  bool       `json:"safe"`
	Edits []jsonEdit `json:"edits"`
}

// jsonEdit replaces Removed bytes of a file from byte Offset on by a text.
type jsonEdit struct {
	Path    string `json:"path"`
	Offset  int    `json:"offset"`
	Removed int    `json:"removed"`
	Text    string `json:"text"`
}

type jsonNotice struct {
	Severity   rules.Severity `json:"severity"`
	Place      *jsonPlace     `json:"place,omitempty"`
	Text       string         `json:"text"`
	Incomplete bool           `json:"incomplete"`
}

type jsonStats struct {
	Files        int     `json:"files"`
	Kernels      int     `json:"kernels"`
	Collectives  int     `json:"collectives"`
	Suppressed   int     `json:"suppressed"`
	Hidden       int     `json:"hidden"`
	Unconfirmed  int     `json:"unconfirmed"`
	Undecided    int     `json:"undecided"`
	Accepted     int     `json:"in_baseline"`
	Unchanged    int     `json:"unchanged"`
	Beside       int     `json:"beside,omitempty"`
	MostlyMissed int     `json:"files_mostly_not_analysed,omitempty"`
	Absent       int     `json:"absent_headers,omitempty"`
	Failed       int     `json:"failed"`
	Seconds      float64 `json:"seconds,omitempty"`
}

// JSON writes the report as one object; jsonReport is its schema.
func JSON(w io.Writer, r *Report) error {
	all := jsonReport{
		Version: jsonVersion, Tool: jsonTool{"warpcheck", r.Version},
		Findings: []jsonFinding{}, Notices: []jsonNotice{}, Stats: jsonStats(r.Stats),
	}
	for i := range r.Findings {
		all.Findings = append(all.Findings, r.jsonFinding(&r.Findings[i]))
	}
	for i := range r.Unconfirmed {
		all.Unconfirmed = append(all.Unconfirmed, r.jsonFinding(&r.Unconfirmed[i]))
	}
	for i := range r.Undecided {
		all.Undecided = append(all.Undecided, r.jsonFinding(&r.Undecided[i]))
	}
	for i := range r.Suppressed {
		all.Suppressed = append(all.Suppressed, r.jsonSuppressed(&r.Suppressed[i]))
	}
	for _, n := range r.Notices {
		all.Notices = append(all.Notices, r.jsonNotice(&n))
	}
	for _, h := range r.Absent {
		all.AbsentHeaders = append(all.AbsentHeaders, *r.jsonPlace(h.Pos, h.Name))
	}
	return writeJSON(w, all)
}

// writeJSON writes a value as indented JSON. It does not escape < and >.
func writeJSON(w io.Writer, value any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(value)
}

func (r *Report) jsonFinding(f *rules.Finding) jsonFinding {
	out := jsonFinding{
		Key: f.Key, Severity: f.Severity, Certainty: certainty(f), Provider: f.Provider,
		jsonPlace: *r.jsonPlace(f.Pos, ""), Message: f.Message, Notes: f.Notes(),
		Contexts: r.contexts(f.Contexts), Cases: r.jsonCases(f), Kernels: f.Kernels, Lanes: laneRows(f), Help: f.Help,
		Assumptions: f.Assumptions(), Witness: f.Witness, Precondition: f.Precondition, Unconfirmed: f.Unconfirmed, Condition: f.Condition,
		Steps: r.jsonPlaces(steps(f)), Related: r.jsonPlaces(f.Related),
	}
	if f.Repair != nil {
		out.Repair = r.jsonRepair(f.Repair)
	}
	if f.MacroDefinition != nil {
		out.Macro = r.jsonPlace(*f.MacroDefinition, "")
	}
	if f.Run != nil {
		out.Run = r.jsonRun(f.Run)
	}
	return out
}

func (r *Report) jsonNotice(n *rules.Notice) jsonNotice {
	notice := jsonNotice{Severity: n.Severity, Text: n.Text, Incomplete: n.Incomplete}
	if n.Pos.File != "" {
		notice.Place = r.jsonPlace(n.Pos, "")
	}
	return notice
}

func (r *Report) jsonSuppressed(s *rules.Suppressed) jsonSuppressed {
	out := jsonSuppressed{jsonFinding: r.jsonFinding(&s.Finding), Reason: s.Reason,
		By: [...]string{rules.SilencedByComment: "comment", rules.SilencedByBaseline: "baseline", rules.SilencedByConfiguration: "configuration"}[s.By]}
	if s.By == rules.SilencedByComment {
		out.At = r.jsonPlace(s.Pos, "")
	}
	return out
}

// jsonCases returns the cases of a finding, or nil if there is only one.
func (r *Report) jsonCases(f *rules.Finding) []jsonCase {
	if len(f.Cases) < 2 {
		return nil
	}
	var cases []jsonCase
	for _, c := range f.Cases {
		cases = append(cases, jsonCase{c.Message(), r.contexts(c.Contexts)})
	}
	return cases
}

func (r *Report) jsonRepair(repair *rules.Repair) *jsonRepair {
	out := &jsonRepair{Text: repair.Text, Safe: !repair.Unsafe}
	for _, e := range repair.Edits {
		out.Edits = append(out.Edits, jsonEdit{r.path(e.File), e.Offset, e.Removed, e.Text})
	}
	return out
}

func (r *Report) jsonPlaces(places []rules.Related) []jsonPlace {
	var out []jsonPlace
	for _, place := range places {
		out = append(out, *r.jsonPlace(place.Pos, place.Text))
	}
	return out
}

func (r *Report) jsonPlace(pos source.Pos, text string) *jsonPlace {
	return &jsonPlace{r.path(pos.File), pos.Line, pos.Column, pos.EndLine, pos.EndColumn, text}
}

// laneRows returns the sets of lanes in the drawing as hexadecimal masks, by the name of the row.
func laneRows(f *rules.Finding) map[string]string {
	if len(f.Rows) == 0 {
		return nil
	}
	sets := map[string]string{}
	for _, row := range f.Rows {
		sets[row.Name] = row.Lanes.Hex()
	}
	return sets
}

func certainty(f *rules.Finding) string {
	return [...]string{lanes.Potential: "potential", lanes.Definite: "definite",
		lanes.Undecided: "undecided", lanes.Unconfirmed: "unconfirmed"}[f.Certainty]
}
