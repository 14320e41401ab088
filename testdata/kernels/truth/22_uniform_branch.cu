// Row 22. All lanes go the same way, whatever n is.
#define FULL 0xffffffffu
#define L (threadIdx.x & 31)

__global__ void row22(int *out, int v, int n) {
  if (n > 3)
    v = __shfl_xor_sync(FULL, v, 1);
  out[L] = v;
}

void launch(int *out, int v, int n) { row22<<<1, 32>>>(out, v, n); }
