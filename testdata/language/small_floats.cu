// Half precision and bfloat16. A compiler has the first as a type of its own and computes the second in float, whose results
// are rounded here.
#ifdef __CUDA__
#include <cuda_bf16.h>
#include <cuda_fp16.h>
__device__ unsigned h_of(float x) { return __half_as_ushort(__float2half(x)); }
__device__ float f_of_h(unsigned w) { return __half2float(__ushort_as_half((unsigned short)w)); }
__device__ unsigned h_add(unsigned a, unsigned b) { return __half_as_ushort(__hadd(__ushort_as_half(a), __ushort_as_half(b))); }
__device__ unsigned h_sub(unsigned a, unsigned b) { return __half_as_ushort(__hsub(__ushort_as_half(a), __ushort_as_half(b))); }
__device__ unsigned h_mul(unsigned a, unsigned b) { return __half_as_ushort(__hmul(__ushort_as_half(a), __ushort_as_half(b))); }
__device__ unsigned h_div(unsigned a, unsigned b) { return __half_as_ushort(__hdiv(__ushort_as_half(a), __ushort_as_half(b))); }
__device__ unsigned h_of_int(int x) { return __half_as_ushort(__int2half_rn(x)); }
__device__ int int_of_h(unsigned w) { return __half2int_rz(__ushort_as_half((unsigned short)w)); }
__device__ unsigned h_less(unsigned a, unsigned b) { return __hlt(__ushort_as_half(a), __ushort_as_half(b)); }
__device__ unsigned h_pairs(unsigned a, unsigned b) {
  __half2 x(__ushort_as_half(a), __ushort_as_half(b)), y(__ushort_as_half(b), __ushort_as_half(b));
  __half2 sum = __hadd2(x, y), most = __hmax2(x, y);
  return __half_as_ushort(sum.x) + __half_as_ushort(__high2half(most)) * 3 + (__hle2_mask(x, y) & 0x10001) + __hbeq2(x, y) * 7;
}
__device__ unsigned b_of(float x) { return __bfloat16_as_ushort(__float2bfloat16(x)); }
__device__ float f_of_b(unsigned w) { return __bfloat162float(__ushort_as_bfloat16((unsigned short)w)); }
__device__ unsigned b_add(unsigned a, unsigned b) { return __bfloat16_as_ushort(__ushort_as_bfloat16(a) + __ushort_as_bfloat16(b)); }
__device__ unsigned b_mul(unsigned a, unsigned b) { return __bfloat16_as_ushort(__ushort_as_bfloat16(a) * __ushort_as_bfloat16(b)); }
__device__ unsigned b_div(unsigned a, unsigned b) { return __bfloat16_as_ushort(__ushort_as_bfloat16(a) / __ushort_as_bfloat16(b)); }
__device__ unsigned bits_of(float x) { return __float_as_uint(x); }
__device__ float of_bits(unsigned w) { return __uint_as_float(w); }
#else
#include <cstring>
template <class To, class From> To cast(From x) {
  To y{};
  std::memcpy(&y, &x, sizeof y < sizeof x ? sizeof y : sizeof x);
  return y;
}
typedef unsigned short word;
_Float16 half_of(unsigned w) { return cast<_Float16>((word)w); }
unsigned h_of(float x) { return cast<word>((_Float16)x); }
float f_of_h(unsigned w) { return half_of(w); }
unsigned h_add(unsigned a, unsigned b) { return h_of(f_of_h(a) + f_of_h(b)); }
unsigned h_sub(unsigned a, unsigned b) { return h_of(f_of_h(a) - f_of_h(b)); }
unsigned h_mul(unsigned a, unsigned b) { return h_of(f_of_h(a) * f_of_h(b)); }
unsigned h_div(unsigned a, unsigned b) { return h_of(f_of_h(a) / f_of_h(b)); }
unsigned h_of_int(int x) { return cast<word>((_Float16)x); }
int int_of_h(unsigned w) { return (int)f_of_h(w); }
unsigned h_less(unsigned a, unsigned b) { return f_of_h(a) < f_of_h(b); }
unsigned h_pairs(unsigned a, unsigned b) {
  unsigned most = f_of_h(b) > f_of_h(b) ? b : b;
  return h_add(a, b) + most * 3 + (f_of_h(a) <= f_of_h(b)) + 0x10000 + (f_of_h(a) == f_of_h(b)) * 7;
}
unsigned bits_of(float x) { return cast<unsigned>(x); }
float of_bits(unsigned w) { return cast<float>(w); }
float f_of_b(unsigned w) { return of_bits(w << 16); }
unsigned b_of(float x) { return (bits_of(x) + 0x7fff + (bits_of(x) >> 16 & 1)) >> 16; }
unsigned b_add(unsigned a, unsigned b) { return b_of(f_of_b(a) + f_of_b(b)); }
unsigned b_mul(unsigned a, unsigned b) { return b_of(f_of_b(a) * f_of_b(b)); }
unsigned b_div(unsigned a, unsigned b) { return b_of(f_of_b(a) / f_of_b(b)); }
#endif

// A finite number of half precision, and one of bfloat16 in the middle of its range, as no word of a compiler's is that of
// CUDA's that is no number.
__device__ unsigned some(unsigned lane, unsigned n) { return (lane * 2654435761u + n * 40503u) >> 7 & 0xbbff; }
__device__ unsigned middle(unsigned lane, unsigned n) { return some(lane, n) % 0x2000 + 0x3000 + (lane & 1) * 0x8000; }

__device__ unsigned converted(unsigned lane) {
  unsigned sum = 0;
  for (unsigned n = 0; n < 8; n++)
    sum = sum * 31 + h_of(of_bits((lane * 8 + n) * 0x1234567u % 0x10000000u + 0x38000000u - 0x2000000u * (lane % 5))) + bits_of(f_of_h(some(lane, n)));
  return sum;
}

__device__ unsigned denormal(unsigned lane) {
  unsigned sum = 0;
  for (unsigned n = 1; n < 8; n++)
    sum = sum * 31 + h_mul(lane * n * 29 + 1, 0x3000 + n * 77) + h_add(n, 0x8000 + lane) + h_div(lane * 9 + n, 0x4400 + n) + h_of(f_of_h(lane * n) / 3);
  return sum;
}

__device__ unsigned too_large(unsigned lane) {
  return h_of(65500.f + lane * 2) + h_mul(0x7800 + lane * 16, 0x3e00) * 3 + h_add(0x7bff, 0x4800 + lane * 64) * 5 + h_of_int(65510 + lane) * 7;
}

__device__ unsigned halves(unsigned lane) {
  unsigned sum = 0;
  for (unsigned n = 0; n < 8; n++) {
    unsigned a = some(lane, n), b = some(lane, n + 9);
    sum = sum * 31 + h_add(a, b) + h_sub(a, b) * 3 + h_mul(a, b) * 5 + h_less(a, b) * 7 + (b & 0x7fff ? h_div(a, b) : 0) * 11;
  }
  return sum;
}

__device__ unsigned integers(unsigned lane) {
  unsigned sum = 0;
  for (int n = -3; n < 4; n++)
    sum = sum * 31 + h_of_int(n * (int)lane * 337) + (unsigned)int_of_h(h_of(n * 1.7f + lane));
  return sum;
}

__device__ unsigned pairs(unsigned lane) { return h_pairs(some(lane, 1), some(lane, 2)) + h_pairs(lane, lane) * 3; }

__device__ unsigned brains(unsigned lane) {
  unsigned sum = 0;
  for (unsigned n = 0; n < 8; n++) {
    unsigned a = middle(lane, n), b = middle(lane + 1, n + 9);
    sum = sum * 31 + b_add(a, b) + b_mul(a, b) * 3 + b_div(a, b) * 5 + b_of(f_of_b(a) / 3) * 7 + bits_of(f_of_b(b));
  }
  return sum;
}
