// The square of a number that is widened before is not negative, and no larger than that of the least one.
#define PART_WHERE(condition) \
  if ((condition) && threadIdx.x % 32 < 16) d[threadIdx.x] = __any_sync(~0u, d[threadIdx.x])

__global__ void wide(int *d, int x) { PART_WHERE((long long)x * x < 0); }
__global__ void far(int *d, int x) { PART_WHERE((long long)x * x > 0x4000000000000000ll); }
__global__ void half_as_wide(int *d, short x) { PART_WHERE(x * x < 0); }
__global__ void least(int *d, int x) { PART_WHERE((long long)x * x == 0x4000000000000000ll); }  // want not_participating_lane_in_mask "least"
__global__ void wraps(int *d, int x) { PART_WHERE((unsigned)x * x > 0x7fffffff); }              // want not_participating_lane_in_mask "wraps"
__global__ void of_two(int *d, int x, int y) { PART_WHERE((long long)x * y < 0); }              // want not_participating_lane_in_mask "of_two"
