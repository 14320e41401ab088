// Lanes with one digit, by ballots over its bits. A bit of the lane's own digit is spread
// over a word in many ways.
#define FULL 0xffffffffu

__global__ void lessOne(const unsigned *keys, unsigned *rank, int shift) {
  unsigned digit = keys[threadIdx.x] >> shift & 255, peers = FULL;
  for (int b = 0; b < 8; b++)
    peers &= __ballot_sync(FULL, digit >> b & 1) ^ ((digit >> b & 1) - 1);
  rank[threadIdx.x] = __shfl_sync(peers, rank[digit], 31 - __clz(peers));
}

__global__ void negated(const unsigned *keys, int shift) {
  unsigned digit = keys[threadIdx.x] >> shift & 255, peers = FULL;
  for (int b = 0; b < 8; b++) {
    unsigned bit = digit >> b & 1;
    peers &= ~(__ballot_sync(FULL, bit) ^ -bit);
  }
  __syncwarp(peers);
}

__global__ void chosen(const unsigned *keys, int shift) {
  unsigned digit = keys[threadIdx.x] >> shift & 255, peers = FULL;
  for (int b = 0; b < 8; b++) {
    bool bit = digit >> b & 1;
    peers &= (bit ? 0 : FULL) ^ __ballot_sync(FULL, bit);
  }
  __syncwarp(peers);
}

// Those with the other bit.
__global__ void theOthers(const unsigned *keys) {
  unsigned bit = keys[threadIdx.x] & 1;
  unsigned peers = __ballot_sync(FULL, bit) ^ -bit;
  // want-open potentially_divergent_mask "agree"
  __syncwarp(peers); // want participating_lane_not_in_mask "not named"
}

// The bit that is compared is not the one that was voted on: the masks are two that share no lane, and
// not each lane is named by its own.
__global__ void anotherBit(const unsigned *keys) {
  unsigned key = keys[threadIdx.x];
  unsigned peers = __ballot_sync(FULL, key & 1) ^ ((key >> 1 & 1) - 1);
  __syncwarp(peers); // want? participating_lane_potentially_not_in_mask "not named"
}
