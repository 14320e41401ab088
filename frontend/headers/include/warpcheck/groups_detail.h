// Ranks, masks and shuffles of any type, for cooperative_groups.h.
#pragma once

extern "C" {
// The bits of lanes that are in mask, moved together: bit r is the lane of rank r.
WARPCHECK_D unsigned int __warpcheck_pack_lanes(unsigned int mask, unsigned int lanes);
// An asynchronous copy by some lanes: what to points at becomes unknown.
WARPCHECK_D void __warpcheck_copy(void *to, const void *from, size_t size);
// The same by a lane for itself, which waits for nobody.
WARPCHECK_D void __warpcheck_fill(void *to, size_t size);
// An asynchronous copy of as many bytes by the lane itself, or by the lanes that have the same
// address or that all threads of the block make together, each a part; done when each has waited for it.
WARPCHECK_D void __warpcheck_copy_async(void *to, const void *from, size_t size);
WARPCHECK_D void __warpcheck_group_copy_async(void *to, const void *from, size_t size);
WARPCHECK_D void __warpcheck_block_copy_async(void *to, const void *from, size_t size);
}
// Some value of the type, which may be what other threads were waited for.
template <class T> WARPCHECK_D T __warpcheck_unknown(const T &like);
// The same of what is computed without waiting for other threads.
template <class T> WARPCHECK_D T __warpcheck_result(const T &like);
// What the elements of a fragment have become, which waits for nobody.
template <class T> WARPCHECK_D T __warpcheck_elements(const T &like);
// Each lane of the warp touches some elements of a tile: so many rows of so many bytes, as far
// apart as stride says, shared as the type of the fragment has it.
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

// Whether the barrier's word has changed sides between two readings of it.
WARPCHECK_D inline bool bar_has_flipped(unsigned int before, unsigned int now) {
  return ((before ^ now) & 0x80000000u) != 0;
}

// The lanes of this lane's tile of n threads; of a tile of several warps, the
// lanes of this warp.
WARPCHECK_D inline unsigned int tile_mask(unsigned int n) {
  return n >= 32 ? 0xffffffff : ((1u << n) - 1) << (__warpcheck_laneid() & ~(n - 1));
}

// What the threads of a tile of several warps compute of their values together.
template <unsigned int N_, class T> WARPCHECK_D T across_tile(T value) {
  return __warpcheck_tile_collective("thread_block_tile", N_, value);
}

// Rank and size of what a tile was cut from.
template <class Group> struct parent {
  static WARPCHECK_D unsigned int rank() { return block_rank(); }
  static WARPCHECK_D unsigned int size() { return block_size(); }
};
template <unsigned int N_, class Parent> struct parent<thread_block_tile<N_, Parent>> {
  static WARPCHECK_D unsigned int rank() { return block_rank() % N_; }
  static WARPCHECK_D unsigned int size() { return N_; }
};

// A group shuffles any type. What no intrinsic takes is moved in words, as many as it has.
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
