package lower

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/effect"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
)

// deletion lowers delete. If the pointer is not null, it destroys the target. Then it frees the memory.
func (l *lifetimes) deletion(n *ast.Node) *cfg.Instr {
	pointer := l.initial.value(n.Child(0))
	if class := types.Elem(pointer.Type); class.Kind == types.Record && class.Destructor != nil {
		destroy, done := l.NewBlock(), l.NewBlock()
		l.Branch(l.Binary(operator.NE, types.Boolean, pointer, l.Constant(0, pointer.Type)), destroy, done)
		l.Start(destroy)
		if n.Kind == ast.DeleteArray {
			l.destroyElements(pointer, class)
		} else {
			l.destroyOne(pointer, class)
		}
		l.Enter(done)
	}
	return l.Extern(effect.Delete, effect.OfOperation(effect.Delete), nil, pointer)
}

// destroyElements destroys the elements of an array of unknown length.
func (l *lifetimes) destroyElements(array *cfg.Instr, class *types.Type) {
	head, body, done := l.NewBlock(), l.NewBlock(), l.NewBlock()
	l.Enter(head)
	l.Branch(l.Unknown("the length of an array that is deleted", types.Boolean, array), body, done)
	l.Start(body)
	element := l.Unknown("an element of an array that is deleted", array.Type, array)
	l.destroyer(class, func() *cfg.Instr { return element })()
	l.Jump(head)
	l.Start(done)
}

// destroyOne destroys an object of a class. If the destructor is virtual, it chooses among the class and its derived
// classes by an unknown function of the pointer.
func (l *lifetimes) destroyOne(pointer *cfg.Instr, class *types.Type) {
	classes := []*types.Type{class}
	if l.program.unit.Destructor(class).Virtual {
		classes = l.program.targets.classesBelow(class)
	}
	if len(classes) > maxTargets {
		l.Hiding("a virtual destructor", nil, pointer)
		return
	}
	var which *cfg.Instr
	if len(classes) > 1 {
		which = l.Pure("the class of an object that is deleted, below "+class.Name, types.Int32, pointer)
		which.Classes = classes
	}
	isMeant := func(i int) *cfg.Instr {
		return l.Binary(operator.EQ, types.Boolean, which, l.Constant(int64(i), types.Int32))
	}
	l.Choose(len(classes), isMeant, func(i int) {
		derived := func() *cfg.Instr { return l.AsDerived(pointer, classes[i]) }
		if destroy := l.destroyer(classes[i], derived); destroy != nil {
			destroy()
		}
	})
}

// classesBelow returns the possible classes of the object to which a pointer to class points. These are class and the
// classes derived from it, if the unit makes objects of them. If the unit makes no objects of any, the result is class
// alone.
func (t *indirect) classesBelow(class *types.Type) []*types.Type {
	list := slices.DeleteFunc(slices.Clone(t.constructed), func(made *types.Type) bool {
		return !types.SameClass(made, class) && types.BasePath(made, class) == nil
	})
	if len(list) == 0 {
		return []*types.Type{class}
	}
	return list
}

// noteConstruction adds the class of the object that n constructs to t.constructed, if the class has a virtual
// destructor.
func (t *indirect) noteConstruction(n *ast.Node) {
	class := ast.TypeOf(n)
	if n.Kind != ast.Construct || class.Kind != types.Record || class.Destructor == nil || !t.unit.Destructor(class).Virtual {
		return
	}
	if !slices.ContainsFunc(t.constructed, func(known *types.Type) bool { return types.SameClass(known, class) }) {
		t.constructed = append(t.constructed, class)
	}
}
