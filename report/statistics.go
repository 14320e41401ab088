package report

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"

	"github.com/warpcheck/warpcheck/rules"
)

// counted has the number of findings of a rule, and the number of files that they are in.
type counted struct {
	key      string
	severity rules.Severity
	findings int
	files    map[string]bool
}

// Statistics writes a table of the rules that have findings, the rule with the most first, and the last line of the
// text formats.
func Statistics(w io.Writer, r *Report) error {
	out := bufio.NewWriter(w)
	all := r.countedByRule()
	width := len("rule")
	for _, c := range all {
		width = max(width, len(c.key))
	}
	if len(all) > 0 {
		fmt.Fprintf(out, "%8s  %5s  %-*s  %-8s  %s\n", "findings", "files", width, "rule", "severity", "what is wrong")
	}
	for _, c := range all {
		title := ""
		if rule := rules.ByKey(c.key); rule != nil {
			title = rule.Title
		}
		fmt.Fprintf(out, "%8d  %5d  %-*s  %-8s  %s\n", c.findings, len(c.files), width, c.key, c.severity, title)
	}
	if !r.Quiet {
		fmt.Fprintln(out, summary(r))
	}
	return out.Flush()
}

// countedByRule counts the findings of each rule that has some, the rule with the most first.
func (r *Report) countedByRule() []*counted {
	var all []*counted
	for i := range r.Findings {
		f := &r.Findings[i]
		at := slices.IndexFunc(all, func(c *counted) bool { return c.key == f.Key })
		if at < 0 {
			at = len(all)
			all = append(all, &counted{key: f.Key, severity: f.Severity, files: map[string]bool{}})
		}
		all[at].findings++
		all[at].severity = max(all[at].severity, f.Severity)
		all[at].files[f.Pos.File] = true
	}
	slices.SortFunc(all, func(a, b *counted) int {
		return cmp.Or(cmp.Compare(b.findings, a.findings), cmp.Compare(a.key, b.key))
	})
	return all
}
