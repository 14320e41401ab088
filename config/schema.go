package config

import (
	"encoding/json"
	"reflect"
	"strings"

	"github.com/warpcheck/warpcheck/internal/pattern"
	"github.com/warpcheck/warpcheck/warp"
)

// SchemaURL is the address where the schema of the configuration is published.
const SchemaURL = "https://raw.githubusercontent.com/warpcheck/warpcheck/main/docs/warpcheck.schema.json"

// object is a JSON schema, or a part of one.
type object = map[string]any

// Schema returns the JSON schema of a configuration file, for editors. It is made from the types that files are read
// into. Its descriptions are the comments of the template.
func Schema(rules Rules) ([]byte, error) {
	top := schemaOf(reflect.TypeFor[Config](), rules).(object)
	for key, text := range descriptions() {
		if property, is := top["properties"].(object)[key].(object); is {
			property["description"] = text
		}
	}
	top["$schema"], top["$id"], top["title"] = "https://json-schema.org/draft/2020-12/schema", SchemaURL, Name
	top["type"] = []string{"object", "null"} // null is allowed too, because an empty file is read as null
	text, err := json.MarshalIndent(top, "", "  ")
	return append(text, '\n'), err
}

// schemaOf returns the schema of the YAML values that a type is read from.
func schemaOf(t reflect.Type, rules Rules) any {
	switch t {
	case reflect.TypeFor[Strings]():
		word := object{"type": []string{"string", "number"}}
		return object{"oneOf": []any{word, object{"type": "array", "items": word}, object{"type": "null"}}}
	case reflect.TypeFor[map[string]Rule]():
		return object{"type": "object", "propertyNames": namesOf(rules),
			"additionalProperties": schemaOf(reflect.TypeFor[Rule](), rules)}
	}
	switch t.Kind() {
	case reflect.Pointer:
		return schemaOf(t.Elem(), rules)
	case reflect.Struct:
		properties := object{}
		for key, i := range fieldsOf(t) {
			properties[key] = schemaOf(t.Field(i).Type, rules)
		}
		refine(t, properties)
		made := object{"type": "object", "additionalProperties": false, "properties": properties}
		if t == reflect.TypeFor[Filter]() {
			made["required"] = []string{"action"}
		}
		return made
	case reflect.Slice:
		return object{"type": "array", "items": schemaOf(t.Elem(), rules)}
	case reflect.Bool:
		return object{"type": "boolean"}
	case reflect.Int:
		return object{"type": "integer"}
	}
	return object{"type": "string"}
}

// namesOf returns the schema of the words that name a rule or a group. Editors offer the words of its enum. Other
// spellings and codes only match its pattern.
func namesOf(rules Rules) object {
	all := "^(" + strings.Join(rules.Spellings(), "|") + ")$"
	return object{"anyOf": []any{object{"enum": rules.Words()}, object{"pattern": all}}}
}

// refine adds to the properties of a type the restrictions that its Go types do not express.
func refine(t reflect.Type, properties object) {
	switch t {
	case reflect.TypeFor[Config]():
		properties["incomplete"] = object{"enum": Incompletes}
	case reflect.TypeFor[Rule]():
		properties["severity"] = object{"enum": Severities}
		properties["report_at"] = object{"enum": Places}
		language := object{"enum": Languages}
		properties["languages"] = object{"oneOf": []any{language, object{"type": "array", "items": language}}}
	case reflect.TypeFor[Filter]():
		properties["action"] = object{"enum": Actions}
	case reflect.TypeFor[Launch]():
		properties["block"] = object{"type": "array", "minItems": 1, "maxItems": 3,
			"items": object{"type": "integer", "minimum": 1, "maximum": warp.MaxThreads}}
	}
}

// commented matches a key in the template, where all keys are commented out.
var commented = pattern.Of(`^#([a-z_]+):`)

// descriptions maps each key to its description, which is the text of the comment above the key in the template.
func descriptions() map[string]string {
	texts := map[string]string{}
	for _, paragraph := range strings.Split(Template, "\n\n") {
		var words []string
		for _, line := range strings.Split(paragraph, "\n") {
			if m := commented().FindStringSubmatch(line); m != nil {
				texts[m[1]] = strings.Join(words, " ")
			} else if text, is := strings.CutPrefix(line, "# "); is {
				words = append(words, text)
			}
		}
	}
	return texts
}
