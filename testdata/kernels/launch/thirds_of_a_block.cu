// A block of nobody knows how many threads, in thirds: in blocks of 96, 192 and so on the thirds are warps.

__global__ void last_third(int *p) {
    int third = blockDim.x / 3;
    if (threadIdx.x / third == 2)
        p[0] = __shfl_sync(~0u, p[1], 0); // want? potentially_not_participating_lane_in_mask "potentially do not participate"
}

// Each warp that comes is not whole, whatever the block.
__global__ void last_thread(int *p) {
    if (threadIdx.x == blockDim.x - 1)
        p[0] = __shfl_sync(~0u, p[1], 0); // want not_participating_lane_in_mask "Lane\(s\) 0-30 named"
}

// The first warp always comes.
__global__ void first_half(int *p) {
    if (threadIdx.x < blockDim.x / 2)
        __syncthreads(); // want divergent-syncthreads "skip this"
}
