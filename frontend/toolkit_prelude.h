// What clang lacks of toolkits newer than it; included after the toolkit's own
// cuda_runtime.h.
#pragma clang system_header

#undef __launch_bounds__
#define WARPCHECK_BOUNDS(threads, blocks, ...) __attribute__((launch_bounds(threads, blocks)))
#define __launch_bounds__(...) WARPCHECK_BOUNDS(__VA_ARGS__, 0, 0)
#undef __grid_constant__
#define __grid_constant__
#undef __cluster_dims__
#define __cluster_dims__(...)
#undef __block_size__
#define __block_size__(...)

__attribute__((device)) unsigned __reduce_add_sync(unsigned mask, unsigned value);
__attribute__((device)) unsigned __reduce_min_sync(unsigned mask, unsigned value);
__attribute__((device)) unsigned __reduce_max_sync(unsigned mask, unsigned value);
__attribute__((device)) int __reduce_add_sync(unsigned mask, int value);
__attribute__((device)) int __reduce_min_sync(unsigned mask, int value);
__attribute__((device)) int __reduce_max_sync(unsigned mask, int value);
__attribute__((device)) unsigned __reduce_and_sync(unsigned mask, unsigned value);
__attribute__((device)) unsigned __reduce_or_sync(unsigned mask, unsigned value);
__attribute__((device)) unsigned __reduce_xor_sync(unsigned mask, unsigned value);

__attribute__((device)) unsigned __isClusterShared(const void *address);
