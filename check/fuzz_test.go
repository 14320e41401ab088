package check

import (
	"strings"
	"testing"

	"github.com/warpcheck/warpcheck/config"
	"github.com/warpcheck/warpcheck/load"
	"github.com/warpcheck/warpcheck/result"
)

// Whatever the text, comments and suppressions are at the places that are given for them.
func FuzzSuppressions(f *testing.F) {
	for _, seed := range []string{
		"f(); // warpcheck:ignore divergent_mask why\n", "/* warpcheck:ignore-file * all */ int x = 1'000;\n",
		"// NOLINTNEXTLINE(warpcheck-*, other)\ng();\n", "char c = '\\''; // warpcheck: ignore x\n",
		"auto s = R\"x(// )x\"; \\\n// warpcheck:ignore k \\\nmore\n", "/*", "//", "\"", "R\"(", "'\\",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		lines := strings.Split(text, "\n")
		for _, c := range comments(text) {
			if c.line < 1 || c.line > len(lines) || c.column < 1 || c.column > len(lines[c.line-1]) {
				t.Fatalf("%q: a comment at %d:%d", text, c.line, c.column)
			}
			if opening := lines[c.line-1][c.column-1:]; !strings.HasPrefix(opening, "/") {
				t.Errorf("%q: a comment at %d:%d begins with %q", text, c.line, c.column, opening)
			}
		}
		for _, s := range suppressionsIn("k.cu", []byte(text), &config.Config{}) {
			if s.pos.Line < 1 || s.pos.Line > len(lines) {
				t.Errorf("%q: a suppression in line %d", text, s.pos.Line)
			}
		}
	})
}

// A file of results may come from anybody: it is either refused or read, and what is read can be used.
func FuzzResults(f *testing.F) {
	whole := Results{Words: Words{Paths: []string{"k.cu"}}, Dependencies: []load.Dependency{{Name: "k.cu", Answer: "other"}},
		Entries: []resultEntry{{Units: []result.Unit{{Kernels: []string{"k"}}}, DependsOn: []int{0}}}}
	encoded, err := result.Encode(&whole)
	if err != nil {
		f.Fatal(err)
	}
	inner, err := result.Open(encoded, &whole)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(inner)
	f.Add([]byte("[]"))
	loader := load.Within(load.Surroundings{})
	f.Fuzz(func(t *testing.T, inner []byte) {
		given, err := ReadResults([]string{"r"}, func(string) ([]byte, error) { return result.Seal(&Results{}, inner) })
		if err != nil {
			return
		}
		for key := range given.entries {
			entry := given.entries[key]
			for _, at := range entry.DependsOn {
				loader.Holds(entry.results.Dependencies[at : at+1])
			}
		}
	})
}
