// CUB's block collectives in a namespace of the program's own, and with the number of their
// items told: each is still one that all threads of the block must call.
#define CUB_WRAPPED_NAMESPACE mine
#include <cub/cub.cuh>

template <int Items> __global__ void told(float *p, int n) {
  typedef mine::cub::BlockReduce<float, 128> Reduce;
  typedef mine::cub::BlockScan<float, 128> Scan;
  __shared__ typename Reduce::TempStorage reduce;
  __shared__ typename Scan::TempStorage scan;
  float in[Items] = {}, out[Items] = {}, sum = 0;
  if (threadIdx.x < 20) sum = Reduce(reduce).template Sum<Items>(in); // want divergent-syncthreads "lanes 20-31 of a warp skip this BlockReduce::Sum while"
  if (threadIdx.x < 30) Scan(scan).template InclusiveSum<Items>(in, out); // want divergent-syncthreads "lanes 30-31 of a warp skip this BlockScan::InclusiveSum while"
  if (n > 3) sum += Reduce(reduce).template Reduce<Items>(in, mine::cub::Max());
  p[threadIdx.x] = sum + out[0];
}
void launch(float *p) { told<4><<<1, 128>>>(p, 4); }
