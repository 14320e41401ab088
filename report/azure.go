package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/warpcheck/warpcheck/rules"
)

// azureTypes are the types of an issue for the severities. A pipeline has only these two.
var azureTypes = [...]string{rules.Note: "warning", rules.Warning: "warning", rules.Error: "error"}

// azureEscapes are the characters that end a property or a command of a pipeline.
var azureEscapes = strings.NewReplacer("%", "%AZP25", "\r", "%0D", "\n", "%0A", ";", "%3B", "]", "%5D")

// Azure writes each diagnostic as a logging command of Azure Pipelines, which shows it as an issue of the build. Then it
// writes the summary line that also ends the text formats, unless r.Quiet is set.
func Azure(w io.Writer, r *Report) error {
	out := bufio.NewWriter(w)
	for _, d := range r.diagnostics() {
		fmt.Fprintf(out, "##vso[task.logissue type=%s;", azureTypes[d.Severity])
		if d.Pos.File != "" {
			fmt.Fprintf(out, "sourcepath=%s;", azureEscapes.Replace(r.hosted(d.Pos.File)))
		}
		if d.Pos.Line > 0 {
			fmt.Fprintf(out, "linenumber=%d;columnnumber=%d;", d.Pos.Line, d.Pos.Column)
		}
		fmt.Fprintf(out, "code=%s;]%s\n", sourceName(d), azureEscapes.Replace(d.Text))
	}
	if !r.Quiet {
		fmt.Fprintln(out, summary(r))
	}
	return out.Flush()
}
