package rules

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Every rule has a title for a list, a text that fits into SARIF, and two examples.
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
		if !isKernel(rule.Bad, "bad") || !isKernel(rule.Good, "good") {
			t.Errorf("%s: the examples are not kernels bad and good", rule.Key)
		}
	}
	if ByKey("no-such-key") != nil {
		t.Error("ByKey finds a rule that does not exist")
	}
}

// isKernel reports whether a text defines a kernel with a name.
func isKernel(text, name string) bool {
	return strings.Contains(text, "__global__ void ") && strings.Contains(text, " "+name+"(")
}

// A rule asks about facts or looks at programs; a variant is asked through its rule.
func TestRulesAreWired(t *testing.T) {
	for _, rule := range All() {
		switch {
		case rule.PotentialOf != "":
			of := ByKey(rule.PotentialOf)
			if of == nil || of.PotentialOf != "" || rule.Ask != nil || rule.Program != nil {
				t.Errorf("%s is not a variant of a rule", rule.Key)
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
		if rule.Definite().Program == nil && (rule.Message == nil || rule.Help == nil) {
			t.Errorf("%s words no message or no help", rule.Key)
		}
	}
}

// Users have keys and codes in configurations, comments and baselines: a new rule adds a line, and no line may ever
// change.
func TestKeysAreStable(t *testing.T) {
	want := strings.Fields(`
		WC101 not_participating_lane_in_mask
		WC102 potentially_not_participating_lane_in_mask
		WC103 divergent_mask
		WC104 potentially_divergent_mask
		WC105 participating_lane_not_in_mask
		WC106 participating_lane_potentially_not_in_mask
		WC107 source_lane_not_in_mask
		WC108 potentially_source_lane_not_in_mask
		WC109 unused_source_lane_not_in_mask
		WC110 width_is_not_power_of_two
		WC111 activemask-as-mask
		WC201 divergent-syncthreads
		WC202 potentially-divergent-syncthreads
		WC203 barrier-after-exit
		WC301 missing-syncwarp
		WC302 potentially-missing-syncwarp
		WC303 missing-syncthreads
		WC304 potentially-missing-syncthreads
		WC401 pdl-access-before-wait
		WC402 potentially-pdl-access-before-wait
		WC403 warpgroup-not-whole
		WC404 potentially-warpgroup-not-whole
		WC405 wgmma-not-waited
		WC406 potentially-wgmma-not-waited
		WC407 async-proxy-fence
		WC408 potentially-async-proxy-fence
		WC409 mbarrier-arrivals
		WC410 potentially-mbarrier-arrivals
		WC501 deprecated-intrinsic
		WC502 spin-wait-deadlock
		WC601 several-dynamic-shared-arrays
		WC602 uninitialized-shared
		WC603 potentially-uninitialized-shared
		WC701 launch-bounds-differ
		WC702 launch-exceeds-bounds
		WC703 potentially-launch-exceeds-bounds
		WC704 launch-not-whole-warps
		WC801 collectives-forbidden`)
	var got []string
	byCode := slices.SortedFunc(slices.Values(All()), func(a, b *Rule) int { return strings.Compare(a.Code, b.Code) })
	for _, rule := range byCode {
		got = append(got, rule.Code, rule.Key)
	}
	if !slices.Equal(got, want) {
		t.Errorf("codes and keys are\n%q, want\n%q", got, want)
	}
	key, code := regexp.MustCompile(`^[a-z]+([_-][a-z]+)*$`), regexp.MustCompile(`^WC[1-9]\d\d$`)
	for _, rule := range All() {
		if !key.MatchString(rule.Key) || !code.MatchString(rule.Code) || rule.Group() == (Group{}) {
			t.Errorf("key %q, code %q, group %q", rule.Key, rule.Code, rule.Group().Name)
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
