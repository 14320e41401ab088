template <int N, typename T> struct Warp {
  static constexpr int half = N / 2;
  __device__ static T reduce(T v) {
    if constexpr (N > 1) {
      v += __shfl_xor_sync(0xffffffffu, v, half);
      return Warp<N / 2, T>::reduce(v);
    } else {
      return v;
    }
  }
};
namespace ns {
template <typename T, int... Widths> __global__ void __launch_bounds__(128) sum(T *p) {
  p[threadIdx.x] = Warp<2, T>::reduce(p[threadIdx.x]) + (Widths + ...);
}
} // namespace ns
template <typename T> __global__ void unused(T p) {
  T v = p;
  __shfl_xor_sync(0xffffffffu, v, 1);
  p.sync(v);
}
template <typename T> void launch(T *p) { ns::sum<T, 4, 8><<<2, dim3(32, 4)>>>(p); }
template void launch(int *);
template <class A, class B, class C, class D> struct Choice { static constexpr int threads = 96; };
template <class K, class V>
__launch_bounds__(Choice<K, V, int, float>::threads, 2)
__global__ void bounded(K *keys, V *values) {}
template __global__ void bounded<int, float>(int *, float *);
