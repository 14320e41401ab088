// Lists in braces in a template that nobody instantiates: one of equal parts is the same for
// all lanes, each of its parts counts, and what a designated part is for is not told by how
// many come before it.
struct Range {
  int first, last;
};

template <class T> __global__ void sameForAll(int n) {
  typename T::Range range = {.first = static_cast<int>(blockIdx.x) - n, .last = n};
  if (range.last > 0) __syncthreads();
  T::begin(range);
  if (n > 0) __syncthreads();
}

template <class T> __global__ void perLane(int n) {
  typename T::Range range = {.first = n, .last = static_cast<int>(threadIdx.x)};
  if (range.last > 0) __syncthreads();  // want~ potentially-divergent-syncthreads "threads 0, 2, 4 and more may skip this"
}

template <class T> __global__ void laterField(T data) {
  Range range = {.last = data.at(threadIdx.x)};
  if (range.last > 0) __syncthreads();  // want~ potentially-divergent-syncthreads "threads 0, 2, 4 and more may skip this"
}

template <class T> __global__ void laterElement(T data, const int *index) {
  int range[4] = {[2] = data.at(index[threadIdx.x])};
  if (range[2] > 0) __syncthreads();  // want~ potentially-divergent-syncthreads "threads 0, 2, 4 and more may skip this"
}

template <class T> __global__ void differentFields(int n) {
  typename T::Range one = {.first = n}, other = {.last = n};
  if ((threadIdx.x & 1 ? one : other).last > 0) __syncthreads();  // want~ potentially-divergent-syncthreads "threads 1, 3, 5 and more may skip this"
}

template <class T> __global__ void secondPart(int n) {
  typename T::Range range = {n, static_cast<int>(threadIdx.x)};
  if (range.last > 0) __syncthreads();  // want~ potentially-divergent-syncthreads "threads 0, 2, 4 and more may skip this"
}

template <class T> __global__ void secondPartOfArgument(int n) {
  if (T::isEmpty({n, static_cast<int>(threadIdx.x)}))
    __syncthreads();  // want~ potentially-divergent-syncthreads "threads 0, 2, 4 and more may skip this"
}

template <class T> __global__ void equalParts(int n) {
  typename T::Range range = {n, static_cast<int>(blockIdx.x)};
  if (range.last > 0) __syncthreads();
}
