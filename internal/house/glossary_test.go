package house

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// definedIn matches a row of the glossary. Its last column names a file, and perhaps a name that is defined in that
// file.
var definedIn = regexp.MustCompile("(?m)^\\| ([^|]+) \\|.*\\| `([\\w./-]+\\.go)`(?:, `(\\w+)`)? \\|$")

// Each word of the glossary is defined where the glossary says.
func TestGlossaryNamesFilesThatDefineItsWords(t *testing.T) {
	root := filepath.Join("..", "..")
	page, err := os.ReadFile(filepath.Join(root, "docs", "glossary.md"))
	if err != nil {
		t.Fatal(err)
	}
	rows := definedIn.FindAllStringSubmatch(string(page), -1)
	if len(rows) < 30 {
		t.Fatalf("only %d words found", len(rows))
	}
	for _, row := range rows {
		word, file, name := row[1], row[2], row[3]
		text, err := os.ReadFile(filepath.Join(root, file))
		switch {
		case err != nil:
			t.Errorf("%s: %v", word, err)
		case !regexp.MustCompile(`\b` + name + `\b`).Match(text):
			t.Errorf("%s: %s does not contain %s", word, file, name)
		}
	}
	if n := strings.Count(string(page), ".go`"); n != len(rows) {
		t.Errorf("%d rows name a file, and %d have the form of a row", n, len(rows))
	}
}
