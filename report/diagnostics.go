package report

import (
	"slices"

	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/source"
)

// Diagnostic is a finding, what is unconfirmed or undecided, or a notice as programs show it that mark
// places in source: in one text, with the other places beside it.
type Diagnostic struct {
	// Pos has no line where the file as a whole is meant, and no file where nothing is.
	Pos      source.Pos
	Severity rules.Severity
	// Key is the rule's and Page explains it; "" for a notice.
	Key, Page string
	// Text is the message, and in lines below it the remedy.
	Text string
	// Remarks are what it rests on: an example of an input, what is not exact, what is assumed.
	Remarks []string
	// Places take part: the branches and calls on the way first.
	Places []rules.Related
	// Finding is nil for a notice.
	Finding *rules.Finding
}

// Diagnostics are those of a report, in the order of its parts.
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
