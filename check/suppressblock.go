package check

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/warpcheck/warpcheck/config"
	"github.com/warpcheck/warpcheck/source"
)

// blocks lists the suppressions of several lines that have begun and not ended so far, in order.
type blocks []openBlock

// openBlock is a suppression whose last line is not known yet. name is the name that the comment at its end must
// repeat.
type openBlock struct {
	*suppression
	name string
}

// begin adds a suppression that covers all lines from its comment.
func (b *blocks) begin(s *suppression, name string) {
	s.from, s.to = s.pos.Line, math.MaxInt
	*b = append(*b, openBlock{s, name})
}

// end ends the last open suppression with a name, or the last one of all if name is "". If there is none, it returns a
// suppression with that fault.
func (b *blocks) end(pos source.Pos, name string) []*suppression {
	for i := len(*b) - 1; i >= 0; i-- {
		if one := (*b)[i]; name == "" || one.name == name {
			one.to = pos.EndLine
			*b = append((*b)[:i], (*b)[i+1:]...)
			return nil
		}
	}
	return []*suppression{{pos: pos, fault: fmt.Errorf("the comment ends no suppression: no comment before it begins one of %s", cmp.Or(name, "any rule"))}}
}

// close sets the fault of the suppressions that have no end. They silence nothing.
func (b *blocks) close() {
	for _, one := range *b {
		if one.fault == nil {
			one.fault = errors.New("the suppression has no end, and silences nothing: end it with warpcheck:ignore-end or NOLINTEND, and the same key")
		}
	}
}

// noLint reads a comment of clang-tidy. kind is the word after NOLINT, and list names the checks.
func (b *blocks) noLint(pos source.Pos, kind, list, reason string, c *config.Config) (all []*suppression) {
	for _, name := range strings.Split(list, ",") {
		name = strings.TrimSpace(name)
		if name == "warpcheck" {
			name = "warpcheck-" // no rule has this name, so the comment is reported
		}
		key, isOurs := strings.CutPrefix(name, "warpcheck-")
		if !isOurs {
			continue
		}
		if kind == "END" {
			all = append(all, b.end(pos, name)...)
			continue
		}
		s := newSuppression(pos, key, cmp.Or(strings.TrimSpace(reason), "as clang-tidy"), c)
		switch kind {
		case "BEGIN":
			b.begin(s, name)
		case "NEXTLINE":
			s.coverLine(pos.Line + 1)
		default:
			s.coverLine(pos.Line)
		}
		all = append(all, s)
	}
	return all
}
