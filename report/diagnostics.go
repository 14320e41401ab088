package report

import (
	"slices"

	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/source"
)

// Diagnostic is a finding, an unconfirmed or undecided question, or a notice. It is for programs that mark places in
// source.
type Diagnostic struct {
	// Pos is the place. It has no line if the diagnostic is about a whole file, and no file if it is about no place.
	Pos      source.Pos
	Severity rules.Severity
	// Key is the rule's key, and Page the URL of its page; both are "" for a notice.
	Key, Page string
	// Text is the message. The help is on a line of its own below it.
	Text string
	// Remarks lists lines about the reasons for the finding: an example of an input, why no run confirms it, its
	// condition, its assumptions.
	Remarks []string
	// Places lists the other places of the finding: the branches and calls on the path to it first.
	Places []rules.Related
	// Finding is nil for a notice.
	Finding *rules.Finding
}

// Diagnostics returns a report's findings, then its unconfirmed and undecided questions, then its notices.
func Diagnostics(r *Report) []Diagnostic { return r.shown().diagnostics() }

func (r *Report) diagnostics() []Diagnostic {
	var all []Diagnostic
	for _, list := range [][]rules.Finding{r.Findings, r.apart()} {
		for i := range list {
			all = append(all, diagnosticOf(&list[i]))
		}
	}
	for _, n := range r.Notices {
		all = append(all, Diagnostic{Pos: n.Pos, Severity: n.Severity, Text: n.Text})
	}
	return all
}

func diagnosticOf(f *rules.Finding) Diagnostic {
	d := Diagnostic{Pos: f.Pos, Severity: f.Severity, Key: f.Key, Page: rulePage(f.Key), Text: brief(f),
		Places: slices.Concat(steps(f), relatedTo(f)), Finding: f}
	if f.Help != "" {
		d.Text += "\nhelp: " + f.Help
	}
	for _, line := range f.Witness {
		d.Remarks = append(d.Remarks, "example: "+line)
	}
	if f.Precondition != "" {
		d.Remarks = append(d.Remarks, "precondition: "+f.Precondition)
	}
	for _, reason := range reasons(f) {
		d.Remarks = append(d.Remarks, "unconfirmed: "+reason)
	}
	if f.Condition != "" {
		d.Remarks = append(d.Remarks, "condition: "+f.Condition)
	}
	for _, assumption := range f.Assumptions() {
		d.Remarks = append(d.Remarks, "assumed: "+assumption)
	}
	return d
}
