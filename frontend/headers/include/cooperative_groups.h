// Cooperative groups as device code over the warp intrinsics: the
// collectives of a group are the calls in its methods. A tile computes
// its mask from the lane number. A coalesced group stores its mask.
#pragma once
#include <warpcheck_prelude.h>

#include "warpcheck/groups_detail.h"

namespace cooperative_groups {

// The base class of groups. At run time it is
// a whole block, or some lanes of one warp.
class thread_group {
 public:
  WARPCHECK_D thread_group() : block_(true), mask_(0) {}
  WARPCHECK_D explicit thread_group(unsigned int mask) : block_(false), mask_(mask) {}
  WARPCHECK_D void sync() const {
    if (block_)
      __syncthreads();
    else
      __syncwarp(mask_);
  }
  WARPCHECK_D unsigned long long size() const {
    return block_ ? details::block_size() : __popc(mask_);
  }
  WARPCHECK_D unsigned long long num_threads() const { return size(); }
  WARPCHECK_D unsigned long long thread_rank() const {
    return block_ ? details::block_rank() : details::rank_in(mask_);
  }
  WARPCHECK_D bool is_valid() const { return true; }
  WARPCHECK_D unsigned int _mask() const { return mask_; }

 private:
  bool block_;
  unsigned int mask_;
};

class thread_block : public thread_group {
 public:
  typedef int arrival_token;
  static WARPCHECK_D void sync() { __syncthreads(); }
  static WARPCHECK_D arrival_token barrier_arrive() { return 0; }
  static WARPCHECK_D void barrier_wait(arrival_token &&) { __syncthreads(); }
  static WARPCHECK_D unsigned int thread_rank() { return details::block_rank(); }
  static WARPCHECK_D uint3 group_index() { return blockIdx; }
  static WARPCHECK_D uint3 thread_index() { return threadIdx; }
  static WARPCHECK_D dim3 group_dim() { return blockDim; }
  static WARPCHECK_D dim3 dim_threads() { return blockDim; }
  static WARPCHECK_D unsigned int size() { return details::block_size(); }
  static WARPCHECK_D unsigned int num_threads() { return details::block_size(); }
  static WARPCHECK_D unsigned int meta_group_rank() { return 0; }
  static WARPCHECK_D unsigned int meta_group_size() { return 1; }
};

// Lanes of one warp, chosen at run time.
class coalesced_group : public thread_group {
 public:
  WARPCHECK_D explicit coalesced_group(unsigned int mask = 0xffffffff, unsigned int rank = 0,
                                       unsigned int groups = 1)
      : thread_group(mask), mask_(mask), meta_rank_(rank), meta_size_(groups) {}
  WARPCHECK_D void sync() const { __syncwarp(mask_); }
  WARPCHECK_D unsigned int size() const { return __popc(mask_); }
  WARPCHECK_D unsigned int num_threads() const { return __popc(mask_); }
  WARPCHECK_D unsigned int thread_rank() const { return details::rank_in(mask_); }
  WARPCHECK_D unsigned int meta_group_rank() const { return meta_rank_; }
  WARPCHECK_D unsigned int meta_group_size() const { return meta_size_; }
  WARPCHECK_D unsigned int _mask() const { return mask_; }

  template <class T> WARPCHECK_D T shfl(T value, int rank) const {
    return details::shfl(mask_, value, lane_of(rank), 32);
  }
  template <class T> WARPCHECK_D T shfl_up(T value, unsigned int delta) const {
    if (mask_ == 0xffffffff) return details::shfl_up(0xffffffff, value, delta, 32);
    unsigned int from = __fns(mask_, __warpcheck_laneid(), -(int)(delta + 1));
    if (from >= 32) from = __warpcheck_laneid();
    return details::shfl(mask_, value, (int)from, 32);
  }
  template <class T> WARPCHECK_D T shfl_down(T value, unsigned int delta) const {
    if (mask_ == 0xffffffff) return details::shfl_down(0xffffffff, value, delta, 32);
    unsigned int from = __fns(mask_, __warpcheck_laneid(), (int)(delta + 1));
    if (from >= 32) from = __warpcheck_laneid();
    return details::shfl(mask_, value, (int)from, 32);
  }
  WARPCHECK_D int any(int predicate) const { return __any_sync(mask_, predicate); }
  WARPCHECK_D int all(int predicate) const { return __all_sync(mask_, predicate); }
  WARPCHECK_D unsigned int ballot(int predicate) const {
    return packed(__ballot_sync(mask_, predicate));
  }
  template <class T> WARPCHECK_D unsigned int match_any(T value) const {
    return packed(__match_any_sync(mask_, value));
  }
  template <class T> WARPCHECK_D unsigned int match_all(T value, int &agree) const {
    return packed(__match_all_sync(mask_, value, &agree));
  }

 private:
  // The lane with a rank, and a set of lanes as bits by rank.
  WARPCHECK_D int lane_of(int rank) const {
    return mask_ == 0xffffffff ? rank : (int)__fns(mask_, 0, rank + 1);
  }
  WARPCHECK_D unsigned int packed(unsigned int lanes) const {
    return __warpcheck_pack_lanes(mask_, lanes);
  }

  unsigned int mask_, meta_rank_, meta_size_;
};

// A tile of N threads: a part of a warp, or one or more whole warps.
template <unsigned int N_, class Parent = void> class thread_block_tile : public thread_group {
 public:
  WARPCHECK_D thread_block_tile() : thread_group(_mask()) {}
  template <class Other>
  WARPCHECK_D thread_block_tile(const thread_block_tile<N_, Other> &) : thread_group(_mask()) {}
  static WARPCHECK_D unsigned int _mask() { return details::tile_mask(N_); }
  static WARPCHECK_D void sync() {
    if (N_ > 32)
      __warpcheck_tile_collective("thread_block_tile::sync", N_);
    else
      __syncwarp(_mask());
  }
  static WARPCHECK_D constexpr unsigned int size() { return N_; }
  static WARPCHECK_D constexpr unsigned int num_threads() { return N_; }
  static WARPCHECK_D unsigned int thread_rank() {
    return N_ <= 32 ? __warpcheck_laneid() & (N_ - 1) : details::block_rank() & (N_ - 1);
  }
  static WARPCHECK_D unsigned int meta_group_rank() {
    return details::parent<Parent>::rank() / N_;
  }
  static WARPCHECK_D unsigned int meta_group_size() {
    return (details::parent<Parent>::size() + N_ - 1) / N_;
  }

  template <class T> WARPCHECK_D T shfl(T value, int rank) const {
    if (N_ > 32) {
      details::across_tile<N_>(0);
      return __warpcheck_result(value);
    }
    return details::shfl(_mask(), value, rank, N_);
  }
  template <class T> WARPCHECK_D T shfl_up(T value, unsigned int delta) const {
    return details::shfl_up(_mask(), value, delta, N_);
  }
  template <class T> WARPCHECK_D T shfl_down(T value, unsigned int delta) const {
    return details::shfl_down(_mask(), value, delta, N_);
  }
  template <class T> WARPCHECK_D T shfl_xor(T value, unsigned int lanes) const {
    return details::shfl_xor(_mask(), value, lanes, N_);
  }
  WARPCHECK_D int any(int predicate) const {
    return N_ > 32 ? details::across_tile<N_>(predicate) : __any_sync(_mask(), predicate);
  }
  WARPCHECK_D int all(int predicate) const {
    return N_ > 32 ? details::across_tile<N_>(predicate) : __all_sync(_mask(), predicate);
  }
  WARPCHECK_D unsigned int ballot(int predicate) const {
    return ranked(__ballot_sync(_mask(), predicate));
  }
  template <class T> WARPCHECK_D unsigned int match_any(T value) const {
    return ranked(__match_any_sync(_mask(), value));
  }
  template <class T> WARPCHECK_D unsigned int match_all(T value, int &agree) const {
    return ranked(__match_all_sync(_mask(), value, &agree));
  }

 private:
  // A set of lanes as bits by rank: bit 0 is the first lane of the tile.
  static WARPCHECK_D unsigned int ranked(unsigned int lanes) {
    return N_ >= 32 ? lanes : (lanes & _mask()) >> (__warpcheck_laneid() & ~(N_ - 1));
  }
};

class grid_group {
 public:
  typedef int arrival_token;
  static WARPCHECK_D void sync() { __warpcheck_grid_sync("grid_group::sync"); }
  static WARPCHECK_D arrival_token barrier_arrive() {
    __warpcheck_grid_sync("grid_group::barrier_arrive");
    return 0;
  }
  static WARPCHECK_D void barrier_wait(arrival_token &&) {
    __warpcheck_grid_sync("grid_group::barrier_wait");
  }
  static WARPCHECK_D bool is_valid() { return true; }
  static WARPCHECK_D unsigned long long size() {
    return (unsigned long long)num_blocks() * details::block_size();
  }
  static WARPCHECK_D unsigned long long num_threads() { return size(); }
  static WARPCHECK_D unsigned long long thread_rank() {
    return block_rank() * details::block_size() + details::block_rank();
  }
  static WARPCHECK_D dim3 group_dim() { return gridDim; }
  static WARPCHECK_D dim3 dim_blocks() { return gridDim; }
  static WARPCHECK_D dim3 block_index() { return blockIdx; }
  static WARPCHECK_D unsigned long long num_blocks() {
    return (unsigned long long)gridDim.x * gridDim.y * gridDim.z;
  }
  static WARPCHECK_D unsigned long long block_rank() {
    return blockIdx.x + (unsigned long long)gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  }
};
typedef grid_group multi_grid_group;

class cluster_group {
 public:
  typedef int arrival_token;
  static WARPCHECK_D void sync() { __warpcheck_cluster_sync("cluster_group::sync"); }
  static WARPCHECK_D arrival_token barrier_arrive() {
    __warpcheck_cluster_arrive("cluster_group::barrier_arrive");
    return 0;
  }
  static WARPCHECK_D void barrier_wait() { __warpcheck_cluster_wait("cluster_group::barrier_wait"); }
  static WARPCHECK_D void barrier_wait(arrival_token &&) { barrier_wait(); }
  static WARPCHECK_D unsigned int thread_rank() {
    return block_rank() * details::block_size() + details::block_rank();
  }
  static WARPCHECK_D unsigned int num_threads() { return num_blocks() * details::block_size(); }
  static WARPCHECK_D unsigned int size() { return num_threads(); }
  static WARPCHECK_D unsigned int block_rank() { return __clusterRelativeBlockRank(); }
  static WARPCHECK_D unsigned int num_blocks() { return __clusterSizeInBlocks(); }
  static WARPCHECK_D dim3 block_index() { return __clusterRelativeBlockIdx(); }
  static WARPCHECK_D dim3 thread_index() {
    dim3 block = block_index();
    return dim3(block.x * blockDim.x + threadIdx.x, block.y * blockDim.y + threadIdx.y,
                block.z * blockDim.z + threadIdx.z);
  }
  static WARPCHECK_D dim3 dim_blocks() { return __clusterDim(); }
  static WARPCHECK_D dim3 dim_threads() {
    dim3 blocks = dim_blocks();
    return dim3(blocks.x * blockDim.x, blocks.y * blockDim.y, blocks.z * blockDim.z);
  }
  template <class T> static WARPCHECK_D T *map_shared_rank(T *p, unsigned int block) {
    return (T *)__cluster_map_shared_rank((const void *)p, block);
  }
  static WARPCHECK_D unsigned int query_shared_rank(const void *p) {
    return __cluster_query_shared_rank(p);
  }
};

// Functions that make groups.
template <unsigned int MaxThreads = 1024> struct block_tile_memory {
  int storage[MaxThreads / 32];
};
WARPCHECK_D inline thread_block this_thread_block() { return thread_block(); }
template <unsigned int N_>
WARPCHECK_D thread_block this_thread_block(block_tile_memory<N_> &) {
  return thread_block();
}
WARPCHECK_D inline grid_group this_grid() { return grid_group(); }
WARPCHECK_D inline multi_grid_group this_multi_grid() { return multi_grid_group(); }
WARPCHECK_D inline cluster_group this_cluster() { return cluster_group(); }
WARPCHECK_D inline thread_block_tile<1> this_thread() { return thread_block_tile<1>(); }
WARPCHECK_D inline coalesced_group coalesced_threads() {
  return coalesced_group(__warpcheck_coalesced_mask());
}

template <unsigned int N_, class Parent>
WARPCHECK_MADE_D thread_block_tile<N_, Parent> tiled_partition(const Parent &) {
  return thread_block_tile<N_, Parent>();
}
WARPCHECK_D inline thread_group tiled_partition(const thread_group &, unsigned int n) {
  return thread_group(details::tile_mask(n));
}
WARPCHECK_D inline thread_group tiled_partition(const thread_block &, unsigned int n) {
  return thread_group(details::tile_mask(n));
}
template <unsigned int N_, class Parent>
WARPCHECK_D thread_group tiled_partition(const thread_block_tile<N_, Parent> &, unsigned int n) {
  return thread_group(details::tile_mask(n));
}
// A tile of a coalesced group has consecutive ranks, not consecutive lanes:
// the lanes of the group whose ranks, divided by n, have the same quotient.
WARPCHECK_D inline coalesced_group tiled_partition(const coalesced_group &g, unsigned int n) {
  unsigned int tile = g.thread_rank() / n;
  unsigned int mask = 0;
  for (unsigned int lane = 0; lane < 32; ++lane) {
    unsigned int member = g._mask() & 1u << lane;
    mask |= __popc(g._mask() & (1u << lane) - 1) / n == tile ? member : 0;
  }
  return coalesced_group(mask, tile, (g.size() + n - 1) / n);
}
template <class Group, class Label>
WARPCHECK_D coalesced_group labeled_partition(const Group &g, Label label) {
  return coalesced_group(__match_any_sync(g._mask(), label));
}
template <class Group>
WARPCHECK_D coalesced_group binary_partition(const Group &g, bool predicate) {
  unsigned int yes = __ballot_sync(g._mask(), predicate);
  return coalesced_group(predicate ? yes : g._mask() & ~yes, predicate ? 0 : 1, 2);
}

template <unsigned int Size, class Parent>
WARPCHECK_D coalesced_group binary_partition(const thread_block_tile<Size, Parent> &g, bool predicate) {
  return binary_partition<thread_block_tile<Size, Parent>>(g, predicate);
}

// The functions that take any group.
template <class Group> WARPCHECK_MADE_D void sync(const Group &g) { g.sync(); }
template <class Group> WARPCHECK_MADE_D void synchronize(const Group &g) { g.sync(); }
template <class Group> WARPCHECK_MADE_D unsigned long long thread_rank(const Group &g) {
  return g.thread_rank();
}
template <class Group> WARPCHECK_MADE_D unsigned long long group_size(const Group &g) {
  return g.num_threads();
}
template <class Group> WARPCHECK_MADE_D bool is_valid(const Group &) { return true; }
template <class Group, class F_, class... A_>
WARPCHECK_MADE_D void invoke_one(const Group &g, F_ &&f, A_ &&...args) {
  if (g.thread_rank() == 0) f(args...);
}
template <class Group, class F_, class... A_>
WARPCHECK_MADE_D auto invoke_one_broadcast(const Group &g, F_ &&f, A_ &&...args)
    -> decltype(f(args...)) {
  decltype(f(args...)) result;
  if (g.thread_rank() == 0) result = f(args...);
  return g.shfl(result, 0);
}

enum class thread_scope { system, device, block, thread };
namespace experimental {
using namespace cooperative_groups;
}
}  // namespace cooperative_groups

#include "cooperative_groups/memcpy_async.h"
#include "cooperative_groups/reduce.h"
#include "cooperative_groups/scan.h"
#include "warpcheck/open_tiles.h"
