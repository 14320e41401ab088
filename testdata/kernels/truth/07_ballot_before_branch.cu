// Row 7. The loop that row 6 should have been: the trip count is the same for all lanes.
#define FULL 0xffffffffu
#define L (threadIdx.x & 31)

__global__ void row7(int *out, int n) {
  for (int i = L; i - L < n; i += 32) {
    unsigned a = __ballot_sync(FULL, i < n);
    if (i < n) {
      unsigned b = __ballot_sync(a, i > 7);
      if (L == 0)
        out[i / 32] = b;
    }
  }
}

void launch(int *out, int n) { row7<<<1, 32>>>(out, n); }
