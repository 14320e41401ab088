package rules

import (
	"regexp"
	"strings"
	"testing"
)

// Every rule has a title for a list, a text that SARIF can hold, and two examples.
func TestRulesAreDocumented(t *testing.T) {
	seen := map[string]bool{}
	for _, rule := range All() {
		if seen[rule.Key] {
			t.Errorf("%s stands twice in All", rule.Key)
		}
		seen[rule.Key] = true
		if ByKey(rule.Key) != rule {
			t.Errorf("ByKey(%q) is another rule", rule.Key)
		}
		if rule.Title == "" || strings.HasSuffix(rule.Title, ".") || len(rule.Title) > 80 {
			t.Errorf("%s: title %q", rule.Key, rule.Title)
		}
		if n := len(rule.Text); n == 0 || n > 1024 {
			t.Errorf("%s: %d characters of text (SARIF allows 1024)", rule.Key, n)
		}
		if !strings.HasPrefix(rule.Bad, "__global__ void bad(") ||
			!strings.HasPrefix(rule.Good, "__global__ void good(") {
			t.Errorf("%s: the examples are not kernels bad and good", rule.Key)
		}
	}
	if ByKey("no-such-key") != nil {
		t.Error("ByKey finds a rule that does not exist")
	}
}

// A rule asks facts or looks at programs; a variant is asked through its rule.
func TestRulesAreWired(t *testing.T) {
	for _, rule := range All() {
		switch {
		case rule.PotentialOf != "":
			of := ByKey(rule.PotentialOf)
			if of == nil || of.Ask == nil || rule.Ask != nil {
				t.Errorf("%s is not a variant of a rule that asks facts", rule.Key)
			}
			if rule.Question == "" {
				t.Errorf("%s: no words for what is undecided", rule.Key)
			}
			if rule.Default || rule.Severity != Warning {
				t.Errorf("%s: a potential rule is off, a warning", rule.Key)
			}
		case rule.UnusedOf != "":
			of := ByKey(rule.UnusedOf)
			if of == nil || of.Ask == nil || rule.Ask != nil || rule.Default || rule.Severity != Note {
				t.Errorf("%s is not a note, off, that is the variant of a rule that asks facts", rule.Key)
			}
		case (rule.Ask == nil) == (rule.Program == nil):
			t.Errorf("%s has neither or both of Ask and Program", rule.Key)
		case !rule.Default && rule.Ask != nil && rule.Severity == Error:
			t.Errorf("%s: a definite error is on", rule.Key)
		}
		if rule.Program == nil && (rule.Message == nil || rule.Help == nil) {
			t.Errorf("%s words no message or no help", rule.Key)
		}
	}
}

func TestKeysAreStable(t *testing.T) {
	want := strings.Fields(`
		not_participating_lane_in_mask potentially_not_participating_lane_in_mask
		divergent_mask potentially_divergent_mask
		participating_lane_not_in_mask participating_lane_potentially_not_in_mask
		source_lane_not_in_mask potentially_source_lane_not_in_mask unused_source_lane_not_in_mask
		width_is_not_power_of_two
		divergent-syncthreads potentially-divergent-syncthreads
		activemask-as-mask spin-wait-deadlock barrier-after-exit deprecated-intrinsic`)
	for _, key := range want {
		if ByKey(key) == nil {
			t.Errorf("no rule %s", key)
		}
	}
	shape := regexp.MustCompile(`^[a-z]+([_-][a-z]+)*$`)
	for _, rule := range All() {
		if !shape.MatchString(rule.Key) {
			t.Errorf("key %q", rule.Key)
		}
	}
}

func TestSeverityText(t *testing.T) {
	for _, severity := range []Severity{Note, Warning, Error} {
		text, _ := severity.MarshalText()
		var back Severity
		if err := back.UnmarshalText(text); err != nil || back != severity {
			t.Errorf("%s came back as %s, error %v", severity, back, err)
		}
	}
	if _, err := ParseSeverity("fatal"); err == nil || !strings.Contains(err.Error(), "warning") {
		t.Errorf("error %v does not list the severities", err)
	}
}
