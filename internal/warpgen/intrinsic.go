package warpgen

import "github.com/warpcheck/warpcheck/frontend/ast"

// intrinsic declares a function of the CUDA runtime.
func intrinsic(name string, result *ast.Type, params ...*ast.Type) *ast.Function {
	f := &ast.Function{
		Name: name, Qualified: name, Device: true, Result: result, Pos: ast.Pos{System: true},
	}
	for _, t := range params {
		f.Params = append(f.Params, &ast.Var{Type: t, Storage: ast.Param})
	}
	return f
}

func shuffle(name string, source *ast.Type) *ast.Function {
	return intrinsic(name, unsignedType, unsignedType, unsignedType, source, intType)
}

func vote(name string) *ast.Function {
	return intrinsic(name, intType, unsignedType, intType)
}

func reduction(name string) *ast.Function {
	return intrinsic(name, unsignedType, unsignedType, unsignedType)
}

// The functions that programs call.
var (
	syncWarp   = intrinsic("__syncwarp", voidType, unsignedType)
	barrier    = intrinsic("__syncthreads", voidType)
	ballot     = intrinsic("__ballot_sync", unsignedType, unsignedType, intType)
	matchAny   = reduction("__match_any_sync")
	matchAll   = intrinsic("__match_all_sync", unsignedType, unsignedType, unsignedType, intPointer)
	activeMask = intrinsic("__activemask", unsignedType)
	popc       = intrinsic("__popc", intType, unsignedType)
	ffs        = intrinsic("__ffs", intType, intType)

	shuffles = []*ast.Function{
		shuffle("__shfl_sync", intType), shuffle("__shfl_up_sync", unsignedType),
		shuffle("__shfl_down_sync", unsignedType), shuffle("__shfl_xor_sync", intType),
	}
	votes = []*ast.Function{
		vote("__any_sync"), vote("__all_sync"), vote("__uni_sync"),
	}
	reductions = []*ast.Function{
		reduction("__reduce_add_sync"), reduction("__reduce_max_sync"),
		reduction("__reduce_xor_sync"),
	}
)

// collectives are the functions whose calls are sites.
var collectives = collectiveSet()

func collectiveSet() map[*ast.Function]bool {
	set := map[*ast.Function]bool{
		syncWarp: true, barrier: true, ballot: true, matchAny: true, matchAll: true,
	}
	for _, list := range [][]*ast.Function{shuffles, votes, reductions} {
		for _, f := range list {
			set[f] = true
		}
	}
	return set
}
