// Kernels that wait for the grids that they depend on, and what they do with global memory before.
struct Args {
  float *out;
  const float *in;
  int n;
};
__constant__ float table[64];
__device__ int counter;
__device__ float readOne(const float *from, int i) {
  return from[i];  // want pdl-access-before-wait "Reads from before inAHelper waits"
}

__global__ void inAHelper(float *out, const float *in) {
  float v = readOne(in, threadIdx.x);
  asm volatile("griddepcontrol.wait;" ::: "memory");
  out[threadIdx.x] = v;
}

__global__ void anAtomicOnAVariable(float *out) {
  if (threadIdx.x == 0)
    atomicAdd(&counter, 1);  // want pdl-access-before-wait "Updates counter before"
  cudaGridDependencySynchronize();
  out[threadIdx.x] = 1;
}

__global__ void throughAStruct(const Args args) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  args.out[i] = 0;  // want pdl-access-before-wait "Writes args.out before"
  cudaGridDependencySynchronize();
  if (i < args.n) args.out[i] += args.in[i];
}

__global__ void aCopyThatIsOnlyIssued(float *out, const float *in) {
  __shared__ float s[64];
  unsigned to = (unsigned)__cvta_generic_to_shared(&s[threadIdx.x]);
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(in + threadIdx.x) : "memory");  // want pdl-access-before-wait "Copies global memory before"
  cudaGridDependencySynchronize();
  asm volatile("cp.async.wait_all;" ::: "memory");
  out[threadIdx.x] = s[threadIdx.x];
}

__global__ void inALoop(float *out, const float *in, int n) {
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += 64) sum += in[i];  // want pdl-access-before-wait "Reads in before"
  cudaGridDependencySynchronize();
  out[threadIdx.x] = sum;
}

__global__ void behindABarrierOfAll(float *out, const float *in) {
  __shared__ float s[64];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  float v = in[threadIdx.x];  // want pdl-access-before-wait "Reads in before"
  cudaGridDependencySynchronize();
  __syncthreads();
  out[threadIdx.x] = v + s[63 - threadIdx.x];
}

__global__ void oneThreadWaits(float *out) {
  if (threadIdx.x == 0) cudaGridDependencySynchronize();
  out[threadIdx.x] = 1;  // want? potentially-pdl-access-before-wait "Writes out before"
}

__global__ void waitsForSome(float *out, int waits) {
  if (waits > 1) cudaGridDependencySynchronize();
  out[threadIdx.x] = 1;  // want? potentially-pdl-access-before-wait "Writes out before"
}

__global__ void onePointerOfTwo(float *out, float *in, int n) {
  __shared__ float s[64];
  float *p = n > 2 ? in : s;
  p[threadIdx.x] = 1;  // want? potentially-pdl-access-before-wait "before onePointerOfTwo"
  cudaGridDependencySynchronize();
  out[threadIdx.x] = s[threadIdx.x];
}

// A barrier orders the others behind the wait of thread 0, which no run contradicts.
__global__ void oneThreadWaitsForAll(float *out) {
  if (threadIdx.x == 0) cudaGridDependencySynchronize();
  __syncthreads();
  out[threadIdx.x] = 1;  // want~ potentially-pdl-access-before-wait "Writes out before"
}

__global__ void waitsFirst(float *out, const float *in) {
  cudaGridDependencySynchronize();
  out[threadIdx.x] = in[threadIdx.x];
}

__global__ void otherMemory(float *out, const float *in, const Args args) {
  __shared__ float s[64];
  float own[2] = {table[threadIdx.x], (float)args.n};
  s[threadIdx.x] = own[args.n & 1];
  __syncthreads();
  cudaGridDependencySynchronize();
  out[threadIdx.x] = s[63 - threadIdx.x] + in[threadIdx.x];
}

// A function of another unit may wait.
extern __device__ void elsewhere();
__global__ void callsElsewhere(float *out, const float *in) {
  elsewhere();
  float v = in[threadIdx.x];  // want~ potentially-pdl-access-before-wait "Reads in before"
  cudaGridDependencySynchronize();
  out[threadIdx.x] = v;
}

// Nobody writes what is const.
template <int N> __device__ float weight(int i) {
  static constexpr float weights[4] = {0.5f, 0.25f, N, 0};
  return weights[i & 3];
}
__global__ void constants(float *out, int n) {
  static constexpr float scale = 0.5f;
  static const int turns[4] = {3, 1, 2, 0};
  static int calls;
  float v = scale * n + turns[threadIdx.x & 3] + weight<2>(threadIdx.x);
  ++calls;  // want pdl-access-before-wait "calls before"
  cudaGridDependencySynchronize();
  out[threadIdx.x] = v;
}

__global__ void onlyPrefetches(float *out, const float *in) {
  asm volatile("prefetch.global.L2 [%0];" ::"l"(in + threadIdx.x));
  asm volatile("cp.async.bulk.prefetch.L2.global [%0], 256;" ::"l"(in));
  asm volatile("griddepcontrol.launch_dependents;");
  asm volatile("griddepcontrol.wait;" ::: "memory");
  out[threadIdx.x] = in[threadIdx.x];
}

template <bool Waits> __device__ void waitForGrids() {
  if constexpr (Waits) cudaGridDependencySynchronize();
}
template <bool Waits> __global__ void waitsInAHelper(float *out, const float *in) {
  waitForGrids<Waits>();
  out[threadIdx.x] = in[threadIdx.x];
}

void launch(float *out, float *in, Args args, int n) {
  inAHelper<<<1, 64>>>(out, in);
  anAtomicOnAVariable<<<1, 64>>>(out);
  throughAStruct<<<1, 64>>>(args);
  aCopyThatIsOnlyIssued<<<1, 64>>>(out, in);
  inALoop<<<1, 64>>>(out, in, 100);
  behindABarrierOfAll<<<1, 64>>>(out, in);
  oneThreadWaits<<<1, 64>>>(out);
  waitsForSome<<<1, 64>>>(out, n);
  onePointerOfTwo<<<1, 64>>>(out, in, n);
  oneThreadWaitsForAll<<<1, 64>>>(out);
  waitsFirst<<<1, 64>>>(out, in);
  otherMemory<<<1, 64>>>(out, in, args);
  callsElsewhere<<<1, 64>>>(out, in);
  constants<<<1, 64>>>(out, n);
  onlyPrefetches<<<1, 64>>>(out, in);
  waitsInAHelper<true><<<1, 64>>>(out, in);
  waitsInAHelper<false><<<1, 64>>>(out, in);
}
// without uninitialized-shared
