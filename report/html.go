package report

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/internal/legible"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/warp"
)

var (
	//go:embed page.html
	page string
	//go:embed page.js
	pageScript string
)

// pageTemplate is the template of the page. Its content security policy allows only the page's own script, which is
// identified by its hash.
var pageTemplate = template.Must(template.New("page").Funcs(template.FuncMap{
	"script": func() template.JS { return template.JS(pageScript) },
	"scriptHash": func() string {
		sum := sha256.Sum256([]byte(pageScript))
		return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
	},
}).Parse(page))

// htmlContext is the number of lines that are shown above and below a marked line.
const htmlContext = 3

type htmlPage struct {
	Version, Summary string
	Command, Date    string
	Keys             []htmlKey
	// Rules lists the keys of all findings and questions, sorted.
	Rules    []string
	Files    []htmlFile
	Findings []htmlFinding
	Notices  []htmlNotice
}

// htmlKey is one line of the table of contents: a rule, and the number of its findings.
type htmlKey struct {
	Key, Title, Page string
	Count            int
}

// htmlFile is one line of the index: a file, with the rules that it breaks or may break. Each rule has the number of
// its findings in the file, and the anchor of the first.
type htmlFile struct {
	File string
	Keys []htmlCount
}

type htmlCount struct {
	Key, First string
	Count      int
	// Open reports whether the entry counts unconfirmed or undecided questions, not findings.
	Open bool
}

// htmlRow is one row of the drawing of lanes: a cell for each lane, and the lanes in words.
type htmlRow struct {
	Name, Words string
	Lanes       [warp.Size]bool
}

type htmlFinding struct {
	rules.Finding
	ID, Place, Page string
	Excerpts        []htmlExcerpt
	Cells           []htmlRow
	Steps           []htmlStep
	InContexts      []string
}

// htmlStep is a place on the path to the finding, with the state of each lane there if it is known.
type htmlStep struct {
	Place, Text string
	Lanes       []string // the CSS class of each lane
	Words       string
	Open        bool
}

// htmlExcerpt is a range of lines of one file.
type htmlExcerpt struct {
	File  string // "" for the finding's own file
	Lines []htmlLine
}

// htmlLine is a source line, split into the marked part and the parts before and after it.
type htmlLine struct {
	Number              int
	Before, Mark, After string
	Class               string // "call", "split", "" for a line without a mark
	Labels              []string
}

type htmlNotice struct{ Severity, Place, Text string }

// HTML writes one self-contained page. It can be read without its script, which searches, filters and sorts.
func HTML(w io.Writer, r *Report) error {
	files := newSources(r)
	data := htmlPage{Version: r.Version, Summary: summary(r), Keys: htmlKeys(r), Command: legible.Line(r.Command), Date: r.Date}
	for i := range r.Findings {
		data.Findings = append(data.Findings, r.htmlFinding(&r.Findings[i], files))
	}
	apart := r.apart()
	for i := range apart {
		data.Findings = append(data.Findings, r.htmlFinding(&apart[i], files))
	}
	for i := range data.Findings {
		data.Findings[i].ID = fmt.Sprintf("f%d", i+1)
		data.Rules = append(data.Rules, data.Findings[i].Key)
	}
	slices.Sort(data.Rules)
	data.Rules = slices.Compact(data.Rules)
	data.Files = htmlFiles(r, data.Findings)
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
			keys = append(keys, htmlKey{rule.Key, rule.Title, rulePage(rule.Key), n})
		}
	}
	return keys
}

func (r *Report) htmlFinding(f *rules.Finding, files *sources) htmlFinding {
	out := htmlFinding{Finding: *f, Place: r.place(f.Pos), Excerpts: r.excerpts(f, files), InContexts: r.contexts(f.Contexts)}
	if rules.ByKey(f.Key) != nil {
		out.Page = rulePage(f.Key)
	}
	for _, row := range f.Rows {
		drawn := htmlRow{Name: row.Name, Words: row.Lanes.Words()}
		for l := range warp.Size {
			drawn.Lanes[l] = row.Lanes.Has(l)
		}
		out.Cells = append(out.Cells, drawn)
	}
	out.Steps = r.htmlSteps(f)
	return out
}

// htmlSteps returns the branches, the calls, the finding's own place if its lanes are known, and the related places.
func (r *Report) htmlSteps(f *rules.Finding) []htmlStep {
	var all []htmlStep
	add := func(list []rules.Related) {
		for _, step := range list {
			all = append(all, htmlStep{Place: r.place(step.Pos), Text: step.Text})
		}
	}
	if len(f.Walk) == 0 {
		add(steps(f))
	} else {
		last := len(f.Walk) - 1
		for _, stage := range f.Walk[:last] {
			all = append(all, r.htmlStage(stage, "on the way"))
		}
		add(f.Calls)
		end := r.htmlStage(f.Walk[last], arrival(f.Walk[last]))
		end.Open = true
		all = append(all, end)
	}
	add(relatedTo(f))
	return all
}

// arrival returns words for the lanes that have arrived at the finding's place.
func arrival(stage rules.Stage) string {
	if stage.Awaited != 0 {
		return "arrived and waiting"
	}
	return "arrived"
}

// htmlStage returns a stage as a step, with the state of each lane. atPlace is the text for the lanes in stage.Here.
func (r *Report) htmlStage(stage rules.Stage, atPlace string) htmlStep {
	step := htmlStep{Place: r.place(stage.Pos), Text: stage.Text, Lanes: make([]string, warp.Size)}
	var words []string
	for _, state := range []struct {
		class, words string
		lanes        warp.Lanes
	}{
		{"here", atPlace, stage.Here}, {"away", "elsewhere", stage.Away &^ stage.Awaited},
		{"awaited", "waited for, and elsewhere", stage.Awaited}, {"left", "left the kernel", stage.Exited}, {"missing", "no thread", stage.Missing},
	} {
		for l := range warp.Size {
			if state.lanes.Has(l) {
				step.Lanes[l] = state.class
			}
		}
		if state.lanes != 0 {
			words = append(words, state.words+": "+state.lanes.Words())
		}
	}
	step.Words = strings.Join(words, "; ")
	return step
}

// htmlFiles lists the files with findings, in the order of the findings.
func htmlFiles(r *Report, findings []htmlFinding) []htmlFile {
	var list []htmlFile
	at := map[string]int{}
	for i := range findings {
		f := &findings[i]
		name := r.path(f.Pos.File)
		if _, known := at[name]; !known {
			at[name] = len(list)
			list = append(list, htmlFile{File: name})
		}
		one := &list[at[name]]
		open := f.IsOpen()
		k := slices.IndexFunc(one.Keys, func(c htmlCount) bool { return c.Key == f.Key && c.Open == open })
		if k < 0 {
			k = len(one.Keys)
			one.Keys = append(one.Keys, htmlCount{Key: f.Key, First: f.ID, Open: open})
		}
		one.Keys[k].Count++
	}
	return list
}

// excerpts returns the lines of the labels with some lines around them, file by file.
func (r *Report) excerpts(f *rules.Finding, files *sources) []htmlExcerpt {
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

// addLines adds the line of a mark and the lines around it to lines, except for those that lines has already. If the
// line has a mark already, a further one only adds its text, unless it is the primary one.
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
	if l.Class != "" && !m.Primary {
		return // a line shows one mark only: that of the call, if the line has it
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

// printableCode returns a part of a source line as a terminal shows it, with tabs expanded.
func printableCode(line string) string { return newCells(line).text }

// Certain returns the certainty of the finding: "definite", "potential", "unconfirmed" or "undecided".
func (f htmlFinding) Certain() string { return certainty(&f.Finding) }

// Also returns the messages of the finding's cases after the first case.
func (f htmlFinding) Also() []string { return f.Notes() }
