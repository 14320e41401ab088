// Package repair writes remedies into the source.
//
// A rule says what may repair a finding ([rules.Remedy]): name these lanes, take the mask before
// the branch. [Propose] says what that is at the place: the edits of a text, with the indent
// and the line ends that it has.
//
//	remedy                    edits
//	NameLanes 0x0000ffff      __shfl_sync(0xffffffff, v, 0)   ->  __shfl_sync(0x0000ffff, v, 0)
//	                          __shfl(v, 0)                    ->  __shfl_sync(0xffffffff, v, 0)
//	NameVariable              __shfl(v, 0)                    ->  __shfl_sync(mask, v, 0)
//	NameVoters                if (c) x = __any_sync(~0u, p);  ->  unsigned mask = __ballot_sync(0xffffffff, c);
//	                                                              if (c) x = __any_sync(mask, p);
//	TakeActive                __ballot(1)                     ->  __activemask()
//	LeaveBranch               if (c) { f(); __syncthreads(); } -> if (c) { f(); } __syncthreads();
//	LeaveOutWidth             __shfl_sync(m, v, 0, 64)        ->  __shfl_sync(m, v, 0)
//	AddAtomically             s[k]++;                         ->  atomicAdd(&s[k], 1);
//	StayInSegment             __shfl_down_sync(0xffff, v, 1)  ->  __shfl_down_sync(0xffff, v, 1, 16)
//	OrderLanes                v = s[lane ^ 1];                ->  __syncwarp(); v = s[lane ^ 1];
//	                          for (...) v += s[lane ^ i];     ->  for (...) { __syncwarp(); v += s[lane ^ i]; }
//	OrderWarps                v = s[255 - t];                 ->  __syncthreads(); v = s[255 - t];
//
// Nothing here knows whether a proposal is right: package check analyses the edited text, and
// offers what leaves no finding there and makes no other. So a proposal may be bold, but it must
// do the same as before in every other respect: a condition is only evaluated twice where that
// has no effect, a statement is moved only over nothing.
//
// A mask that is narrowed to the lanes that arrive is a guess at what was meant, and its repair not safe. One that breaks what the
// call was for is none: an exchange of one lane with nobody, a barrier of a lane with itself.
//
// What is not plain in the text is not touched: calls in macros, in arguments with comments or
// literals, masks that are computed. Between statements there is always room, also where macros make what they do.
package repair

import (
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/internal/legible"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/source"
)

// Propose are the repairs that the remedies of a finding come to in the tree of its unit, in
// their order, those that are not safe behind the others. Without a proposal it says why.
func (p *Proposer) Propose(f *rules.Finding) ([]rules.Repair, rules.Unrepaired) {
	if len(f.Remedies) == 0 {
		return nil, rules.NoRemedy
	}
	w := p.writerFor(f)
	var proposals []rules.Repair
	for _, remedy := range f.Remedies {
		switch {
		case remedy.Kind == rules.OrderLanes:
			proposals = append(proposals, p.orderLanes(remedy)...)
		case remedy.Kind == rules.OrderWarps:
			proposals = append(proposals, p.orderWarps(remedy)...)
		case w != nil:
			proposals = append(proposals, w.write(remedy)...)
		}
	}
	proposals = slices.DeleteFunc(proposals, isHidden)
	switch {
	case len(proposals) > 0:
		slices.SortStableFunc(proposals, func(a, b rules.Repair) int { return toInt(a.Unsafe) - toInt(b.Unsafe) })
		return proposals, rules.NotAsked
	case f.MacroDefinition != nil:
		return nil, rules.InMacro
	}
	return nil, rules.NotWritten
}

func toInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Proposer proposes repairs in the text of a unit's tree, which may all be made together.
type Proposer struct {
	tree *ast.Unit
	read func(file string) []byte
	// masks are the names for the masks that are taken before branches, and used those of each function.
	masks map[side]string
	used  map[*ast.Node]map[string]bool
}

// New is a proposer for a tree. text is what a file holds, nil for one that must not be edited.
func New(tree *ast.Unit, text func(file string) []byte) *Proposer {
	return &Proposer{tree, text, map[side]string{}, map[*ast.Node]map[string]bool{}}
}

// writerFor writes at the place of a finding, nil where that is not written in the text, or in a macro.
func (p *Proposer) writerFor(f *rules.Finding) *writer {
	if f.MacroDefinition != nil {
		return nil
	}
	way := wayTo(p.tree, f.Pos, isCall)
	if way == nil {
		way = wayTo(p.tree, f.Pos, isAny)
	}
	if way == nil {
		return nil
	}
	return &writer{sourceText: sourceText{f.Pos.File, p.read(f.Pos.File)}, Proposer: p, way: way, pos: f.Pos}
}

// wayTo are the nodes down to the outermost one at a place, as it is written: what a macro makes stands where that is
// used.
func (p *Proposer) wayTo(pos source.Pos) []*ast.Node {
	for _, fn := range p.tree.Functions {
		if fn.Body == nil || fn.Pos.File != pos.File {
			continue
		}
		if way := wayWhere(fn.Body, func(n *ast.Node) bool { return n.Pos.IsAt(pos) }); way != nil {
			return way
		}
	}
	return nil
}

// isHidden reports an edit with text that is not seen as it is: it would be shown in a report.
func isHidden(r rules.Repair) bool {
	return slices.ContainsFunc(r.Edits, func(e rules.Edit) bool {
		return legible.Lines(strings.ReplaceAll(e.Text, "\r\n", "\n")) != strings.ReplaceAll(e.Text, "\r\n", "\n")
	})
}

func isCall(n *ast.Node) bool { return n.Kind == ast.Call }

func isAny(*ast.Node) bool { return true }

// wayTo are the nodes down to one of a kind at a place, from the body of a function inwards;
// nil where there is none.
func wayTo(tree *ast.Unit, pos source.Pos, isOfKind func(*ast.Node) bool) []*ast.Node {
	for _, fn := range tree.Functions {
		if fn.Body == nil || fn.Pos.File != pos.File {
			continue
		}
		if way := wayIn(fn.Body, pos, isOfKind); way != nil {
			return way
		}
	}
	return nil
}

func wayIn(n *ast.Node, pos source.Pos, isOfKind func(*ast.Node) bool) []*ast.Node {
	return wayWhere(n, func(n *ast.Node) bool { return isOfKind(n) && stands(n, pos) })
}

// wayWhere are the nodes down to the first one of some, nil for none.
func wayWhere(n *ast.Node, is func(*ast.Node) bool) []*ast.Node {
	if n == nil {
		return nil
	}
	if is(n) {
		return []*ast.Node{n}
	}
	below := n.Children
	if n.Kind == ast.Decl && n.Var != nil {
		below = append([]*ast.Node{n.Var.Init}, below...)
	}
	for _, child := range below {
		if way := wayWhere(child, is); way != nil {
			return append([]*ast.Node{n}, way...)
		}
	}
	return nil
}

// stands reports a node that begins at a place, or whose macro's definition begins there.
func stands(n *ast.Node, pos source.Pos) bool {
	at := n.Pos
	if at.Macro != nil {
		at = *at.Macro
	}
	return at.File == pos.File && at.Line == pos.Line && at.Column == pos.Column
}

// writer writes the remedies for the call or the access at the end of a way, which stands at pos.
type writer struct {
	sourceText
	*Proposer
	way []*ast.Node
	pos source.Pos
}

// write are the proposals for one remedy.
func (w *writer) write(r rules.Remedy) []rules.Repair {
	switch r.Kind {
	case rules.NameLanes:
		return w.nameLanes(uint32(r.Mask))
	case rules.NameVariable:
		return w.nameVariables()
	case rules.NameVoters:
		return w.nameVoters(uint32(r.Mask))
	case rules.TakeActive:
		return w.takeActive()
	case rules.LeaveBranch:
		return w.leaveBranch()
	case rules.LeaveOutWidth:
		return w.leaveOutWidth()
	case rules.AddAtomically:
		return w.addAtomically()
	case rules.StayInSegment:
		return w.stayInSegment(uint32(r.Mask))
	}
	return nil
}

// site is the call.
func (w *writer) site() *ast.Node { return w.way[len(w.way)-1] }

// name is that of the function called, "" where it is not known.
func (w *writer) name() string {
	if fn := w.site().Func; fn != nil {
		return fn.Name
	}
	return ""
}

// call reads the call in the text.
func (w *writer) call() (call, bool) { return w.callAt(w.siteStart(), w.name()) }

// siteStart is where the call begins.
func (w *writer) siteStart() int { return w.offset(w.pos.Line, w.pos.Column) }

// inMacro reports a call in the definition of a macro: where it is used is elsewhere.
func (w *writer) inMacro() bool { return w.site().Pos.Macro != nil }

// put is the edit that puts a text in the place of some bytes.
func (w *writer) put(from, to int, text string) rules.Edit {
	return rules.Edit{File: w.file, Offset: from, Removed: to - from, Text: text}
}
