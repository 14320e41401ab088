package ast

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/source"
)

var kindNames = [...]string{
	Unsupported: "Unsupported", Compound: "Compound", Decl: "Decl", If: "If", Switch: "Switch",
	Case: "Case", Default: "Default", For: "For", While: "While", Do: "Do",
	RangeFor: "RangeFor", Break: "Break", Continue: "Continue", Goto: "Goto", Label: "Label",
	Return: "Return", Asm_: "Asm", Null: "Null", Holds: "Holds", ExprStmt: "ExprStmt", Try: "Try",
	IntLit: "IntLit", FloatLit: "FloatLit", StringLit: "StringLit", VarRef: "VarRef",
	FuncRef: "FuncRef", This: "This", Self: "Self", Member: "Member", Index: "Index", Unary: "Unary",
	Binary: "Binary", Assign: "Assign", Cond: "Cond", Cast: "Cast", Call: "Call",
	Construct: "Construct", InitList: "InitList", Zero: "Zero", Temporary: "Temporary",
	Lambda: "Lambda", StmtExpr: "StmtExpr", New: "New", Delete: "Delete", DeleteArray: "DeleteArray", Launch_: "Launch", TemplateConst: "TemplateConst",
}

// String returns the kind's name, such as "If".
func (k Kind) String() string { return name(kindNames[:], int(k)) }

func name(names []string, i int) string {
	if i < 0 || i >= len(names) {
		return strconv.Itoa(i)
	}
	return names[i]
}

// Dump prints a unit for users. It prints each function with a body as an indented tree, one node per line, and then
// the launches and diagnostics.
func Dump(w io.Writer, unit *Unit) {
	for _, f := range unit.Functions {
		dumpFunction(w, f)
	}
	for _, launch := range unit.Launches {
		fmt.Fprintf(w, "launch %s @%s\n", launch.Kernel.Qualified, at(launch.Pos))
	}
	for _, d := range unit.Diagnostics {
		fmt.Fprintf(w, "diagnostic %d @%s: %s\n", d.Severity, at(d.Pos), d.Text)
	}
}

// dumpFunction prints one function.
func dumpFunction(w io.Writer, f *Function) {
	fmt.Fprintf(w, "%s %s(", strings.Join(traits(f), " "), f.Qualified)
	for i, p := range f.Params {
		if i > 0 {
			fmt.Fprint(w, ", ")
		}
		fmt.Fprintf(w, "%s %s", p.Name, typeName(p.Type))
	}
	fmt.Fprintf(w, ") %s @%s\n", typeName(f.Result), at(f.Pos))
	for _, init := range f.Inits {
		switch {
		case init.Field != nil:
			fmt.Fprintf(w, "  init .%s\n", init.Field.Name)
		case init.Base != nil:
			fmt.Fprintf(w, "  init %s\n", init.Base.Name)
		default:
			fmt.Fprintf(w, "  init delegate\n")
		}
		dumpNode(w, init.Value, 2)
	}
	dumpNode(w, f.Body, 1)
}

func traits(f *Function) []string {
	var words []string
	add := func(is bool, word string) {
		if is {
			words = append(words, word)
		}
	}
	add(f.Kernel, "kernel")
	add(f.Device, "device")
	add(f.Host, "host")
	add(f.Pattern, "pattern")
	add(f.Virtual, "virtual")
	add(f.NoReturn, "noreturn")
	add(f.Constructor, "constructor")
	add(f.Destructor, "destructor")
	add(f.MaxThreads > 0, fmt.Sprintf("threads<=%d", f.MaxThreads))
	add(f.Cluster != [3]int{}, fmt.Sprintf("cluster=%v", f.Cluster))
	return words
}

func dumpNode(w io.Writer, n *Node, depth int) {
	fmt.Fprint(w, strings.Repeat("  ", depth))
	if n == nil {
		fmt.Fprintln(w, "-")
		return
	}
	fmt.Fprintln(w, strings.Join(describe(n), " "))
	if n.Kind == Decl && n.Var != nil && n.Var.Init != nil {
		dumpNode(w, n.Var.Init, depth+1)
	}
	for _, child := range n.Children {
		dumpNode(w, child, depth+1)
	}
}

// describe returns the words in the line that Dump prints for a node.
func describe(n *Node) []string {
	words := []string{n.Kind.String()}
	add := func(is bool, format string, args ...any) {
		if is {
			words = append(words, fmt.Sprintf(format, args...))
		}
	}
	add(n.Op != operator.NoOp, "%s", n.Op)
	if n.Var != nil {
		add(true, "%s", n.Var.Name)
		add(n.Kind == Decl, "%s %s", n.Var.Storage, typeName(n.Var.Type))
		add(n.Kind == Decl && n.Var.Known, "#%d", n.Var.Value)
	}
	if n.Func != nil {
		add(true, "%s", n.Func.Qualified)
	}
	if n.Field != nil {
		add(true, ".%s", n.Field.Name)
	}
	add(n.Known, "#%d", n.Value)
	add(n.Text != "" || n.Kind == StringLit, "%q", n.Text)
	if n.Asm != nil {
		add(true, "%d out %q", n.Asm.Outputs, n.Asm.Constraints)
	}
	if n.Base != nil {
		add(true, "via %s", n.Base.Name)
	}
	add(n.Type != nil, ": %s", typeName(n.Type))
	add(n.LValue, "lvalue")
	return append(words, "@"+at(n.Pos))
}

func typeName(t *types.Type) string {
	if t == nil {
		return "?"
	}
	if t.Volatile {
		return "volatile " + t.Name
	}
	return t.Name
}

// at returns a position as "line:column". If the construct is in a macro, it adds a slash and the position in the
// macro's definition.
func at(p source.Pos) string {
	text := fmt.Sprintf("%d:%d", p.Line, p.Column)
	if p.Macro != nil {
		text += fmt.Sprintf("/%d:%d", p.Macro.Line, p.Macro.Column)
	}
	return text
}
