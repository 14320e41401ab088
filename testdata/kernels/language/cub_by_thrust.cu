// CUB is known where Thrust alone is included, as Thrust's headers include it.
#include <thrust/sort.h>

__global__ void __launch_bounds__(128) twice(int *out) {
  using Scan = cub::BlockScan<int, 128, cub::BLOCK_SCAN_WARP_SCANS>;
  __shared__ Scan::TempStorage storage;
  int rank, more;
  Scan(storage).ExclusiveSum(out[threadIdx.x], rank);
  Scan(storage).ExclusiveSum(rank, more); // want missing-syncthreads "for storage"
  out[threadIdx.x] = more;
}

__global__ void __launch_bounds__(128) between(int *out) {
  using Scan = cub::BlockScan<int, 128, cub::BLOCK_SCAN_WARP_SCANS>;
  __shared__ Scan::TempStorage storage;
  int rank, more;
  Scan(storage).ExclusiveSum(out[threadIdx.x], rank);
  __syncthreads();
  Scan(storage).ExclusiveSum(rank, more);
  out[threadIdx.x] = more;
}

void launch(int *out) {
  twice<<<1, 128>>>(out);
  between<<<1, 128>>>(out);
}
