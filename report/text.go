package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/warpcheck/warpcheck/internal/legible"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/source"
)

// text is the state that the two text formats share: the report, and a buffered writer that keeps the first error.
type text struct {
	out *bufio.Writer
	r   *Report
}

func newText(w io.Writer, r *Report) *text { return &text{out: bufio.NewWriter(w), r: r} }

// line writes one line. Some lines are commands in the log of a workflow, and the parts of a line may form one by
// accident (a file named ":"). legible.Lead prevents this. If the write fails, finish returns the error.
func (t *text) line(format string, args ...any) {
	fmt.Fprintln(t.out, legible.Lead(fmt.Sprintf(format, args...)))
}

// headline writes a line in the form of gcc's diagnostics.
func (t *text) headline(f *rules.Finding, message string) {
	p := t.r.Palette
	t.line("%s: %s: %s%s %s", p.paint(p.bold, t.r.place(f.Pos)), p.level(f.Severity), message, reserved(f),
		p.paint(p.key, "["+f.Key+"]"))
}

// apart writes the unconfirmed findings and the undecided questions, each kind below its heading.
func (t *text) apart(write func(*rules.Finding)) {
	for _, kind := range []struct {
		list          []rules.Finding
		heading, noun string
		why           string
	}{
		{t.r.Unconfirmed, "unconfirmed", "place", " where no run has shown a fault"},
		{t.r.Undecided, "undecided", "question", " without an answer"},
	} {
		if n := len(kind.list); n > 0 {
			t.line("%s", t.r.Palette.paint(t.r.Palette.bold, kind.heading+": "+count(n, kind.noun)+kind.why))
		}
		for i := range kind.list {
			write(&kind.list[i])
		}
	}
}

// note writes a note line at a place.
func (t *text) note(pos source.Pos, message string) {
	p := t.r.Palette
	t.line("%s: %s: %s", p.paint(p.bold, t.r.place(pos)), p.level(rules.Note), message)
}

// finish writes the notices and, unless the report is quiet, the last line.
func (t *text) finish() error {
	p := t.r.Palette
	for i := range t.r.Notices {
		n := &t.r.Notices[i]
		place := "warpcheck"
		if n.Pos.File != "" {
			place = t.r.place(n.Pos)
		}
		t.line("%s: %s: %s", p.paint(p.bold, place), p.level(n.Severity), n.Text)
	}
	if !t.r.Quiet {
		t.line("%s", summary(t.r))
	}
	return t.out.Flush()
}

// LastLine writes the last line of the text formats alone.
func LastLine(w io.Writer, r *Report) error {
	t := newText(w, r)
	t.line("%s", summary(r))
	return t.out.Flush()
}

// summary returns the last line: counts of the analysed files, of the findings, and of the findings that are not shown.
func summary(r *Report) string {
	var bySeverity [rules.Error + 1]int
	for i := range r.Findings {
		bySeverity[r.Findings[i].Severity]++
	}
	for i := range r.Notices { // wrong suppressions are counted too, because they affect the exit code as findings do
		if !r.Notices[i].Incomplete {
			bySeverity[r.Notices[i].Severity]++
		}
	}
	parts := []string{
		count(r.Stats.Files, "file"), count(r.Stats.Kernels, "kernel"),
		count(r.Stats.Collectives, "collective"),
		count(bySeverity[rules.Error], "error"), count(bySeverity[rules.Warning], "warning"),
	}
	if n := bySeverity[rules.Note]; n > 0 {
		parts = append(parts, count(n, "note"))
	}
	if n := r.Stats.Suppressed; n > 0 {
		parts = append(parts, fmt.Sprintf("%d suppressed", n))
	}
	if n := r.Stats.Accepted; n > 0 {
		parts = append(parts, fmt.Sprintf("%d in the baseline", n))
	}
	if n := r.Stats.Unchanged; n > 0 {
		parts = append(parts, fmt.Sprintf("%d that touch no change", n))
	}
	if n := r.Stats.Beside; n > 0 {
		parts = append(parts, fmt.Sprintf("%d in other files", n))
	}
	if n := r.Stats.Hidden; n > 0 {
		parts = append(parts, fmt.Sprintf("%d potential hidden%s (--potential shows those that a run confirms)", n, r.likely()))
	}
	parts = append(parts, r.open()...)
	if n := r.Stats.MostlyMissed; n > 0 {
		parts = append(parts, count(n, "file")+" mostly not analysed (-v lists the collectives)")
	}
	if n := r.Stats.Absent; n > 0 {
		parts = append(parts, count(n, "header")+" of other projects not found")
	}
	if n := r.Stats.Failed; n > 0 {
		parts = append(parts, count(n, "unit")+" incomplete (not counted as errors)")
	}
	if r.Stats.Seconds > 0 {
		parts = append(parts, fmt.Sprintf("%.1f s", r.Stats.Seconds))
	}
	return strings.Join(parts, ", ")
}

// open returns parts of the last line: the numbers of unconfirmed and undecided questions, and the flag that lists
// them.
func (r *Report) open() (parts []string) {
	if n := r.Stats.Unconfirmed; n > 0 {
		parts = append(parts, fmt.Sprintf("%d unconfirmed", n))
	}
	if n := r.Stats.Undecided; n > 0 {
		parts = append(parts, fmt.Sprintf("%d undecided", n))
	}
	if last := len(parts) - 1; last >= 0 && len(r.apart()) == 0 {
		parts[last] += " (--undecided lists them)"
	}
	return parts
}

// likely returns the part of the last line that names the places of Report.Likely. It returns "" if there are none.
func (r *Report) likely() string {
	if len(r.Likely) == 0 {
		return ""
	}
	var places []string
	for _, pos := range r.Likely {
		places = append(places, r.place(pos))
	}
	last := len(places) - 1
	if last == 0 {
		return ", as at " + places[0]
	}
	return ", as at " + strings.Join(places[:last], ", ") + " and " + places[last]
}

// count returns a number of things: "1 file", "2 files".
func count(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}
