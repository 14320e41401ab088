// Launches in templates of the host, beside what does not parse: headers of other projects are not found.
#include <absent/check.h>
#include <absent/stream.h>

template <int N, bool Twice>
__global__ void half(float *out) {
  if (threadIdx.x < 128) {
    __syncthreads();  // want divergent-syncthreads "threads 128-383 skip this"
    out[threadIdx.x] = Twice ? 2 * N : N;
  }
}

template <int N>
void startOnStream(float *out, int n) {
  absent::Stream stream = absent::current();
  dim3 block(384);
  half<N, false><<<n, block, 0, stream>>>(out);
}

template <int N>
void startAndCheck(float *out, int n) {
  dim3 block(384);
  auto status = cudaGetLastError();
  if (n > 3) {
    half<N, true><<<n, block>>>(out);
    status = cudaGetLastError();
    ABSENT_CHECK(status == cudaSuccess) << "failed: " << cudaGetErrorString(status);
  } else {
    status = cudaGetLastError();
    ABSENT_CHECK(status == cudaSuccess) << "failed: " << cudaGetErrorString(status);
    half<N + 1, true><<<n, block>>>(out);
  }
}

// A kernel with a declaration that does not parse is read with its instance's constants.
template <int N>
__global__ void withAbsent(float *out) {
  absent::Timer timer;
  if (threadIdx.x < N) __syncthreads();  // want divergent-syncthreads "threads 32-63 skip this"
  out[threadIdx.x] = 1;
}

// A call of what nothing declares keeps clang from making an instance. The barrier in its loop is read nonetheless.
template <typename T>
__global__ void asksElsewhere(T *out) {
  T x = out[0];
  do {
    if (threadIdx.x < 9) __syncthreads();  // want divergent-syncthreads "threads 9-31 skip this"
  } while (absentMore(x));
}

void start(float *out, int n) {
  startOnStream<3>(out, n);
  startAndCheck<4>(out, n);
  withAbsent<32><<<1, 64>>>(out);
  asksElsewhere<<<1, 64>>>(out);
}
