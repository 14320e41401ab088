package treetest

import "github.com/warpcheck/warpcheck/frontend/ast"

// The types of programs, each once.
var (
	voidType     = &ast.Type{Kind: ast.Void, Name: "void"}
	boolType     = &ast.Type{Kind: ast.Bool, Name: "bool", Bits: 8, Size: 1}
	intType      = &ast.Type{Kind: ast.Int, Name: "int", Bits: 32, Signed: true, Size: 4}
	unsignedType = &ast.Type{Kind: ast.Int, Name: "unsigned int", Bits: 32, Size: 4}
	wideType     = &ast.Type{Kind: ast.Int, Name: "unsigned long long", Bits: 64, Size: 8}
	floatType    = &ast.Type{Kind: ast.Float, Name: "float", Bits: 32, Signed: true, Size: 4}
)

// ranks order the numbers: an operator computes in the greater type of its operands, at least int.
var ranks = map[*ast.Type]int{boolType: 0, intType: 1, unsignedType: 2, wideType: 3, floatType: 4}

func common(a, b *ast.Type) *ast.Type {
	if ranks[a] < ranks[b] {
		a = b
	}
	return promoted(a)
}

func promoted(t *ast.Type) *ast.Type {
	if t == boolType {
		return intType
	}
	return t
}

func pointerTo(t *ast.Type) *ast.Type {
	return &ast.Type{Kind: ast.Pointer, Name: t.Name + " *", Bits: 64, Elem: t, Size: 8}
}

// builtins are the variables that hold a thread's numbers.
var builtins = map[string]*ast.Var{
	"threadIdx": builtin("threadIdx", "uint3"), "blockIdx": builtin("blockIdx", "uint3"),
	"blockDim": builtin("blockDim", "dim3"), "gridDim": builtin("gridDim", "dim3"),
}

func builtin(name, record string) *ast.Var {
	t := &ast.Type{Kind: ast.Record, Name: record, Size: 12}
	for i, field := range []string{"x", "y", "z"} {
		t.Fields = append(t.Fields, &ast.Field{Name: field, Type: unsignedType, Index: i, Offset: int64(32 * i), Owner: t})
	}
	return &ast.Var{Name: name, Type: t, Storage: ast.Global, Const: true, Pos: ast.Pos{System: true}}
}

// intrinsics are the functions that programs may call besides their own.
var intrinsics = declared(map[string][]*ast.Type{ // the result first
	"__syncthreads": {voidType}, "__syncwarp": {voidType, unsignedType}, "__activemask": {unsignedType}, "__trap": {voidType},
	"__barrier_sync": {voidType, unsignedType}, "__barrier_sync_count": {voidType, unsignedType, unsignedType},
	"__syncthreads_or": {intType, intType}, "__syncthreads_and": {intType, intType}, "__syncthreads_count": {intType, intType},
	"__ballot_sync": {unsignedType, unsignedType, intType}, "__any_sync": {intType, unsignedType, intType}, "__all_sync": {intType, unsignedType, intType},
	"__match_any_sync": {unsignedType, unsignedType, unsignedType}, "__reduce_add_sync": {unsignedType, unsignedType, unsignedType},
	"__shfl_sync": {intType, unsignedType, intType, intType, intType}, "__shfl_xor_sync": {intType, unsignedType, intType, intType, intType},
	"__shfl_up_sync": {intType, unsignedType, intType, unsignedType, intType}, "__shfl_down_sync": {intType, unsignedType, intType, unsignedType, intType},
	"__match_all_sync": {unsignedType, unsignedType, unsignedType, pointerTo(intType)}, "__reduce_max_sync": {unsignedType, unsignedType, unsignedType},
	"__popc": {intType, unsignedType}, "__ffs": {intType, intType}, "__clz": {intType, intType}, "__brev": {unsignedType, unsignedType},
	"__umulhi": {unsignedType, unsignedType, unsignedType}, "__byte_perm": {unsignedType, unsignedType, unsignedType, unsignedType},
	"__usad": {unsignedType, unsignedType, unsignedType, unsignedType}, "__uhadd": {unsignedType, unsignedType, unsignedType},
	"__funnelshift_l": {unsignedType, unsignedType, unsignedType, unsignedType}, "__funnelshift_rc": {unsignedType, unsignedType, unsignedType, unsignedType},
})

func declared(signatures map[string][]*ast.Type) map[string]*ast.Function {
	all := map[string]*ast.Function{}
	for name, types := range signatures {
		f := &ast.Function{Name: name, Qualified: name, Device: true, Result: types[0], Pos: ast.Pos{System: true}}
		for _, t := range types[1:] {
			f.Params = append(f.Params, &ast.Var{Type: t, Storage: ast.Param})
		}
		all[name] = f
	}
	return all
}
