package legible

import (
	"strings"

	"github.com/warpcheck/warpcheck/internal/pattern"
)

// plainWord matches words that need no quotes in a shell.
var plainWord = pattern.Of(`^[A-Za-z0-9_@%+=:,./-]+$`)

// Command joins the words of a command line, quoted so that a shell reads them again. Some words may come from the
// checked tree, and a reader copies the command.
func Command(words []string) string {
	quoted := make([]string, len(words))
	for i, word := range words {
		if !plainWord().MatchString(word) {
			word = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
		}
		quoted[i] = word
	}
	return strings.Join(quoted, " ")
}
