package house

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/warpcheck/warpcheck/internal/golden"
)

// limits is a file with a line per private word: the word, and how often comments may use it.
const limits = "testdata/words.txt"

// forms are the private words with other forms that count as the same word.
var forms = map[string]string{
	"tell":   "tell|tells",
	"lead":   "lead|leads",
	"turn":   "turn|turns",
	"settle": "settle|settles|settled",
	"spoil":  "spoil|spoils|spoiled",
}

// Comments use no private word more often than before. docs/glossary.md has plain words for them.
func TestPrivateWordsGetFewer(t *testing.T) {
	comments := commentsBelow(t, filepath.Join("..", ".."))
	kept, err := os.ReadFile(limits)
	if err != nil {
		t.Fatal(err)
	}
	var lowered strings.Builder
	for line := range strings.Lines(string(kept)) {
		word, limit := parseLimit(t, line)
		count := countWord(comments, word)
		if count > limit {
			t.Errorf("comments use %q %d times, and at most %d are allowed: see docs/glossary.md for a plain word", word, count, limit)
		}
		fmt.Fprintf(&lowered, "%-9s %d\n", word, min(count, limit))
	}
	if golden.Updates() {
		if err := os.WriteFile(limits, []byte(lowered.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// parseLimit reads a line of the limits.
func parseLimit(t *testing.T, line string) (word string, limit int) {
	t.Helper()
	line = strings.TrimSpace(line)
	space := strings.LastIndexByte(line, ' ')
	limit, err := strconv.Atoi(line[space+1:])
	if space < 0 || err != nil {
		t.Fatalf("%s: line %q is no word and number", limits, line)
	}
	return strings.TrimSpace(line[:space]), limit
}

// countWord counts a word and its other forms.
func countWord(comments, word string) int {
	pattern := forms[word]
	if pattern == "" {
		pattern = word
	}
	return len(regexp.MustCompile(`(?i)\b(?:`+pattern+`)\b`).FindAllString(comments, -1))
}

// commentsBelow is the text of all comments in Go files below a folder, with blanks for line breaks.
func commentsBelow(t *testing.T, root string) string {
	t.Helper()
	var all []string
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && isForeign(root, path):
			return filepath.SkipDir
		case !entry.IsDir() && filepath.Ext(path) == ".go":
			all = append(all, commentsOf(t, path)...)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(all) < 1000 {
		t.Fatalf("only %d comments found below %s", len(all), root)
	}
	return strings.Join(all, "\n")
}

// isForeign reports whether the Go files of a folder are no part of the program.
func isForeign(root, folder string) bool {
	name := filepath.Base(folder)
	return folder != root && (strings.HasPrefix(name, ".") || slices.Contains([]string{"testdata", "node_modules", "bin", "dist"}, name))
}

// commentsOf are the comments of a file, each on one line, so that a word pair across a line break counts.
func commentsOf(t *testing.T, path string) []string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, group := range file.Comments {
		all = append(all, strings.Join(strings.Fields(group.Text()), " "))
	}
	return all
}

func TestCountWordCountsForms(t *testing.T) {
	const comment = "It tells which lane leads. Way leads on; a leader is none. OF WHICH one of\n"
	for word, want := range map[string]int{"tell": 1, "lead": 2, "of which": 1, "ways": 0} {
		if got := countWord(comment, word); got != want {
			t.Errorf("%q is counted %d times, want %d", word, got, want)
		}
	}
}
