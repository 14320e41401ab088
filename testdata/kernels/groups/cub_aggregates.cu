// The aggregate of a scan is one for all threads that make it: those of the block, or of the
// logical warp. What each thread gets of the scan is its own, and so is the first value.
#include <cub/cub.cuh>

using BlockScan = cub::BlockScan<int, 256>;
using WarpScan = cub::WarpScan<int>;

struct Best { int key; float value; };
struct Better {
  __device__ Best operator()(Best a, Best b) const { return a.value > b.value ? a : b; }
};

__global__ void totalOfTheBlock(int *data) {
  __shared__ BlockScan::TempStorage storage;
  int mine = data[threadIdx.x], total;
  BlockScan(storage).ExclusiveSum(mine, mine, total);
  if (total > 5) {
    __syncthreads();
  }
  BlockScan(storage).ExclusiveScan(mine, mine, 0, cub::Max(), total);
  for (int i = 0; i < total; ++i) {
    data[i] = mine;
    __syncthreads();
  }
}

__global__ void advanceByTotal(int *data, int n) {
  __shared__ BlockScan::TempStorage storage;
  for (int i = 0, total; i < n; i += total) {
    int kept = data[i + threadIdx.x] > 0, place;
    BlockScan(storage).ExclusiveSum(kept, place, total);
    __syncthreads();
    data[place] = i;
  }
}

__global__ void bestOfTheBlock(Best *data) {
  using Scan = cub::BlockScan<Best, 256>;
  __shared__ Scan::TempStorage storage;
  Best mine = data[threadIdx.x], best;
  Scan(storage).InclusiveScan(mine, mine, Better(), best);
  if (best.key > 5) {
    __syncthreads();
  }
}

__global__ void eachItsOwn(int *data) {
  __shared__ BlockScan::TempStorage storage;
  int mine = data[threadIdx.x], total;
  BlockScan(storage).ExclusiveSum(mine, mine, total);
  if (mine > 5) {
    __syncthreads(); // want~ potentially-divergent-syncthreads "threads .* may skip this"
  }
}

__global__ void firstValueOfEach(int *data) {
  __shared__ BlockScan::TempStorage storage;
  int mine = data[threadIdx.x], first = mine;
  BlockScan(storage).ExclusiveScan(mine, mine, first, cub::Max());
  if (first > 5) {
    __syncthreads(); // want~ potentially-divergent-syncthreads "threads .* may skip this"
  }
}

__global__ void totalOfTheWarp(int *data) {
  __shared__ WarpScan::TempStorage storage[8];
  WarpScan scan(storage[threadIdx.x / 32]);
  int mine = data[threadIdx.x], total;
  scan.InclusiveSum(mine, mine, total);
  if (total > 5) {
    __syncwarp();
  }
  if (scan.Broadcast(mine, 3) > 5) {
    __syncwarp();
  }
  if (mine > 5) {
    __syncwarp(); // want? potentially_not_participating_lane_in_mask "do not participate"
  }
}

__global__ void warpsHaveTotalsOfTheirOwn(int *data) {
  __shared__ WarpScan::TempStorage storage[8];
  int mine = data[threadIdx.x], total;
  WarpScan(storage[threadIdx.x / 32]).InclusiveSum(mine, mine, total);
  if (total > 5) {
    __syncthreads(); // want? potentially-divergent-syncthreads "threads [0-9]+-[0-9]+ may skip this"
  }
}

__global__ void halvesHaveTotalsOfTheirOwn(int *data) {
  using Scan = cub::WarpScan<int, 16>;
  __shared__ Scan::TempStorage storage[16];
  int mine = data[threadIdx.x], total;
  Scan(storage[threadIdx.x / 16]).InclusiveSum(mine, mine, total);
  if (total > 5) {
    __syncwarp(0xffffu << (threadIdx.x & 16));
    __syncwarp(); // want? potentially_not_participating_lane_in_mask "do not participate"
  }
}
