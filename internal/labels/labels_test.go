package labels_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/warpcheck/warpcheck/internal/labels"
)

// The line, the mark, the models and the key of each label in a text.
func TestRead(t *testing.T) {
	for text, want := range map[string]string{
		"f(); // want a \"x\"":                             "[1  [] a]",
		"// want? a \"x\"\n// why\n\nf();":                 "[4 ? [] a]",
		"f();\n// want[strict,lockstep] a \"x\"\ng();":     "[3  [strict lockstep] a]",
		"f(); // want~ a \"x\"\ng(); // want-open b \"y\"": "[1 ~ [] a 2 -open [] b]",
		"char *s = \"// want a\"; // we want":              "[]",
	} {
		found, err := labels.Read(text)
		if err != nil {
			t.Fatal(err)
		}
		said := []any{}
		for _, l := range found {
			said = append(said, l.Line, l.Mark, l.Models, l.Key)
		}
		if got := fmt.Sprint(said); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
	if _, err := labels.Read("f(); // want! a \"x\""); err == nil {
		t.Error("a comment that is no label is read")
	}
}

func TestOff(t *testing.T) {
	keys, left := labels.Off("// A kernel.\n// without a\n// without b-c\nf();\n")
	if !slices.Equal(keys, []string{"a", "b-c"}) || left != "// A kernel.\nf();\n" {
		t.Errorf("%q, %q", keys, left)
	}
}
