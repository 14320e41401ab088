// The rank that a library computes of all indices of a thread is the same in blocks of all shapes: a kernel that itself reads
// none but threadIdx.x is written for one row.
#include <cooperative_groups.h>
#include <cub/cub.cuh>

template <class T> __global__ void ofCub(const T *in, T *out) {
  typedef cub::BlockReduce<T, 256> Reduce;
  __shared__ typename Reduce::TempStorage storage;
  __shared__ T s[2][256];
  int t = threadIdx.x;
  s[0][t] = in[t];
  s[1][t] = s[0][t];
  T sum = Reduce(storage).Sum(in[t]);
  out[t] = s[1][t] + sum;
}

__global__ void ofGroups(const int *in, int *out) {
  __shared__ int s[256];
  int t = cooperative_groups::this_thread_block().thread_rank();
  s[threadIdx.x] = in[t];
  out[t] = s[threadIdx.x];
}

__global__ void reversedByRank(const int *in, int *out) {
  __shared__ int s[256];
  int t = cooperative_groups::this_thread_block().thread_rank();
  s[t] = in[t];
  out[t] = s[255 - t];  // want? potentially-missing-syncthreads "for s"
}

// Indices that a library hands on are the kernel's own.
__global__ void rowsOfGroups(const int *in, int *out) {
  __shared__ int s[256];
  dim3 at = cooperative_groups::this_thread_block().thread_index();
  s[at.x] = in[at.y];   // want~ potentially-missing-syncthreads "for s"
  out[at.x] = s[at.x];  // want~ potentially-missing-syncthreads "for s"
}

template __global__ void ofCub(const float *, float *);
