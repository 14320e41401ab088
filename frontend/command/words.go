package command

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/warpcheck/warpcheck/internal/safefile"
)

// maxNesting bounds the nesting of options files. maxOptionsFiles bounds their number in one command. Without these
// bounds, files that name each other would have no end, and a few files that each name several others would become very
// many.
const (
	maxNesting      = 16
	maxOptionsFiles = 256
)

// maxWords bounds the number of words of one command, with its options files.
const maxWords = 1 << 18

// expand returns words with each options file (nvcc's --options-file and -optf, clang's @file) replaced by the words in
// it. depth is the number of options files around words.
func (t *translation) expand(words []string, depth int) ([]string, error) {
	var out []string
	for i := 0; i < len(words); i++ {
		names, taken := t.optionsFiles(words[i], words[i+1:])
		if names == nil {
			out = append(out, words[i])
			continue
		}
		i += taken
		for _, name := range names {
			inner, err := t.readOptions(name, depth)
			if err != nil {
				return nil, err
			}
			out = append(out, inner...)
		}
		if len(out) > maxWords {
			return nil, fmt.Errorf("the command has more than %d words with its options files", maxWords)
		}
	}
	return out, nil
}

// optionsFiles returns the options files that a word names, or nil, and the number of following words that belong to
// it.
func (t *translation) optionsFiles(word string, following []string) (names []string, count int) {
	if name, ok := strings.CutPrefix(word, "@"); ok {
		return []string{name}, 0
	}
	if !t.nvcc {
		return nil, 0
	}
	name, value, joined := strings.Cut("-"+strings.TrimLeft(word, "-"), "=")
	if !strings.HasPrefix(word, "-") || name != "-options-file" && name != "-optf" {
		return nil, 0
	}
	if joined {
		return splitCommas(value), 0
	}
	if len(following) == 0 {
		return nil, 0
	}
	return splitCommas(following[0]), 1
}

func (t *translation) readOptions(name string, depth int) ([]string, error) {
	path := t.absolute(name)
	if depth >= maxNesting {
		return nil, fmt.Errorf("options file %s: nested more than %d deep", path, maxNesting)
	}
	if t.optionsRead++; t.optionsRead > maxOptionsFiles {
		return nil, fmt.Errorf("options file %s: one command reads more than %d of them", path,
			maxOptionsFiles)
	}
	if err := t.ctx.Err(); err != nil {
		return nil, err
	}
	text, err := safefile.Read(path, safefile.Settings)
	if err != nil {
		return nil, fmt.Errorf("options file: %w%s", err, remedy(err))
	}
	words, err := Split(string(text))
	if err != nil {
		return nil, fmt.Errorf("options file %s: %w", path, err)
	}
	return t.expand(words, depth+1)
}

// remedy returns a suggestion for the error about an options file that does not exist. It returns "" for other errors.
func remedy(err error) string {
	if errors.Is(err, fs.ErrNotExist) {
		return "; configure the build first, it writes this file"
	}
	return ""
}

// Split divides a command into words as a POSIX shell does. Blanks separate words. Quotes and backslashes protect
// blanks. It expands no variables and no patterns.
func Split(text string) ([]string, error) {
	var words []string
	var word strings.Builder
	inWord := false
	var quote byte
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case quote == '\'' && c != '\'', quote == '"' && c != '"' && c != '\\':
			word.WriteByte(c)
		case quote != 0 && c == quote:
			quote = 0
		case c == '\\' && i+1 < len(text):
			i++
			if quote == '"' && !strings.ContainsRune("\"\\$`\n", rune(text[i])) {
				word.WriteByte('\\')
			}
			if text[i] != '\n' {
				word.WriteByte(text[i])
				inWord = true
			}
		case c == '\'' || c == '"':
			quote, inWord = c, true
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			if inWord {
				words = append(words, word.String())
				word.Reset()
			}
			inWord = false
		default:
			word.WriteByte(c)
			inWord = true
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("a quote (%c) is not closed", quote)
	}
	if inWord {
		words = append(words, word.String())
	}
	return words, nil
}
