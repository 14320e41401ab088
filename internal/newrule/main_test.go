package main

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The skeleton is valid Go, and the rule's lines have a place in the present files.
func TestSkeletonFitsTheRepository(t *testing.T) {
	text, err := skeleton("one-lane-shuffle", "WC112")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := parser.ParseFile(token.NewFileSet(), "x.go", text, 0); err != nil || !strings.Contains(string(text), `Code:  "WC112"`) {
		t.Errorf("error %v in\n%s", err, text)
	}
	if got := variable("one-lane-shuffle"); got != "oneLaneShuffle" {
		t.Errorf("the variable is %s", got)
	}
	for file, want := range map[string]struct {
		change func(string) (string, error)
		line   string
	}{
		listFile: {func(text string) (string, error) { return addToList(text, "oneLaneShuffle") }, ",\n\t\toneLaneShuffle,\n\t}\n"},
		keysFile: {func(text string) (string, error) { return addKey(text, "WC199", "one-lane-shuffle") }, "\n\t\tWC199 one-lane-shuffle\n\t\tWC201 "},
	} {
		text, err := os.ReadFile(filepath.Join("..", "..", file))
		if err != nil {
			t.Fatal(err)
		}
		got, err := want.change(string(text))
		if err != nil || strings.Count(got, want.line) != 1 {
			t.Errorf("%s: error %v, and %q is not there once", file, err, want.line)
		}
	}
}

func TestNextCode(t *testing.T) {
	if code, err := nextCode("async"); err != nil || !strings.HasPrefix(code, "WC4") {
		t.Errorf("got %s, error %v", code, err)
	}
	if _, err := nextCode("asynk"); err == nil || !strings.Contains(err.Error(), "async") {
		t.Errorf("error %v does not list the groups", err)
	}
}
