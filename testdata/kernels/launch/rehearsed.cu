// Conditions of the host that are no formulas of an argument: functions with loops compute them. Whether the host passes
// an argument is found by running the host code once more with it.
#include <cassert>
#include <stdexcept>

static unsigned oddPart(unsigned n) {
  if (n == 0) return 0;
  while (n % 2 == 0) n >>= 1;
  return n;
}

static bool isDigits(int n, int base) {
  for (; n > 0; n /= base)
    if (n % base > 1) return false;
  return true;
}

static int checked(int n) {
  int bits = 0;
  for (int m = n; m > 0; m /= 2) bits += m % 2;
  if (bits != 1) throw std::invalid_argument("n");
  return n;
}

// What the host asserts is a power of two: no run breaks the rule.
__global__ void powers(int *d, unsigned n) {
  if (threadIdx.x % 32 < 16 || n != 48) d[threadIdx.x] = __shfl_sync(~0u, d[threadIdx.x], 0); // want~ potentially_not_participating_lane_in_mask "Lane"
}
void runPowers(int *d, unsigned n) {
  unsigned odd = oddPart(n);
  assert(odd == 1);
  powers<<<1, 64>>>(d, n);
}

// The same test lets 64 pass.
__global__ void powersToo(int *d, unsigned n) {
  if (threadIdx.x % 32 < 16 || n != 64) d[threadIdx.x] = __shfl_sync(~0u, d[threadIdx.x], 0); // want? potentially_not_participating_lane_in_mask "Lane"
}
void runPowersToo(int *d, unsigned n) {
  if (oddPart(n) != 1) return;
  powersToo<<<1, 64>>>(d, n);
}

// 10 and 11 in base ten, 9 and 10 in base three.
__global__ void digits(int *d, int n) {
  if (threadIdx.x % 32 < 16 || n != 12) d[threadIdx.x] = __shfl_sync(~0u, d[threadIdx.x], 0); // want~ potentially_not_participating_lane_in_mask "Lane"
}
void runDigits(int *d, int n) {
  if (!isDigits(n, 10)) return;
  digits<<<1, 64>>>(d, n);
}
__global__ void digitsToo(int *d, int n) {
  if (threadIdx.x % 32 < 16 || n != 12) d[threadIdx.x] = __shfl_sync(~0u, d[threadIdx.x], 0); // want? potentially_not_participating_lane_in_mask "Lane"
}
void runDigitsToo(int *d, int n) {
  if (!isDigits(n, 10)) return;
  digitsToo<<<1, 64>>>(d, n);
}
void runDigitsInThrees(int *d, int n) {
  if (!isDigits(n, 3)) return;
  digitsToo<<<1, 64>>>(d, n);
}

// The argument passes through a function that throws.
__global__ void thrown(int *d, int n) {
  if (threadIdx.x % 32 < 16 || n != 24) d[threadIdx.x] = __shfl_sync(~0u, d[threadIdx.x], 0); // want~ potentially_not_participating_lane_in_mask "Lane"
}
static void runThrown(int *d, int n) {
  checked(n);
  thrown<<<1, 64>>>(d, n);
}
void runAll(int *d, int n) { runThrown(d, n); }

// One of two callers checks.
__global__ void byOne(int *d, int n) {
  if (threadIdx.x % 32 < 16 || n != 24) d[threadIdx.x] = __shfl_sync(~0u, d[threadIdx.x], 0); // want? potentially_not_participating_lane_in_mask "Lane"
}
static void runByOne(int *d, int n) { byOne<<<1, 64>>>(d, n); }
void withCheck(int *d, int n) {
  checked(n);
  runByOne(d, n);
}
void withoutCheck(int *d, int n) { runByOne(d, n); }

// A function without a body may return anything.
bool accepts(int n);
__global__ void foreign(int *d, int n) {
  if (threadIdx.x % 32 < 16 || n != 24) d[threadIdx.x] = __shfl_sync(~0u, d[threadIdx.x], 0); // want? potentially_not_participating_lane_in_mask "Lane"
}
void runForeign(int *d, int n) {
  if (!accepts(n)) return;
  foreign<<<1, 64>>>(d, n);
}

// What a global holds may differ between calls.
int wanted = 3;
void want(int n) { wanted = n; }
static bool isWanted(int n) {
  for (int i = 0; i < 4; i++)
    if (n == wanted + i) return true;
  return false;
}
__global__ void wantedOnes(int *d, int n) {
  if (threadIdx.x % 32 < 16 || n != 24) d[threadIdx.x] = __shfl_sync(~0u, d[threadIdx.x], 0); // want? potentially_not_participating_lane_in_mask "Lane"
}
void runWanted(int *d, int n) {
  if (!isWanted(n)) return;
  wantedOnes<<<1, 64>>>(d, n);
}
