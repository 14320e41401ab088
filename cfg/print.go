package cfg

import (
	"fmt"
	"io"
	"strings"

	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
)

// Print writes the block listing of f, as in the package comment.
func Print(w io.Writer, f *Func) {
	var out strings.Builder
	kind := "func"
	if f.Kernel {
		kind = "kernel"
	}
	fmt.Fprintf(&out, "%s %s(%s)\n", kind, f.Name, objectNames(f.Params))
	for _, blk := range f.Blocks {
		out.WriteString(blockHeader(blk))
		for _, instr := range blk.Instrs {
			fmt.Fprintf(&out, "  %s\n", instr)
		}
		fmt.Fprintf(&out, "  %s\n", &blk.Term)
	}
	_, _ = io.WriteString(w, out.String())
}

func objectNames(list []*Object) string {
	var names []string
	for _, o := range list {
		names = append(names, o.Name)
	}
	return strings.Join(names, ", ")
}

// blockHeader returns the first line of a block: "b1: preds b0 join b4 loop b1".
func blockHeader(blk *Block) string {
	s := fmt.Sprintf("b%d:", blk.Index)
	for i, p := range blk.Preds {
		word := ","
		if i == 0 {
			word = " preds"
		}
		s += fmt.Sprintf("%s b%d", word, p.Index)
	}
	if len(blk.Succs) > 1 {
		if blk.Join != nil {
			s += fmt.Sprintf(" join b%d", blk.Join.Index)
		} else {
			s += " join none"
		}
	}
	if blk.Loop != nil {
		s += fmt.Sprintf(" loop b%d", blk.Loop.Header.Index)
	}
	return s + "\n"
}

// String returns one line of the listing: "%4 = lt %2, %3".
func (in *Instr) String() string {
	s := in.Operation()
	if args := in.Operands(); args != "" {
		s += " " + args
	}
	if in.Signals {
		s += " signals"
	}
	if in.AwaitsGrid {
		s += " awaits its grids"
	}
	if p := in.Product; p != nil {
		s += fmt.Sprintf(" with %d accumulators", p.Accumulators)
	}
	if in.Global {
		s += " global"
	}
	if in.Volatile {
		s += " volatile"
	}
	if in.ReadOnly {
		s += " read-only"
	}
	if in.Unplaced {
		s += " unplaced"
	}
	if in.Type == nil {
		return s
	}
	return fmt.Sprintf("%%%d = %s", in.ID, s)
}

// Operator returns the word for op in listings. It returns "" if op does not occur in listings.
func Operator(op operator.Op) string { return operators[op] }

// operators maps operators to their words in listings.
var operators = map[operator.Op]string{
	operator.Add: "add", operator.Sub: "sub", operator.Mul: "mul", operator.Div: "div", operator.Rem: "rem",
	operator.Shl: "shl", operator.Shr: "shr", operator.And: "and", operator.Or: "or", operator.Xor: "xor",
	operator.EQ: "eq", operator.NE: "ne", operator.LT: "lt", operator.GT: "gt", operator.LE: "le", operator.GE: "ge",
	operator.Neg: "neg", operator.Not: "not", operator.BNot: "bnot",
}

// casts maps the kinds of conversions that listings distinguish from a plain "convert" to their words.
var casts = map[operator.Op]string{
	operator.CastDecay: "decay", operator.CastBase: "base", operator.CastDerived: "derived", operator.CastBits: "bits",
}

// Operation returns the word for the operation of the instruction, with its constant, name or callee.
func (in *Instr) Operation() string {
	switch in.Op {
	case Const:
		return fmt.Sprintf("const %d", in.Int)
	case Float:
		return "float " + in.Text
	case String:
		return fmt.Sprintf("string %q", in.Text)
	case Addr:
		return "&" + in.Object.Name
	case FieldAddr:
		return "field " + in.Field.Name
	case IndexAddr:
		return "index"
	case Load:
		return "load"
	case Store:
		return in.whenDone("store")
	case Binary, Unary:
		return operators[in.Operator]
	case Convert:
		if word := casts[in.Operator]; word != "" {
			return word
		}
		return "convert " + typeName(in.Type)
	case Pure:
		return "pure " + in.Text
	case TemplateConst:
		return fmt.Sprintf("template constant %q %d", in.Text, in.Int)
	case Opaque:
		return fmt.Sprintf("opaque %q", in.Text)
	case Special:
		return "special " + in.Special.String()
	case Call:
		return "call " + in.Callee.Name
	case Extern:
		return "extern " + in.Text
	case Collective_:
		if n := in.Collective.Instructions; n > 1 {
			return fmt.Sprintf("collective %d %v", n, in.Collective.Class)
		}
		return "collective " + in.Collective.Class.String()
	case Extract:
		return fmt.Sprintf("extract %d", in.Int)
	case Atomic:
		return "atomic " + in.Text
	case Alloc:
		return "alloc " + in.Object.Name
	case Unknown:
		return fmt.Sprintf("unknown %q", in.Text)
	case Fence:
		return "fence " + in.Text
	case Share:
		return in.whenDone("share " + in.Tile.String())
	case Await:
		if in.AwaitsCommitted() {
			return "await what is committed"
		}
		return "await"
	case Commit:
		return "commit"
	}
	return fmt.Sprintf("op %d", in.Op)
}

// whenDone adds "async" to the word if the instruction is an asynchronous copy.
func (in *Instr) whenDone(word string) string {
	if in.Async {
		return "async " + word
	}
	return word
}

func typeName(t *types.Type) string {
	switch {
	case t == nil:
		return "void"
	case t.Kind == types.Bool:
		return "bool"
	case t.Kind == types.Int && t.Signed:
		return fmt.Sprintf("s%d", t.Bits)
	case t.Kind == types.Int:
		return fmt.Sprintf("u%d", t.Bits)
	case t.Kind == types.Float:
		return fmt.Sprintf("f%d", t.Bits)
	case t.Kind == types.Pointer:
		return "ptr"
	}
	return t.Name
}

// Operands returns the operands of an instruction: "%1, %2". The operands of a collective are printed with their
// roles: "mask=%5 value=%6".
func (in *Instr) Operands() string {
	if in.Collective == nil {
		return values(in.Args)
	}
	c := in.Collective
	var words []string
	for _, role := range []struct {
		name  string
		index int
	}{
		{"mask", c.Mask}, {"value", c.Value}, {"source", c.Source}, {"width", c.Width},
		{"barrier", c.BarrierID}, {"threads", c.BarrierThreads},
	} {
		if role.index >= 0 {
			words = append(words, fmt.Sprintf("%s=%%%d", role.name, in.Args[role.index].ID))
		}
	}
	if c.Scope != OfBlock {
		words = append(words, [...]string{OfCluster: "cluster", OfGrid: "grid"}[c.Scope])
	}
	if c.Warpgroup {
		words = append(words, "warpgroup")
	}
	if c.Tile > 0 {
		words = append(words, fmt.Sprintf("tile=%d", c.Tile))
	}
	return strings.Join(words, " ")
}

func values(args []*Instr) string {
	var words []string
	for _, a := range args {
		words = append(words, fmt.Sprintf("%%%d", a.ID))
	}
	return strings.Join(words, ", ")
}

// String returns the last line of a block: "if %4 then b1 else b2".
func (t *Terminator) String() string {
	switch t.Kind {
	case Jump:
		return fmt.Sprintf("jump b%d", t.Targets[0].Index)
	case If:
		return fmt.Sprintf("if %%%d then b%d else b%d", t.Cond.ID, t.Targets[0].Index, t.Targets[1].Index)
	case Switch:
		return t.switchString()
	case Exit:
		return "exit"
	case Trap:
		return "trap"
	case Unreachable:
		return "unreachable"
	}
	s := "return"
	if t.Cond != nil {
		s += fmt.Sprintf(" %%%d", t.Cond.ID)
	}
	if t.Falls {
		s += " (falls)"
	}
	return s
}

func (t *Terminator) switchString() string {
	s := fmt.Sprintf("switch %%%d", t.Cond.ID)
	for i, c := range t.Cases {
		if c[0] == c[1] {
			s += fmt.Sprintf(" %d: b%d", c[0], t.Targets[i].Index)
		} else {
			s += fmt.Sprintf(" %d-%d: b%d", c[0], c[1], t.Targets[i].Index)
		}
	}
	return s + fmt.Sprintf(" default: b%d", t.Targets[len(t.Cases)].Index)
}

// String returns the register's name in PTX, without the percent sign.
func (r SpecialReg) String() string {
	return [...]string{
		"tid.x", "tid.y", "tid.z", "ntid.x", "ntid.y", "ntid.z", "ctaid.x", "ctaid.y", "ctaid.z",
		"nctaid.x", "nctaid.y", "nctaid.z", "laneid", "warpid", "nwarpid", "lanemask_eq",
		"lanemask_lt", "lanemask_le", "lanemask_gt", "lanemask_ge", "activemask", "coalescedmask",
		"clock", "smid", "nsmid", "dynamic_smem_size",
		"cluster_nctaid.x", "cluster_nctaid.y", "cluster_nctaid.z",
		"cluster_ctaid.x", "cluster_ctaid.y", "cluster_ctaid.z", "clusterid.x", "clusterid.y", "clusterid.z",
	}[r]
}
