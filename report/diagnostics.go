package report

import (
	"slices"

	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/source"
)

// Diagnostic is a finding, an unconfirmed or undecided question, or a notice, for programs that mark places in source:
// one text, and the other places beside it.
type Diagnostic struct {
	// Pos has no line if the file as a whole is meant, and no file if no place is.
	Pos      source.Pos
	Severity rules.Severity
	// Key is the rule's key, and Page the URL of its page; both are "" for a notice.
	Key, Page string
	// Text is the message, and on the lines below it the remedy.
	Text string
	// Remarks say what the finding rests on: an example of an input, why no run confirms it, its condition, what is
	// assumed.
	Remarks []string
	// Places are the other places of the finding, the branches and calls on the way first.
	Places []rules.Related
	// Finding is nil for a notice.
	Finding *rules.Finding
}

// Diagnostics lists a report's findings, then its open questions, then its notices.
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
