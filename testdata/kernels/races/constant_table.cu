// A table that each lane fills a part of, all by constants, has more pairs of stores than are compared; but no
// two of them are to one byte.

#define FOUR(row, at) \
  s[row * 32 + at] = at + 1, s[row * 32 + at + 1] = at + 2, s[row * 32 + at + 2] = at + 3, s[row * 32 + at + 3] = at + 5
#define ROW(row)    \
  FOUR(row, 0);     \
  FOUR(row, 4);     \
  FOUR(row, 8);     \
  FOUR(row, 12);    \
  FOUR(row, 16);    \
  FOUR(row, 20);    \
  FOUR(row, 24);    \
  FOUR(row, 28)

__device__ void fill(unsigned *s) {
  switch (threadIdx.x) {
  case 0: ROW(0); break;
  case 1: ROW(1); break;
  case 2: ROW(2); break;
  case 3: ROW(3); break;
  case 4: ROW(4); break;
  case 5: ROW(5); break;
  case 6: ROW(6); break;
  case 7: ROW(7); break;
  }
}

__global__ void filled(unsigned *out) {
  __shared__ unsigned s[256];
  fill(s);
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x & 255];
}

__global__ void filled_and_read_at_once(unsigned *out) {
  __shared__ unsigned s[256];
  fill(s);
  out[threadIdx.x] = s[255]; // want missing-syncwarp "lane 7 .line 25. for s.255."
}

// without missing-syncthreads
