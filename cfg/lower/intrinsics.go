package lower

import (
	"strings"
	"sync"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
)

// intrinsicKind is how a call of a known function is lowered.
type intrinsicKind int

const (
	pureCall       intrinsicKind = iota // text = canonical name
	collective                          // class, roles
	readRegister                        // register
	loadCall                            // *args[0]
	storeCall                           // *args[0] = args[1]
	atomicCall                          // args[0] is the address
	fenceCall                           //
	exitCall                            // the thread ends
	trapCall                            // the kernel ends in an error
	unreachable                         // control never comes here
	assumption                          // control only comes here when the operand is true
	firstArgument                       // yields its first operand
	noEffect                            // operands are not evaluated
	copyBytes                           // memcpy(dst, src, n)
	fillBytes                           // memset(dst, byte, n)
	severalResults                      // stores through args that are pointers what it computes of the others
	namedGroup                          // __warpcheck_group_collective("name", mask, value)
	namedBlock                          // __warpcheck_block_collective("name"[, value]), and for more than the block
	namedTile                           // __warpcheck_tile_collective("name", threads[, value])
	tileCall                            // an access that the lanes share, told by the name (tile.go)
	awaitCall                           // the lane waits for its copies
	nvvmShuffle                         // mask, value, source, clamp-and-segment operand
)

// intrinsic is what is known about one function name.
type intrinsic struct {
	kind     intrinsicKind
	class    cfg.Class
	scope    cfg.BarrierScope
	register cfg.SpecialReg
	text     string
	// roles has one letter for each argument of a collective: m mask, v value,
	// s source lane or delta, w width, p where the predicate goes, b barrier,
	// n threads of the barrier.
	roles string
}

// collectives lists name, class and roles. A mask or width that a call leaves
// out has its default: all lanes, 32. The type of the operand is part of the class where the
// name does not say it (Class.ofOperand).
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

// registers lists the functions that read a register.
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

// launchVariables are the built-in variables: the registers of x, y and z.
var launchVariables = map[string][3]cfg.SpecialReg{
	"threadIdx": {cfg.TidX, cfg.TidY, cfg.TidZ},
	"blockIdx":  {cfg.CtaidX, cfg.CtaidY, cfg.CtaidZ},
	"blockDim":  {cfg.NTidX, cfg.NTidY, cfg.NTidZ},
	"gridDim":   {cfg.NCtaidX, cfg.NCtaidY, cfg.NCtaidZ},
}

// pureNames are functions whose result depends on nothing but their operands.
// A name ending in * stands for its forms with the suffixes f and l.
const pureNames = `
__popc __popcll __ffs __ffsll __clz __clzll __brev __brevll __fns __byte_perm
__warpcheck_pack_lanes
__funnelshift_l __funnelshift_r __funnelshift_lc __funnelshift_rc
__mulhi __umulhi __mul64hi __umul64hi __mul24 __umul24 __sad __usad __hadd __uhadd __rhadd
__urhadd __dp4a __dp2a_lo __dp2a_hi __bfind
min max umin umax llmin llmax ullmin ullmax abs labs llabs
sqrt* rsqrt* cbrt* rcbrt* hypot* rhypot* norm3d* norm4d* exp* exp2* exp10* expm1* log* log2*
log10* log1p* logb* pow* powi* sin* cos* tan* asin* acos* atan* atan2* sinh* cosh* tanh* asinh*
acosh* atanh* sinpi* cospi* erf* erfc* erfinv* erfcinv* erfcx* normcdf* normcdfinv* lgamma*
tgamma* j0* j1* jn* y0* y1* yn* cyl_bessel_i0* cyl_bessel_i1* fabs* fmin* fmax* fmod* remainder*
fdim* fma* ceil* floor* trunc* round* rint* nearbyint* lrint* llrint* lround* llround* ldexp*
scalbn* scalbln* ilogb* copysign* nextafter* signbit isnan isinf isfinite isnormal __isnan
__isinf __finite __signbit __isnanf __isinff __finitef __signbitf nan nanf saturate
__saturatef __fdividef __expf __exp10f __logf __log2f __log10f __powf __sinf __cosf __tanf
__fmaf_rn __fmaf_rz __fmaf_ru __fmaf_rd __fadd_rn __fadd_rz __fadd_ru __fadd_rd __fsub_rn
__fsub_rz __fsub_ru __fsub_rd __fmul_rn __fmul_rz __fmul_ru __fmul_rd __fdiv_rn __fdiv_rz
__fdiv_ru __fdiv_rd __frcp_rn __frcp_rz __frcp_ru __frcp_rd __fsqrt_rn __fsqrt_rz __fsqrt_ru
__fsqrt_rd __frsqrt_rn __dadd_rn __dadd_rz __dadd_ru __dadd_rd __dsub_rn __dmul_rn __dmul_rz
__dmul_ru __dmul_rd __ddiv_rn __drcp_rn __dsqrt_rn __fma_rn __fma_rz __fma_ru __fma_rd
__float_as_int __float_as_uint __int_as_float __uint_as_float __double_as_longlong
__longlong_as_double __double2hiint __double2loint __hiloint2double
__float2int_rn __float2int_rz __float2int_ru __float2int_rd __float2uint_rn __float2uint_rz
__float2uint_ru __float2uint_rd __int2float_rn __int2float_rz __int2float_ru __int2float_rd
__uint2float_rn __uint2float_rz __uint2float_ru __uint2float_rd __float2ll_rn __float2ll_rz
__float2ull_rn __float2ull_rz __ll2float_rn __ull2float_rn __double2int_rn __double2int_rz
__double2int_ru __double2int_rd __double2uint_rn __double2uint_rz __double2ll_rn
__double2ll_rz __double2ull_rn __double2ull_rz __int2double_rn __uint2double_rn
__ll2double_rn __ull2double_rn __double2float_rn __double2float_rz __double2float_ru
__double2float_rd
__cvta_generic_to_shared __cvta_generic_to_global __cvta_generic_to_local
__cvta_generic_to_constant __cvta_shared_to_generic __cvta_global_to_generic
__cvta_local_to_generic __cvta_constant_to_generic __isShared __isGlobal __isLocal __isConstant
__isGridConstant __nvvm_get_smem_pointer
tex1D tex2D tex3D tex1Dfetch tex1DLayered tex2DLayered texCubemap tex1DLod tex2DLod tex3DLod
tex1DGrad tex2DGrad tex3DGrad tex2Dgather
__builtin_bswap16 __builtin_bswap32 __builtin_bswap64 __builtin_ctz __builtin_ctzll
__builtin_isnan __builtin_isinf __builtin_isfinite __builtin_fabs __builtin_fabsf
__builtin_huge_val __builtin_huge_valf __builtin_inf __builtin_inff __builtin_nan
__builtin_nanf __warpcheck_drawn __warpcheck_map_shared __warpcheck_query_shared
`

// purePrefixes are families of pure functions: half precision and SIMD in a word.
var purePrefixes = strings.Fields(`
__half __float2half __float22half __float2bfloat16 __float22bfloat16 __bfloat16 __bfloat162
__hadd __hsub __hmul __hdiv __hfma __hneg __habs __hmin __hmax __heq __hne __hlt __hle __hgt
__hge __hbeq __hbne __hblt __hble __hbgt __hbge __hisnan __hisinf __low2 __high2 __lows2
__highs2 __lowhigh __hcmadd __int2half __uint2half __short2half __ushort2half __ll2half
__ull2half __double2half __double2bfloat16 __int2bfloat16 __uint2bfloat16 __short2bfloat16
__ushort2bfloat16 __ll2bfloat16 __ull2bfloat16 __halves2 __floats2half __floats2bfloat16 __short_as
__ushort_as __nv_cvt_ __nv_ hsqrt h2sqrt hrsqrt h2rsqrt hrcp h2rcp hexp h2exp hlog h2log hsin
h2sin hcos h2cos htanh h2tanh hceil h2ceil hfloor h2floor htrunc h2trunc hrint h2rint make_half make_bfloat
__vadd __vsub __vabs __vmax __vmin __vavg __vhadd __vcmp __vset __vsad __vneg __viaddm __vimax
__vimin __vibmax __vibmin
`)

// atomicPrefixes are the families of atomics that take an address first and
// values after it.
var atomicPrefixes = strings.Fields(`
atomic __nvvm_atom_ __nv_atomic_ __sync_ __iAtomic __uAtomic __fAtomic __ullAtomic __dAtomic
__atomic_fetch_ __atomic_load_n __atomic_store_n __atomic_exchange_n __atomic_add_fetch
__atomic_sub_fetch __c11_atomic_fetch_ __c11_atomic_load __c11_atomic_store __c11_atomic_exchange
`)

// aliases are compilers' own names of functions that CUDA names too.
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
}

// otherNames lists the remaining kinds.
var otherNames = map[intrinsicKind]string{
	loadCall:  `__ldg __ldcg __ldca __ldcs __ldlu __ldcv __builtin_nontemporal_load`,
	storeCall: `__stwb __stcg __stcs __stwt`,
	fenceCall: `__threadfence __threadfence_block __threadfence_system __nvvm_membar_cta
		__nvvm_membar_gl __nvvm_membar_sys __sync_synchronize __atomic_thread_fence
		__atomic_signal_fence __c11_atomic_thread_fence __c11_atomic_signal_fence`,
	exitCall: `exit _Exit __exit __nvvm_exit`,
	trapCall: `__trap abort __assertfail __assert_fail __assert __builtin_trap __builtin_abort
		__builtin_debugtrap __cxa_pure_virtual`,
	unreachable: `__builtin_unreachable __nv_unreachable`,
	firstArgument: `__builtin_expect __builtin_expect_with_probability __builtin_assume_aligned
		__nv_associate_access_property __builtin_launder`,
	assumption: `__builtin_assume __assume __nv_assume`,
	noEffect:   `__builtin_prefetch __prof_trigger __nanosleep __brkpt`,
	copyBytes:  `memcpy memmove __builtin_memcpy __builtin_memmove __builtin___memcpy_chk`,
	fillBytes:  `memset __builtin_memset`,
	severalResults: `sincos sincosf sincosl __sincosf sincospi sincospif modf modff modfl
		frexp frexpf frexpl remquo remquof remquol __nv_sincos __nv_sincosf __nv_fast_sincosf
		__nv_sincospi __nv_sincospif __nv_modf __nv_modff __nv_frexp __nv_frexpf __nv_remquo
		__nv_remquof __builtin_sincos __builtin_sincosf __builtin_modf __builtin_modff
		__builtin_frexp __builtin_frexpf __builtin_remquo __builtin_remquof`,
	namedGroup: `__warpcheck_group_collective`,
	namedTile:  `__warpcheck_tile_collective`,
	tileCall: `__warpcheck_read_tile __warpcheck_write_tile __warpcheck_copy_async
		__warpcheck_group_copy_async __pipeline_memcpy_async`,
	awaitCall: `__warpcheck_await __pipeline_wait_prior`,
}

// blockBarriers are the barriers of a block, a cluster and a grid that the embedded headers
// declare.
var blockBarriers = map[string]intrinsic{
	"__warpcheck_block_collective": {class: cfg.Class{Kind: cfg.Barrier}},
	"__warpcheck_grid_sync":        {class: cfg.Class{Kind: cfg.Barrier}, scope: cfg.OfGrid},
	"__warpcheck_cluster_sync":     {class: cfg.Class{Kind: cfg.Barrier}, scope: cfg.OfCluster},
	"__warpcheck_cluster_arrive":   {class: cfg.Class{Kind: cfg.ClusterArrive}, scope: cfg.OfCluster},
	"__warpcheck_cluster_wait":     {class: cfg.Class{Kind: cfg.ClusterWait}, scope: cfg.OfCluster},
}

// intrinsics is the table by name, made when the first call is lowered.
var intrinsics = sync.OnceValue(intrinsicTable)

// tableSize is a little more than it has names.
const tableSize = 1 << 10

func intrinsicTable() map[string]intrinsic {
	table := make(map[string]intrinsic, tableSize)
	for _, name := range strings.Fields(pureNames) {
		base, forms := strings.CutSuffix(name, "*")
		table[base] = intrinsic{kind: pureCall, text: base}
		if forms {
			table[base+"f"] = intrinsic{kind: pureCall, text: base + "f"}
			table[base+"l"] = intrinsic{kind: pureCall, text: base + "l"}
		}
	}
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

// intrinsicOf finds what is known about f by its name. A function of the
// user's with a body is never an intrinsic, whatever its name.
func intrinsicOf(f *ast.Function) (intrinsic, bool) {
	if f == nil || f.This != nil || f.Body != nil && !f.Pos.System {
		return intrinsic{}, false
	}
	in, ok := intrinsics()[f.Name]
	if !ok {
		in, ok = intrinsicFamily(f.Name)
	}
	if ok && in.kind == pureCall && !scalarOperands(f) || in.kind == atomicCall && !takesAddress(f) {
		return intrinsic{}, false
	}
	return in, ok
}

func intrinsicFamily(name string) (intrinsic, bool) {
	switch {
	case strings.Contains(name, "compare_exchange"):
		return intrinsic{}, false // writes what its second operand points to as well
	case hasAnyPrefix(name, atomicPrefixes...):
		return intrinsic{kind: atomicCall, text: name}, true
	case strings.HasPrefix(name, "__nvvm_ldg_"):
		return intrinsic{kind: loadCall, text: name}, true
	case hasAnyPrefix(name, purePrefixes...):
		return intrinsic{kind: pureCall, text: name}, true
	}
	return intrinsic{}, false
}

// takesAddress reports a function whose first parameter is an address, as every atomic's is. A project's own function may
// be called like one, and have its body elsewhere.
func takesAddress(f *ast.Function) bool {
	return len(f.Params) > 0 && types.IsPointer(f.Params[0].Type)
}

// isReadOnlyLoad reports the loads that compile to ld.global.nc.
func isReadOnlyLoad(name string) bool { return hasAnyPrefix(name, "__ldg", "__nvvm_ldg_") }

func hasAnyPrefix(s string, prefixes ...string) bool {
	for _, p := range prefixes {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	return false
}

// scalarOperands reports a function that takes everything by value and no
// pointer: std::min, which returns one of its references, is not pure min.
// Address-space conversions take their pointer as a number.
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
