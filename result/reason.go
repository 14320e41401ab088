package result

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"

	"github.com/warpcheck/warpcheck/internal/legible"
	"github.com/warpcheck/warpcheck/source"
)

// Reason is a reason with its place: why something is approximate, unknown or not analysed.
type Reason struct {
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
	// What is the name of the subject, a collective or a kernel. It is "" if there is none.
	What string `json:"what,omitempty"`
	Text string `json:"reason"`
}

// ReasonAt returns a reason at a position. kind is the name of the subject (What).
func ReasonAt(pos source.Pos, kind, text string) Reason {
	return Reason{pos.File, pos.Line, pos.Column, kind, text}
}

// MarshalJSON makes the texts safe to show, because they come from the checked code.
func (r Reason) MarshalJSON() ([]byte, error) {
	type plain Reason
	r.File, r.What, r.Text = legible.Text(r.File), legible.Name(r.What), legible.Text(r.Text)
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(plain(r))
	return out.Bytes(), err
}

// Place returns path:line:column, or the path alone if the line is not known.
func (r Reason) Place() string {
	if r.Line == 0 {
		return r.File
	}
	return fmt.Sprintf("%s:%d:%d", r.File, r.Line, r.Column)
}

// CompareReasons orders reasons by their places.
func CompareReasons(a, b Reason) int {
	return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line),
		cmp.Compare(a.Column, b.Column), cmp.Compare(a.What, b.What), cmp.Compare(a.Text, b.Text))
}
