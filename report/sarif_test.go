package report

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"pgregory.net/rapid"

	"github.com/warpcheck/warpcheck/rules"
)

// schema compiles the official schema, with checks of formats.
func schema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	file, err := os.Open(filepath.Join("testdata", "sarif-schema-2.1.0.json"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	document, err := jsonschema.UnmarshalJSON(file)
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	if err := compiler.AddResource(sarifSchema, document); err != nil {
		t.Fatal(err)
	}
	return compiler.MustCompile(sarifSchema)
}

// validate returns the schema's errors for a report in SARIF.
func validate(compiled *jsonschema.Schema, r *Report) error {
	var out strings.Builder
	if err := SARIF(&out, r); err != nil {
		return err
	}
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(out.String()))
	if err != nil {
		return err
	}
	return compiled.Validate(document)
}

func TestSARIFIsValid(t *testing.T) {
	compiled := schema(t)
	for _, r := range []*Report{sample(), {}} {
		if err := validate(compiled, r); err != nil {
			t.Error(err)
		}
	}
}

func TestHostileSARIFIsValid(t *testing.T) {
	compiled := schema(t)
	rapid.Check(t, func(t *rapid.T) {
		if err := validate(compiled, hostile(hostileText.Draw(t, "text"))); err != nil {
			t.Fatal(err)
		}
	})
}

// sarifLog is the part of a report that the tests read.
type sarifLog struct {
	Runs []struct {
		Tool struct {
			Driver struct {
				SemanticVersion string
				Rules           []struct {
					ID              string
					FullDescription struct{ Text string }
					Help            struct{ Text, Markdown string }
					Properties      map[string]any
				}
			}
		}
		Results []struct {
			RuleID    string
			RuleIndex int
			Level     string
			Locations []struct {
				PhysicalLocation struct {
					ArtifactLocation struct{ URI string }
					Region           struct{ StartLine, StartColumn, EndLine, EndColumn int }
				}
			}
			PartialFingerprints map[string]string
		}
		Invocations []struct {
			ExecutionSuccessful        bool
			ToolExecutionNotifications []struct{ Message struct{ Text string } }
		}
	}
}

func readSARIF(t *testing.T, r *Report) sarifLog {
	t.Helper()
	var log sarifLog
	if err := json.Unmarshal([]byte(render(t, SARIF, r)), &log); err != nil {
		t.Fatal(err)
	}
	return log
}

// Each rule and each result has what GitHub requires.
func TestSARIFHasWhatGitHubRequires(t *testing.T) {
	run := readSARIF(t, sample()).Runs[0]
	if got := run.Tool.Driver.SemanticVersion; got != "1.2.3" {
		t.Errorf("semantic version %q", got)
	}
	for _, rule := range run.Tool.Driver.Rules {
		if n := len(rule.FullDescription.Text); n == 0 || n > fullDescription {
			t.Errorf("%s: a full description of %d characters", rule.ID, n)
		}
		if rule.Help.Text == "" || rule.Help.Markdown == "" || rule.Properties["precision"] == nil {
			t.Errorf("%s: help or precision is missing", rule.ID)
		}
	}
	for _, result := range run.Results {
		where := result.Locations[0].PhysicalLocation.Region
		if len(result.Locations) != 1 || where.StartLine == 0 || where.EndLine != where.StartLine ||
			where.EndColumn <= where.StartColumn {
			t.Errorf("%s: location %+v", result.RuleID, result.Locations)
		}
		if run.Tool.Driver.Rules[result.RuleIndex].ID != result.RuleID {
			t.Errorf("%s: rule index %d is another rule", result.RuleID, result.RuleIndex)
		}
		if result.PartialFingerprints["primaryLocationLineHash"] == "" {
			t.Errorf("%s: no fingerprint", result.RuleID)
		}
	}
	if run.Invocations[0].ExecutionSuccessful {
		t.Error("a unit did not parse, but the execution is called successful")
	}
}

func TestSARIFKeepsTheGravestResults(t *testing.T) {
	r := &Report{}
	for i := range sarifResults + 7 {
		f := rules.Finding{Key: "divergent_mask", Severity: rules.Warning, Message: fmt.Sprint(i)}
		f.Pos.File, f.Pos.Line, f.Pos.Column = "a.cu", i+1, 1
		if i >= sarifResults {
			f.Severity = rules.Error
		}
		r.Findings = append(r.Findings, f)
	}
	run := readSARIF(t, r).Runs[0]
	if n := len(run.Results); n != sarifResults {
		t.Fatalf("%d results", n)
	}
	for _, result := range run.Results[sarifResults-7:] {
		if result.Level != "error" {
			t.Errorf("a warning stands where an error was left out")
		}
	}
	notes := run.Invocations[0].ToolExecutionNotifications
	if len(notes) != 1 || !strings.HasPrefix(notes[0].Message.Text, "7 results") {
		t.Errorf("notifications %+v", notes)
	}
}
