// CUB: warp and block primitives, device calls, under the usual spellings.
#include <cub/cub.cuh>

template <int Threads> __global__ void block(const float *in, float *out, int n) {
  using Reduce = cub::BlockReduce<float, Threads>;
  using Scan = cub::BlockScan<int, Threads>;
  using Load = cub::BlockLoad<float, Threads, 4, cub::BLOCK_LOAD_WARP_TRANSPOSE>;
  using Store = cub::BlockStore<float, Threads, 4>;
  __shared__ union {
    typename Reduce::TempStorage reduce;
    typename Scan::TempStorage scan;
    typename Load::TempStorage load;
  } temp;
  float items[4];
  Load(temp.load).Load(in, items, n, 0.f);
  __syncthreads();
  float total = Reduce(temp.reduce).Reduce(items[0], cub::Max());
  int rank, count;
  __syncthreads();
  Scan(temp.scan).ExclusiveSum(1, rank, count);
  Store().Store(out, items);
  out[rank] = total + count + Reduce(temp.reduce).Sum(items[1]);
}

__global__ void warp(const int *in, int *out) {
  using Reduce = cub::WarpReduce<int>;
  using Scan = cub::WarpScan<int, 16>;
  __shared__ typename Reduce::TempStorage reduce[4];
  __shared__ typename Scan::TempStorage scan[8];
  int value = Reduce(reduce[threadIdx.x / 32]).Sum(in[threadIdx.x]);
  int prefix;
  Scan(scan[threadIdx.x / 16]).InclusiveSum(value, prefix);
  out[threadIdx.x] = prefix + cub::ShuffleDown<32>(value, 1, 31, 0xffffffff);
}

// CUB includes the atomics of libcu++.
__device__ bool first(cuda::atomic<int, cuda::thread_scope_device> *flag) {
  return flag->exchange(1, cuda::memory_order_relaxed) == 0;
}

struct HashSlot {
  unsigned key, value;
};
__device__ bool taken(cuda::atomic<HashSlot> *slot, HashSlot expected, HashSlot with) {
  return slot->compare_exchange_strong(expected, with);
}

int main() {
  size_t size = 0;
  float *in = nullptr, *out = nullptr;
  cub::DeviceReduce::Sum(nullptr, size, in, out, 100);
  cub::DeviceScan::ExclusiveSum(nullptr, size, in, out, 100, cudaStreamPerThread);
  block<128><<<1, 128>>>(in, out, 10);
  return 0;
}

__global__ void keys(const float *in, unsigned *out) {
  typedef cub::Traits<float>::UnsignedBits Bits;
  Bits bits = cub::Traits<float>::TwiddleIn(__float_as_uint(in[0]));
  out[0] = cub::Traits<float>::TwiddleOut(bits);
}
static_assert(cub::Traits<int>::LOWEST_KEY == 0x80000000u, "the sign bit orders last");
std::chrono::steady_clock::time_point start;


// An element may have a constructor, which the storage must not have.
struct Pair {
  int key = -1;
  float value = 0;
};
struct Larger {
  __device__ Pair operator()(const Pair &a, const Pair &b) const { return a.value > b.value ? a : b; }
};
__global__ void constructed(Pair *p) {
  typedef cub::BlockReduce<Pair, 128> Reduce;
  typedef cub::BlockExchange<Pair, 128, 2> Exchange;
  typedef cub::WarpReduce<Pair> Warp;
  typedef cub::WarpMergeSort<float, 2, 32, Pair> Sort;
  __shared__ typename Reduce::TempStorage reduce;
  __shared__ typename Exchange::TempStorage exchange;
  __shared__ typename Warp::TempStorage warp;
  __shared__ typename Sort::TempStorage sort;
  Pair items[2] = {Reduce(reduce).Reduce(p[threadIdx.x], Larger()), Warp(warp).Reduce(p[0], Larger())};
  Exchange(exchange).StripedToBlocked(items, items);
  float keys[2] = {items[0].value, items[1].value};
  Sort(sort).Sort(keys, items, [](float a, float b) { return a < b; });
  p[threadIdx.x] = items[0];
}

// A segmented scan of a program's own, over CUB's wrappers of votes.
__global__ void votes(const unsigned *label, unsigned *out) {
  unsigned same = cub::MatchAny<5>(label[threadIdx.x]);
  cub::WARP_SYNC(0xffffffff);
  if (cub::WARP_ANY(out[0] > 1, 0xffffffff) && cub::WARP_ALL(out[1] > 1, 0xffffffff))
    out[threadIdx.x] = same & cub::WARP_BALLOT(out[2] > 1, 0xffffffff);
}
cudaError_t versions(cudaStream_t stream) {
  int ptx = 0, sm = 0;
  if (cub::PtxVersion(ptx) != cudaSuccess || cub::SmVersion(sm) == cudaErrorStartupFailure)
    return cudaErrorUnsupportedPtxVersion;
  return cub::SyncStream(stream);
}

__global__ void searched(const int *sorted, int *out, int n) {
  cub::ArgIndexInputIterator<const int *> numbered(sorted);
  auto third = numbered[2];
  cub::DiscardOutputIterator<> nowhere;
  nowhere[threadIdx.x] = third.value;
  out[threadIdx.x] = cub::LowerBound(sorted, n, third.key) + cub::UpperBound(sorted, n, 3);
}
