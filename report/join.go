package report

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"github.com/owenrumney/go-sarif/v2/sarif"

	"github.com/warpcheck/warpcheck/rules"
)

// The reports of several runs can be joined into one when their result files are gone. The input is SARIF or JSON that
// warpcheck wrote. A finding in several reports is listed once, with its highest severity. It is suppressed only if all
// these reports suppress it. Findings that depend on all units together (package check) are not computed again. Figures
// are added up, so a header that several runs read counts once for each run.

// Joined is one report that was joined from several.
type Joined struct {
	// Worst is the highest severity among the findings and the notices about suppressions. Any reports whether there is
	// a finding or a notice of this kind.
	Worst rules.Severity
	Any   bool
	// Incomplete reports whether a run left something unanalysed.
	Incomplete bool

	document any
}

// Write writes the joined report in the format of its parts.
func (j *Joined) Write(w io.Writer) error {
	return writeJSON(w, j.document)
}

func (j *Joined) add(severity rules.Severity) { j.Worst, j.Any = max(j.Worst, severity), true }

// IsDocument reports whether text may be a report in SARIF or JSON.
func IsDocument(text []byte) bool { return bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")) }

// whatIsMerged is the end of an error. It names the files that can be merged.
const whatIsMerged = "give reports that warpcheck wrote with -f sarif or -f json, or files that it wrote with --result"

// Join joins reports of one format. The list names has the names of their files, for errors.
func Join(names []string, texts [][]byte) (*Joined, error) {
	isSARIF := func(text []byte) bool {
		var head struct{ Runs json.RawMessage }
		return json.Unmarshal(text, &head) == nil && head.Runs != nil
	}
	for i, text := range texts {
		if !json.Valid(text) {
			return nil, fmt.Errorf("%s: a report that is damaged or not complete: have it made again", names[i])
		}
		if isSARIF(text) != isSARIF(texts[0]) {
			return nil, fmt.Errorf("%s: not of the format of %s: merge SARIF or JSON", names[i], names[0])
		}
	}
	if isSARIF(texts[0]) {
		return joinSARIF(names, texts)
	}
	return joinJSON(names, texts)
}

// graver collects values by id, in the order of their first occurrence. Of several values with one id it keeps the
// gravest.
type graver[T any] struct {
	at  map[string]int
	all []T
}

func (g *graver[T]) add(id string, value T, compare func(a, b T) int) {
	if g.at == nil {
		g.at = map[string]int{}
	}
	at, known := g.at[id]
	switch {
	case !known:
		g.at[id] = len(g.all)
		g.all = append(g.all, value)
	case compare(value, g.all[at]) > 0:
		g.all[at] = value
	}
}

// joinJSON joins reports in the format of [JSON].
func joinJSON(names []string, texts [][]byte) (*Joined, error) {
	out := &jsonReport{Version: jsonVersion, Notices: []jsonNotice{}}
	j := &Joined{document: out}
	var found, unconfirmed, open, silenced graver[jsonSuppressed]
	graverFinding := func(a, b jsonSuppressed) int { return cmp.Compare(a.Severity, b.Severity) }
	id := func(f *jsonFinding) string {
		return fmt.Sprintf("%q %d %d %s", f.Path, f.Line, f.Column, f.Key)
	}
	for i, text := range texts {
		var one jsonReport
		decoder := json.NewDecoder(bytes.NewReader(text))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(&one); err != nil || one.Tool.Name != "warpcheck" || one.Version != jsonVersion {
			return nil, fmt.Errorf("%s: no report of warpcheck in JSON, version %d: %s", names[i], jsonVersion, whatIsMerged)
		}
		out.Tool = one.Tool
		for _, f := range one.Findings {
			found.add(id(&f), jsonSuppressed{jsonFinding: f}, graverFinding)
		}
		for _, f := range one.Unconfirmed {
			unconfirmed.add(id(&f), jsonSuppressed{jsonFinding: f}, graverFinding)
		}
		for _, f := range one.Undecided {
			open.add(id(&f), jsonSuppressed{jsonFinding: f}, graverFinding)
		}
		for _, f := range one.Suppressed {
			silenced.add(id(&f.jsonFinding), f, graverFinding)
		}
		out.Notices = append(out.Notices, one.Notices...)
		out.AbsentHeaders = append(out.AbsentHeaders, one.AbsentHeaders...)
		out.Stats.add(&one.Stats)
	}
	out.Findings = findingsOf(found.all)
	for i := range out.Findings {
		j.add(out.Findings[i].Severity)
	}
	isFound := func(f jsonSuppressed) bool { _, known := found.at[id(&f.jsonFinding)]; return known }
	out.Unconfirmed = findingsOf(slices.DeleteFunc(unconfirmed.all, isFound))
	out.Undecided = findingsOf(slices.DeleteFunc(open.all, isFound))
	out.Suppressed = slices.DeleteFunc(silenced.all, isFound)
	said := map[string]bool{}
	out.Notices = slices.DeleteFunc(out.Notices, func(n jsonNotice) bool {
		text, _ := json.Marshal(n) // plain data: no error
		repeated := said[string(text)]
		said[string(text)] = true
		return repeated
	})
	slices.SortFunc(out.AbsentHeaders, func(a, b jsonPlace) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Text, b.Text))
	})
	out.AbsentHeaders = slices.Compact(out.AbsentHeaders)
	for _, n := range out.Notices {
		if n.Incomplete {
			j.Incomplete = true
		} else {
			j.add(n.Severity)
		}
	}
	return j, nil
}

func findingsOf(all []jsonSuppressed) []jsonFinding {
	findings := []jsonFinding{}
	for _, one := range all {
		findings = append(findings, one.jsonFinding)
	}
	return findings
}

// add adds the figures of another run to s.
func (s *jsonStats) add(o *jsonStats) {
	s.Files, s.Kernels, s.Collectives = s.Files+o.Files, s.Kernels+o.Kernels, s.Collectives+o.Collectives
	s.Suppressed, s.Hidden = s.Suppressed+o.Suppressed, s.Hidden+o.Hidden
	s.Unconfirmed, s.Undecided = s.Unconfirmed+o.Unconfirmed, s.Undecided+o.Undecided
	s.Accepted, s.Unchanged, s.Beside = s.Accepted+o.Accepted, s.Unchanged+o.Unchanged, s.Beside+o.Beside
	s.Absent += o.Absent
	s.Failed, s.Seconds = s.Failed+o.Failed, s.Seconds+o.Seconds
}

// joinedLog has the fields of a SARIF log that a join needs. All other text stays raw.
type joinedLog struct {
	Version string      `json:"version"`
	Schema  string      `json:"$schema"`
	Runs    []joinedRun `json:"runs"`
}

type joinedRun struct {
	Tool        json.RawMessage    `json:"tool"`
	Invocations []joinedInvocation `json:"invocations"`
	Results     []json.RawMessage  `json:"results"`
	Automation  json.RawMessage    `json:"automationDetails"`
	ColumnKind  string             `json:"columnKind"`
	Bases       json.RawMessage    `json:"originalUriBaseIds,omitempty"`
	Taxonomies  json.RawMessage    `json:"taxonomies,omitempty"`
}

type joinedInvocation struct {
	IsWhole       bool              `json:"executionSuccessful"`
	Notifications []json.RawMessage `json:"toolExecutionNotifications,omitempty"`
}

// joinedResult has the fields of a result that a join needs, and its whole text.
type joinedResult struct {
	RuleID    string `json:"ruleId"`
	Kind      string `json:"kind"`
	Level     string `json:"level"`
	Locations []struct {
		PhysicalLocation struct {
			ArtifactLocation struct{ URI string }
		}
	}
	PartialFingerprints map[string]string
	Suppressions        []json.RawMessage

	text json.RawMessage
}

// weight returns the severity of a result, or -1 if it is suppressed, undecided or unconfirmed.
func (r *joinedResult) weight() rules.Severity {
	severity, err := rules.ParseSeverity(r.Level)
	if err != nil || len(r.Suppressions) > 0 || r.Kind == "open" || r.Kind == "review" {
		return -1
	}
	return severity
}

// id returns a text that is equal for results about the same finding. It joins the rule, the file and the fingerprints.
func (r *joinedResult) id() string {
	file := ""
	if len(r.Locations) > 0 {
		file = r.Locations[0].PhysicalLocation.ArtifactLocation.URI
	}
	print, _ := json.Marshal(r.PartialFingerprints) // plain data, keys sorted: no error
	return fmt.Sprintf("%s %q %s", r.RuleID, file, print)
}

// sarifJoin collects the results and notifications of several logs. out is the first log, which becomes the joined log.
type sarifJoin struct {
	out     joinedLog
	found   graver[joinedResult]
	notices graver[json.RawMessage]
	isWhole bool
}

// joinSARIF joins reports in the format of [SARIF].
func joinSARIF(names []string, texts [][]byte) (*Joined, error) {
	s := &sarifJoin{isWhole: true}
	for i, text := range texts {
		if err := s.read(names, i, text); err != nil {
			return nil, err
		}
	}
	var tool struct{ Driver struct{ Name string } }
	if err := json.Unmarshal(s.out.Runs[0].Tool, &tool); err != nil || tool.Driver.Name != "warpcheck" {
		return nil, fmt.Errorf("%s: of another tool than warpcheck", names[0])
	}
	return s.joined()
}

// read adds log number i. text is the text of the log. The list names has the names of all files.
func (s *sarifJoin) read(names []string, i int, text []byte) error {
	var one joinedLog
	if err := json.Unmarshal(text, &one); err != nil || len(one.Runs) != 1 || len(one.Runs[0].Invocations) != 1 {
		return fmt.Errorf("%s: no report of warpcheck in SARIF: %s", names[i], whatIsMerged)
	}
	run := one.Runs[0]
	if i == 0 {
		s.out = one
	}
	if !bytes.Equal(run.Tool, s.out.Runs[0].Tool) {
		return fmt.Errorf("%s: of another tool than %s, or of another version: make all with one", names[i], names[0])
	}
	for _, text := range run.Results {
		result := joinedResult{text: text}
		if err := json.Unmarshal(text, &result); err != nil {
			return fmt.Errorf("%s: a result that cannot be read: %w", names[i], err)
		}
		s.found.add(result.id(), result, func(a, b joinedResult) int { return cmp.Compare(a.weight(), b.weight()) })
	}
	s.isWhole = s.isWhole && run.Invocations[0].IsWhole
	for _, n := range run.Invocations[0].Notifications {
		s.notices.add(string(n), n, func(a, b json.RawMessage) int { return 0 })
	}
	return nil
}

// joined returns the joined log with the gravest results, and with a notification that counts the results that are left
// out.
func (s *sarifJoin) joined() (*Joined, error) {
	j := &Joined{document: &s.out, Incomplete: !s.isWhole}
	whole := joinedInvocation{IsWhole: s.isWhole, Notifications: s.notices.all}
	for i := range s.found.all {
		if weight := s.found.all[i].weight(); weight >= 0 {
			j.add(weight)
		}
	}
	results := []json.RawMessage{}
	kept := gravest(s.found.all, sarifResults, (*joinedResult).weight)
	for i := range kept {
		results = append(results, kept[i].text)
	}
	if left := len(s.found.all) - len(kept); left > 0 {
		text, err := json.Marshal(sarif.NewNotification().WithLevel(rules.Warning.String()).WithMessage(plainMessage(leftOut(left))))
		if err != nil {
			return nil, err
		}
		whole.Notifications = append(slices.Clip(whole.Notifications), text)
	}
	for _, n := range s.notices.all {
		var level struct{ Level rules.Severity }
		if err := json.Unmarshal(n, &level); err == nil && s.isWhole {
			j.add(level.Level)
		}
	}
	s.out.Runs[0].Results, s.out.Runs[0].Invocations = results, []joinedInvocation{whole}
	return j, nil
}
