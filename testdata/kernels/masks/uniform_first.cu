// What is built from operands that are the same in all lanes is the same first. A finding that
// only values per lane would give is not decided; one that a value for all gives stays.
#define FULL 0xffffffffu

__device__ int ofAnArgument(int n, int v) {
  if (n > 3)
    v += __shfl_xor_sync(FULL, v, 16); // want-open potentially_not_participating_lane_in_mask "unless n is the same in all lanes"
  return v;
}

__device__ int ofALoopsBound(const int *count, int i, int v) {
  for (int k = 0; k < count[i]; k++)
    v += __shfl_xor_sync(FULL, v, 16); // want-open potentially_not_participating_lane_in_mask "same in all lanes"
  return v;
}

__device__ void besideTheLane(int n) {
  if (threadIdx.x % 32 < n)
    __syncwarp(); // want~ potentially_not_participating_lane_in_mask "potentially do not participate"
}

// The same in all warps of the block as well.
__device__ void barrierOfAnArgument(int n) {
  for (int k = 0; k < n; k++)
    __syncthreads(); // want-open potentially-divergent-syncthreads "unless n is the same in all lanes"
}

// A lane's number that is passed: undecided, never silent.
__device__ void laneArgument(int lane) {
  if (lane == 0)
    __syncwarp(); // want-open potentially_not_participating_lane_in_mask "unless lane is the same in all lanes"
}

// Broken whatever the argument is.
__device__ void always(int n) {
  if (n > 3 && threadIdx.x % 32 < 16)
    __syncwarp(); // want not_participating_lane_in_mask "do not participate"
}

template <class T> __global__ void dependent(T x, int *out) {
  T y;
  if (y.ok())
    __syncwarp(); // want-open potentially_not_participating_lane_in_mask "unless ok is the same in all lanes"
  for (int i = 0; i < x.count(); i++)
    __syncthreads(); // want-open potentially-divergent-syncthreads "unless count is the same in all lanes"
}

template <class T> __global__ void dependentOnTheLane(T x, int *out) {
  if (T::test(threadIdx.x))
    __syncwarp(); // want~ potentially_not_participating_lane_in_mask "potentially do not participate"
  T y;
  if (threadIdx.x % 2)
    y.next();
  if (y.ok())
    __syncwarp(); // want~ potentially_not_participating_lane_in_mask "potentially do not participate"
}
