package lower

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/lower/consteval"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/internal/integer"
)

// maxContents bounds the scalars of a constant that are read one by one.
const maxContents = 4096

// contents are the integers and pointers of a const variable with static storage. Its
// initialiser is all that ever writes it: neither a kernel nor the host may, not
// even where it is __constant__ memory. Nothing is said of a variable with an integer
// that is not known; of pointers those to functions are.
func (p *programBuilder) contents(v *ast.Var) []cfg.Content {
	if !v.Const || v.Volatile || v.Storage == ast.Shared || v.Type == nil {
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

// contentReader walks a type and its initialiser side by side.
type contentReader struct {
	functions map[*ast.Function]int64 // their addresses
	list      []cfg.Content
}

func (r *contentReader) integer(t *ast.Type, at, v int64) {
	r.list = append(r.list, cfg.Content{Offset: at, Size: max(t.Size, 1), Value: integer.Wrap(v, t)})
}

// pointer adds a pointer, of which it is known to which function it leads, or to none.
func (r *contentReader) pointer(t *ast.Type, n *ast.Node, at int64) {
	c := cfg.Content{Offset: at, Size: t.Size, Address: true, Unknown: true}
	if !t.OfMember && types.Elem(t).Kind == ast.FunctionType {
		c.Value, c.Unknown = r.functionAt(n)
	}
	r.list = append(r.list, c)
}

// functionAt is the address of the function that an initialiser names, 0 where it is none at all.
func (r *contentReader) functionAt(n *ast.Node) (at int64, unknown bool) {
	for n != nil && (n.Kind == ast.Cast || n.Kind == ast.Unary && n.Op == ast.AddrOf) {
		n = n.Child(0)
	}
	switch {
	case n == nil || n.Kind == ast.Zero:
		return 0, false
	case n.Kind == ast.FuncRef:
		at = r.functions[n.Func]
	}
	return at, at == 0
}

// read adds the integers and pointers of an object of type t at an offset; n is its initialiser,
// nil for zeros. False when something of it is not known.
func (r *contentReader) read(t *ast.Type, n *ast.Node, at int64) bool {
	for n != nil && (n.Kind == ast.Cast && n.Op == ast.CastNone || n.Kind == ast.Temporary) && !n.Known {
		n = n.Child(0)
	}
	if n != nil && n.Kind == ast.Zero {
		n = nil
	}
	switch {
	case len(r.list) > maxContents || t == nil:
		return false
	case types.IsInteger(t):
		return r.readInteger(t, n, at)
	case t.Kind == ast.Pointer:
		r.pointer(t, n, at)
		return true
	case !types.IsAggregate(t):
		return t.Kind == ast.Float
	case n != nil && n.Kind != ast.InitList:
		return false
	case t.Kind == ast.Array:
		return r.readArray(t, n, at)
	}
	return r.readRecord(t, n, at)
}

func (r *contentReader) readInteger(t *ast.Type, n *ast.Node, at int64) bool {
	v, known := int64(0), true
	if n != nil {
		if n.Kind == ast.InitList {
			n = n.Child(0)
		}
		v, known = consteval.Integer(n)
	}
	r.integer(t, at, v)
	return known
}

func (r *contentReader) readArray(t *ast.Type, n *ast.Node, at int64) bool {
	if t.Len < 0 || t.Len > maxContents || n != nil && len(n.Children) == 1 && n.Children[0] != nil &&
		n.Children[0].Kind == ast.StringLit {
		return false
	}
	for i := range t.Len {
		if !r.read(types.Elem(t), n.Child(int(i)), at+i*types.Elem(t).Size) {
			return false
		}
	}
	return true
}

func (r *contentReader) readRecord(t *ast.Type, n *ast.Node, at int64) bool {
	if t.Union || len(t.Bases) > 0 {
		return false
	}
	for i, f := range t.Fields {
		if f.Offset < 0 || f.BitWidth > 0 || !r.read(f.Type, n.Child(i), at+f.Offset/8) {
			return false
		}
	}
	return true
}
