// What nothing is known to reach is no definite finding: behind a condition on floating words that
// are computed, or compared in a circle, it takes a run that comes there.

__global__ void oneComparison(const float *x) {
  if (x[0] > 0.5f && threadIdx.x == 1)
    __syncwarp(); // want not_participating_lane_in_mask "Lane\(s\) 0, 2-31 named"
}

__global__ void aRange(const float *x, float low, float high) {
  if (x[0] > low && x[0] < high && threadIdx.x == 1)
    __syncwarp(); // want not_participating_lane_in_mask "Lane\(s\) 0, 2-31 named"
}

// The machine comes here.
__global__ void mean(const float *x, int n) {
  float sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i];
  if (sum / n > 0.01f && threadIdx.x == 1)
    __syncwarp(); // want not_participating_lane_in_mask "Lane\(s\) 0, 2-31 named"
}

__global__ void negativeSquare(const float *x) {
  if (x[0] * x[0] < 0 && threadIdx.x == 1)
    __syncwarp();
}

__global__ void emptyRange(const double *x) {
  if (x[0] > 5 && x[0] < 3 && threadIdx.x == 1)
    __syncwarp(); // want~ potentially_not_participating_lane_in_mask "Lane\(s\) 0, 2-31 named"
}
