package report

import (
	"encoding/xml"
	"fmt"
	"io"

	"github.com/warpcheck/warpcheck/rules"
)

// The elements of Checkstyle's report, which Jenkins, SonarQube and many other programs read.
type (
	checkstyleReport struct {
		XMLName xml.Name         `xml:"checkstyle"`
		Version string           `xml:"version,attr"`
		Files   []checkstyleFile `xml:"file"`
	}
	checkstyleFile struct {
		Name   string            `xml:"name,attr"`
		Errors []checkstyleError `xml:"error"`
	}
	checkstyleError struct {
		Line     int    `xml:"line,attr,omitempty"`
		Column   int    `xml:"column,attr,omitempty"` // in bytes
		Severity string `xml:"severity,attr"`
		Message  string `xml:"message,attr"`
		Source   string `xml:"source,attr"`
	}
)

// checkstyleVersion is the version of the report, which readers compare with that of Checkstyle itself.
const checkstyleVersion = "4.3"

// checkstyleSeverities are Checkstyle's names of the severities.
var checkstyleSeverities = [...]string{rules.Note: "info", rules.Warning: "warning", rules.Error: "error"}

// Checkstyle writes Checkstyle's report: an error for each diagnostic, below its file. A diagnostic without a place is
// below a file named "warpcheck".
func Checkstyle(w io.Writer, r *Report) error {
	all := checkstyleReport{Version: checkstyleVersion}
	index := map[string]int{}
	for _, d := range r.diagnostics() {
		name := "warpcheck"
		if d.Pos.File != "" {
			name = r.hosted(d.Pos.File)
		}
		i, isKnown := index[name]
		if !isKnown {
			i = len(all.Files)
			index[name] = i
			all.Files = append(all.Files, checkstyleFile{Name: name})
		}
		all.Files[i].Errors = append(all.Files[i].Errors, checkstyleError{
			Line: d.Pos.Line, Column: d.Pos.Column, Severity: checkstyleSeverities[d.Severity], Message: d.Text, Source: sourceName(d)})
	}
	return writeXML(w, xml.Header, all)
}

// sourceName returns the name of a diagnostic's rule for Checkstyle's report. The name begins with warpcheck, because
// such a report may be read beside those of other programs.
func sourceName(d Diagnostic) string {
	if d.Key == "" {
		return "warpcheck"
	}
	return fmt.Sprintf("warpcheck.%s", d.Key)
}

// writeXML writes a document with a header, and ends its last line.
func writeXML(w io.Writer, header string, document any) error {
	if _, err := io.WriteString(w, header); err != nil {
		return err
	}
	encoder := xml.NewEncoder(w)
	encoder.Indent("", "  ")
	if err := encoder.Encode(document); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}
