package lsp

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sourcegraph/jsonrpc2"
	"github.com/warpcheck/warpcheck/rules"
)

// fixAll is the kind of the action that makes all safe repairs of a document. Editors run it when a file is saved, if
// their user asks for that.
const fixAll = "source.fixAll.warpcheck"

// explain is the command that shows the page of a rule.
const explain = "warpcheck.explain"

// asksFor reports whether the editor asks for actions of a kind. It does if it names that kind or a kind above it
// ("source" is above "source.fixAll"), or no kind at all.
func (p codeActionParams) asksFor(kind string) bool {
	return len(p.Context.Only) == 0 || slices.ContainsFunc(p.Context.Only, func(only string) bool {
		return kind == only || strings.HasPrefix(kind, only+".")
	})
}

// asides returns the actions for the findings in a range that do not repair anything: to ignore a finding, and to
// explain it.
func (s *server) asides(d *document, selected span) []codeAction {
	var actions []codeAction
	texts := lineCache{server: s, known: map[string]lines{}}
	seen := map[string]bool{}
	for _, m := range d.found.marks[d.path] {
		if m.finding == nil || !m.Range.meets(selected) {
			continue
		}
		if edit, can := ignoring(texts.of(d.path), m); can {
			actions = append(actions, codeAction{Title: fmt.Sprintf("Ignore %s here (write the reason behind the key)", m.Code), Kind: quickFix,
				Diagnostics: []diagnostic{m.diagnostic}, Edit: &workspaceEdit{[]textDocumentEdit{{editedDocument{d.uri, &d.version}, []textEdit{edit}}}}})
		}
		if m.CodeDescription != nil && !seen[m.Code] {
			seen[m.Code] = true
			actions = append(actions, codeAction{Title: "Explain " + m.Code, Kind: quickFix, Diagnostics: []diagnostic{m.diagnostic},
				Command: &command{"Explain " + m.Code, explain, []any{m.CodeDescription.Href}}})
		}
	}
	return actions
}

// ignoring returns the edit that inserts a suppression above the line of a finding. The inserted suppression has no
// reason, and takes effect only when the user has written a reason. can is false for a line within a macro, because no
// comment can be above such a line.
func ignoring(text lines, m mark) (edit textEdit, can bool) {
	line := m.Range.Start.Line + 1
	if strings.HasSuffix(text.line(line-1), `\`) || line > len(text.list) {
		return textEdit{}, false
	}
	code := text.line(line)
	indent := code[:len(code)-len(strings.TrimLeft(code, " \t"))]
	at := position{line - 1, 0}
	return textEdit{span{at, at}, indent + "// warpcheck:ignore " + m.Code + " \n"}, true
}

// fixAllActions returns the action that makes all safe repairs of a document, none if there are no repairs.
func (s *server) fixAllActions(d *document) []codeAction {
	var edits workspaceEdit
	for _, file := range d.proved.repaired {
		path := absolute(file.File)
		text := s.text(path)
		if text != string(file.Before) {
			continue // left out: its text has changed after the analysis
		}
		in := editedDocument{URI: s.uri(path)}
		if open := s.documents[path]; open != nil {
			in.Version = &open.version
		}
		edits.DocumentChanges = append(edits.DocumentChanges, textDocumentEdit{in, []textEdit{s.encoding.lines(text).change(text, string(file.After))}})
	}
	if edits.DocumentChanges == nil {
		return nil
	}
	return []codeAction{{Title: "Make all safe repairs of warpcheck", Kind: fixAll, Edit: &edits}}
}

// change returns the edit that replaces one text by another. It leaves out the common start and the common end of the
// two texts.
func (l lines) change(before, after string) textEdit {
	from := 0
	for from < min(len(before), len(after)) && before[from] == after[from] {
		from++
	}
	from = strings.LastIndexByte(before[:from], '\n') + 1 // so that the edit does not divide a character
	end := 0
	for end < min(len(before), len(after))-from && before[len(before)-1-end] == after[len(after)-1-end] {
		end++
	}
	if line := strings.IndexByte(before[len(before)-end:], '\n'); line >= 0 {
		end -= line
	} else {
		end = 0
	}
	return textEdit{span{l.at(from), l.at(len(before) - end)}, after[from : len(after)-end]}
}

// execute runs a command of a code action: it shows the page of a rule.
func (s *server) execute(_ context.Context, p executeParams) (any, error) {
	page, isText := "", false
	if len(p.Arguments) == 1 {
		page, isText = p.Arguments[0].(string)
	}
	isPage := slices.ContainsFunc(rules.All(), func(r *rules.Rule) bool { return strings.HasSuffix(page, "/"+r.Key+".md") })
	if p.Command != explain || !isText || !isPage {
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: "no command of this server"}
	}
	s.mutex.Lock()
	showsDocuments := s.showsDocuments
	s.mutex.Unlock()
	if showsDocuments {
		return nil, s.conn.Call(s.context, "window/showDocument", showDocumentParams{page, true}, nil)
	}
	s.outbox.put(outgoing{method: "window/showMessage", subject: page, params: logMessageParams{logInfo, filepath.Base(page) + ": " + page}})
	return nil, nil
}
