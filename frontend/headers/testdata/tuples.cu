// cuda::std's tuple is Thrust's; what a zip iterator yields is one.
#include <cuda/std/__algorithm/max.h>
#include <cuda/std/cstddef>
#include <cuda/std/tuple>
#include <thrust/functional.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/tuple.h>

// A pair of a program's own is like a tuple; a byte of libcu++ is none of the machine's.
struct Own {
  int first, second;
};
template <> struct cuda::std::tuple_size<Own> : cuda::std::integral_constant<size_t, 2> {};
template <size_t n> struct cuda::std::tuple_element<n, Own> {
  using type = int;
};
static_assert(cuda::std::is_same<thrust::tuple_element<0, Own>::type, int>::value, "the same template");
__host__ __device__ int low(cuda::std::byte x) {
  return cuda::std::to_integer<int>((x | x << 1) & ~cuda::std::byte{4});
}
__host__ __device__ int low(std::byte x) { return (int)x; }

__global__ void kernel(float *p, int *q) {
  auto zipped = thrust::make_zip_iterator(p, q);
  cuda::std::tuple<float, int> both = *zipped;
  p[0] = cuda::std::get<0>(both) + thrust::get<1>(both) + thrust::get<0>(*zipped);
  both = cuda::std::make_tuple(1.0f, 2);
  auto [x, y] = both;
  float z;
  cuda::std::tie(z, cuda::std::ignore) = both;
  auto three = cuda::std::tuple_cat(both, cuda::std::make_tuple(3u));
  static_assert(cuda::std::tuple_size<decltype(three)>::value == 3, "as many as both have");
  static_assert(thrust::tuple_size<thrust::tuple<int, int>>::value == 2, "the same template");
  p[1] = cuda::std::apply([](float a, int b, unsigned c) { return a + b + c; }, three) + x + y + z;
  p[2] = thrust::project1st<float, int>()(p[1], 3) + thrust::project2nd<>()(p[1], 3);
}

void host(int *q) {
  auto sum = [] __host__ __device__(cuda::std::tuple<unsigned long, int> t) -> float {
    auto [i, value] = t;
    return i + value;
  };
  auto zipped = thrust::make_zip_iterator(thrust::make_counting_iterator(0ul), q);
  auto it = thrust::make_transform_iterator(zipped, sum);
  (void)it;
}
