package identity

import (
	"reflect"

	"github.com/warpcheck/warpcheck/cfg/types"
)

// Types may contain each other through pointers. The types that contain a type and are contained in it form its circle.
// The key of a type is computed from the contents of the types of its circle, in the order in which they occur, and
// from the keys of all other types that it contains. It does not depend on which type is computed first.

// circles finds the circles of types (Tarjan's algorithm).
type circles struct {
	keys *keys
	// number holds the order in which types were found. lowest holds the first type on the stack that a type contains.
	number, lowest map[*types.Type]int
	stack          []*types.Type
}

// typeKey returns the key of a type, from the cache if it was computed before.
func (k *keys) typeKey(t *types.Type) Key {
	if _, isKnown := k.types[t]; !isKnown {
		(&circles{keys: k, number: map[*types.Type]int{}, lowest: map[*types.Type]int{}}).find(t)
	}
	return k.types[t]
}

// find computes the keys of the types that t contains. It also computes the key of t, unless t is in a circle with an
// earlier type of the stack. Then the call for the first type of the circle computes the keys of all its types.
func (c *circles) find(t *types.Type) {
	c.number[t], c.lowest[t] = len(c.number), len(c.number)
	c.stack = append(c.stack, t)
	for _, next := range within(t) {
		if _, isKnown := c.keys.types[next]; isKnown {
			continue
		}
		if at, isFound := c.number[next]; isFound {
			c.lowest[t] = min(c.lowest[t], at)
			continue
		}
		c.find(next)
		c.lowest[t] = min(c.lowest[t], c.lowest[next])
	}
	if c.lowest[t] < c.number[t] {
		return
	}
	first := len(c.stack) - 1
	for c.stack[first] != t {
		first--
	}
	circle := c.stack[first:]
	c.stack = c.stack[:first]
	found := map[*types.Type]Key{}
	for _, member := range circle {
		found[member] = c.keys.inCircle(member)
	}
	for member, key := range found {
		c.keys.types[member] = key
	}
}

// within returns the types that t contains.
func within(t *types.Type) []*types.Type {
	all := append([]*types.Type{}, t.Bases...)
	if t.Elem != nil {
		all = append(all, t.Elem)
	}
	for _, f := range t.Fields {
		if f.Type != nil {
			all = append(all, f.Type)
		}
		if f.Owner != nil {
			all = append(all, f.Owner)
		}
	}
	return all
}

// inCircle computes the key of a type. The types outside of its circle must have keys already.
func (k *keys) inCircle(t *types.Type) Key {
	w := newWriter(k, nil)
	w.isOfType = true
	open := []*types.Type{t}
	w.types[t] = 1
	for i := 0; i < len(open); i++ {
		w.content(open[i], func(next *types.Type) {
			key, isOutside := k.types[next]
			at, isKnown := w.types[next]
			switch {
			case isOutside:
				w.number(0)
				w.bytes(key[:])
				return
			case !isKnown:
				open = append(open, next)
				at = len(open)
				w.types[next] = at
			}
			w.number(int64(at))
		})
	}
	return w.end().digest
}

// content writes a type. For each type that it contains, it calls refer.
func (w *writer) content(t *types.Type, refer func(*types.Type)) {
	one := func(field reflect.Value) { refer(field.Interface().(*types.Type)) }
	w.owner(reflect.ValueOf(t).Elem(), func(name string, field reflect.Value) bool {
		switch name {
		case "Elem":
			one(field)
		case "Bases":
			w.number(int64(field.Len()))
			for i := range field.Len() {
				one(field.Index(i))
			}
		case "Fields":
			w.elements(field, func(member reflect.Value) {
				w.owner(member, func(name string, field reflect.Value) bool {
					if name == "Type" || name == "Owner" {
						one(field)
						return true
					}
					return false
				})
			})
		default:
			return false
		}
		return true
	})
}
