// Video instructions take halves and bytes of their operands, and negate them: functions of these parts.
#define FULL 0xffffffffu

__global__ void behind_one(const int* in, int* out, int size) {
  __shared__ int table[64];
  int t = threadIdx.x;
  table[t] = in[t];
  int sum;
  asm("vmad.s32.u32.u32 %0, -%1.h0, %2.h0, %3;" : "=r"(sum) : "r"(t), "r"(size), "r"(t));
  out[t] = sum + table[t ^ 1];  // want missing-syncwarp "table\[1\]"
}

__device__ unsigned upper(unsigned n) {
  unsigned sum;
  asm("vadd.u32.u32.u32 %0.h0, %1.h1, 0, %2;" : "=r"(sum) : "r"(n), "r"(n));
  return sum;
}
__device__ unsigned upper_of_register(unsigned n) {
  unsigned sum;
  asm("{ .reg .u32 u; mov.b32 u, %1; vadd.u32.u32.u32 %0.h0, u.h1, 0, %2; }" : "=r"(sum) : "r"(n), "r"(n));
  return sum;
}
__device__ unsigned lower(unsigned n) {
  unsigned sum;
  asm("vadd.u32.u32.u32 %0.h0, %1.h0, 0, %2;" : "=r"(sum) : "r"(n), "r"(n));
  return sum;
}
__device__ unsigned without_upper(unsigned n) {
  unsigned sum;
  asm("vadd.u32.s32.u32 %0.h0, -%1.h1, 0, %2;" : "=r"(sum) : "r"(n), "r"(n));
  return sum;
}

__global__ void equal_parts(unsigned n) {
  if (upper(n) != upper_of_register(n)) __syncwarp(1);  // never
}
__global__ void other_parts(unsigned n) {
  if (upper(n) != lower(n)) __syncwarp(1);  // want~ participating_lane_potentially_not_in_mask "."
}
__global__ void other_sign(unsigned n) {
  if (upper(n) != without_upper(n)) __syncwarp(1);  // want~ participating_lane_potentially_not_in_mask "."
}
