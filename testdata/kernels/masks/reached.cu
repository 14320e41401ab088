// Each execution that comes to the collective breaks the rule. Where no input is shown to lead there, as what
// decides it is not computed, that is not definite.
#define FULL 0xffffffffu
#define LANE (threadIdx.x & 31)

__global__ void iterationThatNeverComes(int *data, int n) {
  int turns = 0;
  for (int i = 0; i < n; i++) {
    if (i > 5)
      break;
    ++turns;
  }
  if (turns > 6 && LANE < 16)
    data[LANE] = __any_sync(FULL, 1);
}

__global__ void iterationThatComes(int *data, int n) {
  int turns = 0;
  for (int i = 0; i < n; i++) {
    if (i > 5)
      break;
    ++turns;
  }
  if (turns > 5 && LANE < 16)
    data[LANE] = __any_sync(FULL, 1); // want not_participating_lane_in_mask "Lane\(s\) 16-31 named"
}

__global__ void multiple(int *data, int n) {
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += 4;
  if (sum == 12 && LANE < 16)
    data[LANE] = __any_sync(FULL, 1); // want not_participating_lane_in_mask "Lane\(s\) 16-31 named"
}

__global__ void leftBefore(int *data, int n) {
  for (int i = 0; i < n; i++) {
    if (i > 5)
      break;
    if (i == 7 && LANE < 16)
      data[LANE] = __any_sync(FULL, 1);
  }
}

__global__ void inALaterIteration(int *data, int n) {
  for (int i = 0; i < n; i++)
    if (i == 7 && LANE < 16)
      data[LANE] = __any_sync(FULL, 1); // want not_participating_lane_in_mask "Lane\(s\) 16-31 named"
}

__global__ void whatItWrote(int *data, const int *other) {
  data[LANE] = 3;
  __syncwarp();
  if (data[5] == 7 && LANE < 16)
    data[LANE] = __any_sync(FULL, 1); // want~ potentially_not_participating_lane_in_mask "Lane\(s\) 16-31 named"
  if (other[5] == 7 && LANE < 16)
    data[LANE] = __any_sync(FULL, 1); // want not_participating_lane_in_mask "Lane\(s\) 16-31 named"
}

__global__ void oneWordReadTwice(int *data, const int *other, int i, int j) {
  if (i == j && other[i] == 1 && other[j] == 2 && LANE < 16)
    data[LANE] = __any_sync(FULL, 1); // want~ potentially_not_participating_lane_in_mask "Lane\(s\) 16-31 named"
}

__global__ void twoWords(int *data, const int *other, int i, int j) {
  if (other[i] == 1 && other[j] == 2 && LANE < 16)
    data[LANE] = __any_sync(FULL, 1); // want not_participating_lane_in_mask "Lane\(s\) 16-31 named"
}

__global__ void whatAShuffleReads(int *data) {
  int of = __shfl_sync(FULL, data[LANE] & 7, 3);
  if (of == 9 && LANE < 16)
    data[LANE] = __any_sync(FULL, 1);
  if (of == 5 && LANE < 16)
    data[LANE] = __any_sync(FULL, 1); // want not_participating_lane_in_mask "Lane\(s\) 16-31 named"
}

__global__ void whatABlockVotes(int *data) {
  if (__syncthreads_or(0) && threadIdx.x < 16)
    __syncthreads();
  int sum = __syncthreads_count(threadIdx.x < 7);
  if (sum == 8 && threadIdx.x < 16)
    __syncthreads();
  if (__syncthreads_or(data[threadIdx.x] == 1) && threadIdx.x < 16)
    __syncthreads(); // want divergent-syncthreads "16-31"
}

void launch(int *data) {
  whatABlockVotes<<<1, 128>>>(data);
}
