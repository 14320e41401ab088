// A function that is large and has no collective is not interpreted for its result. What it does to shared memory is looked at all the same.

struct state {
  float most, sum;
  __device__ void merge(float value, float part) {
    sum += part;
    most = value > most ? value : most;
  }
};

__device__ void exchange(state &of, float *rows, int row) {
  rows[row] = of.most;
  for (int i = 0; i < 16; ++i) {
    of.merge(rows[i], of.sum); // want missing-syncwarp "for rows"
  }
}

__global__ void of_rows(float *out, const float *in) {
  __shared__ float rows[16];
  int row = threadIdx.x / 8;
  state mine = {in[row], 0};
  exchange(mine, rows, row);
  out[threadIdx.x] = mine.most;
}

void launch_of_rows(float *out, const float *in) { of_rows<<<1, 128>>>(out, in); }

// A barrier of the caller orders what the function reads.
__device__ float largest(const float *values, float most, float sum) {
  state of = {most, sum};
  for (int i = 0; i < 32; ++i) {
    // want missing-syncwarp "Lane 1 races with lane 0 .* for loose.0. in unordered"
    // want missing-syncwarp "Lane 0 races with lane 31 .* for loose.31. in unordered"
    of.merge(values[i], values[31 - i]);
  }
  return of.most + of.sum;
}

__global__ void ordered(float *out, const float *in) {
  __shared__ float values[32];
  values[threadIdx.x] = in[threadIdx.x];
  __syncwarp();
  out[threadIdx.x] = largest(values, 0, 0);
}

__global__ void unordered(float *out, const float *in) {
  __shared__ float loose[32];
  loose[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = largest(loose, 0, 0);
}

void launch_both(float *out, const float *in) {
  ordered<<<1, 32>>>(out, in);
  unordered<<<1, 32>>>(out, in);
}

// Each lane has rows of its own.
__device__ void fill(float *own, float by) {
  for (int i = 0; i < 16; ++i) {
    // want uninitialized-shared "Reads own\[0\]\[2\] in"
    own[i] = own[15 - i] * by + own[i ^ 3] - by;  // want uninitialized-shared "own"
    own[i ^ 1] = own[i] > by ? own[i] : by;
  }
}

__global__ void own_rows(float *out, const float *in) {
  __shared__ float own[32][16];
  fill(own[threadIdx.x], in[threadIdx.x]);
  out[threadIdx.x] = own[threadIdx.x][3];
}

void launch_own_rows(float *out, const float *in) { own_rows<<<1, 32>>>(out, in); }

// A jump into a loop is not followed, which is told.
__device__ void jumps(float *cells, int n) {
  int i = 0;
  if (n > 3) goto inside;
  for (; i < n; ++i) {
  inside:
    cells[threadIdx.x] = cells[threadIdx.x ^ 1] + i;
  }
}

// want-open potentially-missing-syncwarp "Not decided whether lanes race"
__global__ void into_a_loop(float *out, int n) {
  __shared__ float cells[32];
  jumps(cells, n);
  out[threadIdx.x] = cells[threadIdx.x];
}

// Nor is a tree of a million calls.
template <int depth> __device__ void twice(float *cells, int lane) {
  twice<depth - 1>(cells, lane);
  twice<depth - 1>(cells, lane ^ 1);
}
template <> __device__ void twice<0>(float *cells, int lane) { cells[lane] += cells[lane ^ 2]; }

// want-open potentially-missing-syncwarp "Not decided whether lanes race"
__global__ void million(float *out) {
  __shared__ float cells[32];
  twice<20>(cells, threadIdx.x);
  out[threadIdx.x] = cells[threadIdx.x];
}

void launch_rest(float *out, int n) {
  into_a_loop<<<1, 32>>>(out, n);
  million<<<1, 32>>>(out);
}

// without missing-syncthreads
