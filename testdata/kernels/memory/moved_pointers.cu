// A pointer that a loop moves, be it a parameter, a part of one or a copy, leads all lanes to
// the same memory if it moves by the same for all.
#define FULL 0xffffffffu

template <class T> struct Span {
  T *first;
  int count;
  __device__ T *begin() const { return first; }
  __device__ T *end() const { return first + count; }
};

__global__ void copies(const int *data, float *weights, Span<const int> span, int n) {
  const int *next = data;
  for (int i = 0; i < n; i++) {
    if (*next++ > 0) __syncwarp();
  }
  float sum = 0;
  for (const float *w = weights; w != weights + n; w++) {
    __syncthreads();
    sum += *w;
  }
  if (sum > 0) __syncwarp();
  for (int x : span) {
    if (x > 0) __syncwarp();
  }
}

__global__ void inLoops(const int *data, int n) {
  const int *row = data;
  for (int i = 0; i < n; i++, row += n) {
    const int *next = row;
    for (int j = 0; j < n; j++) {
      if (*next++ > 0) __syncwarp();
    }
    if (*next > 0) __syncwarp();
  }
}

__global__ void sometimes(const int *data, int n) {
  const int *next = data;
  for (int i = 0; i < n; i++) {
    if (*next > i) next++;
    if (*next > 0) __syncwarp();
  }
}

__global__ void parameters(const int *data, Span<const int> span, int n) {
  for (int i = 0; i < n; i++) {
    if (*data > 0) __syncwarp();
    if (*span.first > 0) __syncwarp();
    data++;
    span.first++;
  }
}

struct Node {
  Node *next;
  int value;
};

__global__ void list(Node *node) {
  for (; node; node = node->next) {
    if (node->value > 0) __syncwarp();
  }
}

__global__ void ownStart(const int *data, int n) {
  const int *next = data + threadIdx.x;
  for (int i = 0; i < n; i++) {
    if (*next++ > 0) __syncwarp(); // want? potentially_not_participating_lane_in_mask "named"
  }
}

__global__ void ownStep(const int *data, int n) {
  const int *next = data;
  for (int i = 0; i < n; i++) {
    if (*next > 0) __syncwarp(); // want? potentially_not_participating_lane_in_mask "named"
    next += threadIdx.x;
  }
}

__global__ void ownTurns(const int *data, int n) {
  const int *next = data;
  for (int i = 0; i < n; i++) {
    if (*next > 0) __syncwarp(); // want? potentially_not_participating_lane_in_mask "named"
    if (threadIdx.x > i) next++;
  }
}

__global__ void ownList(Node *node, int n) {
  for (int i = 0; i < n; i++) {
    if (node->value > 0) __syncwarp(); // want? potentially_not_participating_lane_in_mask "named"
    node = threadIdx.x < 16 ? node->next : node;
  }
}

__global__ void ownStepOfParameter(const int *data, int n) {
  for (int i = 0; i < n; i++) {
    if (*data > 0) __syncwarp(); // want? potentially_not_participating_lane_in_mask "named"
    data += threadIdx.x;
  }
}

__global__ void ownStepOfMember(Span<const int> span, int n) {
  for (int i = 0; i < n; i++) {
    if (*span.first > 0) __syncwarp(); // want? potentially_not_participating_lane_in_mask "named"
    span.first += threadIdx.x;
  }
}

__global__ void ownStepAfterwards(const int *data, int n) {
  for (; n > 0; n--) {
    data += threadIdx.x;
  }
  if (*data > 0) __syncwarp(); // want? potentially_not_participating_lane_in_mask "named"
}

__global__ void ownRows(const int *data, int n) {
  const int *row = data;
  for (int i = 0; i < n; i++, row += threadIdx.x) {
    const int *next = row;
    for (int j = 0; j < n; j++) {
      if (*next++ > 0) __syncwarp(); // want? potentially_not_participating_lane_in_mask "named"
    }
  }
}

// An address that loops exchanged may lead to what was written since.
__global__ void exchangedArrays(int n) {
  __shared__ int a[64], b[64];
  int lane = threadIdx.x & 31, *from = a, *to = b;
  for (int i = 0; i < n; i++) {
    int *t = from;
    from = to;
    to = t;
  }
  unsigned above = __ballot_sync(0xffffffff, from[lane] > 0);
  a[lane + 1] = 1; // want~ potentially-missing-syncwarp "may race .* for a\[1\] "
  if (from[lane] > 0) { // want~ potentially-missing-syncwarp "may race .* for a\[1\] "
    // want~ potentially_not_participating_lane_in_mask "potentially do not participate"
    __syncwarp(above);
  }
}

// A pointer to a field of an element moves with the element.
struct Column {
  int rows[4];
};

__global__ void otherColumns(int n) {
  Column own[4];
  __shared__ Column all[4];
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++) {
      own[i].rows[j] = i == 0 ? 0 : (int)threadIdx.x;
      if (threadIdx.x == 0) all[i].rows[j] = i;
    }
  __syncthreads();
  int *first = &own[0].rows[2], *kept = first, *some = &all[0].rows[1];
  for (int i = 0; i < n; i++) {
    if (*first == 0) __syncwarp(); // want? potentially_not_participating_lane_in_mask "named"
    if (*some == 0) __syncwarp(); // want? potentially_not_participating_lane_in_mask "named"
    if (*kept == 0) __syncwarp();
    first = &own[(i + 1) & 3].rows[2];
    some = &all[threadIdx.x & 3].rows[1];
  }
}

// without missing-syncthreads
