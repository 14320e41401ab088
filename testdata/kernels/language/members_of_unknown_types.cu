// In a template that nobody instantiates a member behind an arrow is where the pointer leads: what one lane
// stores there changes no pointer.

template <class T> __global__ void stored(T *p) {
  if (threadIdx.x == 0) p->count = 1;
  __syncthreads();
  if (p != nullptr) __syncthreads();
}

template <class T> __global__ void further(T *p, int n) {
  if (threadIdx.x == 0) {
    p->list[n] = 1;
    p->list->next = 1;
    ++p->inner.count;
    atomicAdd(&p->count, 2);
  }
  __syncthreads();
  if (p != nullptr) __syncthreads();
}

template <int N> struct Shared { float sum; };

template <int N> __device__ void add(float x, float &all, Shared<N> *shared) {
  if (threadIdx.x == 0) shared->sum = x;
  __syncthreads();
  all += shared->sum;
  __syncthreads();
}

template <int N> __global__ void untilEnough(float enough, int n, const float *p) {
  extern __shared__ char raw[];
  auto &shared = reinterpret_cast<Shared<N> &>(raw);
  float all = 0;
  for (int i = 0; i < n; i++) {
    add<N>(p[i * N + threadIdx.x], all, &shared);
    if (all > enough) break;
  }
}

// Where the arrow is an operator of its own, what it does is not known.
template <class T> __global__ void ofAnObject(T p) {
  if (threadIdx.x == 0) p->count = 1;
  __syncthreads();
  if (p != nullptr) __syncthreads();  // want~ potentially-divergent-syncthreads "may skip"
}

// Behind a dot it is in the variable. One in shared memory has no reference to a lane's own.
template <int N> __global__ void inShared(int n) {
  extern __shared__ char bytes[];
  auto &turn = reinterpret_cast<Shared<N> &>(bytes);
  int state = n;
  Shared<N>::start(&state);
  if (threadIdx.x == 0) {
    turn.sum = n;
    turn.part.sum += n;
    atomicAdd(&turn.part.count, n);
  }
  __syncthreads();
  if (state > 0) __syncwarp();  // want-open potentially_not_participating_lane_in_mask "unless start is the same"
}

template <int N> __global__ void ofItsOwn(int n) {
  int state = n;
  Shared<N> turn = Shared<N>::start(&state);
  if (threadIdx.x == 0) turn.sum = n;
  __syncthreads();
  if (state > 0) __syncwarp();  // want-open potentially_not_participating_lane_in_mask "unless start is the same"
}

// What lies behind a pointer there may be anywhere.
template <int N> __global__ void behindIt(int n) {
  extern __shared__ char bytes[];
  auto &turn = reinterpret_cast<Shared<N> &>(bytes);
  int state = n;
  Shared<N>::start(&state);
  if (threadIdx.x == 0) turn.list->sum = n;
  __syncthreads();
  if (state > 0) __syncwarp();  // want~ potentially_not_participating_lane_in_mask "do not participate"
}

// The element of a type that a template decides is where its operator says.
template <int N> __global__ void byIndex(int n) {
  extern __shared__ char bytes[];
  auto &turn = reinterpret_cast<Shared<N> &>(bytes);
  int state = n;
  Shared<N>::start(&state);
  if (threadIdx.x == 0) turn[n] = n;
  __syncthreads();
  if (state > 0) __syncwarp();  // want~ potentially_not_participating_lane_in_mask "do not participate"
}

// without missing-syncthreads
