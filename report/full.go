package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/source"
)

// Full writes findings for a person to read:
//
//	reduce.cu:42:10: error: Lane(s) 16-31 named in sync mask ... [not_participating_lane_in_mask]
//	   |
//	38 |   if (lane < 16) {
//	   |       --------- lanes 16-31 skip this branch
//	42 |     v += __shfl_down_sync(0xffffffff, v, 8);
//	   |          ^^^^^^^^^^^^^^^^ reached by lanes 0-15
//	   |   mask     ################################
//	   |   arrives  ################................
//	   = help: pass 0x0000ffff, or move the call out of the branch
func Full(w io.Writer, r *Report) error {
	t := newText(w, r)
	files := newSources(r)
	for _, g := range groups(r.Findings) {
		t.full(g, files)
		t.line("")
	}
	t.apart(func(f *rules.Finding) {
		t.full(group{Finding: f}, files)
		t.line("")
	})
	return t.finish()
}

func (t *text) full(findings group, files *sources) {
	f := findings.Finding
	message, short := t.r.firstLine(f)
	t.headline(f, message)
	marks := marks(f, files)
	width := len(fmt.Sprint(f.Pos.Line))
	for _, m := range marks {
		width = max(width, len(fmt.Sprint(m.Pos.Line)))
	}
	g := newGutter(t, width, f.Severity)
	g.excerpt(f.Pos.File, marks)
	g.drawing(f.Rows)
	g.remarks(f, marks)
	if short || len(f.Contexts) > 1 || len(f.Cases) > 1 {
		g.cases(f)
	}
	if len(findings.more) > 0 {
		g.remark("note", t.r.places(findings))
	}
}

// firstLineLength is the length in characters that the first line of a finding should not exceed. If it would be
// longer, the launches are described below it instead.
const firstLineLength = 160

// firstLine returns the message of the first line. short reports whether the message leaves something out, such as the
// launches.
func (r *Report) firstLine(f *rules.Finding) (message string, short bool) {
	if len(f.Cases) == 0 {
		return f.Message, false
	}
	others := fmt.Sprintf("%s: %s: %s [%s]", r.place(f.Pos), f.Severity, reserved(f), f.Key)
	return f.Cases[0].Within(firstLineLength - utf8.RuneCountInString(others))
}

// shownCases is the largest number of cases that are shown for a finding, and shownContexts the largest number of
// contexts for each case. A person reads them, and a template may have hundreds.
const (
	shownCases    = 4
	shownContexts = 4
)

const (
	// columns is the length in cells at which lines are cut if there is no terminal.
	columns = 160
	// leastColumns is the least number of cells to the right of the gutter, even on a narrow terminal: two or three
	// words.
	leastColumns = 24
	// cutMark is printed where a line is cut.
	cutMark = "..."
)

// mark is one label to show, with its source line as a terminal shows it.
type mark struct {
	rules.Label
	line       string
	start, end int // the marked cells of the line, without the one at end
}

// gutter writes lines with a gutter on their left. The gutter has the line numbers.
type gutter struct {
	t        *text
	width    int
	severity rules.Severity
	// columns is how many cells of a line are shown to the right of the gutter.
	columns int
}

// newGutter returns a gutter with room for line numbers of width digits.
func newGutter(t *text, width int, severity rules.Severity) gutter {
	g := gutter{t: t, width: width, severity: severity, columns: columns}
	if t.r.Width > 0 {
		g.columns = max(t.r.Width-width-len(" | ")-len(cutMark), leastColumns)
	}
	return g
}

// marks returns the labels and the other places of a finding, if their source can be read. They are sorted by line and
// column. Those in the finding's own file are first.
func marks(f *rules.Finding, files *sources) []mark {
	var all []mark
	for _, label := range f.Labels {
		extent := span
		if label.Primary {
			extent = nameSpan
		}
		all = addMark(all, label, extent, files)
	}
	for _, other := range f.Related {
		all = addMark(all, rules.Label{Pos: other.Pos, Text: other.Text}, span, files)
	}
	slices.SortStableFunc(all, func(a, b mark) int {
		return cmp.Or(
			cmp.Compare(elsewhere(a, f), elsewhere(b, f)),
			cmp.Compare(a.Pos.File, b.Pos.File),
			cmp.Compare(a.Pos.Line, b.Pos.Line),
			cmp.Compare(a.Pos.Column, b.Pos.Column),
		)
	})
	return all
}

// addMark appends a label to `all` if its source can be read. extent returns the part of the line to underline, in
// bytes.
func addMark(all []mark, label rules.Label, extent func(string, source.Pos) (start, end int), files *sources) []mark {
	line, ok := files.line(label.Pos)
	if !ok {
		return all
	}
	start, end := extent(line, label.Pos)
	shown := newCells(line)
	return append(all, mark{Label: label, line: shown.text, start: shown.offset(start), end: shown.offset(end)})
}

// elsewhere returns 0 for a mark in the finding's own file and 1 for any other mark. So marks of other files are sorted
// last.
func elsewhere(m mark, f *rules.Finding) int {
	if m.Pos.File == f.Pos.File {
		return 0
	}
	return 1
}

// blank writes a line without a line number. sign is the character at the edge of the gutter.
func (g gutter) blank(sign, content string) {
	p := g.t.r.Palette
	edge := p.paint(p.quiet, fmt.Sprintf("%*s %s", g.width, "", sign))
	g.t.line("%s%s", edge, content)
}

// excerpt shows each marked line once, and each mark below its line.
func (g gutter) excerpt(file string, marks []mark) {
	if len(marks) > 0 {
		g.blank("|", "")
	}
	line, from := 0, 0
	for _, m := range marks {
		if m.Pos.File != file {
			file, line = m.Pos.File, 0
			g.blank("-->", " "+g.t.r.place(m.Pos))
		}
		isInView := m.end-from <= g.columns
		if window := g.window(m); m.Pos.Line != line || !isInView && window != from {
			line, from = m.Pos.Line, window
			g.source(line, m.line, from)
		}
		g.mark(m, from)
	}
}

// window returns the first cell of the line to show, so that the mark is visible.
func (g gutter) window(m mark) int {
	if m.end <= g.columns {
		return 0
	}
	return max(m.start-g.columns/3, 0)
}

func (g gutter) source(number int, line string, column int) {
	p := g.t.r.Palette
	if column > 0 {
		line = widths.TruncateLeft(line, column+len(cutMark), cutMark)
	}
	if widths.StringWidth(line) > g.columns {
		line = widths.Truncate(line, g.columns, "") + cutMark
	}
	g.t.line("%s %s", p.paint(p.quiet, fmt.Sprintf("%*d |", g.width, number)), line)
}

// mark underlines a label. The text of the label is on the same line, or on the next lines if the terminal is too
// narrow. column is the first cell of the source line that is shown.
func (g gutter) mark(m mark, column int) {
	p := g.t.r.Palette
	sign, style := "-", p.quiet
	if m.Primary {
		sign, style = "^", p.severity[g.severity]
	}
	start := min(max(m.start-column, 0), g.columns)
	length := max(min(m.end-column, g.columns)-start, 1)
	under, text := strings.Repeat(sign, length), m.Text
	if g.t.r.Width == 0 || start+length+1+widths.StringWidth(text) <= g.columns {
		g.blank("|", " "+strings.Repeat(" ", start)+p.paint(style, under+" "+text))
		return
	}
	g.blank("|", " "+strings.Repeat(" ", start)+p.paint(style, under))
	for _, line := range g.broken(text, 0) {
		left := max(min(start, g.columns-widths.StringWidth(line)), 0)
		g.blank("|", " "+strings.Repeat(" ", left)+p.paint(style, line))
	}
}

// drawing writes the drawing of the lanes, lane 0 leftmost.
func (g gutter) drawing(rows []rules.Row) {
	width := 0
	for _, row := range rows {
		width = max(width, len(row.Name))
	}
	for _, row := range rows {
		g.blank("|", fmt.Sprintf("   %-*s  %s", width, row.Name, row.Lanes.Draw()))
	}
}

// remarks writes the lines after the drawing.
func (g gutter) remarks(f *rules.Finding, marks []mark) {
	isFirst := f.IsOfSupposedBlock() // the assumption about the block is the first remark then, because the other remarks depend on it
	if isFirst {
		g.assumptions(f)
	}
	if f.Help != "" {
		g.remark("help", f.Help)
	}
	if f.Repair != nil {
		flags := "--fix"
		if f.Repair.Unsafe {
			flags = "--fix --unsafe-fixes"
		}
		g.remark("repair", f.Repair.Text+" ("+flags+" writes it)")
	}
	for _, line := range f.Witness {
		g.remark("example", line)
	}
	if f.Precondition != "" {
		g.remark("precondition", f.Precondition)
	}
	for _, reason := range reasons(f) {
		g.remark("unconfirmed", reason)
	}
	if f.Condition != "" {
		g.remark("condition", f.Condition)
	}
	for _, related := range slices.Concat(f.Calls, unmarked(f.Related, marks)) {
		g.remark("note", related.Text+": "+g.t.r.place(related.Pos))
	}
	if f.MacroDefinition != nil {
		g.remark("note", "in the macro defined at "+g.t.r.place(*f.MacroDefinition))
	}
	if !isFirst {
		g.assumptions(f)
	}
}

func (g gutter) assumptions(f *rules.Finding) {
	for _, assumption := range f.Assumptions() {
		g.remark("assumed", assumption)
	}
}

// unmarked returns the places that no mark shows.
func unmarked(places []rules.Related, marks []mark) []rules.Related {
	return slices.DeleteFunc(slices.Clone(places), func(place rules.Related) bool {
		return slices.ContainsFunc(marks, func(m mark) bool { return m.Pos == place.Pos && m.Text == place.Text })
	})
}

// remark writes a remark below the drawing. kind is the word in front of it, such as "help".
func (g gutter) remark(kind, message string) {
	p := g.t.r.Palette
	lines := g.broken(message, len(kind)+len(" : "))
	g.blank("=", fmt.Sprintf(" %s: %s", p.paint(p.bold, kind), lines[0]))
	for _, line := range lines[1:] {
		g.blank(" ", strings.Repeat(" ", len(kind)+len(" : "))+line)
	}
}

// broken breaks a message into lines that fit to the right of the gutter and of a prefix. indent is the width of the
// prefix in cells. If there is no terminal, the message stays one line.
func (g gutter) broken(message string, indent int) []string {
	room := max(g.columns-indent, leastColumns)
	if g.t.r.Width == 0 || widths.StringWidth(message) <= room {
		return []string{message}
	}
	lines := []string{""}
	for _, word := range strings.Fields(message) {
		last := &lines[len(lines)-1]
		switch {
		case *last == "":
			*last = word
		case widths.StringWidth(*last)+1+widths.StringWidth(word) <= room:
			*last += " " + word
		default:
			lines = append(lines, word)
		}
	}
	return lines
}

// cases writes the message of each case, and below it the contexts in which it is true.
func (g gutter) cases(f *rules.Finding) {
	if len(f.Contexts) == 1 {
		g.remark("note", "in "+f.Contexts[0].Text(g.t.r.path))
		return
	}
	for i, c := range f.Cases[:min(shownCases, len(f.Cases))] {
		contexts := g.t.r.contexts(rules.JoinBlocks(c.Contexts))
		switch {
		case i > 0:
			g.remark("note", c.Message())
		case len(contexts) == 0:
			continue // cases writes the contexts of the first case. For each further case it writes the message, and then the contexts. It writes at most shownCases cases. If the finding has only one context, it writes only this context.
		case len(contexts) == 1:
			g.remark("note", "in "+contexts[0])
			continue
		default:
			g.remark("note", "in these contexts:")
		}
		if len(contexts) == 1 && contexts[0] == rules.Fold(c.Contexts) {
			continue // the message already has the context
		}
		for _, context := range contexts[:min(shownContexts, len(contexts))] {
			g.blank(" ", "       "+context)
		}
		if more := len(contexts) - shownContexts; more > 0 {
			g.blank(" ", fmt.Sprintf("       and %d more (-f json lists all)", more))
		}
	}
	if more := len(f.Cases) - shownCases; more > 0 {
		g.remark("note", fmt.Sprintf("%s (-f json lists all)", count(more, "more case")))
	}
}
