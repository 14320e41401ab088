// Arguments and data that decide counts, bytes and phases of mbarriers; waits that give up; lanes of one warp that arrive while
// others wait.
#include <cuda/barrier>
#include <utility>

using Barrier = cuda::barrier<cuda::thread_scope_block>;

// The count is right for n = 0.
__global__ void countOfAnArgument(int *out, int n) {
  __shared__ Barrier bar;
  if (threadIdx.x == 0) init(&bar, 64 + n);
  __syncthreads();
  bar.arrive_and_wait();  // want? potentially-mbarrier-arrivals "may wait for ever"
  out[threadIdx.x] = 1;
}

// Two arrivals of each thread are right.
__global__ void updates(int *out, int n) {
  __shared__ Barrier bar;
  if (threadIdx.x == 0) init(&bar, 128);
  __syncthreads();
  // want? potentially-mbarrier-arrivals "may complete a phase"
  bar.wait(bar.arrive(n));  // want? potentially-mbarrier-arrivals "may wait for ever"
  out[threadIdx.x] = 1;
}

// Each try may fail. The kernel says how many threads came in time.
__global__ void givesUp(int *out) {
  __shared__ Barrier bar;
  if (threadIdx.x == 0) init(&bar, 65);
  __syncthreads();
  auto token = bar.arrive();
  int tries = 0;
  while (!bar.try_wait(std::move(token)) && tries < 100) ++tries;
  out[threadIdx.x] = tries;
}

__global__ void triesTwice(int *out) {
  __shared__ Barrier bar;
  if (threadIdx.x == 0) init(&bar, 65);
  __syncthreads();
  auto token = bar.arrive();
  bool isDone = bar.try_wait(std::move(token));
  if (!isDone) isDone = bar.try_wait(std::move(token));
  out[threadIdx.x] = isDone;
}

// It never gives up.
__global__ void triesAlways(int *out) {
  __shared__ Barrier bar;
  if (threadIdx.x == 0) init(&bar, 65);
  __syncthreads();
  auto token = bar.arrive();
  while (!bar.try_wait(std::move(token))) {  // want mbarrier-arrivals "lacks 1 of 65 arrivals"
  }
  out[threadIdx.x] = 1;
}

// From sm_70 on each lane goes on by itself: both halves of the warp arrive.
__global__ void halves(int *out) {
  __shared__ Barrier bar;
  if (threadIdx.x == 0) init(&bar, 32);
  __syncthreads();
  if (threadIdx.x < 16)
    bar.arrive_and_wait();
  else
    bar.arrive_and_wait();
  out[threadIdx.x] = 1;
}

__global__ void firstArrivesBehind(int *out) {
  __shared__ Barrier bar;
  if (threadIdx.x == 0) init(&bar, 32);
  __syncthreads();
  if (threadIdx.x != 0) bar.arrive_and_wait();
  if (threadIdx.x == 0) (void)bar.arrive();
  out[threadIdx.x] = 1;
}

// The other lanes arrive nowhere.
__global__ void oneHalf(int *out) {
  __shared__ Barrier bar;
  if (threadIdx.x == 0) init(&bar, 32);
  __syncthreads();
  if (threadIdx.x < 16) bar.arrive_and_wait();  // want mbarrier-arrivals "lacks 16 of 32 arrivals"
  out[threadIdx.x] = 1;
}

void launch(int *out, int n) {
  countOfAnArgument<<<1, 64>>>(out, n);
  updates<<<1, 64>>>(out, n);
  givesUp<<<1, 64>>>(out);
  triesTwice<<<1, 64>>>(out);
  triesAlways<<<1, 64>>>(out);
  halves<<<1, 32>>>(out);
  firstArrivesBehind<<<1, 32>>>(out);
  oneHalf<<<1, 32>>>(out);
}

// A pointer is launched, and no host code shows that it is this kernel's.
__global__ void byPointer(int *out) {
  __shared__ Barrier bar;
  if (threadIdx.x == 0) init(&bar, 64);
  __syncthreads();
  bar.arrive_and_wait();  // want? potentially-mbarrier-arrivals "lacks 32 of 64 arrivals"
  out[threadIdx.x] = 1;
}

void keep(void (*kernel)(int *));

void launchByPointer(void (*kernel)(int *), int *out) {
  keep(byPointer);
  kernel<<<1, 32>>>(out);
}
