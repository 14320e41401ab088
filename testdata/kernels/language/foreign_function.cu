// A function whose body is in another unit may write whatever it can reach by itself; a
// function of the library writes what it is given. What other warps wrote before is there
// after a fence.
__device__ int level[32];
__device__ void adjust();

__global__ void changed_elsewhere(const int *d) {
  int before = level[threadIdx.x];
  adjust();
  // want~ potentially_not_participating_lane_in_mask "potentially do not participate"
  if (before != level[threadIdx.x]) __syncwarp();
}

__global__ void changed_behind_a_pointer(const int *d) {
  int before = d[threadIdx.x];
  adjust();
  // want~ potentially_not_participating_lane_in_mask "potentially do not participate"
  if (before != d[threadIdx.x]) __syncwarp();
}

__global__ void changed_by_other_warps(const int *d) {
  int before = d[threadIdx.x];
  __threadfence();
  // want~ potentially_not_participating_lane_in_mask "potentially do not participate"
  if (before != d[threadIdx.x]) __syncwarp();
}

__global__ void unchanged(const float *d, int *out) {
  int before = level[threadIdx.x];
  float root = sqrtf(d[threadIdx.x]);
  if (before != level[threadIdx.x]) __syncwarp();
  out[threadIdx.x] = root > 1;
}

void launch(int *d) {
  changed_elsewhere<<<1, 32>>>(d);
  changed_behind_a_pointer<<<1, 32>>>(d);
  changed_by_other_warps<<<1, 32>>>(d);
  unchanged<<<1, 32>>>((const float *)d, d);
}
