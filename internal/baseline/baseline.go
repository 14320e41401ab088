// Package baseline keeps the findings that a project has accepted for now, so that a run reports only new ones.
//
// An entry identifies a finding such that edits in other lines do not matter: by the rule, the path of the file
// relative to the root of its repository, the kernels, and a hash of the line without its white space. An entry has no
// line number, but counts findings that agree in all these fields. If the line changes, or another kernel breaks the
// rule there, the finding is new again. The old entry then matches nothing. This is reported, so that the user can
// remove the entry. A baseline also accepts a part that was not analysed, until the reason for this changes ([Gap]).
package baseline

import (
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/warpcheck/warpcheck/internal/safefile"
)

// version is the version of the file format. It increases with each incompatible change.
const version = 1

// Entry is one finding, or several findings with the same identity, which consists of all fields except Count, Source
// and Message.
type Entry struct {
	Key     string   `json:"key"`
	Path    string   `json:"path"`
	Kernels []string `json:"kernels,omitempty"`
	// Line is the hash of the source line ([LineHash]).
	Line  string `json:"line"`
	Count int    `json:"count"`
	// Source is the source line, and Message the message of the first finding, for people. Both may be shortened or "".
	Source  string `json:"source,omitempty"`
	Message string `json:"message,omitempty"`
}

// maxShown is the largest number of bytes of a line or a message in an entry.
const maxShown = 200

// Shown returns a text for Source or Message. It shortens a long text, and makes it valid UTF-8.
func Shown(text string) string {
	text = strings.ToValidUTF8(strings.TrimSpace(text), "\uFFFD")
	if len(text) > maxShown {
		text = strings.ToValidUTF8(text[:maxShown], "") + "..."
	}
	return text
}

// id returns the fields that identify an entry, as one text.
func (e *Entry) id() string {
	return strings.Join([]string{e.Key, e.Path, strings.Join(e.Kernels, "\x01"), e.Line}, "\x00")
}

// Path returns a path in a form that JSON can represent: it escapes each byte that is not UTF-8.
func Path(path string) string {
	var b strings.Builder
	for len(path) > 0 {
		r, size := utf8.DecodeRuneInString(path)
		if r == utf8.RuneError && size == 1 {
			fmt.Fprintf(&b, `\x%02x`, path[0])
		} else {
			b.WriteString(path[:size])
		}
		path = path[size:]
	}
	return b.String()
}

// LineHash returns a hash of a source line without its white space.
func LineHash(line string) string {
	sum := sha256.Sum256([]byte(strings.Join(strings.Fields(line), "")))
	return fmt.Sprintf("%x", sum[:8])
}

// Gap is a part of a file that was not analysed, with the reason.
type Gap struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
}

// Contents holds the findings and gaps that a project has accepted.
type Contents struct {
	Findings []Entry `json:"findings"`
	Gaps     []Gap   `json:"incomplete,omitempty"`
}

// file is the format of a baseline file.
type file struct {
	Version int `json:"version"`
	Contents
}

// Write writes contents. It joins entries with the same id, and the order depends only on the contents.
func Write(w io.Writer, c Contents) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	gaps := slices.SortedFunc(slices.Values(c.Gaps), func(a, b Gap) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Reason, b.Reason))
	})
	return encoder.Encode(file{version, Contents{joined(c.Findings), slices.Compact(gaps)}})
}

// joined returns the entries in order. It adds the counts of entries with the same id.
func joined(entries []Entry) []Entry {
	byID := map[string]int{}
	all := []Entry{}
	for _, e := range entries {
		if i, ok := byID[e.id()]; ok {
			all[i].Count += e.Count
			continue
		}
		byID[e.id()] = len(all)
		all = append(all, e)
	}
	slices.SortFunc(all, func(a, b Entry) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Key, b.Key), cmp.Compare(a.id(), b.id()))
	})
	return all
}

// Read reads a baseline file, which [Write] wrote.
func Read(path string) (Contents, error) {
	text, err := safefile.Read(path, safefile.Settings)
	if err != nil {
		return Contents{}, fmt.Errorf("cannot read the baseline: %w", err)
	}
	return parse(path, text)
}

// parse reads the text of a baseline file.
func parse(path string, text []byte) (Contents, error) {
	var f file
	decoder := json.NewDecoder(strings.NewReader(string(text)))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&f); err != nil || f.Version == 0 {
		return Contents{}, fmt.Errorf("%s is no baseline%s: write one with --write-baseline", path, grammar(err))
	}
	if f.Version != version {
		return Contents{}, fmt.Errorf("%s is a baseline of version %d, and this program reads %d: write it again with --write-baseline",
			path, f.Version, version)
	}
	for _, e := range f.Findings {
		if e.Key == "" || e.Path == "" || e.Line == "" || e.Count < 1 {
			return Contents{}, fmt.Errorf("%s: an entry of the baseline lacks its key, path, line or count: write it again with --write-baseline", path)
		}
	}
	for _, g := range f.Gaps {
		if g.Path == "" || g.Reason == "" {
			return Contents{}, fmt.Errorf("%s: an entry of what was not analysed lacks its path or reason: write it again with --write-baseline", path)
		}
	}
	return f.Contents, nil
}

// grammar returns the text for an error of the JSON decoder, in parentheses and without the names of Go types. It
// returns "" if err is nil.
func grammar(err error) string {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return fmt.Sprintf(" (byte %d: %v)", syntax.Offset, err)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return " (it ends too early)"
	case errors.Is(err, io.EOF):
		return " (it is empty)"
	case errors.As(err, &kind):
		return fmt.Sprintf(" (byte %d: %s stands where something else belongs)", kind.Offset, kind.Value)
	case err != nil:
		return fmt.Sprintf(" (%v)", err)
	}
	return ""
}

// Matcher separates the findings of a baseline from new ones. Each entry matches as many findings as it counts.
type Matcher struct {
	entries []Entry
	left    map[string]int
}

// NewMatcher returns a matcher for entries.
func NewMatcher(entries []Entry) *Matcher {
	m := &Matcher{entries: joined(entries), left: map[string]int{}}
	for i := range m.entries {
		m.left[m.entries[i].id()] = m.entries[i].Count
	}
	return m
}

// Has reports whether the baseline has a finding. If so, it counts the finding as matched.
func (m *Matcher) Has(e Entry) bool {
	id := e.id()
	if m.left[id] == 0 {
		return false
	}
	m.left[id]--
	return true
}

// Gone returns the entries that matched fewer findings than they count. Their counts are the numbers of missing
// findings.
func (m *Matcher) Gone() []Entry {
	var gone []Entry
	for _, e := range m.entries {
		if e.Count = m.left[e.id()]; e.Count > 0 {
			gone = append(gone, e)
		}
	}
	return gone
}
