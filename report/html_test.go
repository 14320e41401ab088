package report

import (
	"regexp"
	"strings"
	"testing"

	"github.com/warpcheck/warpcheck/warp"
)

// Each link within the page leads to one place of it, and each finding is one that the index leads to
// by its file and rule.
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
	if want := len(r.Findings) + len(r.Undecided); len(ids) != want {
		t.Errorf("%d anchors for %d findings", len(ids), want)
	}
	index, _, _ := strings.Cut(out, "<article")
	for _, f := range r.Findings {
		if !strings.Contains(index, ">"+f.Pos.File+"<") || !strings.Contains(index, ">"+f.Key+"<") {
			t.Errorf("the index lacks %s of %s", f.Key, f.Pos.File)
		}
	}
}

// A row of the drawing has a cell for each lane, and says its lanes in words to who does not see it.
func TestHTMLDrawsLanes(t *testing.T) {
	out := render(t, HTML, sample())
	rows := regexp.MustCompile(`<tr><th scope="row">arrives.*</tr>`).FindAllString(out, -1)
	if len(rows) != 1 || strings.Count(rows[0], "<td") != warp.Size || strings.Count(rows[0], `class="on"`) != warp.Size/2 ||
		!strings.Contains(rows[0], ": lanes 0-15<") {
		t.Errorf("rows %s", rows)
	}
}
