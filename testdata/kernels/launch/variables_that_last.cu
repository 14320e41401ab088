// Variables of the unit that nothing gives another value.
static int partOfAWarp = 40;
static dim3 halves(16, 2);
static int setOnce;

__global__ void byAVariable(int *v) {
  // want[lockstep] not_participating_lane_in_mask "8-31 named.*block 40"
  v[threadIdx.x] += __shfl_xor_sync(~0u, v[threadIdx.x], 16); // want source_lane_not_in_mask "do not exist"
}

__global__ void byAnExtentThatLasts(int *v) {
  if (threadIdx.y == 0) v[threadIdx.x] = __any_sync(~0u, v[threadIdx.x]); // want not_participating_lane_in_mask "Lane\(s\) 16-31"
}

__global__ void byAVariableThatIsSet(int *v) {
  // want[lockstep] not_participating_lane_in_mask "8-31 named.*block 40"
  v[threadIdx.x] += __shfl_xor_sync(~0u, v[threadIdx.x], 16); // want source_lane_not_in_mask "do not exist"
}

void choose() { setOnce = 40; }

void run(int *v) {
  byAVariable<<<1, partOfAWarp>>>(v);
  byAnExtentThatLasts<<<1, halves>>>(v);
  byAVariableThatIsSet<<<1, setOnce>>>(v);
}
