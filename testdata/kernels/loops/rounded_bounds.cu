// A bound that is a multiple of the block is one for all threads, whichever way it was rounded.
const int size = 128;

__global__ void quotient_and_one(int n) {
  int bound = (1 + (n - 1) / size) * size;
  for (int i = threadIdx.x; i < bound; i += size) {
    __syncthreads();
  }
}

__global__ void product(int n) {
  for (int i = threadIdx.x; i < (1 + n) * size; i += size) {
    __syncthreads();
  }
}

__global__ void rounded_down_and_one(int n) {
  for (int i = threadIdx.x; i < n / size * size + size; i += size) {
    __syncthreads();
  }
}

__global__ void begins_behind(int n, int from) {
  for (int i = from * size + threadIdx.x; i < from * size + (2 + n) * size; i += size) {
    __syncthreads();
  }
}

// Of half a block, or with a rest, it is not.
__global__ void half(int n) {
  for (int i = threadIdx.x; i < (1 + n) * (size / 2); i += size) {
    __syncthreads(); // want? potentially-divergent-syncthreads "may skip this __syncthreads"
  }
}

__global__ void rest(int n) {
  for (int i = threadIdx.x; i < (1 + n) * size + 1; i += size) {
    __syncthreads(); // want? potentially-divergent-syncthreads "may skip this __syncthreads"
  }
}

void launch(int n) {
  quotient_and_one<<<1, size>>>(n);
  product<<<1, size>>>(n);
  rounded_down_and_one<<<1, size>>>(n);
  begins_behind<<<1, size>>>(n, n);
  half<<<1, size>>>(n);
  rest<<<1, size>>>(n);
}
