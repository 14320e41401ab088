package report

import (
	_ "embed"
	"html/template"
	"io"

	"github.com/warpcheck/warpcheck/rules"
)

//go:embed page.html
var page string

var pageTemplate = template.Must(template.New("page").Parse(page))

// htmlContext is how many lines stand above and below a marked line.
const htmlContext = 3

type htmlPage struct {
	Version, Summary string
	Keys             []htmlKey
	Findings         []htmlFinding
	Notices          []htmlNotice
}

// htmlKey is one line of the table of contents.
type htmlKey struct {
	Key, Title string
	Count      int
}

type htmlFinding struct {
	rules.Finding
	Place, Title string
	Excerpts     []htmlExcerpt
	Steps        []htmlPlace
	Macro        string
	InContexts   []string
}

type htmlPlace struct{ Place, Text string }

// htmlExcerpt is a stretch of one file.
type htmlExcerpt struct {
	File  string // "" in the finding's own file
	Lines []htmlLine
}

// htmlLine is a source line, cut at the marked part.
type htmlLine struct {
	Number              int
	Before, Mark, After string
	Class               string // "call", "split", "" for a line without a mark
	Labels              []string
}

type htmlNotice struct{ Severity, Place, Text string }

// HTML writes one self-contained page without scripts.
func HTML(w io.Writer, r *Report) error {
	files := newSource(r)
	data := htmlPage{Version: r.Version, Summary: summary(r), Keys: htmlKeys(r)}
	for i := range r.Findings {
		data.Findings = append(data.Findings, r.htmlFinding(&r.Findings[i], files))
	}
	for i := range r.Undecided {
		data.Findings = append(data.Findings, r.htmlFinding(&r.Undecided[i], files))
	}
	for _, n := range r.Notices {
		notice := htmlNotice{Severity: n.Severity.String(), Text: n.Text}
		if n.Pos.File != "" {
			notice.Place = r.place(n.Pos)
		}
		data.Notices = append(data.Notices, notice)
	}
	return pageTemplate.Execute(w, data)
}

// htmlKeys counts the findings of each rule, in the rules' order.
func htmlKeys(r *Report) []htmlKey {
	counts := map[string]int{}
	for i := range r.Findings {
		counts[r.Findings[i].Key]++
	}
	var keys []htmlKey
	for _, rule := range rules.All() {
		if n := counts[rule.Key]; n > 0 {
			keys = append(keys, htmlKey{rule.Key, rule.Title, n})
		}
	}
	return keys
}

func (r *Report) htmlFinding(f *rules.Finding, files *source) htmlFinding {
	out := htmlFinding{Finding: *f, Place: r.place(f.Pos), Excerpts: r.excerpts(f, files), InContexts: r.contexts(f.Contexts)}
	if rule := rules.ByKey(f.Key); rule != nil {
		out.Title = rule.Title
	}
	for _, step := range append(append([]rules.Related(nil), f.Calls...), f.Related...) {
		out.Steps = append(out.Steps, htmlPlace{r.place(step.Pos), step.Text})
	}
	if f.MacroDefinition != nil {
		out.Macro = r.place(*f.MacroDefinition)
	}
	return out
}

// excerpts show the labels' lines with some around them, file by file.
func (r *Report) excerpts(f *rules.Finding, files *source) []htmlExcerpt {
	var all []htmlExcerpt
	for _, m := range marks(f, files) {
		name := ""
		if m.Pos.File != f.Pos.File {
			name = r.path(m.Pos.File)
		}
		if len(all) == 0 || all[len(all)-1].File != name {
			all = append(all, htmlExcerpt{File: name})
		}
		last := &all[len(all)-1]
		last.Lines = addLines(last.Lines, files.file(m.Pos.File), m)
	}
	return all
}

// addLines adds a marked line and those around it that are not there yet. A
// further mark on a line that stands there adds its text only.
func addLines(lines []htmlLine, f *file, m mark) []htmlLine {
	first := max(m.Pos.Line-htmlContext, 1)
	if n := len(lines); n > 0 {
		first = max(first, lines[n-1].Number+1)
	}
	for number := first; number <= min(m.Pos.Line+htmlContext, len(f.lines)); number++ {
		lines = append(lines, htmlLine{Number: number, Before: printableCode(f.lines[number-1])})
	}
	for i := range lines {
		if lines[i].Number == m.Pos.Line {
			lines[i].mark(f.lines[m.Pos.Line-1], m)
		}
	}
	return lines
}

func (l *htmlLine) mark(line string, m mark) {
	l.Labels = append(l.Labels, m.Text)
	if l.Class != "" {
		return
	}
	l.Class = "split"
	start, end := span(line, m.Pos)
	if m.Primary {
		l.Class = "call"
		start, end = nameSpan(line, m.Pos)
	}
	start, end = min(start, len(line)), min(end, len(line))
	l.Before, l.Mark, l.After = printableCode(line[:start]), printableCode(line[start:end]),
		printableCode(line[end:])
}

// printableCode is source as a terminal shows it, tabs expanded.
func printableCode(line string) string { return newCells(line).text }

// Certain is "definite" or "potential".
func (f htmlFinding) Certain() string { return certainty(&f.Finding) }

// Also are the messages of the other cases.
func (f htmlFinding) Also() []string { return f.Notes() }
