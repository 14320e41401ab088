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

// What every specialisation declares as a constant is one, also when it is read of an
// object.
template <int Rows, int Columns, typename T> struct Tile {
  static constexpr int size = Rows * Columns / 32;
  T part[size];
  int used;
};
template <int Rows, typename T> struct Tile<Rows, 1, T> {
  enum { size = Rows };
  T part[size];
  int used;
};

template <int Rows, int Columns>
__device__ Tile<Rows, Columns, float> swapped(const Tile<Rows, Columns, float> &tile) {
  Tile<Rows, Columns, float> result;
  for (int i = 0; i < tile.size; i++)
    result.part[i] = __shfl_xor_sync(0xffffffffu, tile.part[i], 2);
  return result;
}

template <int Rows, int Columns>
__device__ int used_of(const Tile<Rows, Columns, float> *tile) {
  int sum = 0;
  for (int i = 0; i < tile->used; i++)
    sum += __shfl_xor_sync(0xffffffffu, i, 2); // want-open potentially_not_participating_lane_in_mask "unless tile is the same in all lanes"
  return sum;
}

template <int Size> __device__ long first();
template <int Size> __device__ long stride();

template <int Size, typename Test>
__global__ void balloted_turns(unsigned *out, const int *x, int size, Test test) {
  auto i = first<Size>();
  auto mask = __ballot_sync(0xffffffffu, i < size);
  while (i < size) {
    unsigned bits = __ballot_sync(mask, test(x[i]));
    if (threadIdx.x % 32 == 0)
      out[i / 32] = bits;
    i += stride<Size>();
    mask = __ballot_sync(mask, i < size);
  }
}
