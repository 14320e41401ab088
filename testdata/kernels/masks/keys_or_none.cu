// Lanes without an element have a key of their own, and peers of a key stay together in a branch on the key.

__global__ void lastOfEachKey(const int *keys, int *last, int n) {
  int i = blockIdx.x * 128 + threadIdx.x;
  int key = i < n ? keys[i] : -1;
  unsigned peers = __match_any_sync(0xffffffffu, key);
  if (key >= 0)
    last[key] = __shfl_sync(peers, i, 31 - __clz(peers));
}

__global__ void onlyFullBlocksHaveKeys(const int *keys, int *last, int n, int full) {
  int i = blockIdx.x * 128 + threadIdx.x;
  int key = blockIdx.x < full ? i < n ? keys[i] : -2 : -1;
  unsigned peers = __match_any_sync(0xffffffffu, key);
  if (key >= 0)
    last[key] = __shfl_sync(peers, i, __ffs(peers) - 1);
}

// The branch is on the element, and a lane without an element may have the key of one with it.
__global__ void zeroForNone(const int *keys, int *last, int n) {
  int i = blockIdx.x * 128 + threadIdx.x;
  int key = i < n ? keys[i] : 0;
  unsigned peers = __match_any_sync(0xffffffffu, key);
  if (i < n)
    last[key] = __shfl_sync(peers, i, __ffs(peers) - 1); // want? potentially_not_participating_lane_in_mask "Lane"
}

// The branch is on another lane's key.
__global__ void keyOfAnotherLane(const int *keys, int *last, int n) {
  int i = blockIdx.x * 128 + threadIdx.x;
  int key = i < n ? keys[i] : -1;
  int other = __shfl_xor_sync(0xffffffffu, key, 1);
  unsigned peers = __match_any_sync(0xffffffffu, key);
  if (other >= 0)
    last[other] = __shfl_sync(peers, i, __ffs(peers) - 1); // want? potentially_not_participating_lane_in_mask "Lane"
}

void launch(const int *keys, int *last, int n) {
  lastOfEachKey<<<(n + 127) / 128, 128>>>(keys, last, n);
  onlyFullBlocksHaveKeys<<<(n + 127) / 128, 128>>>(keys, last, n, n / 128);
  zeroForNone<<<(n + 127) / 128, 128>>>(keys, last, n);
  keyOfAnotherLane<<<(n + 127) / 128, 128>>>(keys, last, n);
}
