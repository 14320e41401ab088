// Reductions and scans of groups by CUDA's operators, and CUB's of numbers over a warp, are computed of the lanes that
// take part.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cub/cub.cuh>

namespace cg = cooperative_groups;

#define LANE (threadIdx.x % 32)
#define GROUPS                                                                  \
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());                 \
  auto eight = cg::tiled_partition<8>(warp);                                    \
  auto here = cg::coalesced_threads()
#define PART_WHERE(condition) \
  if ((condition) && LANE < 16) d[threadIdx.x] = __any_sync(~0u, d[threadIdx.x])

__global__ void up_to_all(int *d) { GROUPS; PART_WHERE(cg::inclusive_scan(warp, 1) > 32); }
__global__ void all_of_them(int *d) { GROUPS; PART_WHERE(cg::inclusive_scan(warp, 1) == LANE + 1); }  // want not_participating_lane_in_mask "all_of_them"
__global__ void before_each(int *d) { GROUPS; PART_WHERE(cg::exclusive_scan(eight, 3) != LANE % 8 * 3); }
__global__ void a_lane_of_its_own(int *d) { GROUPS; if (cg::exclusive_scan(warp, 1) == 3) __syncwarp(); }  // want not_participating_lane_in_mask "0-2, 4-31.*a_lane_of_its_own"
__global__ void sum_of_ones(int *d) { GROUPS; PART_WHERE(cg::reduce(warp, 1, cg::plus<int>()) != 32); }
__global__ void sum_of_eight(int *d) { GROUPS; PART_WHERE(cg::reduce(eight, 1, cg::plus<int>()) != 8); }
__global__ void sum_of_those_here(int *d) { GROUPS; PART_WHERE(cg::reduce(here, 2, cg::plus<int>()) != 64); }
__global__ void largest_lane(int *d) { GROUPS; PART_WHERE(cg::reduce(warp, LANE, cg::greater<unsigned>()) != 31); }
__global__ void least_of_equals(int *d, int x) { GROUPS; PART_WHERE(cg::reduce(warp, x, cg::less<int>()) != x); }
__global__ void bits_of_lanes(int *d) { GROUPS; PART_WHERE(cg::reduce(eight, 1u << LANE % 8, cg::bit_or<unsigned>()) != 255); }
__global__ void bits_of_lanes_too(int *d) { GROUPS; PART_WHERE(cg::reduce(eight, 1u << LANE % 8, cg::bit_xor<unsigned>()) == 255); }  // want not_participating_lane_in_mask "bits_of_lanes_too"
__global__ void sum_of_data(int *d, const int *q) { GROUPS; PART_WHERE(cg::reduce(warp, q[LANE], cg::plus<int>()) == 5); }  // want not_participating_lane_in_mask "sum_of_data"
__global__ void odd_sum(int *d, const int *q) { GROUPS; PART_WHERE(cg::reduce(warp, q[LANE] * 2, cg::plus<int>()) % 2); }
__global__ void scan_of_data(int *d, const int *q) { GROUPS; PART_WHERE(cg::inclusive_scan(warp, q[LANE]) == 5); }  // want not_participating_lane_in_mask "scan_of_data"
__global__ void sum_of_floats(int *d, float x) { GROUPS; PART_WHERE(cg::reduce(warp, x, cg::plus<float>()) > 3.f); }  // want not_participating_lane_in_mask "sum_of_floats"
// What an operator of the program's makes is not known.
__global__ void by_its_own(int *d, const int *q) { GROUPS; PART_WHERE(cg::reduce(warp, q[LANE], [](int a, int b) { return a * b; }) == 5); }  // want~ potentially_not_participating_lane_in_mask "by_its_own"

template <class T> using Reduce = cub::WarpReduce<T>;
template <class T> using Scan = cub::WarpScan<T>;

__global__ void first_has_the_sum(int *d) {
  __shared__ Reduce<int>::TempStorage storage;
  int sum = __shfl_sync(~0u, Reduce<int>(storage).Sum(1), 0);
  PART_WHERE(sum != 32);
  PART_WHERE(sum == 32);  // want not_participating_lane_in_mask "first_has_the_sum"
}

__global__ void first_has_the_sum_of_floats(int *d) {
  __shared__ Reduce<float>::TempStorage storage;
  float sum = __shfl_sync(~0u, Reduce<float>(storage).Sum(0.5f), 0);
  PART_WHERE(sum != 16);
}

__global__ void first_has_the_largest(int *d) {
  __shared__ Reduce<int>::TempStorage storage;
  int most = __shfl_sync(~0u, Reduce<int>(storage).Max(LANE * 3), 0), least = __shfl_sync(~0u, Reduce<int>(storage).Min(LANE + 3), 0);
  PART_WHERE(most != 93 || least != 3);
}

__global__ void first_of_data(int *d, const int *q) {
  __shared__ Reduce<int>::TempStorage storage;
  PART_WHERE(__shfl_sync(~0u, Reduce<int>(storage).Sum(q[LANE]), 0) == 7);  // want not_participating_lane_in_mask "first_of_data"
}

__global__ void places(int *d) {
  __shared__ Scan<int>::TempStorage storage;
  int place, count;
  Scan<int>(storage).ExclusiveSum(1, place, count);
  PART_WHERE(place != LANE || count != 32);
  PART_WHERE(place == LANE && count == 32);  // want not_participating_lane_in_mask "places"
}

__global__ void places_of_data(int *d, const int *q) {
  __shared__ Scan<int>::TempStorage storage;
  int place, count;
  Scan<int>(storage).ExclusiveSum(q[LANE] & 1, place, count);
  PART_WHERE(place > LANE || count > 32);
  if (count == 3) PART_WHERE(place == 0);  // want not_participating_lane_in_mask "places_of_data"
}
