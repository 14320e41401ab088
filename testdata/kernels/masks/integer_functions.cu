// Integer functions of CUDA decide lanes and masks as the operators do, and so do
// numbers that pass through a float.
#define LANE (threadIdx.x & 31)

__global__ void highProducts(int *data) {
  if (__umulhi(LANE, 0x40000000u) == 7) { // LANE / 4
    data[LANE] = __any_sync(0xf0000000u, 1);
  }
  if (__mulhi((int)LANE - 16, 1 << 30) == -4) { // lanes 0 to 3
    data[LANE] = __any_sync(0xfu, 1);
  }
  if (__mul24(LANE, -1) > -8 && __umul24(LANE << 23, 1) != 0) { // lanes 1, 3, 5, 7
    data[LANE] = __any_sync(0xaau, 1);
  }
}

__global__ void distances(int *data) {
  if (__usad(LANE, 16, 1) <= 3 && __sad((int)LANE, 16, 0) <= 2) {
    data[LANE] = __any_sync(0x0007c000u, 1);
  }
  if (__uhadd(LANE, 3) == 4 || __rhadd((int)LANE, -10) == 0) { // lanes 5 and 6, and 9 and 10
    data[LANE] = __any_sync(0x660u, 1);
  }
}

__global__ void shifts(int *data) {
  data[LANE] = __any_sync(__funnelshift_l(0, 0xf, LANE & 28), 1);
  data[LANE] = __any_sync(__funnelshift_rc(0, 0xf, 32 - (LANE & 28)), 1);
  data[LANE] = __any_sync(__funnelshift_lc(~0u, 0, 40 + LANE), 1);
  if (__byte_perm(LANE, LANE << 8, 0x7650) & 4) {
    data[LANE] = __any_sync(0xf0f0f0f0u, 1);
  }
  if (__byte_perm(LANE, 0, 0x1101) >> 8 & 16) {
    data[LANE] = __any_sync(0xffffffffu, 1); // want not_participating_lane_in_mask "Lane\(s\) 0-15 named"
  }
}

__global__ void throughFloat(int *data) {
  float lane = LANE;
  if (lane < 15.5f) {
    data[LANE] = __any_sync(0x0000ffffu, 1);
  }
  if ((int)(lane * 0.5f) == 3 && -lane != -7.0) {
    data[LANE] = __any_sync(0x40u, 1);
  }
  for (float distance = 16; distance >= 1; distance *= 0.5f) {
    data[LANE] += __shfl_xor_sync(0xffffffffu, data[LANE], (int)distance);
  }
}

// All lanes of a warp are on one multiprocessor.
__global__ void multiprocessor(int *data) {
  unsigned sm, count;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
  asm volatile("mov.u32 %0, %%nsmid;" : "=r"(count));
  if (sm == 3 || count < 4) {
    data[LANE] = __any_sync(0xffffffffu, 1);
  }
  if (sm == 5 && LANE < 16) {
    data[LANE] = __any_sync(0xffffffffu, 1); // want not_participating_lane_in_mask "Lane\(s\) 16-31 named"
  }
}

// Of lane 0 the product is 0.
__global__ void dotProduct(int *data, int n) {
  if (__dp4a(n, n, 1) > 5) {
    data[LANE] = __any_sync(0xffffffffu, 1);
  }
  if (__dp4a((int)LANE, n, 1) > 5) {
    data[LANE] = __any_sync(0xffffffffu, 1); // want not_participating_lane_in_mask "Lane\(s\) 0 named"
  }
}

// The high half of a product is computed: below lane 13 it is at most 5.
__global__ void highProduct(int *data, long long n) {
  if (__mul64hi(n, n) > 5) {
    data[LANE] = __any_sync(0xffffffffu, 1);
  }
  if (__mul64hi(LANE, n) > 5) {
    data[LANE] = __any_sync(0xffffffffu, 1); // want not_participating_lane_in_mask "Lane\(s\) 0-12 named"
  }
}

// A conversion depends on the signedness that it begins with, an operator on which it is.
__global__ void of_one_word(const unsigned *d) {
  unsigned u = d[threadIdx.x];
  float with_sign = (float)(int)u, without = (float)u;
  // want? potentially_not_participating_lane_in_mask "named"
  if (with_sign != without) __syncwarp();
  bool p = d[32 + threadIdx.x] > 3, q = d[64 + threadIdx.x] > 3, both = p, either = p;
  both &= q;
  either |= q;
  // want? potentially_not_participating_lane_in_mask "named"
  if (both != either) __syncwarp();
}
