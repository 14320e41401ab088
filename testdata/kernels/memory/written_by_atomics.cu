// CUDA's generic atomics: a store and an exchange write without a read.

__global__ void stored(int *out) {
  __shared__ int n;
  if (threadIdx.x == 0) __nv_atomic_store_n(&n, 0, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);
  __syncthreads();
  atomicAdd(&n, 1);
  __syncthreads();
  out[threadIdx.x] = n;
}

__global__ void storedByPointer(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x, value = out[t];
  __nv_atomic_store(&s[t], &value, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_BLOCK);
  __syncthreads();
  out[t] = s[63 - t];
}

__global__ void exchanged(int *out) {
  __shared__ int n;
  if (threadIdx.x == 0) __nv_atomic_exchange_n(&n, 7, __NV_ATOMIC_RELAXED);
  __syncthreads();
  out[threadIdx.x] = n;
}

__global__ void exchangedByPointer(int *out) {
  __shared__ int n;
  int value = 7, before;
  if (threadIdx.x == 0) __nv_atomic_exchange(&n, &value, &before, __NV_ATOMIC_RELAXED);
  __syncthreads();
  out[threadIdx.x] = n;
}

__global__ void added(int *out) {
  __shared__ int n;
  __nv_atomic_fetch_add(&n, 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);  // want uninitialized-shared "Reads n in added"
  __syncthreads();
  out[threadIdx.x] = n;
}

__global__ void addedWithoutResult(int *out) {
  __shared__ int n;
  __nv_atomic_add(&n, 1, __NV_ATOMIC_RELAXED);  // want uninitialized-shared "Reads n in addedWithoutResult"
  __syncthreads();
  out[threadIdx.x] = n;
}

__global__ void loaded(int *out) {
  __shared__ int n;
  out[threadIdx.x] = __nv_atomic_load_n(&n, __NV_ATOMIC_RELAXED);  // want uninitialized-shared "Reads n in loaded"
}

__global__ void storedElsewhere(int *out) {
  __shared__ int s[65];
  int t = threadIdx.x;
  __nv_atomic_store_n(&s[t], t, __NV_ATOMIC_RELAXED);
  __syncthreads();
  out[t] = s[t + 1];  // want uninitialized-shared "Reads s.64."
}

void launch(int *out) {
  stored<<<1, 64>>>(out);
  storedByPointer<<<1, 64>>>(out);
  exchanged<<<1, 64>>>(out);
  exchangedByPointer<<<1, 64>>>(out);
  added<<<1, 64>>>(out);
  addedWithoutResult<<<1, 64>>>(out);
  loaded<<<1, 64>>>(out);
  storedElsewhere<<<1, 64>>>(out);
}
