package gitrepo

import (
	"strings"

	"github.com/warpcheck/warpcheck/internal/safefile"
)

// config has the values of a configuration file by key. A key is "section.key" or "section.name.key", with the section
// and the last part in lower case.
type config map[string][]string

// readConfig reads a configuration file. It returns nil if it cannot read the file. It does not follow includes.
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

// cutHead cuts text after the head of a section, at the closing bracket. rest is the text behind the bracket. Brackets
// in quotes do not count. found is false if there is no closing bracket.
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

// sectionOf returns the name of a section from its head: core for [core], branch.main for [branch "main"].
func sectionOf(head string) string {
	name, sub, found := strings.Cut(head, `"`)
	name = strings.ToLower(strings.TrimSpace(name))
	if !found {
		return name
	}
	return name + "." + unquoted(`"`+sub)
}

// unquoted returns a value without its quotes, escapes and comment.
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

// escaped returns the character that a backslash and c mean.
func escaped(c byte) byte {
	switch c {
	case 'n':
		return '\n'
	case 't':
		return '\t'
	}
	return c
}

// last returns the last value of a key, because the last one applies. It returns "" if the key has no value.
func (c config) last(key string) string {
	values := c[key]
	if len(values) == 0 {
		return ""
	}
	return values[len(values)-1]
}
