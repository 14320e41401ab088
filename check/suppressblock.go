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

// blocks are the suppressions of several lines that a comment has begun and none has ended, the last one last.
type blocks []openBlock

// openBlock is a suppression whose last line is not known yet. name is what the comment that ends it repeats.
type openBlock struct {
	*suppression
	name string
}

// begin adds a suppression that covers the lines from its comment on.
func (b *blocks) begin(s *suppression, name string) {
	s.from, s.to = s.pos.Line, math.MaxInt
	*b = append(*b, openBlock{s, name})
}

// end ends the last suppression of a name, or the last one of any name if name is "". If there is none, end returns a
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

// close gives the suppressions that nothing ends their fault. They silence nothing.
func (b *blocks) close() {
	for _, one := range *b {
		if one.fault == nil {
			one.fault = errors.New("the suppression has no end, and silences nothing: end it with warpcheck:ignore-end or NOLINTEND, and the same key")
		}
	}
}

// noLint reads a comment of clang-tidy: kind is what follows NOLINT, and list the checks that it names.
func (b *blocks) noLint(pos source.Pos, kind, list, reason string, c *config.Config) (all []*suppression) {
	for _, name := range strings.Split(list, ",") {
		name = strings.TrimSpace(name)
		if name == "warpcheck" {
			name = "warpcheck-" // names no rule, which is reported
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
