package lower

import (
	"math"
	"strings"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/lower/consteval"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/internal/integer"
	"github.com/warpcheck/warpcheck/source"
)

// maxContents bounds the scalars that are read from one constant.
const maxContents = 4096

// contents returns the numbers and pointers in a variable with static storage, if only its initialiser writes the
// variable. There are two cases. A const variable may be written neither by a kernel nor by the host, even in
// __constant__ memory. A variable that host code does not name may only be written by device code. (If device code
// writes it, cfg.keepContents drops the contents after all device code is lowered.) The result is nil for a volatile or
// shared variable, and if an integer in the variable is not known. A pointer is known only if it is null or points to a
// function.
func (p *programBuilder) contents(v *ast.Var) []cfg.Content {
	if v.Volatile || v.Storage == types.Shared || v.Type == nil || !v.Const && p.mayBeSet(v) {
		return nil
	}
	r := &contentReader{functions: p.targets.numbers}
	switch {
	case v.Known:
		r.integer(v.Type, 0, v.Value)
	case v.Init == nil || !r.read(v.Type, v.Init, 0):
		return nil
	}
	return r.list
}

// mayBeSet reports whether code other than the unit's device functions may write the variable. Host code of the unit,
// or code elsewhere, may write a variable that it names. If the unit has no host code to examine, host code elsewhere
// may also write __constant__ memory, as is usual.
func (p *programBuilder) mayBeSet(v *ast.Var) bool {
	u := p.unit
	seen := len(u.Hosts) > 0 || u.HostView != nil && len(u.HostView.Hosts) > 0
	return p.hosts[v.Pos] || v.NamedElsewhere || v.Storage == types.Constant && !seen
}

// namedByHosts returns the positions of the declarations of variables that host code names, and so may write.
func namedByHosts(u *ast.Unit) map[source.Pos]bool {
	named := map[source.Pos]bool{}
	for ; u != nil; u = u.HostView {
		for _, f := range u.Hosts {
			for n := range f.Nodes() {
				if n.Var != nil {
					named[n.Var.Pos] = true
				}
			}
		}
	}
	return named
}

// contentReader reads the contents of a variable: it walks the type and the initialiser together.
type contentReader struct {
	functions map[*ast.Function]int64 // functions maps functions to their addresses
	list      []cfg.Content
}

func (r *contentReader) integer(t *types.Type, offset, v int64) {
	r.list = append(r.list, cfg.Content{Offset: offset, Size: max(t.Size, 1), Value: integer.Wrap(v, t)})
}

// pointer adds a pointer. Its value is known if it is null or points to a function.
func (r *contentReader) pointer(t *types.Type, n *ast.Node, offset int64) {
	c := cfg.Content{Offset: offset, Size: t.Size, Address: true, Unknown: true}
	if types.Elem(t).Kind == types.FunctionType {
		c.Value, c.Unknown = r.functionAt(n)
	}
	r.list = append(r.list, c)
}

// functionAt returns the address of the function that an initialiser names. It returns 0 for a null pointer. unknown is
// true if the initialiser is neither.
func (r *contentReader) functionAt(n *ast.Node) (address int64, unknown bool) {
	for n != nil && (n.Kind == ast.Cast || n.Kind == ast.Unary && n.Op == operator.AddrOf) {
		n = n.Child(0)
	}
	switch {
	case n == nil || n.Kind == ast.Zero:
		return 0, false
	case n.Kind == ast.FuncRef:
		address = r.functions[n.Func]
	}
	return address, address == 0
}

// read adds the numbers and pointers in an object of type t at an offset in bytes. n is the object's initialiser, nil
// for zeros. read returns false if some integer, or a part other than a number or pointer, is not known.
func (r *contentReader) read(t *types.Type, n *ast.Node, offset int64) bool {
	for n != nil && (n.Kind == ast.Cast && n.Op == operator.CastNone || n.Kind == ast.Temporary) && !n.Known {
		n = n.Child(0)
	}
	if n != nil && n.Kind == ast.Zero {
		n = nil
	}
	switch {
	case len(r.list) > maxContents || t == nil:
		return false
	case types.IsInteger(t):
		return r.readInteger(t, n, offset)
	case t.Kind == types.Pointer:
		r.pointer(t, n, offset)
		return true
	case t.Kind == types.Float:
		r.float(t, n, offset)
		return true
	case !types.IsAggregate(t):
		return false
	case n != nil && n.Kind == ast.StringLit && t.Kind == types.Array && t.Len >= 0 && t.Len <= maxContents:
		return r.text(t, n, offset)
	case n != nil && n.Kind != ast.InitList:
		return false
	case t.Kind == types.Array:
		return r.readArray(t, n, offset)
	}
	return r.readRecord(t, n, offset)
}

func (r *contentReader) readInteger(t *types.Type, n *ast.Node, offset int64) bool {
	v, known := int64(0), true
	if n != nil {
		if n.Kind == ast.InitList {
			n = n.Child(0)
		}
		v, known = consteval.Integer(n)
	}
	r.integer(t, offset, v)
	return known
}

// float adds a floating-point number. It is marked as unknown if its initialiser is not constant.
func (r *contentReader) float(t *types.Type, n *ast.Node, offset int64) {
	x, known := floating(n)
	c := cfg.Content{Offset: offset, Size: t.Size, Value: int64(math.Float64bits(x)), Unknown: !known || t.Bits != 32 && t.Bits != 64}
	if t.Bits == 32 {
		c.Value = int64(math.Float32bits(float32(x)))
	}
	r.list = append(r.list, c)
}

// floating returns the number that an initialiser denotes. It returns 0 if there is no initialiser. known is false if
// the initialiser is not constant.
func floating(n *ast.Node) (x float64, known bool) {
	switch {
	case n == nil || n.Kind == ast.Zero:
		return 0, true
	case n.Kind == ast.InitList:
		return floating(n.Child(0))
	case n.Kind == ast.FloatLit:
		return (&cfg.Instr{Text: n.Text}).Number()
	case types.IsInteger(n.Type):
		v, known := consteval.Integer(n)
		if !n.Type.Signed {
			return float64(uint64(v)), known
		}
		return float64(v), known
	case n.Kind == ast.Unary && n.Op == operator.Neg:
		x, known = floating(n.Child(0))
		return -x, known
	case n.Kind == ast.Cast:
		if x, known = floating(n.Child(0)); ast.TypeOf(n).Bits == 32 {
			x = float64(float32(x))
		}
		return x, known
	}
	return 0, false
}

// text adds the characters of a string literal to an array of type t, followed by zeros. It returns false for a string
// with escapes, and for elements of more than one byte.
func (r *contentReader) text(t *types.Type, n *ast.Node, offset int64) bool {
	text := strings.Trim(n.Text, `"`)
	if types.Elem(t).Size != 1 || strings.ContainsAny(text, `\"`) {
		return false
	}
	for i := range t.Len {
		v := int64(0)
		if i < int64(len(text)) {
			v = int64(text[i])
		}
		r.integer(types.Elem(t), offset+i, v)
	}
	return true
}

func (r *contentReader) readArray(t *types.Type, n *ast.Node, offset int64) bool {
	if t.Len < 0 || t.Len > maxContents {
		return false
	}
	if n != nil && len(n.Children) == 1 && n.Children[0] != nil && n.Children[0].Kind == ast.StringLit && types.IsInteger(types.Elem(t)) {
		return r.text(t, n.Children[0], offset)
	}
	for i := range t.Len {
		if !r.read(types.Elem(t), n.Child(int(i)), offset+i*types.Elem(t).Size) {
			return false
		}
	}
	return true
}

func (r *contentReader) readRecord(t *types.Type, n *ast.Node, offset int64) bool {
	if t.Union || len(t.Bases) > 0 {
		return false
	}
	for i, f := range t.Fields {
		if f.Offset < 0 || f.BitWidth > 0 || !r.read(f.Type, n.Child(i), offset+f.Offset/8) {
			return false
		}
	}
	return true
}
