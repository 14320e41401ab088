// CUB and Thrust in a namespace of the program's own; CUB's calls with their items told.
#define THRUST_CUB_WRAPPED_NAMESPACE mine
#include <cub/cub.cuh>
#include <thrust/detail/vector_base.h>
#include <thrust/device_vector.h>
#include <thrust/tuple.h>

template <int Items> __global__ void told(float *p) {
  typedef mine::cub::BlockReduce<float, 128> Reduce;
  typedef mine::cub::BlockScan<float, 128> Scan;
  __shared__ union {
    typename Reduce::TempStorage reduce;
    typename Scan::TempStorage scan;
  } temp;
  float in[Items] = {}, out[Items], total;
  float sum = Reduce(temp.reduce).template Sum<Items>(in);
  sum += Reduce(temp.reduce).template Reduce<Items>(in, mine::cub::Max());
  __syncthreads();
  Scan(temp.scan).template InclusiveSum<Items>(in, out);
  Scan(temp.scan).template ExclusiveSum<Items>(in, out, total);
  Scan(temp.scan).template InclusiveScan<Items, mine::cub::Sum>(in, out, mine::cub::Sum());
  if (threadIdx.x == 0) p[0] = sum + out[0] + total;
}
CUB_NAMESPACE_BEGIN
struct Added {};
CUB_NAMESPACE_END
static_assert(sizeof(CUB_NS_QUALIFIER::Added) == sizeof(mine::cub::Added), "one namespace");

struct Array : mine::thrust::detail::vector_base<float, int> {
  typedef mine::thrust::detail::vector_base<float, int> Parent;
  using Parent::Parent;
  typedef mine::thrust::iterator_system<Parent::iterator>::type system;
};
static_assert(std::is_same<Array::system, mine::thrust::device_system_tag>::value, "");
bool same(const Array &a, const Array &b) {
  return mine::thrust::detail::vector_equal(a.begin(), a.end(), b.begin());
}

int main() {
  mine::thrust::device_vector<float> v(128);
  told<4><<<1, 128>>>(mine::thrust::raw_pointer_cast(v.data()));
  return mine::thrust::get<0>(mine::thrust::make_tuple(1, 2));
}
