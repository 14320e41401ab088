// Two groups of twelve warps, each with a barrier of its own. What the warps of a group compute from the
// number of their group they have in common, though twelve is no power of two.

__global__ void walks_its_row(const bool *skipped, int *data, int n) {
  const int group = threadIdx.x / 384;
  for (int i = 0; i < n;) {
    if (skipped[i * 2 + group]) i++;
    asm volatile("bar.sync %0, %1;" ::"r"(group), "r"(384));
    i++;
  }
}

__global__ void in_chunks(const bool *chosen, int *data, int n, int most) {
  const int group = threadIdx.x / 384;
  for (int i = 0; i < n;) {
    int chunk = 0;
    while (chunk < most && i < n) {
      if (!chosen[i * 2 + group]) {
        i++;
        continue;
      }
      chunk++, i++;
    }
    asm volatile("bar.sync %0, %1;" ::"r"(group), "r"(384));
  }
}

__device__ bool elected() {
  unsigned chosen = 0;
  asm volatile("{ .reg .pred P; elect.sync _|P, %1; @P mov.u32 %0, 1; }" : "+r"(chosen) : "r"(~0u));
  return chosen;
}

// One lane of each warp waits for room, and ends the kernel when there is none: any of the lanes, of any of
// 24 warps.
__global__ void waits_for_room(const bool *chosen, const volatile int *used, int n, int most) {
  const int group = threadIdx.x / 384;
  int tail = 0;
  for (int i = 0; i < n;) {
    if (elected())
      while (tail - *used > most)
        if (*used > 1000) asm("trap;");
    __syncwarp();
    if (chosen[i * 2 + group]) tail++, i++;
    i++;
    asm volatile("bar.sync %0, %1;" ::"r"(group), "r"(384));
  }
}

// Each warp walks a row of its own.
__global__ void rows_of_warps(const bool *skipped, int *data, int n) {
  const int group = threadIdx.x / 384, warp = threadIdx.x / 32;
  for (int i = 0; i < n;) {
    if (skipped[i * 24 + warp]) i++;
    asm volatile("bar.sync %0, %1;" ::"r"(group), "r"(384)); // want? potentially-divergent-syncthreads "may skip this bar.sync"
    i++;
  }
}

void launch(const bool *chosen, int *data, int n) {
  walks_its_row<<<20, 768>>>(chosen, data, n);
  in_chunks<<<20, 768>>>(chosen, data, n, 6);
  waits_for_room<<<20, 768>>>(chosen, data, n, 6);
  rows_of_warps<<<20, 768>>>(chosen, data, n);
}
