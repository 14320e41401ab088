package repair

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/internal/distinct"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// This file finds the places for a warp barrier that orders an access after earlier ones:
//
//	s[lane] = v;                                       earlier access
//	__syncwarp();                                      tried first: the outermost place after all earlier accesses
//	for (int i = 1; i < 32; i++) {
//	  x += s[lane ^ i];                                then the places nearer to the access
//	}
//
// If the earlier access is in another iteration, the barrier is put into the body of the innermost loop around both.
// The body may have braces or not. If the later access is in the loop's condition, the barrier is put at the end of the
// body. If threads leave the function between the two accesses, the barrier is put before they leave. The places before
// the earlier accesses are tried last.
//
// For barriers of the block, the places are the same. If several calls of a function race with each other, one barrier
// inside the function is tried first.

// orderLanes proposes calls of __syncwarp in the gaps of a remedy, which lie between accesses of a race (Remedy.Gaps).
// For each call, the first proposal uses the outermost place of each gap, and later proposals use places further
// inside.
func (p *Proposer) orderLanes(r rules.Remedy) (proposals []rules.Repair) {
	for _, barrier := range barriersFor(r) {
		proposals = append(proposals, p.between(r.Gaps, barrier, "call __syncwarp between the two accesses")...)
	}
	return proposals
}

// orderWarps proposes calls of __syncthreads in the gaps of a remedy, or a single call in a function that is called in
// all gaps.
func (p *Proposer) orderWarps(r rules.Remedy) []rules.Repair {
	const barrier, text = "__syncthreads();", "call __syncthreads between the two accesses"
	var inside []rules.Repair
	for _, pos := range insideAll(r.Gaps) {
		inside = append(inside, p.between([]lanes.Gap{{Before: pos}}, barrier, text)...)
	}
	between := p.between(r.Gaps, barrier, text)
	if len(r.Gaps) > 1 {
		return append(inside, between...)
	}
	return append(between, inside...)
}

// insideAll returns the places that are in the field Inside of each gap.
func insideAll(gaps []lanes.Gap) (list []source.Pos) {
	for _, pos := range gaps[0].Inside {
		isOutside := func(gap lanes.Gap) bool { return !slices.ContainsFunc(gap.Inside, pos.IsAt) }
		if !slices.ContainsFunc(gaps, isOutside) {
			list = append(list, pos)
		}
	}
	return list
}

// between proposes repairs that put a barrier into each of the gaps. The first repair uses the first place of each gap,
// the second repair the second places, and so on.
func (p *Proposer) between(gaps []lanes.Gap, barrier, text string) (proposals []rules.Repair) {
	var all [][]opening
	most := 0
	for _, gap := range gaps {
		places := p.openingsIn(gap)
		if len(places) == 0 {
			return nil
		}
		all, most = append(all, places), max(most, len(places))
	}
	for n := range most {
		one := rules.Repair{Text: text}
		for _, places := range all {
			one.Edits = distinct.Append(one.Edits, places[min(n, len(places)-1)].insert(barrier)...)
		}
		proposals = append(proposals, one)
	}
	return proposals
}

// barriersFor returns the calls of __syncwarp to try. One is for all lanes that have not left the kernel, and one for
// only those that execute the access.
func barriersFor(r rules.Remedy) []string {
	all := "__syncwarp();"
	if r.Stays != warp.All {
		all = fmt.Sprintf("__syncwarp(0x%08x);", uint32(r.Stays))
	}
	if r.Mask.Count() < 2 || r.Mask == r.Stays {
		return []string{all}
	}
	return []string{all, fmt.Sprintf("__syncwarp(0x%08x);", uint32(r.Mask))}
}

// opening is a place for a new statement, directly before or after the statement neighbour. If neighbour is the whole
// body of a loop or a branch, without braces, both statements get braces.
type opening struct {
	*sourceText
	neighbour *ast.Node
	// at is the offset for the new statement if it goes before neighbour. end is the offset at which neighbour ends.
	at, end  int
	isBehind bool
	// isBody reports whether neighbour is a body without braces. head is the offset at which the head of the loop or
	// branch ends.
	isBody bool
	head   int
}

// openingsIn returns the places in a gap, in the order in which they are tried. It returns none if the gap is in no
// text that may be changed.
func (p *Proposer) openingsIn(gap lanes.Gap) (list []opening) {
	way := p.pathToOutermost(gap.Before)
	if way == nil {
		return nil
	}
	text := &sourceText{gap.Before.File, p.read(gap.Before.File)}
	least, ways := 1, [][]*ast.Node{}
	for _, after := range gap.After {
		ways = append(ways, p.pathToOutermost(after))
		least = max(least, leastDepth(way, ways[len(ways)-1]))
	}
	for n := least; n < len(way); n++ {
		list = append(list, text.openingBefore(way, n)...)
		if n == least {
			list = append(list, text.openingBehind(ways, way, n)...)
		}
		list = append(list, text.endOfLoop(way, n)...)
	}
	for n := min(least, len(way)) - 1; n > 0; n-- {
		list = append(list, text.openingBefore(way, n)...)
	}
	return list
}

// leastDepth compares two paths from the body of a function, the parameters way and other. It returns the least n such
// that a statement put before way[n] is executed after the last node of other. The paths first differ at some index n.
// If other[n] is before way[n] in the text, the result is this n. Otherwise the last node of other is executed in an
// earlier iteration. The result is then the index after that of the innermost loop on both paths, 1 if there is no
// loop.
func leastDepth(way, other []*ast.Node) int {
	n := 0
	for n < min(len(way), len(other)) && isSame(way[n], other[n]) {
		n++
	}
	if n > 0 && n < len(way) && n < len(other) && isBefore(other[n], way[n]) {
		return n
	}
	for n--; n >= 0; n-- {
		if isLoop(way[n]) {
			return n + 1
		}
	}
	return 1
}

// isSame reports whether two nodes are the same node, or the same construct in two instances of a template.
func isSame(n, other *ast.Node) bool {
	return n == other || n.Kind == other.Kind && n.Pos.IsAt(other.Pos)
}

func isBefore(n, other *ast.Node) bool {
	if n.Pos.Line != other.Pos.Line {
		return n.Pos.Line < other.Pos.Line
	}
	return n.Pos.Column < other.Pos.Column
}

func isLoop(n *ast.Node) bool {
	switch n.Kind {
	case ast.For, ast.While, ast.Do, ast.RangeFor:
		return true
	}
	return false
}

// openingBefore returns the place before the node way[n]. It returns nil if no statement can be there.
func (s *sourceText) openingBefore(way []*ast.Node, n int) []opening {
	node, around := way[n], way[n-1]
	at := s.start(node)
	if around.Pos.Macro != nil || at < 0 || node.Pos.File != s.file || node.Kind == ast.Compound {
		return nil
	}
	switch {
	case around.Kind == ast.Compound:
		return []opening{{sourceText: s, neighbour: node, at: s.beforePragmas(at)}}
	case isLoop(around) && node == bodyOf(around), around.Kind == ast.If && node != around.Child(ifCondition) && node.Kind != ast.If:
		return s.openingInBody(node, at)
	}
	return nil
}

// openingBehind returns the place directly after the statements with the earlier accesses, in the list of statements
// that contains way[n]. A barrier there precedes statements by which some threads leave the function:
//
//	s[t] = v;                                          here
//	if (t >= n) return;
//	x = s[t + 1];
func (s *sourceText) openingBehind(others [][]*ast.Node, way []*ast.Node, n int) []opening {
	if way[n-1].Kind != ast.Compound {
		return nil
	}
	list := way[n-1].Children
	isOf := func(way []*ast.Node) func(*ast.Node) bool {
		return func(child *ast.Node) bool { return n < len(way) && isSame(child, way[n]) }
	}
	own, last := slices.IndexFunc(list, isOf(way)), -1
	for _, other := range others {
		last = max(last, slices.IndexFunc(list, isOf(other)))
	}
	if last < 0 || last+1 >= own {
		return nil
	}
	return s.openingBefore(append(slices.Clone(way[:n]), list[last+1]), n)
}

// openingInBody returns the place before a statement that is the whole body, without braces, of a loop or a branch.
func (s *sourceText) openingInBody(node *ast.Node, offset int) []opening {
	head, end := len(bytes.TrimRight(s.text[:offset], string(space))), s.statementEnd(node)
	isHead := bytes.HasSuffix(s.text[:head], []byte(")")) || bytes.HasSuffix(s.text[:head], []byte("else")) || bytes.HasSuffix(s.text[:head], []byte("do"))
	if end < 0 || node.Pos.Macro != nil || !isHead {
		return nil
	}
	return []opening{{sourceText: s, neighbour: node, at: offset, end: end, isBody: true, head: head}}
}

// endOfLoop returns the place at the end of the body of the loop way[n-1]. The parameter way is the path to an access,
// and way[n] is the part of the loop that contains the access. endOfLoop returns nil unless this part is the condition
// or the step of the loop.
func (s *sourceText) endOfLoop(way []*ast.Node, n int) (list []opening) {
	loop := way[n-1]
	if !isLoop(loop) || way[n] == bodyOf(loop) || loop.Pos.Macro != nil || loop.Pos.File != s.file || loop.Kind == ast.For && way[n] == loop.Child(0) {
		return nil
	}
	body := bodyOf(loop)
	switch {
	case body.Kind != ast.Compound:
		list = s.openingInBody(body, s.start(body))
	case len(body.Children) > 0:
		last := body.Children[len(body.Children)-1]
		if at, end := s.start(last), s.statementEnd(last); at >= 0 && end >= 0 && last.Pos.Macro == nil && last.Pos.File == s.file {
			list = []opening{{sourceText: s, neighbour: last, at: at, end: s.behindComment(end)}}
		}
	}
	for i := range list {
		list[i].isBehind = true
	}
	return list
}

// bodyOf returns the body of a loop.
func bodyOf(loop *ast.Node) *ast.Node {
	if loop.Kind == ast.Do {
		return loop.Child(0)
	}
	return loop.Children[len(loop.Children)-1]
}

// beforePragmas returns the offset of a statement. If pragmas directly precede the statement, it returns the offset of
// the first pragma's line.
func (s *sourceText) beforePragmas(offset int) int {
	for {
		line := bytes.LastIndexByte(s.text[:offset], '\n') + 1
		if _, alone := s.indent(offset); !alone || line == 0 {
			return offset
		}
		before := bytes.LastIndexByte(s.text[:line-1], '\n') + 1
		rest, isDirective := bytes.CutPrefix(bytes.TrimLeft(s.text[before:line], " \t"), []byte("#"))
		if !isDirective || !bytes.HasPrefix(bytes.TrimLeft(rest, " \t"), []byte("pragma")) {
			return offset
		}
		offset = before
	}
}

// insert returns the edits that insert a statement at the place.
func (o opening) insert(statement string) []rules.Edit {
	put := func(from, to int, text string) rules.Edit {
		return rules.Edit{File: o.file, Offset: from, Removed: to - from, Text: text}
	}
	switch {
	case !o.isBody && o.isBehind:
		return []rules.Edit{put(o.end, o.end, o.separator(o.at)+statement)}
	case !o.isBody && o.at != o.start(o.neighbour):
		indent, _ := o.indent(o.start(o.neighbour))
		return []rules.Edit{put(o.at, o.at, indent+statement+o.newline(o.at))}
	case !o.isBody:
		return []rules.Edit{put(o.at, o.at, statement+o.separator(o.at))}
	}
	indent, alone := o.indent(o.at)
	first, last := statement, ""
	if o.isBehind {
		first, last = "", statement
	}
	if !alone {
		return []rules.Edit{put(o.at, o.at, "{ "+behind(first, " ")), put(o.end, o.end, " "+behind(last, " ")+"}")}
	}
	line, end := o.newline(o.at), o.behindComment(o.end)
	return []rules.Edit{put(o.head, o.head, " {"+before(line+indent, first)), put(end, end, before(line+indent, last)+line+o.outer()+"}")}
}

// behind returns statement followed by space. before returns space followed by statement. Both return "" for an empty
// statement.
func behind(statement, space string) string {
	if statement == "" {
		return ""
	}
	return statement + space
}

func before(space, statement string) string {
	if statement == "" {
		return ""
	}
	return space + statement
}

// outer returns the indent of the line on which the head of a body ends.
func (o opening) outer() string {
	line := o.text[bytes.LastIndexByte(o.text[:o.head], '\n')+1 : o.head]
	return string(line[:len(line)-len(strings.TrimLeft(string(line), " \t"))])
}
