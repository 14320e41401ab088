// Thrust: containers, policies, results of algorithms, and functors in kernels.
#include <thrust/complex.h>
#include <thrust/detail/vector_base.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/optional.h>
#include <thrust/random.h>
#include <thrust/sort.h>
#include <thrust/system/cuda/detail/execution_policy.h>
#include <thrust/universal_vector.h>

struct second_is_positive {
  __host__ __device__ bool operator()(const thrust::tuple<int, int> &t) const {
    return thrust::get<1>(t) > 0;
  }
};

__global__ void kernel(thrust::complex<float> *z, int *keys) {
  thrust::default_random_engine engine(threadIdx.x);
  thrust::uniform_real_distribution<float> uniform(0, 1);
  z[0] = z[1] * z[2] + thrust::complex<float>(uniform(engine), 1.0f);
  thrust::sort(thrust::seq, keys, keys + 4, thrust::greater<int>());
}

__global__ void optional(int *out) {
  thrust::optional<int> one = out[0] ? thrust::make_optional(3) : thrust::optional<int>(thrust::nullopt);
  out[1] = one.has_value() ? *one : one.value_or(4);
}

int main() {
  std::shared_ptr<thrust::host_vector<int>> owned;
  thrust::host_vector<int> h(100);
  thrust::device_vector<int> d = h, e(100, 1);
  d = h;
  thrust::sort(thrust::device, d.begin(), d.end());
  int sum = thrust::reduce(d.begin(), d.end()) + thrust::reduce(d.begin(), d.end(), 3);
  double product = thrust::inner_product(d.begin(), d.end(), e.begin(), 0.0);
  int *raw = thrust::raw_pointer_cast(d.data());
  int *last = thrust::remove_if(thrust::device, raw, raw + 10, thrust::identity<int>());
  auto zip = thrust::make_zip_iterator(thrust::make_tuple(d.begin(), e.begin()));
  auto end = thrust::remove_if(zip, zip + 10, second_is_positive());
  thrust::copy(d.begin(), d.end(), h.begin());
  h[0] = d[1];
  std::cout << thrust::complex<float>(1, 2);
  typedef thrust::device_vector<int>::iterator at;
  thrust::permutation_iterator<at, at> chosen(d.begin(), e.begin());
  chosen = thrust::make_permutation_iterator(d.begin(), e.begin()) + 2;
  if (h == std::vector<int>(100)) h[1] = *chosen;
  kernel<<<1, 32>>>(nullptr, thrust::raw_pointer_cast(&d[0]));
  return sum + (int)product + (last - raw) + (end - zip);
}

// A lambda in a template has a type that no other file could name.
template <class F> int with_lambdas(thrust::device_vector<int> &v, F f) {
  auto scaled = [=] __host__ __device__(int x) { return f(x) * 2; };
  thrust::for_each(v.begin(), v.end(), [=] __device__(int x) { f(x); });
  thrust::transform(v.begin(), v.end(), v.begin(), scaled);
  thrust::tabulate(thrust::device, v.begin(), v.end(), scaled);
  thrust::device_ptr<int> p = thrust::device_pointer_cast(v.data());
  return thrust::transform_reduce(p, p + 4, scaled, 0, thrust::plus<int>());
}
int call_with_lambdas(thrust::device_vector<int> &v) {
  return with_lambdas(v, [] __host__ __device__(int x) { return x + 1; });
}

void outputs(thrust::device_vector<int> &v) {
  auto twice = [] __host__ __device__(int x) { return x * 2; };
  thrust::copy(v.begin(), v.end(), thrust::make_transform_output_iterator(v.begin(), twice));
  thrust::copy(v.begin(), v.end(), thrust::transform_output_iterator{v.begin(), twice});
  auto rows = thrust::make_tabulate_output_iterator([] __host__ __device__(int i, int x) {});
  thrust::copy(v.begin(), v.end(), rows);
}

// An iterator stays of its type where it moves.
template <class It> long between(It first, It last) { return last - first; }
long moved(thrust::device_vector<int> &v) {
  thrust::counting_iterator from{0};
  auto twice = [] __host__ __device__(int x) { return x * 2; };
  auto scaled = thrust::make_transform_iterator(from, twice);
  auto chosen = thrust::make_permutation_iterator(v.begin(), from);
  return between(from, from + 4) + between(scaled, scaled + 4) + between(chosen, chosen + 4);
}

__global__ void scale(float *p) { *p *= 2; }
float universal(int n) {
  thrust::universal_vector<float> v(n), w = v;
  scale<<<1, 32>>>(v.data().get());
  scale<<<1, 32>>>(thrust::raw_pointer_cast(w.data()));
  std::fill(v.begin(), v.end(), 1.f);
  v.resize(2 * n);
  return v[0] + *w.begin();
}
