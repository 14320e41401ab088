// A switch over the number of threads launches each kernel with the block of its label.

template <int Threads> __global__ void sums(int *data) {
  int sum = data[threadIdx.x];
  if (Threads == 16)
    // want[lockstep] not_participating_lane_in_mask "Lane\(s\) 16-31 named"
    // want source_lane_not_in_mask "16-31 that do not exist in a block of 16 threads.*block 16"
    sum += __shfl_down_sync(0xffffffff, sum, 16);
  if (Threads == 32)
    sum += __shfl_down_sync(0xffffffff, sum, 16);
  data[threadIdx.x] = sum;
}

static void start(int *data, int threads) {
  dim3 block(threads, 1, 1);
  switch (threads) {
  case 16:
    sums<16><<<1, block>>>(data);
    break;
  case 32:
    sums<32><<<1, block>>>(data);
    break;
  }
}

void run(int *data, int n) { start(data, n < 32 ? n : 32); }
