package asm

import (
	"fmt"
	"strings"
	"testing"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/emit"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/source"
)

// variables are the variables that the asm statements of the tests name.
func variables() map[string]*ast.Var {
	pointer := &types.Type{Kind: types.Pointer, Name: "int *", Bits: 64, Elem: types.Int32, Size: 8}
	vars := map[string]*ast.Var{}
	for name, kind := range map[string]*types.Type{
		"r": types.Int32, "q": types.Int32, "x": types.Int32, "y": types.Int32, "m": types.Uint32, "c": types.Uint32,
		"f": floatType, "g": floatType, "w": ulongType, "d": doubleType, "p": pointer,
		"b": types.Boolean, "h": registerTypes["u16"],
		"z": types.Unknown, "s": {Kind: types.Record, Name: "S", Size: 4},
	} {
		vars[name] = &ast.Var{Var: types.Var{Name: name, Type: kind, Storage: types.Local}}
	}
	return vars
}

// lowerAsm lowers a function whose body is one asm statement. The operands
// read "=r:r, r:x, n:16": constraints and variables or constants, outputs first.
func lowerAsm(t *testing.T, text, operands string) *cfg.Func {
	t.Helper()
	vars := variables()
	info := &ast.Asm{}
	node := &ast.Node{Kind: ast.Asm_, Text: text, Asm: info, Pos: source.Pos{Line: 7}}
	for _, word := range strings.FieldsFunc(operands, func(c rune) bool { return c == ',' }) {
		constraint, name, _ := strings.Cut(strings.TrimSpace(word), ":")
		label := ""
		if i := strings.Index(constraint, "]"); i >= 0 {
			label, constraint = constraint[1:i], constraint[i+1:]
		}
		info.Constraints = append(info.Constraints, constraint)
		info.Names = append(info.Names, label)
		output := strings.ContainsAny(constraint, "=+")
		if output {
			info.Outputs++
		} else {
			info.Inputs++
		}
		node.Children = append(node.Children, operand(vars, name, output))
	}
	f := &cfg.Func{Name: "k", Kernel: true, Decl: &types.Func{Name: "k"}}
	b := emit.New(f, node.Pos, emit.Pointers{})
	b.Start(b.NewBlock())
	Lower(b, expressions{b, map[*ast.Var]*cfg.Object{}}, node)
	b.Terminate(cfg.Terminator{Kind: cfg.Return, Falls: true})
	(&cfg.Program{Funcs: []*cfg.Func{f}}).Finish()
	if err := cfg.Check(f); err != nil {
		t.Errorf("asm(%q): %v", text, err)
	}
	return f
}

// expressions lowers the constants and variables that are the operands in these tests.
type expressions struct {
	*emit.Builder
	objects map[*ast.Var]*cfg.Object
}

func (e expressions) Address(n *ast.Node) *cfg.Instr {
	o := e.objects[n.Var]
	if o == nil {
		o = e.Object(n.Var.Name, n.Var.Type, &n.Var.Var, n.Var.Storage)
		e.objects[n.Var] = o
	}
	return e.AddressOf(o)
}

func (e expressions) Value(n *ast.Node) *cfg.Instr {
	if n.Known {
		return e.Constant(n.Value, n.Type)
	}
	return e.Load(e.Address(n.Child(0)))
}

func (e expressions) LoadAt(ptr *cfg.Instr, _ *ast.Node) *cfg.Instr { return e.Load(ptr) }

func (e expressions) StoreAt(ptr, v *cfg.Instr, _ *ast.Node) { e.Store(ptr, v) }

// operand is a constant, an lvalue for an output, or the value of a variable.
func operand(vars map[string]*ast.Var, name string, output bool) *ast.Node {
	v := vars[name]
	if v == nil {
		var n int64
		fmt.Sscan(name, &n)
		return &ast.Node{Kind: ast.IntLit, Type: types.Int32, Value: n, Known: true}
	}
	ref := &ast.Node{Kind: ast.VarRef, Var: v, Type: v.Type, LValue: true}
	if output {
		return ref
	}
	return &ast.Node{Kind: ast.Cast, Op: operator.CastLoad, Type: v.Type, Children: []*ast.Node{ref}}
}

// listing writes a function in the words of [cfg.Print], but with every value as the expression that computes it. Only
// instructions with an effect, or whose value may differ between executions, have a line of their own.
func listing(f *cfg.Func) string {
	l := &lister{names: map[*cfg.Instr]string{}}
	for _, blk := range f.Blocks {
		if len(f.Blocks) > 1 {
			l.lines = append(l.lines, fmt.Sprintf("b%d:", blk.Index))
		}
		for _, in := range blk.Instrs {
			l.instr(in)
		}
		l.terminator(blk.Term)
	}
	return strings.Join(l.lines, "\n")
}

type lister struct {
	lines []string
	names map[*cfg.Instr]string
	// named counts the values that got a name of their own.
	named int
}

func (l *lister) instr(in *cfg.Instr) {
	text := in.Operation() + l.arguments(in)
	if in.Volatile {
		text = "volatile " + text
	}
	switch {
	case in.Op == cfg.Alloc:
	case in.Type == nil:
		l.lines = append(l.lines, text)
	case in.Op == cfg.Collective_, in.Op == cfg.Atomic, in.Op == cfg.Extern, in.Op == cfg.Unknown:
		l.named++
		l.names[in] = fmt.Sprintf("v%d", l.named)
		l.lines = append(l.lines, l.names[in]+" = "+text)
	default:
		l.names[in] = text
	}
}

// arguments writes the operands in parentheses. For a collective it names the role of each operand.
func (l *lister) arguments(in *cfg.Instr) string {
	if len(in.Args) == 0 {
		return ""
	}
	roles := strings.Fields(in.Operands())
	var words []string
	for i, arg := range in.Args {
		word := l.names[arg]
		if in.Collective != nil {
			role, _, _ := strings.Cut(roles[i], "=")
			word = role + "=" + word
		}
		words = append(words, word)
	}
	return "(" + strings.Join(words, ", ") + ")"
}

func (l *lister) terminator(t cfg.Terminator) {
	switch t.Kind {
	case cfg.If:
		then, otherwise := t.Targets[0].Index, t.Targets[1].Index
		l.lines = append(l.lines, fmt.Sprintf("if %s b%d b%d", l.names[t.Cond], then, otherwise))
	case cfg.Return:
	default:
		l.lines = append(l.lines, t.String())
	}
}

// theCollective is the only collective of a function.
func theCollective(t *testing.T, f *cfg.Func) *cfg.Collective {
	t.Helper()
	var found *cfg.Collective
	for _, blk := range f.Blocks {
		for _, in := range blk.Instrs {
			if in.Collective != nil && found != nil {
				t.Fatal("the asm statement lowers to several collectives")
			}
			if in.Collective != nil {
				found = in.Collective
			}
		}
	}
	if found == nil {
		t.Fatal("the asm statement lowers to no collective")
	}
	return found
}

func TestAsmCollectiveProperties(t *testing.T) {
	tests := []struct {
		text          string
		legacy, block bool
		name          string
	}{
		{"shfl.sync.idx.b32 %0, %0, 0, 31, -1;", false, false, "shfl.sync.idx.b32"},
		{"shfl.idx.b32 %0, %0, 0, 31;", true, false, "shfl.idx.b32"},
		{"vote.ballot.b32 %0, 1;", true, false, "vote.ballot.b32"},
		{"vote.sync.ballot.b32 %0, 1, -1;", false, false, "vote.sync.ballot.b32"},
		{"bar.warp.sync -1;", false, false, "bar.warp.sync"},
		{"barrier.cta.sync.aligned 1, 64;", false, true, "barrier.cta.sync.aligned"},
		{"bar.cta.arrive 1, 64;", false, true, "bar.cta.arrive"},
	}
	for _, test := range tests {
		t.Run(test.text, func(t *testing.T) {
			c := theCollective(t, lowerAsm(t, test.text, "+r:r"))
			if c.Legacy != test.legacy || c.BeyondWarp != test.block || c.Name != test.name {
				t.Errorf("Legacy %v, Block %v, Name %q; want %v, %v, %q",
					c.Legacy, c.BeyondWarp, c.Name, test.legacy, test.block, test.name)
			}
		})
	}
}

func TestAsmWithoutTextDoesNothing(t *testing.T) {
	for _, operands := range []string{"", "+r:r", "r:x"} {
		if got := listing(lowerAsm(t, "// nothing", operands)); got != "" {
			t.Errorf("empty asm with operands %q:\n%s", operands, got)
		}
	}
}

// TestAsmDoesNotDependOnHistory lowers one text twice: tables must not change
// while they are used.
func TestAsmDoesNotDependOnHistory(t *testing.T) {
	first := listing(lowerAsm(t, "popc.b32 %0, %1;", "=r:r, r:m"))
	lowerAsm(t, "popc.b64 %0, %1;", "=r:r, l:w")
	if second := listing(lowerAsm(t, "popc.b32 %0, %1;", "=r:r, r:m")); second != first {
		t.Errorf("popc.b32 after popc.b64:\n%s\nwant:\n%s", second, first)
	}
}

// FuzzAsm lowers any text; the graph must keep every invariant.
func FuzzAsm(f *testing.F) {
	for _, test := range append(collectiveListings, instructionListings...) {
		f.Add(test.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		lowerAsm(t, text, "=r:r, +r:q, =l:w, =f:f, +r:s, r:x, r:m, l:p, d:d, n:16, r:z, r:s")
	})
}
