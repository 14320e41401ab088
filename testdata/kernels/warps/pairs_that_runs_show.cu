// A potential race names an earlier access that the run of its example has shown. Who only arrives at a barrier tells those
// that wait there of what it did before, and of nothing that it does behind.

__global__ void storesBehindItsArrival(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < 32) {
    if (t == 0) out[t] = s[0];
    asm volatile("bar.arrive 1, 64;" ::: "memory");
    if (t == 0) s[0] = 3;
  } else {
    asm volatile("bar.sync 1, 64;" ::: "memory");
    atomicAdd(&s[0], 1);  // want? potentially-missing-syncthreads "thread 0 .warp 0, line 10. for s\[0\]"
  }
}

__global__ void readsBehindItsArrival(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < 32) {
    s[t] = t;
    asm volatile("bar.arrive 1, 64;" ::: "memory");
    out[t] = atomicAdd(&s[t], 2);
  } else {
    asm volatile("bar.sync 1, 64;" ::: "memory");
    out[t] = s[t - 32];  // want? potentially-missing-syncthreads "thread 0 .warp 0, line 23. for s\[0\]"
  }
}

void launch(int *out) {
  storesBehindItsArrival<<<1, 64>>>(out);
  readsBehindItsArrival<<<1, 64>>>(out);
}

// Whether stores of n race is open where the cell is another for each thread. The read of warp 0 is what is named.
__global__ void read_beside_stores_of_one_value(int n, int *d) {
  __shared__ int s[132];
  int t = threadIdx.x;
  if (t < 48)
    d[t] = s[t];
  else
    s[t % 32] = n; // want missing-syncthreads "Thread 64 \(warp 2\) races with thread 0 \(warp 0, line 40\)"
}
void launchReadBesideStores(int n, int *d) { read_beside_stores_of_one_value<<<1, 128>>>(n, d); }
// without uninitialized-shared
