package config

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"gopkg.in/yaml.v3"
)

func configSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	text, err := Schema(testRules)
	if err != nil {
		t.Fatal(err)
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource(SchemaURL, document); err != nil {
		t.Fatal(err)
	}
	return compiler.MustCompile(SchemaURL)
}

// validate returns the schema's errors for a YAML text.
func validate(t *testing.T, schema *jsonschema.Schema, text string) error {
	t.Helper()
	var value any
	if err := yaml.Unmarshal([]byte(text), &value); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	written, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(written))
	if err != nil {
		t.Fatal(err)
	}
	return schema.Validate(document)
}

// The schema accepts what the program accepts and refuses what the program refuses.
func TestSchemaAgreesWithTheProgram(t *testing.T) {
	schema := configSchema(t)
	for _, text := range []string{"", Template,
		regexp.MustCompile(`(?m)^#([^ ]| {2,})`).ReplaceAllString(Template, "$1"),
		"arch: 90", "arch: [70, sm_90]", "potential: true", "rules: {divergent_mask: {severity: note}}",
		"archs: sm_70", "potential: maybe", "rules: {divergent_msk: {}}", "rules: {divergent-mask: {}, WC501: {}}", "rules: {masks: {severity: note}}", "rules: {WC999: {}}", "rules: {divergent_mask: {x: 1}}",
		"rules: {divergent_mask: {severity: fatal}}", "launch: [{kernel: k, block: []}]", "launch: k",
		"rules: {divergent_mask: {report_at: definition, languages: [cuda], provider: me}}",
		"rules: {divergent_mask: {report_at: here}}", "rules: {divergent_mask: {languages: java}}",
		"post_processing: [{path: a, action: keep}]", "post_processing: [{path: a}]", "post_processing: [{path: a, action: drop}]",
		"launch: [{kernel: k, block: [0]}]", "launch: [{kernels: k}]", "cuda_path: [a]", "just words", "rules: [a]",
	} {
		_, refused := Parse("c.yaml", []byte(text), testRules)
		if err := validate(t, schema, text); (err == nil) != (refused == nil) {
			t.Errorf("%s\nschema: %v\nprogram: %v", text, err, refused)
		}
	}
}

// Every key has a description, which editors can show.
func TestSchemaDescribesEachKey(t *testing.T) {
	text, err := Schema(testRules)
	if err != nil {
		t.Fatal(err)
	}
	var top struct {
		Properties map[string]struct{ Description string }
	}
	if err := json.Unmarshal(text, &top); err != nil {
		t.Fatal(err)
	}
	for key, property := range top.Properties {
		if len(strings.Fields(property.Description)) < 3 {
			t.Errorf("%s is described as %q", key, property.Description)
		}
	}
}
