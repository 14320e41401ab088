// CUB's warp primitives: each call is a collective of a logical warp, N
// lanes that follow from the lane number. Sums, maxima and minima of
// numbers are computed by shuffles, as in CUB. Other results are unknown.
#pragma once

CUB_NAMESPACE_BEGIN
namespace detail {
// The lanes that a lane of a logical warp of N lanes waits for. If N is no power of two,
// these are the first N lanes of the warp, whichever logical warp the lane belongs to.
template <int N_> WARPCHECK_D unsigned int logical_mask() {
  return N_ & (N_ - 1) ? 0xffffffffu >> (32 - N_) : cooperative_groups::details::tile_mask(N_);
}
}  // namespace detail
// One collective of the logical warp of N lanes.
#define WARPCHECK_WARP(name, N_, value) \
  __warpcheck_group_collective(name, detail::logical_mask<N_>(), value)

namespace detail {
// The reads of a reduction or a scan of all lanes: the distance of the lane that
// is read doubles in every step. If N is no power of two, CUB uses shared memory.
template <int N_, class T> WARPCHECK_D void read_down(const T &value) {
  if (N_ & (N_ - 1)) __syncwarp(detail::logical_mask<N_>());
  for (int d = 1; d < N_ && !(N_ & (N_ - 1)); d *= 2)
    cooperative_groups::details::shfl_down(detail::logical_mask<N_>(), value, d, N_);
}
template <int N_, class T> WARPCHECK_D void read_up(const T &value) {
  if (N_ & (N_ - 1)) __syncwarp(detail::logical_mask<N_>());
  for (int d = 1; d < N_ && !(N_ & (N_ - 1)); d *= 2)
    cooperative_groups::details::shfl_up(detail::logical_mask<N_>(), value, d, N_);
}
// The value of one lane of the logical warp, for all its lanes.
template <int N_, class T> WARPCHECK_D T read_from(const T &value, int lane) {
  if (N_ & (N_ - 1)) return WARPCHECK_WARP("reduce", N_, value);
  return cooperative_groups::details::shfl(detail::logical_mask<N_>(), value, lane, N_);
}

// The results for numbers, and for other types or if N is no power of two.
#define WARPCHECK_WARP_STEPS(name, combined)                                              \
  static WARPCHECK_D T name(T x) {                                                        \
    for (int d = 1; d < N_; d *= 2) {                                                     \
      T y = cooperative_groups::details::shfl_down(detail::logical_mask<N_>(), x, d, N_); \
      x = __warpcheck_laneid() % N_ + d < N_ ? static_cast<T>(combined) : x;              \
    }                                                                                     \
    return x;                                                                             \
  }
template <class T, int N_, bool IsComputed> struct of_warp {
  WARPCHECK_WARP_STEPS(sum, x + y)
  WARPCHECK_WARP_STEPS(most, y > x ? y : x)
  WARPCHECK_WARP_STEPS(least, y < x ? y : x)
  static WARPCHECK_D T sum_up_to(T x) {
    for (int d = 1; d < N_; d *= 2) {
      T y = cooperative_groups::details::shfl_up(detail::logical_mask<N_>(), x, d, N_);
      x = __warpcheck_laneid() % N_ < d ? x : static_cast<T>(x + y);
    }
    return x;
  }
  static WARPCHECK_D T less(T x, T y) { return static_cast<T>(x - y); }
};
#undef WARPCHECK_WARP_STEPS
template <class T, int N_> struct of_warp<T, N_, false> {
  static WARPCHECK_D T some(const T &x) {
    read_down<N_>(x);
    return __warpcheck_result(x);
  }
  static WARPCHECK_D T sum(const T &x) { return some(x); }
  static WARPCHECK_D T most(const T &x) { return some(x); }
  static WARPCHECK_D T least(const T &x) { return some(x); }
  static WARPCHECK_D T sum_up_to(const T &x) {
    read_up<N_>(x);
    return __warpcheck_result(x);
  }
  static WARPCHECK_D T less(const T &x, const T &y) { return __warpcheck_result(x); }
};
}  // namespace detail

template <class T, int N_ = 32, int Ptx = 0> class WarpReduce {
  using made = detail::of_warp<T, N_, __warpcheck_number<T>::value && !(N_ & (N_ - 1))>;

 public:
  struct TempStorage : detail::raw_storage<T, N_> {};
  WARPCHECK_D explicit WarpReduce(TempStorage &) {}
  WARPCHECK_D T Sum(T value) { return made::sum(value); }
  WARPCHECK_D T Max(T value) { return made::most(value); }
  WARPCHECK_D T Min(T value) { return made::least(value); }
  template <class Op> WARPCHECK_D T Reduce(T value, Op) { return all(value); }
  // These reduce the first lanes only. An argument is the number of lanes.
  WARPCHECK_D T Sum(T value, int) { return some(value); }
  WARPCHECK_D T Max(T value, int) { return some(value); }
  WARPCHECK_D T Min(T value, int) { return some(value); }
  template <class Op> WARPCHECK_D T Reduce(T value, Op, int) { return some(value); }
  template <class... A_> WARPCHECK_D T HeadSegmentedSum(T value, A_...) { return some(value); }
  template <class... A_> WARPCHECK_D T TailSegmentedSum(T value, A_...) { return some(value); }
  template <class... A_> WARPCHECK_D T HeadSegmentedReduce(T value, A_...) { return some(value); }
  template <class... A_> WARPCHECK_D T TailSegmentedReduce(T value, A_...) { return some(value); }

 private:
  static WARPCHECK_D T all(const T &value) {
    detail::read_down<N_>(value);
    return __warpcheck_result(value);
  }
  static WARPCHECK_D T some(const T &value) {
    return WARPCHECK_WARP("cub::WarpReduce", N_, value);
  }
};

template <class T, int N_ = 32, int Ptx = 0> class WarpScan {
  using made = detail::of_warp<T, N_, __warpcheck_number<T>::value && !(N_ & (N_ - 1))>;

 public:
  struct TempStorage : detail::raw_storage<T, N_> {};
  WARPCHECK_D explicit WarpScan(TempStorage &) {}
// A last argument of type T is the aggregate, which the
// last lane of the logical warp passes to all its lanes.
#define WARPCHECK_WARP_AGGREGATE    \
  detail::read_up<N_>(value);       \
  out = __warpcheck_result(value); \
  aggregate = detail::read_from<N_, T>(__warpcheck_result(value), N_ - 1);
#define WARPCHECK_WARP_SCAN(name)                                                \
  template <class... A_> WARPCHECK_D void name(T value, T &out, A_ &&...rest) {  \
    detail::read_up<N_>(value);                                                  \
    out = __warpcheck_result(value);                                            \
    detail::written(static_cast<A_ &&>(rest)...);                                \
  }                                                                              \
  WARPCHECK_D void name(T value, T &out, T &aggregate) {                         \
    WARPCHECK_WARP_AGGREGATE                                                     \
  }                                                                              \
  template <class Op> WARPCHECK_D void name(T value, T &out, Op, T &aggregate) { \
    WARPCHECK_WARP_AGGREGATE                                                     \
  }                                                                              \
  template <class Op>                                                            \
  WARPCHECK_D void name(T value, T &out, T, Op, T &aggregate) {                  \
    WARPCHECK_WARP_AGGREGATE                                                     \
  }
  WARPCHECK_D void InclusiveSum(T value, T &out) { out = made::sum_up_to(value); }
  WARPCHECK_D void ExclusiveSum(T value, T &out) { out = made::less(made::sum_up_to(value), value); }
  WARPCHECK_D void InclusiveSum(T value, T &out, T &aggregate) {
    out = made::sum_up_to(value);
    aggregate = detail::read_from<N_, T>(out, N_ - 1);
  }
  WARPCHECK_D void ExclusiveSum(T value, T &out, T &aggregate) {
    T sum = made::sum_up_to(value);
    out = made::less(sum, value);
    aggregate = detail::read_from<N_, T>(sum, N_ - 1);
  }
  WARPCHECK_WARP_SCAN(InclusiveScan)
  WARPCHECK_WARP_SCAN(ExclusiveScan)
#undef WARPCHECK_WARP_SCAN
#undef WARPCHECK_WARP_AGGREGATE
  template <class... A_> WARPCHECK_D void Scan(T value, T &inclusive, T &exclusive, A_ &&...) {
    detail::read_up<N_>(value);
    inclusive = __warpcheck_result(value);
    exclusive = __warpcheck_result(value);
  }
  WARPCHECK_D T Broadcast(T value, unsigned int lane) {
    return detail::read_from<N_>(value, lane);
  }
};

#define WARPCHECK_WARP_ITEMS(name)                                            \
  template <class... A_> WARPCHECK_D void name(A_ &&...items) {               \
    __warpcheck_group_collective("cub::warp", detail::logical_mask<N_>(), 0); \
    detail::written(static_cast<A_ &&>(items)...);                            \
  }
enum WarpExchangeAlgorithm { WARP_EXCHANGE_SMEM, WARP_EXCHANGE_SHUFFLE };
template <class T, int Items, int N_ = 32, WarpExchangeAlgorithm Algorithm = WARP_EXCHANGE_SMEM>
class WarpExchange {
 public:
  struct TempStorage : detail::raw_storage<T, N_ * Items> {};
  WARPCHECK_D explicit WarpExchange(TempStorage &storage)
      : storage_(Algorithm == WARP_EXCHANGE_SMEM && Items > 1 ? storage.bytes : nullptr) {}
#define WARPCHECK_WARP_EXCHANGE(name)                                               \
  template <class... A_> WARPCHECK_D void name(A_ &&...items) {                     \
    detail::exchange_by<N_, Items * sizeof(T)>(storage_, __warpcheck_laneid() % N_, \
                                               detail::logical_mask<N_>());         \
    detail::written(static_cast<A_ &&>(items)...);                                  \
  }
  WARPCHECK_WARP_EXCHANGE(BlockedToStriped)
  WARPCHECK_WARP_EXCHANGE(StripedToBlocked)
  WARPCHECK_WARP_EXCHANGE(ScatterToStriped)
#undef WARPCHECK_WARP_EXCHANGE

 private:
  unsigned char *storage_;
};
enum WarpLoadAlgorithm {
  WARP_LOAD_DIRECT,
  WARP_LOAD_STRIPED,
  WARP_LOAD_VECTORIZE,
  WARP_LOAD_TRANSPOSE
};
enum WarpStoreAlgorithm {
  WARP_STORE_DIRECT,
  WARP_STORE_STRIPED,
  WARP_STORE_VECTORIZE,
  WARP_STORE_TRANSPOSE
};
template <class T, int Items, WarpLoadAlgorithm Algorithm = WARP_LOAD_DIRECT, int N_ = 32>
class WarpLoad {
 public:
  struct TempStorage : detail::raw_storage<T, N_ * Items> {};
  WARPCHECK_D WarpLoad() : storage_(nullptr) {}
  WARPCHECK_D explicit WarpLoad(TempStorage &storage) : storage_(Items > 1 ? storage.bytes : nullptr) {}
  template <class It, class U_, class... A_> WARPCHECK_D void Load(It, U_ &items, A_...) {
    if (Algorithm == WARP_LOAD_TRANSPOSE)
      detail::exchange_by<N_, Items * sizeof(T)>(storage_, __warpcheck_laneid() % N_,
                                                 detail::logical_mask<N_>());
    detail::written(items);
  }

 private:
  unsigned char *storage_;
};
template <class T, int Items, WarpStoreAlgorithm Algorithm = WARP_STORE_DIRECT, int N_ = 32>
class WarpStore {
 public:
  struct TempStorage : detail::raw_storage<T, N_ * Items> {};
  WARPCHECK_D WarpStore() : storage_(nullptr) {}
  WARPCHECK_D explicit WarpStore(TempStorage &storage) : storage_(Items > 1 ? storage.bytes : nullptr) {}
  template <class It, class... A_> WARPCHECK_D void Store(It to, A_ &&...) {
    if (Algorithm == WARP_STORE_TRANSPOSE)
      detail::exchange_by<N_, Items * sizeof(T)>(storage_, __warpcheck_laneid() % N_,
                                                 detail::logical_mask<N_>());
    detail::written(*to);
  }

 private:
  unsigned char *storage_;
};
template <class K_, int Items, int N_ = 32, class V_ = int> class WarpMergeSort {
 public:
  struct TempStorage {
    detail::raw_storage<K_, N_ * Items> keys;
    detail::raw_storage<V_, N_ * Items> values;
  };
  WARPCHECK_D explicit WarpMergeSort(TempStorage &) {}
  WARPCHECK_WARP_ITEMS(Sort)
  WARPCHECK_WARP_ITEMS(StableSort)
};
#undef WARPCHECK_WARP_ITEMS

// Shuffles of any type, in logical warps of N lanes.
template <int N_, class T>
WARPCHECK_D T ShuffleUp(T value, int delta, int, unsigned int mask) {
  return cooperative_groups::details::shfl_up(mask, value, delta, N_);
}
template <int N_, class T>
WARPCHECK_D T ShuffleDown(T value, int delta, int, unsigned int mask) {
  return cooperative_groups::details::shfl_down(mask, value, delta, N_);
}
template <int N_, class T> WARPCHECK_D T ShuffleIndex(T value, int lane, unsigned int mask) {
  return cooperative_groups::details::shfl(mask, value, lane, N_);
}
WARPCHECK_D inline int WARP_ALL(int p, unsigned int mask) { return __all_sync(mask, p); }
WARPCHECK_D inline int WARP_ANY(int p, unsigned int mask) { return __any_sync(mask, p); }
WARPCHECK_D inline int WARP_BALLOT(int p, unsigned int mask) { return __ballot_sync(mask, p); }
WARPCHECK_D inline void WARP_SYNC(unsigned int mask) { __syncwarp(mask); }
// The lanes of the warp whose labels agree in the lowest bits. Each bit takes a vote.
template <int Bits> WARPCHECK_D unsigned int MatchAny(unsigned int label) {
  unsigned int same = 0xffffffff;
  for (int bit = 0; bit < Bits; ++bit) {
    bool set = label >> bit & 1;
    unsigned int lanes = __ballot_sync(0xffffffff, set);
    same &= set ? lanes : ~lanes;
  }
  return same;
}
WARPCHECK_D inline unsigned int LaneId() { return __warpcheck_laneid(); }
WARPCHECK_D inline unsigned int LaneMaskLt() { return __warpcheck_lanemask_lt(); }
WARPCHECK_D inline unsigned int WarpId() {
  return cooperative_groups::details::block_rank() / 32;
}
WARPCHECK_D inline int RowMajorTid(int x, int y, int) {
  return threadIdx.x + x * (threadIdx.y + y * threadIdx.z);
}
template <class T> WARPCHECK_D T SHFL_UP_SYNC(T word, int delta, int, unsigned int mask) {
  return __shfl_up_sync(mask, word, delta);
}
template <class T> WARPCHECK_D T SHFL_DOWN_SYNC(T word, int delta, int, unsigned int mask) {
  return __shfl_down_sync(mask, word, delta);
}
template <class T> WARPCHECK_D unsigned int BFE(T word, unsigned int start, unsigned int bits) {
  return (unsigned int)(word >> start) & ((1u << bits) - 1);
}
WARPCHECK_D inline void ThreadExit() { asm volatile("exit;"); }

// Functions of one thread on its own items.
template <class T, int N_, class Op> WARPCHECK_HD T ThreadReduce(const T (&items)[N_], Op op) {
  T all = items[0];
  for (int i = 1; i < N_; ++i) all = op(all, items[i]);
  return all;
}
template <class T, int N_, class Op, class P_>
WARPCHECK_HD T ThreadReduce(const T (&items)[N_], Op op, P_ prefix) {
  T all = prefix;
  for (int i = 0; i < N_; ++i) all = op(all, items[i]);
  return all;
}
template <class K_, class V_, int N_, class Less>
WARPCHECK_HD void StableOddEvenSort(K_ (&keys)[N_], V_ (&values)[N_], Less less) {
  for (int i = 0; i < N_; ++i)
    for (int j = i & 1; j < N_ - 1; j += 2)
      if (less(keys[j + 1], keys[j])) {
        K_ key = keys[j];
        keys[j] = keys[j + 1];
        keys[j + 1] = key;
        V_ value = values[j];
        values[j] = values[j + 1];
        values[j + 1] = value;
      }
}
template <class Less, class First, class Second, class Size>
WARPCHECK_HD Size MergePath(First a, Second b, Size m, Size n, Size diagonal, Less less) {
  Size low = diagonal < n ? 0 : diagonal - n, high = diagonal < m ? diagonal : m;
  while (low < high) {
    Size middle = low + (high - low) / 2;
    if (less(b[diagonal - 1 - middle], a[middle])) high = middle;
    else low = middle + 1;
  }
  return low;
}
CUB_NAMESPACE_END
