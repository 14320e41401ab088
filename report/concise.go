package report

import (
	"io"

	"github.com/warpcheck/warpcheck/rules"
)

// Concise writes one line for each finding, and a line with a note for each other place of the finding. The label at
// the finding's own place gets no note, because editors show only one problem at a line and column.
func Concise(w io.Writer, r *Report) error {
	t := newText(w, r)
	for i := range r.Findings {
		t.concise(&r.Findings[i])
	}
	t.apart(t.concise)
	return t.finish()
}

func (t *text) concise(f *rules.Finding) {
	t.headline(f, f.Message+moreCases(f))
	for _, step := range steps(f) {
		t.note(step.Pos, step.Text)
	}
	for _, related := range f.Related {
		t.note(related.Pos, related.Text)
	}
	if f.MacroDefinition != nil {
		t.note(*f.MacroDefinition, "the macro is defined here")
	}
}

// steps returns the places on the path to the finding: the branches at which the lanes diverge, then the calls.
func steps(f *rules.Finding) []rules.Related {
	var way []rules.Related
	for _, label := range f.Labels {
		if !label.Primary {
			way = append(way, rules.Related{Pos: label.Pos, Text: label.Text})
		}
	}
	return append(way, f.Calls...)
}
