// Names of the standard library that CUDA's own headers bring in: the file includes nothing.

__host__ __device__ constexpr auto rowsOf(int threads) { return std::make_tuple(threads / 32, threads % 32 == 0); }

__global__ void known() {
  constexpr auto rows = rowsOf(64);
  if (threadIdx.x % 32 < std::get<0>(rows))
    __syncwarp(); // want not_participating_lane_in_mask "2-31 named"
}
