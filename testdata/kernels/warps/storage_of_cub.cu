// Storage of CUB that the threads of a block use again: the reads of one call have to be done before the next one writes.
// without missing-syncwarp
#include <cub/cub.cuh>

typedef cub::BlockReduce<int, 128> Sum;

__global__ void twoSums(const int *in, int *out) {
  __shared__ Sum::TempStorage storage;
  int a = Sum(storage).Sum(in[threadIdx.x]);
  int b = Sum(storage).Sum(in[128 + threadIdx.x]);  // want missing-syncthreads "for storage"
  if (threadIdx.x == 0) *out = a + b;
}

__global__ void twoSumsInTurn(const int *in, int *out) {
  __shared__ Sum::TempStorage storage;
  int a = Sum(storage).Sum(in[threadIdx.x]);
  __syncthreads();
  int b = Sum(storage).Sum(in[128 + threadIdx.x]);
  if (threadIdx.x == 0) *out = a + b;
}

__global__ void sumsInALoop(const int *in, int *out, int n) {
  __shared__ Sum::TempStorage storage;
  for (int i = 0; i < n; i++) {
    int a = Sum(storage).Sum(in[i * 128 + threadIdx.x]);  // want? potentially-missing-syncthreads "for storage"
    if (threadIdx.x == 0) out[i] = a;
  }
}

__global__ void storageEach(const int *in, int *out) {
  __shared__ Sum::TempStorage first, second;
  int a = Sum(first).Sum(in[threadIdx.x]);
  int b = Sum(second).Sum(in[128 + threadIdx.x]);
  if (threadIdx.x == 0) *out = a + b;
}

__global__ void twoScans(int *data) {
  typedef cub::BlockScan<int, 128, cub::BLOCK_SCAN_WARP_SCANS> Scan;
  __shared__ Scan::TempStorage storage;
  int a = data[threadIdx.x], b;
  Scan(storage).ExclusiveSum(a, a);
  Scan(storage).ExclusiveSum(a, b);  // want missing-syncthreads "for storage"
  data[threadIdx.x] = b;
}

__global__ void scannedWithATotal(const int *in, int *out) {
  typedef cub::BlockScan<int, 128, cub::BLOCK_SCAN_WARP_SCANS> Scan;
  __shared__ Scan::TempStorage storage;
  __shared__ int s[128];
  int t = threadIdx.x, a = in[t], total;
  s[t] = a;
  Scan(storage).ExclusiveSum(a, a, total);
  out[t] = s[127 - t] + total;
}

__global__ void loadedAndSorted(int *data) {
  typedef cub::BlockLoad<int, 128, 4, cub::BLOCK_LOAD_TRANSPOSE> Load;
  typedef cub::BlockRadixSort<int, 128, 4> Sort;
  typedef cub::BlockStore<int, 128, 4, cub::BLOCK_STORE_TRANSPOSE> Store;
  __shared__ union {
    Load::TempStorage load;
    Sort::TempStorage sort;
    Store::TempStorage store;
  } storage;
  int keys[4];
  Load(storage.load).Load(data, keys);
  Sort(storage.sort).Sort(keys);  // want missing-syncthreads "for storage"
  __syncthreads();
  Store(storage.store).Store(data, keys);
}

__global__ void flagsAndExchanges(int *data) {
  typedef cub::BlockDiscontinuity<int, 128> Flags;
  typedef cub::BlockExchange<int, 128, 2> Exchange;
  __shared__ union {
    Flags::TempStorage flags;
    Exchange::TempStorage exchange;
  } storage;
  int items[2] = {data[threadIdx.x], data[128 + threadIdx.x]}, heads[2];
  Flags(storage.flags).FlagHeads(heads, items, cub::Inequality());
  Exchange(storage.exchange).BlockedToStriped(items);  // want missing-syncthreads "for storage"
  data[threadIdx.x] = items[0] + heads[0];
}

__global__ void warpsOfTheirOwn(const int *in, int *out) {
  typedef cub::WarpReduce<int> Reduce;
  __shared__ Reduce::TempStorage storage[4];
  int warp = threadIdx.x / 32;
  int a = Reduce(storage[warp]).Sum(in[threadIdx.x]);
  if (threadIdx.x % 32 == 0) out[warp] = a;
}

void launch(int *data, const int *in, int *out, int n) {
  twoSums<<<1, 128>>>(in, out);
  twoSumsInTurn<<<1, 128>>>(in, out);
  sumsInALoop<<<1, 128>>>(in, out, n);
  storageEach<<<1, 128>>>(in, out);
  twoScans<<<1, 128>>>(data);
  scannedWithATotal<<<1, 128>>>(in, out);
  loadedAndSorted<<<1, 128>>>(data);
  flagsAndExchanges<<<1, 128>>>(data);
  warpsOfTheirOwn<<<1, 128>>>(in, out);
}
