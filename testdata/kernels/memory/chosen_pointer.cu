// A pointer or a reference that a branch chose leads to what it was chosen from.
#define FULL 0xffffffffu

template <class T> __device__ const T &smaller(const T &a, const T &b) { return b < a ? b : a; }

struct Range { int first, last; };

__global__ void references(int *data, int n) {
  int lane = threadIdx.x % 32, count = n & 15;
  if (lane < smaller(32, count | 32)) {
    data[lane] = __any_sync(FULL, 1);
  }
  int &part = blockIdx.x & 1 ? lane : count;
  const Range low = {0, 15}, high = {16, 31}, &mine = lane < 16 ? low : high;
  if (lane >= mine.first && lane <= mine.last) {
    data[lane] = __any_sync(FULL, part);
  }
  int table[2][2] = {{1, 2}, {4, 8}}, *row = lane & 1 ? table[0] : (lane & 2 ? table[1] : &count);
  if (row[0] == (lane & 1 ? 1 : lane & 2 ? 4 : count)) {
    data[lane] = __any_sync(FULL, 1);
  }
  part = 99; // lane or count, in all lanes
  if (lane != 99) {
    data[count] = __any_sync(FULL, 1);
  }
}

__global__ void inLoop(int *data, const int *a, const int *b, int n) {
  const int *from = a;
  for (int i = 0; i < n; i++) {
    from = from[0] > i ? b : from + 1;
  }
  if (from[threadIdx.x % 32] == 3) {
    data[0] = __any_sync(FULL, 1); // want? potentially_not_participating_lane_in_mask "named"
  }
}

// What the witness says of memory it says of the argument that was chosen.
__global__ void arguments(int *data, const int *a, const int *b, int which) {
  const int *from = which == 1 ? a : b;
  if (from[threadIdx.x % 32] > 0) {
    data[0] = __any_sync(FULL, 1); // want? potentially_not_participating_lane_in_mask "named"
  }
}

// More choices than are followed, among objects of each lane's own.
__global__ void manyChoices(const int *d) {
  int a = threadIdx.x, b = 1, c = 2, e = 3, f = 4, g = 5;
  int *p = &a;
  if (d[0]) p = &b;
  if (d[1]) p = &c;
  if (d[2]) p = &e;
  if (d[3]) p = &f;
  if (d[4]) p = &g;
  // want? potentially_not_participating_lane_in_mask "named"
  if (*p == 3) __syncwarp();
}

// All lanes follow one chain, unless it leads through objects of each lane's own.
struct Link {
  Link *next;
  int v;
};
__global__ void chain(const Link *first) {
  for (const Link *p = first; p; p = p->next) __syncwarp();
}
__global__ void ownChain(Link *rest, int n) {
  Link own = {rest, (int)threadIdx.x};
  Link *p = &own, *q = rest;
  for (int i = 0; i < n; i++) {
    p = p->next;
    q = q->v > 5 ? &own : q->next;
  }
  // want? potentially_not_participating_lane_in_mask "named"
  if (p->v == 3) __syncwarp();
  // want? potentially_not_participating_lane_in_mask "named"
  if (q->v == 3) __syncwarp();
}

// What is stored is stored where each lane chose to.
__global__ void storedToEither(unsigned *data) {
  unsigned first = 0, second = 0;
  (threadIdx.x % 32 < 16 ? first : second) = 0xffff;
  if (first) data[threadIdx.x] = __ballot_sync(first, 1);
  (threadIdx.x % 32 < 16 ? data[1] : second) |= 0xffff0000;
  if (second) data[threadIdx.x] = __ballot_sync(second & 0xffff0000, 1);
}

__global__ void storedToTheOther(int *data) {
  unsigned first = 0, second = 0;
  (threadIdx.x % 32 < 8 ? first : second) = 0xffff;
  if (first) data[threadIdx.x] = __ballot_sync(first, 1); // want not_participating_lane_in_mask "Lane\(s\) 8-15 named"
}

struct Part { int first, last; };
__global__ void storedAsAWhole(int *data, int n) {
  Part low = {0, 31}, high = {0, 31}, &mine = threadIdx.x & 16 ? high : low;
  mine = {(int)threadIdx.x & 16, 31};
  unsigned upper = n > 3 ? 0xffff0000 : 0;
  unsigned *masks[] = {&upper, &upper}, **mask = n > 4 ? &masks[0] : &masks[1];
  **mask = 0xffff0000;
  if (high.first == 16) data[threadIdx.x] = __any_sync(upper, 1);
  if (low.last == 31) data[threadIdx.x] = __any_sync(upper, 1); // want participating_lane_not_in_mask "Lane\(s\) 0-15 participate"
}
