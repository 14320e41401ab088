package lsp

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/internal/legible"
	"github.com/warpcheck/warpcheck/internal/lexical"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// inlayHints returns, behind each collective in a range, the lanes that arrive there in all its contexts.
func (s *server) inlayHints(ctx context.Context, p rangeParams) ([]inlayHint, error) {
	d, err := s.settled(ctx, p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	defer s.mutex.Unlock()
	hints := []inlayHint{}
	if d.found == nil {
		return hints, nil
	}
	text := s.encoding.lines(d.text)
	arriving := map[span]lanes.Picture{}
	var order []span
	for _, picture := range d.found.pictures {
		if absolute(picture.Pos.File) != d.path {
			continue
		}
		where := text.span(picture.Pos)
		if !where.meets(p.Range) {
			continue
		}
		all, isKnown := arriving[where]
		if !isKnown {
			order = append(order, where)
			all = picture.Picture
		}
		all.Always, all.Never = all.Always&picture.Always, all.Never&picture.Never
		arriving[where] = all
	}
	for _, where := range order {
		hints = append(hints, inlayHint{Position: where.End, Label: arrivalsOf(arriving[where]), PaddingLeft: true,
			Tooltip: "the lanes of a warp that arrive at this call"})
	}
	return hints, nil
}

// arrivalsOf names the lanes that arrive at a collective. A lane arrives maybe if its arrival depends on data, the warp
// or the launch.
func arrivalsOf(p lanes.Picture) string {
	maybe := warp.All &^ p.Always &^ p.Never
	switch {
	case p.Always == warp.All:
		return "all lanes"
	case maybe == warp.All:
		return "maybe all lanes"
	case p.Never == warp.All:
		return "no lane"
	case maybe == 0:
		return fmt.Sprintf("lanes %v", p.Always)
	case p.Always == 0:
		return fmt.Sprintf("maybe lanes %v", maybe)
	}
	return fmt.Sprintf("lanes %v, maybe %v", p.Always, maybe)
}

// codeLenses returns a line above each kernel of a document. The line states where host code launches the kernel, and
// with which blocks.
func (s *server) codeLenses(ctx context.Context, p documentParams) ([]codeLens, error) {
	d, err := s.settled(ctx, p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	defer s.mutex.Unlock()
	lenses := []codeLens{}
	if d.found == nil {
		return lenses, nil
	}
	text := s.encoding.lines(d.text)
	for name, offset := range kernelsIn(d.text) {
		at := text.at(offset)
		if title := s.launchesOf(d, name); title != "" {
			lenses = append(lenses, codeLens{span{at, at}, command{Title: title}})
		}
	}
	slices.SortFunc(lenses, func(a, b codeLens) int { return a.Range.Start.Line - b.Range.Start.Line })
	return lenses, nil
}

// kernelsIn returns the kernels that a text defines, with the offset of each definition.
func kernelsIn(text string) map[string]int {
	const mark = "__global__"
	code := lexical.Code(text)
	kernels := map[string]int{}
	for at, word := range lexical.Words(code) {
		if word != mark {
			continue
		}
		if _, name, isDefined := lexical.Definition(code, at+len(mark)); isDefined && name != "" {
			kernels[name] = at
		}
	}
	return kernels
}

// shownLaunches is the largest number of launches that a code lens names.
const shownLaunches = 3

// launchesOf returns a text with the places where a kernel is launched, or "" if no launch is known.
func (s *server) launchesOf(d *document, kernel string) string {
	var found []source.Pos
	var places, blocks []string
	for _, launch := range d.found.launches {
		if lexical.WithoutTemplateArguments(legible.Name(launch.At.What)) != kernel {
			continue
		}
		file, line := launch.At.File, launch.At.Line
		if launch.ByOtherUnit {
			file, line = launch.Pos.File, launch.Pos.Line
		}
		if one := (source.Pos{File: file, Line: line, Column: launch.At.Column}); !slices.Contains(found, one) {
			found = append(found, one)
		}
		place := fmt.Sprintf("line %d", line)
		if absolute(file) != d.path {
			place = fmt.Sprintf("%s:%d", legible.Name(shortPath(file)), line)
		}
		if !slices.Contains(places, place) {
			places = append(places, place)
		}
	}
	for _, picture := range d.found.pictures {
		block := picture.Context.Block
		if block != "" && lexical.WithoutTemplateArguments(picture.Context.Root) == kernel && !slices.Contains(blocks, block) {
			blocks = append(blocks, block)
		}
	}
	if len(places) == 0 {
		return ""
	}
	title := fmt.Sprintf("%d launches: ", len(found))
	if len(found) == 1 {
		title = "1 launch: "
	}
	if more := len(places) - shownLaunches; more > 0 {
		places = append(places[:shownLaunches:shownLaunches], fmt.Sprintf("%d more", more))
	}
	title += strings.Join(places, ", ")
	if len(blocks) > 0 {
		title += "; blocks of " + strings.Join(blocks[:min(len(blocks), shownLaunches)], ", ")
	}
	return title
}

// shortPath returns the last two elements of a path.
func shortPath(file string) string {
	parts := strings.Split(file, "/")
	return strings.Join(parts[max(len(parts)-2, 0):], "/")
}
