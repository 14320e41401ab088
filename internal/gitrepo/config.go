package gitrepo

import (
	"strings"

	"github.com/warpcheck/warpcheck/internal/safefile"
)

// config is what the files of a configuration say: the values of each key, "section.key" or "section.name.key",
// the section and the key in lower case.
type config map[string][]string

// readConfig reads a file; one that cannot be read says nothing. Includes are not followed.
func readConfig(path string) config {
	text, err := safefile.Read(path, safefile.Settings)
	if err != nil {
		return nil
	}
	all, section := config{}, ""
	for line := range strings.Lines(strings.ReplaceAll(string(text), "\\\n", "")) {
		line = strings.TrimSpace(line)
		if head, is := strings.CutPrefix(line, "["); is {
			head, line, _ = cutHead(head)
			section = sectionOf(head)
			line = strings.TrimSpace(line)
		}
		if line == "" || line[0] == '#' || line[0] == ';' {
			continue
		}
		key, value, _ := strings.Cut(line, "=")
		key = section + "." + strings.ToLower(strings.TrimSpace(key))
		all[key] = append(all[key], unquoted(value))
	}
	return all
}

// cutHead cuts the head of a section at its bracket, which may stand in quotes as well.
func cutHead(text string) (head, rest string, found bool) {
	quoted := false
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '\\' && quoted:
			i++
		case text[i] == '"':
			quoted = !quoted
		case text[i] == ']' && !quoted:
			return text[:i], text[i+1:], true
		}
	}
	return text, "", false
}

// sectionOf is the name of a section: core, or branch.main for branch "main".
func sectionOf(head string) string {
	name, sub, found := strings.Cut(head, `"`)
	name = strings.ToLower(strings.TrimSpace(name))
	if !found {
		return name
	}
	return name + "." + unquoted(`"`+sub)
}

// unquoted is a value without its quotes, escapes and comment.
func unquoted(value string) string {
	var out strings.Builder
	value, quoted := strings.TrimSpace(value), false
	for i := 0; i < len(value); i++ {
		switch c := value[i]; {
		case c == '\\' && i+1 < len(value):
			i++
			out.WriteByte(escaped(value[i]))
		case c == '"':
			quoted = !quoted
		case (c == '#' || c == ';') && !quoted:
			return strings.TrimRight(out.String(), " \t")
		default:
			out.WriteByte(c)
		}
	}
	return out.String()
}

// escaped is the character that stands behind a backslash.
func escaped(c byte) byte {
	switch c {
	case 'n':
		return '\n'
	case 't':
		return '\t'
	}
	return c
}

// last is the value of a key that counts, "" for none.
func (c config) last(key string) string {
	values := c[key]
	if len(values) == 0 {
		return ""
	}
	return values[len(values)-1]
}
