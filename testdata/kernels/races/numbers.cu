// Addresses in shared memory as 32-bit numbers that are kept, passed and added to.
#include <cstdint>

__device__ uint32_t numberOf(const void *p) { return static_cast<uint32_t>(__cvta_generic_to_shared(p)); }

__device__ void put(uint32_t at, int v) { asm volatile("st.shared.b32 [%0], %1;" ::"r"(at), "r"(v)); }

__device__ int get(uint32_t at) {
  int v;
  asm volatile("ld.shared.b32 %0, [%1];" : "=r"(v) : "r"(at));  // want missing-syncwarp "for s"
  return v;
}

__global__ void kept(int *out) {
  __shared__ int s[64];
  uint32_t base = static_cast<uint32_t>(__cvta_generic_to_shared(s));
  uint32_t mine = base + threadIdx.x * 4;
  asm volatile("st.shared.u32 [%0], %1;" ::"r"(mine), "r"(threadIdx.x));
  int v;
  asm volatile("ld.shared.u32 %0, [%1];" : "=r"(v) : "r"(base + (threadIdx.x + 1) % 32 * 4));  // want missing-syncwarp "for s"
  out[threadIdx.x] = v;
}

__global__ void keptAndOrdered(int *out) {
  __shared__ int s[64];
  uint32_t base = static_cast<uint32_t>(__cvta_generic_to_shared(s));
  put(base + threadIdx.x * 4, threadIdx.x);
  __syncwarp();
  int v;
  asm volatile("ld.shared.u32 %0, [%1];" : "=r"(v) : "r"(base + (threadIdx.x + 1) % 32 * 4));
  out[threadIdx.x] = v;
}

__global__ void ofItsOwn(int *out) {
  __shared__ int s[64];
  uint32_t mine = numberOf(s) + threadIdx.x * 4;
  put(mine, threadIdx.x);
  int v;
  asm volatile("ld.shared.u32 %0, [%1];" : "=r"(v) : "r"(mine));
  out[threadIdx.x] = v;
}

__global__ void throughFunctions(int *out) {
  __shared__ int s[64];
  uint32_t base = numberOf(s);
  put(base + 4 * threadIdx.x, threadIdx.x);
  out[threadIdx.x] = get(base + 4 * (threadIdx.x ^ 1));
}

__global__ void storedAndRead(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = get(numberOf(&s[threadIdx.x ^ 1]));
}

struct Tile {
  uint32_t base;
  __device__ uint32_t at(int i) const { return base + i * 4; }
};

__global__ void inAClass(int *out) {
  extern __shared__ int s[];
  Tile t{numberOf(s)};
  put(t.at(threadIdx.x), threadIdx.x);
  out[threadIdx.x] = get(t.at(threadIdx.x ^ 1));
}

__global__ void convertedByAsm(int *out) {
  __shared__ int s[64];
  uint32_t base;
  asm("{ .reg .u64 t; cvta.to.shared.u64 t, %1; cvt.u32.u64 %0, t; }" : "=r"(base) : "l"(s));
  put(base + 4 * threadIdx.x, threadIdx.x);
  int v;
  asm volatile("ld.shared.u32 %0, [%1];" : "=r"(v) : "r"(base + 4 * (threadIdx.x ^ 1)));  // want missing-syncwarp "for s"
  out[threadIdx.x] = v;
}

__global__ void copied(int *out, const int *in) {
  __shared__ __align__(16) int s[128];
  uint32_t base = numberOf(s);
  asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" ::"r"(base + 16 * threadIdx.x), "l"(in + 4 * threadIdx.x));
  asm volatile("cp.async.commit_group;");
  asm volatile("cp.async.wait_group 0;");
  out[threadIdx.x] = s[4 * (threadIdx.x ^ 1)];  // want missing-syncwarp "for s"
}

__global__ void copiedAndOrdered(int *out, const int *in) {
  __shared__ __align__(16) int s[128];
  uint32_t base = numberOf(s);
  asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" ::"r"(base + 16 * threadIdx.x), "l"(in + 4 * threadIdx.x));
  asm volatile("cp.async.commit_group;");
  asm volatile("cp.async.wait_group 0;");
  __syncwarp();
  out[threadIdx.x] = s[4 * (threadIdx.x ^ 1)];
}

__global__ void matrix(unsigned *out, const unsigned short *in) {
  __shared__ __align__(16) unsigned short s[64 * 8];
  for (int i = 0; i < 8; ++i) s[threadIdx.x * 8 + i] = in[i];
  uint32_t base = numberOf(s), r;
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(r) : "r"(base + 16 * (threadIdx.x % 8)));  // want missing-syncwarp "for s"
  out[threadIdx.x] = r;
}

// Two variables are two pieces of memory.
__global__ void twoVariables(int *out) {
  __shared__ int s[64], t[64];
  uint32_t one = numberOf(s), other = numberOf(t);
  put(one + 4 * threadIdx.x, threadIdx.x);
  int v;
  asm volatile("ld.shared.u32 %0, [%1];" : "=r"(v) : "r"(other + 4 * (threadIdx.x ^ 1)));
  out[threadIdx.x] = v;
}

// without missing-syncthreads
