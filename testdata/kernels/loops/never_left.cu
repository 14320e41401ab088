// Behind a loop that no run leaves nothing is reached for sure, though C++ lets a compiler assume that the loop ends.

#define PART if (threadIdx.x % 32 < 16) d[0] = __any_sync(~0u, 1)

__global__ void odd_from_even(int *d, int n) {
  for (int i = 0; i != 7; i += 2) ;
  if (n > 3) PART; // want~ potentially_not_participating_lane_in_mask "odd_from_even"
}

__global__ void fixed_condition(int *d, int n) {
  n &= 15;
  int i = n;
  do {
    i += 1;
    if (i != n) continue;
    ++i;
  } while (n > -3);
  PART; // want~ potentially_not_participating_lane_in_mask "fixed_condition"
}

__global__ void wrong_direction(int *d, int n) {
  n &= 15;
  for (int i = -1; i < n; i -= 1) ;
  PART; // want~ potentially_not_participating_lane_in_mask "wrong_direction"
}

__global__ void around_in_a_ring(int *d, int n) {
  int i = 8;
  for (;;) {
    i = (i + 2) & 7;
    if (i == 5) break;
  }
  PART; // want~ potentially_not_participating_lane_in_mask "around_in_a_ring"
}

__device__ int halved(int n) {
  while (n != -1) n = n / 2 & 7;
  return 1;
}

__global__ void in_a_function(int *d, int n) {
  d[1] = halved(n);
  PART; // want~ potentially_not_participating_lane_in_mask "in_a_function"
}

// These end: they count, shrink, read data, or wait for another thread.
__global__ void counts(int *d, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) d[i + 1] = i;
  PART; // want not_participating_lane_in_mask "counts"
}

__global__ void counts_to(int *d) {
  for (int i = 12; i != 0; i -= 3) d[i] = i;
  PART; // want not_participating_lane_in_mask "counts_to"
}

__global__ void shrinks(int *d, unsigned bits) {
  int n = 0;
  while (bits) bits &= bits - 1, ++n;
  for (int o = n; o > 0; o >>= 1) d[o] = n;
  PART; // want not_participating_lane_in_mask "shrinks"
}

__global__ void grows(int *d, int n) {
  for (int o = 1; o < n; o <<= 1) d[o] = n;
  PART; // want not_participating_lane_in_mask "grows"
}

__global__ void by_data(int *d, const int *in) {
  int i = 0;
  while (in[i] != 7) i += 2;
  PART; // want not_participating_lane_in_mask "by_data"
}

__global__ void waits(int *d, volatile int *flag) {
  while (*flag == 0) ;
  PART; // want not_participating_lane_in_mask "waits"
}

// A run leaves this one, for an odd n.
__global__ void for_some_input(int *d, int n) {
  for (int i = 1; i != n; i += 2) ;
  PART; // want not_participating_lane_in_mask "for_some_input"
}
