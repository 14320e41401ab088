// What libraries take of CUDA's C++ core libraries: memory resources, checked arithmetic,
// bits, NVTX, and the newer attributes of a launch.
#include <cub/cub.cuh>
#include <cub/device/device_memcpy.cuh>
#include <cuda/functional>
#include <cuda/iterator>
#include <cuda/memory_resource>
#include <cuda/numeric>
#include <cuda/ptx>
#include <cuda/std/bit>
#include <cuda/std/concepts>
#include <cuda/std/cstring>
#include <cuda/std/variant>
#include <cuda/stream_ref>
#include <cuda/version>
#include <map>
#include <nvtx3/nvtx3.hpp>
#include <thrust/execution_policy.h>
#include <thrust/host_vector.h>

static_assert(CCCL_MAJOR_VERSION >= 3, "");

using cuda::mr::device_accessible;
using cuda::mr::host_accessible;
using Any = cuda::mr::any_resource<device_accessible>;
using Ref = cuda::mr::resource_ref<device_accessible>;

class Heap {
 public:
  void *allocate(cuda::stream_ref stream, size_t bytes, size_t alignment = 256);
  void deallocate(cuda::stream_ref stream, void *p, size_t bytes, size_t alignment = 256) noexcept;
  void *allocate_sync(size_t bytes, size_t alignment = 256);
  void deallocate_sync(void *p, size_t bytes, size_t alignment = 256) noexcept;
  bool operator==(const Heap &) const noexcept;
  friend constexpr void get_property(const Heap &, device_accessible) noexcept {}
};
static_assert(cuda::mr::resource_with<Heap, device_accessible>, "");
static_assert(!cuda::mr::resource_with<Heap, host_accessible>, "");
static_assert(!cuda::mr::synchronous_resource<int>, "");
static_assert(std::is_constructible<Ref, cuda::mr::resource_ref<host_accessible, device_accessible>>::value, "");
static_assert(!std::is_constructible<cuda::mr::resource_ref<host_accessible>, Ref>::value, "");

class Shared : public cuda::mr::shared_resource<Heap> {
 public:
  Shared() : cuda::mr::shared_resource<Heap>(cuda::mr::make_shared_resource<Heap>()) {}
};

void *allocated(std::map<int, Any> &resources, Heap &heap, cudaStream_t stream) {
  resources.emplace(0, heap);
  Shared shared;
  Ref ref = resources.find(0)->second, other = shared, copy = ref;
  Any owner = copy;
  return owner == Any(other) ? ref.allocate(stream, 16, 256) : heap.allocate_sync(16);
}

static_assert(cuda::add_overflow(2147483647, 1).overflow, "");
static_assert(!cuda::add_overflow<long long>(2147483647, 1).overflow, "");
static_assert(cuda::add_overflow(-2147483647, -2) && !cuda::add_overflow(-1, 1), "");
static_assert(cuda::sub_overflow(1u, 2u) && cuda::sub_overflow(0, -2147483647 - 1), "");
static_assert(cuda::mul_overflow<int>(65536, 32768) && !cuda::mul_overflow(-65536, 32768), "");
static_assert(cuda::mul_overflow(-1, -2147483647 - 1) && !cuda::mul_overflow(-1, 5), "");
static_assert(cuda::mul_overflow<short>(short(300), short(300)) && !cuda::mul_overflow(0u, 9u), "");
static_assert(cuda::mul_overflow<long long>(65536, 32768).value == 2147483648, "");
static_assert(cuda::div_overflow(-2147483647 - 1, -1) && cuda::div_overflow(7, 2).value == 3, "");
static_assert(cuda::overflow_cast<unsigned>(-1) && !cuda::overflow_cast<char>(100), "");
static_assert(cuda::add_overflow<__int128>(__int128(1), __int128(2)).value == 3, "");
static_assert(cuda::std::popcount(7u) == 3 && cuda::std::bit_ceil(5u) == 8, "");

struct Differs {
  __device__ bool operator()(bool a, bool b) const { return a != b; }
};

__global__ void neighbours(const int *from, bool *to, int n) {
  typedef cub::BlockAdjacentDifference<bool, 128> Difference;
  __shared__ Difference::TempStorage storage;
  bool flags[2] = {from[threadIdx.x] > n, from[threadIdx.x] < n}, changes[2];
  Difference(storage).SubtractLeft<2>(flags, changes, Differs());
  Difference(storage).SubtractLeft(flags, changes, Differs());
  int next = cuda::ptx::get_sreg_laneid() & cuda::ptx::get_sreg_lanemask_lt();
  if (cuda::add_overflow(next, n, from[0])) next = cuda::narrow<short>(n);
  to[threadIdx.x] = changes[0] && cuda::std::bit_width(unsigned(next)) > 3;
}

struct Library {
  static constexpr const char *name{"library"};
};

class Policy : public thrust::detail::execute_with_allocator<int, thrust::cuda_cub::execute_on_stream_base> {
 public:
  explicit Policy(cudaStream_t stream);
};

void launched(const int *from, bool *to) {
  NVTX3_FUNC_RANGE_IN(Library);
  nvtx3::scoped_range_in<Library> range{nvtx3::event_attributes{"launch", nvtx3::rgb{1, 2, 3}}};
  nvtx3::mark("now");
  cudaLaunchAttribute attribute;
  attribute.id = cudaLaunchAttributePreferredClusterDimension;
  attribute.val.preferredClusterDim.x = 2;
  cudaLaunchConfig_t config = {};
  config.gridDim = 2;
  config.blockDim = 128;
  config.attrs = &attribute;
  config.numAttrs = 1;
  cudaLaunchKernelEx(&config, neighbours, from, to, 4);
  auto twice = cuda::proclaim_return_type<int>([] __device__(int x) { return 2 * x; });
  neighbours<<<1, 128>>>(from, to, sizeof twice);
  thrust::for_each(Policy(nullptr), from, from + 2, twice);
  std::allocator<int> allocator = thrust::host_vector<int, std::allocator<int>>().get_allocator();
  cuda::zip_iterator<const int *, bool *> pairs = cuda::make_zip_iterator(from, to);
  cub::DeviceMemcpy::Batched(nullptr, allocator, pairs);
}
