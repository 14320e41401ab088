package warpgen

import (
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/source"
)

// intrinsic returns a declaration of a function of the CUDA runtime.
func intrinsic(name string, result *types.Type, params ...*types.Type) *ast.Function {
	f := &ast.Function{
		Func:   types.Func{Name: name, Qualified: name, Pos: source.Pos{System: true}},
		Device: true, Result: result,
	}
	for _, t := range params {
		f.Params = append(f.Params, &ast.Var{Var: types.Var{Type: t, Storage: types.Param}})
	}
	return f
}

func shuffle(name string, value, source *types.Type) *ast.Function {
	return intrinsic(name, value, unsignedType, value, source, intType)
}

// shufflesOf returns the four shuffles for values of a type.
func shufflesOf(value *types.Type) []*ast.Function {
	return []*ast.Function{
		shuffle("__shfl_sync", value, intType), shuffle("__shfl_up_sync", value, unsignedType),
		shuffle("__shfl_down_sync", value, unsignedType), shuffle("__shfl_xor_sync", value, intType),
	}
}

func vote(name string) *ast.Function {
	return intrinsic(name, intType, unsignedType, intType)
}

func reduction(name string, value *types.Type) *ast.Function {
	return intrinsic(name, value, unsignedType, value)
}

// wordFunctionShare is how often the last case of generator.number draws a SIMD function of two words, in percent.
const wordFunctionShare = 40

func ofTwoWords(name string) *ast.Function {
	return intrinsic(name, unsignedType, unsignedType, unsignedType)
}

func match(value *types.Type) *ast.Function {
	return intrinsic("__match_any_sync", unsignedType, unsignedType, value)
}

// The functions that programs call.
var (
	syncWarp   = intrinsic("__syncwarp", voidType, unsignedType)
	barrier    = intrinsic("__syncthreads", voidType)
	ballot     = intrinsic("__ballot_sync", unsignedType, unsignedType, intType)
	matchAny   = match(unsignedType)
	matchWide  = match(wideType)
	matchAll   = intrinsic("__match_all_sync", unsignedType, unsignedType, unsignedType, intPointer)
	activeMask = intrinsic("__activemask", unsignedType)
	popc       = intrinsic("__popc", intType, unsignedType)
	ffs        = intrinsic("__ffs", intType, intType)

	shuffles     = shufflesOf(unsignedType)
	wideShuffles = shufflesOf(wideType)
	votes        = []*ast.Function{
		vote("__any_sync"), vote("__all_sync"), vote("__uni_sync"),
	}
	// wordFunctions lists SIMD functions on the halves and bytes of words.
	wordFunctions = []*ast.Function{
		ofTwoWords("__vadd4"), ofTwoWords("__vsub2"), ofTwoWords("__vmaxs4"), ofTwoWords("__vminu2"), ofTwoWords("__vcmpgtu4"),
		ofTwoWords("__vsetles2"), ofTwoWords("__vabsdiffs4"), ofTwoWords("__vavgs2"), ofTwoWords("__vaddss4"), ofTwoWords("__vsadu4"),
	}
	reductions = []*ast.Function{
		reduction("__reduce_add_sync", unsignedType), reduction("__reduce_max_sync", unsignedType),
		reduction("__reduce_xor_sync", unsignedType),
	}
	signedReductions = []*ast.Function{
		reduction("__reduce_add_sync", intType), reduction("__reduce_max_sync", intType),
	}
)

// collectives is the set of functions whose calls are sites.
var collectives = collectiveSet()

func collectiveSet() map[*ast.Function]bool {
	set := map[*ast.Function]bool{
		syncWarp: true, barrier: true, ballot: true, matchAny: true, matchAll: true,
		matchWide: true,
	}
	for _, list := range [][]*ast.Function{shuffles, wideShuffles, votes, reductions, signedReductions} {
		for _, f := range list {
			set[f] = true
		}
	}
	return set
}
