// Ranks, masks and shuffles of any type, for cooperative_groups.h.
#pragma once

extern "C" {
// The lanes of mask in a set, as bits by rank: bit r is the lane of rank r in mask.
WARPCHECK_D unsigned int __warpcheck_pack_lanes(unsigned int mask, unsigned int lanes);
// A copy by some lanes: the memory at to becomes unknown.
WARPCHECK_D void __warpcheck_copy(void *to, const void *from, size_t size);
// The same by one lane. It waits for no other lane.
WARPCHECK_D void __warpcheck_fill(void *to, size_t size);
// Asynchronous copies of size bytes: by the lane itself, by the lanes with the same address, or by all threads of the
// block. In the last two, each thread copies a part. A copy is done when each of these threads has waited for it.
WARPCHECK_D void __warpcheck_copy_async(void *to, const void *from, size_t size);
WARPCHECK_D void __warpcheck_group_copy_async(void *to, const void *from, size_t size);
WARPCHECK_D void __warpcheck_block_copy_async(void *to, const void *from, size_t size);
}
// An unknown value of the type. The call may wait for other threads.
template <class T> WARPCHECK_D T __warpcheck_unknown(const T &like);
// An unknown value of the type, computed without waiting for other threads.
template <class T> WARPCHECK_D T __warpcheck_result(const T &like);
// The unknown new elements of a fragment. The call waits for no other thread.
template <class T> WARPCHECK_D T __warpcheck_elements(const T &like);
// The lanes of the warp together read or write a tile: rows of the given number of bytes,
// at the distance stride. The type of fragment decides which lane touches which elements.
template <class T>
WARPCHECK_D void __warpcheck_read_tile(const void *from, int rows, size_t bytes, size_t stride,
                                       const T *fragment);
template <class T>
WARPCHECK_D void __warpcheck_write_tile(void *to, int rows, size_t bytes, size_t stride,
                                        const T *fragment);

// The constraint of an asm operand that is a pointer.
#define _CG_ASM_PTR_CONSTRAINT "l"

namespace cooperative_groups {
class thread_block;
class coalesced_group;
template <unsigned int N_, class Parent> class thread_block_tile;

namespace details {
template <class Group>
WARPCHECK_MADE_D void copy_async(const Group &, void *to, const void *from, size_t size) {
  __warpcheck_group_copy_async(to, from, size);
}
WARPCHECK_D inline void copy_async(const thread_block &, void *to, const void *from, size_t size) {
  __warpcheck_block_copy_async(to, from, size);
}
WARPCHECK_D inline unsigned int block_rank() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
WARPCHECK_D inline unsigned int block_size() { return blockDim.x * blockDim.y * blockDim.z; }
WARPCHECK_D inline unsigned int rank_in(unsigned int mask) {
  return __popc(mask & __warpcheck_lanemask_lt());
}

// Whether the barrier's word has changed its highest bit between two reads.
WARPCHECK_D inline bool bar_has_flipped(unsigned int before, unsigned int now) {
  return ((before ^ now) & 0x80000000u) != 0;
}

// The lanes of this lane's tile of n threads. For a tile
// of several warps these are all lanes of this warp.
WARPCHECK_D inline unsigned int tile_mask(unsigned int n) {
  return n >= 32 ? 0xffffffff : ((1u << n) - 1) << (__warpcheck_laneid() & ~(n - 1));
}

// An unknown result that the threads of a tile of several warps compute together.
template <unsigned int N_, class T> WARPCHECK_D T across_tile(T value) {
  return __warpcheck_tile_collective("thread_block_tile", N_, value);
}

// Rank and size of the group that a tile is a part of.
template <class Group> struct parent {
  static WARPCHECK_D unsigned int rank() { return block_rank(); }
  static WARPCHECK_D unsigned int size() { return block_size(); }
};
template <unsigned int N_, class Parent> struct parent<thread_block_tile<N_, Parent>> {
  static WARPCHECK_D unsigned int rank() { return block_rank() % N_; }
  static WARPCHECK_D unsigned int size() { return N_; }
};

// A group shuffles any type. A type that no intrinsic takes is shuffled word by word.
#define WARPCHECK_GROUP_SHUFFLE(name, Lane)                                             \
  namespace words {                                                                     \
  template <class T> WARPCHECK_D T __##name##_sync(unsigned int, T, Lane, int);         \
  }                                                                                     \
  template <class T>                                                                    \
  WARPCHECK_D auto name##_any(unsigned int mask, T value, Lane lane, int width, int)    \
      -> decltype(static_cast<T>(__##name##_sync(mask, value, lane, width))) {          \
    return static_cast<T>(__##name##_sync(mask, value, lane, width));                   \
  }                                                                                     \
  template <class T>                                                                    \
  WARPCHECK_D T name##_any(unsigned int mask, T value, Lane lane, int width, long) {    \
    return words::__##name##_sync(mask, value, lane, width);                            \
  }                                                                                     \
  template <class T>                                                                    \
  WARPCHECK_D T name(unsigned int mask, T value, Lane lane, int width) {                \
    return name##_any(mask, value, lane, width, 0);                                     \
  }
WARPCHECK_GROUP_SHUFFLE(shfl, int)
WARPCHECK_GROUP_SHUFFLE(shfl_up, unsigned int)
WARPCHECK_GROUP_SHUFFLE(shfl_down, unsigned int)
WARPCHECK_GROUP_SHUFFLE(shfl_xor, int)
#undef WARPCHECK_GROUP_SHUFFLE
}  // namespace details
}  // namespace cooperative_groups
