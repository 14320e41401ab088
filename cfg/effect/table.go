package effect

// entry is a row for several names. A name that ends in * represents all names with this prefix. A name that ends in +
// also represents its forms with the suffixes f and l.
type entry struct {
	row    Row
	stores bool
	names  string
}

// The rows that several entries share.
var (
	// function is the row of an operation that computes its result from its operands alone.
	function = Row{Value: OfOperands}
	// nothing is the row of an operation without an effect that a lane can see.
	nothing = Row{Value: NoValue}
	// inspection is the row of an operation that reads the targets of its operands and yields any value in each lane.
	inspection = Row{Value: PerLane, Reads: All}
	// filling is the row of an operation that writes the target of its first operand. It reads the targets of all
	// operands.
	filling = Row{Value: PerLane, Reads: All, Writes: First}
	// allocation is the row of an operation that yields new memory in each lane.
	allocation = Row{Value: Fresh}
	// device is the row of an operation that queries or changes the device, and returns results through its operands.
	device = Row{Value: PerLane, Reads: All, Writes: All}
)

// functions holds the rows of functions of CUDA, of the C library and of the compiler.
var functions = []entry{
	{row: function, names: `
		__popc __popcll __ffs __ffsll __clz __clzll __brev __brevll __fns __byte_perm
		__warpcheck_pack_lanes
		__funnelshift_l __funnelshift_r __funnelshift_lc __funnelshift_rc
		__mulhi __umulhi __mul64hi __umul64hi __mul24 __umul24 __sad __usad __hadd __uhadd __rhadd
		__urhadd __warpcheck_sdp* __warpcheck_udp* __bfind
		min max umin umax llmin llmax ullmin ullmax abs labs llabs`},
	{row: function, names: `
		sqrt+ rsqrt+ cbrt+ rcbrt+ hypot+ rhypot+ norm3d+ norm4d+ exp+ exp2+ exp10+ expm1+ log+ log2+
		log10+ log1p+ logb+ pow+ powi+ sin+ cos+ tan+ asin+ acos+ atan+ atan2+ sinh+ cosh+ tanh+ asinh+
		acosh+ atanh+ sinpi+ cospi+ erf+ erfc+ erfinv+ erfcinv+ erfcx+ normcdf+ normcdfinv+ lgamma+
		tgamma+ j0+ j1+ jn+ y0+ y1+ yn+ cyl_bessel_i0+ cyl_bessel_i1+ fabs+ fmin+ fmax+ fmod+ remainder+
		fdim+ fma+ ceil+ floor+ trunc+ round+ rint+ nearbyint+ lrint+ llrint+ lround+ llround+ ldexp+
		scalbn+ scalbln+ ilogb+ copysign+ nextafter+ tanpi+ rnorm3d+ rnorm4d+ fdivide isgreater isgreaterequal isless
		islessequal islessgreater isunordered signbit isnan isinf isfinite isnormal __isnan
		__isinf __finite __signbit __isnanf __isinff __finitef __signbitf nan nanf saturate
		__saturatef __fdividef __expf __exp10f __logf __log2f __log10f __powf __sinf __cosf __tanf
		__fmaf_rn __fmaf_rz __fmaf_ru __fmaf_rd __fadd_rn __fadd_rz __fadd_ru __fadd_rd __fsub_rn
		__fsub_rz __fsub_ru __fsub_rd __fmul_rn __fmul_rz __fmul_ru __fmul_rd __fdiv_rn __fdiv_rz
		__fdiv_ru __fdiv_rd __frcp_rn __frcp_rz __frcp_ru __frcp_rd __fsqrt_rn __fsqrt_rz __fsqrt_ru
		__fsqrt_rd __frsqrt_rn __fmaf_ieee_* __dadd_* __dsub_* __dmul_* __ddiv_* __drcp_* __dsqrt_* __fma_* __tanhf`},
	{row: function, names: `
		__float_as_int __float_as_uint __int_as_float __uint_as_float __double_as_longlong
		__longlong_as_double __double2hiint __double2loint __hiloint2double
		__float2int_* __float2uint_* __float2ll_* __float2ull_* __int2float_* __uint2float_*
		__ll2float_* __ull2float_* __double2int_* __double2uint_* __double2ll_* __double2ull_*
		__int2double_* __uint2double_* __ll2double_* __ull2double_* __double2float_*`},
	{row: function, names: `
		__cvta_generic_to_shared __cvta_generic_to_global __cvta_generic_to_local
		__cvta_generic_to_constant __cvta_shared_to_generic __cvta_global_to_generic
		__cvta_local_to_generic __cvta_constant_to_generic __cvta_generic_to_grid_constant
		__cvta_grid_constant_to_generic __isShared __isCtaShared __isGlobal __isLocal __isConstant
		__isGridConstant __nvvm_get_smem_pointer __warpcheck_drawn __warpcheck_map_shared
		__warpcheck_query_shared`},
	{row: function, names: `
		__builtin_bswap16 __builtin_bswap32 __builtin_bswap64 __builtin_ctz __builtin_ctzll
		__builtin_parity __builtin_parityll __builtin_clrsb __builtin_clrsbll
		__builtin_isnan __builtin_isinf __builtin_isfinite __builtin_fabs __builtin_fabsf
		__builtin_huge_val __builtin_huge_valf __builtin_inf __builtin_inff __builtin_nan
		__builtin_nanf`},
	// Functions on the words of small floats, and SIMD within a word.
	{row: function, names: `
		__warpcheck_f16_* __warpcheck_bf16_* __warpcheck_f32_to_* __nv_cvt_* __nv_*
		__vadd* __vsub* __vabs* __vmax* __vmin* __vavg* __vhadd* __vcmp* __vset* __vsad* __vneg* __viaddm* __vimax*
		__vimin* __vibmax* __vibmin*`},
	// No kernel writes a texture while it reads it, so a read is a function of its operands.
	{row: function, stores: true, names: `tex1D* tex2D* tex3D* texCubemap* tex1Dfetch*`},
	// Functions with several results: one is returned, and the others are stored through pointers.
	{row: function, stores: true, names: `
		sincos sincosf sincosl __sincosf sincospi sincospif modf modff modfl
		frexp frexpf frexpl remquo remquof remquol __nv_sincos __nv_sincosf __nv_fast_sincosf
		__nv_sincospi __nv_sincospif __nv_modf __nv_modff __nv_frexp __nv_frexpf __nv_remquo
		__nv_remquof __builtin_sincos __builtin_sincosf __builtin_modf __builtin_modff
		__builtin_frexp __builtin_frexpf __builtin_remquo __builtin_remquof`},
	// A kernel may write surfaces while it runs, so a read may yield any value.
	{row: Row{Value: PerLane}, stores: true, names: `
		surf1Dread surf2Dread surf3Dread surf1DLayeredread surf2DLayeredread surfCubemapread
		surfCubemapLayeredread`},
	{row: nothing, names: `
		surf1Dwrite surf2Dwrite surf3Dwrite surf1DLayeredwrite surf2DLayeredwrite surfCubemapwrite
		surfCubemapLayeredwrite`},
	{row: nothing, names: `
		__builtin_prefetch __prof_trigger __nanosleep __brkpt __builtin___clear_cache
		free srand
		cudaTriggerProgrammaticLaunchCompletion`},
	{row: allocation, names: `
		malloc calloc realloc alloca __builtin_alloca __builtin_alloca_with_align __nv_aligned_device_malloc
		aligned_alloc`},
	{row: inspection, names: `
		printf vprintf puts putchar fprintf vfprintf fputs fflush perror sscanf
		memcmp __builtin_memcmp bcmp __builtin_bcmp memchr __builtin_memchr strlen __builtin_strlen strcmp
		__builtin_strcmp strncmp __builtin_strncmp strchr strrchr strstr strspn strcspn strnlen
		atoi atol atoll atof rand time getenv
		__warpcheck_elements __warpcheck_result __builtin_object_size __builtin_dynamic_object_size`},
	{row: filling, names: `
		__warpcheck_fill strcpy strncpy strcat strncat stpcpy __builtin_strcpy __builtin_strncpy sprintf snprintf vsprintf vsnprintf
		wmemcpy wmemset memccpy`},
	// The block runs on one device, whose number is the same in all lanes.
	{row: function, stores: true, names: `cudaGetDevice cudaGetDeviceCount cudaDeviceGetAttribute cudaDeviceGetLimit cudaRuntimeGetVersion`},
	{row: device, names: `cuda* cuStream* cuEvent*`},
	{row: Row{Value: NoValue, Ends: true}, names: `
		exit _Exit __exit __nvvm_exit
		__trap abort __assertfail __assert_fail __assert __builtin_trap __builtin_abort
		__builtin_debugtrap __cxa_pure_virtual
		__builtin_unreachable __nv_unreachable`},
}

// Operations that are not calls, by the names that the lowering gives them.
const (
	New    = "operator new"
	Delete = "operator delete"
	Launch = "kernel launch"
)

// operations holds the rows of New, Delete and Launch. A launched grid may write the targets of its arguments, and all
// memory that is reachable from them.
var operations = map[string]Row{
	New:    allocation,
	Delete: nothing,
	Launch: {Value: NoValue, Reads: Anywhere, Writes: Anywhere},
}

// instructions holds the rows of PTX instructions whose results are neither computed nor functions of their operands.
// The key is a name or a prefix of a name.
var instructions = []entry{
	{row: nothing, names: `
		brkpt nanosleep pmevent prefetch prefetchu applypriority setmaxnreg sust sured`},
	{row: Row{Value: PerLane, Reads: All}, names: `ldmatrix tex tld4 txq suld suq mma istypep`},
	{row: Row{Value: PerLane, Reads: All, Writes: All}, names: `
		stmatrix movmatrix wmma wgmma discard tensormap multimem st.async st.bulk red.async cp`},
	{row: Row{Value: PerLane, Reads: All, Writes: All}, names: `mbarrier tcgen05`},
	{row: Row{Value: PerLane, Reads: All, Writes: All, Waits: true}, names: `
		mbarrier.test_wait mbarrier.try_wait tcgen05.alloc clusterlaunchcontrol`},
}
