package report

import (
	"crypto/sha256"
	"fmt"
	"unicode/utf16"

	"github.com/warpcheck/warpcheck/source"
)

// window is how many characters the fingerprint of a line covers, from the start of the line. If the line is shorter,
// the next lines are included.
const window = 100

// endOfText is the character that GitHub's algorithm appends to a file.
const endOfText = 0xffff

// fingerprint returns a text that identifies the line of pos by its content and by the number of equal lines above it.
// So an alert survives when code moves. The text is the primaryLocationLineHash that GitHub's upload action adds to a
// report without fingerprints. So a report has the same fingerprints whether the action or the REST API uploads it.
// fingerprint returns false if the line cannot be read.
func (s *sources) fingerprint(pos source.Pos) (string, bool) {
	f := s.file(pos.File)
	if f == nil || pos.Line < 1 {
		return "", false
	}
	if f.hashes == nil {
		f.hashes = lineHashes(f.text)
	}
	if pos.Line > len(f.hashes) {
		return "", false
	}
	return f.hashes[pos.Line-1], true
}

// lineHasher computes a rolling polynomial hash over the last window characters, without blanks. The hash of a line is
// complete when the line's first character leaves the window.
type lineHasher struct {
	chars  [window]uint64
	starts [window]bool // whether a line starts with that character
	next   int
	hash   uint64
	counts map[string]int
	hashes []string
}

const hashBase = 37

// lineHashes returns the fingerprints of the lines of a text, in order.
func lineHashes(text string) []string {
	h := lineHasher{counts: map[string]int{}}
	lineStart, afterReturn := true, false
	for _, unit := range append(utf16.Encode([]rune(text)), endOfText) {
		if unit == ' ' || unit == '\t' || unit == '\n' && afterReturn {
			afterReturn = false
			continue
		}
		afterReturn = unit == '\r'
		if afterReturn {
			unit = '\n'
		}
		h.push(uint64(unit), lineStart)
		lineStart = unit == '\n'
	}
	for range window {
		h.push(0, false)
	}
	return h.hashes
}

// leaving is hashBase to the power of window: the factor of the character that leaves the window.
var leaving = func() uint64 {
	power := uint64(1)
	for range window {
		power *= hashBase
	}
	return power
}()

func (h *lineHasher) push(char uint64, startsLine bool) {
	if h.starts[h.next] {
		text := fmt.Sprintf("%x", h.hash)
		h.counts[text]++
		h.hashes = append(h.hashes, fmt.Sprintf("%s:%d", text, h.counts[text]))
	}
	h.hash = h.hash*hashBase + char - leaving*h.chars[h.next]
	h.chars[h.next] = char
	h.starts[h.next] = startsLine
	h.next = (h.next + 1) % window
}

// identities names the diagnostics of a report, so that a program knows them again in the report of another run.
type identities struct {
	r     *Report
	files *sources
	// given counts the diagnostics with the same path, key and line text.
	given map[string]int
}

func newIdentities(r *Report) *identities {
	return &identities{r: r, files: newSources(r), given: map[string]int{}}
}

// next returns the identity of the next diagnostic, 32 hexadecimal digits. No two identities of a report are equal, and
// each stays the same while other lines are edited. If the line cannot be read, text is used in its place.
func (d *identities) next(pos source.Pos, key, text string) string {
	line, isRead := d.files.fingerprint(pos)
	if !isRead {
		line = text
	}
	id := fmt.Sprintf("%s\x00%s\x00%s", d.r.hosted(pos.File), key, line)
	d.given[id]++
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%d", id, d.given[id]))
	return fmt.Sprintf("%x", sum[:16])
}
