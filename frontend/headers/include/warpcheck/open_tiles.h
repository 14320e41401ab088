// Groups of known size in a template that nothing instantiates. clang chooses no function for arguments of dependent types. So the
// classes of tiles are instantiated here, with the functions that take any group, for each of these classes and for a coalesced group.
#pragma once

// The assumed number of lanes of a tile whose size the template arguments decide. warpcheck also reads a unit with other numbers.
#ifndef WARPCHECK_OPEN_TILE
#define WARPCHECK_OPEN_TILE 32
#endif

namespace cooperative_groups {
constexpr unsigned int open_tile_size = WARPCHECK_OPEN_TILE;
namespace of_open_tile {
#define WARPCHECK_OPEN_SCAN(name)                                                   \
  template <class T> WARPCHECK_D T name(const group &g, T value) {                  \
    return __warpcheck_group_collective("scan", g._mask(), value);                  \
  }                                                                                 \
  template <class T, class Op> WARPCHECK_D T name(const group &g, T value, Op &&) { \
    return __warpcheck_group_collective("scan", g._mask(), value);                  \
  }
#define WARPCHECK_OPEN_GROUP(name, type)                                                         \
  namespace name {                                                                               \
  typedef type group;                                                                            \
  struct made {                                                                                  \
    group of;                                                                                    \
  };                                                                                             \
  WARPCHECK_D inline coalesced_group binary_partition(const group &g, bool predicate) {          \
    return cooperative_groups::binary_partition<group>(g, predicate);                            \
  }                                                                                              \
  WARPCHECK_D inline coalesced_group labeled_partition(const group &g, unsigned long long label) { \
    return cooperative_groups::labeled_partition<group, unsigned long long>(g, label);           \
  }                                                                                              \
  WARPCHECK_D inline void sync(const group &g) { g.sync(); }                                     \
  WARPCHECK_D inline unsigned long long thread_rank(const group &g) { return g.thread_rank(); }  \
  WARPCHECK_D inline unsigned long long group_size(const group &g) { return g.num_threads(); }   \
  template <class T> WARPCHECK_D T reduce(const group &g, T value) {                             \
    return __warpcheck_group_collective("reduce", g._mask(), value);                             \
  }                                                                                              \
  template <class T, class Op> WARPCHECK_D T reduce(const group &g, T value, Op &&) {            \
    return __warpcheck_group_collective("reduce", g._mask(), value);                             \
  }                                                                                              \
  WARPCHECK_OPEN_SCAN(inclusive_scan)                                                            \
  WARPCHECK_OPEN_SCAN(exclusive_scan)                                                            \
  }
WARPCHECK_OPEN_GROUP(of_1, thread_block_tile<1>)
WARPCHECK_OPEN_GROUP(of_2, thread_block_tile<2>)
WARPCHECK_OPEN_GROUP(of_4, thread_block_tile<4>)
WARPCHECK_OPEN_GROUP(of_8, thread_block_tile<8>)
WARPCHECK_OPEN_GROUP(of_16, thread_block_tile<16>)
WARPCHECK_OPEN_GROUP(of_32, thread_block_tile<32>)
WARPCHECK_OPEN_GROUP(coalesced, coalesced_group)
#undef WARPCHECK_OPEN_GROUP
#undef WARPCHECK_OPEN_SCAN
}  // namespace of_open_tile
}  // namespace cooperative_groups
