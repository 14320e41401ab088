// A large function is not followed. It leaves the variables of its callers alone where it stores through pointers that lead
// to memory which all lanes share alone, wherever it finds them: in what a lambda captures, in a member, in a variable of its own.

#define FOUR(s) s s s s
#define MANY(s) FOUR(FOUR(FOUR(s)))

__global__ void bound_that_is_captured(const unsigned *in, unsigned *out, int size) {
  int tiles = size / 64;
  auto work = [&](int t) {
    if (t >= tiles) return;
    unsigned v = in[t * 64 + threadIdx.x];
    MANY(v = v * 5 + (v >> 3); out[t * 64 + threadIdx.x] = v;)
  };
  for (int n = 0; n < tiles; n += 8) {
    work(n);
    __syncthreads();
  }
}

__global__ void bound_that_a_lambda_moves(const unsigned *in, unsigned *out, int size) {
  int tiles = size / 64;
  auto work = [&](int t) {
    unsigned v = in[t * 64 + threadIdx.x];
    MANY(v = v * 5 + (v >> 3); out[t * 64 + threadIdx.x] = v;)
    if (v == 7) tiles--;
  };
  for (int n = 0; n < tiles; n += 8) {
    work(n);
    __syncthreads();  // want~ potentially-divergent-syncthreads "may skip"
  }
}

__global__ void bound_behind_a_captured_pointer(const unsigned *in, int size) {
  int tiles = size / 64;
  int *last = &tiles;
  auto work = [&](int t) {
    unsigned v = in[t * 64 + threadIdx.x];
    MANY(v = v * 5 + (v >> 3);)
    *last = v;
  };
  for (int n = 0; n < tiles; n += 8) {
    work(n);
    __syncthreads();  // want? potentially-divergent-syncthreads "may skip"
  }
}

// In one of the two rows it is a variable of the caller.
__global__ void bound_behind_one_of_two(const unsigned *in, int *out, int size) {
  int tiles = size / 64;
  int *either[2] = {out, &tiles};
  auto work = [&](int t) {
    unsigned v = in[t * 64 + threadIdx.x];
    MANY(v = v * 5 + (v >> 3);)
    int *to = out;
    if (v & 1) to = either[1];
    *to = v;
  };
  for (int n = 0; n < tiles; n += 8) {
    work(n);
    __syncthreads();  // want? potentially-divergent-syncthreads "may skip"
  }
}

struct Loader {
  const unsigned *from;
  unsigned *to;
  int left;
  __device__ void load(int t) {
    const unsigned *p = from + t * 64;
    unsigned *q = to;
    unsigned v = p[threadIdx.x];
    MANY(v = v * 5 + (v >> 3); q[threadIdx.x] = v; q += 64;)
  }
  __device__ void count(int t) {
    unsigned v = from[t * 64 + threadIdx.x];
    MANY(v = v * 5 + (v >> 3);)
    to[t] = v;
    left = v;
  }
};

__global__ void member_beside_pointers(const unsigned *in, unsigned *out, int size) {
  Loader l{in, out, size / 64};
  for (int n = 0; n < l.left; n += 8) {
    l.load(n);
    __syncthreads();
  }
}

__global__ void member_that_is_set(const unsigned *in, unsigned *out, int size) {
  Loader l{in, out, size / 64};
  for (int n = 0; n < l.left; n += 8) {
    l.count(n);
    __syncthreads();  // want? potentially-divergent-syncthreads "may skip"
  }
}

// The pointer leads to shared memory when the function is called first, and to the bound after that.
__global__ void pointer_that_is_set_between(const unsigned *in, unsigned *out, int size) {
  unsigned tiles = size / 64;
  Loader l{in, out, 0};
  for (unsigned n = 0; n < tiles; n += 8) {
    l.load(n);
    l.to = &tiles;
    __syncthreads();  // want~ potentially-divergent-syncthreads "may skip"
  }
}

// A function that it calls stores where it is told to.
__device__ void put(int *at, int v) { *at = v; }

__global__ void bound_given_on(const unsigned *in, unsigned *out, int size) {
  int tiles = size / 64;
  auto work = [&](int t) {
    unsigned v = in[t * 64 + threadIdx.x];
    MANY(v = v * 5 + (v >> 3); out[t * 64 + threadIdx.x] = v;)
    put(&tiles, v);
  };
  for (int n = 0; n < tiles; n += 8) {
    work(n);
    __syncthreads();  // want? potentially-divergent-syncthreads "may skip"
  }
}
