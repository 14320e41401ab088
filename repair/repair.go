// Package repair writes remedies into the source.
//
// A rule states which changes may repair a finding ([rules.Remedy]), such as naming other lanes in the mask, or
// computing the mask before the branch. [Proposer.Propose] returns the edits of the text that do so, with the indent
// and the line ends of their surroundings.
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
//	FillWhole                 for (...; i < 255; ...) h[i] = 0;  ->  for (...; i < 256; ...) h[i] = 0;
//	CarveArray                extern __shared__ int b[];      ->  int *b = reinterpret_cast<int *>(a + blockDim.x);
//	OrderLanes                v = s[lane ^ 1];                ->  __syncwarp(); v = s[lane ^ 1];
//	                          for (...) v += s[lane ^ i];     ->  for (...) { __syncwarp(); v += s[lane ^ i]; }
//	OrderWarps                v = s[255 - t];                 ->  __syncthreads(); v = s[255 - t];
//
// This package does not find out whether a proposal is right. Package check analyses the edited text, and offers a
// repair only if it removes the finding and adds no other. So a proposal may be wrong. But in every other respect the
// program must do the same as before. A condition is evaluated twice only if that has no effect, and a statement is
// never moved over another.
//
// To narrow a mask to the lanes that arrive is a guess at what was meant, so such a repair is not safe. Masks that
// would make the call pointless are not proposed: an exchange of one lane with nobody, a barrier of a lane with itself.
//
// Text that is hard to edit is not changed: calls in macros, arguments with comments or literals, masks that are
// computed. A statement can always be put between two others, even if macros make these.
package repair

import (
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/internal/legible"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/source"
)

// Propose returns the repairs that the remedies of a finding give, in the order of the remedies, safe ones first. If
// there are none, it returns the reason.
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
		case remedy.Kind == rules.CarveArray:
			proposals = append(proposals, p.carve(f)...)
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

// Proposer proposes repairs in the texts of one translation unit. All its proposals may be applied together.
type Proposer struct {
	tree *ast.Unit
	read func(file string) []byte
	// masks maps a side of a branch to the name of the mask to compute before the branch. used has, for the body of
	// each function, the names of its new masks.
	masks map[side]string
	used  map[*ast.Node]map[string]bool
}

// New returns a proposer for a tree. The function text returns the content of a file, or nil if the file must not be
// edited.
func New(tree *ast.Unit, text func(file string) []byte) *Proposer {
	return &Proposer{tree, text, map[side]string{}, map[*ast.Node]map[string]bool{}}
}

// writerFor returns a writer for the place of a finding. It returns nil if the finding is in a macro or not in the
// text.
func (p *Proposer) writerFor(f *rules.Finding) *writer {
	if f.MacroDefinition != nil {
		return nil
	}
	way := pathToKind(p.tree, f.Pos, isCall)
	if way == nil {
		way = pathToKind(p.tree, f.Pos, isAny)
	}
	if way == nil {
		return nil
	}
	return &writer{sourceText: sourceText{f.Pos.File, p.read(f.Pos.File)}, Proposer: p, way: way, pos: f.Pos}
}

// pathToOutermost returns the nodes from a function's body down to the outermost node at pos, or nil if there is none.
// The place of a node in a macro is the use of the macro.
func (p *Proposer) pathToOutermost(pos source.Pos) []*ast.Node {
	for _, fn := range p.tree.Functions {
		if fn.Body == nil || fn.Pos.File != pos.File {
			continue
		}
		if way := pathToFirst(fn.Body, func(n *ast.Node) bool { return n.Pos.IsAt(pos) }); way != nil {
			return way
		}
	}
	return nil
}

// isHidden reports whether a repair inserts text that a report would have to change to show it safely.
func isHidden(r rules.Repair) bool {
	return slices.ContainsFunc(r.Edits, func(e rules.Edit) bool {
		return legible.Lines(strings.ReplaceAll(e.Text, "\r\n", "\n")) != strings.ReplaceAll(e.Text, "\r\n", "\n")
	})
}

func isCall(n *ast.Node) bool { return n.Kind == ast.Call }

func isAny(*ast.Node) bool { return true }

// pathToKind returns the nodes on the path from a function's body down to a node at pos that satisfies isOfKind. It
// returns nil if there is no such node.
func pathToKind(tree *ast.Unit, pos source.Pos, isOfKind func(*ast.Node) bool) []*ast.Node {
	for _, fn := range tree.Functions {
		if fn.Body == nil || fn.Pos.File != pos.File {
			continue
		}
		if way := pathToKindIn(fn.Body, pos, isOfKind); way != nil {
			return way
		}
	}
	return nil
}

func pathToKindIn(n *ast.Node, pos source.Pos, isOfKind func(*ast.Node) bool) []*ast.Node {
	return pathToFirst(n, func(n *ast.Node) bool { return isOfKind(n) && beginsAt(n, pos) })
}

// pathToFirst returns the nodes on the path from n down to the first node m with is(m). It returns nil if there is no
// such node.
func pathToFirst(n *ast.Node, is func(*ast.Node) bool) []*ast.Node {
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
		if way := pathToFirst(child, is); way != nil {
			return append([]*ast.Node{n}, way...)
		}
	}
	return nil
}

// beginsAt reports whether a node begins at pos. The place of a node in a macro is the one in the macro's definition.
func beginsAt(n *ast.Node, pos source.Pos) bool {
	at := n.Pos
	if at.Macro != nil {
		at = *at.Macro
	}
	return at.File == pos.File && at.Line == pos.Line && at.Column == pos.Column
}

// writer writes the remedies for the call or access at pos. way is the path in the tree from a function's body down to
// the node of that call or access.
type writer struct {
	sourceText
	*Proposer
	way []*ast.Node
	pos source.Pos
}

// write returns the proposals for one remedy.
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
	case rules.FillWhole:
		return w.fillWhole()
	}
	return nil
}

// site returns the node of the call or access.
func (w *writer) site() *ast.Node { return w.way[len(w.way)-1] }

// name returns the name of the called function, or "" if it is not known.
func (w *writer) name() string {
	if fn := w.site().Func; fn != nil {
		return fn.Name
	}
	return ""
}

// call returns the parts of the call in the text. It returns false if the call cannot be read.
func (w *writer) call() (call, bool) { return w.callAt(w.siteStart(), w.name()) }

// siteStart returns the offset at which the call begins.
func (w *writer) siteStart() int { return w.offset(w.pos.Line, w.pos.Column) }

// inMacro reports whether the call is in the definition of a macro, which may be used elsewhere, too.
func (w *writer) inMacro() bool { return w.site().Pos.Macro != nil }

// put returns an edit that replaces the bytes between two offsets by text.
func (w *writer) put(from, to int, text string) rules.Edit {
	return rules.Edit{File: w.file, Offset: from, Removed: to - from, Text: text}
}
