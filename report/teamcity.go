package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode/utf16"

	"github.com/warpcheck/warpcheck/rules"
)

// teamcitySeverities are TeamCity's names of the severities.
var teamcitySeverities = [...]string{rules.Note: "INFO", rules.Warning: "WARNING", rules.Error: "ERROR"}

// TeamCity writes service messages: the type of each rule that reports, once, and an inspection for each diagnostic. A
// diagnostic without a place is a message of the build's log.
func TeamCity(w io.Writer, r *Report) error {
	out := bufio.NewWriter(w)
	isKnown := map[string]bool{}
	for _, d := range r.diagnostics() {
		if d.Pos.File == "" {
			fmt.Fprintf(out, "##teamcity[message text='%s' status='WARNING']\n", teamcityText(d.Text))
			continue
		}
		name := sourceName(d)
		if !isKnown[name] {
			isKnown[name] = true
			fmt.Fprintf(out, "##teamcity[inspectionType id='%s' name='%s' description='%s' category='warpcheck']\n",
				teamcityText(name), teamcityText(name), teamcityText(titleOf(d)))
		}
		fmt.Fprintf(out, "##teamcity[inspection typeId='%s' message='%s' file='%s' line='%d' SEVERITY='%s']\n",
			teamcityText(name), teamcityText(d.Text), teamcityText(r.hosted(d.Pos.File)), max(d.Pos.Line, 1), teamcitySeverities[d.Severity])
	}
	return out.Flush()
}

// titleOf returns the title of a diagnostic's rule.
func titleOf(d Diagnostic) string {
	if rule := rules.ByKey(d.Key); rule != nil {
		return rule.Title
	}
	return "What warpcheck could not do"
}

// teamcityText escapes the value of a service message, which is ASCII.
func teamcityText(text string) string {
	var out strings.Builder
	for _, r := range text {
		switch {
		case strings.ContainsRune("|'[]", r):
			out.WriteString("|" + string(r))
		case r == '\n':
			out.WriteString("|n")
		case r == '\r':
			out.WriteString("|r")
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&out, "|0x%04X|0x%04X", high, low)
		case r > 0x7e:
			fmt.Fprintf(&out, "|0x%04X", r)
		default:
			out.WriteRune(r)
		}
	}
	return out.String()
}
