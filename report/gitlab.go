package report

import (
	"io"

	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/source"
)

// gitlabIssue is one issue of a Code Quality report, with the fields that GitLab requires.
type gitlabIssue struct {
	Description string         `json:"description"`
	CheckName   string         `json:"check_name"`
	Fingerprint string         `json:"fingerprint"`
	Severity    string         `json:"severity"`
	Location    gitlabLocation `json:"location"`
}

type gitlabLocation struct {
	Path  string      `json:"path"`
	Lines gitlabLines `json:"lines"`
}

type gitlabLines struct {
	Begin int `json:"begin"`
	End   int `json:"end,omitempty"`
}

// gitlabSeverities are GitLab's names of the severities.
var gitlabSeverities = [...]string{rules.Note: "info", rules.Warning: "minor", rules.Error: "major"}

// GitLab writes a report for GitLab's Code Quality: an array of issues. Paths are relative to the root of the
// repository. Each issue has a unique fingerprint, which stays the same when other lines are edited.
func GitLab(w io.Writer, r *Report) error {
	g := gitlabWriter{r: r, identities: newIdentities(r), issues: []gitlabIssue{}}
	for i := range r.Findings {
		f := &r.Findings[i]
		g.add(f.Severity, f.Pos, f.Key, brief(f))
	}
	apart := r.apart()
	for i := range apart {
		f := &apart[i]
		g.add(f.Severity, f.Pos, f.Key, brief(f))
	}
	for _, n := range r.Notices {
		if n.Pos.File != "" { // left out without a place, because GitLab refuses such an issue
			g.add(n.Severity, n.Pos, "warpcheck", n.Text)
		}
	}
	return writeJSON(w, g.issues)
}

// gitlabWriter collects issues.
type gitlabWriter struct {
	r          *Report
	identities *identities
	issues     []gitlabIssue
}

func (g *gitlabWriter) add(severity rules.Severity, pos source.Pos, key, text string) {
	g.issues = append(g.issues, gitlabIssue{
		Description: text, CheckName: key, Fingerprint: g.identities.next(pos, key, text),
		Severity: gitlabSeverities[severity],
		Location: gitlabLocation{Path: g.r.hosted(pos.File), Lines: gitlabLines{Begin: max(pos.Line, 1), End: pos.EndLine}},
	})
}
