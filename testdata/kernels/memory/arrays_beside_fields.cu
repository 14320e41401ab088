// An array that is a field may be written as another type, at any of its elements: the fields beside it stay what they are.

struct Tile {
  float cells[16];
  int rows;
  float more[4];
};

__global__ void as_vectors(const float4 *in, float *out, int n) {
  Tile t;
  t.rows = n;
  float4 *v = reinterpret_cast<float4 *>(t.cells);
  v[1] = in[threadIdx.x];
  for (int i = 0; i < t.rows; i++) {
    out[i] = t.cells[i & 15];
    __syncthreads();
  }
}

__global__ void at_any_word(const unsigned *in, float *out, int n, int k) {
  Tile t;
  t.rows = n;
  reinterpret_cast<unsigned *>(t.cells)[k] = in[threadIdx.x];
  for (int i = 0; i < t.rows; i++) {
    out[i] = t.cells[i & 15];
    __syncthreads();
  }
}

__global__ void what_the_array_holds(const unsigned *in, float *out, int n, int k) {
  Tile t;
  t.cells[2] = n;
  reinterpret_cast<unsigned *>(t.cells)[k] = in[threadIdx.x];
  for (int i = 0; i < t.cells[2]; i++) {
    __syncthreads();  // want? potentially-divergent-syncthreads "may skip"
  }
}

__global__ void the_whole_record(const unsigned *in, float *out, int n, int k) {
  Tile t;
  t.rows = n;
  reinterpret_cast<unsigned *>(&t)[k] = in[threadIdx.x];
  for (int i = 0; i < t.rows; i++) {
    out[i] = t.cells[i & 15];
    __syncthreads();  // want? potentially-divergent-syncthreads "may skip"
  }
}

union Either {
  float cells[4];
  int rows;
};

__global__ void of_a_union(const unsigned *in, float *out, int n, int k) {
  Either e;
  e.rows = n;
  reinterpret_cast<unsigned *>(e.cells)[k] = in[threadIdx.x];
  for (int i = 0; i < e.rows; i++) {
    __syncthreads();  // want? potentially-divergent-syncthreads "may skip"
  }
}
