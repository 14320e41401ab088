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

// TestXMLFormatsAreWellFormed checks that whatever the texts are, the reports in XML can be read, and have each
// diagnostic with a place.
func TestXMLFormatsAreWellFormed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rapid.SampledFrom([]*Report{sample(), {}, hostile("x" + hostileText.Draw(t, "text"))}).Draw(t, "report")
		all, placed := r.diagnostics(), 0
		for _, d := range all {
			if d.Pos.File != "" {
				placed++
			}
		}
		var style checkstyleReport
		if err := xml.Unmarshal([]byte(formatted(t, "checkstyle", r)), &style); err != nil {
			t.Fatal(err)
		}
		errors := 0
		for _, file := range style.Files {
			errors += len(file.Errors)
		}
		list := formatted(t, "codechecker", r)
		if err := xml.Unmarshal([]byte(list), new(struct{})); err != nil {
			t.Fatal(err)
		}
		if hashes := strings.Count(list, "<key>issue_hash_content_of_line_in_context</key>"); errors != len(all) || hashes != placed {
			t.Fatalf("%d and %d of %d diagnostics, %d of which have a place", errors, hashes, len(all), placed)
		}
	})
}

// TestServiceMessagesAreOneLineEach checks that no text ends a command of a build's log, or begins one.
func TestServiceMessagesAreOneLineEach(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := hostile("x" + rapid.StringOf(rapid.RuneFrom([]rune("a;%|'[]#\n\r\u20ac\U0001f600"))).Draw(t, "text"))
		r.Quiet = true
		azure := strings.Split(strings.TrimSuffix(formatted(t, "azure", r), "\n"), "\n")
		if len(azure) != len(r.diagnostics()) {
			t.Fatalf("%d lines of %d diagnostics", len(azure), len(r.diagnostics()))
		}
		for _, line := range azure {
			if !strings.HasPrefix(line, "##vso[task.logissue type=") || strings.Count(line, "]") != 1 {
				t.Fatalf("%q", line)
			}
		}
		for _, line := range strings.Split(strings.TrimSuffix(formatted(t, "teamcity", r), "\n"), "\n") {
			plain := strings.NewReplacer("||", "", "|'", "", "|[", "", "|]", "").Replace(line)
			if !strings.HasPrefix(line, "##teamcity[") || strings.Count(plain, "[") != 1 || strings.Count(plain, "]") != 1 || strings.Count(plain, "'")%2 != 0 {
				t.Fatalf("%q", line)
			}
		}
	})
}
