// A store to shared memory while a bulk copy or a product may still read there. The thread that commits the copy has to wait
// for its group, and the stores of other threads have to be ordered behind that wait. Each warp waits for its products.
typedef unsigned long long u64;
__device__ inline unsigned at(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ inline void fence() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
__device__ inline void put(void *to, const void *from, int bytes) {
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to), "r"(at(from)), "r"(bytes) : "memory");
}
__device__ inline void commit() { asm volatile("cp.async.bulk.commit_group;" ::: "memory"); }
template <int N> __device__ inline void awaitRead() { asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(N) : "memory"); }

__global__ void neverWaits(const float *in, float *out) {
  __shared__ alignas(128) float buf[128];
  int t = threadIdx.x;
  for (int i = 0; i < 2; i++) {
    buf[t] = in[i * 128 + t];  // want async-proxy-fence "Stores to shared memory in neverWaits that a bulk copy or product may still read"
    fence();
    __syncthreads();
    if (t == 0) { put(out + i * 128, buf, 512); commit(); }
    __syncthreads();
  }
}

__global__ void waits(const float *in, float *out) {
  __shared__ alignas(128) float buf[128];
  int t = threadIdx.x;
  for (int i = 0; i < 2; i++) {
    buf[t] = in[i * 128 + t];
    fence();
    __syncthreads();
    if (t == 0) { put(out + i * 128, buf, 512); commit(); awaitRead<0>(); }
    __syncthreads();
  }
}

__global__ void waitsUnordered(const float *in, float *out) {
  __shared__ alignas(128) float buf[128];
  int t = threadIdx.x;
  for (int i = 0; i < 2; i++) {
    buf[t] = in[i * 128 + t];  // want async-proxy-fence "Stores to shared memory in waitsUnordered"
    fence();
    __syncthreads();
    if (t == 0) { put(out + i * 128, buf, 512); commit(); awaitRead<0>(); }
  }
}

// Another thread waits: it has committed nothing.
__global__ void anotherWaits(const float *in, float *out) {
  __shared__ alignas(128) float buf[128];
  int t = threadIdx.x;
  for (int i = 0; i < 2; i++) {
    buf[t] = in[i * 128 + t];  // want async-proxy-fence "Stores to shared memory in anotherWaits"
    fence();
    __syncthreads();
    if (t == 0) { put(out + i * 128, buf, 512); commit(); }
    if (t == 1) awaitRead<0>();
    __syncthreads();
  }
}

template <int BUFFERS>
__global__ void waitsForOlder(const float *in, float *out) {
  __shared__ alignas(128) float buf[BUFFERS][128];
  int t = threadIdx.x;
  for (int i = 0; i < 4; i++) {
    if (t == 0) awaitRead<1>();
    __syncthreads();
    buf[i % BUFFERS][t] = in[i * 128 + t];  // want async-proxy-fence "Stores to shared memory in waitsForOlder<1>"
    fence();
    __syncthreads();
    if (t == 0) { put(out + i * 128, buf[i % BUFFERS], 512); commit(); }
  }
  if (t == 0) awaitRead<0>();
}

// Warp 1 stores behind the barrier at which thread 0 arrives after its wait.
__global__ void otherWarpStores(const float *in, float *out) {
  __shared__ alignas(128) float buf[64];
  int t = threadIdx.x;
  buf[t] = in[t];
  fence();
  __syncthreads();
  if (t == 0) { put(out, buf, 256); commit(); awaitRead<0>(); }
  __syncthreads();
  if (t >= 32) buf[63 - t] = 1;
  __syncthreads();
  out[64 + t] = buf[t];
}

// The machine runs warp 1 behind the wait of thread 0, but nothing orders it there.
__global__ void laterWarpStores(const float *in, float *out) {
  __shared__ alignas(128) float buf[64];
  int t = threadIdx.x;
  buf[t] = in[t];
  fence();
  __syncthreads();
  if (t == 0) { put(out, buf, 256); commit(); awaitRead<0>(); }
  if (t >= 32) buf[t] = 1;  // want async-proxy-fence "Stores to shared memory in laterWarpStores"
  __syncthreads();
  out[64 + t] = buf[t];
}

// The barrier with a number is one of two warps. The other two store, too.
__global__ void barrierOfSome(const float *in, float *out) {
  __shared__ alignas(128) float buf[128];
  int t = threadIdx.x;
  buf[t] = in[t];
  fence();
  __syncthreads();
  if (t == 0) { put(out, buf, 512); commit(); awaitRead<0>(); }
  if (t < 64) asm volatile("bar.sync 1, 64;" ::: "memory");
  buf[t] = 1;  // want async-proxy-fence "Stores to shared memory in barrierOfSome"
  __syncthreads();
  out[128 + t] = buf[t];
}

__device__ inline void begin() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
__device__ inline void commitProducts() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
template <int N> __device__ inline void awaitProducts() { asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(N) : "memory"); }
__device__ inline void multiply(float (&d)[4], u64 a, u64 b) {
  asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "l"(a), "l"(b));
}

template <int LEFT, int STAGES>
__global__ void __launch_bounds__(128) product(const int *in, float *out) {
  __shared__ alignas(1024) int tile[STAGES][256];
  int t = threadIdx.x;
  float d[4] = {};
  for (int k = 0; k < 4; k++) {
    int stage = k % STAGES;
    tile[stage][t] = in[k * 128 + t];  // want async-proxy-fence "Stores to shared memory in product<1, 1>"
    fence();
    __syncthreads();
    begin();
    u64 from = at(tile[stage]) >> 4;
    multiply(d, from, from);
    commitProducts();
    awaitProducts<LEFT>();
    __syncthreads();
  }
  awaitProducts<0>();
  out[t] = d[0];
}

void launch(const float *in, const int *ints, float *out) {
  neverWaits<<<1, 128>>>(in, out);
  waits<<<1, 128>>>(in, out);
  waitsUnordered<<<1, 128>>>(in, out);
  anotherWaits<<<1, 128>>>(in, out);
  waitsForOlder<1><<<1, 128>>>(in, out);
  waitsForOlder<2><<<1, 128>>>(in, out);
  otherWarpStores<<<1, 64>>>(in, out);
  laterWarpStores<<<1, 64>>>(in, out);
  barrierOfSome<<<1, 128>>>(in, out);
  product<0, 1><<<1, 128>>>(ints, out);
  product<1, 1><<<1, 128>>>(ints, out);
  product<1, 2><<<1, 128>>>(ints, out);
}
