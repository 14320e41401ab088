// The lanes of a warp that arrive at one of several barriers with one count do so
// together: their masks are equal or disjoint. Whole warps arrive at the barriers of what
// they make, others at those of what they take, each in a loop of its own.

__device__ long long arrive(unsigned long long *barrier, long long count) {
  unsigned here = __activemask();
  unsigned alike = __match_any_sync(here, count);
  alike &= __match_any_sync(here, (unsigned long long)barrier);
  int leader = __ffs(alike) - 1;
  __syncwarp(here);
  long long token = 0;
  if (threadIdx.x + 16 * (threadIdx.y % 2) == leader) {
    token = atomicAdd(barrier, __popc(alike) * count);
  }
  return __shfl_sync(alike, token, leader);
}

__global__ void makersAndTakers(int *data, int n) {
  __shared__ unsigned long long made[4], taken[4];
  unsigned char head = 0, tail = 0;
  for (int a = 0, stage = 0; a < n; a++) {
    if (threadIdx.y >= 16) {
      for (; stage <= a + 3; stage++) {
        arrive(&made[head], data[stage + threadIdx.x]);
        if (++head == 4) head = 0;
      }
    } else {
      arrive(&taken[tail], data[a + threadIdx.x]);
      if (++tail == 4) tail = 0;
    }
  }
}

int main() { makersAndTakers<<<1, dim3(16, 18)>>>(nullptr, 5); }

// What a warp has arrived before makes rounds without its own wait: of five that come, the last stays.
__global__ void __launch_bounds__(64) after_its_own(int n) {
  if (threadIdx.x < 32) {
    for (int i = 0; i < n; i++)
      asm volatile("bar.arrive 1, 64;");
    if (n > 2)
      asm volatile("bar.sync 1, 64;"); // want? potentially-divergent-syncthreads "some may wait for ever"
  }
}

// The other one arrives once for each wait.
__global__ void __launch_bounds__(64) before_the_other(int n) {
  if (threadIdx.x < 32)
    asm volatile("bar.arrive 1, 64;");
  else
    asm volatile("bar.sync 1, 64;");
}

void launchAfterItsOwn(int n) {
  after_its_own<<<1, 64>>>(n);
  before_the_other<<<1, 64>>>(n);
}
