package lower

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/effect"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
)

// deletion is delete: of a pointer that is not null, what it points to is destroyed, and its
// memory is given back.
func (b *builder) deletion(n *ast.Node) *cfg.Instr {
	pointer := b.value(n.Child(0))
	if class := types.Elem(pointer.Type); class.Kind == types.Record && class.Destructor != nil {
		destroy, done := b.NewBlock(), b.NewBlock()
		b.Branch(b.Binary(operator.NE, types.Boolean, pointer, b.Constant(0, pointer.Type)), destroy, done)
		b.Start(destroy)
		if n.Kind == ast.DeleteArray {
			b.destroyElements(pointer, class)
		} else {
			b.destroyOne(pointer, class)
		}
		b.Enter(done)
	}
	return b.Extern(effect.Delete, effect.OfOperation(effect.Delete), nil, pointer)
}

// destroyElements destroys the elements of an array of unknown length.
func (b *builder) destroyElements(array *cfg.Instr, class *types.Type) {
	head, body, done := b.NewBlock(), b.NewBlock(), b.NewBlock()
	b.Enter(head)
	b.Branch(b.Unknown("the length of an array that is deleted", types.Boolean, array), body, done)
	b.Start(body)
	element := b.Unknown("an element of an array that is deleted", array.Type, array)
	b.destroyer(class, func() *cfg.Instr { return element })()
	b.Jump(head)
	b.Start(done)
}

// destroyOne destroys an object of a class, or of one derived from it where the destructor is
// virtual: which one is a function of the pointer of which nothing is known.
func (b *builder) destroyOne(pointer *cfg.Instr, class *types.Type) {
	classes := []*types.Type{class}
	if b.unit.Destructor(class).Virtual {
		classes = b.targets.classesBelow(class)
	}
	if len(classes) > maxTargets {
		b.Hiding("a virtual destructor", nil, pointer)
		return
	}
	var which *cfg.Instr
	if len(classes) > 1 {
		which = b.Pure("the class of an object that is deleted, below "+class.Name, types.Int32, pointer)
		which.Classes = classes
	}
	isMeant := func(i int) *cfg.Instr {
		return b.Binary(operator.EQ, types.Boolean, which, b.Constant(int64(i), types.Int32))
	}
	b.Choose(len(classes), isMeant, func(i int) {
		derived := func() *cfg.Instr { return b.AsDerived(pointer, classes[i]) }
		if destroy := b.destroyer(classes[i], derived); destroy != nil {
			destroy()
		}
	})
}

// classesBelow are the classes of the objects that a pointer to one of a class may point to:
// those of the unit's objects that are of the class or derived from it, itself where there are
// none.
func (t *indirect) classesBelow(class *types.Type) []*types.Type {
	list := slices.DeleteFunc(slices.Clone(t.made), func(made *types.Type) bool {
		return !types.SameClass(made, class) && types.BasePath(made, class) == nil
	})
	if len(list) == 0 {
		return []*types.Type{class}
	}
	return list
}

// make notes the class of an object that is made at a node, where its destructor is virtual.
func (t *indirect) make(n *ast.Node) {
	class := ast.TypeOf(n)
	if n.Kind != ast.Construct || class.Kind != types.Record || class.Destructor == nil || !t.unit.Destructor(class).Virtual {
		return
	}
	if !slices.ContainsFunc(t.made, func(known *types.Type) bool { return types.SameClass(known, class) }) {
		t.made = append(t.made, class)
	}
}
