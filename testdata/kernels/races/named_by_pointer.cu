// A cell of dynamic shared memory has the name of the pointer by which it is touched, and is the one that both touch.

struct Vec {
  float x, y, z;
};

struct Body {
  Vec place, speed;
};

__global__ void __launch_bounds__(32) rows(float *out) {
  extern __shared__ float memory[];
  float *row = memory + 64;
  int *counts = (int *)(row + 32);
  int t = threadIdx.x;
  row[t] = out[t];
  out[t] = row[t ^ 1]; // want missing-syncwarp "for row\[[0-9]+\] in rows"
  if (t == 3)
    counts[5] = 1;
  out[t] += counts[5]; // want missing-syncwarp "for counts\[5\] in rows"
  memory[t] = 1;
  out[t] += memory[31 - t]; // want missing-syncwarp "for memory\[[0-9]+\] in rows"
}

__device__ float next(const float *cells, int t) {
  return cells[(t + 1) % 32]; // want missing-syncwarp "for cells\[[0-9]+\] in called"
}

__global__ void __launch_bounds__(32) called(float *out) {
  extern __shared__ float memory[];
  memory[threadIdx.x + 8] = 0;
  out[threadIdx.x] = next(memory + 8, threadIdx.x);
}

__global__ void __launch_bounds__(32) record(float *out, Body *bodies) {
  __shared__ Body b[2];
  if (threadIdx.x == 0)
    b[1].speed.z = out[0];
  bodies[threadIdx.x] = b[1]; // want missing-syncwarp "for b\[1\].speed.z in record"
}

// The object of a method has no name there.
struct Cell {
  float value;
  __device__ float get() const { return value; } // want missing-syncwarp "for memory\[[0-9]+\] in methods"
};

__global__ void __launch_bounds__(32) methods(float *out) {
  extern __shared__ float memory[];
  memory[threadIdx.x] = 0;
  const Cell *cells = (const Cell *)memory;
  out[threadIdx.x] = cells[31 - threadIdx.x].get();
}

// without missing-syncthreads
