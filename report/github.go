package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/source"
)

// GitHub writes each diagnostic as a workflow command, which the log of a GitHub workflow shows as an annotation. Then it
// writes the summary line that also ends the text formats, unless r.Quiet is set.
func GitHub(w io.Writer, r *Report) error {
	out := bufio.NewWriter(w)
	files := newSources(r)
	for i := range r.Findings {
		f := &r.Findings[i]
		message := brief(f)
		if f.Help != "" {
			message += "\nhelp: " + f.Help
		}
		fmt.Fprintln(out, command(r, files, f.Severity, f.Pos, f.Key, message))
	}
	apart := r.apart()
	for i := range apart {
		f := &apart[i]
		fmt.Fprintln(out, command(r, files, f.Severity, f.Pos, f.Key, brief(f)))
	}
	for _, n := range r.Notices {
		fmt.Fprintln(out, command(r, files, n.Severity, n.Pos, "warpcheck", n.Text))
	}
	if !r.Quiet {
		fmt.Fprintln(out, summary(r))
	}
	return out.Flush()
}

// commandNames are the workflow commands for the severities.
var commandNames = [...]string{rules.Note: "notice", rules.Warning: "warning", rules.Error: "error"}

// command returns one workflow command, with the title and the text of an annotation. GitHub ignores the columns of an
// annotation that spans several lines, so the command covers one line only, as in all formats (region).
func command(r *Report, files *sources, severity rules.Severity, pos source.Pos, title, text string,
) string {
	var properties []string
	add := func(name, value string) {
		properties = append(properties, name+"="+escapeProperty(value))
	}
	if pos.File != "" {
		add("file", r.hosted(pos.File))
	}
	if pos.Line > 0 {
		where := files.region(pos)
		add("line", fmt.Sprint(where.line))
		add("col", fmt.Sprint(where.column))
		add("endColumn", fmt.Sprint(where.endColumn))
	}
	add("title", title)
	return fmt.Sprintf("::%s %s::%s", commandNames[severity], strings.Join(properties, ","),
		escapeData(text))
}

var (
	dataEscapes     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	propertyEscapes = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

func escapeData(text string) string     { return dataEscapes.Replace(text) }
func escapeProperty(text string) string { return propertyEscapes.Replace(text) }
