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

// An error of clang's may stand in a file that is quoted, and hold text of one that is not:
//
//	#include <keys.h>
//	static_assert(0, API_PASSWORD);
//
// clang does not report which tokens an error is made of, macros paste names of macros together, and attributes put any
// text into an error at another place. So in a unit that reads such a file an error is shown
// only if its form contains nothing but text of its own line.

// plainErrors match errors whose form contains nothing but text of their own line. Each group is a piece of that line.
var plainErrors = []func() *regexp.Regexp{
	pattern.Of(`^'([^']+)' file not found$`),
	pattern.Of(`^use of undeclared identifier '(\w+)'$`),
	pattern.Of(`^unknown type name '(\w+)'$`),
	pattern.Of(`^no (?:member|type|template) named '(\w+)' in (?:the global namespace|namespace '[\w:]+')$`),
	pattern.Of(`^no matching function for call to '(\w+)'$`),
	pattern.Of(`^expected (?:expression|unqualified-id|identifier|';'|'\)'|'\}'|'\]')(?: after \w+(?: \w+)*)?$`),
	pattern.Of(`^unterminated conditional directive$`),
}

// unquoted is the text in place of an error that is not shown.
const unquoted = "an error that may hold text of a file outside the project, which is not quoted; " +
	"-I after -- lets the files of a folder be quoted"

// withoutForeign replaces the texts of a view that may come from files that are not quoted: those of errors, and those
// of asm statements, which name instructions.
func (j *Job) withoutForeign(view *ast.Unit) {
	readsUnquoted := slices.ContainsFunc(view.Files, j.isUnquoted)
	for i, d := range view.Diagnostics {
		switch {
		case d.Pos.File != "" && j.isUnquoted(d.Pos.File):
			view.Diagnostics[i].Text = "a file outside the project, which is not quoted"
		case readsUnquoted && d.Pos.File != "" && !isUnread(view, d) && !j.isPlainError(d):
			view.Diagnostics[i].Text = withoutText(d)
		}
	}
	if readsUnquoted {
		j.withoutUnquotedAsm(view)
	}
}

// withoutText returns the text in place of an error that is not shown. It still says that a header is missing.
func withoutText(d source.Diagnostic) string {
	if missingHeader().MatchString(d.Text) {
		return "'a name that is not shown' file not found"
	}
	return unquoted
}

// isUnread reports whether an error is at a directive that names a file which was refused.
func isUnread(view *ast.Unit, d source.Diagnostic) bool {
	return slices.ContainsFunc(view.Unread, func(unread source.Diagnostic) bool { return unread.Pos == d.Pos })
}

// isUnquoted reports whether the text of a file is not shown.
func (j *Job) isUnquoted(file string) bool { return j.kindOf(file) != own }

// unquotedAsm replaces an asm text that is not shown. It counts as a collective, as nobody knows what it is.
const unquotedAsm = "shfl.sync.of_a_file_that_is_not_quoted;"

var asmWord = pattern.Of(`\w+`)

// withoutUnquotedAsm replaces the text of an asm statement in a quoted file if it has a word that no quoted file has: a
// macro of another file may hold it.
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

// isPlainError reports whether plainErrors match an error, and the pieces that they match are in its line.
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
