// A warp's row of a shared array through a reference, a parameter and a pointer to the row. Each access stays in the row.

__global__ void reference(int *out, int tail) {
  __shared__ int cell[4][32];
  const int w = threadIdx.x >> 5, lane = threadIdx.x & 31;
  auto &mine = cell[w];
  mine[lane] = 0;
  __syncwarp();
  if (lane >= tail) atomicSub(&mine[lane - tail], 1);
  __syncwarp();
  out[threadIdx.x] = mine[31 - lane];
}

template <int N> __device__ void clear(int (&row)[N], int lane) { row[lane] = 0; }
__device__ void take(int (&row)[32], int lane, int tail) {
  if (lane >= tail) atomicSub(&row[lane - tail], 1);
}

__global__ void parameter(int *out, int tail) {
  __shared__ int cell[4][32];
  const int w = threadIdx.x >> 5, lane = threadIdx.x & 31;
  clear(cell[w], lane);
  __syncwarp();
  take(cell[w], lane, tail);
  __syncwarp();
  out[threadIdx.x] = cell[w][31 - lane];
}

__global__ void pointerToRow(int *out, int tail) {
  __shared__ int cell[4][32];
  const int w = threadIdx.x >> 5, lane = threadIdx.x & 31;
  int(*mine)[32] = &cell[w];
  (*mine)[lane] = 0;
  __syncwarp();
  if (lane >= tail) atomicSub(&(*mine)[lane - tail], 1);
  __syncwarp();
  out[threadIdx.x] = (*mine)[31 - lane];
}

// Of the next warp's row it is known that other threads use it.
__global__ void rowOfTheNextWarp(int *out) {
  __shared__ int cell[4][32];
  const int w = threadIdx.x >> 5, lane = threadIdx.x & 31;
  auto &mine = cell[w];
  auto &next = cell[(w + 1) % 4];
  mine[lane] = w;
  __syncwarp();
  out[threadIdx.x] = next[lane]; // want missing-syncthreads "race"
}

void launch(int *out, int tail) {
  reference<<<1, 128>>>(out, tail);
  parameter<<<1, 128>>>(out, tail);
  pointerToRow<<<1, 128>>>(out, tail);
  rowOfTheNextWarp<<<1, 128>>>(out);
}
