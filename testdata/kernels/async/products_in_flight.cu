// Registers of products of matrices, and the fences and waits that they need.
typedef unsigned long long u64;
__device__ inline void arrive() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
__device__ inline void commit() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
template <int N> __device__ inline void wait() { asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(N) : "memory"); }
__device__ inline void keep(float &x) { asm volatile("" : "+f"(x)::"memory"); }
__device__ inline void multiply(float (&d)[4], u64 a, u64 b, int add = 1) {
  asm volatile("{.reg .pred p; setp.ne.b32 p, %6, 0;\n"
               "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, p, 1, 1, 0, 0;}"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "l"(a), "l"(b), "r"(add));
}
__device__ inline void multiplyHeld(float (&d)[4], unsigned (&a)[4], u64 b) {
  asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, {%4, %5, %6, %7}, %8, 1, 1, 1, 0;"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b));
}
struct Tile {
  float parts[2][4];
  __device__ float sum() const {
    float s = 0;
    for (int i = 0; i < 4; ++i) s += parts[1][i]; // want? potentially-wgmma-not-waited "Uses t while"
    return s;
  }
};

__global__ void noWait(float *out, u64 a, u64 b) {
  float d[4] = {};
  arrive();
  multiply(d, a, b);
  commit();
  out[threadIdx.x] = d[0]; // want wgmma-not-waited "Uses d while the product of line 28 may still"
}

__global__ void aWaitThatLeavesTheGroup(float *out, u64 a, u64 b) {
  float d[4] = {}, e[4] = {};
  arrive();
  multiply(d, a, b);
  commit();
  multiply(e, a, b);
  commit();
  wait<1>();
  out[threadIdx.x] = d[0];
  out[threadIdx.x + 128] = e[0]; // want wgmma-not-waited "Uses e while"
}

__global__ void notCommitted(float *out, u64 a, u64 b) {
  float d[4] = {};
  arrive();
  multiply(d, a, b);
  wait<0>();
  out[threadIdx.x] = d[2]; // want wgmma-not-waited "Uses d while"
}

__global__ void writes(float *out, u64 a, u64 b) {
  float d[4] = {};
  arrive();
  multiply(d, a, b);
  commit();
  d[1] = 0; // want wgmma-not-waited "Uses d while"
  wait<0>();
  out[threadIdx.x] = d[1];
}

__global__ void writesAFragment(float *out, unsigned *in, u64 b) {
  float d[4] = {};
  unsigned a[4] = {in[0], in[1], in[2], in[3]};
  arrive();
  multiplyHeld(d, a, b);
  commit();
  a[0] = in[4]; // want wgmma-not-waited "Uses a while"
  wait<0>();
  out[threadIdx.x] = d[1] + a[0];
}

__global__ void noFenceAtAll(float *out, u64 a, u64 b) {
  float d[4] = {};
  asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;" // want wgmma-not-waited "Begins the first product of noFenceAtAll"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "l"(a), "l"(b));
  commit();
  wait<0>();
  out[threadIdx.x] = d[0];
}

__global__ void noFenceBehindAScale(float *out, u64 a, u64 b) {
  float d[4] = {};
  arrive();
  multiply(d, a, b);
  commit();
  wait<0>();
  for (int i = 0; i < 4; ++i) d[i] *= 2;
  d[0] += 1;
  asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;" // want wgmma-not-waited "Begins a product with d, used in line"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "l"(a), "l"(b));
  commit();
  wait<0>();
  out[threadIdx.x] = d[0];
}

__global__ void waitsForSome(float *out, u64 a, u64 b, int waits) {
  float d[4] = {};
  arrive();
  multiply(d, a, b);
  commit();
  if (waits > 1) wait<0>();
  out[threadIdx.x] = d[3]; // want? potentially-wgmma-not-waited "Uses d while"
}

__global__ void byAnIndex(float *out, u64 a, u64 b) {
  Tile t = {};
  arrive();
  multiply(t.parts[1], a, b);
  commit();
  out[threadIdx.x] = t.sum();
}

__global__ void allOfAVariable(float *out, u64 a, u64 b, int n) {
  float d[4] = {};
  arrive();
  multiply(d, a, b);
  commit();
  out[threadIdx.x] = d[n & 3]; // want wgmma-not-waited "Uses d while the product of line 118 may"
}

__global__ void waits(float *out, u64 a, u64 b) {
  float d[4] = {};
  arrive();
  for (int i = 0; i < 4; ++i) multiply(d, a + i, b, i > 0);
  commit();
  for (float &x : d) keep(x);
  wait<0>();
  for (int i = 0; i < 4; ++i) out[threadIdx.x * 4 + i] = d[i];
}

__global__ void pipelined(float *out, u64 a, u64 b, int n) {
  float d[4] = {};
  arrive();
  multiply(d, a, b);
  commit();
  for (int i = 1; i < n; ++i) {
    arrive();
    multiply(d, a + i, b);
    commit();
    wait<1>();
  }
  wait<0>();
  out[threadIdx.x] = d[0];
}

__global__ void theOtherBuffer(float *out, u64 a, u64 b) {
  float d[2][4] = {};
  arrive();
  multiply(d[0], a, b);
  commit();
  out[threadIdx.x] = d[1][2];
  wait<0>();
  out[threadIdx.x] += d[0][2];
}

__global__ void endsInFlight(float *out, u64 a, u64 b) {
  float d[4] = {};
  arrive();
  multiply(d, a, b);
  commit();
  out[threadIdx.x] = 1;
}

void launch(float *out, unsigned *in, u64 a, u64 b, int n) {
  noWait<<<1, 128>>>(out, a, b);
  aWaitThatLeavesTheGroup<<<1, 128>>>(out, a, b);
  notCommitted<<<1, 128>>>(out, a, b);
  writes<<<1, 128>>>(out, a, b);
  writesAFragment<<<1, 128>>>(out, in, b);
  noFenceAtAll<<<1, 128>>>(out, a, b);
  noFenceBehindAScale<<<1, 128>>>(out, a, b);
  waitsForSome<<<1, 128>>>(out, a, b, n);
  byAnIndex<<<1, 128>>>(out, a, b);
  allOfAVariable<<<1, 128>>>(out, a, b, n);
  waits<<<1, 128>>>(out, a, b);
  pipelined<<<1, 128>>>(out, a, b, n);
  theOtherBuffer<<<1, 128>>>(out, a, b);
  endsInFlight<<<1, 128>>>(out, a, b);
}
