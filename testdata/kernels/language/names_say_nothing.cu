// What an object is, and whether a construct may hide collectives, does not follow from what
// things are called, nor from how long an array is.

struct Flush {
  int *at;
  __device__ Flush() : at(nullptr) {}
  // want not_participating_lane_in_mask "named in sync mask 0b1{32} but.*large.*small"
  __device__ ~Flush() { __syncwarp(); }
};

struct Fill {
  int at;
  // want not_participating_lane_in_mask "named in sync mask 0b1{32} but.*made"
  __device__ Fill() { at = __shfl_sync(~0u, 1, 0); }
};

__global__ void large(int *p) {
  if (threadIdx.x & 1) {
    Flush a[400];
    p[threadIdx.x] = 1;
  }
}

__global__ void small(int *p) {
  if (threadIdx.x & 1) {
    Flush a[16];
    p[threadIdx.x] = 1;
  }
}

__global__ void made(int *p) {
  if (threadIdx.x & 1) {
    Fill a[400];
    p[threadIdx.x] = a[399].at;
  }
}

// All lanes destroy the elements together.
__global__ void together(int *p) {
  Flush a[400];
  p[threadIdx.x] = 1;
}

// An operand of an asm statement that the statement does not have is no call.
__global__ void named(unsigned *p) {
  unsigned x;
  if (threadIdx.x & 1) {
    asm("{ mov.u32 %0, callback_id; }" : "=r"(x));
    p[threadIdx.x] = x;
  }
}

// A pointer that is called like one to a class may be null all the same.
__global__ void nullable(const int *thisRow, int *out, int v) {
  if (thisRow == nullptr && (threadIdx.x & 1)) {
    out[threadIdx.x] = __shfl_xor_sync(~0u, v, 1); // want not_participating_lane_in_mask "named in sync mask 0b1{32} but"
  }
}

__device__ int chosen(const int *this_row, int v) {
  if (this_row[0] > 3) {
    v = __shfl_xor_sync(~0u, v, 1); // want-open potentially_not_participating_lane_in_mask "unless this_row is the same in all lanes"
  }
  return v;
}

// A function of the project that is called like an atomic, and takes no address, is none.
__device__ void atomic_stage();
__device__ int atomicTurn(int by);

__global__ void staged(int *out) {
  __shared__ int s[32];
  s[threadIdx.x % 32] = atomicTurn(3);
  atomic_stage();
  out[threadIdx.x] = s[threadIdx.x % 32 ^ 1];
}

// without missing-syncthreads
