// A large function that only computes is not interpreted, and yet equal arguments give
// equal results.

struct plan { int rows; bool split; };

__device__ int work(int n, const int &scale) {
  int table[4] = {1, 2, 3, 5}, sum = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      for (int k = 0; k < j; k++)
        sum += table[(i ^ j ^ k) & 3] * scale;
  return sum;
}

__device__ plan pick(int n) {
  int sum = work(n, 3);
  return {sum, sum > n};
}

__device__ int counted;

__device__ int count(int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      for (int k = 0; k < j; k++)
        atomicAdd(&counted, 1);
  return counted;
}

__device__ int lanes(int n) {
  int sum = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      for (int k = 0; k < j; k++)
        sum += threadIdx.x;
  return sum;
}

__global__ void of_an_argument(int *p, int n) {
  if (pick(n).split)
    __syncwarp();
  for (int i = 0; i < pick(n).rows; i++)
    p[i + threadIdx.x] = __shfl_sync(0xffffffff, p[threadIdx.x], 1);
}

__global__ void twice_the_same(int *p, int n) {
  unsigned m = __ballot_sync(0xffffffff, pick(threadIdx.x + n).split);
  if (pick(n + threadIdx.x).split)
    __syncwarp(m);
}

__global__ void of_the_lane(int n) {
  if (pick(n + threadIdx.x).split)
    // want~ potentially_not_participating_lane_in_mask "named in sync mask 0b1{32} but"
    __syncwarp();
}

__global__ void of_the_other_branch(int n) {
  unsigned m = __ballot_sync(0xffffffff, pick(n + threadIdx.x).split);
  if (pick(n + threadIdx.x).rows > 3)
    // want~ potentially_not_participating_lane_in_mask "potentially do not participate"
    __syncwarp(m);
}

__global__ void of_memory(int n) {
  if (count(n) > 3)
    // want~ potentially_not_participating_lane_in_mask "named in sync mask 0b1{32} but"
    __syncwarp();
}

__global__ void of_a_register(int n) {
  if (lanes(n) > 3)
    // want? potentially_not_participating_lane_in_mask "named in sync mask 0b1{32} but"
    __syncwarp();
}
