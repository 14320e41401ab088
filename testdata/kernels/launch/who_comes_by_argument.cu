// An argument decides which threads come. Of warp 0 never all do in the first two, of another warp they may:
// what is proved of warp 0 alone is no proof that the kernel is wrong.

__global__ void second_part(int *p, int n) {
    if (threadIdx.x >= n && threadIdx.x < 2 * n)
        p[0] = __shfl_sync(~0u, p[1], 0); // want? potentially_not_participating_lane_in_mask "potentially do not participate"
}

__global__ void third_part(int *p, int n) {
    if (threadIdx.x / n == 2)
        __syncwarp(); // want? potentially_not_participating_lane_in_mask "potentially do not participate"
}

// Whichever warp the argument names, half of it comes.
__global__ void half_of_one(int *p, int n) {
    if (threadIdx.x / 32 == n && threadIdx.x % 32 < 16)
        __syncwarp(); // want not_participating_lane_in_mask "Lane\(s\) 16-31 named"
}

// Warp 0 comes whenever another one does.
__global__ void rest_of_the_block(int *p, int n) {
    if (threadIdx.x < n)
        if (threadIdx.x % 32 != 7)
            __syncwarp(); // want not_participating_lane_in_mask "Lane\(s\) 7 .*named"
}

struct Parameters { int first; };
__constant__ Parameters parameters;

// A first thread of 32 is right, wherever the number comes from.
__global__ void from_a_thread_on(int *p, const int *first) {
    if (threadIdx.x >= *first && *first > 0)
        p[0] = __shfl_sync(~0u, p[1], 0); // want? potentially_not_participating_lane_in_mask "potentially do not participate"
}

__global__ void from_a_constant_on(int *p) {
    if (threadIdx.x > parameters.first)
        p[0] = __shfl_sync(~0u, p[1], 0); // want? potentially_not_participating_lane_in_mask "potentially do not participate"
}

// Where each warp has a number of its own, the last one breaks the rule whenever it comes.
__global__ void __launch_bounds__(256) by_its_own_number(int *p, const int *used) {
    if (used[threadIdx.x / 32] && threadIdx.x < 232)
        p[0] = __shfl_sync(~0u, p[1], 0); // want not_participating_lane_in_mask "Lane\(s\) 8-31 named"
}

void launch(int *p) { by_its_own_number<<<4, 256>>>(p, p); }
