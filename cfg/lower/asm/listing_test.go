package asm

import (
	"strings"
	"testing"
)

// listingCase is an asm statement and the listing of what it lowers to.
type listingCase struct{ name, text, operands, want string }

// collectiveListings cover the collectives, barriers and special registers.
var collectiveListings = []listingCase{
	{
		"special register",
		"mov.u32 %0, %%laneid;",
		"=r:r",
		`
store(&r, convert s32(special laneid))
`,
	},
	{
		"special register with one percent sign",
		"mov.u32 %0, %lanemask_lt;",
		"=r:m",
		`
store(&m, special lanemask_lt)
`,
	},
	{
		"thread index",
		"mov.u32 %0, %%tid.y;",
		"=r:m",
		`
store(&m, special tid.y)
`,
	},
	{
		"64-bit timer",
		"mov.u64 %0, %%globaltimer;",
		"=l:w",
		`
store(&w, or(shl(convert u64(special clock), const 32), convert u64(special clock)))
`,
	},
	{
		"uniform special register",
		"mov.u32 %0, %%total_smem_size;",
		"=r:m",
		`
store(&m, convert u32(pure %total_smem_size))
`,
	},
	{
		"place of a block in its cluster",
		"mov.u32 %0, %%cluster_ctaid.y;",
		"=r:m",
		`
store(&m, special cluster_ctaid.y)
`,
	},
	{
		"unknown special register",
		"mov.u32 %0, %%r1;",
		"=r:m",
		`
v1 = unknown "PTX register %r1 of another asm statement"
store(&m, v1)
`,
	},
	{
		"shuffle of floats",
		"shfl.sync.bfly.b32 %0, %1, %2, 0x1f, 0xffffffff;",
		"=f:f, f:g, r:x",
		`
v1 = collective shfl.bfly(mask=const 4294967295, value=load(&g), source=convert u32(load(&x)), width=const 32)
store(&f, v1)
`,
	},
	{
		"shuffle with a computed segment",
		"shfl.sync.up.b32 %0, %1, %2, %3, %4;",
		"=r:r, r:x, r:y, r:c, r:m",
		`
b0:
if eq(and(load(&c), sub(sub(const 32, and(shr(load(&c), const 8), const 31)), const 1)), const 0) b1 b2
b1:
store(&tmp, convert u32(load(&y)))
jump b3
b2:
v1 = unknown "shfl with a clamp that is no width"(convert u32(load(&y)))
store(&tmp, v1)
jump b3
b3:
v2 = collective shfl.up(mask=load(&m), value=load(&x), source=load(&tmp), width=convert s32(sub(const 32, and(shr(load(&c), const 8), const 31))))
store(&r, v2)
`,
	},
	{
		"shuffle with a constant segment",
		"shfl.sync.up.b32 %0, %1, %2, %3, %4;",
		"=r:r, r:x, r:y, n:4096, r:m",
		`
v1 = collective shfl.up(mask=load(&m), value=load(&x), source=convert u32(load(&y)), width=const 16)
store(&r, v1)
`,
	},
	{
		"shuffle within eight lanes, clamp within the segment",
		"shfl.sync.down.b32 %0, %1, 1, 0x1807, -1;",
		"=r:r, r:x",
		`
v1 = collective shfl.down(mask=const 4294967295, value=load(&x), source=const 1, width=const 8)
store(&r, v1)
`,
	},
	{
		"shuffle with a clamp that is no width",
		"shfl.sync.down.b32 %0, %1, 1, 0x3, -1;",
		"=r:r, r:x",
		`
v1 = unknown "shfl with a clamp that is no width"(const 1)
v2 = collective shfl.down(mask=const 4294967295, value=load(&x), source=v1, width=const 32)
store(&r, v2)
`,
	},
	{
		"legacy shuffle",
		"shfl.idx.b32 %0, %1, 0, 0x1f;",
		"=r:r, r:x",
		`
v1 = collective shfl.idx(value=load(&x), source=const 0, width=const 32)
store(&r, v1)
`,
	},
	{
		"scan step",
		"{ .reg .u32 r0; .reg .pred p; shfl.sync.up.b32 r0|p, %1, %2, %3, %5; @p add.u32 r0, r0, %4; mov.u32 %0, r0;}",
		"=r:r, r:x, r:y, n:0, r:x, r:m",
		`
b0:
v1 = collective shfl.up(mask=load(&m), value=load(&x), source=convert u32(load(&y)), width=const 32)
store(&asm.3, convert u32(v1))
store(&asm.2, extract 1(v1))
if load(&asm.2) b1 b2
b1:
store(&asm.3, add(load(&asm.3), convert u32(load(&x))))
jump b2
b2:
store(&asm, convert s32(load(&asm.3)))
store(&r, load(&asm))
`,
	},
	{
		"ballot",
		"{.reg .pred p; setp.ne.b32 p, %1, 0; vote.sync.ballot.b32 %0, p, %2;}",
		"=r:m, r:x, r:m",
		`
v1 = collective vote.ballot(mask=load(&m), value=convert s32(ne(convert u32(load(&x)), const 0)))
store(&m, v1)
`,
	},
	{
		"vote on a negated predicate",
		"{.reg .pred p, q; setp.lt.s32 p, %1, 3; vote.sync.any.pred q, !p, -1; selp.b32 %0, 1, 0, q;}",
		"=r:r, r:x",
		`
b0:
v1 = collective vote.any(mask=const 4294967295, value=convert s32(not(lt(load(&x), const 3))))
if convert bool(v1) b1 b2
b1:
store(&tmp, const 1)
jump b3
b2:
store(&tmp, const 0)
jump b3
b3:
store(&r, convert s32(load(&tmp)))
`,
	},
	{
		"legacy vote",
		"{.reg .pred p; setp.lt.s32 p, %1, 3; vote.ballot.b32 %0, p;}",
		"=r:m, r:x",
		`
v1 = collective vote.ballot(value=convert s32(lt(load(&x), const 3)))
store(&m, v1)
`,
	},
	{
		"match.any",
		"match.any.sync.b64 %0, %1, %2;",
		"=r:m, l:w, r:m",
		`
v1 = collective match.any.b64(mask=load(&m), value=load(&w))
store(&m, v1)
`,
	},
	{
		"match.all with its predicate",
		"{.reg .pred p; match.all.sync.b32 %0|p, %1, %2; @!p mov.b32 %0, 0;}",
		"=r:m, r:x, r:m",
		`
b0:
v1 = collective match.all.b32(mask=load(&m), value=convert u32(load(&x)))
store(&asm, v1)
store(&asm.2, extract 1(v1))
if load(&asm.2) b2 b1
b1:
store(&asm, const 0)
jump b2
b2:
store(&m, load(&asm))
`,
	},
	{
		"redux",
		"redux.sync.add.s32 %0, %1, %2;",
		"=r:r, r:x, r:m",
		`
v1 = collective redux.add.s32(mask=load(&m), value=load(&x))
store(&r, v1)
`,
	},
	{
		"elect",
		"{.reg .pred P; elect.sync _|P, -1; selp.b32 %0,1,0,P;}",
		"=r:r",
		`
b0:
v1 = collective elect(mask=const 4294967295)
if extract 1(v1) b1 b2
b1:
store(&tmp, const 1)
jump b3
b2:
store(&tmp, const 0)
jump b3
b3:
store(&r, convert s32(load(&tmp)))
`,
	},
	{
		"active mask",
		"activemask.b32 %0;",
		"=r:m",
		`
store(&m, special activemask)
`,
	},
	{
		"warp barrier",
		"bar.warp.sync %0;",
		"r:m",
		`
collective syncwarp(mask=load(&m))
`,
	},
	{
		"block barriers",
		"bar.sync 0; bar.sync 1, 64; barrier.cta.sync.aligned %0; bar.arrive 2, %0;",
		"r:m",
		`
collective bar.sync
collective bar.sync(barrier=const 1, threads=const 64)
collective bar.sync(barrier=load(&m))
collective bar.arrive(barrier=const 2, threads=load(&m))
`,
	},
	{
		"reducing barrier",
		"{.reg .pred p; setp.ne.u32 p, %1, 0; bar.red.popc.u32 %0, 0, p; }",
		"=r:r, r:m",
		`
v1 = collective bar.red.popc(value=convert s32(ne(load(&m), const 0)))
store(&r, v1)
`,
	},
	{
		"reducing barrier of some threads",
		"{.reg .pred p; setp.ne.u32 p, %1, 0; barrier.cta.red.and.aligned.pred p, 3, 64, !p; selp.s32 %0, 1, 0, p;}",
		"=r:r, r:m",
		`
b0:
v1 = collective bar.red.and(value=convert s32(not(ne(load(&m), const 0))), barrier=const 3, threads=const 64)
if convert bool(v1) b1 b2
b1:
store(&tmp, const 1)
jump b3
b2:
store(&tmp, const 0)
jump b3
b3:
store(&r, load(&tmp))
`,
	},
	{
		"cluster barrier",
		"barrier.cluster.arrive.release.aligned; barrier.cluster.wait.acquire.aligned;",
		"",
		`
collective barrier.cluster.arrive
fence barrier.cluster.arrive.release.aligned
collective barrier.cluster.wait
fence barrier.cluster.wait.acquire.aligned
`,
	},
	{
		"unaligned cluster arrival",
		"barrier.cluster.arrive.relaxed;",
		"",
		`
collective barrier.cluster.arrive
fence barrier.cluster.arrive.relaxed
`,
	},
	{
		"unaligned cluster wait",
		"barrier.cluster.wait;",
		"",
		`
collective barrier.cluster.wait
fence barrier.cluster.wait
`,
	},
}

// instructionListings cover memory, control flow and arithmetic.
var instructionListings = []listingCase{
	{
		"volatile vector load",
		"ld.volatile.global.v2.u32 {%0, %1}, [%2+8];",
		"=r:r,=r:q, l:p",
		`
store(&r, convert s32(volatile load(convert ptr(index(convert ptr(load(&p)), const 8)))))
store(&q, convert s32(volatile load(convert ptr(index(convert ptr(load(&p)), const 12)))))
`,
	},
	{
		"narrow store",
		"st.release.sys.global.u8 [%1], %0;",
		"r:x, l:p",
		`
fence st.release.sys.global.u8
volatile store(convert ptr(load(&p)), convert u8(load(&x)))
`,
	},
	{
		"atomics",
		"atom.add.global.u32 %0, [%1], %2; red.shared.max.s32 [%3], 1;",
		"=r:m, l:p, r:m, r:y",
		`
v1 = atomic atomicAdd(convert ptr(load(&p)), load(&m))
v2 = atomic atomicMax(convert ptr(convert u64(load(&y))), const 1)
store(&m, v1)
`,
	},
	{
		"acquire and release",
		"atom.acq_rel.gpu.global.add.u32 %0, [%1], %2; red.release.cta.shared.add.u32 [%3], 1;",
		"=r:m, l:p, r:m, r:y",
		`
fence atom.acq_rel.gpu.global.add.u32
v1 = atomic atomicAdd(convert ptr(load(&p)), load(&m))
fence atom.acq_rel.gpu.global.add.u32
fence red.release.cta.shared.add.u32
v2 = atomic atomicAdd(convert ptr(convert u64(load(&y))), const 1)
store(&m, v1)
`,
	},
	{
		"compare and swap",
		"atom.global.cas.b32 %0, [%1], %2, %3;",
		"=r:m, l:p, r:m, r:c",
		`
v1 = atomic atomicCAS(convert ptr(load(&p)), load(&m), load(&c))
store(&m, v1)
`,
	},
	{
		"atomic on a pair of halves",
		"red.global.add.noftz.bf16x2 [%0], %1;",
		"l:p, r:m",
		`
v1 = atomic red.global.add.noftz.bf16x2(convert ptr(load(&p)), load(&m))
`,
	},
	{
		"asynchronous copy",
		"cp.async.cg.shared.global.L2::128B [%0], [%1], 16; cp.async.commit_group; cp.async.wait_group %2; cp.async.wait_all;",
		"r:m, l:p, n:2",
		`
async share write of its own(convert ptr(convert u64(load(&m))), const 16, const 0)
commit
await what is committed
await
`,
	},
	{
		"accesses of 128 bits",
		"ld.shared.b128 %0, [%1+16]; st.weak.shared::cta.b128 [%1], %0; ld.acquire.gpu.global.b128 %0, [%1];",
		"+r:m, l:p",
		`
share read of its own(index(convert ptr(load(&p)), const 16), const 16, const 0)
v1 = extern ld.shared.b128(index(convert ptr(load(&p)), const 16))
share write of its own(convert ptr(load(&p)), const 16, const 0)
unknown "PTX instruction ld.acquire.gpu.global.b128"(v1, load(&p))
v2 = unknown "PTX instruction ld.acquire.gpu.global.b128"
store(&m, v2)
`,
	},
	{
		"matrix product",
		"mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {%0, %1}, {%2}, {%3}, {%0, %1};",
		"+r:r,+r:q,r:x,r:y",
		`
collective group.mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32(mask=const 4294967295)
v1 = extern mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32
v2 = extern mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32
store(&r, v1)
store(&q, v2)
`,
	},
	{
		"registers of a warp",
		"setmaxnreg.inc.sync.aligned.u32 240;",
		"",
		`
collective group.setmaxnreg.inc.sync.aligned.u32(mask=const 4294967295)
`,
	},
	{
		"tensor memory",
		"tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], %1;" +
			"tcgen05.commit.cta_group::1.mbarrier::arrive::one.b64 [%0];",
		"r:m, r:c",
		`
collective group.tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32(mask=const 4294967295)
extern tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32(convert ptr(convert u64(load(&m))))
extern tcgen05.commit.cta_group::1.mbarrier::arrive::one.b64(convert ptr(convert u64(load(&m))))
`,
	},
	{
		"matrix load",
		"ldmatrix.sync.aligned.m8n8.x2.b16 {%0, %1}, [%2];",
		"=r:r, =r:q, l:p",
		`
collective group.ldmatrix.sync.aligned.m8n8.x2.b16(mask=const 4294967295)
share read of 2 matrices(convert ptr(load(&p)), const 0, const 0)
v1 = extern ldmatrix.sync.aligned.m8n8.x2.b16
v2 = extern ldmatrix.sync.aligned.m8n8.x2.b16
store(&r, v1)
store(&q, v2)
`,
	},
	{
		"mbarrier",
		"{.reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.b32 %0, 1, 0, p;}",
		"=r:r, r:m, r:c",
		`
b0:
v1 = extern mbarrier.try_wait.parity.shared::cta.b64(convert ptr(convert u64(load(&m))), convert s64(load(&c)))
if v1 b1 b2
b1:
store(&tmp, const 1)
jump b3
b2:
store(&tmp, const 0)
jump b3
b3:
store(&r, convert s32(load(&tmp)))
`,
	},
	{
		"unpacking",
		"mov.b64 {%0,%1},%2;",
		"=r:m,=r:c,d:d",
		`
store(&m, convert u32(convert u64(pure __double_as_longlong(load(&d)))))
store(&c, convert u32(shr(convert u64(pure __double_as_longlong(load(&d))), const 32)))
`,
	},
	{
		"packing",
		"mov.b64 %0,{%1,%2};",
		"=d:d,r:m,r:c",
		`
store(&d, pure __longlong_as_double(convert s64(or(convert u64(load(&m)), shl(convert u64(load(&c)), const 32)))))
`,
	},
	{
		"guarded exit",
		"{.reg .pred p; setp.eq.s32 p, %0, 0; @p exit;}",
		"r:x",
		`
b0:
store(&asm, eq(load(&x), const 0))
if load(&asm) b1 b2
b1:
exit
b2:
`,
	},
	{
		"trap",
		"trap;",
		"",
		`
trap
`,
	},
	{
		"fence",
		"membar.gl;",
		"",
		`
fence membar.gl
`,
	},
	{
		"spin loop",
		"{.reg .pred p; L: ld.acquire.gpu.u32 %0, [%1]; setp.eq.u32 p, %0, 0; @p bra L;}",
		"=r:m, l:p",
		`
b0:
jump b1
b1:
store(&asm, volatile load(convert ptr(load(&p))))
fence ld.acquire.gpu.u32
store(&asm.2, eq(load(&asm), const 0))
if load(&asm.2) b1 b2
b2:
store(&m, load(&asm))
`,
	},
	{
		"endless loop",
		"L: bra L;",
		"",
		`
b0:
jump b1
b1:
jump b1
`,
	},
	{
		"branch out of the text",
		"bra L;",
		"",
		`
unknown "PTX instruction bra"
`,
	},
	{
		"forward branch",
		"{.reg .pred p; setp.ge.s32 p, %1, 5; @!p bra D; add.s32 %0, %0, 1; D: }",
		"+r:r, r:x",
		`
b0:
store(&asm, load(&r))
store(&asm.2, ge(load(&x), const 5))
if load(&asm.2) b1 b2
b1:
store(&asm, add(load(&asm), const 1))
jump b2
b2:
store(&r, load(&asm))
`,
	},
	{
		"combined comparison",
		"{.reg .pred p, q; setp.lo.and.s32 p|q, %1, 7, p; selp.s32 %0, 1, 2, q;}",
		"=r:r, r:x",
		`
b0:
v1 = unknown "asm reads a register before it writes it"
if convert bool(and(convert s32(not(lt(convert u32(load(&x)), const 7))), convert s32(v1))) b1 b2
b1:
store(&tmp, const 1)
jump b3
b2:
store(&tmp, const 2)
jump b3
b3:
store(&r, load(&tmp))
`,
	},
	{
		"set",
		"set.gt.u32.s32 %0, %1, 0;",
		"=r:m, r:x",
		`
store(&m, neg(convert u32(gt(load(&x), const 0))))
`,
	},
	{
		"shift by a variable",
		"shr.s32 %0, %1, %2;",
		"=r:r, r:x, r:m",
		`
b0:
if lt(load(&m), const 32) b1 b2
b1:
store(&tmp, shr(load(&x), load(&m)))
jump b3
b2:
store(&tmp, shr(load(&x), const 31))
jump b3
b3:
store(&r, load(&tmp))
`,
	},
	{
		"shift too far",
		"shl.b32 %0, %1, 40;",
		"=r:m, r:m",
		`
store(&m, const 0)
`,
	},
	{
		"logic",
		"and.b32 %0, %1, 31; not.b32 %0, %0; neg.s32 %0, %0; min.s32 %0, %0, 4;",
		"=r:r, r:x",
		`
store(&r, pure min(neg(convert s32(bnot(and(convert u32(load(&x)), const 31)))), const 4))
`,
	},
	{
		"bit counts",
		"popc.b64 %0, %2; clz.b32 %0, %0; brev.b32 %1, %0;",
		"=r:r, =r:q, l:w",
		`
store(&r, pure __clz(convert u32(pure __popcll(load(&w)))))
store(&q, convert s32(pure __brev(convert u32(pure __clz(convert u32(pure __popcll(load(&w))))))))
`,
	},
	{
		"highest bit",
		"bfind.u32 %0, %1;",
		"=r:r, r:m",
		`
store(&r, sub(const 31, pure __clz(load(&m))))
`,
	},
	{
		"bit field",
		"bfe.u32 %0, %1, 5, 3;",
		"=r:m, r:m",
		`
store(&m, and(shr(load(&m), const 5), const 7))
`,
	},
	{
		"truth table",
		"lop3.b32 %0, %1, %2, 31, 0x96;",
		"=r:m, r:m, r:c",
		`
store(&m, xor(load(&m), xor(load(&c), const 31)))
`,
	},
	{
		"funnel shift",
		"shf.r.clamp.b32 %0, %1, %2, 4;",
		"=r:m, r:m, r:c",
		`
store(&m, pure __funnelshift_rc(load(&m), load(&c), const 4))
`,
	},
	{
		"bytes",
		"prmt.b32 %0, %1, 0, 0x3210;",
		"=r:m, r:m",
		`
store(&m, pure __byte_perm(load(&m), const 0, const 12816))
`,
	},
	{
		"opaque function",
		"dp2a.lo.u32.u32 %0, %1, %2, %1;",
		"=r:m, r:m, r:c",
		`
store(&m, pure __warpcheck_udp2a_lo(load(&m), load(&c), load(&m)))
`,
	},
	{
		"multiplication",
		"mad.lo.u32 %0, %2, %3, 3; mul.wide.s32 %1, %4, 2;",
		"=r:m, =l:w, r:c, r:m, r:x",
		`
store(&m, add(mul(load(&c), load(&m)), const 3))
store(&w, convert u64(mul(convert s64(load(&x)), const 2)))
`,
	},
	{
		"wide multiplication",
		"mul.wide.u32 %0, %1, 4;",
		"=l:w, r:m",
		`
store(&w, mul(convert u64(load(&m)), const 4))
`,
	},
	{
		"high multiplication",
		"mul.hi.u32 %0, %1, 4;",
		"=r:m, r:m",
		`
store(&m, pure __umulhi(load(&m), const 4))
`,
	},
	{
		"float function",
		"ex2.approx.ftz.f32 %0, %1;",
		"=f:f, f:g",
		`
store(&f, pure ex2.approx.ftz.f32(load(&g)))
`,
	},
	{
		"float constant",
		"add.f32 %0, %1, 0f3FC00000;",
		"=f:f, f:g",
		`
store(&f, pure add.f32(load(&g), convert f64(float 1.5)))
`,
	},
	{
		"pointer arithmetic",
		"add.u64 %0, %0, 16;",
		"+l:p",
		`
store(&p, convert ptr(index(convert ptr(load(&p)), const 16)))
`,
	},
	{
		"shared address",
		"{.reg .u64 t; cvta.to.shared.u64 t, %1; cvt.u32.u64 %0, t;}",
		"=r:m, l:p",
		`
store(&m, convert u32(convert u64(load(&p))))
`,
	},
	{
		"named operands",
		"mov.u32 %[out], %[in];",
		"[out]=r:r, [in]r:x",
		`
store(&r, load(&x))
`,
	},
	{
		"tied operand",
		"add.s32 %0, %0, 1;",
		"=r:r, 0:x",
		`
store(&r, add(load(&x), const 1))
`,
	},
	{
		"read and kept",
		"",
		"+r:r",
		``,
	},
	{
		"narrow operand",
		"mov.b16 %0, %1;",
		"=h:h, h:h",
		`
store(&h, load(&h))
`,
	},
	{
		"predicate stored as bool",
		"{.reg .pred p; setp.ne.s32 p, %1, 0; not.pred p, p; selp.u32 %0, 1, 0, p;}",
		"=r:b, r:x",
		`
b0:
if not(ne(load(&x), const 0)) b1 b2
b1:
store(&tmp, const 1)
jump b3
b2:
store(&tmp, const 0)
jump b3
b3:
store(&b, convert bool(load(&tmp)))
`,
	},
	{
		"operands of a class and of an unknown type",
		"mov.b32 %0, %2; mov.b32 %1, %3;",
		"=r:s, =r:z, r:x, r:s",
		`
v1 = unknown "asm operand of type int used as S"(load(&x))
store(&s, v1)
store(&z, opaque "S as <unknown>"(load(&s)))
`,
	},
	{
		"unknown instruction",
		"foo.bar %0, %1, [%2];",
		"=r:r, r:x, l:p",
		`
unknown "PTX instruction foo.bar"(load(&x), load(&p))
v1 = unknown "PTX instruction foo.bar"
store(&r, v1)
`,
	},
	{
		"text that does not parse",
		"add.u32 %0, ; exit",
		"=r:r",
		`
unknown "asm text that is no PTX: ptx line 1: \";\" stands where an operand is expected"
v1 = unknown "asm text that is no PTX: ptx line 1: \";\" stands where an operand is expected"
exit
`,
	},
	{
		"missing operand",
		"add.s32 %0, %5, 1;",
		"=r:r",
		`
v1 = unknown "an operand that the asm statement does not have"
store(&r, add(v1, const 1))
`,
	},
	{
		"written input",
		"mov.u32 %1, 3;",
		"=r:r, r:x",
		`
unknown "PTX instruction mov.u32"(load(&x))
v1 = unknown "asm does not write its output %0"
store(&r, v1)
`,
	},
	{
		"another machine's text",
		"rdtsc",
		"=r:r",
		`
unknown "PTX instruction rdtsc"
v1 = unknown "asm does not write its output %0"
store(&r, v1)
`,
	},
	{
		"undeclared name",
		"mov.u32 %0, buffer;",
		"=r:m",
		`
v1 = unknown "PTX name buffer of memory or of another asm statement"
store(&m, v1)
`,
	},
}

func TestAsmListings(t *testing.T) {
	for _, test := range append(collectiveListings, instructionListings...) {
		t.Run(test.name, func(t *testing.T) {
			got := listing(lowerAsm(t, test.text, test.operands))
			if want := strings.TrimSpace(test.want); got != want {
				t.Errorf("asm(%q : %s):\n%s\nwant:\n%s", test.text, test.operands, got, want)
			}
		})
	}
}
