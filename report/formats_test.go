package report

import (
	"encoding/json"
	"encoding/xml"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"pgregory.net/rapid"
)

// asked are schemas of what readers of the formats require, in our words: from GitLab's page on Code Quality
// ("implement a custom tool") and reviewdog's proto/rdf. A field that they do not know is a mistake of ours.
var asked = map[string]string{
	"gitlab": `{"type": "array", "items": {"type": "object", "additionalProperties": false,
		"required": ["description", "check_name", "fingerprint", "severity", "location"],
		"properties": {
			"description": {"type": "string"}, "check_name": {"type": "string", "minLength": 1},
			"fingerprint": {"type": "string", "minLength": 1},
			"severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
			"location": {"type": "object", "required": ["path", "lines"], "properties": {
				"path": {"type": "string", "minLength": 1, "not": {"pattern": "^\\./"}},
				"lines": {"type": "object", "required": ["begin"], "properties": {"begin": {"type": "integer", "minimum": 1}}}}}}}}`,
	"rdjson": `{"type": "object", "required": ["diagnostics"], "additionalProperties": false, "$defs": {
		"position": {"type": "object", "additionalProperties": false, "required": ["line"], "properties": {
			"line": {"type": "integer", "minimum": 1}, "column": {"type": "integer", "minimum": 1}}},
		"range": {"type": "object", "additionalProperties": false, "required": ["start"], "properties": {
			"start": {"$ref": "#/$defs/position"}, "end": {"$ref": "#/$defs/position"}}},
		"location": {"type": "object", "additionalProperties": false, "required": ["path"], "properties": {
			"path": {"type": "string", "minLength": 1}, "range": {"$ref": "#/$defs/range"}}}},
		"properties": {
			"source": {"type": "object", "additionalProperties": false, "properties": {
				"name": {"type": "string"}, "url": {"type": "string"}}},
			"severity": {"enum": ["ERROR", "WARNING", "INFO", "UNKNOWN_SEVERITY"]},
			"diagnostics": {"type": "array", "items": {"type": "object", "additionalProperties": false,
				"required": ["message", "location"], "properties": {
				"message": {"type": "string"}, "location": {"$ref": "#/$defs/location"},
				"severity": {"enum": ["ERROR", "WARNING", "INFO", "UNKNOWN_SEVERITY"]},
				"code": {"type": "object", "additionalProperties": false, "properties": {
					"value": {"type": "string"}, "url": {"type": "string"}}},
				"suggestions": {"type": "array", "items": {"type": "object", "additionalProperties": false,
					"required": ["range", "text"], "properties": {"range": {"$ref": "#/$defs/range"}, "text": {"type": "string"}}}},
				"related_locations": {"type": "array", "items": {"type": "object", "additionalProperties": false,
					"required": ["location"], "properties": {"message": {"type": "string"}, "location": {"$ref": "#/$defs/location"}}}}}}}}}`,
}

func compiled(t *testing.T, name string) *jsonschema.Schema {
	t.Helper()
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(asked[name]))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource(name, document); err != nil {
		t.Fatal(err)
	}
	return compiler.MustCompile(name)
}

func TestFormatsAreWhatIsAskedFor(t *testing.T) {
	for name := range asked {
		schema := compiled(t, name)
		rapid.Check(t, func(t *rapid.T) {
			reports := []*Report{sample(), {}, hostile("x" + hostileText.Draw(t, "text"))}
			document, err := jsonschema.UnmarshalJSON(strings.NewReader(formatted(t, name, rapid.SampledFrom(reports).Draw(t, "report"))))
			if err == nil {
				err = schema.Validate(document)
			}
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		})
	}
}

// Two findings of one rule on one line are two issues with different fingerprints.
func TestGitLabFingerprintsDiffer(t *testing.T) {
	r := sample()
	r.Findings = append(r.Findings, r.Findings...)
	var issues []gitlabIssue
	if err := json.Unmarshal([]byte(render(t, GitLab, r)), &issues); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, one := range issues {
		if seen[one.Fingerprint] {
			t.Errorf("%s twice", one.Fingerprint)
		}
		seen[one.Fingerprint] = true
	}
}

// The suggestion in reviewdog's format is the repair, at the right place.
func TestSuggestionIsTheRepair(t *testing.T) {
	var result rdResult
	if err := json.Unmarshal([]byte(render(t, RDJSON, sample())), &result); err != nil {
		t.Fatal(err)
	}
	s := result.Diagnostics[0].Suggestions[0]
	source, _ := sample().Sources("reduce.cu")
	line := strings.Split(string(source), "\n")[s.Range.Start.Line-1]
	if got := line[s.Range.Start.Column-1 : s.Range.End.Column-1]; got != "0xffffffff" || s.Text != "0x0000ffff" {
		t.Errorf("%q becomes %q", got, s.Text)
	}
}

// Whatever the texts are, the JUnit report is XML with the right numbers of failures and errors.
func TestJUnitCounts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rapid.SampledFrom([]*Report{sample(), {}, hostile("x" + hostileText.Draw(t, "text"))}).Draw(t, "report")
		var all junitSuites
		if err := xml.Unmarshal([]byte(formatted(t, "junit", r)), &all); err != nil {
			t.Fatal(err)
		}
		incomplete := 0
		for _, n := range r.Notices {
			if n.Incomplete {
				incomplete++
			}
		}
		if all.Tests == 0 || all.Failures < len(r.Findings) || all.Errors != incomplete {
			t.Fatalf("%d tests, %d failures, %d errors of %d findings", all.Tests, all.Failures, all.Errors, len(r.Findings))
		}
	})
}
