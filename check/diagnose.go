package check

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/warpcheck/warpcheck/load"
	"github.com/warpcheck/warpcheck/result"
	"github.com/warpcheck/warpcheck/source"
)

// reportUnread reports the files that the parse was not given.
func (u *analysis) reportUnread(tree parsed) {
	for _, d := range tree.Unread() {
		u.Fail(d.Pos, d.Text)
	}
}

// diagnose tells the errors of the parser: the first one, and how many more.
func (u *analysis) diagnose(tree parsed) {
	errors := errorsOf(tree)
	if len(errors) == 0 {
		return
	}
	absent := slices.IndexFunc(errors, isAbsentHeader)
	u.countErrors(errors, absent >= 0)
	isReported := func(d source.Diagnostic) bool {
		return slices.ContainsFunc(tree.Unread(), func(unread source.Diagnostic) bool { return unread.Pos == d.Pos })
	}
	if absent >= 0 {
		absent = slices.IndexFunc(errors, func(d source.Diagnostic) bool { return isAbsentHeader(d) && !isReported(d) })
		if absent < 0 {
			return // what else is wrong may come of that
		}
	}
	first, text := errors[max(absent, 0)], ""
	if absent >= 0 {
		text = u.adviceOnHeader(load.MissingHeader(first))
	} else if refused, refusal := u.ofArch().Refused(errors); refused >= 0 {
		first = errors[refused]
		text = u.ofArch().Advice(first, refusal)
	} else {
		first = errors[max(slices.IndexFunc(errors, func(d source.Diagnostic) bool { return !d.Pos.System }), 0)]
		text = "does not parse: " + first.Text
	}
	if first.Pos.File == "" { // clang's driver, which reads flags, has no places
		text = "clang says of its flags: " + first.Text
	}
	if n := len(errors) - 1; n > 0 {
		text += fmt.Sprintf(" (and %d more in this unit; -v lists them)", n)
	}
	pos := first.Pos
	if pos.File == "" {
		pos.File = u.Input.Path
	}
	u.Fail(pos, text)
}

// errorsOf are the errors of the parser.
func errorsOf(tree parsed) []source.Diagnostic {
	return slices.DeleteFunc(slices.Clone(tree.Messages()), func(d source.Diagnostic) bool { return d.Severity < source.Error })
}

func isAbsentHeader(d source.Diagnostic) bool { return load.MissingHeader(d) != "" }

// adviceOnHeader says what to do about a header that was not found.
func (u *analysis) adviceOnHeader(header string) string {
	name := filepath.Base(u.Input.Path)
	if template := u.Template(header); template != "" {
		return fmt.Sprintf("cannot find %s, which the build makes of %s: configure that, and add the folder, as in `warpcheck %s -- -Ibuild`",
			header, template, name)
	}
	return fmt.Sprintf("cannot find %s: add its folder, as in `warpcheck %s -- -Ifolder`", header, name)
}

// countErrors books errors of the parser, all together where a header is absent.
func (u *analysis) countErrors(errors []source.Diagnostic, absent bool) {
	for _, d := range errors {
		switch {
		case d.Pos.System:
			u.ParseErrors.Headers++
		case absent:
			u.ParseErrors.Absent++
		default:
			u.ParseErrors.User++
		}
		u.ParseErrors.Places = append(u.ParseErrors.Places, result.ReasonAt(d.Pos, "", d.Text))
	}
}
