// CUB's device-wide algorithms: host calls that take any arguments.
#pragma once

CUB_NAMESPACE_BEGIN
#define WARPCHECK_DEVICE(name) \
  template <class... A_> static WARPCHECK_HD cudaError_t name(A_ &&...);
WARPCHECK_HD cudaError_t PtxVersion(int &version);
WARPCHECK_HD cudaError_t PtxVersion(int &version, int device);
WARPCHECK_HD cudaError_t PtxVersionUncached(int &version);
WARPCHECK_HD cudaError_t SmVersion(int &version, int device = 0);
WARPCHECK_HD cudaError_t SyncStream(cudaStream_t stream);
struct DeviceReduce {
  WARPCHECK_DEVICE(Sum) WARPCHECK_DEVICE(Min) WARPCHECK_DEVICE(Max)
  WARPCHECK_DEVICE(ArgMin) WARPCHECK_DEVICE(ArgMax) WARPCHECK_DEVICE(Reduce)
  WARPCHECK_DEVICE(ReduceByKey) WARPCHECK_DEVICE(TransformReduce)
};
struct DeviceSegmentedReduce {
  WARPCHECK_DEVICE(Sum) WARPCHECK_DEVICE(Min) WARPCHECK_DEVICE(Max)
  WARPCHECK_DEVICE(ArgMin) WARPCHECK_DEVICE(ArgMax) WARPCHECK_DEVICE(Reduce)
};
struct DeviceScan {
  WARPCHECK_DEVICE(InclusiveSum) WARPCHECK_DEVICE(ExclusiveSum)
  WARPCHECK_DEVICE(InclusiveScan) WARPCHECK_DEVICE(ExclusiveScan)
  WARPCHECK_DEVICE(InclusiveSumByKey) WARPCHECK_DEVICE(ExclusiveSumByKey)
  WARPCHECK_DEVICE(InclusiveScanByKey) WARPCHECK_DEVICE(ExclusiveScanByKey)
};
struct DeviceRadixSort {
  WARPCHECK_DEVICE(SortKeys) WARPCHECK_DEVICE(SortKeysDescending)
  WARPCHECK_DEVICE(SortPairs) WARPCHECK_DEVICE(SortPairsDescending)
};
struct DeviceSegmentedRadixSort : DeviceRadixSort {};
struct DeviceMergeSort {
  WARPCHECK_DEVICE(SortKeys) WARPCHECK_DEVICE(SortPairs)
  WARPCHECK_DEVICE(StableSortKeys) WARPCHECK_DEVICE(StableSortPairs)
};
struct DeviceSegmentedSort : DeviceRadixSort {
  WARPCHECK_DEVICE(StableSortKeys) WARPCHECK_DEVICE(StableSortKeysDescending)
  WARPCHECK_DEVICE(StableSortPairs) WARPCHECK_DEVICE(StableSortPairsDescending)
};
struct DeviceSelect {
  WARPCHECK_DEVICE(Flagged) WARPCHECK_DEVICE(If) WARPCHECK_DEVICE(Unique)
  WARPCHECK_DEVICE(UniqueByKey) WARPCHECK_DEVICE(FlaggedIf)
};
struct DevicePartition {
  WARPCHECK_DEVICE(Flagged) WARPCHECK_DEVICE(If)
};
struct DeviceHistogram {
  WARPCHECK_DEVICE(HistogramEven) WARPCHECK_DEVICE(HistogramRange)
  WARPCHECK_DEVICE(MultiHistogramEven) WARPCHECK_DEVICE(MultiHistogramRange)
};
struct DeviceRunLengthEncode {
  WARPCHECK_DEVICE(Encode) WARPCHECK_DEVICE(NonTrivialRuns)
};
struct DeviceAdjacentDifference {
  WARPCHECK_DEVICE(SubtractLeft) WARPCHECK_DEVICE(SubtractLeftCopy)
  WARPCHECK_DEVICE(SubtractRight) WARPCHECK_DEVICE(SubtractRightCopy)
};
struct DeviceSpmv {
  WARPCHECK_DEVICE(CsrMV)
};
struct DeviceFor {
  WARPCHECK_DEVICE(Bulk) WARPCHECK_DEVICE(ForEach) WARPCHECK_DEVICE(ForEachN)
  WARPCHECK_DEVICE(ForEachCopy) WARPCHECK_DEVICE(ForEachCopyN)
};
struct DeviceTransform {
  WARPCHECK_DEVICE(Transform)
};
struct DeviceMemcpy {
  WARPCHECK_DEVICE(Batched)
};
struct DeviceCopy {
  WARPCHECK_DEVICE(Batched) WARPCHECK_DEVICE(Copy)
};
struct DeviceFind {
  WARPCHECK_DEVICE(FindIf) WARPCHECK_DEVICE(LowerBound) WARPCHECK_DEVICE(UpperBound)
};
struct DeviceTopK {
  WARPCHECK_DEVICE(MaxKeys) WARPCHECK_DEVICE(MinKeys)
  WARPCHECK_DEVICE(MaxPairs) WARPCHECK_DEVICE(MinPairs)
};
struct DeviceMerge {
  WARPCHECK_DEVICE(MergeKeys) WARPCHECK_DEVICE(MergePairs)
};
#undef WARPCHECK_DEVICE

template <class T> struct DoubleBuffer {
  T *d_buffers[2];
  int selector;
  WARPCHECK_HD DoubleBuffer() : d_buffers{nullptr, nullptr}, selector(0) {}
  WARPCHECK_HD DoubleBuffer(T *current, T *other) : d_buffers{current, other}, selector(0) {}
  WARPCHECK_HD T *Current() { return d_buffers[selector]; }
  WARPCHECK_HD T *Alternate() { return d_buffers[selector ^ 1]; }
};
struct CachingDeviceAllocator {
  template <class... A_> CachingDeviceAllocator(A_...) {}
  template <class T> cudaError_t DeviceAllocate(T **p, size_t size, cudaStream_t = nullptr);
  cudaError_t DeviceFree(void *p);
};
WARPCHECK_HD int CurrentDevice();
WARPCHECK_HD int DeviceCount();
WARPCHECK_HD int DeviceCountUncached();
WARPCHECK_HD int DeviceCountCachedValue();
WARPCHECK_HD cudaError_t SmVersionUncached(int &version, int device = 0);
template <class K_> WARPCHECK_HD cudaError_t MaxSmOccupancy(int &blocks, K_ kernel, int threads, int shared = 0);
struct SwitchDevice {
  explicit SwitchDevice(int) {}
};
enum class SortOrder { Ascending, Descending };
enum class MemoryOrder { strict, relaxed };
enum class ForceInclusive { Yes, No };
enum class CopyAlg { Memcpy, Copy };
enum Category { NOT_A_NUMBER, SIGNED_INTEGER, UNSIGNED_INTEGER, FLOATING_POINT };

// Work on tiles of a grid: all blocks share one counter.
enum GridMappingStrategy { GRID_MAPPING_RAKE, GRID_MAPPING_STRIP_MINE, GRID_MAPPING_DYNAMIC };
template <class Offset> struct GridEvenShare {
  Offset num_items = 0, block_offset = 0, block_end = 0, block_stride = 0;
  int grid_size = 0;
  WARPCHECK_HD GridEvenShare() {}
  WARPCHECK_HD void DispatchInit(Offset items, int blocks, int) {
    num_items = items;
    grid_size = blocks;
  }
  template <int Tile> WARPCHECK_D void BlockInit() {
    block_offset = Offset(blockIdx.x) * Tile;
    block_end = num_items;
    block_stride = Offset(gridDim.x) * Tile;
  }
  template <int Tile, GridMappingStrategy> WARPCHECK_D void BlockInit() { BlockInit<Tile>(); }
};
template <class Offset> class GridQueue {
 public:
  static WARPCHECK_HD size_t AllocationSize() { return 2 * sizeof(Offset); }
  WARPCHECK_HD GridQueue() : counters_(nullptr) {}
  WARPCHECK_HD explicit GridQueue(void *storage) : counters_((Offset *)storage) {}
  template <class... A_> WARPCHECK_HD cudaError_t FillAndResetDrain(A_ &&...);
  template <class... A_> WARPCHECK_HD cudaError_t ResetDrain(A_ &&...);
  template <class... A_> WARPCHECK_HD cudaError_t ResetFill(A_ &&...);
  template <class... A_> WARPCHECK_HD cudaError_t FillSize(A_ &&...);
  WARPCHECK_D Offset Drain(Offset items) { return atomicAdd(counters_, items); }
  WARPCHECK_D Offset Fill(Offset items) { return atomicAdd(counters_ + 1, items); }

 private:
  Offset *counters_;
};
CUB_NAMESPACE_END
