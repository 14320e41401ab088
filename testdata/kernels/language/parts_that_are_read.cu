// What lies in something of unknown type is passed to what only reads it for its value.
template <class T> __device__ const T &larger(const T &a, const T &b) {
  if (a < b) return b;
  return a;
}
__device__ bool isPositive(const int &n) { return n > 0; }

template <class Params>
__global__ void same_for_all(Params params) {
  const int most = larger(0, params.size);
  if (most > 3) __syncthreads();
  if (isPositive(params.rows[2])) __syncwarp();
}

template <class Params>
__device__ void of_each(const Params &params, const int *d) {
  const int most = larger(0, params.size);
  // want-open potentially-divergent-syncthreads "unless params is the same in all lanes"
  if (most > 3) __syncthreads();
  if (isPositive(d[threadIdx.x])) __syncwarp(); // want~ potentially_not_participating_lane_in_mask "potentially do not participate"
}
