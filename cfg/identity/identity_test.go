package identity

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/internal/treetest"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

const text = `
__device__ int half(int x) { return x / 2; }
__device__ int twice(int x) { if (x > 3) return half(x); return 2 * x; }
__global__ void k(int *d, int n) {
  __shared__ int s[32];
  s[threadIdx.x] = d[threadIdx.x];
  for (int i = threadIdx.x; i < n; i += 32) {
    if (d[i] > 0) __syncwarp(0xffffffff);
    switch (n) { case 1: d[i] = s[1]; break; default: n = twice(n); }
  }
  if (n) return;
  while (__shfl_xor_sync(0xffffffff, n, 1, 32)) n--;
}`

// program returns a program with a launch and with types that contain each other.
func program(t *testing.T) (p *cfg.Program, root *cfg.Func) {
	p = treetest.Program(t, text)
	root = p.Roots[0]
	list := &types.Type{Kind: types.Record, Name: "list", Size: 16}
	next := &types.Type{Kind: types.Pointer, Name: "list *", Bits: 64, Size: 8, Elem: list}
	list.Fields = []*types.Field{{Name: "next", Type: next, Owner: list}, {Name: "n", Type: types.Int32, Index: 1, Offset: 64, Owner: list}}
	list.Destructor = &types.Func{Key: "~list", Pos: source.Pos{Line: 1}}
	root.Decl.Bounds = []types.LaunchBounds{{Pos: source.Pos{Line: 1}, MaxThreads: 128}}
	first := root.Blocks[0].Instrs[0]
	first.Classes = []*types.Type{list}
	first.Field = list.Fields[1]
	first.Tile, first.Product, first.Engine = &cfg.Tile{}, &cfg.Product{}, &cfg.Engine{}
	first.Statement, first.CopyOf = &source.Pos{Line: 3}, root.Blocks[0].Instrs[1]
	first.Pos.Macro = &source.Pos{Line: 1}
	for _, o := range root.Objects {
		if o.Storage == types.Shared {
			n := int64(1)
			o.Stored = &n
		}
	}
	p.Launches = []*cfg.Launch{{Kernel: root.Decl, Block: &[3]int{64, 1, 1}, Params: []*types.Var{root.Params[1].Var},
		Premises: []*cfg.Premise{{Op: operator.GT, Args: []*cfg.Premise{cfg.ParameterPremise(root.Params[1].Var), cfg.ConstantPremise(3)}}}}}
	return p, root
}

// change is a change of one number, text or pointer of a program, and how it is undone.
type change struct {
	path string
	make func() (undo func())
}

// changes returns a change of each value that can be reached from v. The path of a place ends with @.
func changes(v reflect.Value, path string, seen map[any]bool) (all []change) {
	set := func(to reflect.Value) {
		all = append(all, change{path, func() func() {
			before := reflect.ValueOf(v.Interface())
			v.Set(to)
			return func() { v.Set(before) }
		}})
	}
	switch v.Kind() {
	case reflect.Bool:
		set(reflect.ValueOf(!v.Bool()).Convert(v.Type()))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		set(reflect.ValueOf(v.Int() + 1).Convert(v.Type()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		set(reflect.ValueOf(v.Uint() + 1).Convert(v.Type()))
	case reflect.String:
		set(reflect.ValueOf(v.String() + "x").Convert(v.Type()))
	case reflect.Struct:
		if v.Type() == place {
			path += "@"
		}
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				all = append(all, changes(v.Field(i), path+"."+v.Type().Field(i).Name, seen)...)
			}
		}
	case reflect.Array, reflect.Slice:
		for i := range v.Len() {
			all = append(all, changes(v.Index(i), fmt.Sprintf("%s[%d]", path, i), seen)...)
		}
		if v.Kind() == reflect.Slice && v.Len() > 0 {
			set(v.Slice(0, v.Len()-1))
		}
	case reflect.Pointer:
		switch {
		case v.IsNil() && v.Type().Elem().Kind() != reflect.Func:
			if _, isPart := parts[v.Type()]; !isPart {
				set(reflect.New(v.Type().Elem()))
			}
		case !seen[v.Interface()]:
			seen[v.Interface()] = true
			all = append(all, changes(v.Elem(), path, seen)...)
		}
	}
	return all
}

// parts are the types of pointers that are written as the number of a part of the graph. A new part has none.
var parts = map[reflect.Type]bool{reflect.TypeFor[*cfg.Func](): true, reflect.TypeFor[*cfg.Block](): true, reflect.TypeFor[*cfg.Loop](): true,
	reflect.TypeFor[*cfg.Object](): true, reflect.TypeFor[*cfg.Instr](): true, reflect.TypeFor[*cfg.Launch](): true}

// Every value that can be reached from a root enters its key, so that roots that differ in anything have different keys.
func TestEachValueEntersTheKey(t *testing.T) {
	p, root := program(t)
	before := read(p, root)
	seen := map[any]bool{}
	all := append(changes(reflect.ValueOf(root), "k", seen), changes(reflect.ValueOf(p.Launches[0]), "launch", seen)...)
	all = append(all, changes(reflect.ValueOf(&p.Arch).Elem(), "arch", seen)...)
	reading := InReadings(p)[root]
	unread := map[string]bool{"launch.Why": true}
	for _, field := range []string{"File", "Line", "Column", "EndLine", "EndColumn", "Offset", "Macro", "System"} {
		unread["launch.Pos@."+field] = true
	}
	for _, c := range all {
		undo := c.make()
		isNumber := strings.HasSuffix(c.path, ".Object.ID") // of a shared variable
		if after := read(p, root); (after == before) != (unread[c.path] || isNumber || strings.Contains(c.path, ".Destructor.Pos@")) {
			t.Errorf("with another %s the key stays: %v", c.path, after == before)
		}
		isLeftOut := c.path == "arch" || strings.HasSuffix(c.path, "@.Offset")
		if after := InReadings(p)[root]; (after == reading) != (unread[c.path] || isNumber || isLeftOut) {
			t.Errorf("with another %s the key for readings stays: %v", c.path, after == reading)
		}
		undo()
	}
	if after := read(p, root); after != before || len(all) < 3000 {
		t.Errorf("%d changes, and what is read behind them is %s", len(all), after)
	}
}

// read returns all that is read of a root: its key, and what a result is moved by.
func read(p *cfg.Program, root *cfg.Func) string {
	is := Keys(p)[root]
	return fmt.Sprintf("%x %v %v", is.Key, is.Lines, is.offsets)
}

// The rest of the program does not enter the key: neither other functions before and behind, nor the number of a shared
// variable among those of the program.
func TestTheRestIsNotInTheKey(t *testing.T) {
	const other = `
__device__ int before(int x) { return x; }
`
	p := treetest.Program(t, text)
	moved := treetest.Program(t, text+`
__global__ void later(int *d) { __shared__ int other[4]; d[0] = other[threadIdx.x]; }`)
	if Keys(p)[p.Roots[0]].Key != Keys(moved)[moved.Roots[0]].Key {
		t.Error("a kernel behind it changes the key")
	}
	for _, o := range p.Globals {
		o.ID += 7
	}
	if Keys(p)[p.Roots[0]].Key != Keys(moved)[moved.Roots[0]].Key {
		t.Error("the numbers of variables change the key")
	}
	first := treetest.Program(t, other+text)
	if Keys(first)[first.Roots[0]].Key != Keys(p)[p.Roots[0]].Key {
		t.Error("text above it changes the key")
	}
	if InReadings(first)[first.Roots[0]] == InReadings(p)[p.Roots[0]] {
		t.Error("the place does not change the key for readings")
	}
}

// The order of variables is part of the key.
func TestOrderOfVariables(t *testing.T) {
	p, root := program(t)
	var shared []*cfg.Object
	for _, name := range []string{"a", "b"} {
		shared = append(shared, &cfg.Object{ID: len(shared) + 5, Name: name, Type: types.Int32, Storage: types.Shared})
	}
	root.Blocks[0].Instrs[0].Object, root.Blocks[0].Instrs[1].Object = shared[0], shared[1]
	before := Keys(p)[root].Key
	shared[0].ID, shared[1].ID = 6, 5
	if Keys(p)[root].Key == before {
		t.Error("the key stays")
	}
	root.Blocks[0].Instrs[1].Object = shared[0]
	shared[1].Name = "a"
	both := Keys(p)[root].Key
	root.Blocks[0].Instrs[1].Object = shared[1]
	if Keys(p)[root].Key == both {
		t.Error("one variable is as two that look alike")
	}
}

// The key of a type does not depend on the type of its circle that was asked about first, and each part enters it.
func TestCircles(t *testing.T) {
	made := func(size int64) (a, b *types.Type) {
		a, b = &types.Type{Kind: types.Record, Name: "a"}, &types.Type{Kind: types.Record, Name: "b", Size: size}
		pointer := func(to *types.Type) *types.Type { return &types.Type{Kind: types.Pointer, Elem: to} }
		a.Fields = []*types.Field{{Name: "b", Type: pointer(b), Owner: a}}
		b.Fields = []*types.Field{{Name: "a", Type: pointer(a), Owner: b}, {Name: "own", Type: pointer(b), Owner: b}}
		return a, b
	}
	of := func(list ...*types.Type) (all []Key) {
		k := &keys{types: map[*types.Type]Key{}}
		for _, one := range list {
			all = append(all, k.typeKey(one))
		}
		return all
	}
	a, b := made(8)
	forth, back, other := of(a, b), of(b, a), of(made(16))
	if forth[0] != back[1] || forth[1] != back[0] {
		t.Error("the order changes the keys")
	}
	if forth[0] == forth[1] || forth[0] == other[0] || forth[1] == other[1] {
		t.Error("different types have one key")
	}
}

// A premise that is a question to the host has no encoding: its answers decide, not the key.
func TestQuestions(t *testing.T) {
	p, root := program(t)
	ask := &cfg.Premise{Args: []*cfg.Premise{cfg.ConstantPremise(1)}, Allows: func([]*int64) bool { return true }}
	before := Keys(p)[root].Key
	p.Launches[0].Premises = append(p.Launches[0].Premises, ask)
	with := Keys(p)[root].Key
	ask.Allows = func([]*int64) bool { return false }
	if with == before || Keys(p)[root].Key != with {
		t.Error("the key has the answer instead of the question")
	}
	if found := Questions(p, root); len(found) != 1 || found[0] != ask {
		t.Error(found)
	}
	p.Launches[0].Extents[0] = warp.Extent{Most: 3}
	if Keys(p)[root].Key == with {
		t.Error("the extents are not in the key")
	}
}

func BenchmarkKeys(b *testing.B) {
	p := treetest.Program(b, text)
	for b.Loop() {
		Keys(p)
	}
}
