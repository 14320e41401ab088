package lsp

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/internal/legible"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/result"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/warp"
)

// codeActions returns the actions for the findings in a range of a document: repairs, a suppression, an explanation; and
// the action that makes all safe repairs. It offers only repairs that an analysis of the repaired text has proved. If
// a finding may have a repair, codeActions waits for the proof.
func (s *server) codeActions(ctx context.Context, p codeActionParams) ([]codeAction, error) {
	d, err := s.settled(ctx, p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	asksForAll := p.asksFor(fixAll) && len(p.Context.Only) > 0
	selected := p.Range
	if asksForAll {
		selected = span{End: position{Line: len(d.text)}}
	}
	if d.found.mayBeRepaired(d.path, selected) {
		s.mutex.Unlock()
		if d, err = s.proved(ctx, p.TextDocument.URI); err != nil {
			return nil, err
		}
	}
	defer s.mutex.Unlock()
	actions := []codeAction{}
	if d.found == nil {
		return actions, nil
	}
	if p.asksFor(quickFix) {
		if d.proved != nil {
			actions = append(actions, s.repairs(d, p.Range)...)
		}
		actions = append(actions, s.asides(d, p.Range)...)
	}
	if asksForAll && d.proved != nil {
		actions = append(actions, s.fixAllActions(d)...)
	}
	return actions, nil
}

// repairs returns the proved repairs of the findings in a range.
func (s *server) repairs(d *document, selected span) (actions []codeAction) {
	for _, m := range d.found.marks[d.path] {
		if repair := d.proved.repairOf(m, d.path); repair != nil && m.Range.meets(selected) {
			edit := s.edit(repair)
			actions = append(actions, codeAction{
				Title: titleOf(repair), Kind: quickFix, Diagnostics: []diagnostic{m.diagnostic},
				IsPreferred: !repair.Unsafe, Edit: &edit,
			})
		}
	}
	return actions
}

// repairOf returns the proved repair of the finding that has the range and the rule of m, or nil if there is none.
func (f *found) repairOf(m mark, path string) *rules.Repair {
	for _, one := range f.marks[path] {
		if one.finding != nil && one.Range == m.Range && one.Code == m.Code && one.finding.Repair != nil {
			return one.finding.Repair
		}
	}
	return nil
}

// mayBeRepaired reports whether a repair was not tried yet (rules.NotTried) for some finding in the selected range of a
// file.
func (f *found) mayBeRepaired(path string, selected span) bool {
	return f != nil && slices.ContainsFunc(f.marks[path], func(m mark) bool {
		return m.finding != nil && m.finding.Unrepaired == rules.NotTried && m.Range.meets(selected)
	})
}

// titleOf returns a sentence about what a repair does, and whether it is a guess.
func titleOf(repair *rules.Repair) string {
	title := legible.Text(repair.Text)
	if repair.Unsafe {
		title += " (not safe: a guess at what is meant)"
	}
	return title
}

// edit converts a repair to an edit of the texts that the editor has now.
func (s *server) edit(repair *rules.Repair) workspaceEdit {
	var all workspaceEdit
	texts := lineCache{server: s, known: map[string]lines{}}
	for _, one := range repair.Edits {
		path := absolute(one.File)
		in := editedDocument{URI: s.uri(path)}
		if d := s.documents[path]; d != nil {
			in.Version = &d.version
		}
		at := texts.of(path)
		edit := textEdit{span{at.at(one.Offset), at.at(one.Offset + one.Removed)}, one.Text}
		i := slices.IndexFunc(all.DocumentChanges, func(c textDocumentEdit) bool { return c.TextDocument.URI == in.URI })
		if i < 0 {
			i = len(all.DocumentChanges)
			all.DocumentChanges = append(all.DocumentChanges, textDocumentEdit{TextDocument: in})
		}
		all.DocumentChanges[i].Edits = append(all.DocumentChanges[i].Edits, edit)
	}
	return all
}

// shownPictures is the largest number of pictures that are shown for a call. A person reads them, and a template may
// have hundreds of contexts.
const shownPictures = 8

// hover returns drawings of the lanes at the collective below the cursor, one for each context. It returns nil if there
// is no collective.
func (s *server) hover(ctx context.Context, p hoverParams) (*hover, error) {
	d, err := s.settled(ctx, p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	defer s.mutex.Unlock()
	if d.found == nil {
		return nil, nil
	}
	texts := lineCache{server: s, known: map[string]lines{}}
	at := span{p.Position, p.Position}
	var here *hover
	var kinds []drawn
	for _, picture := range d.found.pictures {
		where := span{}
		if absolute(picture.Pos.File) == d.path {
			where = texts.of(d.path).span(picture.Pos)
		}
		if where == (span{}) || !where.meets(at) {
			continue
		}
		if here == nil || here.Range.Start.before(where.Start) { // the innermost of nested calls
			here, kinds = &hover{Range: where}, nil
		}
		if where == here.Range {
			kinds = addDrawn(kinds, picture, texts.draw(d, picture.Picture))
		}
	}
	if here != nil {
		here.Contents = markupContent{"markdown", pictureText(kinds)}
	}
	return here, nil
}

// drawn is a drawing, with the contexts in which it is the same.
type drawn struct {
	name, text string
	contexts   []rules.Context
}

func addDrawn(all []drawn, p result.Picture, text string) []drawn {
	i := slices.IndexFunc(all, func(d drawn) bool { return d.name == p.Name && d.text == text })
	if i < 0 {
		i = len(all)
		all = append(all, drawn{name: p.Name, text: text})
	}
	all[i].contexts = append(all[i].contexts, p.Context)
	return all
}

func pictureText(all []drawn) string {
	var b strings.Builder
	fmt.Fprintf(&b, "**%s**\n```text\n", legible.Name(all[0].name))
	for _, d := range all[:min(len(all), shownPictures)] {
		fmt.Fprintf(&b, "%s\n%s", legible.Text(rules.Fold(d.contexts)), d.text)
	}
	if more := len(all) - shownPictures; more > 0 {
		fmt.Fprintf(&b, "and %d more pictures\n", more)
	}
	b.WriteString("```\n")
	return b.String()
}

// others has the words at the end of the line about unknown masks. The key is true if the drawing shows the masks of
// some lanes.
var others = map[bool]string{true: ", for the other lanes"}

// draw returns a picture as text, lane 0 leftmost. "#" is a lane that arrives or that a mask names, "." a lane that
// does not. "?" is a lane that may do either, depending on data or on the warp. The conditions on which it depends
// follow.
func (t lineCache) draw(d *document, p lanes.Picture) string {
	arrives := []byte(p.Always.Draw())
	known := p.Never
	for _, m := range p.Masks {
		known |= m.Lanes
	}
	for lane := range warp.Size {
		if !p.Always.Has(lane) && !p.Never.Has(lane) {
			arrives[lane] = '?'
		}
	}
	text := ""
	for _, m := range p.Masks {
		text += fmt.Sprintf("  mask     %s", m.Mask.Draw())
		if len(p.Masks) > 1 || known != ^warp.Lanes(0) {
			text += fmt.Sprintf("  of lanes %v", m.Lanes)
		}
		text += "\n"
	}
	if p.Masked && known != ^warp.Lanes(0) {
		text += "  mask     depends on data or on the warp" + others[len(p.Masks) > 0] + "\n"
	}
	text += fmt.Sprintf("  arrives  %s\n", arrives)
	if bytes.ContainsRune(arrives, '?') {
		text += t.conditions(d, p.Conditions)
	}
	return text
}

// shownConditions is the largest number of conditions that are shown for a picture. A person reads them.
const shownConditions = 8

// conditions returns lines with the conditions that decide whether the lanes drawn as "?" arrive.
func (t lineCache) conditions(d *document, all []lanes.Condition) string {
	lines := []string{"depends on data or on the warp"}
	if len(all) > 0 {
		lines = nil
	}
	for _, c := range all[:min(len(all), shownConditions)] {
		lines = append(lines, t.condition(d, c))
	}
	if more := len(all) - shownConditions; more > 0 {
		lines = append(lines, fmt.Sprintf("depends on %d more conditions", more))
	}
	return "  ?        " + strings.Join(lines, "\n           ") + "\n"
}

// condition returns words for the outcome of a condition that a lane needs to arrive.
func (t lineCache) condition(d *document, c lanes.Condition) string {
	path := absolute(c.Pos.File)
	text, place := "the condition", fmt.Sprintf("line %d", c.Pos.Line)
	if d.found.quotable(c.Pos.File) {
		text = legible.Text(t.of(path).quoted(c.Pos))
	}
	if path != d.path {
		place = fmt.Sprintf("%s:%d", legible.Name(filepath.Base(path)), c.Pos.Line)
	}
	return fmt.Sprintf("%s %s (%s)", needs[c.Needs], text, place)
}

// needs maps the outcome of a condition that a lane needs to arrive to the words for it.
var needs = [...]string{lanes.AnyOutcome: "depends on", lanes.Holds: "only if", lanes.Fails: "only if not"}
