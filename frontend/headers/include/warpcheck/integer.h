// Integer and bit intrinsics. No bodies.
#pragma once

extern "C" {
WARPCHECK_D int __popc(unsigned int x);
WARPCHECK_D int __popcll(unsigned long long x);
WARPCHECK_D int __clz(int x);
WARPCHECK_D int __clzll(long long x);
WARPCHECK_D int __ffs(int x);
WARPCHECK_D int __ffsll(long long x);
WARPCHECK_D unsigned int __fns(unsigned int mask, unsigned int base, int offset);
WARPCHECK_D unsigned int __brev(unsigned int x);
WARPCHECK_D unsigned long long __brevll(unsigned long long x);
WARPCHECK_D unsigned int __byte_perm(unsigned int x, unsigned int y, unsigned int selector);
WARPCHECK_D unsigned int __funnelshift_l(unsigned int low, unsigned int high, unsigned int n);
WARPCHECK_D unsigned int __funnelshift_lc(unsigned int low, unsigned int high, unsigned int n);
WARPCHECK_D unsigned int __funnelshift_r(unsigned int low, unsigned int high, unsigned int n);
WARPCHECK_D unsigned int __funnelshift_rc(unsigned int low, unsigned int high, unsigned int n);
WARPCHECK_D int __mul24(int x, int y);
WARPCHECK_D unsigned int __umul24(unsigned int x, unsigned int y);
WARPCHECK_D int __mulhi(int x, int y);
WARPCHECK_D unsigned int __umulhi(unsigned int x, unsigned int y);
WARPCHECK_D long long __mul64hi(long long x, long long y);
WARPCHECK_D unsigned long long __umul64hi(unsigned long long x, unsigned long long y);
WARPCHECK_D unsigned int __sad(int x, int y, unsigned int z);
WARPCHECK_D unsigned int __usad(unsigned int x, unsigned int y, unsigned int z);
WARPCHECK_D int __hadd(int x, int y);
WARPCHECK_D int __rhadd(int x, int y);
WARPCHECK_D unsigned int __uhadd(unsigned int x, unsigned int y);
WARPCHECK_D unsigned int __urhadd(unsigned int x, unsigned int y);
}

WARPCHECK_D int mulhi(int x, int y);
WARPCHECK_D unsigned int mulhi(unsigned int x, unsigned int y);
WARPCHECK_D unsigned int mulhi(int x, unsigned int y);
WARPCHECK_D unsigned int mulhi(unsigned int x, int y);
WARPCHECK_D long long mul64hi(long long x, long long y);
WARPCHECK_D unsigned long long mul64hi(unsigned long long x, unsigned long long y);
WARPCHECK_D int mul24(int x, int y);
WARPCHECK_D unsigned int umul24(unsigned int x, unsigned int y);
WARPCHECK_D unsigned long long umul64hi(unsigned long long x, unsigned long long y);
WARPCHECK_D int __dp4a(int x, int y, int z);
WARPCHECK_D unsigned int __dp4a(unsigned int x, unsigned int y, unsigned int z);
WARPCHECK_D int __dp4a(char4 x, char4 y, int z);
WARPCHECK_D unsigned int __dp4a(uchar4 x, uchar4 y, unsigned int z);
WARPCHECK_D int __dp2a_lo(int x, int y, int z);
WARPCHECK_D unsigned int __dp2a_lo(unsigned int x, unsigned int y, unsigned int z);
WARPCHECK_D int __dp2a_lo(short2 x, char4 y, int z);
WARPCHECK_D unsigned int __dp2a_lo(ushort2 x, uchar4 y, unsigned int z);
WARPCHECK_D int __dp2a_hi(int x, int y, int z);
WARPCHECK_D unsigned int __dp2a_hi(unsigned int x, unsigned int y, unsigned int z);
WARPCHECK_D int __dp2a_hi(short2 x, char4 y, int z);
WARPCHECK_D unsigned int __dp2a_hi(ushort2 x, uchar4 y, unsigned int z);
