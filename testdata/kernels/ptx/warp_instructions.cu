// PTX instructions that all lanes of a warp execute together: on matrices, on the
// registers of a warp and on tensor memory.

__global__ void productOfHalfAWarp(float *out, unsigned a, unsigned b) {
  float c[4] = {};
  if (threadIdx.x % 32 < 16)
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};" // want not_participating_lane_in_mask "Lane\(s\) 16-31 named in sync mask 0b1{32}"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : "r"(a), "r"(a), "r"(b));
  out[threadIdx.x] = c[0];
}

__global__ void productOfSomeWarps(float *out, unsigned a, unsigned b) {
  float c[4] = {};
  if (threadIdx.x / 32 % 2 == 0)
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : "r"(a), "r"(a), "r"(b));
  out[threadIdx.x] = c[0];
}

// Two instructions are not one, though they are alike.
__global__ void loadsInTwoBranches(unsigned *out, unsigned low, unsigned high) {
  unsigned part;
  if (threadIdx.x % 32 < 16)
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(part) : "r"(low)); // want not_participating_lane_in_mask "Lane\(s\) 16-31 named"
  else
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(part) : "r"(high)); // want not_participating_lane_in_mask "Lane\(s\) 0-15 named"
  out[threadIdx.x] = part;
}

__global__ void loadFromTwoAddresses(unsigned *out, unsigned low, unsigned high) {
  unsigned part;
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];"
               : "=r"(part) : "r"(threadIdx.x % 32 < 16 ? low : high));
  out[threadIdx.x] = part;
}

__global__ void loadsOfRows(unsigned *out, unsigned row, int rows) {
  unsigned part = 0;
  if (threadIdx.x % 32 < rows)
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(part) : "r"(row)); // want? potentially_not_participating_lane_in_mask "potentially do not participate"
  out[threadIdx.x] = part;
}

// What it yields is each lane's own.
__global__ void branchOnAProduct(unsigned *out, unsigned row) {
  unsigned part;
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(part) : "r"(row));
  if (part > 0)
    asm volatile("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%1};" :: "r"(row), "r"(part)); // want~ potentially_not_participating_lane_in_mask "potentially do not participate"
  out[threadIdx.x] = part;
}

__global__ void registersByOneLane(int *out) {
  if (threadIdx.x % 32 == 0)
    asm volatile("setmaxnreg.dec.sync.aligned.u32 40;"); // want warpgroup-not-whole "lanes 1-31 of a warp skip"
  out[threadIdx.x] = 1;
}

// The first warps load, the others multiply. One lane begins what one lane may.
__global__ void rolesOfWarpgroups(float *out, unsigned long long a, unsigned long long b, unsigned barrier) {
  float c = 0;
  if (threadIdx.x / 128 == 0) {
    asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
    if (threadIdx.x % 32 == 0) {
      asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 1024;" :: "r"(barrier));
      asm volatile("cp.async.bulk.prefetch.L2.global [%0], 1024;" :: "l"(a));
      asm volatile("tcgen05.commit.cta_group::1.mbarrier::arrive::one.b64 [%0];" :: "l"(b));
    }
  } else {
    asm volatile("setmaxnreg.inc.sync.aligned.u32 240;");
    asm volatile("wgmma.fence.sync.aligned;");
    asm volatile("{.reg .pred p; setp.ne.b32 p, 1, 0;"
                 "wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%0}, %1, %2, p, 1, 1, 0, 0;}"
                 : "+f"(c) : "l"(a), "l"(b));
    asm volatile("wgmma.commit_group.sync.aligned;");
    asm volatile("wgmma.wait_group.sync.aligned 0;");
  }
  out[threadIdx.x] = c;
}

__global__ void waitOfOneLane(float *out) {
  if (threadIdx.x == 0)
    asm volatile("wgmma.wait_group.sync.aligned 0;"); // want warpgroup-not-whole "lanes 1-31 of a warp skip"
  out[threadIdx.x] = 0;
}

__global__ void tensorMemory(unsigned *slot, unsigned shared) {
  if (threadIdx.x / 32 == 1)
    asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], 128;" :: "r"(shared));
  __syncthreads();
  unsigned part;
  asm volatile("tcgen05.ld.sync.aligned.32x32b.x1.b32 {%0}, [%1];" : "=r"(part) : "r"(shared));
  asm volatile("tcgen05.wait::ld.sync.aligned;");
  if (threadIdx.x == 32)
    asm volatile("tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;"); // want not_participating_lane_in_mask "Lane\(s\) 1-31 named"
  slot[threadIdx.x] = part;
}

__global__ void arrivalOfOneLane(int *out) {
  if (threadIdx.x % 32 == 0)
    asm volatile("barrier.cluster.arrive.release.aligned;"); // want divergent-syncthreads "lanes 1-31 of a warp skip this"
  asm volatile("barrier.cluster.wait.acquire.aligned;");
  out[threadIdx.x] = 1;
}

// Without .aligned each lane arrives for itself.
__global__ void arrivalsInTwoBranches(int *out) {
  if (threadIdx.x % 32 == 0)
    asm volatile("barrier.cluster.arrive.release;");
  else
    asm volatile("barrier.cluster.arrive.release;");
  asm volatile("barrier.cluster.wait.acquire.aligned;");
  out[threadIdx.x] = 1;
}
