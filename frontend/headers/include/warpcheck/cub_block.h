// CUB's block primitives: every thread of the block must make each call.
// The results are unknown. An aggregate is the same for all threads.
#pragma once

CUB_NAMESPACE_BEGIN
// Shared memory for a value of each thread of a block. Each lane of one warp reads a segment of these values.
template <class T, int Threads, int Ptx = 0> struct BlockRakingLayout {
  static constexpr int SHARED_ELEMENTS = Threads;
  static constexpr int MAX_RAKING_THREADS = Threads < 32 ? Threads : 32;
  static constexpr int SEGMENT_LENGTH = (Threads + MAX_RAKING_THREADS - 1) / MAX_RAKING_THREADS;
  static constexpr int RAKING_THREADS = (Threads + SEGMENT_LENGTH - 1) / SEGMENT_LENGTH;
  static constexpr int USE_SEGMENT_PADDING = SEGMENT_LENGTH > 2 && SEGMENT_LENGTH % 2 == 0;
  static constexpr int PADDED_LENGTH = SEGMENT_LENGTH + USE_SEGMENT_PADDING;
  static constexpr int GRID_ELEMENTS = RAKING_THREADS * PADDED_LENGTH;
  static constexpr bool UNGUARDED = Threads % RAKING_THREADS == 0;
  struct TempStorage : detail::raw_storage<T, GRID_ELEMENTS> {};
  static WARPCHECK_D T *PlacementPtr(TempStorage &storage, unsigned int thread) {
    return (T *)storage.bytes + thread + USE_SEGMENT_PADDING * (thread / SEGMENT_LENGTH);
  }
  static WARPCHECK_D T *RakingPtr(TempStorage &storage, unsigned int thread) {
    return (T *)storage.bytes + thread * PADDED_LENGTH;
  }
};

enum BlockReduceAlgorithm {
  BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY,
  BLOCK_REDUCE_RAKING,
  BLOCK_REDUCE_WARP_REDUCTIONS
};
enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };
enum BlockLoadAlgorithm {
  BLOCK_LOAD_DIRECT,
  BLOCK_LOAD_STRIPED,
  BLOCK_LOAD_VECTORIZE,
  BLOCK_LOAD_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED
};
enum BlockStoreAlgorithm {
  BLOCK_STORE_DIRECT,
  BLOCK_STORE_STRIPED,
  BLOCK_STORE_VECTORIZE,
  BLOCK_STORE_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED
};
enum BlockHistogramAlgorithm { BLOCK_HISTO_SORT, BLOCK_HISTO_ATOMIC };

// The constructors and the storage of a primitive. If stores is true, a thread stores in the
// cell at before the barrier. If loads is true, it loads from the cell from after the barrier.
#define WARPCHECK_BLOCK(name, Element, count, stores, at, loads, from)                 \
  struct TempStorage : detail::raw_storage<Element, count> {};                         \
  WARPCHECK_D name() : storage_(nullptr) {}                                            \
  WARPCHECK_D explicit name(TempStorage &storage) : storage_(storage.bytes) {}         \
  WARPCHECK_D void before() {                                                          \
    const unsigned int rank = cooperative_groups::details::block_rank();               \
    if (stores) detail::put<Element>(storage_, at);                                    \
  }                                                                                    \
  WARPCHECK_D void behind() {                                                          \
    const unsigned int rank = cooperative_groups::details::block_rank();               \
    if (loads) detail::take<Element>(storage_, from);                                  \
  }                                                                                    \
  unsigned char *storage_;
// Each thread stores in its own cell. In an exchange it loads the last of its items, else the cell of its neighbour.
#define WARPCHECK_BLOCK_EXCHANGE(name, Element, threads, items) \
  WARPCHECK_BLOCK(name, Element, (threads) * (items), (items) > 1, rank, (items) > 1, rank * (items) + (items) - 1)
#define WARPCHECK_BLOCK_NEIGHBOURS(name, Element, threads) \
  WARPCHECK_BLOCK(name, Element, threads, true, rank, true, (rank + 1) % (threads))
// The same method with the number of items, and perhaps types, as template arguments.
#define WARPCHECK_BLOCK_COUNTED(name, Result)                   \
  template <int Count, class... Told, class... A_>              \
  WARPCHECK_D Result name(A_ &&...items) {                      \
    return name(static_cast<A_ &&>(items)...);                  \
  }
// A method that returns a T, and a method that writes its arguments.
#define WARPCHECK_BLOCK_VALUE(owner, name, T)                           \
  template <class First, class... A_>                                   \
  WARPCHECK_D T name(const First &, A_ &&...rest) {                     \
    before();                                                             \
    __warpcheck_block_collective("cub::" #owner "::" #name);              \
    behind();                                                             \
    detail::written(static_cast<A_ &&>(rest)...);                         \
    return __warpcheck_result(T());                                    \
  }                                                                     \
  WARPCHECK_BLOCK_COUNTED(name, T)
#define WARPCHECK_BLOCK_ITEMS(owner, name)                      \
  template <class... A_> WARPCHECK_D void name(A_ &&...items) { \
    before();                                                   \
    __warpcheck_block_collective("cub::" #owner "::" #name);    \
    behind();                                                   \
    detail::written(static_cast<A_ &&>(items)...);              \
  } \
  WARPCHECK_BLOCK_COUNTED(name, void)

template <class T, int X_, BlockReduceAlgorithm Algorithm = BLOCK_REDUCE_WARP_REDUCTIONS,
          int Y_ = 1, int Z_ = 1, int Ptx = 0>
class BlockReduce {
 public:
  // With shuffles, the first lane of each warp stores, and the first thread loads. Otherwise one warp loads all that was stored.
  static constexpr bool by_warps = Algorithm == BLOCK_REDUCE_WARP_REDUCTIONS;
  static constexpr int threads = X_ * Y_ * Z_, segment = threads > 32 ? threads / 32 : 1;
  WARPCHECK_BLOCK(BlockReduce, T, by_warps ? 32 : threads, threads > 32 && (!by_warps || rank % 32 == 0), by_warps ? rank / 32 : rank,
                  threads > 32 && (by_warps ? rank == 0 : rank < 32), by_warps ? 1 : rank * segment + segment - 1)
  WARPCHECK_BLOCK_VALUE(BlockReduce, Sum, T)
  WARPCHECK_BLOCK_VALUE(BlockReduce, Reduce, T)
};

template <class T, int X_, BlockScanAlgorithm Algorithm = BLOCK_SCAN_RAKING, int Y_ = 1,
          int Z_ = 1, int Ptx = 0>
class BlockScan {
 public:
  // With shuffles, the last lane of each warp stores, and all threads load it. Otherwise each thread loads its own cell.
  static constexpr bool by_warps = Algorithm == BLOCK_SCAN_WARP_SCANS;
  static constexpr int threads = X_ * Y_ * Z_;
  WARPCHECK_BLOCK(BlockScan, T, by_warps ? 32 : threads, threads > 32 && (!by_warps || rank % 32 == 31), by_warps ? rank / 32 : rank,
                  threads > 32, by_warps ? 1 : rank)
// A last argument of type T is the aggregate, which all threads get.
#define WARPCHECK_BLOCK_AGGREGATE(name)                                                      \
  detail::written(out);                                                                      \
  before();                                                                                  \
  aggregate = __warpcheck_block_collective("cub::BlockScan::" #name, aggregate);             \
  behind();
#define WARPCHECK_BLOCK_SCAN(name)                                                           \
  template <class In, class Out, class... A_>                                                \
  WARPCHECK_D void name(const In &, Out &out, A_ &&...rest) {                                \
    before();                                                                                \
    __warpcheck_block_collective("cub::BlockScan::" #name);                                  \
    behind();                                                                                \
    detail::written(out, static_cast<A_ &&>(rest)...);                                       \
  }                                                                                          \
  template <class In, class Out> WARPCHECK_D void name(const In &, Out &out, T &aggregate) { \
    WARPCHECK_BLOCK_AGGREGATE(name)                                                          \
  }                                                                                          \
  template <class In, class Out, class Op>                                                   \
  WARPCHECK_D void name(const In &, Out &out, Op, T &aggregate) {                            \
    WARPCHECK_BLOCK_AGGREGATE(name)                                                          \
  }                                                                                          \
  template <class In, class Out, class First, class Op>                                      \
  WARPCHECK_D void name(const In &, Out &out, First, Op, T &aggregate) {                     \
    WARPCHECK_BLOCK_AGGREGATE(name)                                                          \
  }                                                                                          \
  WARPCHECK_BLOCK_COUNTED(name, void)
  WARPCHECK_BLOCK_SCAN(InclusiveSum)
  WARPCHECK_BLOCK_SCAN(ExclusiveSum)
  WARPCHECK_BLOCK_SCAN(InclusiveScan)
  WARPCHECK_BLOCK_SCAN(ExclusiveScan)
#undef WARPCHECK_BLOCK_SCAN
#undef WARPCHECK_BLOCK_AGGREGATE
};

// Only the transposing algorithms exchange items between threads.
template <class T, int X_, int Items, BlockLoadAlgorithm Algorithm = BLOCK_LOAD_DIRECT,
          int Y_ = 1, int Z_ = 1, int Ptx = 0>
class BlockLoad {
 public:
  struct TempStorage : detail::raw_storage<T, Algorithm >= BLOCK_LOAD_TRANSPOSE ? X_ * Y_ * Z_ * Items : 1> {};
  WARPCHECK_D BlockLoad() : storage_(nullptr) {}
  WARPCHECK_D explicit BlockLoad(TempStorage &storage) : storage_(Items > 1 ? storage.bytes : nullptr) {}
  template <class It, class U_, class... A_> WARPCHECK_D void Load(It, U_ &items, A_...) {
    if (Algorithm == BLOCK_LOAD_TRANSPOSE || Algorithm > BLOCK_LOAD_WARP_TRANSPOSE) {
      const unsigned int rank = cooperative_groups::details::block_rank();
      detail::put<T>(storage_, rank);
      __warpcheck_block_collective("cub::BlockLoad::Load");
      detail::take<T>(storage_, rank * Items + Items - 1);
    } else if (Algorithm == BLOCK_LOAD_WARP_TRANSPOSE)
      detail::exchange_by<32, Items * sizeof(T)>(storage_, cooperative_groups::details::block_rank(), 0xffffffff);
    detail::written(items);
  }

 private:
  unsigned char *storage_;
};
template <class T, int X_, int Items, BlockStoreAlgorithm Algorithm = BLOCK_STORE_DIRECT,
          int Y_ = 1, int Z_ = 1, int Ptx = 0>
class BlockStore {
 public:
  struct TempStorage : detail::raw_storage<T, Algorithm >= BLOCK_STORE_TRANSPOSE ? X_ * Y_ * Z_ * Items : 1> {};
  WARPCHECK_D BlockStore() : storage_(nullptr) {}
  WARPCHECK_D explicit BlockStore(TempStorage &storage) : storage_(Items > 1 ? storage.bytes : nullptr) {}
  template <class It, class... A_> WARPCHECK_D void Store(It to, A_ &&...) {
    if (Algorithm == BLOCK_STORE_TRANSPOSE || Algorithm > BLOCK_STORE_WARP_TRANSPOSE) {
      const unsigned int rank = cooperative_groups::details::block_rank();
      detail::put<T>(storage_, rank * Items + Items - 1);
      __warpcheck_block_collective("cub::BlockStore::Store");
      detail::take<T>(storage_, rank);
    } else if (Algorithm == BLOCK_STORE_WARP_TRANSPOSE)
      detail::exchange_by<32, Items * sizeof(T)>(storage_, cooperative_groups::details::block_rank(), 0xffffffff);
    detail::written(*to);
  }

 private:
  unsigned char *storage_;
};

template <class T, int X_, int Items, bool Timesliced = false, int Y_ = 1, int Z_ = 1, int Ptx = 0>
class BlockExchange {
 public:
  WARPCHECK_BLOCK_EXCHANGE(BlockExchange, T, X_ * Y_ * Z_, Items)
  WARPCHECK_BLOCK_ITEMS(BlockExchange, StripedToBlocked)
  WARPCHECK_BLOCK_ITEMS(BlockExchange, BlockedToStriped)
  WARPCHECK_BLOCK_ITEMS(BlockExchange, WarpStripedToBlocked)
  WARPCHECK_BLOCK_ITEMS(BlockExchange, BlockedToWarpStriped)
  WARPCHECK_BLOCK_ITEMS(BlockExchange, ScatterToBlocked)
  WARPCHECK_BLOCK_ITEMS(BlockExchange, ScatterToStriped)
  WARPCHECK_BLOCK_ITEMS(BlockExchange, ScatterToStripedGuarded)
  WARPCHECK_BLOCK_ITEMS(BlockExchange, ScatterToStripedFlagged)
};

struct NullType {};
template <class K_, int X_, int Items, class V_ = NullType, int Bits = 4, bool Memoize = true,
          BlockScanAlgorithm Inner = BLOCK_SCAN_WARP_SCANS, int Bank = 0, int Y_ = 1, int Z_ = 1,
          int Ptx = 0>
class BlockRadixSort {
 public:
  WARPCHECK_BLOCK_EXCHANGE(BlockRadixSort, K_, X_ * Y_ * Z_, Items)
  WARPCHECK_BLOCK_ITEMS(BlockRadixSort, Sort)
  WARPCHECK_BLOCK_ITEMS(BlockRadixSort, SortDescending)
  WARPCHECK_BLOCK_ITEMS(BlockRadixSort, SortBlockedToStriped)
  WARPCHECK_BLOCK_ITEMS(BlockRadixSort, SortDescendingBlockedToStriped)
};
template <class K_, int X_, int Items, class V_ = NullType, int Y_ = 1, int Z_ = 1>
class BlockMergeSort {
 public:
  WARPCHECK_BLOCK_EXCHANGE(BlockMergeSort, K_, X_ * Y_ * Z_, Items)
  WARPCHECK_BLOCK_ITEMS(BlockMergeSort, Sort)
  WARPCHECK_BLOCK_ITEMS(BlockMergeSort, StableSort)
};
template <class T, int X_, int Y_ = 1, int Z_ = 1, int Ptx = 0> class BlockDiscontinuity {
 public:
  WARPCHECK_BLOCK_NEIGHBOURS(BlockDiscontinuity, T, X_ * Y_ * Z_)
  WARPCHECK_BLOCK_ITEMS(BlockDiscontinuity, FlagHeads)
  WARPCHECK_BLOCK_ITEMS(BlockDiscontinuity, FlagTails)
  WARPCHECK_BLOCK_ITEMS(BlockDiscontinuity, FlagHeadsAndTails)
};
template <class T, int X_, int Y_ = 1, int Z_ = 1, int Ptx = 0> class BlockAdjacentDifference {
 public:
  WARPCHECK_BLOCK_NEIGHBOURS(BlockAdjacentDifference, T, X_ * Y_ * Z_)
  WARPCHECK_BLOCK_ITEMS(BlockAdjacentDifference, SubtractLeft)
  WARPCHECK_BLOCK_ITEMS(BlockAdjacentDifference, SubtractLeftPartialTile)
  WARPCHECK_BLOCK_ITEMS(BlockAdjacentDifference, SubtractRight)
  WARPCHECK_BLOCK_ITEMS(BlockAdjacentDifference, SubtractRightPartialTile)
};
template <class T, int X_, int Items, int Bins,
          BlockHistogramAlgorithm Algorithm = BLOCK_HISTO_SORT, int Y_ = 1, int Z_ = 1, int Ptx = 0>
class BlockHistogram {
 public:
  WARPCHECK_BLOCK(BlockHistogram, T, X_ * Y_ * Z_ * Items, false, rank, false, rank)
  template <class C_> WARPCHECK_D void InitHistogram(C_ &counts) { detail::written(counts); }
  WARPCHECK_BLOCK_ITEMS(BlockHistogram, Composite)
  WARPCHECK_BLOCK_ITEMS(BlockHistogram, Histogram)
};
template <class T, int X_, int Y_ = 1, int Z_ = 1, int Ptx = 0> class BlockShuffle {
 public:
  WARPCHECK_BLOCK_NEIGHBOURS(BlockShuffle, T, X_ * Y_ * Z_)
  WARPCHECK_BLOCK_ITEMS(BlockShuffle, Offset)
  WARPCHECK_BLOCK_ITEMS(BlockShuffle, Rotate)
  WARPCHECK_BLOCK_ITEMS(BlockShuffle, Up)
  WARPCHECK_BLOCK_ITEMS(BlockShuffle, Down)
};

// The block computes the ranks of digits together.
enum RadixRankAlgorithm {
  RADIX_RANK_BASIC,
  RADIX_RANK_MEMOIZE,
  RADIX_RANK_MATCH,
  RADIX_RANK_MATCH_EARLY_COUNTS_ANY,
  RADIX_RANK_MATCH_EARLY_COUNTS_ATOMIC_OR
};
enum WarpMatchAlgorithm { WARP_MATCH_ANY, WARP_MATCH_ATOMIC_OR };
enum RadixSortStoreAlgorithm { RADIX_SORT_STORE_DIRECT, RADIX_SORT_STORE_ALIGNED };
template <class> struct BlockRadixRankEmptyCallback {
  template <class Counts> WARPCHECK_D void operator()(Counts &) {}
};
template <class T> struct BaseDigitExtractor {
  static WARPCHECK_HD T ProcessFloatMinusZero(T key) { return key; }
};
#define WARPCHECK_DIGITS(name)                                                              \
  template <class T> struct name : BaseDigitExtractor<T> {                                  \
    unsigned int bit_start, mask;                                                           \
    WARPCHECK_HD explicit name(unsigned int start = 0, unsigned int bits = 0)               \
        : bit_start(start), mask((1u << bits) - 1) {}                                       \
    WARPCHECK_HD unsigned int Digit(T key) const { return (unsigned int)(key >> bit_start) & mask; } \
  };
WARPCHECK_DIGITS(BFEDigitExtractor)
WARPCHECK_DIGITS(ShiftDigitExtractor)
#undef WARPCHECK_DIGITS
#define WARPCHECK_RANKS(name, threads)                                                      \
   public:                                                                                  \
    static constexpr int BINS_TRACKED_PER_THREAD = ((1 << Bits) + (threads) - 1) / (threads); \
    WARPCHECK_BLOCK_NEIGHBOURS(name, unsigned int, threads)                                 \
    template <class... A_> WARPCHECK_D void RankKeys(A_ &&...arguments) {                   \
      before();                                                                             \
      __warpcheck_block_collective(#name "::RankKeys");                                     \
      behind();                                                                             \
      detail::written(arguments...);                                                        \
    }
template <int X_, int Bits, bool Descending, bool Memoize = false,
          BlockScanAlgorithm Scan = BLOCK_SCAN_WARP_SCANS, int... Rest>
class BlockRadixRank {
  WARPCHECK_RANKS(BlockRadixRank, X_)
};
template <int X_, int Bits, bool Descending, BlockScanAlgorithm Scan = BLOCK_SCAN_WARP_SCANS,
          int... Rest>
class BlockRadixRankMatch {
  WARPCHECK_RANKS(BlockRadixRankMatch, X_)
};
template <int X_, int Bits, bool Descending, BlockScanAlgorithm Scan = BLOCK_SCAN_WARP_SCANS,
          WarpMatchAlgorithm Match = WARP_MATCH_ANY, int Parts = 1>
class BlockRadixRankMatchEarlyCounts {
  WARPCHECK_RANKS(BlockRadixRankMatchEarlyCounts, X_)
};
#undef WARPCHECK_RANKS

// The block decodes runs from values and their lengths.
template <class T, int X_, int Runs, int Items, class Offset = unsigned int, int Y_ = 1, int Z_ = 1>
class BlockRunLengthDecode {
 public:
  WARPCHECK_BLOCK_EXCHANGE(BlockRunLengthDecode, T, X_ *Y_ *Z_, Items)
  template <class... A_> WARPCHECK_D BlockRunLengthDecode(TempStorage &storage, A_ &&...arguments)
      : storage_(storage.bytes) {
    before();
    __warpcheck_block_collective("BlockRunLengthDecode");
    behind();
    detail::written(arguments...);
  }
  template <class... A_> WARPCHECK_D void RunLengthDecode(A_ &&...arguments) {
    detail::written(arguments...);
  }
};
template <class T, class Op> struct BlockScanRunningPrefixOp {
  Op op;
  T running_total;
  WARPCHECK_D explicit BlockScanRunningPrefixOp(Op o) : op(o), running_total() {}
  WARPCHECK_D BlockScanRunningPrefixOp(T prefix, Op o) : op(o), running_total(prefix) {}
  WARPCHECK_D T operator()(const T &aggregate) {
    T before = running_total;
    running_total = op(running_total, aggregate);
    return before;
  }
};
#undef WARPCHECK_BLOCK
#undef WARPCHECK_BLOCK_EXCHANGE
#undef WARPCHECK_BLOCK_NEIGHBOURS
#undef WARPCHECK_BLOCK_COUNTED
#undef WARPCHECK_BLOCK_VALUE
#undef WARPCHECK_BLOCK_ITEMS

// Loads and stores of a thread's items without any exchange.
#define WARPCHECK_DIRECT(name)                                  \
  template <int Threads = 0, class It, class U_, class... A_>   \
  WARPCHECK_D void name(int, It, U_ &items, A_...) { detail::written(items); }
WARPCHECK_DIRECT(LoadDirectBlocked)
WARPCHECK_DIRECT(LoadDirectBlockedVectorized)
WARPCHECK_DIRECT(LoadDirectStriped)
WARPCHECK_DIRECT(LoadDirectWarpStriped)
#undef WARPCHECK_DIRECT
#define WARPCHECK_DIRECT(name)                            \
  template <int Threads = 0, class It, class... A_>       \
  WARPCHECK_D void name(int, It to, A_ &&...) { detail::written(*to); }
WARPCHECK_DIRECT(StoreDirectBlocked)
WARPCHECK_DIRECT(StoreDirectBlockedVectorized)
WARPCHECK_DIRECT(StoreDirectStriped)
WARPCHECK_DIRECT(StoreDirectWarpStriped)
#undef WARPCHECK_DIRECT
CUB_NAMESPACE_END
