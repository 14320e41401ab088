// Groups of lanes that share a row go round a loop together, although the warp does not:
// each group passes its own mask.

__device__ unsigned groupMask(int width) {
  int lane = threadIdx.x & 31;
  return ((1u << width) - 1) << (lane & ~(width - 1));
}

__global__ void rowSums(const float *values, float *sums, int rows) {
  unsigned mask = groupMask(8);
  for (int row = threadIdx.x / 8; row < rows; row += blockDim.x / 8) {
    float sum = values[row * 8 + (threadIdx.x & 7)];
    for (int o = 4; o > 0; o /= 2) {
      sum += __shfl_xor_sync(mask, sum, o);
    }
    sums[row] = sum;
  }
}

__global__ void raggedRows(const float *values, const int *lengths, int rows) {
  unsigned mask = groupMask(16);
  int row = blockIdx.x * (blockDim.x / 16) + threadIdx.x / 16;
  while (row < rows) {
    int end = (lengths[row] + 15) & ~15;
    for (int i = threadIdx.x & 15; i < end; i += 16) {
      __syncwarp(mask);
    }
    row += gridDim.x * (blockDim.x / 16);
  }
}

__global__ void votingGroups(int *work) {
  int left = work[threadIdx.x];
  unsigned mask = groupMask(4);
  while (__any_sync(mask, left > 0)) {
    left -= 2;
  }
}

// Rows of eight lanes, and masks of sixteen: two rows may end in different turns.
__global__ void masksTooWide(const int *lengths) {
  unsigned mask = groupMask(16);
  for (int i = 0; i < lengths[threadIdx.x / 8]; i++) {
    // want? potentially_not_participating_lane_in_mask "potentially do not participate"
    __syncwarp(mask);
  }
}

// The lanes walk lists of their own.
struct Node {
  Node *next;
  int value;
};

__global__ void ownLists(Node **lists, int steps) {
  Node *node = lists[threadIdx.x];
  for (int i = 0; i < steps; i++) {
    node = node->next;
    if (node->value) {
      // want? potentially_not_participating_lane_in_mask "potentially do not participate"
      __syncwarp();
    }
  }
}

__global__ void ownPlaces(int **places, int steps) {
  int *place = places[threadIdx.x];
  for (int i = 0; i < steps; i++) {
    place += 4;
    if (*place) {
      // want? potentially_not_participating_lane_in_mask "potentially do not participate"
      __syncwarp();
    }
  }
}

// Planes of whole warps: a warp lies in one.
__global__ void of_one_plane(const int *plane, int *out) {
  if (plane[threadIdx.z]) out[threadIdx.x] = __any_sync(~0u, 1);
}

void launchPlanes(int *p) { of_one_plane<<<1, dim3(8, 8, 4)>>>(p, p); }
