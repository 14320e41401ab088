// Lanes in a loop without an end are alive and come nowhere else.
__device__ void halt(bool bad) {
  if (bad) while (true) ;
}

__global__ void spinning(volatile int *out) {
  if (threadIdx.x % 32 == 0) while (true) out[0] = 1;
  __syncwarp(); // want not_participating_lane_in_mask "0 named"
}

__global__ void jumping(volatile int *out) {
  if (threadIdx.x % 32 == 0) {
  spin:
    out[0]++;
    goto spin;
  }
  __syncthreads(); // want divergent-syncthreads "lane 0 of a warp skips this"
}

__global__ void withinALoop(const int *d, int n) {
  for (int i = 0; i < n; i++)
    if (d[32 * i + threadIdx.x]) while (true) ;
  // want~ potentially_not_participating_lane_in_mask "potentially do not participate"
  __syncwarp();
}

__global__ void orLeaving(const int *d, int n) {
  for (int i = 0; i < n; i++) {
    halt(d[32 * i + threadIdx.x]);
    if (d[i] == 4) return;
  }
  // want~ potentially_not_participating_lane_in_mask "potentially do not participate"
  __syncwarp();
}

__global__ void allOrNone(const int *d, int n) {
  for (int i = 0; i < n; i++) halt(d[i]);
  __syncwarp();
}
