// What a kernel compares an argument with is tried, whatever the number, the type and the arithmetic: negative and large
// numbers, any bit, floating-point numbers, enumerators, bit-fields and members of unions.

enum Order : short { Before = -5, Behind, Beside = 300 };
enum Bits { Low = 1, High = 1 << 20 };
enum Kind { One = 1, Two, Three };

union Word {
  float real;
  unsigned bits;
};

struct Packed {
  unsigned low : 2, high : 3;
};

__device__ int twice(int x) {
  int y = x;
  return 2 * y;
}

__global__ void unlessNegative(int *out, const int *in, int m) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (m != -100000) s[t] = in[t];
  __syncthreads();
  out[t] = s[t ^ 1];  // want? potentially-uninitialized-shared "s\["
}

__global__ void unlessUpperHalf(int *out, const int *in, unsigned m) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (m >> 16 != 0xbeef) s[t] = in[t];
  __syncthreads();
  out[t] = s[t ^ 1];  // want? potentially-uninitialized-shared "s\["
}

__global__ void unlessLong(int *out, const int *in, long long m) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (m + 5 != -1) s[t] = in[t];
  __syncthreads();
  out[t] = s[t ^ 1];  // want? potentially-uninitialized-shared "s\["
}

__global__ void unlessLast(int *out, const int *in, unsigned long long m) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (m != ~0ull) s[t] = in[t];
  __syncthreads();
  out[t] = s[t ^ 1];  // want? potentially-uninitialized-shared "s\["
}

__global__ void unlessSign(int *out, const int *in, unsigned m) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (!(m & 0x80000000u)) s[t] = in[t];
  __syncthreads();
  out[t] = s[t ^ 1];  // want? potentially-uninitialized-shared "s\["
}

__global__ void unlessHighBit(int *out, const int *in, unsigned long long m) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (!(m >> 40 & 1)) s[t] = in[t];
  __syncthreads();
  out[t] = s[t ^ 1];  // want? potentially-uninitialized-shared "s\["
}

__global__ void unlessReal(int *out, const int *in, float m) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (m * 2.f - 1.f != 4.f) s[t] = in[t];
  __syncthreads();
  out[t] = s[t ^ 1];  // want? potentially-uninitialized-shared "s\["
}

__global__ void unlessDouble(int *out, const int *in, double m) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (!(m <= -1e10)) s[t] = in[t];
  __syncthreads();
  out[t] = s[t ^ 1];  // want? potentially-uninitialized-shared "s\["
}

__global__ void unlessZero(int *out, const int *in, float m) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (m != 0.f) s[t] = in[t];
  __syncthreads();
  out[t] = s[t ^ 1];  // want? potentially-uninitialized-shared "s\["
}

__global__ void unlessByte(int *out, const int *in, unsigned char m) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (m != 255) s[t] = in[t];
  __syncthreads();
  out[t] = s[t ^ 1];  // want? potentially-uninitialized-shared "s\["
}

__global__ void noByte(int *out, const int *in, unsigned char m) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (m != 256) s[t] = in[t];
  __syncthreads();
  out[t] = s[t ^ 1];
}

__global__ void noSignedByte(int *out, const int *in, signed char m) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (m != 200) s[t] = in[t];
  __syncthreads();
  out[t] = s[t ^ 1];
}

__global__ void unlessInverse(int *out, const int *in, int m) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (~m != 6) s[t] = in[t];
  __syncthreads();
  out[t] = s[t ^ 1];  // want? potentially-uninitialized-shared "s\["
}

__global__ void unlessDifferent(int *out, const int *in, int m) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (12 - m != 2) s[t] = in[t];
  __syncthreads();
  out[t] = s[t ^ 1];  // want? potentially-uninitialized-shared "s\["
}

__global__ void unlessShifted(int *out, const int *in, unsigned m) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (1u << m != 8u) s[t] = in[t];
  __syncthreads();
  out[t] = s[t ^ 1];  // want? potentially-uninitialized-shared "s\["
}

__global__ void unlessTwice(int *out, const int *in, int m) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (twice(m) != 26) s[t] = in[t];
  __syncthreads();
  out[t] = s[t ^ 1];  // want? potentially-uninitialized-shared "s\["
}

__global__ void unlessGreater(int *out, const int *in, int m) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (max(m, 3) != 9) s[t] = in[t];
  __syncthreads();
  out[t] = s[t ^ 1];  // want? potentially-uninitialized-shared "s\["
}

__global__ void unlessEnumerator(int *out, const int *in, Order m) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (m != Beside) s[t] = in[t];
  __syncthreads();
  out[t] = s[t ^ 1];  // want? potentially-uninitialized-shared "s\["
}

__global__ void allEnumerators(int *out, const int *in, Order m) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (m == Before || m == Behind || m == Beside) s[t] = in[t];
  __syncthreads();
  out[t] = s[t ^ 1];
}

__global__ void unlessThird(int *out, const int *in, Kind m) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (m == One || m == Two) s[t] = in[t];
  __syncthreads();
  out[t] = s[t ^ 1];  // want? potentially-uninitialized-shared "s\["
}

__global__ void noOtherNumber(int *out, const int *in, Kind m) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (m != 0) s[t] = in[t];
  __syncthreads();
  out[t] = s[t ^ 1];
}

__global__ void unlessHigh(int *out, const int *in, Bits m) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (!(m & High)) s[t] = in[t];
  __syncthreads();
  out[t] = s[t ^ 1];  // want? potentially-uninitialized-shared "s\["
}

__global__ void unlessBits(int *out, const int *in, Word m) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (m.bits != 7u) s[t] = in[t];
  __syncthreads();
  out[t] = s[t ^ 1];  // want? potentially-uninitialized-shared "s\["
}

__global__ void unlessOne(int *out, const int *in, Word m) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (m.real != 1.f) s[t] = in[t];
  __syncthreads();
  out[t] = s[t ^ 1];  // want? potentially-uninitialized-shared "s\["
}

__global__ void unlessBoth(int *out, const int *in, Packed m) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (!(m.low == 3 && m.high == 5)) s[t] = in[t];
  __syncthreads();
  out[t] = s[t ^ 1];  // want? potentially-uninitialized-shared "s\["
}

__global__ void noField(int *out, const int *in, Packed m) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (m.low < 4) s[t] = in[t];
  __syncthreads();
  out[t] = s[t ^ 1];
}

__global__ void eitherWay(int *out, const int *in, bool m) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (m || !m) s[t] = in[t];
  __syncthreads();
  out[t] = s[t ^ 1];
}

__global__ void unlessListed(int *out, const int *in, int m) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (!(m == 1 << 30)) s[t] = in[t];
  __syncthreads();
  out[t] = s[t ^ 1];  // want? potentially-uninitialized-shared "s\["
}

__global__ void unlessInTable(int *out, const int *in, int m) {
  __shared__ int s[64];
  int t = threadIdx.x;
  const bool stores[4] = {true, true, false, true};
  if (stores[m & 3]) s[t] = in[t];
  __syncthreads();
  out[t] = s[t ^ 1];  // want? potentially-uninitialized-shared "s\["
}

void host_unlessNegative(int *out, const int *in, int m) { unlessNegative<<<1, 64>>>(out, in, m); }
void host_unlessUpperHalf(int *out, const int *in, unsigned m) { unlessUpperHalf<<<1, 64>>>(out, in, m); }
void host_unlessLong(int *out, const int *in, long long m) { unlessLong<<<1, 64>>>(out, in, m); }
void host_unlessLast(int *out, const int *in, unsigned long long m) { unlessLast<<<1, 64>>>(out, in, m); }
void host_unlessSign(int *out, const int *in, unsigned m) { unlessSign<<<1, 64>>>(out, in, m); }
void host_unlessHighBit(int *out, const int *in, unsigned long long m) { unlessHighBit<<<1, 64>>>(out, in, m); }
void host_unlessReal(int *out, const int *in, float m) { unlessReal<<<1, 64>>>(out, in, m); }
void host_unlessDouble(int *out, const int *in, double m) { unlessDouble<<<1, 64>>>(out, in, m); }
void host_unlessZero(int *out, const int *in, float m) { unlessZero<<<1, 64>>>(out, in, m); }
void host_unlessByte(int *out, const int *in, unsigned char m) { unlessByte<<<1, 64>>>(out, in, m); }
void host_noByte(int *out, const int *in, unsigned char m) { noByte<<<1, 64>>>(out, in, m); }
void host_noSignedByte(int *out, const int *in, signed char m) { noSignedByte<<<1, 64>>>(out, in, m); }
void host_unlessInverse(int *out, const int *in, int m) { unlessInverse<<<1, 64>>>(out, in, m); }
void host_unlessDifferent(int *out, const int *in, int m) { unlessDifferent<<<1, 64>>>(out, in, m); }
void host_unlessShifted(int *out, const int *in, unsigned m) { unlessShifted<<<1, 64>>>(out, in, m); }
void host_unlessTwice(int *out, const int *in, int m) { unlessTwice<<<1, 64>>>(out, in, m); }
void host_unlessGreater(int *out, const int *in, int m) { unlessGreater<<<1, 64>>>(out, in, m); }
void host_unlessEnumerator(int *out, const int *in, Order m) { unlessEnumerator<<<1, 64>>>(out, in, m); }
void host_allEnumerators(int *out, const int *in, Order m) { allEnumerators<<<1, 64>>>(out, in, m); }
void host_unlessThird(int *out, const int *in, Kind m) { unlessThird<<<1, 64>>>(out, in, m); }
void host_noOtherNumber(int *out, const int *in, Kind m) { noOtherNumber<<<1, 64>>>(out, in, m); }
void host_unlessHigh(int *out, const int *in, Bits m) { unlessHigh<<<1, 64>>>(out, in, m); }
void host_unlessBits(int *out, const int *in, Word m) { unlessBits<<<1, 64>>>(out, in, m); }
void host_unlessOne(int *out, const int *in, Word m) { unlessOne<<<1, 64>>>(out, in, m); }
void host_unlessBoth(int *out, const int *in, Packed m) { unlessBoth<<<1, 64>>>(out, in, m); }
void host_noField(int *out, const int *in, Packed m) { noField<<<1, 64>>>(out, in, m); }
void host_eitherWay(int *out, const int *in, bool m) { eitherWay<<<1, 64>>>(out, in, m); }
void host_unlessListed(int *out, const int *in, int m) { unlessListed<<<1, 64>>>(out, in, m); }
void host_unlessInTable(int *out, const int *in, int m) { unlessInTable<<<1, 64>>>(out, in, m); }
