// What a variable holds where the sides of a branch meet is known again where the
// condition of one side is.

#define FULL 0xffffffffu

__global__ void unset_elsewhere(const int *x, int *out, long n, int wanted, long tiles) {
  int tile = blockIdx.x * 4 + threadIdx.x / 32, rows;
  if (tile < tiles)
    rows = wanted;
  if (tile < tiles)
    for (int r = 0; r < n; r++)
      if (r < rows)
        out[r] = __ballot_sync(FULL, x[r] > 3);
}

__global__ void set_on_the_other_side(const int *x, int *out, int n, int wanted, int tiles) {
  int rows = x[threadIdx.x];
  if (n >= tiles)
    out[0] = rows;
  else
    rows = wanted;
  for (int r = 0; r < n; r++)
    if (n < tiles && r < rows)
      out[r] = __ballot_sync(FULL, x[r] > 3);
}

__global__ void another_condition(const int *x, int *out, int n, int wanted, int tiles) {
  int rows = x[threadIdx.x];
  if (n < tiles)
    rows = wanted;
  if (n <= tiles)
    if (3 < rows)
      out[3] = __ballot_sync(FULL, x[3] > 3); // want? potentially_not_participating_lane_in_mask "potentially do not participate"
}

__global__ void written_between(const int *x, int *out, int n, int wanted, int tiles) {
  int rows = x[threadIdx.x];
  if (n < tiles)
    rows = wanted;
  if (n < tiles) {
    rows += x[threadIdx.x + 32];
    if (3 < rows)
      out[3] = __ballot_sync(FULL, x[3] > 3); // want? potentially_not_participating_lane_in_mask "potentially do not participate"
  }
}

__global__ void by_lane(const int *x, int *out, int wanted) {
  int rows = x[threadIdx.x];
  if (threadIdx.x % 32 < 16)
    rows = wanted;
  if (threadIdx.x % 32 < 16 && 3 < rows)
    out[3] = __ballot_sync(0xffff, x[3] > 3);
  if (threadIdx.x % 32 >= 16 && 3 < rows)
    out[3] = __ballot_sync(0xffff0000, x[3] > 3); // want? potentially_not_participating_lane_in_mask "potentially do not participate"
}
