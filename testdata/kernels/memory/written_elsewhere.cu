// A function whose body is in another file may write shared memory: a cell that it may have written is not known to be unwritten.

__device__ void fill(int *cells);
__device__ void fillOne(int &cell);
__device__ void fillAll();
__device__ int *place;

struct Tile {
  int cells[64];
  __device__ void clear();
};

__global__ void array(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  fill(s);
  __syncthreads();
  out[t] = s[63 - t];
}

__global__ void cell(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  fillOne(s[t]);
  __syncthreads();
  out[t] = s[63 - t];
}

__global__ void member(const int *in, int *out) {
  __shared__ Tile tile;
  int t = threadIdx.x;
  tile.clear();
  __syncthreads();
  out[t] = tile.cells[63 - t];
}

__global__ void restOfTheArray(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < 32) s[t] = in[t];
  fill(s + 32);
  __syncthreads();
  out[t] = s[63 - t];
}

__global__ void storedAddress(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  place = s;
  fillAll();
  __syncthreads();
  out[t] = s[63 - t];
}

__global__ void besideTheRead(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  out[t] = s[63 - t];
  fill(s);
}

__global__ void behindTheRead(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  out[t] = s[63 - t];  // want uninitialized-shared "Reads s.63."
  __syncthreads();
  fill(s);
}

__global__ void noAddress(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  fillAll();
  __syncthreads();
  out[t] = s[63 - t];
}

void launch(int *in, int *out) {
  array<<<1, 64>>>(in, out);
  cell<<<1, 64>>>(in, out);
  member<<<1, 64>>>(in, out);
  restOfTheArray<<<1, 64>>>(in, out);
  storedAddress<<<1, 64>>>(in, out);
  besideTheRead<<<1, 64>>>(in, out);
  behindTheRead<<<1, 64>>>(in, out);
  noAddress<<<1, 64>>>(in, out);
}
