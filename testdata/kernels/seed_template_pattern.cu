// A template that nobody instantiates is checked with its parameters unknown, but
// the same for all lanes: no branch on them parts the warp.

template <int Width = 32, typename T>
__device__ T sum(T x) {
  for (int offset = Width / 2; offset > 0; offset >>= 1)
    x += __shfl_xor_sync(0xffffffffu, x, offset, 32);
  return x;
}

template <int Width, typename T>
__device__ int all(int x) {
  if (Width == 32)
    return __all_sync(0xffffffffu, x);
  if (sizeof(T) == 4 || T::value)
    return __any_sync(0xffffffffu, x);
  return 0;
}

template <int Width>
__device__ int some(int x) {
  if (threadIdx.x % Width == 0)
    return __any_sync(0xffffffffu, x); // want? potentially_not_participating_lane_in_mask "potentially do not participate"
  return 0;
}
