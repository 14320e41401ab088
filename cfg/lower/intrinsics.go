package lower

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/effect"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
)

// intrinsicKind selects how a call of a known function is lowered.
type intrinsicKind int

const (
	pureCall           intrinsicKind = iota // text is the canonical name; a function of its operands (package effect)
	externCall                              // effect states what the function may do
	ending                                  // control does not return from the call
	collective                              // class and roles describe the collective
	readRegister                            // reads the launch register in the field register
	loadCall                                // *args[0]
	storeCall                               // *args[0] = args[1]
	atomicCall                              // args[0] is the address
	fenceCall                               // a memory fence with the name text
	gridWaitCall                            // waits for the grids that this grid depends on
	signalCall                              // __warpcheck_signal()
	assumption                              // control continues only if the operand is true
	firstArgument                           // yields its first operand
	noEffect                                // only the operands have effects
	copyBytes                               // memcpy(dst, src, n)
	fillBytes                               // memset(dst, byte, n)
	severalResults                          // stores further results through its pointer arguments
	namedGroup                              // __warpcheck_group_collective("name", mask, value)
	namedBlock                              // __warpcheck_block_collective("name"[, value]), and the same for clusters and grids
	namedTile                               // __warpcheck_tile_collective("name", threads[, value])
	tileCall                                // an access that lanes divide, selected by name (tile.go)
	awaitCall                               // the lane waits for its copies
	awaitCommittedCall                      // the lane waits for the copies that it has committed
	commitCall                              // the lane commits its copies
	nvvmShuffle                             // mask, value, source, clamp-and-segment operand
)

// intrinsic is the entry of a function name in the table.
type intrinsic struct {
	kind     intrinsicKind
	class    cfg.Class
	scope    cfg.BarrierScope
	register cfg.SpecialReg
	effect   effect.Row
	text     string
	// roles has one letter for each argument of a collective: m mask, v value, s source lane or delta, w width, p
	// pointer for the predicate, b barrier number, n number of threads of the barrier.
	roles string
}

// collectives lists the functions that are collectives: name, class and roles. A call may leave out the mask, which
// is then all lanes, and the width, which is then 32. If the name does not determine the type of the operand,
// Class.ofOperand adds the type later.
const collectives = `
__syncwarp                  syncwarp      m
__nvvm_bar_warp_sync        syncwarp      m
__shfl_sync                 shfl.idx      mvsw
__shfl_up_sync              shfl.up       mvsw
__shfl_down_sync            shfl.down     mvsw
__shfl_xor_sync             shfl.bfly     mvsw
__shfl                      shfl.idx      vsw
__shfl_up                   shfl.up       vsw
__shfl_down                 shfl.down     vsw
__shfl_xor                  shfl.bfly     vsw
__any_sync                  vote.any      mv
__all_sync                  vote.all      mv
__uni_sync                  vote.uni      mv
__ballot_sync               vote.ballot   mv
__nvvm_vote_any_sync        vote.any      mv
__nvvm_vote_all_sync        vote.all      mv
__nvvm_vote_uni_sync        vote.uni      mv
__nvvm_vote_ballot_sync     vote.ballot   mv
__any                       vote.any      v
__all                       vote.all      v
__ballot                    vote.ballot   v
__nvvm_vote_any             vote.any      v
__nvvm_vote_all             vote.all      v
__nvvm_vote_uni             vote.uni      v
__nvvm_vote_ballot          vote.ballot   v
__match_any_sync            match.any     mv
__match32_any_sync          match.any     mv
__match64_any_sync          match.any     mv
__nvvm_match_any_sync_i32   match.any     mv
__nvvm_match_any_sync_i64   match.any     mv
__match_all_sync            match.all     mvp
__match32_all_sync          match.all     mvp
__match64_all_sync          match.all     mvp
__nvvm_match_all_sync_i32p  match.all     mvp
__nvvm_match_all_sync_i64p  match.all     mvp
__reduce_add_sync           redux.add     mv
__reduce_min_sync           redux.min     mv
__reduce_max_sync           redux.max     mv
__reduce_and_sync           redux.and.b32 mv
__reduce_or_sync            redux.or.b32  mv
__reduce_xor_sync           redux.xor.b32 mv
__nvvm_redux_sync_add       redux.add.s32 vm
__nvvm_redux_sync_min       redux.min.s32 vm
__nvvm_redux_sync_max       redux.max.s32 vm
__nvvm_redux_sync_umin      redux.min.u32 vm
__nvvm_redux_sync_umax      redux.max.u32 vm
__nvvm_redux_sync_and       redux.and.b32 vm
__nvvm_redux_sync_or        redux.or.b32  vm
__nvvm_redux_sync_xor       redux.xor.b32 vm
__nvvm_elect_sync           elect         m
__syncthreads               bar.sync      -
__nvvm_bar0                 bar.sync      -
__syncthreads_count         bar.red.popc  v
__syncthreads_and           bar.red.and   v
__syncthreads_or            bar.red.or    v
__nvvm_bar0_popc            bar.red.popc  v
__nvvm_bar0_and             bar.red.and   v
__nvvm_bar0_or              bar.red.or    v
__barrier_sync              bar.sync      b
__barrier_sync_count        bar.sync      bn
__nvvm_bar_sync             bar.sync      b
__nvvm_bar_n                bar.sync      b
__nvvm_bar                  bar.sync      bn
__nvvm_barrier_sync         bar.sync      b
__nvvm_barrier_sync_cnt     bar.sync      bn
`

// registers maps the functions that read a register to the register.
var registers = map[string]cfg.SpecialReg{
	"__activemask":                     cfg.ActiveMask,
	"__nvvm_activemask":                cfg.ActiveMask,
	"__warpcheck_coalesced_mask":       cfg.CoalescedMask,
	"__warpcheck_laneid":               cfg.LaneID,
	"__warpcheck_lanemask_eq":          cfg.LaneMaskEQ,
	"__warpcheck_lanemask_lt":          cfg.LaneMaskLT,
	"__warpcheck_lanemask_le":          cfg.LaneMaskLE,
	"__warpcheck_lanemask_gt":          cfg.LaneMaskGT,
	"__warpcheck_lanemask_ge":          cfg.LaneMaskGE,
	"clock":                            cfg.Clock,
	"clock64":                          cfg.Clock,
	"__clock":                          cfg.Clock,
	"__clock64":                        cfg.Clock,
	"__globaltimer":                    cfg.Clock,
	"__smid":                           cfg.SmID,
	"__nsmid":                          cfg.NSmID,
	"__warpcheck_cluster_x":            cfg.ClusterX,
	"__warpcheck_cluster_y":            cfg.ClusterY,
	"__warpcheck_cluster_z":            cfg.ClusterZ,
	"__warpcheck_cluster_at_x":         cfg.ClusterAtX,
	"__warpcheck_cluster_at_y":         cfg.ClusterAtY,
	"__warpcheck_cluster_at_z":         cfg.ClusterAtZ,
	"__warpcheck_cluster_id_x":         cfg.ClusterIDX,
	"__warpcheck_cluster_id_y":         cfg.ClusterIDY,
	"__warpcheck_cluster_id_z":         cfg.ClusterIDZ,
	"__nvvm_read_ptx_sreg_clock":       cfg.Clock,
	"__nvvm_read_ptx_sreg_clock64":     cfg.Clock,
	"__nvvm_read_ptx_sreg_smid":        cfg.SmID,
	"__nvvm_read_ptx_sreg_nsmid":       cfg.NSmID,
	"__nvvm_read_ptx_sreg_laneid":      cfg.LaneID,
	"__nvvm_read_ptx_sreg_warpid":      cfg.WarpID,
	"__nvvm_read_ptx_sreg_nwarpid":     cfg.NWarpID,
	"__nvvm_read_ptx_sreg_lanemask_eq": cfg.LaneMaskEQ,
	"__nvvm_read_ptx_sreg_lanemask_lt": cfg.LaneMaskLT,
	"__nvvm_read_ptx_sreg_lanemask_le": cfg.LaneMaskLE,
	"__nvvm_read_ptx_sreg_lanemask_gt": cfg.LaneMaskGT,
	"__nvvm_read_ptx_sreg_lanemask_ge": cfg.LaneMaskGE,
	"__nvvm_read_ptx_sreg_tid_x":       cfg.TidX,
	"__nvvm_read_ptx_sreg_tid_y":       cfg.TidY,
	"__nvvm_read_ptx_sreg_tid_z":       cfg.TidZ,
	"__nvvm_read_ptx_sreg_ntid_x":      cfg.NTidX,
	"__nvvm_read_ptx_sreg_ntid_y":      cfg.NTidY,
	"__nvvm_read_ptx_sreg_ntid_z":      cfg.NTidZ,
	"__nvvm_read_ptx_sreg_ctaid_x":     cfg.CtaidX,
	"__nvvm_read_ptx_sreg_ctaid_y":     cfg.CtaidY,
	"__nvvm_read_ptx_sreg_ctaid_z":     cfg.CtaidZ,
	"__nvvm_read_ptx_sreg_nctaid_x":    cfg.NCtaidX,
	"__nvvm_read_ptx_sreg_nctaid_y":    cfg.NCtaidY,
	"__nvvm_read_ptx_sreg_nctaid_z":    cfg.NCtaidZ,
}

// launchVariables maps the built-in variables to their registers for x, y and z.
var launchVariables = map[string][3]cfg.SpecialReg{
	"threadIdx": {cfg.TidX, cfg.TidY, cfg.TidZ},
	"blockIdx":  {cfg.CtaidX, cfg.CtaidY, cfg.CtaidZ},
	"blockDim":  {cfg.NTidX, cfg.NTidY, cfg.NTidZ},
	"gridDim":   {cfg.NCtaidX, cfg.NCtaidY, cfg.NCtaidZ},
}

// atomicPrefixes lists the prefixes of the names of atomics. The first operand of an atomic is an address, and the
// others are values.
var atomicPrefixes = strings.Fields(`
atomic __nvvm_atom_ __sync_ __iAtomic __uAtomic __fAtomic __ullAtomic __dAtomic
__atomic_fetch_ __atomic_load_n __atomic_store_n __atomic_exchange_n __atomic_add_fetch
__atomic_sub_fetch __c11_atomic_fetch_ __c11_atomic_load __c11_atomic_store __c11_atomic_exchange
`)

// aliases maps the compilers' own names of functions to CUDA's names.
var aliases = map[string]string{
	"__builtin_popcount":     "__popc",
	"__builtin_popcountl":    "__popcll",
	"__builtin_popcountll":   "__popcll",
	"__builtin_ffs":          "__ffs",
	"__builtin_ffsl":         "__ffsll",
	"__builtin_ffsll":        "__ffsll",
	"__builtin_clz":          "__clz",
	"__builtin_clzl":         "__clzll",
	"__builtin_clzll":        "__clzll",
	"__nv_popc":              "__popc",
	"__nv_popcll":            "__popcll",
	"__nv_ffs":               "__ffs",
	"__nv_ffsll":             "__ffsll",
	"__nv_clz":               "__clz",
	"__nv_clzll":             "__clzll",
	"__nv_brev":              "__brev",
	"__nv_brevll":            "__brevll",
	"__builtin_bitreverse32": "__brev",
	"__builtin_bitreverse64": "__brevll",
	"__builtin_fabs":         "fabs",
	"__builtin_fabsf":        "fabsf",
	"__builtin_isnan":        "isnan",
	"__builtin_isinf":        "isinf",
	"__builtin_isfinite":     "isfinite",
}

// otherNames lists the names of the functions of the remaining kinds.
var otherNames = map[intrinsicKind]string{
	loadCall:     `__ldg __ldcg __ldca __ldcs __ldlu __ldcv __builtin_nontemporal_load`,
	storeCall:    `__stwb __stcg __stcs __stwt`,
	signalCall:   `__warpcheck_signal`,
	gridWaitCall: `cudaGridDependencySynchronize`,
	fenceCall: `__threadfence __threadfence_block __threadfence_system __threadfence_cluster __nvvm_membar_cta
		__nvvm_membar_gl __nvvm_membar_sys __sync_synchronize __atomic_thread_fence
		__atomic_signal_fence __c11_atomic_thread_fence __c11_atomic_signal_fence`,
	firstArgument: `__builtin_expect __builtin_expect_with_probability __builtin_assume_aligned
		__nv_associate_access_property __builtin_launder`,
	assumption: `__builtin_assume __assume __nv_assume`,
	copyBytes: `memcpy memmove __builtin_memcpy __builtin_memmove __builtin___memcpy_chk __builtin___memmove_chk
		__builtin_memcpy_inline`,
	fillBytes:  `memset __builtin_memset __builtin___memset_chk bzero __builtin_bzero`,
	namedGroup: `__warpcheck_group_collective`,
	namedTile:  `__warpcheck_tile_collective`,
	tileCall: `__warpcheck_read_tile __warpcheck_write_tile __warpcheck_copy_async
		__warpcheck_group_copy_async __warpcheck_block_copy_async __pipeline_memcpy_async`,
	awaitCall: `__warpcheck_await`, awaitCommittedCall: `__pipeline_wait_prior`, commitCall: `__pipeline_commit`,
}

// blockBarriers maps names in the stand-in headers to the barriers of a block, a cluster and a grid.
var blockBarriers = map[string]intrinsic{
	"__warpcheck_block_collective": {class: cfg.Class{Kind: cfg.Barrier}},
	"__warpcheck_grid_sync":        {class: cfg.Class{Kind: cfg.Barrier}, scope: cfg.OfGrid},
	"__warpcheck_cluster_sync":     {class: cfg.Class{Kind: cfg.Barrier}, scope: cfg.OfCluster},
	"__warpcheck_cluster_arrive":   {class: cfg.Class{Kind: cfg.ClusterArrive}, scope: cfg.OfCluster},
	"__warpcheck_cluster_wait":     {class: cfg.Class{Kind: cfg.ClusterWait}, scope: cfg.OfCluster},
}

// intrinsics returns the table of intrinsics by name. The first call makes the table.
var intrinsics = sync.OnceValue(intrinsicTable)

// tableSize is slightly more than the number of names in the table.
const tableSize = 1 << 9

func intrinsicTable() map[string]intrinsic {
	table := make(map[string]intrinsic, tableSize)
	for name, text := range aliases {
		table[name] = intrinsic{kind: pureCall, text: text}
	}
	for kind, names := range otherNames {
		for _, name := range strings.Fields(names) {
			table[name] = intrinsic{kind: kind, text: name}
		}
	}
	for name, reg := range registers {
		table[name] = intrinsic{kind: readRegister, register: reg}
	}
	for name, in := range blockBarriers {
		in.kind = namedBlock
		table[name] = in
	}
	addCollectives(table)
	return table
}

func addCollectives(table map[string]intrinsic) {
	for _, line := range strings.Split(strings.TrimSpace(collectives), "\n") {
		f := strings.Fields(line)
		roles := strings.TrimSuffix(f[2], "-")
		table[f[0]] = intrinsic{kind: collective, class: cfg.ClassNamed(f[1]), roles: roles}
	}
	for mode, class := range map[string]cfg.ClassKind{
		"idx": cfg.ShflIdx, "up": cfg.ShflUp, "down": cfg.ShflDown, "bfly": cfg.ShflXor,
	} {
		for _, form := range []string{"_i32", "_f32"} {
			table["__nvvm_shfl_sync_"+mode+form] = intrinsic{kind: nvvmShuffle, class: cfg.Class{Kind: class}}
		}
	}
}

// intrinsicOf looks up f by its name. It returns false if f is not an intrinsic. A function of the user with a body
// is never an intrinsic, whatever its name.
func intrinsicOf(f *ast.Function) (intrinsic, bool) {
	if f == nil || f.This != nil || f.Body != nil && !f.Pos.System {
		return intrinsic{}, false
	}
	in, ok := intrinsics()[f.Name]
	if !ok {
		in, ok = intrinsicFamily(f.Name)
	}
	if !ok {
		return uncomputed(f)
	}
	if in.kind == pureCall && !scalarOperands(f) || in.kind == atomicCall && !takesAddress(f) {
		return intrinsic{}, false
	}
	return in, true
}

// exits maps functions that do not return to their terminators. Functions that end the kernel in an error are not in
// it.
var exits = map[string]cfg.TermKind{
	"exit": cfg.Exit, "_Exit": cfg.Exit, "__exit": cfg.Exit, "__nvvm_exit": cfg.Exit,
	"__builtin_unreachable": cfg.Unreachable, "__nv_unreachable": cfg.Unreachable,
}

// uncomputed returns how to lower a function that the engines do not compute, from its row in package effect. It
// returns false if the package has no row for the function.
func uncomputed(f *ast.Function) (intrinsic, bool) {
	row, stores, found := effect.OfFunction(f.Name)
	in := intrinsic{text: f.Name, effect: row}
	switch {
	case !found:
		return intrinsic{}, false
	case row.Ends:
		in.kind = ending
	case stores:
		in.kind = severalResults
	case row.IsFunction() && scalarOperands(f) && !isWrittenForClasses(f) && !types.IsVoid(f.Result):
		in.kind = pureCall
	case f.Body != nil || !isOfLibrary(f):
		return intrinsic{}, false
	case row.IsFunction(): // the result depends on the targets of references
		in.kind, in.effect = externCall, effect.Row{Reads: effect.All}
	case row.IsNothing():
		in.kind = noEffect
	default:
		in.kind = externCall
	}
	return in, true
}

// isOfLibrary reports whether f has a name that no project uses for its own functions.
func isOfLibrary(f *ast.Function) bool {
	scope := strings.TrimSuffix(cmp.Or(f.Template, f.Qualified), f.Name)
	return scope == "" || strings.HasPrefix(scope, "std::") || strings.HasPrefix(scope, "cuda::")
}

func intrinsicFamily(name string) (intrinsic, bool) {
	switch {
	case strings.Contains(name, "compare_exchange"):
		return intrinsic{}, false // not lowered as an atomic: it also writes the target of its second operand
	case hasAnyPrefix(name, atomicPrefixes...):
		return intrinsic{kind: atomicCall, text: name}, true
	case strings.HasPrefix(name, "__nvvm_ldg_"):
		return intrinsic{kind: loadCall, text: name}, true
	}
	return intrinsic{}, false
}

// takesAddress reports whether the first parameter of f is an address, as in every atomic. If it is not, f may be a
// project's own function with the name of an atomic, whose body is elsewhere.
func takesAddress(f *ast.Function) bool {
	return len(f.Params) > 0 && types.IsPointer(f.Params[0].Type)
}

// isReadOnlyLoad reports whether a load with this name compiles to ld.global.nc.
func isReadOnlyLoad(name string) bool { return hasAnyPrefix(name, "__ldg", "__nvvm_ldg_") }

// isFetchedAgain reports whether a load with this name compiles to ld.cv, which fetches the memory each time, as a
// volatile load does (PTX ISA, Cache Operators).
func isFetchedAgain(name string) bool { return name == "__ldcv" }

func hasAnyPrefix(s string, prefixes ...string) bool {
	for _, p := range prefixes {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	return false
}

// scalarOperands reports whether f takes and returns only values, no references and no pointers. For example,
// std::min does not: it returns one of its references. A conversion between address spaces may take a pointer, which
// counts as a number.
func scalarOperands(f *ast.Function) bool {
	if types.IsReference(f.Result) {
		return false
	}
	converts := hasAnyPrefix(f.Name, "__cvta_", "__is", "__nvvm_get_smem")
	for _, p := range f.Params {
		if types.IsReference(p.Type) || types.IsPointer(p.Type) && !converts {
			return false
		}
	}
	return true
}

// isWrittenForClasses reports whether f is an overload for a class, with a body: for example __hadd of half
// precision, as opposed to __hadd of integers. The body is then lowered.
func isWrittenForClasses(f *ast.Function) bool {
	return f.Body != nil && slices.ContainsFunc(f.Params, func(p *ast.Var) bool { return types.IsAggregate(p.Type) })
}
