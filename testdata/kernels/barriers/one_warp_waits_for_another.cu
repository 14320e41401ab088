// What is proved of one warp of a block is not said of the others: where warp 1 comes to this
// barrier, n > 2, and warp 0 stays away. Warp 0 and warp 2 come with n == 2, and meet: the kernel may
// be called with that alone.

__global__ void away_from_warp_one(int n) {
  int w = threadIdx.x / 32;
  if (w == 1 && n == 2)
    return;
  if (n > 1) {
    if (w == 0 && n > 2)
      asm volatile("bar.sync 1, 32;" ::: "memory");
    else
      __syncthreads(); // want? potentially-divergent-syncthreads "threads 0-31 may skip this"
  }
}

void launch(int n) { away_from_warp_one<<<1, 96>>>(n); }
