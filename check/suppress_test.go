package check

import (
	"strings"
	"testing"

	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/source"
)

const suppressed = `int a; // warpcheck:ignore divergent_mask the lanes agree on it elsewhere
// warpcheck:ignore not_participating_lane_in_mask measured on the device
// warpcheck:ignore width_is_not_power_of_two the same
int b;
const char *s = "// warpcheck:ignore divergent_mask not a comment";
/* warpcheck:ignore-file deprecated an old file */
int c = 1'000; // warpcheck:ignore divergent_mask
int d; // NOLINT(bugprone-x, warpcheck-divergent_mask)
// NOLINTNEXTLINE(warpcheck-divergent_mask)
int e; // NOLINT
int f; // warpcheck:ignore
int g; // warpcheck:ignore divergent_msk because
auto r = R"x(// warpcheck:ignore)x"; // NOLINT(divergent_mask)
auto q = R"x(" // warpcheck:ignore divergent_mask no comment)x"; auto R = "";
`

func TestSuppressions(t *testing.T) {
	s := &suppressor{files: map[string][]*suppression{}, texts: map[string][]byte{
		"a.cu": []byte(suppressed)}}
	at := func(key string, line int) rules.Finding {
		return rules.Finding{Key: key, Pos: source.Pos{File: "a.cu", Line: line, EndLine: line}}
	}
	silenced := []rules.Finding{
		at("divergent_mask", 1), at("not_participating_lane_in_mask", 4),
		at("width_is_not_power_of_two", 4), at("deprecated-intrinsic", 13),
		at("divergent_mask", 8), at("divergent_mask", 10),
	}
	reported := []rules.Finding{
		at("divergent_mask", 5), at("divergent_mask", 7), at("divergent_mask", 11),
		at("width_is_not_power_of_two", 1), at("divergent_mask", 13), at("divergent_mask", 14),
	}
	kept, dropped := s.filter(silenced)
	if len(kept) != 0 || len(dropped) != len(silenced) {
		t.Errorf("not silenced: %v", kept)
	}
	if kept, _ := s.filter(reported); len(kept) != len(reported) {
		t.Errorf("kept only %v", kept)
	}
	var texts []string
	for _, n := range noticesOfAll(t, s, "divergent_mask") {
		texts = append(texts, n.Text)
	}
	want := []string{"gives no reason", "names no rule", `did you mean "divergent_mask"`}
	if len(texts) != len(want) {
		t.Fatalf("got %q", texts)
	}
	for i := range want {
		if !strings.Contains(texts[i], want[i]) {
			t.Errorf("got %q, want %q", texts[i], want[i])
		}
	}
}

// noticesOfAll returns the notices about the suppressions in a.cu, where these rules are on.
func noticesOfAll(t *testing.T, s *suppressor, on ...string) []rules.Notice {
	enabled := map[string]bool{}
	for _, key := range on {
		enabled[key] = true
	}
	notices, err := s.notices("a.cu", enabled, nil)
	if err != nil {
		t.Fatal(err)
	}
	return notices
}

func TestUnusedSuppression(t *testing.T) {
	s := &suppressor{files: map[string][]*suppression{}, texts: map[string][]byte{
		"a.cu": []byte("// warpcheck:ignore divergent_mask for now\nint a;\n")}}
	if n := noticesOfAll(t, s, "divergent_mask"); len(n) != 1 ||
		!strings.Contains(n[0].Text, "silences nothing") || n[0].Pos.Line != 1 || n[0].Pos.Column != 1 {
		t.Errorf("got %v", n)
	}
	if n := noticesOfAll(t, s); len(n) != 0 {
		t.Errorf("the rule was not looked for, and yet: %v", n)
	}
}

func TestComments(t *testing.T) {
	text := "a // one\n/* two\n*/ b /**/ '\\'' \"/*\" // three\r\n// last"
	var got []string
	for _, c := range comments(text) {
		got = append(got, c.text)
	}
	want := []string{" one", " two\n", "", " three", " last"}
	if strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf("got %q, want %q", got, want)
	}
	for _, broken := range []string{"/*", "/", "\"a", "R\"(", "'"} {
		comments(broken) // must end
	}
}
