// Templates that nobody instantiates call methods of class templates: with arguments of their own, which clang leaves open, and
// with known ones, of which clang makes no body. Both are followed as they are written, on the fields of the object.

template <class T> struct Reduction {
  unsigned mask;
  __device__ Reduction(unsigned m) : mask(m) {}
  __device__ T sum(T v) { return v + __shfl_down_sync(mask, v, 1); } // want participating_lane_not_in_mask "Lane\(s\) 0 participate but are not named in the sync mask 0b11111111111111111111111111111110 in context.s. known_mask .* and 1 more"
  __device__ void wait() { __syncthreads(); } // want divergent-syncthreads "lanes 0, 2, 4 and more of a warp skip this __syncthreads while others wait in open_wait"
  static __device__ void all() { __syncwarp(); } // want not_participating_lane_in_mask "Lane\(s\) 0, 2, 4"
};

template <class T> __global__ void open_mask(T *p) {
  Reduction<T> r(0xfffffffe);
  p[threadIdx.x] = r.sum(p[threadIdx.x]);
}

template <class T> __global__ void known_mask(float *p) {
  Reduction<float> r(0xfffffffe);
  p[threadIdx.x] = r.sum(p[threadIdx.x]);
}

template <class T> __global__ void open_wait(T *p) {
  Reduction<T> r(0xffffffff), *q = &r;
  if (threadIdx.x & 1) q->wait();
}

template <class T> __global__ void open_static(T *p) {
  if (threadIdx.x & 1) Reduction<T>::all();
}

template <class T> __global__ void changed(T *p) {
  Reduction<T> r{0x1}, q{0xffffffff};
  r.mask = 0xffffffff;
  p[threadIdx.x] = r.sum(p[threadIdx.x]);
  if (q.mask == 0xffffffff) p[threadIdx.x] += q.sum(p[threadIdx.x]);
}

template <class T> struct Shared {
  T *at;
  __device__ Shared(T *a) : at(a) {}
  __device__ T swap(T v) {
    at[threadIdx.x] = v;
    return at[threadIdx.x ^ 1]; // want missing-syncwarp "Lane 0 races with lane 1"
  }
  __device__ T swap_apart(T v) {
    at[threadIdx.x] = v;
    __syncwarp();
    return at[threadIdx.x ^ 1];
  }
};

template <class T> __global__ void swaps(T *p) {
  __shared__ T buffer[128];
  Shared<T> s(buffer);
  p[threadIdx.x] = s.swap(p[threadIdx.x]);
}

template <class T> __global__ void swaps_apart(T *p) {
  __shared__ T buffer[128];
  Shared<T> s(buffer);
  p[threadIdx.x] = s.swap_apart(p[threadIdx.x]);
}

// The values of fields in the class, methods that are templates, and an object that is called.
template <int Width> struct Tile {
  unsigned mask = 0xffffffff;
  template <class T> __device__ T down(T v, int d) const { return __shfl_down_sync(mask, v, d, Width); }
  template <class T> __device__ T sum(T v) const {
    for (int d = Width / 2; d > 0; d /= 2) v += down(v, d);
    return v;
  }
  __device__ void operator()() const { __syncwarp(mask & 0xffff); } // want participating_lane_not_in_mask "Lane\(s\) 16-31 participate"
};

template <int Width, class T> __global__ void tiles(T *p) {
  Tile<Width> tile;
  p[threadIdx.x] = tile.sum(p[threadIdx.x]);
}

template <int Width> __global__ void called() {
  Tile<Width> tile;
  tile();
}

// What a base class has.
template <class T> struct Base {
  __device__ void wait() { __syncthreads(); } // want divergent-syncthreads "lanes 0, 2, 4 and more of a warp skip"
};
template <class T> struct Derived : Base<T> {};

template <class T> __global__ void inherited(T *p) {
  Derived<T> d;
  if (threadIdx.x & 1) d.wait();
}

// A copy has the fields of what was copied.
template <class T> __device__ T shift_given(Reduction<T> r, T v) {
  return __shfl_down_sync(r.mask, v, 1); // want participating_lane_not_in_mask "Lane\(s\) 0 participate but are not named in the sync mask 0b11111111111111111111111111111110 in context.s. given_lacking "
}

template <class T> __device__ Reduction<T> full() {
  Reduction<T> r(0xffffffff);
  return r;
}

template <int N, class T> __global__ void given_lacking(T *p) {
  Reduction<T> r(0xfffffffe);
  p[threadIdx.x] = shift_given(r, p[threadIdx.x]);
}

template <int N, class T> __global__ void given_full(T *p) {
  Reduction<T> r = full<T>(), copy(r), assigned(0x1);
  assigned = copy;
  p[threadIdx.x] = shift_given(assigned, p[threadIdx.x]);
}
