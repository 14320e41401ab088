// Instructions that all threads of a warpgroup execute, by parts of one.
__device__ inline void fence() {
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); // want warpgroup-not-whole "lanes 16-31 of a warp skip this wgmma.fence .* in someLanes"
}
template <int N> __device__ inline void take() { asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(N)); }
template <int N> __device__ inline void give() {
  asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(N)); // want warpgroup-not-whole "threads 64-95 skip this setmaxnreg .* in halfOfAnyBlock"
}

__global__ void oneWarp(int *out) {
  if (threadIdx.x / 32 == 0)
    asm volatile("setmaxnreg.dec.sync.aligned.u32 40;"); // want warpgroup-not-whole "threads 32-127 skip this setmaxnreg while others of the warpgroup"
  out[threadIdx.x] = 1;
}

__global__ void someLanes(int *out) {
  if (threadIdx.x % 32 < 16)
    fence();
  out[threadIdx.x] = 1;
}

__global__ void halfOfAnyBlock(int *out) {
  if (threadIdx.x < 64)
    give<40>();
  out[threadIdx.x] = 1;
}

__global__ void byTwoBranches(int *out) {
  if (threadIdx.x % 128 < 64)
    asm volatile("wgmma.fence.sync.aligned;"); // want warpgroup-not-whole "skip this wgmma.fence"
  else
    asm volatile("wgmma.fence.sync.aligned;"); // want warpgroup-not-whole "skip this wgmma.fence"
  out[threadIdx.x] = 1;
}

__global__ void behindAReturn(int *out) {
  if (threadIdx.x >= 96) return;
  asm volatile("wgmma.commit_group.sync.aligned;"); // want warpgroup-not-whole "skip this"
  out[threadIdx.x] = 1;
}

__global__ void inASmallBlock(int *out) {
  asm volatile("wgmma.wait_group.sync.aligned 0;"); // want warpgroup-not-whole "executed by the last 64 threads of the block"
  out[threadIdx.x] = 1;
}

__global__ void groupsThatAreNotAligned(int *out) {
  if (threadIdx.x >= 32 && threadIdx.x < 160)
    asm volatile("setmaxnreg.inc.sync.aligned.u32 240;"); // want warpgroup-not-whole "skip this"
  out[threadIdx.x] = 1;
}

__global__ void byAnArgument(int *out, int warps) {
  if (threadIdx.x / 32 < warps)
    asm volatile("setmaxnreg.inc.sync.aligned.u32 240;"); // want? potentially-warpgroup-not-whole "may skip this"
  out[threadIdx.x] = 1;
}

__global__ void byData(int *out, const int *in) {
  if (in[threadIdx.x / 32] > 0)
    asm volatile("wgmma.fence.sync.aligned;"); // want? potentially-warpgroup-not-whole "may skip this"
  out[threadIdx.x] = 1;
}

__global__ void __launch_bounds__(384) roles(int *out) {
  int group = __shfl_sync(0xffffffff, threadIdx.x / 128, 0);
  if (group == 0) {
    give<24>();
    if (threadIdx.x == 0) out[0] = 0;
  } else {
    take<240>();
    for (int i = 0; i < 4; ++i) {
      fence();
      asm volatile("wgmma.commit_group.sync.aligned;");
      asm volatile("wgmma.wait_group.sync.aligned 0;");
    }
    out[threadIdx.x] = 1;
  }
}

// The last warpgroup returns as a whole.
__global__ void returnsByGroup(int *out, int groups) {
  if (threadIdx.x / 128 >= groups) return;
  fence();
  out[threadIdx.x] = 1;
}

// Each group has as many tiles as its number says.
__global__ void tilesOfGroups(int *out, const int *tiles) {
  for (int i = 0; i < tiles[threadIdx.x / 128]; ++i) fence();
  out[threadIdx.x] = 1;
}

__global__ void tilesOfWarps(int *out, const int *tiles) {
  for (int i = 0; i < tiles[threadIdx.x / 32]; ++i)
    asm volatile("wgmma.fence.sync.aligned;"); // want? potentially-warpgroup-not-whole "may skip this"
  out[threadIdx.x] = 1;
}

__global__ void inAnyBlock(int *out) {
  fence();
  out[threadIdx.x] = 1;
}

__global__ void groupOfAnyBlock(int *out) {
  if (threadIdx.x / 128 == 1) give<40>();
  out[threadIdx.x] = 1;
}

// The first 128 threads are a warpgroup, the last 32 are none.
__global__ void withAProducerWarp(int *out) {
  if (threadIdx.x < 128) fence();
  out[threadIdx.x] = 1;
}

void launch(int *out, const int *in, int n) {
  oneWarp<<<1, 256>>>(out);
  someLanes<<<1, 128>>>(out);
  byTwoBranches<<<1, 256>>>(out);
  behindAReturn<<<1, 128>>>(out);
  inASmallBlock<<<1, 64>>>(out);
  groupsThatAreNotAligned<<<1, 256>>>(out);
  byAnArgument<<<1, 256>>>(out, n);
  byData<<<1, 256>>>(out, in);
  roles<<<1, 384>>>(out);
  returnsByGroup<<<1, 384>>>(out, n);
  tilesOfGroups<<<1, 256>>>(out, in);
  tilesOfWarps<<<1, 256>>>(out, in);
  withAProducerWarp<<<1, 160>>>(out);
}
