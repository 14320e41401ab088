package lsp

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/internal/distinct"
	"github.com/warpcheck/warpcheck/internal/legible"
	"github.com/warpcheck/warpcheck/internal/lexical"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/result"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// inlayHints returns a text after each collective in a range: the lanes that arrive there in all its contexts.
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

// arrivalsOf returns words for the lanes that arrive at a collective. The word "maybe" marks lanes whose arrival
// depends on data, the warp or the launch.
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

// codeLenses returns a line above each kernel of a document that host code is known to launch. The line states where
// the launches are, and with which blocks.
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

// shownLaunches is the largest number of launches, and of blocks, that a code lens names.
const shownLaunches = 3

// launchesOf returns a text with the places where a kernel is launched, or "" if no launch is known.
func (s *server) launchesOf(d *document, kernel string) string {
	var at []source.Pos
	var places []string
	for launch := range d.found.launchesOf(kernel) {
		file, line := launch.At.File, launch.At.Line
		if launch.ByOtherUnit {
			file, line = launch.Pos.File, launch.Pos.Line
		}
		place := fmt.Sprintf("line %d", line)
		if absolute(file) != d.path {
			place = fmt.Sprintf("%s:%d", legible.Name(shortPath(file)), line)
		}
		at = distinct.Append(at, source.Pos{File: file, Line: line, Column: launch.At.Column})
		places = distinct.Append(places, place)
	}
	if len(places) == 0 {
		return ""
	}
	title := fmt.Sprintf("%d launches: ", len(at))
	if len(at) == 1 {
		title = "1 launch: "
	}
	title += strings.Join(shortened(places), ", ")
	if blocks := d.found.blocksOf(kernel); len(blocks) > 0 {
		title += "; blocks of " + strings.Join(shortened(blocks), ", ")
	}
	return title
}

// launchesOf yields the launches of a kernel, those of all instances if it is a template.
func (f *found) launchesOf(kernel string) iter.Seq[result.Launch] {
	return func(yield func(result.Launch) bool) {
		for _, launch := range f.launches {
			if lexical.WithoutTemplateArguments(legible.Name(launch.At.What)) == kernel && !yield(launch) {
				return
			}
		}
	}
}

// blocksOf returns the blocks of a kernel's launches. If none is constant, it returns those of the contexts in which the
// kernel's collectives were looked at.
func (f *found) blocksOf(kernel string) (blocks []string) {
	for launch := range f.launchesOf(kernel) {
		for _, block := range launch.Blocks {
			blocks = distinct.Append(blocks, block.String())
		}
	}
	if len(blocks) > 0 {
		return blocks
	}
	for _, picture := range f.pictures {
		block := picture.Context.Block
		if block != "" && lexical.WithoutTemplateArguments(picture.Context.Root) == kernel {
			blocks = distinct.Append(blocks, block)
		}
	}
	return blocks
}

// shortened returns the first of some texts. A text with the number of the others replaces the others.
func shortened(texts []string) []string {
	if more := len(texts) - shownLaunches; more > 0 {
		return append(texts[:shownLaunches:shownLaunches], fmt.Sprintf("%d more", more))
	}
	return texts
}

// shortPath returns the last two elements of a path.
func shortPath(file string) string {
	parts := strings.Split(file, "/")
	return strings.Join(parts[max(len(parts)-2, 0):], "/")
}
