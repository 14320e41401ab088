package cfg

import (
	"slices"

	"github.com/warpcheck/warpcheck/frontend/ast"
)

// deletion is delete: of a pointer that is not null, what it points to is destroyed, and its
// memory is given back.
func (b *builder) deletion(n *ast.Node) *Instr {
	pointer := b.value(child(n, 0))
	if class := elem(pointer.Type); class.Kind == ast.Record && class.Destructor != nil {
		destroy, done := b.newBlock(), b.newBlock()
		b.branch(b.binary(ast.NE, boolType, pointer, b.constant(0, pointer.Type)), destroy, done)
		b.start(destroy)
		if n.Kind == ast.DeleteArray {
			b.destroyElements(pointer, class)
		} else {
			b.destroyOne(pointer, class)
		}
		b.enter(done)
	}
	return b.unknown("operator delete", nil, pointer)
}

// destroyElements destroys the elements of an array of unknown length.
func (b *builder) destroyElements(array *Instr, class *ast.Type) {
	head, body, done := b.newBlock(), b.newBlock(), b.newBlock()
	b.enter(head)
	b.branch(b.unknown("the length of an array that is deleted", boolType, array), body, done)
	b.start(body)
	element := b.unknown("an element of an array that is deleted", array.Type, array)
	b.destroyer(class, func() *Instr { return element })()
	b.jump(head)
	b.start(done)
}

// destroyOne destroys an object of a class, or of one derived from it where the destructor is
// virtual: which one is a function of the pointer of which nothing is known.
func (b *builder) destroyOne(pointer *Instr, class *ast.Type) {
	classes := []*ast.Type{class}
	if class.Destructor.Virtual {
		classes = b.targets.classesBelow(class)
	}
	if len(classes) > maxTargets {
		b.hiding("a virtual destructor", nil, pointer)
		return
	}
	var which *Instr
	if len(classes) > 1 {
		which = b.pure("the class of an object that is deleted, below "+class.Name, intType, pointer)
	}
	done := b.newBlock()
	for i, derived := range classes {
		next := done
		if i < len(classes)-1 {
			meant := b.newBlock()
			next = b.newBlock()
			b.branch(b.binary(ast.EQ, boolType, which, b.constant(int64(i), intType)), meant, next)
			b.start(meant)
		}
		if destroy := b.destroyer(derived, func() *Instr { return b.asDerived(pointer, derived) }); destroy != nil {
			destroy()
		}
		b.jump(done)
		b.start(next)
	}
}

// asDerived is a pointer to an object of a class, which the object is of.
func (b *builder) asDerived(pointer *Instr, class *ast.Type) *Instr {
	if sameClass(elem(pointer.Type), class) {
		return pointer
	}
	return b.toDerived(pointer, class)
}

// classesBelow are the classes of the objects that a pointer to one of a class may point to:
// those of the unit's objects that are of the class or derived from it, itself where there are
// none.
func (t *indirect) classesBelow(class *ast.Type) []*ast.Type {
	list := slices.DeleteFunc(slices.Clone(t.made), func(made *ast.Type) bool {
		return !sameClass(made, class) && basePath(made, class) == nil
	})
	if len(list) == 0 {
		return []*ast.Type{class}
	}
	return list
}

// make notes the class of an object that is made at a node, where its destructor is virtual.
func (t *indirect) make(n *ast.Node) {
	class := typeOf(n)
	if n.Kind != ast.Construct || class.Kind != ast.Record || class.Destructor == nil || !class.Destructor.Virtual {
		return
	}
	if !slices.ContainsFunc(t.made, func(known *ast.Type) bool { return sameClass(known, class) }) {
		t.made = append(t.made, class)
	}
}
