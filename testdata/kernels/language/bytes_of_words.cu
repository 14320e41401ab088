// Functions of the bits and bytes of words, divisions and shifts, which decide who comes.
__global__ void bytes(unsigned *u, int n) {
  int t = threadIdx.x & 31;
  unsigned w = u[n];
  if (__byte_perm(w, n, 0x8a9b) > 3u || __byte_perm(w, n, n) > 3u) __syncwarp();
  // want~ potentially_not_participating_lane_in_mask "but potentially do not participate"
  if (__byte_perm(w, t, 0x5410) > 3u) __syncwarp();
  if (__funnelshift_r(w, n, 8) > 1 || __funnelshift_lc(w, n, 40) > 1 || __funnelshift_rc(w, n, n) > 1) __syncwarp();
  if (__umulhi(w, 3) || __mul64hi(n, 3) || __umul24(w, 2) > 5 || __uhadd(w, 3) > 2 || __rhadd(n, 3) > 2) __syncwarp();
  if (__popcll(n) > 2 || __clzll(n) > 40 || __ffsll(n) == 2 || __brevll(n) == 1) __syncwarp();
  if (__vadd4(w, n) > 3 || __vcmpeq4(w, n)) __syncwarp();
  // want not_participating_lane_in_mask "Lane\(s\) 0 named in sync mask"
  if (n / t > 2) __syncwarp();
  // want~ potentially_not_participating_lane_in_mask "but potentially do not participate"
  if (t % (n | 1) == 0) __syncwarp();
  if (n / 7 * 7 == n && n % -3 == 1 && w / 5u > 2 && w % 6u == 1) __syncwarp();
  // want not_participating_lane_in_mask "Lane\(s\) 0-5, 7-31 named in sync"
  if (t / 3 == 2 && t % 5 == 1) __syncwarp();
  // want~ potentially_not_participating_lane_in_mask "but potentially do not participate"
  if ((n >> t) & 1) __syncwarp();
  // want not_participating_lane_in_mask "Lane\(s\) 0 named in sync mask"
  if ((t >> n) & 1) __syncwarp();
  // want~ potentially_not_participating_lane_in_mask "but potentially do not participate"
  if ((1 << n) > t) __syncwarp();
  // want~ potentially_not_participating_lane_in_mask "but potentially do not participate"
  if (((long long)t << 32 | n) > 5) __syncwarp();
  // want not_participating_lane_in_mask "Lane\(s\) 0-14, 29-31 named in sync"
  if ((short)n == n && (unsigned short)t == t && (signed char)(t * 9) < 0) __syncwarp();
}
