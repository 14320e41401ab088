// Nobody knows which kernel is launched with 64 threads. This one may be, and then leaves a third of the tile unwritten.

__global__ void filledBy96(int *out, const int *in) {
  __shared__ int s[96];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[95 - t];  // want? potentially-uninitialized-shared "May read s.95. in filledBy96"
}

// In each block one counter begins with what it finds.
__global__ void countedInAnyBlock(int *out, const int *in) {
  __shared__ int n;
  if (in[threadIdx.x] > 0) atomicAdd(&n, 1);  // want uninitialized-shared "Reads n in countedInAnyBlock"
  __syncthreads();
  out[threadIdx.x] = n;
}

typedef void (*Kernel)(int *, const int *);

Kernel of(int which) { return which ? filledBy96 : countedInAnyBlock; }

void launch(Kernel kernel, int *out, const int *in) { kernel<<<1, 64>>>(out, in); }
