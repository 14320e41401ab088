// Groups of warps that have a barrier each, by a name that the warp's number gives: all of a group come as often, or
// one waits for ever. What is read in each iteration is not compared in numbers.

__global__ void rowOfEachWarp(const int *len, float *out) {
  int group = threadIdx.x / 64;
  for (int i = 0; i < len[threadIdx.x / 32]; i++) {
    out[i] += 1;
    // want? potentially-divergent-syncthreads "threads 32-63 may skip this"
    asm volatile("bar.sync %0, %1;" ::"r"(1 + group), "r"(64) : "memory");
  }
}

__global__ void rowOfEachGroup(const int *len, float *out) {
  int group = threadIdx.x / 64;
  for (int i = 0; i < len[group]; i++) {
    out[i] += 1;
    asm volatile("bar.sync %0, %1;" ::"r"(1 + group), "r"(64) : "memory");
  }
}

// Half of the block has a name, and the rest goes on.
__global__ void firstGroup(const int *next, float *out) {
  if (threadIdx.x < 128)
    for (int p = next[threadIdx.x / 32]; p > 0; p = next[p])
      asm volatile("bar.sync 1, 128;" ::: "memory"); // want? potentially-divergent-syncthreads "threads .* may skip this"
  else
    for (int p = next[blockIdx.x]; p > 0; p = next[p])
      asm volatile("bar.sync 2, 128;" ::: "memory");
  out[threadIdx.x] = 1;
}

__global__ void listOfTheBlock(const int *next, float *out) {
  if (threadIdx.x < 128)
    for (int p = next[blockIdx.x]; p > 0; p = next[p])
      asm volatile("bar.sync 1, 128;" ::: "memory");
  out[threadIdx.x] = 1;
}

// All but the first warp.
__global__ void consumers(const int *len, float *out) {
  if (threadIdx.x < 32) {
    out[0] = 1;
    return;
  }
  for (int i = 0; i < len[threadIdx.x / 32]; i++) {
    out[i] += 1;
    asm volatile("bar.sync 1, 96;" ::: "memory"); // want? potentially-divergent-syncthreads "threads .* may skip this"
  }
}

__global__ void consumersOfABlock(const int *len, float *out) {
  if (threadIdx.x < 32) {
    out[0] = 1;
    return;
  }
  for (int i = 0; i < len[blockIdx.x]; i++) {
    out[i] += 1;
    asm volatile("bar.sync 1, 96;" ::: "memory");
  }
}

// Another barrier of the name may be where the others come.
__global__ void twoPlaces(const int *next, float *out) {
  int group = threadIdx.x / 64, odd = threadIdx.x / 32 % 2;
  for (int p = next[group]; p > 0; p = next[p]) {
    if (odd)
      asm volatile("bar.sync %0, %1;" ::"r"(1 + group), "r"(64) : "memory");
    out[p] = 1;
    if (!odd)
      asm volatile("bar.sync %0, %1;" ::"r"(1 + group), "r"(64) : "memory");
  }
}

void run(const int *in, float *out) {
  rowOfEachWarp<<<1, 256>>>(in, out);
  rowOfEachGroup<<<1, 256>>>(in, out);
  firstGroup<<<1, 256>>>(in, out);
  listOfTheBlock<<<1, 256>>>(in, out);
  consumers<<<1, 128>>>(in, out);
  consumersOfABlock<<<1, 128>>>(in, out);
  twoPlaces<<<1, 256>>>(in, out);
}
