// The warps of a block share its work in groups of three: the number of a warp in its group is made by
// a remainder and a quotient of the thread's number, neither of them by a power of two.

__global__ void of_a_group(int *p) {
    if (threadIdx.x % 96 / 32 == 0) p[1] = __shfl_sync(~0u, p[0], 0);
}

__global__ void of_a_group_signed(int *p) {
    int thread = static_cast<int>(threadIdx.x);
    if (thread % 384 < 32) p[1] = __shfl_sync(~0u, p[0], 0);
}

__global__ void of_the_grid(int *p) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i % 96 / 32 == 1) p[1] = __shfl_sync(~0u, p[0], 0);
}

__global__ void numbered_again(int *p, int n) {
    int group = threadIdx.x / 96, warp = threadIdx.x % 96 / 32;
    if (group * 3 + warp < n) p[1] = __shfl_sync(~0u, p[0], 0);
}

__global__ void a_word_of_the_warp(int *p) {
    if (p[threadIdx.x % 384 / 32] > 0) p[1] = __shfl_sync(~0u, p[0], 0);
}

// 48 threads are a warp and a half.
__global__ void parts_a_warp(int *p) {
    if (threadIdx.x % 96 / 48 == 1)
        p[1] = __shfl_sync(~0u, p[0], 16); // want? potentially_not_participating_lane_in_mask "Lane\(s\) 0-15 named"
}

__global__ void __launch_bounds__(96) parts_its_warp(int *p) {
    if (threadIdx.x % 96 % 48 < 16)
        p[1] = __shfl_sync(~0u, p[0], 0); // want not_participating_lane_in_mask "Lane\(s\) 16-31 named"
}
