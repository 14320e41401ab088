// Row 13. Traps on an H200; synccheck names it.
#define FULL 0xffffffffu
#define L (threadIdx.x & 31)

__global__ void row13(unsigned *out) {
  unsigned m = L < 16 ? FULL : 0xffffu;
  out[L] = __ballot_sync(m, 1); // want divergent_mask "Lane\(s\) 16-31 have mask"
}

void launch(unsigned *out) { row13<<<1, 32>>>(out); }
