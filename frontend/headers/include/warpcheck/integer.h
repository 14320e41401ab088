// Integer and bit intrinsics.
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

// Sums of products of bytes, or of halves with bytes. A vector is passed as one word.
extern "C" {
#define WARPCHECK_PRODUCTS(T, s)                         \
  WARPCHECK_D T __warpcheck_##s##dp4a(T x, T y, T z);    \
  WARPCHECK_D T __warpcheck_##s##dp2a_lo(T x, T y, T z); \
  WARPCHECK_D T __warpcheck_##s##dp2a_hi(T x, T y, T z);
WARPCHECK_PRODUCTS(int, s)
WARPCHECK_PRODUCTS(unsigned int, u)
#undef WARPCHECK_PRODUCTS
}
#define WARPCHECK_PRODUCTS(T, s, V2, V4)                                                             \
  WARPCHECK_D inline T __warpcheck_word(V4 x) {                                                      \
    return (T)((x.x & 255u) | (x.y & 255u) << 8 | (x.z & 255u) << 16 | (x.w & 255u) << 24);          \
  }                                                                                                  \
  WARPCHECK_D inline T __warpcheck_word(V2 x) { return (T)((x.x & 65535u) | (x.y & 65535u) << 16); } \
  WARPCHECK_D inline T __dp4a(T x, T y, T z) { return __warpcheck_##s##dp4a(x, y, z); }              \
  WARPCHECK_D inline T __dp4a(V4 x, V4 y, T z) {                                                     \
    return __warpcheck_##s##dp4a(__warpcheck_word(x), __warpcheck_word(y), z);                       \
  }                                                                                                  \
  WARPCHECK_D inline T __dp2a_lo(T x, T y, T z) { return __warpcheck_##s##dp2a_lo(x, y, z); }        \
  WARPCHECK_D inline T __dp2a_lo(V2 x, V4 y, T z) {                                                  \
    return __warpcheck_##s##dp2a_lo(__warpcheck_word(x), __warpcheck_word(y), z);                    \
  }                                                                                                  \
  WARPCHECK_D inline T __dp2a_hi(T x, T y, T z) { return __warpcheck_##s##dp2a_hi(x, y, z); }        \
  WARPCHECK_D inline T __dp2a_hi(V2 x, V4 y, T z) {                                                  \
    return __warpcheck_##s##dp2a_hi(__warpcheck_word(x), __warpcheck_word(y), z);                    \
  }
WARPCHECK_PRODUCTS(int, s, short2, char4)
WARPCHECK_PRODUCTS(unsigned int, u, ushort2, uchar4)
#undef WARPCHECK_PRODUCTS
