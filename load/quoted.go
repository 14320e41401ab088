package load

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/internal/lexical"
	"github.com/warpcheck/warpcheck/internal/pattern"
	"github.com/warpcheck/warpcheck/source"
)

// An error of clang may be in a file that may be quoted, and still contain text of a file that may not:
//
//	#include <keys.h>
//	static_assert(0, API_PASSWORD);
//
// clang does not report from which tokens it makes an error. Macros paste names together, and attributes put any text into
// an error at another place. So if a unit reads a file that may not be quoted, an error is shown only if its form
// contains no text except from its own line.

// plainErrors match errors whose form contains no text except from their own line. Each group is a piece of that line.
var plainErrors = []func() *regexp.Regexp{
	pattern.Of(`^'([^']+)' file not found$`),
	pattern.Of(`^use of undeclared identifier '(\w+)'$`),
	pattern.Of(`^unknown type name '(\w+)'$`),
	pattern.Of(`^no (?:member|type|template) named '(\w+)' in (?:the global namespace|namespace '[\w:]+')$`),
	pattern.Of(`^no matching function for call to '(\w+)'$`),
	pattern.Of(`^expected (?:expression|unqualified-id|identifier|';'|'\)'|'\}'|'\]')(?: after \w+(?: \w+)*)?$`),
	pattern.Of(`^unterminated conditional directive$`),
}

// unquoted is the text that replaces an error that may not be shown.
const unquoted = "an error that may hold text of a file outside the project, which is not quoted; " +
	"-I after -- lets the files of a folder be quoted"

// withoutForeign replaces the texts of a view that may be from files that may not be quoted: texts of errors, and texts
// of asm statements, because these name instructions.
func (j *Job) withoutForeign(view *ast.Unit) {
	readsUnquoted := slices.ContainsFunc(view.Files, j.isUnquoted)
	for i, d := range view.Diagnostics {
		switch {
		case d.Pos.File != "" && j.isUnquoted(d.Pos.File):
			view.Diagnostics[i] = withText(d, "a file outside the project, which is not quoted")
		case readsUnquoted && d.Pos.File != "" && !isUnread(view, d) && !j.isPlainError(d):
			view.Diagnostics[i] = withoutText(d)
		}
	}
	if readsUnquoted {
		j.withoutUnquotedAsm(view)
	}
}

// withoutText returns the error that replaces d, which may not be shown. If d is about a missing header, the new error
// still states that.
func withoutText(d source.Diagnostic) source.Diagnostic {
	if d.Missing == "" {
		return withText(d, unquoted)
	}
	const name = "a name that is not shown"
	shown := withText(d, "'"+name+"' file not found")
	shown.Missing = name
	return shown
}

// withText returns an error with a text, at the place and with the severity of d. Everything else of d is left out.
func withText(d source.Diagnostic, text string) source.Diagnostic {
	return source.Diagnostic{Severity: d.Severity, Pos: d.Pos, Text: text}
}

// isUnread reports whether an error is at a directive that includes a file which the parser may not read.
func isUnread(view *ast.Unit, d source.Diagnostic) bool {
	return slices.ContainsFunc(view.Unread, func(unread source.Diagnostic) bool { return unread.Pos == d.Pos })
}

// isUnquoted reports whether the text of a file may not be shown.
func (j *Job) isUnquoted(file string) bool { return j.kindOf(file) != own }

// unquotedAsm replaces the text of an asm statement that may not be shown. It counts as a collective, because it is not
// known what the statement does.
const unquotedAsm = "shfl.sync.of_a_file_that_is_not_quoted;"

var asmWord = pattern.Of(`\w+`)

// withoutUnquotedAsm replaces the text of an asm statement if some word of the text occurs in none of the files that
// may be quoted. The text may then come from a macro of a file that may not be quoted.
func (j *Job) withoutUnquotedAsm(view *ast.Unit) {
	var texts strings.Builder
	for _, file := range slices.Sorted(maps.Keys(view.Entered)) {
		if !j.isUnquoted(file) {
			texts.WriteString(j.TextOf(file))
		}
	}
	quoted := texts.String()
	isUnknown := func(word string) bool { return !strings.Contains(quoted, word) }
	for _, f := range view.Functions {
		for n := range f.Nodes() {
			if n.Kind == ast.Asm_ && !j.isUnquoted(n.Pos.File) && slices.ContainsFunc(asmWord().FindAllString(n.Text, -1), isUnknown) {
				n.Text = unquotedAsm
			}
		}
	}
}

// isPlainError reports whether the text of an error has one of the forms in plainErrors, and the error's line contains
// all pieces of code that the form finds in the text.
func (j *Job) isPlainError(d source.Diagnostic) bool {
	line, found := lexical.Line(j.TextOf(d.Pos.File), d.Pos.Line)
	if !found {
		return false
	}
	return slices.ContainsFunc(plainErrors, func(form func() *regexp.Regexp) bool {
		pieces := form().FindStringSubmatch(d.Text)
		return pieces != nil && !slices.ContainsFunc(pieces[1:], func(piece string) bool {
			return !strings.Contains(line, piece)
		})
	})
}
