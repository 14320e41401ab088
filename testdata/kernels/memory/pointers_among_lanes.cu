// Pointers that lanes choose, exchange, carry around loops, and cast.
#define FULL 0xffffffffu

struct Node { int key; unsigned mask; const Node *next; };
struct Base { int kind; };
struct Derived : Base { int more; unsigned mask; };

__global__ void broadcast(const int *a, const int *b, int n) {
  const int *p = threadIdx.x < n ? a : b;
  p = (const int *)__shfl_sync(FULL, (unsigned long long)p, 0);
  if (p[0] > 3) __syncwarp();
  // want? potentially_not_participating_lane_in_mask "but potentially do not participate"
  if (p[threadIdx.x] > 3) __syncwarp();
}

__global__ void eitherEnd(int *d, int n) {
  int own[4] = {n, 1, 2, (int)threadIdx.x}, *low = own, *high = own + 3;
  while (low < high) {
    // want? potentially_not_participating_lane_in_mask "but potentially do not participate"
    if (*low == n) __syncwarp();
    if (*high > 3) *low = *high, high--; else low++;
  }
  // want? potentially_not_participating_lane_in_mask "but potentially do not participate"
  if (*low) __syncwarp();
  d[threadIdx.x] = own[0] + own[n & 3];
}

__global__ void oneOfThree(int *d, int n) {
  __shared__ int s[32], r[32];
  int x = n, *p = n == 1 ? s : n == 2 ? r : &x;
  if (p != &x) p += threadIdx.x & 31;
  *p = 5;
  __syncwarp();
  if (x == 5) __syncwarp();
  if (s[0] == 5) __syncwarp();
  int **at = &p;
  *at = &x;
  if (*p == n) __syncwarp();
}

__global__ void castOfRecords(const Derived *list, Base *base, int n) {
  const Base *b = &list[n];
  if (b->kind == 2) {
    const Derived *back = static_cast<const Derived *>(b);
    // want? participating_lane_potentially_not_in_mask "participate but are potentially not"
    if (back->more > 1) __syncwarp(back->mask);
  }
  Derived local;
  local.kind = n, local.more = threadIdx.x, local.mask = FULL;
  Base *up = &local;
  if (up->kind == n) __syncwarp(((Derived *)up)->mask);
  // want not_participating_lane_in_mask "Lane\(s\) 0-4 named in sync mask"
  if (static_cast<Derived *>(up)->more > 4) __syncwarp();
  *base = local;
}

__global__ void tableOfPointers(const int *a, const int *b, const int *c, int n) {
  const int *table[3] = {a, b, c};
  if (table[n % 3][0] > 1) __syncwarp();
  table[n & 1] = c;
  if (table[2][n] > 1) __syncwarp();
  for (int i = 0; i < 3; i++)
    if (table[i][i] > 1) __syncwarp();
  // want? potentially_not_participating_lane_in_mask "but potentially do not participate"
  if (table[threadIdx.x % 3][0] > 1) __syncwarp();
}

// without missing-syncthreads
