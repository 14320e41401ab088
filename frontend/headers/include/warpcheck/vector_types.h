// Vector types (char1 ... double4, dim3) and their make_ functions. The
// alignments are those of CUDA on 64-bit Linux.
#pragma once

#define WARPCHECK_VECTOR(base, name, align1, align2, align3, align4)                     \
  struct __align__(align1) name##1 { base x; };                                          \
  struct __align__(align2) name##2 { base x, y; };                                       \
  struct __align__(align3) name##3 { base x, y, z; };                                    \
  struct __align__(align4) name##4 { base x, y, z, w; };                                 \
  WARPCHECK_HD inline name##1 make_##name##1(base x) { return name##1{x}; }              \
  WARPCHECK_HD inline name##2 make_##name##2(base x, base y) { return name##2{x, y}; }   \
  WARPCHECK_HD inline name##3 make_##name##3(base x, base y, base z) {                   \
    return name##3{x, y, z};                                                             \
  }                                                                                      \
  WARPCHECK_HD inline name##4 make_##name##4(base x, base y, base z, base w) {           \
    return name##4{x, y, z, w};                                                          \
  }

WARPCHECK_VECTOR(signed char, char, 1, 2, 1, 4)
WARPCHECK_VECTOR(unsigned char, uchar, 1, 2, 1, 4)
WARPCHECK_VECTOR(short, short, 2, 4, 2, 8)
WARPCHECK_VECTOR(unsigned short, ushort, 2, 4, 2, 8)
WARPCHECK_VECTOR(int, int, 4, 8, 4, 16)
WARPCHECK_VECTOR(unsigned int, uint, 4, 8, 4, 16)
WARPCHECK_VECTOR(long, long, 8, 16, 8, 16)
WARPCHECK_VECTOR(unsigned long, ulong, 8, 16, 8, 16)
WARPCHECK_VECTOR(long long, longlong, 8, 16, 8, 16)
WARPCHECK_VECTOR(unsigned long long, ulonglong, 8, 16, 8, 16)
WARPCHECK_VECTOR(float, float, 4, 8, 4, 16)
WARPCHECK_VECTOR(double, double, 8, 16, 8, 16)
#undef WARPCHECK_VECTOR

// CUDA 13 has names with the alignment of the 32-byte vectors. Here the alignment does not differ.
typedef long4 long4_16a, long4_32a;
typedef ulong4 ulong4_16a, ulong4_32a;
typedef longlong4 longlong4_16a, longlong4_32a;
typedef ulonglong4 ulonglong4_16a, ulonglong4_32a;
typedef double4 double4_16a, double4_32a;
#define make_long4_16a make_long4
#define make_long4_32a make_long4
#define make_ulong4_16a make_ulong4
#define make_ulong4_32a make_ulong4
#define make_longlong4_16a make_longlong4
#define make_longlong4_32a make_longlong4
#define make_double4_16a make_double4
#define make_double4_32a make_double4

struct dim3 {
  unsigned int x, y, z;
  WARPCHECK_HD constexpr dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1)
      : x(vx), y(vy), z(vz) {}
  WARPCHECK_HD constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  WARPCHECK_HD constexpr operator uint3() const { return uint3{x, y, z}; }
};

// glibc's <sys/types.h>, which CUDA's headers bring in, has these names.
typedef unsigned int uint;
typedef unsigned short ushort;
typedef unsigned long ulong;
