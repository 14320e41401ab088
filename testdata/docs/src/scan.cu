// The sums up to each lane, of half a warp: the mask names the other half as well.
__global__ void scan(const int *in, int *out) {
  int lane = threadIdx.x;
  int v = in[lane];
  if (lane < 16)
    for (int o = 1; o < 16; o *= 2) {
      int other = __shfl_up_sync(0xffffffff, v, o, 16);
      if (lane >= o)
        v += other;
    }
  out[lane] = v;
}

void launch(const int *in, int *out) { scan<<<1, 32>>>(in, out); }
