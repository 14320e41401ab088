// Variables of the device that nobody writes hold what they are initialised with.

#define FULL 0xffffffffu
#define LANE (threadIdx.x & 31)
#define AMISS(lanes) if (LANE < lanes) d[LANE] = __any_sync(FULL, 1)

typedef int (*Map)(int);
__device__ int plain(int x) { return x + 1; }
__device__ int votes(int x) { return __any_sync(FULL, x); }  // want not_participating_lane_in_mask "9-31"
__device__ int given(long x) { return x + 1; }

static __device__ Map kept = plain;
static __device__ Map voting = votes;
__device__ Map table[2] = {plain, plain};

__global__ void by_kept(int *d) { if (LANE < 16) d[LANE] = kept(d[LANE]); }
__global__ void by_voting(int *d) { if (LANE < 9) d[LANE] = voting(d[LANE]); }
__global__ void by_table(int *d, int n) { if (LANE < 16) d[LANE] = table[n & 1](d[LANE]); }

// What the host gives may be any of them, and is not known to be.
typedef int (*Given)(short);
__device__ int first(short x) { return x; }
__device__ int second(short x) { return __any_sync(FULL, x); }  // want? potentially_not_participating_lane_in_mask "potentially"
__global__ void by_argument(Given f, int *d) { if (LANE < 3) d[LANE] = f(d[LANE]); }
__device__ Given names[2] = {first, second};
__global__ void by_number(int *d, int n) { d[LANE] = names[n & 1](d[LANE]); }

__constant__ float numbers[4] = {1.f, 2.f, -3.5f, 0.25};
__constant__ double doubles[2] = {1e3, -2};
static __device__ short shorts[2][2] = {{1, 2}, {3, 4}};
enum Kind { A = 3, B };
__constant__ Kind kinds[2] = {A, B};
__constant__ bool flags[3] = {true, true, true};
struct Row { int a; float b; long long c; };
__constant__ Row rows[2] = {{1, 2.f, 3}, {4, 5.f, 6}};
__constant__ int written[2] = {1, 2};
__device__ int counted = 4;

__global__ void by_numbers(int *d, int n) {
  if (numbers[n & 3] > 2.f) AMISS(16);
  if (doubles[n & 1] == 1e3 + 1) AMISS(16);
  if (shorts[n & 1][d[0] & 1] > 4) AMISS(16);
  if (kinds[n & 1] < A) AMISS(16);
  if (!flags[n]) AMISS(16);
  if (rows[n & 1].b > 5.f) AMISS(16);
  if (rows[n & 1].c == 5) AMISS(16);
  if (numbers[n & 3] < -3.f) AMISS(16);  // want not_participating_lane_in_mask "16-31"
}

// These are written: by the host, and here.
__global__ void by_written(int *d, int n) {
  if (written[n & 1] > 2) AMISS(16);  // want not_participating_lane_in_mask "16-31"
}
__global__ void by_counted(int *d) {
  if (counted == 5) AMISS(16);  // want not_participating_lane_in_mask "16-31"
}
__global__ void counts() { counted = counted + 1; }

void launch(int *d, int n, Given f) {
  cudaMemcpyToSymbol(written, d, 8);
  by_kept<<<1, 32>>>(d);
}
