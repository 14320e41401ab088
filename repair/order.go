package repair

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/warp"
)

// Where a barrier of the warp goes that orders an access behind earlier ones:
//
//	s[lane] = v;                                       behind it
//	__syncwarp();                                      the outermost place behind all earlier ones is tried first
//	for (int i = 1; i < 32; i++) {
//	  x += s[lane ^ i];                                then those nearer to the access
//	}
//
// An earlier access of another iteration is ordered in the body of the innermost loop that both are in, whether it has
// braces or not. At last the places before the earlier ones are tried.

// orderLanes calls __syncwarp in the gaps of a remedy: in all of them at the outermost place, and so on inwards.
func (p *Proposer) orderLanes(r rules.Remedy) (proposals []rules.Repair) {
	var gaps [][]opening
	most := 0
	for _, gap := range r.Gaps {
		places := p.openingsIn(gap)
		if len(places) == 0 {
			return nil
		}
		gaps, most = append(gaps, places), max(most, len(places))
	}
	for _, barrier := range barriersFor(r) {
		for n := range most {
			one := rules.Repair{Text: "call __syncwarp between the two accesses"}
			for _, places := range gaps {
				one.Edits = appendNew(one.Edits, places[min(n, len(places)-1)].with(barrier))
			}
			proposals = append(proposals, one)
		}
	}
	return proposals
}

// appendNew adds the edits that are not there yet.
func appendNew(edits, more []rules.Edit) []rules.Edit {
	for _, e := range more {
		if !slices.Contains(edits, e) {
			edits = append(edits, e)
		}
	}
	return edits
}

// barriersFor are the calls to try: of all lanes, or of those that have not left the kernel, and of those alone that come
// to the access.
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

// opening is a place for a statement: before another one, in braces with it where it is the whole body of a loop or a
// branch.
type opening struct {
	*sourceText
	before *ast.Node
	at     int
	// isBody reports a body without braces, which begins behind head and ends before end.
	isBody    bool
	head, end int
}

// openingsIn are the places in a gap, those that are tried first before others; none where it is not written in a text
// that may be changed.
func (p *Proposer) openingsIn(gap lanes.Gap) (list []opening) {
	way := p.wayTo(gap.Before)
	if way == nil {
		return nil
	}
	text := &sourceText{gap.Before.File, p.read(gap.Before.File)}
	least := 1
	for _, after := range gap.After {
		least = max(least, leastDepth(way, p.wayTo(after)))
	}
	for n := least; n < len(way); n++ {
		list = append(list, text.openingBefore(way, n)...)
	}
	for n := min(least, len(way)) - 1; n > 0; n-- {
		list = append(list, text.openingBefore(way, n)...)
	}
	return list
}

// leastDepth is how deep on the way to a node a place is behind another one: where the ways part, or in the body of the
// innermost loop around both where the other one stands behind it.
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

// isSame reports a node that is another one, or its like in another instance of a template.
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

// openingBefore is the place before the nth node of a way, none where that is no statement.
func (s *sourceText) openingBefore(way []*ast.Node, n int) []opening {
	node, around := way[n], way[n-1]
	at := s.start(node)
	if around.Pos.Macro != nil || at < 0 || node.Pos.File != s.file || node.Kind == ast.Compound {
		return nil
	}
	switch {
	case around.Kind == ast.Compound:
		return []opening{{sourceText: s, before: node, at: s.beforePragmas(at)}}
	case isLoop(around) && node == bodyOf(around), around.Kind == ast.If && node != around.Child(ifCondition) && node.Kind != ast.If:
		head, end := len(bytes.TrimRight(s.text[:at], string(space))), s.statementEnd(node)
		if end < 0 || node.Pos.Macro != nil || s.text[head-1] != ')' && !bytes.HasSuffix(s.text[:head], []byte("else")) {
			return nil
		}
		return []opening{{sourceText: s, before: node, at: at, isBody: true, head: head, end: end}}
	}
	return nil
}

// bodyOf is the body of a loop.
func bodyOf(loop *ast.Node) *ast.Node {
	if loop.Kind == ast.Do {
		return loop.Child(0)
	}
	return loop.Children[len(loop.Children)-1]
}

// beforePragmas is the place of a statement, or the beginning of the line with the first pragma that is of it.
func (s *sourceText) beforePragmas(at int) int {
	for {
		line := bytes.LastIndexByte(s.text[:at], '\n') + 1
		if _, alone := s.indent(at); !alone || line == 0 {
			return at
		}
		before := bytes.LastIndexByte(s.text[:line-1], '\n') + 1
		rest, isDirective := bytes.CutPrefix(bytes.TrimLeft(s.text[before:line], " \t"), []byte("#"))
		if !isDirective || !bytes.HasPrefix(bytes.TrimLeft(rest, " \t"), []byte("pragma")) {
			return at
		}
		at = before
	}
}

// with are the edits that put a statement there.
func (o opening) with(statement string) []rules.Edit {
	put := func(from, to int, text string) rules.Edit {
		return rules.Edit{File: o.file, Offset: from, Removed: to - from, Text: text}
	}
	if !o.isBody {
		if own := o.start(o.before); o.at != own {
			indent, _ := o.indent(own)
			return []rules.Edit{put(o.at, o.at, indent+statement+o.newline(o.at))}
		}
		return []rules.Edit{put(o.at, o.at, statement+o.separator(o.at))}
	}
	indent, alone := o.indent(o.at)
	if !alone {
		return []rules.Edit{put(o.at, o.at, "{ "+statement+" "), put(o.end, o.end, " }")}
	}
	line, end := o.newline(o.at), o.behindComment(o.end)
	return []rules.Edit{put(o.head, o.head, " {"+line+indent+statement), put(end, end, line+o.outer()+"}")}
}

// outer is the indent of the line that the head of a body is on.
func (o opening) outer() string {
	line := o.text[bytes.LastIndexByte(o.text[:o.head], '\n')+1 : o.head]
	return string(line[:len(line)-len(strings.TrimLeft(string(line), " \t"))])
}
