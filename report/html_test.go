package report

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/warp"
)

// Each link within the page has exactly one target, and the index links to each finding by file and rule.
func TestHTMLLinks(t *testing.T) {
	r := sample()
	out := render(t, HTML, r)
	ids := map[string]int{}
	for _, m := range regexp.MustCompile(` id="([^"]*)"`).FindAllStringSubmatch(out, -1) {
		ids[m[1]]++
	}
	for _, m := range regexp.MustCompile(`href="#([^"]*)"`).FindAllStringSubmatch(out, -1) {
		if ids[m[1]] != 1 {
			t.Errorf("%d places are called %s", ids[m[1]], m[1])
		}
	}
	for i := range len(r.Findings) + len(r.Undecided) {
		if ids[fmt.Sprintf("f%d", i+1)] != 1 {
			t.Errorf("finding %d has no anchor", i+1)
		}
	}
	index, _, _ := strings.Cut(out, "<article")
	for _, f := range r.Findings {
		if !strings.Contains(index, ">"+f.Pos.File+"<") || !strings.Contains(index, ">"+f.Key+"<") {
			t.Errorf("the index lacks %s of %s", f.Key, f.Pos.File)
		}
	}
}

// An undecided question is not counted as a finding in the index.
func TestHTMLCountsQuestionsApart(t *testing.T) {
	r := sample()
	open := r.Findings[0]
	open.Certainty = lanes.Undecided
	r.Undecided = append(r.Undecided, open)
	index, _, _ := strings.Cut(render(t, HTML, r), "<article")
	for _, want := range []string{open.Key + "</code></a> (1), ", open.Key + "</code></a> (1 undecided)"} {
		if !strings.Contains(index, want) {
			t.Errorf("the index lacks %q:\n%s", want, index)
		}
	}
}

// A row of the drawing has a cell for each lane, and lists its lanes in words for screen readers.
func TestHTMLDrawsLanes(t *testing.T) {
	out := render(t, HTML, sample())
	rows := regexp.MustCompile(`<tr><th scope="row">arrives.*</tr>`).FindAllString(out, -1)
	if len(rows) != 1 || strings.Count(rows[0], "<td") != warp.Size || strings.Count(rows[0], `class="on"`) != warp.Size/2 ||
		!strings.Contains(rows[0], ": lanes 0-15<") {
		t.Errorf("rows %s", rows)
	}
}

// The steps to a finding are a list in which one step is open at a time: each shows what the lanes do.
func TestHTMLWalk(t *testing.T) {
	out := render(t, HTML, sample())
	steps := regexp.MustCompile(`<li><details name="walk-f1"( open)?><summary>(.*?):.*\n.*aria-label="(.*?)">(.*)</div>`).FindAllStringSubmatch(out, -1)
	if len(steps) != 2 || steps[0][1] != "" || steps[1][1] == "" {
		t.Fatalf("steps %q", steps)
	}
	for i, want := range []string{"on the way: lanes 0-15; elsewhere: lanes 16-31",
		"arrived and waiting: lanes 0-15; waited for, and elsewhere: lanes 16-31"} {
		if steps[i][3] != want || strings.Count(steps[i][4], "<i ") != warp.Size {
			t.Errorf("step %d: %q", i, steps[i])
		}
	}
}

// If a line has several marks, the call is the one that is shown.
func TestCallIsMarkedBesideOthers(t *testing.T) {
	line := "s[i] = s[j];"
	call := at("k.cu", 1, 8, 9)
	r := &Report{Sources: func(string) ([]byte, error) { return []byte(line), nil },
		Findings: []rules.Finding{{Key: "missing-syncwarp", Severity: rules.Error, Pos: call, Message: "m",
			Labels:  []rules.Label{{Pos: call, Text: "reached", Primary: true}},
			Related: []rules.Related{{Pos: at("k.cu", 1, 1, 2), Text: "earlier"}}}}}
	want := `s[i] = <mark class="call">s</mark>[j];  <span class="label">earlier</span>  <span class="label">reached</span>`
	if out := render(t, HTML, r); !strings.Contains(out, want) {
		t.Errorf("got\n%swant\n%s", out, want)
	}
}
