package report

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/warpcheck/warpcheck/rules"
)

// limits are the limits that GitHub documents for code scanning, as far as our reports may reach them.
var limits = map[string]int{
	"$.runs": 20, "$.runs[].results": 25_000, "$.runs[].tool.driver.rules": 25_000,
	"$.runs[].tool.extensions": 100, "$.runs[].results[].locations": 1000,
	"$.runs[].results[].codeFlows[].threadFlows[].locations": 10_000,
	"$.runs[].tool.driver.rules[].properties.tags":           20,
}

// mostCompressed is the largest size of a report after gzip.
const mostCompressed = 10 << 20

// beyondLimits names the lists in a report that are too long.
func beyondLimits(path string, value any) (beyond []string) {
	switch value := value.(type) {
	case map[string]any:
		for key, one := range value {
			beyond = append(beyond, beyondLimits(path+"."+key, one)...)
		}
	case []any:
		if most, is := limits[path]; is && len(value) > most {
			beyond = append(beyond, fmt.Sprintf("%s has %d elements, %d is the most", path, len(value), most))
		}
		for _, one := range value {
			beyond = append(beyond, beyondLimits(path+"[]", one)...)
		}
	}
	return beyond
}

// judgeSARIF checks a report against the schema and the limits, and that all results are distinguishable.
func judgeSARIF(t *testing.T, text []byte) {
	t.Helper()
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if err := schema(t).Validate(document); err != nil {
		t.Error(err)
	}
	for _, one := range beyondLimits("$", document) {
		t.Error(one)
	}
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	w.Write(text)
	w.Close()
	if packed.Len() > mostCompressed {
		t.Errorf("%d bytes behind gzip", packed.Len())
	}
	var log sarifLog
	if err := json.Unmarshal(text, &log); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, r := range log.Runs[0].Results {
		id := r.RuleID + " " + r.Locations[0].PhysicalLocation.ArtifactLocation.URI + " " + r.PartialFingerprints["primaryLocationLineHash"]
		if seen[id] {
			t.Errorf("two results are %s", id)
		}
		seen[id] = true
	}
	t.Logf("%d results, %d bytes, %d behind gzip", len(log.Runs[0].Results), len(text), packed.Len())
}

// The report of a large run stays within the limits: many findings, with more contexts and longer paths than any kernel
// has.
func TestSARIFKeepsToTheLimits(t *testing.T) {
	r := &Report{}
	for i := range sarifResults {
		f := rules.Finding{Key: "divergent_mask", Severity: rules.Error, Message: strings.Repeat("m", 500)}
		f.Pos = at(fmt.Sprintf("f%d.cu", i%7), i/7+1, 1, 9)
		for j := range 20 {
			f.Contexts = append(f.Contexts, rules.Context{Root: fmt.Sprintf("k<%d, %d>", i, j), Arch: "sm_70"})
		}
		if i == 0 {
			for j := range sarifSteps + 5 {
				f.Calls = append(f.Calls, rules.Related{Pos: at("f.cu", j+1, 1, 2), Text: "calls f"})
			}
		}
		r.Findings = append(r.Findings, f)
	}
	judgeSARIF(t, []byte(render(t, SARIF, r)))
}

// Two findings of one rule on one line are two alerts.
func TestFingerprintsOfOneLine(t *testing.T) {
	first := sample().Findings[0]
	second := first
	second.Pos.Column += 5
	r := sample()
	r.Findings, r.Suppressed = []rules.Finding{first, second}, nil
	judgeSARIF(t, []byte(render(t, SARIF, r)))
}

// The report of a real run, if the environment names one, is valid.
func TestSARIFOfARun(t *testing.T) {
	name := os.Getenv("WARPCHECK_SARIF")
	if name == "" {
		t.Skip("WARPCHECK_SARIF names no report")
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	judgeSARIF(t, text)
}
