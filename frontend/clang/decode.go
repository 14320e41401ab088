package clang

/*
#include "tree.h"
*/
import "C"

import (
	"regexp"
	"unsafe"

	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/source"
)

// Tree is the result of a parse.
type Tree struct {
	// Functions, Hosts, Destructors, Launches, Files, Entered and Skipped have the same meaning as in [ast.Unit].
	Functions, Hosts []*ast.Function
	Destructors      map[*types.Func]*ast.Function
	Launches         []*ast.Launch
	Diagnostics      []source.Diagnostic
	Files            []string
	Entered          map[string]int
	Skipped          []source.Pos
}

// decoder converts the flat arrays of tree.h to linked Go values. It uses one slice per kind of value, so that a unit
// needs few allocations.
type decoder struct {
	request    *Request
	strings    []string
	lists      []C.wc_index
	positions  []source.Pos
	nodes      []ast.Node
	assemblies []ast.Asm
	types      []types.Type
	fields     []types.Field
	vars       []ast.Var
	funcs      []ast.Function

	destructors map[*types.Func]*ast.Function
}

func decode(flat *C.wc_unit, r *Request) *Tree {
	d := &decoder{
		request: r,
		lists:   unsafe.Slice(flat.lists, flat.lists_count),
		nodes:   make([]ast.Node, flat.nodes_count),
		types:   make([]types.Type, flat.types_count),
		fields:  make([]types.Field, flat.fields_count),
		vars:    make([]ast.Var, flat.vars_count),
		funcs:   make([]ast.Function, flat.funcs_count),

		destructors: map[*types.Func]*ast.Function{},
	}
	d.decodeStrings(flat)
	d.decodePositions(unsafe.Slice(flat.positions, flat.positions_count))
	d.decodeAssemblies(unsafe.Slice(flat.assemblies, flat.assemblies_count))
	d.decodeFields(unsafe.Slice(flat.fields, flat.fields_count))
	d.decodeTypes(unsafe.Slice(flat.types, flat.types_count))
	endCycles(d.types)
	d.decodeVars(unsafe.Slice(flat.vars, flat.vars_count))
	d.decodeNodes(unsafe.Slice(flat.nodes, flat.nodes_count))
	d.decodeFuncs(flat)
	return d.tree(flat)
}

func (d *decoder) tree(flat *C.wc_unit) *Tree {
	t := &Tree{Entered: map[string]int{}, Destructors: d.destructors}
	t.Functions = d.functions(unsafe.Slice(flat.defined, flat.defined_count))
	t.Hosts = d.functions(unsafe.Slice(flat.hosts, flat.hosts_count))
	for _, launch := range unsafe.Slice(flat.launches, flat.launches_count) {
		t.Launches = append(t.Launches, &ast.Launch{
			Kernel: d.function(launch.kernel),
			Node:   d.node(launch.node),
			Pos:    d.position(launch.pos),
		})
	}
	for _, diagnostic := range unsafe.Slice(flat.diagnostics, flat.diagnostics_count) {
		t.Diagnostics = append(t.Diagnostics, source.Diagnostic{
			Severity: source.Severity(diagnostic.severity), Kind: source.Kind(diagnostic.kind),
			Pos: d.position(diagnostic.pos), Text: d.string(diagnostic.text),
			Name: d.string(diagnostic.name), Of: d.string(diagnostic.of), Missing: d.string(diagnostic.missing),
		})
	}
	for _, file := range unsafe.Slice(flat.files, flat.files_count) {
		t.Files = append(t.Files, d.name(file))
	}
	for _, file := range unsafe.Slice(flat.entered, flat.entered_count) {
		t.Entered[d.name(file)]++
	}
	for _, pos := range unsafe.Slice(flat.skipped, flat.skipped_count) {
		t.Skipped = append(t.Skipped, d.position(pos))
	}
	return t
}

func (d *decoder) functions(indices []C.wc_index) []*ast.Function {
	var list []*ast.Function
	for _, index := range indices {
		list = append(list, &d.funcs[index])
	}
	return list
}

// name converts the name of a file, as clang spells it, to the name in the result. index is the place of the spelling
// in the strings.
func (d *decoder) name(index C.wc_index) string { return d.request.Name(d.string(index)) }

func (d *decoder) decodeStrings(flat *C.wc_unit) {
	ends := unsafe.Slice(flat.strings, flat.strings_count)
	d.strings = make([]string, len(ends))
	if len(ends) == 0 {
		return
	}
	text := C.GoStringN(flat.text, C.int(ends[len(ends)-1]))
	start := C.int64_t(0)
	for i, end := range ends {
		d.strings[i] = text[start:end]
		start = end
	}
}

func (d *decoder) decodePositions(from []C.wc_pos) {
	d.positions = make([]source.Pos, len(from))
	for i, at := range from {
		d.positions[i] = source.Pos{
			File: d.name(at.file), Line: int(at.line), Column: int(at.column),
			EndLine: int(at.end_line), EndColumn: int(at.end_column),
			Offset: int(at.offset), System: at.system != 0,
		}
		d.request.Place(&d.positions[i])
		if at.macro >= 0 {
			d.positions[i].Macro = &d.positions[at.macro]
		}
	}
}

func (d *decoder) decodeAssemblies(from []C.wc_asm) {
	d.assemblies = make([]ast.Asm, len(from))
	for i, asm := range from {
		d.assemblies[i] = ast.Asm{
			Outputs: int(asm.outputs), Inputs: int(asm.inputs), Volatile: asm.is_volatile != 0,
			Constraints: gather(d, asm.constraints, d.string),
			Names:       gather(d, asm.names, d.string),
		}
	}
}

func (d *decoder) decodeTypes(from []C.wc_type) {
	for i, t := range from {
		d.types[i] = types.Type{
			Kind: types.Kind(t.kind), Name: d.string(t.name), Bits: int(t.bits),
			Signed: t.flags&C.WC_SIGNED != 0, Union: t.flags&C.WC_UNION != 0,
			Enumeration: t.flags&C.WC_ENUMERATION != 0, VirtualBase: t.flags&C.WC_VIRTUAL_BASE != 0,
			Volatile: t.flags&C.WC_VOLATILE_TYPE != 0, OfMember: t.flags&C.WC_OF_MEMBER != 0,
			Elem: d.typ(t.elem), Len: int64(t.len), Size: int64(t.size),
			Fields: gather(d, t.fields, d.field),
			Bases:  gather(d, t.bases, d.typ),
		}
		if d.types[i].Enumeration {
			for _, f := range d.types[i].Fields {
				d.types[i].Enumerators = append(d.types[i].Enumerators, f.Offset)
			}
			d.types[i].Fields = nil
		}
		if f := d.function(t.destructor); f != nil {
			d.types[i].Destructor, d.destructors[&f.Func] = &f.Func, f
		}
	}
}

func (d *decoder) decodeFields(from []C.wc_field) {
	for i, f := range from {
		d.fields[i] = types.Field{
			Name: d.string(f.name), Type: d.typ(f._type), Index: int(f.index),
			BitWidth: int(f.bits), Offset: int64(f.offset), Owner: d.typ(f.owner),
		}
	}
}

func (d *decoder) decodeVars(from []C.wc_var) {
	for i, v := range from {
		d.vars[i] = ast.Var{Init: d.node(v.init), Var: types.Var{
			Name: d.string(v.name), Scope: d.string(v.scope), Type: d.typ(v._type), Storage: types.Storage(v.storage),
			Const: v.flags&C.WC_CONST != 0, Volatile: v.flags&C.WC_VOLATILE != 0,
			Unwritten: v.flags&C.WC_UNWRITTEN != 0, Own: v.flags&C.WC_OWN != 0,
			Static: v.flags&C.WC_STATIC != 0, Known: v.flags&C.WC_VALUE != 0,
			Value: int64(v.value), Alignment: int(v.alignment), Pos: d.position(v.pos),
		}}
	}
}

func (d *decoder) decodeNodes(from []C.wc_node) {
	for i, n := range from {
		node := &d.nodes[i]
		*node = ast.Node{
			Kind: ast.Kind(n.kind), Op: operator.Op(n.op), Type: d.typ(n._type),
			LValue: n.flags&C.WC_LVALUE != 0, Known: n.flags&C.WC_KNOWN != 0,
			Value: int64(n.value), Children: gather(d, n.children, d.node),
			Func: d.function(n._func), Field: d.field(n.field), Base: d.typ(n.base),
			Text: d.string(n.text), Pos: d.position(n.pos),
		}
		if n._var >= 0 {
			node.Var = &d.vars[n._var]
		}
		if n.assembly >= 0 {
			node.Asm = &d.assemblies[n.assembly]
		}
	}
}

func (d *decoder) decodeFuncs(flat *C.wc_unit) {
	inits, bounds := unsafe.Slice(flat.inits, flat.inits_count), unsafe.Slice(flat.bounds, flat.bounds_count)
	for i, f := range unsafe.Slice(flat.funcs, flat.funcs_count) {
		function := &d.funcs[i]
		*function = ast.Function{
			Func: types.Func{
				Name: d.string(f.name), Qualified: withoutVersions(d.string(f.qualified)),
				Key: d.string(f.key), Pos: d.position(f.pos),
				Pattern: f.flags&C.WC_PATTERN != 0, MaxThreads: int(f.max_threads),
				Cluster: [3]int{int(f.cluster[0]), int(f.cluster[1]), int(f.cluster[2])},
			},
			Template: withoutVersions(d.string(f.pattern)),
			Kernel:   f.flags&C.WC_KERNEL != 0, Device: f.flags&C.WC_DEVICE != 0, Host: f.flags&C.WC_HOST != 0,
			Constructor: f.flags&C.WC_CONSTRUCTOR != 0, Destructor: f.flags&C.WC_DESTRUCTOR != 0,
			Implicit: f.flags&C.WC_IMPLICIT != 0, Virtual: f.flags&C.WC_VIRTUAL != 0, NoReturn: f.flags&C.WC_NO_RETURN != 0,
			This: d.typ(f.this_type), Result: d.typ(f.result), Body: d.node(f.body),
			Params:   gather(d, f.params, func(index C.wc_index) *ast.Var { return &d.vars[index] }),
			Required: int(f.required),
		}
		for _, b := range bounds[f.bounds.start : f.bounds.start+f.bounds.count] {
			function.Bounds = append(function.Bounds, types.LaunchBounds{Pos: d.position(b.pos), MaxThreads: int(b.max_threads), MinBlocks: int(b.min_blocks), MaxClusters: int(b.max_clusters)})
		}
		for _, init := range inits[f.inits.start : f.inits.start+f.inits.count] {
			function.Inits = append(function.Inits, &ast.Init{
				Field: d.field(init.field), Base: d.typ(init.base), Value: d.node(init.value),
			})
		}
		if function.Implicit {
			disown(function)
		}
	}
}

// disown marks the code that the compiler generates in a member as not the user's. clang gives such code the place of
// the class, or of the word default. An initialiser of a field that the user wrote has another place, and stays the
// user's.
func disown(f *ast.Function) {
	disownNodes(f.Body, func(source.Pos) bool { return true })
	for _, init := range f.Inits {
		disownNodes(init.Value, func(at source.Pos) bool { return at.File == f.Pos.File && at.Offset == f.Pos.Offset })
	}
}

// disownNodes marks nodes as not the user's: n and the nodes below it, if isWritten is true for their places.
func disownNodes(n *ast.Node, isWritten func(at source.Pos) bool) {
	if n == nil {
		return
	}
	if isWritten(n.Pos) {
		n.Pos.System = true
	}
	for _, child := range n.Children {
		disownNodes(child, isWritten)
	}
}

// gather returns the values to which a list of indices refers.
func gather[T any](d *decoder, list C.wc_list, resolve func(C.wc_index) T) []T {
	if list.count == 0 {
		return nil
	}
	made := make([]T, list.count)
	for i, index := range d.lists[list.start : list.start+list.count] {
		made[i] = resolve(index)
	}
	return made
}

func (d *decoder) string(index C.wc_index) string {
	if index < 0 {
		return ""
	}
	return d.strings[index]
}

func (d *decoder) position(index C.wc_index) source.Pos {
	if index < 0 {
		return source.Pos{}
	}
	return d.positions[index]
}

func (d *decoder) node(index C.wc_index) *ast.Node {
	if index < 0 {
		return nil
	}
	return &d.nodes[index]
}

func (d *decoder) typ(index C.wc_index) *types.Type {
	if index < 0 {
		return nil
	}
	return &d.types[index]
}

func (d *decoder) field(index C.wc_index) *types.Field {
	if index < 0 {
		return nil
	}
	return &d.fields[index]
}

func (d *decoder) function(index C.wc_index) *ast.Function {
	if index < 0 {
		return nil
	}
	return &d.funcs[index]
}

// version matches a namespace with a library's version in its name.
var version = regexp.MustCompile(`\b(__[a-z]*[0-9]+|[A-Z_]+_[0-9]{6}(_\w+)?)::`)

// withoutVersions returns a qualified name as programs write it, without namespaces for versions.
func withoutVersions(name string) string { return version.ReplaceAllString(name, "") }
