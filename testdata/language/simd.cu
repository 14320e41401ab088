// The functions on two halves or four bytes of a word. A compiler has none of them: it computes part by part.
#ifdef __CUDA__
#include <cuda_runtime.h>
#else
static int clamp(int x, int least, int most) { return x < least ? least : x > most ? most : x; }
#define PARTS(name, n, isSigned, made)                                                           \
  static unsigned name(unsigned a, unsigned b) {                                                 \
    const int bits = 32 / n, most = (1 << (bits - 1)) - 1, least = -most - 1;                    \
    unsigned word = 0;                                                                           \
    for (int at = 0; at < 32; at += bits) {                                                      \
      int x = a >> at & (2 * most + 1), y = b >> at & (2 * most + 1);                            \
      if (isSigned) x = x > most ? x - 2 * most - 2 : x, y = y > most ? y - 2 * most - 2 : y;    \
      word |= (unsigned)(made) % (2u * most + 2) << at;                                          \
    }                                                                                            \
    return word;                                                                                 \
  }
#define ONE(name, made)                                                                          \
  PARTS(two##name##2, 2, 1, made)                                                                \
  PARTS(two##name##4, 4, 1, made)                                                                \
  static unsigned name##2(unsigned a) { return two##name##2(a, a); }                             \
  static unsigned name##4(unsigned a) { return two##name##4(a, a); }
#define TWO(name, isSigned, made) PARTS(name##2, 2, isSigned, made) PARTS(name##4, 4, isSigned, made)
#define COMPARED(way, isSigned, op) TWO(__vcmp##way, isSigned, -(x op y)) TWO(__vset##way, isSigned, x op y)
ONE(__vabs, x < 0 ? -x : x)
ONE(__vabsss, clamp(x < 0 ? -x : x, least, most))
ONE(__vneg, -x)
ONE(__vnegss, clamp(-x, least, most))
TWO(__vadd, 1, x + y)
TWO(__vaddss, 1, clamp(x + y, least, most))
TWO(__vaddus, 0, clamp(x + y, 0, 2 * most + 1))
TWO(__vsub, 1, x - y)
TWO(__vsubss, 1, clamp(x - y, least, most))
TWO(__vsubus, 0, clamp(x - y, 0, 2 * most + 1))
TWO(__vavgs, 1, (x + y < 0 ? x + y : x + y + 1) >> 1)
TWO(__vavgu, 0, (x + y + 1) >> 1)
TWO(__vhaddu, 0, (x + y) >> 1)
TWO(__vabsdiffs, 1, x < y ? y - x : x - y)
TWO(__vabsdiffu, 0, x < y ? y - x : x - y)
TWO(__vmaxs, 1, x < y ? y : x)
TWO(__vmaxu, 0, x < y ? y : x)
TWO(__vmins, 1, x < y ? x : y)
TWO(__vminu, 0, x < y ? x : y)
COMPARED(eq, 1, ==)
COMPARED(ne, 1, !=)
COMPARED(ges, 1, >=)
COMPARED(geu, 0, >=)
COMPARED(gts, 1, >)
COMPARED(gtu, 0, >)
COMPARED(les, 1, <=)
COMPARED(leu, 0, <=)
COMPARED(lts, 1, <)
COMPARED(ltu, 0, <)
#define SUMMED(name, of, n)                                                                      \
  static unsigned name(unsigned a, unsigned b) {                                                 \
    unsigned all = of(a, b), sum = 0;                                                            \
    for (int at = 0; at < 32; at += 32 / n) sum += all >> at & (n == 2 ? 0xffff : 0xff);         \
    return sum;                                                                                  \
  }
SUMMED(__vsads2, __vabsdiffs2, 2)
SUMMED(__vsads4, __vabsdiffs4, 4)
SUMMED(__vsadu2, __vabsdiffu2, 2)
SUMMED(__vsadu4, __vabsdiffu4, 4)
#define FUSED(kind, T, n)                                                                        \
  static unsigned fused_##kind(unsigned a, unsigned b, unsigned c, int way) {                    \
    unsigned word = 0;                                                                           \
    for (int at = 0; at < 32; at += 32 / n) {                                                    \
      T x = (T)(a >> at), y = (T)(b >> at), z = (T)(c >> at), s = (T)(x + y), r = 0;             \
      if (way % 4 == 0) r = s > z ? s : z;                                                       \
      if (way % 4 == 1) r = s < z ? s : z;                                                       \
      if (way % 4 == 2) r = x > y ? (x > z ? x : z) : y > z ? y : z;                             \
      if (way % 4 == 3) r = x < y ? (x < z ? x : z) : y < z ? y : z;                             \
      if (way >= 4 && r < 0) r = 0;                                                              \
      word |= (n == 2 ? (unsigned)r & 0xffff : (unsigned)r) << at % 32;                          \
    }                                                                                            \
    return word;                                                                                 \
  }                                                                                              \
  static unsigned __viaddmax_##kind(unsigned a, unsigned b, unsigned c) { return fused_##kind(a, b, c, 0); } \
  static unsigned __viaddmin_##kind(unsigned a, unsigned b, unsigned c) { return fused_##kind(a, b, c, 1); } \
  static unsigned __vimax3_##kind(unsigned a, unsigned b, unsigned c) { return fused_##kind(a, b, c, 2); }   \
  static unsigned __vimin3_##kind(unsigned a, unsigned b, unsigned c) { return fused_##kind(a, b, c, 3); }
#define FUSED_TO_ZERO(kind)                                                                                      \
  static unsigned __viaddmax_##kind##_relu(unsigned a, unsigned b, unsigned c) { return fused_##kind(a, b, c, 4); } \
  static unsigned __viaddmin_##kind##_relu(unsigned a, unsigned b, unsigned c) { return fused_##kind(a, b, c, 5); } \
  static unsigned __vimax3_##kind##_relu(unsigned a, unsigned b, unsigned c) { return fused_##kind(a, b, c, 6); }   \
  static unsigned __vimin3_##kind##_relu(unsigned a, unsigned b, unsigned c) { return fused_##kind(a, b, c, 7); }   \
  static unsigned __vimax_##kind##_relu(unsigned a, unsigned b) { return fused_##kind(a, b, b, 6); }                \
  static unsigned __vimin_##kind##_relu(unsigned a, unsigned b) { return fused_##kind(a, b, b, 7); }
FUSED(s32, int, 1)
FUSED(u32, unsigned, 1)
FUSED(s16x2, short, 2)
FUSED(u16x2, unsigned short, 2)
FUSED_TO_ZERO(s32)
FUSED_TO_ZERO(s16x2)
static int __dp4a(int a, int b, int c) {
  for (int at = 0; at < 32; at += 8) c += (signed char)(a >> at) * (signed char)(b >> at);
  return c;
}
static unsigned __dp4a(unsigned a, unsigned b, unsigned c) {
  for (int at = 0; at < 32; at += 8) c += (a >> at & 255) * (b >> at & 255);
  return c;
}
static int __dp2a_lo(int a, int b, int c) { return c + (short)a * (signed char)b + (short)(a >> 16) * (signed char)(b >> 8); }
static int __dp2a_hi(int a, int b, int c) { return __dp2a_lo(a, b >> 16, c); }
static unsigned __dp2a_lo(unsigned a, unsigned b, unsigned c) { return c + (a & 65535) * (b & 255) + (a >> 16) * (b >> 8 & 255); }
static unsigned __dp2a_hi(unsigned a, unsigned b, unsigned c) { return __dp2a_lo(a, b >> 16, c); }
#endif

// Words with parts at both ends of their ranges, and equal ones.
__device__ unsigned some(unsigned lane, unsigned n) {
  unsigned x = (lane * 2654435761u + n * 40503u) ^ (lane << 9);
  return n % 4 == 0 ? x & 0x80ff7f01 : n % 4 == 1 ? x | 0x7f800080 : n % 4 == 2 ? x * 77 : 0x7f80ff00 + lane;
}

__device__ unsigned sums_of_2(unsigned lane, unsigned n) {
  unsigned sum = 0, a = some(lane, n), b = some(lane + n / 2, n + 1), c = some(lane, n + 2);
  sum = sum * 31 + __vadd2(a, b);
  sum = sum * 31 + __vaddss2(a, b);
  sum = sum * 31 + __vaddus2(a, b);
  sum = sum * 31 + __vsub2(a, b);
  sum = sum * 31 + __vsubss2(a, b);
  sum = sum * 31 + __vsubus2(a, b);
  return sum;
}

__device__ unsigned all_sums_of_2(unsigned lane) {
  return sums_of_2(lane, 0) + 3 * sums_of_2(lane, 1) + 5 * sums_of_2(lane, 2) + 7 * sums_of_2(lane, 3);
}

__device__ unsigned others_of_2(unsigned lane, unsigned n) {
  unsigned sum = 0, a = some(lane, n), b = some(lane + n / 2, n + 1), c = some(lane, n + 2);
  sum = sum * 31 + __vavgs2(a, b);
  sum = sum * 31 + __vavgu2(a, b);
  sum = sum * 31 + __vhaddu2(a, b);
  sum = sum * 31 + __vabsdiffs2(a, b);
  sum = sum * 31 + __vabsdiffu2(a, b);
  sum = sum * 31 + __vmaxs2(a, b);
  sum = sum * 31 + __vmaxu2(a, b);
  sum = sum * 31 + __vmins2(a, b);
  sum = sum * 31 + __vminu2(a, b);
  sum = sum * 31 + __vabs2(a);
  sum = sum * 31 + __vabsss2(a);
  sum = sum * 31 + __vneg2(a);
  sum = sum * 31 + __vnegss2(a);
  sum = sum * 31 + __vsads2(a, b);
  sum = sum * 31 + __vsadu2(a, b);
  return sum;
}

__device__ unsigned all_others_of_2(unsigned lane) {
  return others_of_2(lane, 0) + 3 * others_of_2(lane, 1) + 5 * others_of_2(lane, 2) + 7 * others_of_2(lane, 3);
}

__device__ unsigned compared_by_2(unsigned lane, unsigned n) {
  unsigned sum = 0, a = some(lane, n), b = some(lane + n / 2, n + 1), c = some(lane, n + 2);
  sum = sum * 31 + __vcmpeq2(a, b);
  sum = sum * 31 + __vcmpne2(a, b);
  sum = sum * 31 + __vcmpges2(a, b);
  sum = sum * 31 + __vcmpgeu2(a, b);
  sum = sum * 31 + __vcmpgts2(a, b);
  sum = sum * 31 + __vcmpgtu2(a, b);
  sum = sum * 31 + __vcmples2(a, b);
  sum = sum * 31 + __vcmpleu2(a, b);
  sum = sum * 31 + __vcmplts2(a, b);
  sum = sum * 31 + __vcmpltu2(a, b);
  sum = sum * 31 + __vseteq2(a, b);
  sum = sum * 31 + __vsetne2(a, b);
  sum = sum * 31 + __vsetges2(a, b);
  sum = sum * 31 + __vsetgeu2(a, b);
  sum = sum * 31 + __vsetgts2(a, b);
  sum = sum * 31 + __vsetgtu2(a, b);
  sum = sum * 31 + __vsetles2(a, b);
  sum = sum * 31 + __vsetleu2(a, b);
  sum = sum * 31 + __vsetlts2(a, b);
  sum = sum * 31 + __vsetltu2(a, b);
  return sum;
}

__device__ unsigned all_compared_by_2(unsigned lane) {
  return compared_by_2(lane, 0) + 3 * compared_by_2(lane, 1) + 5 * compared_by_2(lane, 2) + 7 * compared_by_2(lane, 3);
}

__device__ unsigned sums_of_4(unsigned lane, unsigned n) {
  unsigned sum = 0, a = some(lane, n), b = some(lane + n / 2, n + 1), c = some(lane, n + 2);
  sum = sum * 31 + __vadd4(a, b);
  sum = sum * 31 + __vaddss4(a, b);
  sum = sum * 31 + __vaddus4(a, b);
  sum = sum * 31 + __vsub4(a, b);
  sum = sum * 31 + __vsubss4(a, b);
  sum = sum * 31 + __vsubus4(a, b);
  return sum;
}

__device__ unsigned all_sums_of_4(unsigned lane) {
  return sums_of_4(lane, 0) + 3 * sums_of_4(lane, 1) + 5 * sums_of_4(lane, 2) + 7 * sums_of_4(lane, 3);
}

__device__ unsigned others_of_4(unsigned lane, unsigned n) {
  unsigned sum = 0, a = some(lane, n), b = some(lane + n / 2, n + 1), c = some(lane, n + 2);
  sum = sum * 31 + __vavgs4(a, b);
  sum = sum * 31 + __vavgu4(a, b);
  sum = sum * 31 + __vhaddu4(a, b);
  sum = sum * 31 + __vabsdiffs4(a, b);
  sum = sum * 31 + __vabsdiffu4(a, b);
  sum = sum * 31 + __vmaxs4(a, b);
  sum = sum * 31 + __vmaxu4(a, b);
  sum = sum * 31 + __vmins4(a, b);
  sum = sum * 31 + __vminu4(a, b);
  sum = sum * 31 + __vabs4(a);
  sum = sum * 31 + __vabsss4(a);
  sum = sum * 31 + __vneg4(a);
  sum = sum * 31 + __vnegss4(a);
  sum = sum * 31 + __vsads4(a, b);
  sum = sum * 31 + __vsadu4(a, b);
  return sum;
}

__device__ unsigned all_others_of_4(unsigned lane) {
  return others_of_4(lane, 0) + 3 * others_of_4(lane, 1) + 5 * others_of_4(lane, 2) + 7 * others_of_4(lane, 3);
}

__device__ unsigned compared_by_4(unsigned lane, unsigned n) {
  unsigned sum = 0, a = some(lane, n), b = some(lane + n / 2, n + 1), c = some(lane, n + 2);
  sum = sum * 31 + __vcmpeq4(a, b);
  sum = sum * 31 + __vcmpne4(a, b);
  sum = sum * 31 + __vcmpges4(a, b);
  sum = sum * 31 + __vcmpgeu4(a, b);
  sum = sum * 31 + __vcmpgts4(a, b);
  sum = sum * 31 + __vcmpgtu4(a, b);
  sum = sum * 31 + __vcmples4(a, b);
  sum = sum * 31 + __vcmpleu4(a, b);
  sum = sum * 31 + __vcmplts4(a, b);
  sum = sum * 31 + __vcmpltu4(a, b);
  sum = sum * 31 + __vseteq4(a, b);
  sum = sum * 31 + __vsetne4(a, b);
  sum = sum * 31 + __vsetges4(a, b);
  sum = sum * 31 + __vsetgeu4(a, b);
  sum = sum * 31 + __vsetgts4(a, b);
  sum = sum * 31 + __vsetgtu4(a, b);
  sum = sum * 31 + __vsetles4(a, b);
  sum = sum * 31 + __vsetleu4(a, b);
  sum = sum * 31 + __vsetlts4(a, b);
  sum = sum * 31 + __vsetltu4(a, b);
  return sum;
}

__device__ unsigned all_compared_by_4(unsigned lane) {
  return compared_by_4(lane, 0) + 3 * compared_by_4(lane, 1) + 5 * compared_by_4(lane, 2) + 7 * compared_by_4(lane, 3);
}

__device__ unsigned fused(unsigned lane, unsigned n) {
  unsigned sum = 0, a = some(lane, n), b = some(lane + n / 2, n + 1), c = some(lane, n + 2);
  sum = sum * 31 + __viaddmax_s32(a, b, c);
  sum = sum * 31 + __viaddmin_s32(a, b, c);
  sum = sum * 31 + __vimax3_s32(a, b, c);
  sum = sum * 31 + __vimin3_s32(a, b, c);
  sum = sum * 31 + __viaddmax_u32(a, b, c);
  sum = sum * 31 + __viaddmin_u32(a, b, c);
  sum = sum * 31 + __vimax3_u32(a, b, c);
  sum = sum * 31 + __vimin3_u32(a, b, c);
  sum = sum * 31 + __viaddmax_s16x2(a, b, c);
  sum = sum * 31 + __viaddmin_s16x2(a, b, c);
  sum = sum * 31 + __vimax3_s16x2(a, b, c);
  sum = sum * 31 + __vimin3_s16x2(a, b, c);
  sum = sum * 31 + __viaddmax_u16x2(a, b, c);
  sum = sum * 31 + __viaddmin_u16x2(a, b, c);
  sum = sum * 31 + __vimax3_u16x2(a, b, c);
  sum = sum * 31 + __vimin3_u16x2(a, b, c);
  return sum;
}

__device__ unsigned all_fused(unsigned lane) {
  return fused(lane, 0) + 3 * fused(lane, 1) + 5 * fused(lane, 2) + 7 * fused(lane, 3);
}

__device__ unsigned fused_to_zero(unsigned lane, unsigned n) {
  unsigned sum = 0, a = some(lane, n), b = some(lane + n / 2, n + 1), c = some(lane, n + 2);
  sum = sum * 31 + __viaddmax_s32_relu(a, b, c);
  sum = sum * 31 + __viaddmin_s32_relu(a, b, c);
  sum = sum * 31 + __vimax3_s32_relu(a, b, c);
  sum = sum * 31 + __vimin3_s32_relu(a, b, c);
  sum = sum * 31 + __viaddmax_s16x2_relu(a, b, c);
  sum = sum * 31 + __viaddmin_s16x2_relu(a, b, c);
  sum = sum * 31 + __vimax3_s16x2_relu(a, b, c);
  sum = sum * 31 + __vimin3_s16x2_relu(a, b, c);
  sum = sum * 31 + __vimax_s32_relu(a, b);
  sum = sum * 31 + __vimin_s32_relu(a, b);
  sum = sum * 31 + __vimax_s16x2_relu(a, b);
  sum = sum * 31 + __vimin_s16x2_relu(a, b);
  return sum;
}

__device__ unsigned all_fused_to_zero(unsigned lane) {
  return fused_to_zero(lane, 0) + 3 * fused_to_zero(lane, 1) + 5 * fused_to_zero(lane, 2) + 7 * fused_to_zero(lane, 3);
}

__device__ unsigned products(unsigned lane, unsigned n) {
  unsigned sum = 0, a = some(lane, n), b = some(lane + n / 2, n + 1), c = some(lane, n + 2);
  sum = sum * 31 + (unsigned)__dp4a((int)a, (int)b, (int)c);
  sum = sum * 31 + __dp4a(a, b, c);
  sum = sum * 31 + (unsigned)__dp2a_lo((int)a, (int)b, (int)c);
  sum = sum * 31 + __dp2a_lo(a, b, c);
  sum = sum * 31 + (unsigned)__dp2a_hi((int)a, (int)b, (int)c);
  sum = sum * 31 + __dp2a_hi(a, b, c);
  return sum;
}

__device__ unsigned all_products(unsigned lane) {
  return products(lane, 0) + 3 * products(lane, 1) + 5 * products(lane, 2) + 7 * products(lane, 3);
}
