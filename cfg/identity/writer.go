package identity

import (
	"crypto/sha256"
	"encoding/binary"
	"math"
	"reflect"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/internal/linetext"
	"github.com/warpcheck/warpcheck/source"
)

// writer encodes values. Each encoding can be decoded, so that different values have different ones: a list has its
// length in front, and a struct has the numbers of its fields that are not zero.
type writer struct {
	keys *keys
	// in is the function whose graph is encoded, nil outside of functions.
	in   *cfg.Func
	text []byte
	part function
	// functions and variables number the functions and variables of the part. The other maps number the other things
	// that occur in it.
	functions map[*cfg.Func]int
	variables map[*cfg.Object]int
	types     map[*types.Type]int
	declared  map[*types.Var]int
	numbers   map[numbered]int
	// places lists the places that occur, by their numbers.
	places []numbered
	// isOfType reports whether a type is being encoded. The places where the type's members are declared are left out,
	// because no analysis reads them.
	isOfType bool
}

func newWriter(k *keys, in *cfg.Func) *writer {
	return &writer{keys: k, in: in, functions: map[*cfg.Func]int{}, variables: map[*cfg.Object]int{},
		types: map[*types.Type]int{}, declared: map[*types.Var]int{}, numbers: map[numbered]int{}}
}

// end returns the digest of all that was written.
func (w *writer) end() *function {
	w.endPlaces()
	part := w.part
	part.digest = sha256.Sum256(w.text)
	return &part
}

func (w *writer) number(n int64) { w.text = binary.AppendVarint(w.text, n) }

func (w *writer) bytes(text []byte) { w.text = append(w.text, text...) }

func (w *writer) word(s string) {
	w.number(int64(len(s)))
	w.text = append(w.text, s...)
	w.part.namesLines = w.part.namesLines || linetext.Named(s)
}

// value writes a value that is not part of a graph.
func (w *writer) value(v any) { w.encode(reflect.ValueOf(v)) }

// launch writes those parts of a launch that an analysis of its kernel reads.
func (w *writer) launch(l *cfg.Launch) {
	read := *l
	read.Kernel, read.Why, read.Pos = nil, "", source.Pos{}
	w.value(read)
}

// graph writes a function. A part of the graph is written in full where its owner is written. All other pointers to it
// are written as its number.
func (w *writer) graph(fn *cfg.Func) {
	w.owner(reflect.ValueOf(fn).Elem(), func(name string, field reflect.Value) bool {
		switch name {
		case "Objects", "Loops":
			w.elements(field, w.encode)
		case "Blocks":
			w.elements(field, w.block)
		default:
			return false
		}
		return true
	})
}

// block writes a block with its instructions.
func (w *writer) block(blk reflect.Value) {
	w.owner(blk, func(name string, field reflect.Value) bool {
		if name != "Instrs" {
			return false
		}
		w.elements(field, w.encode)
		return true
	})
}

// elements writes what the pointers of a list point to.
func (w *writer) elements(list reflect.Value, write func(reflect.Value)) {
	w.number(int64(list.Len()))
	for i := range list.Len() {
		write(list.Index(i).Elem())
	}
}

// owner writes the fields of a struct that are not zero, each after its number. If owned returns true for a field, it
// has written the field itself. owned may be nil.
func (w *writer) owner(v reflect.Value, owned func(name string, field reflect.Value) bool) {
	for i := range v.NumField() {
		field := v.Field(i)
		if field.IsZero() {
			continue
		}
		w.number(int64(i + 1))
		if owned == nil || !owned(v.Type().Field(i).Name, field) {
			w.encode(field)
		}
	}
	w.number(0)
}

// fields writes a struct that owns no part of a graph.
func (w *writer) fields(v reflect.Value) { w.owner(v, nil) }

// place is the reflect type of a position.
var place = reflect.TypeFor[source.Pos]()

// encode writes any value.
func (w *writer) encode(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		if v.Bool() {
			w.number(1)
		} else {
			w.number(0)
		}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		w.number(v.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		w.number(int64(v.Uint()))
	case reflect.Float32, reflect.Float64:
		w.number(int64(math.Float64bits(v.Float())))
	case reflect.String:
		w.word(v.String())
	case reflect.Slice, reflect.Array:
		w.number(int64(v.Len()))
		for i := range v.Len() {
			w.encode(v.Index(i))
		}
	case reflect.Struct:
		if v.Type() == place {
			w.place(v.Interface().(source.Pos))
			return
		}
		w.fields(v)
	case reflect.Pointer:
		w.pointer(v)
	default:
		w.part.hasNone = true
	}
}

// pointer writes the number of the value that a pointer points to, or the value itself if it has no number yet. For an
// instruction it also writes the operation and the place, because the number does not identify an instruction of
// another graph.
func (w *writer) pointer(v reflect.Value) {
	if v.IsNil() {
		w.number(0)
		return
	}
	w.number(1)
	switch to := v.Interface().(type) {
	case *cfg.Block:
		w.number(int64(to.Index))
	case *cfg.Loop:
		w.number(int64(to.Header.Index))
	case *cfg.Instr:
		w.number(int64(to.ID))
		w.number(int64(to.Op))
		w.place(to.Pos)
	case *cfg.Func:
		w.number(numberOf(w.functions, &w.part.functions, to))
		w.word(to.Name)
	case *cfg.Object:
		if to.Func != nil && to.Func == w.in {
			w.number(int64(to.ID))
			return
		}
		w.number(-1 - numberOf(w.variables, &w.part.variables, to))
	case *types.Type:
		w.typeOf(to)
	case *types.Var:
		if at, isKnown := w.declared[to]; isKnown {
			w.number(int64(at))
			return
		}
		w.declared[to] = len(w.declared) + 1
		w.number(0)
		w.fields(v.Elem())
	case *types.Field:
		if to.Owner != nil {
			w.number(int64(to.Index))
			w.typeOf(to.Owner)
			return
		}
		w.number(-1)
		w.fields(v.Elem())
	case *cfg.Premise:
		w.premise(to)
	default:
		w.encode(v.Elem())
	}
}

// premise writes a premise. If the premise is not a formula, it writes only that there is a question (Questions).
func (w *writer) premise(p *cfg.Premise) {
	formula := *p
	formula.Allows = nil
	w.encode(reflect.ValueOf(p.Allows != nil))
	w.encode(reflect.ValueOf(formula))
}

// numberOf returns the index of part in list. If part is new, it appends it first.
func numberOf[T any](numbers map[*T]int, list *[]*T, part *T) int64 {
	n, isKnown := numbers[part]
	if !isKnown {
		n = len(*list)
		numbers[part] = n
		*list = append(*list, part)
	}
	return int64(n)
}

// typeOf writes the number of a type, and its key where it occurs first.
func (w *writer) typeOf(t *types.Type) {
	at, isKnown := w.types[t]
	if isKnown {
		w.number(int64(at))
		return
	}
	w.types[t] = len(w.types) + 1
	w.number(0)
	key := w.keys.typeKey(t)
	w.bytes(key[:])
}
