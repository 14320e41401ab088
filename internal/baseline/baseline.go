// Package baseline keeps the findings that a project has accepted for now, so that a run reports only new ones.
//
// An entry identifies a finding in a way that survives edits elsewhere: by the rule, the file's path from the root of
// its repository, the kernels, and a hash of the line without its white space, but no line number. Findings that agree
// in all of these are counted. If the line changes, or another kernel breaks the rule there, the finding is new again.
// The old entry then matches nothing, which is reported so that baselines shrink. A part that was not analysed is
// accepted with its reason, until the reason changes ([Gap]).
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

// What was not analysed is accepted with its reason, until the reason changes ([Gap]).

// version counts the incompatible changes of the file format.
const version = 1

// Entry is one finding, or several that agree in what identifies them: all fields but Count, Source and Message.
type Entry struct {
	Key     string   `json:"key"`
	Path    string   `json:"path"`
	Kernels []string `json:"kernels,omitempty"`
	// Line is the hash of the source line ([LineHash]).
	Line  string `json:"line"`
	Count int    `json:"count"`
	// Source is the line, and Message that of the first finding, for a reader. Both may be cut short or "".
	Source  string `json:"source,omitempty"`
	Message string `json:"message,omitempty"`
}

// maxShown is how many bytes of a line or a message a reader is shown.
const maxShown = 200

// Shown cuts a text for the fields that a person reads, and makes it valid UTF-8.
func Shown(text string) string {
	text = strings.ToValidUTF8(strings.TrimSpace(text), "\uFFFD")
	if len(text) > maxShown {
		text = strings.ToValidUTF8(text[:maxShown], "") + "..."
	}
	return text
}

// id joins the fields that identify an entry.
func (e *Entry) id() string {
	return strings.Join([]string{e.Key, e.Path, strings.Join(e.Kernels, "\x01"), e.Line}, "\x00")
}

// Path is a path as JSON can hold it: each byte that is not UTF-8 is escaped.
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

// LineHash is a hash of a line of source without its white space.
func LineHash(line string) string {
	sum := sha256.Sum256([]byte(strings.Join(strings.Fields(line), "")))
	return fmt.Sprintf("%x", sum[:8])
}

// Gap is a part of a file that was not analysed, with the reason.
type Gap struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
}

// Contents are what a project has accepted.
type Contents struct {
	Findings []Entry `json:"findings"`
	Gaps     []Gap   `json:"incomplete,omitempty"`
}

// file is the format of the file.
type file struct {
	Version int `json:"version"`
	Contents
}

// Write writes contents. Entries with one id are joined, and the order depends on the contents alone.
func Write(w io.Writer, c Contents) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	gaps := slices.SortedFunc(slices.Values(c.Gaps), func(a, b Gap) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Reason, b.Reason))
	})
	return encoder.Encode(file{version, Contents{joined(c.Findings), slices.Compact(gaps)}})
}

// joined adds up entries with one id, and sorts.
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

// Read reads a file that [Write] wrote.
func Read(path string) (Contents, error) {
	text, err := safefile.Read(path, safefile.Settings)
	if err != nil {
		return Contents{}, fmt.Errorf("cannot read the baseline: %w", err)
	}
	return parse(path, text)
}

// parse reads the text of a file that [Write] wrote.
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

// grammar puts an error of the JSON decoder into words, in parentheses and without the types of this program; "" if err
// is nil.
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

// Matcher separates findings that a baseline has from new ones. Each entry matches as many findings as it counts.
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

// Has reports whether the baseline has a finding, and counts it as matched.
func (m *Matcher) Has(e Entry) bool {
	id := e.id()
	if m.left[id] == 0 {
		return false
	}
	m.left[id]--
	return true
}

// Gone are the entries that matched fewer findings than they count, each with the number that is missing.
func (m *Matcher) Gone() []Entry {
	var gone []Entry
	for _, e := range m.entries {
		if e.Count = m.left[e.id()]; e.Count > 0 {
			gone = append(gone, e)
		}
	}
	return gone
}
