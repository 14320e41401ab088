package check

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/check/account"
	"github.com/warpcheck/warpcheck/internal/distinct"
	"github.com/warpcheck/warpcheck/internal/lexical"
	"github.com/warpcheck/warpcheck/internal/pattern"
	"github.com/warpcheck/warpcheck/load"
	"github.com/warpcheck/warpcheck/result"
	"github.com/warpcheck/warpcheck/source"
)

// reportUnread reports the files that the parser needed and may not read.
func (u *analysis) reportUnread(tree parsed) {
	for _, d := range tree.Unread() {
		u.Fail(d.Pos, d.Text)
	}
}

// diagnose reports the first error of the parser, and the number of further ones. If a header was not found, all errors
// may follow from that. Then diagnose reports the project's code that the parser dropped instead.
func (u *analysis) diagnose(tree parsed) {
	errors := errorsOf(tree)
	if len(errors) == 0 {
		return
	}
	absent := slices.ContainsFunc(errors, isAbsentHeader)
	u.countErrors(errors, absent)
	if absent {
		u.lack(tree, errors)
		return
	}
	var first source.Diagnostic
	text := ""
	if refused, refusal := u.ofArch().Refused(errors); refused >= 0 {
		first = errors[refused]
		text = u.ofArch().Advice(first, refusal)
	} else {
		first = errors[max(slices.IndexFunc(errors, func(d source.Diagnostic) bool { return !d.Pos.System }), 0)]
		text = "does not parse: " + first.Text + adviceOnMacro(first)
	}
	if first.Pos.File == "" { // only errors of clang's driver, which reads the flags, have no place
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

// lack records the headers that were not found. It also reports the code that the parser dropped because of them.
func (u *analysis) lack(tree parsed, errors []source.Diagnostic) {
	isReported := func(d source.Diagnostic) bool {
		return slices.ContainsFunc(tree.Unread(), func(unread source.Diagnostic) bool { return unread.Pos == d.Pos })
	}
	var headers []string
	for _, d := range errors {
		if isAbsentHeader(d) && !isReported(d) {
			headers = append(headers, d.Missing)
			u.Absent = append(u.Absent, result.ReasonAt(d.Pos, d.Missing, u.adviceOnHeader(d.Missing)))
		}
	}
	for _, loss := range tree.Lost(u.QuotableText) {
		text := lossOf(loss)
		if len(headers) > 0 {
			header := neededFor(loss.Error.Text, headers)
			if advice := adviceOnMacro(loss.Error); advice != "" {
				text += advice + "; or a header has it"
			}
			text += ": " + absentHeader(result.Reason{What: header, Text: u.adviceOnHeader(header)})
			u.Lacking = distinct.Append(u.Lacking, header)
		}
		u.Fail(loss.Pos, text)
	}
}

// lossOf returns a sentence about code that is not analysed, with the parser's error.
func lossOf(loss account.Loss) string {
	text := loss.Name + " is not analysed, as the statement does not parse"
	if loss.IsFunction {
		text = loss.Name + " is not analysed, as it does not parse"
	}
	if loss.Error.Text != "" {
		text += " (" + loss.Error.Text + ")"
	}
	return text
}

// neededFor returns the header that the error text is about. That is the first header whose library is a word of the
// text: lib of lib/view.h is a word of lib::View. If there is none, it returns the first of headers.
func neededFor(text string, headers []string) string {
	for _, name := range headers {
		library, _, _ := strings.Cut(strings.TrimSuffix(name, filepath.Ext(name)), "/")
		if lexical.HasWord(text, library) {
			return name
		}
	}
	return headers[0]
}

// errorsOf returns the errors of the parser.
func errorsOf(tree parsed) []source.Diagnostic {
	return slices.DeleteFunc(slices.Clone(tree.Messages()), func(d source.Diagnostic) bool { return d.Severity < source.Error })
}

func isAbsentHeader(d source.Diagnostic) bool { return d.Missing != "" }

// absentHeader returns a sentence about the header r.What, which was not found, with advice.
func absentHeader(r result.Reason) string { return "cannot find " + r.What + ": " + r.Text }

// adviceOnHeader returns advice to the user about a header that was not found.
func (u *analysis) adviceOnHeader(header string) string {
	name := filepath.Base(u.Input.Path)
	if template := u.Template(header); template != "" {
		return fmt.Sprintf("the build makes it of %s: configure that, and add the folder, as in `warpcheck %s -- -Ibuild`", template, name)
	}
	if repository, known := load.RepositoryOf(header); known {
		folder := path.Join(path.Base(repository.Name), repository.Folder)
		return fmt.Sprintf("it is of %s: add its folder, as in `warpcheck %s -- -I%s`", repository.Name, name, folder)
	}
	return fmt.Sprintf("add its folder, as in `warpcheck %s -- -Ifolder`", name)
}

// inCapitals matches the names that mostly are macros.
var inCapitals = pattern.Of(`^[A-Z][A-Z0-9_]+$`)

// adviceOnMacro returns advice about a name in capitals that nothing declares, to be appended to the message of d. The build
// may define it. It returns "" for other errors.
func adviceOnMacro(d source.Diagnostic) string {
	if d.Kind != source.UndeclaredName || !inCapitals().MatchString(d.Name) {
		return ""
	}
	return fmt.Sprintf("; if the build defines %[1]s, add its flag: -D%[1]s=...", d.Name)
}

// countErrors counts errors of the parser, and records their places. If absent is true, a header was not found, and the
// errors outside system headers count as consequences.
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
