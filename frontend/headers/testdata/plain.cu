// A file that includes nothing: nvcc's implicit cuda_runtime.h.
__constant__ float table[4];
struct parameters {
  int n;
  parameters() : n(0) {}
};
__constant__ int symbol;

__global__ void __launch_bounds__(256, 2, 1) bounded(const float *__restrict__ p, float *out,
                                                     const __grid_constant__ int n) {
  __shared__ float s[8];
  int lane = threadIdx.x % warpSize;
  float v = lane < n ? __ldg(p + threadIdx.x) : 0.f;
  for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(0xffffffff, v, o);
  if (lane == 0) s[threadIdx.x / 32] = sqrtf(v) + min(lane, 3) + fmaxf(v, 1) + rsqrt(v);
  __syncthreads();
  unsigned peers = __match_any_sync(__activemask(), n);
  atomicAdd(out, s[0] + __popc(peers) + __ffs(peers) + table[0]);
  atomicAdd((unsigned *)out, 1);
  double d = pow(2.0, n) + abs(n) + max(1.0f, 2.0);
  if (__syncthreads_count(n) > 3 || __any_sync(peers, d > 1)) printf("%d\n", n);
  assert(n < INT_MAX);
  out[n] = __reduce_add_sync(peers, 3) + __reduce_min_sync(peers, 3u) + clock64();
  __nanosleep(20);
  __threadfence_system();
}

texture<float, 1, cudaReadModeElementType> reference;
surface<void, 2> written;

__global__ void textured(float *out) {
  out[0] = tex1Dfetch(reference, 1);
  surf2Dwrite(out[0], written, 0, 0);
}

// A pointer that only converts to one, and cannot be copied.
struct owner {
  owner() = default;
  operator float *() const { return nullptr; }

 private:
  owner(const owner &);
};

template <class T> __global__ void generic(T *p, cudaTextureObject_t texture) {
  *p = max(*p, T(3)) + tex2D<T>(texture, 0.5f, 0.5f);
}

int main() {
  float *p;
  float4 four = make_float4(1, 2, 3, 4);
  cudaMalloc(&p, 4 * sizeof(four));
  owner owned;
  cudaMemcpy(p, owned, 4, cudaMemcpyHostToDevice);
  cudaMemset(owned, 0, 4);
  cudaMemcpyToSymbol(table, &four, sizeof(four));
  bounded<<<1, 256>>>(p, p, 1);
  generic<float><<<dim3(1, 2), 256, 0, 0>>>(p, 0);
  void *arguments[] = {&p};
  cudaLaunchKernel(generic<float>, 1, 32, arguments, 0, 0);
  cudaLaunchConfig_t config = {};
  config.blockDim = 64;
  cudaLaunchKernelEx(&config, generic<float>, p, (cudaTextureObject_t)0);
  cudaFuncSetAttribute(generic<float>, cudaFuncAttributeMaxDynamicSharedMemorySize, 1024);
  if (cudaDeviceSynchronize() != cudaSuccess) exit(EXIT_FAILURE);
  cudaEvent_t start;
  cudaEventCreate(&start);
  return cudaGetLastError();
}

struct Counter {
  int value;
  __device__ Counter(int first) : value(first) {}
};

__device__ unsigned lane() {
  unsigned n;
  asm("mov.u32 %0, %laneid;" : "=r"(n));
  return n;
}

__global__ void parent(int *out) {
  __shared__ alignas(16) unsigned char room[sizeof(Counter)];
  Counter *counter = new (room) Counter(lane());
  out[0] = counter->value;
  if (threadIdx.x == 0)
    parent<<<1, 32>>>(out);
}

// Memory whose size the launch gives need not be declared as an array.
struct Workspace {
  int counts[4];
};
extern __shared__ Workspace workspace;
__global__ void whole(int *out) { out[0] = workspace.counts[threadIdx.x & 3]; }
