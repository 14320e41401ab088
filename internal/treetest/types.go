package treetest

import (
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/source"
)

// The types of programs. There is one object for each type, so that types can be compared by address.
var (
	voidType     = &types.Type{Kind: types.Void, Name: "void"}
	boolType     = &types.Type{Kind: types.Bool, Name: "bool", Bits: 8, Size: 1}
	intType      = &types.Type{Kind: types.Int, Name: "int", Bits: 32, Signed: true, Size: 4}
	unsignedType = &types.Type{Kind: types.Int, Name: "unsigned int", Bits: 32, Size: 4}
	wideType     = &types.Type{Kind: types.Int, Name: "unsigned long long", Bits: 64, Size: 8}
	floatType    = &types.Type{Kind: types.Float, Name: "float", Bits: 32, Signed: true, Size: 4}
)

// ranks holds the order of the arithmetic types. An operator computes in the higher type of its operands, or in int if
// both are lower.
var ranks = map[*types.Type]int{boolType: 0, intType: 1, unsignedType: 2, wideType: 3, floatType: 4}

func common(a, b *types.Type) *types.Type {
	if ranks[a] < ranks[b] {
		a = b
	}
	return promoted(a)
}

func promoted(t *types.Type) *types.Type {
	if t == boolType {
		return intType
	}
	return t
}

func pointerTo(t *types.Type) *types.Type {
	return &types.Type{Kind: types.Pointer, Name: t.Name + " *", Bits: 64, Elem: t, Size: 8}
}

// builtins holds the built-in variables for indices and sizes (threadIdx, blockDim, ...), by name.
var builtins = map[string]*ast.Var{
	"threadIdx": builtin("threadIdx", "uint3"), "blockIdx": builtin("blockIdx", "uint3"),
	"blockDim": builtin("blockDim", "dim3"), "gridDim": builtin("gridDim", "dim3"),
}

func builtin(name, record string) *ast.Var {
	t := &types.Type{Kind: types.Record, Name: record, Size: 12}
	for i, field := range []string{"x", "y", "z"} {
		t.Fields = append(t.Fields, &types.Field{Name: field, Type: unsignedType, Index: i, Offset: int64(32 * i), Owner: t})
	}
	return &ast.Var{Var: types.Var{Name: name, Type: t, Storage: types.Global, Const: true, Pos: source.Pos{System: true}}}
}

// intrinsics holds the functions that programs may call besides their own.
var intrinsics = declared(map[string][]*types.Type{ // each list has the type of the result first
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

func declared(signatures map[string][]*types.Type) map[string]*ast.Function {
	all := map[string]*ast.Function{}
	for name, signature := range signatures {
		f := &ast.Function{Func: types.Func{Name: name, Qualified: name, Pos: source.Pos{System: true}}, Device: true, Result: signature[0]}
		for _, t := range signature[1:] {
			f.Params = append(f.Params, &ast.Var{Var: types.Var{Type: t, Storage: types.Param}})
		}
		all[name] = f
	}
	return all
}
