// What a template nobody instantiates does to values of unknown type is a function of
// its operands: what is the same for all lanes stays so, whatever the arguments are.

template <class T> struct Traits {
  static constexpr int N = 4;
  __device__ static constexpr int size() { return 4; }
};

template <class T> __global__ void argument(T *q, T n) {
  unsigned tid = threadIdx.x + blockIdx.x * blockDim.x, lane = threadIdx.x & 31;
  if ((tid - lane) >= n)
    return;
  q[tid] = __shfl_sync(~0u, q[tid], 0);
}

template <class P> __global__ void member(P p) {
  if (p.n > 0 && p.sizes[2] != p.next->n)
    __syncwarp();
}

template <class T> __global__ void pointer(const T *in, T *out) {
  const bool with = out != nullptr;
  if (with)
    __syncwarp();
  if (*in == in[3])
    __syncwarp();
}

template <class T> __global__ void constants(int n) {
  T m = n;
  for (int i = 0; i < Traits<T>::N * m; i++)
    __syncwarp();
  if (static_cast<T>(n) < T(1) || n % sizeof(T) == 0 || Traits<T>::size() > n)
    __syncwarp();
}

template <class T> __global__ void elements(const T *in) {
  T own[2];
  own[0] = in[threadIdx.x], own[1] = in[0];
  if (own[1] > 0)
    __syncwarp();
  if (own[0] > 0)
    __syncwarp(); // want~ potentially_not_participating_lane_in_mask "potentially do not participate"
}

template <class T> __device__ T sum(T v) { return v; }
template <class T> __device__ T sum(T v, const unsigned width = warpSize) {
  for (int o = width / 2; o > 0; o /= 2)
    v += __shfl_down_sync(~0u, v, o);
  return v;
}
template <class T> __global__ void defaults(T *p) {
  T v = p[threadIdx.x];
  v = sum(v);
}

template <class T> __global__ void own(T *p, int n) {
  T v = n + threadIdx.x;
  if (v > 3)
    __syncwarp(); // want~ potentially_not_participating_lane_in_mask "potentially do not participate"
}

template <class T> __global__ void written(T v, T w) {
  v.n = threadIdx.x;
  w[0] = threadIdx.x;
  if (v.n > 3)
    __syncwarp(); // want~ potentially_not_participating_lane_in_mask "potentially do not participate"
  if (w[0])
    __syncwarp(); // want~ potentially_not_participating_lane_in_mask "potentially do not participate"
}

template <class T> __device__ bool reached(T p) { return *p > 0; }
template <class T> __global__ void lent(int n) {
  T x = threadIdx.x;
  if (reached(&x))
    __syncwarp(); // want~ potentially_not_participating_lane_in_mask "potentially do not participate"
}

// What an object of unknown type does when it is called, nobody knows.
template <class F> __global__ void called(F f) {
  if (f.size())
    __syncwarp(); // want-open potentially_not_participating_lane_in_mask "unless size is the same in all lanes"
}
