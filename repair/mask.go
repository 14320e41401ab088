package repair

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/internal/pattern"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/warp"
)

// legacy lists the names of the intrinsics without a mask.
var legacy = []string{"__shfl", "__shfl_up", "__shfl_down", "__shfl_xor", "__any", "__all", "__ballot"}

// masked matches the intrinsics whose first argument is a mask.
var masked = pattern.Of(`^__(syncwarp|shfl(_up|_down|_xor)?_sync|(any|all|ballot|uni)_sync|match_(any|all)_sync|reduce_\w+_sync)$`)

// plainMask matches a mask that is a number or a name, with or without ~ or - in front.
var plainMask = pattern.Of(`^[~-]?(0[xX][0-9a-fA-F']+[uUlL]*|[0-9][0-9']*[uUlL]*|[A-Za-z_]\w*)$`)

// nameLanes proposes to pass mask, whose value is known. It proposes a mask of a single lane only if the other side of
// the branch has such a call, too.
func (w *writer) nameLanes(mask uint32) []rules.Repair {
	edits, ok := w.passMask(fmt.Sprintf("0x%08x", mask))
	if !ok || bits.OnesCount32(mask) == 1 && !w.isOnEachSide() {
		return nil
	}
	return []rules.Repair{{Text: w.passing(fmt.Sprintf("0x%08x", mask)), Edits: edits, Unsafe: w.narrows(mask)}}
}

// narrows reports whether the new mask names only lanes that the call's present mask names. It returns false if the
// call has no mask.
func (w *writer) narrows(mask uint32) bool {
	if slices.Contains(legacy, w.name()) {
		return false
	}
	var before int64 = -1 // __syncwarp() without arguments has the mask of all lanes
	if argument := w.site().Child(1); argument != nil {
		before = constantOf(argument)
	}
	return uint32(before)&mask == mask
}

// isOnEachSide reports whether both sides of the innermost if with an else around the call have a call of the same
// function. Then each side is meant to have its own mask.
func (w *writer) isOnEachSide() bool {
	for i := len(w.way) - 2; i > 0; i-- {
		n := w.way[i]
		if n.Kind != ast.If || n.Child(ifElse) == nil {
			continue
		}
		other := n.Child(ifElse)
		if w.way[i+1] == other {
			other = n.Child(ifThen)
		}
		isAlso := func(n *ast.Node) bool { return n.Kind == ast.Call && n.Func == w.site().Func }
		return pathToFirst(other, isAlso) != nil
	}
	return false
}

// passing describes the edits of passMask in words.
func (w *writer) passing(mask string) string {
	if slices.Contains(legacy, w.name()) {
		return fmt.Sprintf("call %s_sync with %s", w.name(), mask)
	}
	return "pass " + mask
}

// passMask returns the edits that make the call pass mask. It returns false if the text of the call cannot be edited.
func (w *writer) passMask(mask string) ([]rules.Edit, bool) {
	c, ok := w.call()
	switch {
	case !ok:
		return nil, false
	case slices.Contains(legacy, w.name()):
		return []rules.Edit{w.put(c.nameEnd, c.nameEnd, "_sync"), w.put(c.open+1, c.open+1, mask+", ")},
			len(c.arguments) > 0
	case !masked().MatchString(w.name()):
		return nil, false
	case len(c.arguments) == 0:
		return []rules.Edit{w.put(c.open+1, c.open+1, mask)}, true
	}
	first := c.arguments[0]
	if !plainMask().MatchString(w.textOf(first)) || !isConstant(w.site().Child(1)) {
		return nil, false
	}
	return []rules.Edit{w.put(first.from, first.to, mask)}, true
}

// isConstant reports whether an expression is a number, or ~, - or a cast of one.
func isConstant(n *ast.Node) bool {
	switch {
	case n == nil:
		return false
	case n.Known:
		return true
	}
	return (n.Kind == ast.Unary || n.Kind == ast.Cast) && isConstant(n.Child(0))
}

// constantOf returns the value of a constant expression, -1 (all bits) for any other expression.
func constantOf(n *ast.Node) int64 {
	switch {
	case n == nil:
		return -1
	case n.Known:
		return n.Value
	case n.Kind == ast.Cast:
		return constantOf(n.Child(0))
	case n.Kind == ast.Unary && n.Op == operator.BNot:
		return ^constantOf(n.Child(0))
	case n.Kind == ast.Unary && n.Op == operator.Neg:
		return -constantOf(n.Child(0))
	}
	return -1
}

// nameVariables proposes to pass each variable that other collectives of the function pass as their mask.
func (w *writer) nameVariables() []rules.Repair {
	var proposals []rules.Repair
	var known []*ast.Var
	if w.inMacro() {
		return nil
	}
	for n := range w.way[0].Nodes() {
		if n.Kind != ast.Call || n.Func == nil || !masked().MatchString(n.Func.Name) {
			continue
		}
		mask := named(n.Child(1))
		if mask == nil || slices.Contains(known, mask) {
			continue
		}
		known = append(known, mask)
		if edits, ok := w.passMask(mask.Name); ok {
			proposals = append(proposals, rules.Repair{Text: w.passing(mask.Name), Edits: edits})
		}
	}
	return proposals
}

// named returns the variable that an expression consists of, without casts. It returns nil for any other expression.
func named(n *ast.Node) *ast.Var {
	if n = uncast(n); n == nil || n.Kind != ast.VarRef {
		return nil
	}
	return n.Var
}

// uncast returns an expression without its casts. It returns nil for nil.
func uncast(n *ast.Node) *ast.Node {
	for n != nil && n.Kind == ast.Cast {
		n = n.Child(0)
	}
	return n
}

// takeActive proposes __activemask in place of a ballot in which every lane votes true.
func (w *writer) takeActive() []rules.Repair {
	vote := w.site().Child(1)
	if w.name() != "__ballot" || vote == nil || !vote.Known || vote.Value == 0 {
		return nil
	}
	c, ok := w.call()
	if !ok {
		return nil
	}
	return []rules.Repair{{Text: "call __activemask", Edits: []rules.Edit{
		w.put(w.siteStart(), c.end, "__activemask()")}}}
}

// leaveOutWidth proposes to delete the width of a shuffle, if the call passes one.
func (w *writer) leaveOutWidth() []rules.Repair {
	c, ok := w.call()
	if !ok || len(c.arguments) != widthArgument(w.name())+1 || len(c.arguments) < 2 {
		return nil
	}
	before := c.arguments[len(c.arguments)-2]
	return []rules.Repair{{Text: fmt.Sprintf("leave the width out: it is %d then", warp.Size),
		Edits: []rules.Edit{w.put(before.to, c.end-1, "")}}}
}

// stayInSegment proposes to pass the width of the segment that a constant mask covers, if the call passes no width or
// the width of the warp.
func (w *writer) stayInSegment(mask uint32) []rules.Repair {
	c, ok := w.call()
	at := widthArgument(w.name())
	if !ok || !masked().MatchString(w.name()) || !isSegment(mask) || !isConstant(w.site().Child(1)) ||
		uint32(constantOf(w.site().Child(1))) != mask || len(c.arguments) < at {
		return nil
	}
	width := fmt.Sprint(bits.OnesCount32(mask))
	edit := w.put(c.arguments[at-1].to, c.arguments[at-1].to, ", "+width)
	if len(c.arguments) > at {
		last := c.arguments[at]
		if text := w.textOf(last); text != "32" && text != "warpSize" {
			return nil
		}
		edit = w.put(last.from, last.to, width)
	}
	return []rules.Repair{{Text: "pass " + width + " for the width: that of the mask", Edits: []rules.Edit{edit}}}
}

// isSegment reports whether the lanes of a mask are one segment of a shuffle whose width is smaller than the warp.
func isSegment(mask uint32) bool {
	n, first := bits.OnesCount32(mask), bits.TrailingZeros32(mask)
	return n > 1 && n < warp.Size && n&(n-1) == 0 && first%n == 0 && mask>>first == 1<<n-1
}

// widthArgument returns the index of the width among the arguments of a shuffle.
func widthArgument(name string) int {
	if slices.Contains(legacy, name) {
		return 2
	}
	return 3
}
