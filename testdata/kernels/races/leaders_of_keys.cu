// Of the lanes with one key, the first one counts for all of them.
#define FULL 0xffffffffu

__global__ void counted(const unsigned *keys, unsigned *out) {
  __shared__ unsigned count[8][16];
  int w = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (lane < 16) count[w][lane] = 0;
  __syncwarp();
  unsigned digit = keys[threadIdx.x] & 15, same = __match_any_sync(FULL, digit);
  int first = __ffs(same) - 1;
  unsigned base = 0;
  if (lane == first) {
    base = count[w][digit];
    count[w][digit] = base + __popc(same);
  }
  out[threadIdx.x] = __shfl_sync(FULL, base, first) + __popc(same & ((1u << lane) - 1));
}

__global__ void any_key(const int *keys, unsigned *out) {
  __shared__ unsigned count[8][16];
  int key = keys[threadIdx.x], lane = threadIdx.x % 32;
  unsigned same = __match_any_sync(FULL, key);
  if (lane == __ffs(same) - 1) count[threadIdx.x / 32][key] += __popc(same);
}

__global__ void sums_of_keys(const int *keys, unsigned *out) {
  __shared__ unsigned count[128];
  int key = keys[threadIdx.x], lane = threadIdx.x % 32;
  unsigned same = __match_any_sync(FULL, key);
  if (lane == __ffs(same) - 1) count[threadIdx.x / 32 * 16 + key] += __popc(same);
}

// Lanes with other keys may have this digit.
__global__ void part_of_the_key(const int *keys, unsigned *out) {
  __shared__ unsigned count[16];
  int key = keys[threadIdx.x], lane = threadIdx.x % 32;
  unsigned same = __match_any_sync(FULL, key);
  if (lane == __ffs(same) - 1) count[key & 15] += __popc(same); // want? potentially-missing-syncwarp "count"
}

int main() {
  counted<<<1, 256>>>(nullptr, nullptr);
  any_key<<<1, 256>>>(nullptr, nullptr);
  sums_of_keys<<<1, 256>>>(nullptr, nullptr);
  part_of_the_key<<<1, 32>>>(nullptr, nullptr);
}

// without missing-syncthreads
