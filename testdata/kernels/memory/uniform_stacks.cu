// A stack or a queue in a local array, of what is the same in all lanes: what is taken from it is
// the same as well, wherever its top is. One that lanes write by themselves is each lane's own.
struct Node { int key; Node *left, *right; };

__global__ void walk(const int *child, const int *data, int root) {
  int stack[64], top = 0, lane = threadIdx.x & 31;
  stack[top++] = root;
  while (top > 0) {
    int node = stack[--top];
    if (node < 0) continue;
    if (__any_sync(~0u, data[node * 32 + lane] > 0)) {
      stack[top++] = child[node * 2];
      stack[top++] = child[node * 2 + 1];
    }
    __syncwarp();
  }
}

__global__ void walkOfPointers(Node *root, const int *data) {
  Node *stack[64];
  int top = 0, lane = threadIdx.x & 31;
  stack[top++] = root;
  while (top > 0) {
    Node *node = stack[--top];
    if (!node) continue;
    if (__any_sync(~0u, data[node->key + lane] > 0)) {
      stack[top++] = node->left;
      stack[top++] = node->right;
    }
  }
}

__global__ void walkByPointer(const int *child, const int *data, int node) {
  int stack[64], *top = stack, lane = threadIdx.x & 31;
  *top++ = -1;
  while (node != -1) {
    if (__any_sync(~0u, data[node * 32 + lane] > 0)) {
      *top++ = child[node];
      node = child[node + 1];
    } else {
      node = *--top;
    }
  }
}

struct Stack {
  int data[32], top;
  __device__ void push(int x) { data[top++] = x; }
  __device__ int pop() { return data[--top]; }
};

__global__ void walkOfAClass(const int *child, const int *data, int root) {
  Stack stack;
  stack.top = 0;
  stack.push(root);
  while (stack.top > 0) {
    int node = stack.pop();
    if (node < 0) continue;
    if (__any_sync(~0u, data[node + (threadIdx.x & 31)] > 0)) stack.push(child[node]);
  }
}

__global__ void smallQueue(const int *child, const int *data, int root) {
  int queue[8], head = 0, tail = 0;
  queue[tail++ & 7] = root;
  while (head != tail) {
    int node = queue[head++ & 7];
    if (node < 0) continue;
    if (__any_sync(~0u, data[node + (threadIdx.x & 31)] > 0)) queue[tail++ & 7] = child[node];
  }
}

__global__ void walkOfTheBlock(const int *child, const int *data, int root) {
  int stack[64], top = 0;
  stack[top++] = root;
  while (top > 0) {
    int node = stack[--top];
    if (node < 0) continue;
    if (__syncthreads_or(data[node * 256 + threadIdx.x] > 0)) stack[top++] = child[node];
  }
}

__global__ void warpsPushTheirOwn(const int *child, const int *data, int root) {
  int stack[64], top = 0, warp = threadIdx.x / 32;
  stack[top++] = root;
  while (top > 0) {
    int node = stack[--top];
    if (node < 0) continue;
    // want~ potentially-divergent-syncthreads "threads [0-9]+-[0-9]+ may skip this"
    if (__syncthreads_or(data[node * 256 + threadIdx.x] > 0)) stack[top++] = child[node * 2 + warp];
  }
}

__global__ void lanesPushTheirOwn(const int *child, const int *data, int root) {
  int stack[64], top = 0, lane = threadIdx.x & 31;
  stack[top++] = root;
  while (top > 0) {
    int node = stack[--top];
    if (__any_sync(~0u, data[node] > 0)) stack[top++] = child[node * 2 + lane];
    if (node > 5) __syncwarp(); // want~ potentially_not_participating_lane_in_mask "do not participate"
  }
}

__global__ void someLanesPush(const int *child, const int *data, int n) {
  int stack[64], top = 0, lane = threadIdx.x & 31;
  stack[top++] = n;
  for (int i = 0; i < n; ++i) {
    int node = stack[--top];
    if (node > 5) __syncwarp(); // want? potentially_not_participating_lane_in_mask "do not participate"
    if (data[lane] > 0) stack[top] = child[node];
    ++top;
  }
}

__global__ void placesOfEachLane(int n) {
  int array[64], lane = threadIdx.x & 31;
  for (int i = 0; i < n; ++i) {
    if (array[i] > 2) __syncwarp(); // want? potentially_not_participating_lane_in_mask "do not participate"
    array[lane + i] = 3;
    array[i] = 1;
  }
}

__global__ void lengthsOfEachLane(const int *length, int n) {
  int array[64], top = 0;
  for (int i = 0; i < length[threadIdx.x]; ++i) array[top++] = i;
  if (array[n] > 2) __syncwarp(); // want? potentially_not_participating_lane_in_mask "do not participate"
}
