// Headers that are parts of libraries, by their own names.
#include <cuda/std/__concepts/same_as.h>
#include <cuda/std/__type_traits/is_integral.h>
#include <cuda/std/__utility/forward.h>
#include <cuda/std/__utility/integer_sequence.h>
#include <thrust/iterator/detail/normal_iterator.h>
#include <thrust/system/cuda/memory.h>
#include <thrust/system/error_code.h>

template <class T, size_t... i> __global__ void filled(T *to, cuda::std::index_sequence<i...>) {
  static_assert(cuda::std::is_integral<T>::value, "");
  T list[] = {T(i)...};
  to[threadIdx.x] = cuda::std::forward<T>(list[threadIdx.x % sizeof...(i)]);
}

void go(int *to) { filled<<<1, 32>>>(to, cuda::std::make_index_sequence<4>{}); }
